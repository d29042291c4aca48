//! The recipe in a PNG. It is found without decoding the pixels, which may be damaged.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::ZlibDecoder;

use super::chunks::{Chunks, Head, checksum_of};
use crate::error::{Error, Result};
use crate::metadata::{MAX_BYTES, check_length};
use crate::output::png::KEYWORD;
use crate::read::decoding::in_words;

/// The most bytes that a chunk has beside its text: its keyword, and names in other languages, which are short.
const BESIDE: usize = 1 << 10;

/// The recipe in a picture.
pub(crate) fn read_recipe(path: &Path) -> Result<Option<String>> {
    let failed = |source| Error::Io { doing: format!("read {}", path.display()), source };
    let Some(content) = File::open(path).and_then(|file| content(Chunks::of(file)?)).map_err(failed)? else {
        return Ok(None);
    };
    check_length(path, content.len().saturating_sub(BESIDE))?;
    let text = text(&content).map_err(failed)?;
    check_length(path, text.len())?;
    String::from_utf8(text).map(Some).map_err(|_| failed(io::Error::other("its recipe is no text in UTF-8")))
}

/// What follows the keyword in the chunk of the recipe, or a part of that which is too long for one.
fn content(mut chunks: Chunks) -> io::Result<Option<Vec<u8>>> {
    while let Some(head) = chunks.next()? {
        let is_text = head.kind == *b"iTXt" && head.length as usize > KEYWORD.len();
        if let Some(content) = is_text.then(|| of_chunk(&mut chunks, head)).transpose()?.flatten() {
            return Ok(Some(content));
        }
    }
    Ok(None)
}

/// What follows the keyword in a chunk of text; `None` if it has another keyword.
fn of_chunk(chunks: &mut Chunks, head: Head) -> io::Result<Option<Vec<u8>>> {
    let mut keyword = [0; KEYWORD.len() + 1];
    chunks.read(&mut keyword)?;
    if keyword.strip_suffix(b"\0") != Some(KEYWORD.as_bytes()) {
        return Ok(None);
    }
    let (length, most) = (head.length as usize - keyword.len(), MAX_BYTES + BESIDE + 1);
    let mut content = vec![0; length.min(most)];
    chunks.read(&mut content)?;
    let mut crc = checksum_of(head);
    crc.update(&keyword);
    crc.update(&content);
    match length > most || chunks.ends_with(&crc)? {
        true => Ok(Some(content)),
        false => Err(io::Error::other("its recipe is damaged, as the checksum of its chunk iTXt shows")),
    }
}

/// The text of a chunk. It may be compressed, and a short chunk may inflate to any length: a text that is too long is cut.
fn text(content: &[u8]) -> io::Result<Vec<u8>> {
    let wrong = || io::Error::other("its recipe is not as texts in PNG are");
    let [compressed, method, rest @ ..] = content else { return Err(wrong()) };
    // Two names in another language end with a zero each.
    let text = rest.splitn(3, |byte| *byte == 0).nth(2).ok_or_else(wrong)?;
    match (compressed, method) {
        (0, _) => Ok(text.to_vec()),
        (1, 0) => {
            let mut inflated = Vec::new();
            let mut zlib = ZlibDecoder::new(text).take(MAX_BYTES as u64 + 1);
            zlib.read_to_end(&mut inflated).map_err(in_words)?;
            Ok(inflated)
        }
        _ => Err(wrong()),
    }
}
