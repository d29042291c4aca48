//! The chunks of a PNG, one after the other. Nothing is decoded, so that damage in one of them does not hide the others.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use flate2::Crc;

use crate::read::decoding::in_words;

/// The bytes before the first chunk.
const SIGNATURE: u64 = 8;

/// The bytes of a chunk's checksum.
const CHECKSUM: i64 = 4;

/// Chunks that have pixels, and those that say what frames are. Other chunks whose names begin with a small letter need not be read.
const PIXELS: [&[u8; 4]; 2] = [b"IDAT", b"fdAT"];
const FRAMES: [&[u8; 4]; 2] = [b"acTL", b"fcTL"];

pub(super) struct Chunks {
    file: BufReader<File>,
    /// The bytes of the last chunk, with its checksum, that have not been read.
    left: i64,
}

/// What stands before the content of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) kind: [u8; 4],
    pub(super) length: u32,
}

impl Chunks {
    /// The chunks of a file, from the first one on, wherever the file is read now.
    pub(super) fn of(file: File) -> io::Result<Self> {
        let mut file = BufReader::new(file);
        file.seek(SeekFrom::Start(SIGNATURE))?;
        Ok(Chunks { file, left: 0 })
    }

    /// The next chunk; `None` for the last one, which has no content.
    pub(super) fn next(&mut self) -> io::Result<Option<Head>> {
        self.file.seek_relative(self.left)?;
        let mut head = [0; 8];
        self.file.read_exact(&mut head).map_err(in_words)?;
        let [a, b, c, d, kind @ ..] = head;
        if !kind.iter().all(u8::is_ascii_alphabetic) {
            return Err(io::Error::other("the length of one of its chunks is wrong"));
        }
        let length = u32::from_be_bytes([a, b, c, d]);
        self.left = i64::from(length) + CHECKSUM;
        Ok((kind != *b"IEND").then_some(Head { kind, length }))
    }

    /// The next bytes of the chunk.
    pub(super) fn read(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.file.read_exact(bytes).map_err(in_words)?;
        self.left -= bytes.len() as i64;
        Ok(())
    }

    /// Whether the checksum of the chunk that was read up to there is that of its content.
    pub(super) fn ends_with(&mut self, crc: &Crc) -> io::Result<bool> {
        let mut checksum = [0; CHECKSUM as usize];
        self.read(&mut checksum)?;
        Ok(u32::from_be_bytes(checksum) == crc.sum())
    }
}

/// The checksum of a chunk, up to its content.
pub(super) fn checksum_of(head: Head) -> Crc {
    let mut crc = Crc::new();
    crc.update(&head.kind);
    crc
}

/// What is damaged in a file of which no pixel has been read: the first chunk whose checksum is wrong, among those without which there is no picture.
pub(super) fn damage(file: &File) -> io::Result<Option<String>> {
    let mut chunks = Chunks::of(file.try_clone()?)?;
    let mut piece = vec![0; 1 << 16];
    while let Some(head) = chunks.next()? {
        let has_pixels = PIXELS.contains(&&head.kind);
        if !has_pixels && !FRAMES.contains(&&head.kind) && !head.kind[0].is_ascii_uppercase() {
            continue;
        }
        let (mut crc, mut left) = (checksum_of(head), head.length as usize);
        while left > 0 {
            let bytes = left.min(piece.len());
            chunks.read(&mut piece[..bytes])?;
            crc.update(&piece[..bytes]);
            left -= bytes;
        }
        if !chunks.ends_with(&crc)? {
            let kind = String::from_utf8_lossy(&head.kind).into_owned();
            return Ok(Some(match has_pixels {
                true => format!("its pixels are damaged, as the checksum of a chunk {kind} shows"),
                false => format!("its chunk {kind} is damaged, as the checksum shows"),
            }));
        }
    }
    Ok(None)
}
