//! The rows of a picture, filtered and compressed on all threads.
//!
//! A deflate stream consists of blocks, and a block can end at a byte boundary. So each piece of the picture is compressed separately into such
//! blocks, and the pieces are joined into one stream. Its checksum is combined from the checksums of the pieces. Pieces do not depend on the number
//! of threads, and so neither does the file.

use std::mem;
use std::ops::Range;

use flate2::{Compress, Compression as Level, FlushCompress};
use rayon::prelude::*;
use simd_adler32::adler32;

use crate::format::compression::Compression;

/// Bytes of a piece: a multiple of every pixel size. Larger pieces compress better, because each begins with an empty dictionary.
const PIECE: usize = 3 << 18;

/// The first bytes of the stream: deflate, a window of 32 KiB, compressed for speed.
pub(super) const HEADER: [u8; 2] = [0x78, 0x01];

/// The empty block that ends a deflate stream.
const LAST_BLOCK: [u8; 2] = [0x03, 0x00];

/// The modulus of Adler-32.
const MODULUS: u64 = 65521;

/// A zlib stream to which pixels are added.
pub(super) struct Deflate {
    level: Level,
    /// Bytes of a row.
    row: usize,
    /// Bytes of the current row that have been compressed.
    column: usize,
    /// The last pixel that has been compressed.
    last: Vec<u8>,
    checksum: u32,
    /// Buffers that all calls of `compress` reuse.
    pieces: Vec<Piece>,
}

impl Deflate {
    pub(super) fn new(compression: Compression, pixel: usize, width: usize) -> Self {
        let level = match compression {
            Compression::Deflate(level) => Level::new(level),
            // zstd is not a method of PNG.
            Compression::None | Compression::Zstd(_) => Level::none(),
        };
        let last = vec![0; pixel];
        Deflate { level, row: pixel * width, column: 0, last, checksum: 1, pieces: Vec::new() }
    }

    /// Compresses the next pixels, whole rows or parts of them, on the current thread pool. Returns the next pieces of the stream.
    pub(super) fn compress(&mut self, pixels: &[u8]) -> impl Iterator<Item = &[u8]> {
        let mut pieces = mem::take(&mut self.pieces);
        pieces.resize_with(pixels.len().div_ceil(PIECE), Piece::default);
        pieces.par_iter_mut().enumerate().for_each(|(number, piece)| {
            let start = number * PIECE;
            self.compress_piece(pixels, start..pixels.len().min(start + PIECE), piece);
        });
        for piece in &pieces {
            self.checksum = combine(self.checksum, piece.checksum, piece.length);
        }
        self.column = (self.column + pixels.len()) % self.row;
        if let Some(start) = pixels.len().checked_sub(self.last.len()) {
            self.last.copy_from_slice(&pixels[start..]);
        }
        self.pieces = pieces;
        self.pieces.iter().map(|piece| &piece.compressed[..])
    }

    /// The last bytes of the stream.
    pub(super) fn finish(self) -> Vec<u8> {
        let mut end = LAST_BLOCK.to_vec();
        end.extend(self.checksum.to_be_bytes());
        end
    }

    fn compress_piece(&self, pixels: &[u8], range: Range<usize>, piece: &mut Piece) {
        let mut filtered = Vec::with_capacity(range.len() + range.len() / self.row + 2);
        let mut at = range.start;
        while at < range.end {
            let column = (self.column + at) % self.row;
            let end = range.end.min(at + self.row - column);
            self.filter(pixels, at..end, column == 0, &mut filtered);
            at = end;
        }
        (piece.checksum, piece.length) = (adler32(&&filtered[..]), filtered.len());
        compress(&filtered, self.level, &mut piece.compressed);
    }

    /// Applies PNG's filter "Sub" to a part of a row: the difference from the pixel before. Noise is smooth along rows. This filter needs no other
    /// row, so that pieces can be compressed in any order.
    fn filter(&self, pixels: &[u8], part: Range<usize>, begins: bool, out: &mut Vec<u8>) {
        let pixel = self.last.len();
        let (first, rest) = (part.start..part.start + pixel, part.start + pixel..part.end);
        if begins {
            out.push(1);
            out.extend_from_slice(&pixels[first]);
        } else {
            let before =
                if part.start == 0 { &self.last[..] } else { &pixels[part.start - pixel..part.start] };
            out.extend(pixels[first].iter().zip(before).map(difference));
        }
        out.extend(pixels[rest].iter().zip(&pixels[part]).map(difference));
    }
}

