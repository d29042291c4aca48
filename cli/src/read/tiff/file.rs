//! The decoder of TIFF files, and what ends the reading of one.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use tiff::decoder::{Decoder, Limits};
use tiff::tags::Tag;
use tiff::{TiffError, TiffResult};

use crate::error::{Error, Result};
use crate::output::tiff::strips::MAX_ROW;
use crate::read::decoding::{decoding_difference, in_words};

/// Upper bound on the bytes of a strip or tile. A strip may be a whole picture.
pub(super) const MAX_BLOCK: usize = MAX_ROW;

/// Pictures of some 2^39 samples, which perlane writes, go beyond this, too.
const LIMITS: &str = "a strip or tile in it takes more than 1 GiB, or a list of them has more than 2^23 entries, and perlane does not read larger ones";

pub(super) type FileDecoder = Decoder<BufReader<File>>;

pub(super) fn decoder(file: File) -> TiffResult<FileDecoder> {
    let mut limits = Limits::default();
    limits.decoding_buffer_size = MAX_BLOCK;
    limits.intermediate_buffer_size = MAX_BLOCK;
    Ok(Decoder::new(BufReader::new(file))?.with_limits(limits))
}

/// How many bytes a tag has. The decoder makes room for a text before it reads one, however short the file is.
pub(super) fn text_length(decoder: &mut FileDecoder, tag: Tag) -> u64 {
    decoder.image_ifd().directory().get(tag).map_or(0, |entry| entry.count())
}

/// What ends a comparison early.
pub(super) enum End {
    /// The file differs from its recipe.
    Difference(String),
    /// A strip or tile cannot be decoded, and so cannot be compared.
    Undecodable(String),
    /// The file cannot be compared.
    Failed(Error),
}

/// The meaning of an error in reading a directory. Something that the decoder does not support is not a difference.
pub(super) fn ended(path: &Path, e: TiffError) -> End {
    let failed = |source| End::Failed(Error::Io { doing: format!("read {}", path.display()), source });
    match e {
        TiffError::UnsupportedError(e) => failed(io::Error::other(e.to_string())),
        TiffError::LimitsExceeded => failed(io::Error::other(LIMITS)),
        other => match decoding_difference(io_error(other)) {
            Ok(what) => End::Difference(what),
            Err(source) => failed(source),
        },
    }
}

/// The meaning of an error in decoding a strip or tile. All its bytes are in the file.
pub(super) fn undecodable(path: &Path, e: TiffError) -> End {
    match ended(path, e) {
        End::Difference(what) => {
            let what = what.strip_prefix("it cannot be decoded: ").unwrap_or(&what).to_owned();
            End::Undecodable(format!("a strip or tile cannot be decoded: {what}"))
        }
        other => other,
    }
}

/// Splits a difference from an error.
pub(super) fn finish<T>(path: &Path, result: Result<T, End>) -> Result<Result<T, String>> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(End::Difference(what)) => Ok(Err(what)),
        Err(End::Undecodable(what)) => Err(Error::io(format!("read {}", path.display()), what)),
        Err(End::Failed(e)) => Err(e),
    }
}

/// The system's error inside a TIFF error, if that is the cause.
pub(super) fn io_error(e: TiffError) -> io::Error {
    match e {
        TiffError::IoError(source) => in_words(source),
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_in_words() {
        let End::Failed(error) = ended(Path::new("x.tif"), TiffError::LimitsExceeded) else {
            panic!("a difference")
        };
        assert_eq!(MAX_BLOCK, 1 << 30);
        assert!(
            error.to_string().starts_with("cannot read x.tif: a strip or tile in it takes more than 1 GiB"),
            "{error}"
        );
    }
}
