//! How a file is compressed.

use std::ops::RangeInclusive;

use crate::error::{Error, Result};

/// A method with its level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compression {
    None,
    Deflate(u32),
    Zstd(i32),
}

/// A method that a format can use, and its levels.
#[derive(Debug)]
pub(crate) struct Method {
    name: &'static str,
    levels: RangeInclusive<u32>,
    /// The fastest level that does not double the file.
    default: u32,
    at: fn(u32) -> Compression,
}

pub(crate) const DEFLATE: Method =
    Method { name: "deflate", levels: 1..=9, default: 2, at: Compression::Deflate };

pub(crate) const ZSTD: Method =
    Method { name: "zstd", levels: 1..=22, default: 1, at: |level| Compression::Zstd(level as i32) };

impl Compression {
    /// What the option `--compression` asks for, such as `zstd:5`, or the default of the format, which is called `title` in
    /// messages.
    pub(crate) fn resolve(asked: Option<&str>, method: Option<&Method>, title: &str) -> Result<Self> {
        let compression = match asked {
            None => Some(method.map_or(Compression::None, |method| (method.at)(method.default))),
            Some("none") => Some(Compression::None),
            Some(text) => method.and_then(|method| method.parse(text)),
        };
        compression.ok_or_else(|| {
            let methods = method.map_or(String::new(), Method::describe);
            Error::parameter("compression", asked.unwrap_or_default(), format!("none{methods} in {title}"))
        })
    }
}

impl Method {
    /// `zstd` or `zstd:5`.
    fn parse(&self, text: &str) -> Option<Compression> {
        let level = match text.strip_prefix(self.name)? {
            "" => self.default,
            level => level.strip_prefix(':')?.parse().ok()?,
        };
        self.levels.contains(&level).then(|| (self.at)(level))
    }

    fn describe(&self) -> String {
        let (name, least, most) = (self.name, self.levels.start(), self.levels.end());
        format!(", {name}, or {name}:{least} to {name}:{most}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_and_levels() {
        let resolve = |text, method| Compression::resolve(Some(text), method, "X");
        assert_eq!(resolve("zstd", Some(&ZSTD)).unwrap(), Compression::Zstd(1));
        assert_eq!(resolve("zstd:22", Some(&ZSTD)).unwrap(), Compression::Zstd(22));
        assert_eq!(resolve("deflate:9", Some(&DEFLATE)).unwrap(), Compression::Deflate(9));
        assert_eq!(resolve("none", Some(&DEFLATE)).unwrap(), Compression::None);
        assert_eq!(resolve("none", None).unwrap(), Compression::None);
        assert_eq!(Compression::resolve(None, Some(&DEFLATE), "X").unwrap(), Compression::Deflate(2));
        assert_eq!(Compression::resolve(None, None, "X").unwrap(), Compression::None);
        for (text, method) in [
            ("zstd:23", Some(&ZSTD)),
            ("zstd:-1", Some(&ZSTD)),
            ("zstd5", Some(&ZSTD)),
            ("deflate:0", Some(&DEFLATE)),
            ("zstd", Some(&DEFLATE)),
            ("none:1", Some(&DEFLATE)),
            ("deflate", None),
            ("", Some(&ZSTD)),
        ] {
            let error = resolve(text, method).unwrap_err().to_string();
            assert!(error.starts_with(&format!("compression is {text}; allowed: none")), "{error}");
        }
        let error = resolve("zstd:23", Some(&ZSTD)).unwrap_err().to_string();
        assert_eq!(error, "compression is zstd:23; allowed: none, zstd, or zstd:1 to zstd:22 in X");
    }
}