fn difference((here, before): (&u8, &u8)) -> u8 {
    here.wrapping_sub(*before)
}

#[derive(Default)]
struct Piece {
    compressed: Vec<u8>,
    /// Checksum and number of bytes before compression.
    checksum: u32,
    length: usize,
}

/// Replaces the content of `out` with deflate blocks that end at a byte boundary.
fn compress(bytes: &[u8], level: Level, out: &mut Vec<u8>) {
    let mut state = Compress::new(level, false);
    // This usually suffices, so that a piece does not reserve twice its size: stored blocks add 5 bytes to 65535.
    let usual = if level == Level::none() { bytes.len() + bytes.len() / 1000 } else { bytes.len() / 2 };
    out.clear();
    out.reserve(usual + 64);
    loop {
        let rest = &bytes[state.total_in() as usize..];
        // Compressing fails only if it is misused, which does not happen here.
        let result = state.compress_vec(rest, out, FlushCompress::Sync);
        debug_assert!(result.is_ok());
        if state.total_in() as usize == bytes.len() && out.len() < out.capacity() {
            return;
        }
        out.reserve(bytes.len() / 4 + 64);
    }
}

/// The Adler-32 checksum of two parts joined together. The second part has this length.
fn combine(first: u32, second: u32, length: usize) -> u32 {
    let parts = |sum: u32| (u64::from(sum & 0xffff), u64::from(sum >> 16));
    let ((a1, b1), (a2, b2)) = (parts(first), parts(second));
    let length = length as u64 % MODULUS;
    // Both sums begin at 1, which must count once only.
    let a = (a1 + a2 + MODULUS - 1) % MODULUS;
    let b = (b1 + b2 + length * (a1 + MODULUS - 1)) % MODULUS;
    (b as u32) << 16 | a as u32
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn stream(compression: Compression, slabs: &[&[u8]], width: usize) -> Vec<u8> {
        let mut image = Deflate::new(compression, 1, width);
        let mut stream = HEADER.to_vec();
        for slab in slabs {
            image.compress(slab).for_each(|piece| stream.extend_from_slice(piece));
        }
        stream.extend(image.finish());
        stream
    }

    /// Slabs of whole rows, and slabs of parts of rows, give a stream that another decoder reads. It checks the checksum too.
    #[test]
    fn streams_are_zlib() {
        let pixels: Vec<u8> = (0..3_000_000_u32).map(|i| (i.wrapping_mul(i) >> 9) as u8).collect();
        for (width, slab) in [(1000, 1_000_000), (3_000_000, 700_000), (3, 3_001), (1_500_000, 1_500_000)] {
            for compression in [Compression::None, Compression::Deflate(1), Compression::Deflate(9)] {
                let slabs: Vec<&[u8]> = pixels.chunks(slab).collect();
                let stream = stream(compression, &slabs, width);
                let mut filtered = Vec::new();
                flate2::read::ZlibDecoder::new(&stream[..]).read_to_end(&mut filtered).unwrap();
                let mut got = Vec::new();
                for row in filtered.chunks_exact(width + 1) {
                    let start = got.len();
                    for (x, byte) in row[1..].iter().enumerate() {
                        let before = if row[0] == 1 && x > 0 { got[start + x - 1] } else { 0 };
                        got.push(byte.wrapping_add(before));
                    }
                }
                assert!(got == pixels, "{width} {compression:?}");
            }
        }
    }

    #[test]
    fn checksums_of_parts_make_that_of_the_whole() {
        let bytes: Vec<u8> = (0..200_000_u32).map(|i| ((i * 7) >> 3) as u8).collect();
        for at in [0, 1, 65_521, 65_522, 199_999, 200_000] {
            let (first, second) = bytes.split_at(at);
            assert_eq!(combine(adler32(&first), adler32(&second), second.len()), adler32(&&bytes[..]));
        }
    }
}
