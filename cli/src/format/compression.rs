//! How files are compressed.

use std::ops::RangeInclusive;

use crate::error::{Error, Result};

/// A method and its level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compression {
    None,
    Deflate(u32),
    Zstd(i32),
}

/// A method that a format can use, with its levels.
#[derive(Debug)]
pub(crate) struct Method {
    name: &'static str,
    levels: RangeInclusive<u32>,
    /// The fastest level that does not double the file's size.
    default: u32,
    at: fn(u32) -> Compression,
}

pub(crate) const DEFLATE: Method =
    Method { name: "deflate", levels: 1..=9, default: 2, at: Compression::Deflate };

pub(crate) const ZSTD: Method =
    Method { name: "zstd", levels: 1..=22, default: 1, at: |level| Compression::Zstd(level as i32) };

/// EXR's name for deflate, at the only level of the encoder's library.
#[cfg(feature = "exr")]
pub(crate) const ZIP: Method = Method { name: "zip", levels: 4..=4, default: 4, at: Compression::Deflate };

impl Compression {
    /// The compression that the option `--compression` requests, such as `zstd:5`. Without the option, it is the default level of the first method,
    /// or no compression if `by_default` is false. Messages call the format `title`.
    pub(crate) fn resolve(
        asked: Option<&str>,
        methods: &[&Method],
        by_default: bool,
        title: &str,
    ) -> Result<Self> {
        let compression = match (asked, methods) {
            (None, [method, ..]) if by_default => Some((method.at)(method.default)),
            (None | Some("none"), _) => Some(Compression::None),
            (Some(text), methods) => methods.iter().find_map(|method| method.parse(text)),
        };
        compression.ok_or_else(|| {
            let known: String = methods.iter().map(|method| method.describe()).collect();
            Error::parameter("compression", asked.unwrap_or_default(), format!("none{known} in {title}"))
        })
    }

    /// How many bytes it makes one byte of at most. Deflate writes at least 2 bits for 258 bytes, and zstd 4 bytes for a block of 128 KiB.
    pub(crate) fn most(self) -> u64 {
        match self {
            Compression::None => 1,
            Compression::Deflate(_) => 258 * 8 / 2,
            Compression::Zstd(_) => (128 << 10) / 4,
        }
    }
}

impl Method {
    /// Parses `zstd` or `zstd:5`.
    fn parse(&self, text: &str) -> Option<Compression> {
        let level = match text.strip_prefix(self.name)? {
            "" => self.default,
            level => level.strip_prefix(':')?.parse().ok()?,
        };
        self.levels.contains(&level).then(|| (self.at)(level))
    }

    fn describe(&self) -> String {
        let (name, least, most) = (self.name, self.levels.start(), self.levels.end());
        if least == most {
            return format!(", {name}");
        }
        format!(", {name}, or {name}:{least} to {name}:{most}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_and_levels() {
        let resolve = |text, methods: &[&Method]| Compression::resolve(Some(text), methods, true, "X");
        assert_eq!(resolve("zstd", &[&ZSTD][..]).unwrap(), Compression::Zstd(1));
        assert_eq!(resolve("zstd:22", &[&ZSTD][..]).unwrap(), Compression::Zstd(22));
        assert_eq!(resolve("deflate:9", &[&DEFLATE][..]).unwrap(), Compression::Deflate(9));
        assert_eq!(resolve("none", &[&DEFLATE][..]).unwrap(), Compression::None);
        assert_eq!(resolve("none", &[]).unwrap(), Compression::None);
        assert_eq!(Compression::resolve(None, &[&DEFLATE], true, "X").unwrap(), Compression::Deflate(2));
        assert_eq!(Compression::resolve(None, &[&DEFLATE], false, "X").unwrap(), Compression::None);
        for (text, methods) in [
            ("zstd:23", &[&ZSTD][..]),
            ("zstd:-1", &[&ZSTD][..]),
            ("zstd5", &[&ZSTD][..]),
            ("deflate:0", &[&DEFLATE][..]),
            ("zstd", &[&DEFLATE][..]),
            ("none:1", &[&DEFLATE][..]),
            ("deflate", &[]),
        ] {
            let error = resolve(text, methods).unwrap_err().to_string();
            assert!(error.starts_with(&format!("compression is {text}; allowed: none")), "{error}");
        }
        let error = resolve("", &[&ZSTD][..]).unwrap_err().to_string();
        assert!(error.starts_with("compression is \"\"; allowed: none"), "{error}");
        let error = resolve("zstd:23", &[&ZSTD][..]).unwrap_err().to_string();
        assert_eq!(error, "compression is zstd:23; allowed: none, zstd, or zstd:1 to zstd:22 in X");
    }
}
