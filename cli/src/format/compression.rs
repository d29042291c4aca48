//! How hard a file is compressed.

use crate::error::{Error, Result};
use crate::format::formats::Format;

/// A method, and its level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compression {
    None,
    Deflate(u32),
    Zstd(i32),
}

impl Compression {
    /// What is asked for, like `zstd:5`, or what the format has by default: speed, as far as files do not double for it.
    pub(crate) fn resolve(asked: Option<&str>, format: Format) -> Result<Self> {
        let (default, allowed) = match format {
            Format::Png => (Compression::Deflate(2), "none, deflate, or deflate:1 to deflate:9 in PNG"),
            Format::Zarr => (Compression::Zstd(1), "none, zstd, or zstd:1 to zstd:22 in Zarr"),
            Format::Npy | Format::Raw | Format::Tiff => (Compression::None, "none in this format"),
        };
        let Some(text) = asked else { return Ok(default) };
        let level = |levels: std::ops::RangeInclusive<u32>, default: u32| match text.split_once(':') {
            Some((_, level)) => level.parse().ok().filter(|level| levels.contains(level)),
            None => Some(default),
        };
        let method = text.split_once(':').map_or(text, |(method, _)| method);
        let compression = match (format, method) {
            (_, "none") if text == "none" => Some(Compression::None),
            (Format::Png, "deflate") => level(1..=9, 2).map(Compression::Deflate),
            (Format::Zarr, "zstd") => level(1..=22, 1).map(|level| Compression::Zstd(level as i32)),
            _ => None,
        };
        compression.ok_or_else(|| Error::parameter("compression", text, allowed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_and_levels() {
        let resolve = |text, format| Compression::resolve(Some(text), format);
        assert_eq!(resolve("zstd", Format::Zarr).unwrap(), Compression::Zstd(1));
        assert_eq!(resolve("zstd:22", Format::Zarr).unwrap(), Compression::Zstd(22));
        assert_eq!(resolve("deflate:9", Format::Png).unwrap(), Compression::Deflate(9));
        assert_eq!(resolve("none", Format::Tiff).unwrap(), Compression::None);
        for (text, format) in [
            ("zstd:23", Format::Zarr),
            ("zstd:-1", Format::Zarr),
            ("deflate:0", Format::Png),
            ("zstd", Format::Png),
            ("none:1", Format::Png),
            ("deflate", Format::Npy),
            ("", Format::Zarr),
        ] {
            let error = resolve(text, format).unwrap_err().to_string();
            assert!(error.starts_with(&format!("compression is {text}; allowed: none")), "{error}");
        }
    }
}
