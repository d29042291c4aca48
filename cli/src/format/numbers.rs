//! Samples as the numbers of a file.

use std::borrow::Cow;

use perlane_view::Levels;
use rayon::prelude::*;

use crate::format::byte_order::ByteOrder;
use crate::format::palette::Palette;
use crate::metadata::NumbersTable;
use crate::values::Dtype;

/// How many samples a thread converts at a time.
const PIECE: usize = 1 << 16;

/// How a file's numbers are made from samples.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NumberEncoding {
    pub(crate) kind: NumberKind,
    pub(crate) order: ByteOrder,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum NumberKind {
    /// The samples themselves.
    F32,
    U16(Levels),
    U8(Levels),
    /// The levels of three planes are the colours of pixels.
    Rgb16(Levels),
    Rgb8(Levels),
    /// Each level becomes a colour of three numbers with 8 bits.
    Color(Levels, Palette),
}

impl NumberEncoding {
    pub(crate) fn dtype(&self) -> Dtype {
        match self.kind {
            NumberKind::F32 => Dtype::F32,
            NumberKind::U16(_) | NumberKind::Rgb16(_) => Dtype::U16,
            NumberKind::U8(_) | NumberKind::Rgb8(_) | NumberKind::Color(..) => Dtype::U8,
        }
    }

    /// Bytes of the numbers of one sample.
    pub(crate) fn width(&self) -> usize {
        match self.kind {
            NumberKind::Color(..) => 3,
            NumberKind::F32
            | NumberKind::U16(_)
            | NumberKind::U8(_)
            | NumberKind::Rgb16(_)
            | NumberKind::Rgb8(_) => self.dtype().bytes(),
        }
    }

    /// Whether the planes of a sample are stored beside each other.
    pub(crate) fn interleaves(&self) -> bool {
        matches!(self.kind, NumberKind::Rgb16(_) | NumberKind::Rgb8(_))
    }

    /// Whether numbers need memory in addition to the samples.
    pub(crate) fn converts(&self) -> bool {
        self.kind != NumberKind::F32 || self.order != ByteOrder::NATIVE
    }

    /// The metadata's description of numbers that are not the samples themselves.
    pub(crate) fn table(&self) -> Option<NumbersTable> {
        let (levels, colormap) = match &self.kind {
            NumberKind::F32 => return None,
            NumberKind::U16(levels)
            | NumberKind::U8(levels)
            | NumberKind::Rgb16(levels)
            | NumberKind::Rgb8(levels) => (levels, None),
            NumberKind::Color(levels, palette) => (levels, Some(palette.name().to_owned())),
        };
        Some(NumbersTable { dtype: self.dtype(), levels: levels.ends(), colormap })
    }

    /// The numbers' bytes, in `scratch` unless they are the samples' own bytes. Runs on the current thread pool.
    pub(crate) fn encode<'a>(&self, samples: &'a [f32], scratch: &'a mut Vec<u8>) -> Cow<'a, [u8]> {
        match &self.kind {
            NumberKind::F32 => self.order.samples(samples),
            NumberKind::U16(levels) => {
                let number = |sample| self.order.u16(levels.level(sample));
                convert(samples, scratch, number)
            }
            NumberKind::U8(levels) => convert(samples, scratch, |sample| [levels.level(sample) as u8]),
            NumberKind::Rgb16(levels) => {
                let number = |sample| self.order.u16(levels.level(sample));
                interleave(samples, scratch, number)
            }
            NumberKind::Rgb8(levels) => interleave(samples, scratch, |sample| [levels.level(sample) as u8]),
            NumberKind::Color(levels, palette) => {
                convert(samples, scratch, |sample| palette.color(levels.level(sample) as u8))
            }
        }
    }

    /// The first number that differs: its index, and both numbers as text. Numbers are compared bit by bit.
    pub(crate) fn difference(&self, found: &[u8], want: &[u8]) -> Option<(usize, String, String)> {
        // Nearly all blocks are equal, and comparing whole blocks is fast.
        if found == want {
            return None;
        }
        let width = self.width();
        let at = found.iter().zip(want).position(|(found, want)| found != want)? / width;
        let text = |bytes: &[u8]| self.number_text(&bytes[at * width..][..width]);
        Some((at, text(found), text(want)))
    }

    fn number_text(&self, bytes: &[u8]) -> String {
        let mut bytes = bytes.to_vec();
        if self.order == ByteOrder::Big && !matches!(self.kind, NumberKind::Color(..)) {
            bytes.reverse();
        }
        match bytes[..] {
            [a, b, c, d] => f32::from_le_bytes([a, b, c, d]).to_string(),
            [a, b] => u16::from_le_bytes([a, b]).to_string(),
            [a] => a.to_string(),
            _ => format!("{bytes:?}"),
        }
    }
}

/// Converts samples on the current thread pool. Each becomes `N` bytes.
fn convert<'a, const N: usize>(
    samples: &[f32],
    scratch: &'a mut Vec<u8>,
    number: impl Fn(f32) -> [u8; N] + Sync,
) -> Cow<'a, [u8]> {
    scratch.resize(samples.len() * N, 0);
    let pieces = samples.par_chunks(PIECE).zip(scratch.par_chunks_mut(PIECE * N));
    pieces.for_each(|(samples, out)| {
        for (out, &sample) in out.as_chunks_mut().0.iter_mut().zip(samples) {
            *out = number(sample);
        }
    });
    Cow::Borrowed(scratch)
}

/// Converts three planes to pixels, whose numbers have `N` bytes, on the current thread pool.
fn interleave<'a, const N: usize>(
    planes: &[f32],
    scratch: &'a mut Vec<u8>,
    number: impl Fn(f32) -> [u8; N] + Sync,
) -> Cow<'a, [u8]> {
    let pixels = planes.len() / 3;
    scratch.resize(planes.len() * N, 0);
    let pieces = scratch.par_chunks_mut(PIECE * 3 * N).enumerate();
    pieces.for_each(|(piece, out)| {
        for (k, pixel) in out.chunks_exact_mut(3 * N).enumerate() {
            for (plane, out) in pixel.as_chunks_mut().0.iter_mut().enumerate() {
                *out = number(planes[plane * pixels + piece * PIECE + k]);
            }
        }
    });
    Cow::Borrowed(scratch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::colormap::Colormap;
    use crate::format::formats::ColorModel;

    fn levels(max: u16) -> Levels {
        Levels::new([0.0, 1.0], max).unwrap()
    }

    #[test]
    fn numbers_of_each_kind() {
        let encode = |kind: NumberKind, order| {
            let encoding = NumberEncoding { kind, order };
            let bytes = encoding.encode(&[0.0, 1.0], &mut Vec::new()).into_owned();
            assert_eq!(bytes.len(), 2 * encoding.width());
            bytes
        };
        let terrain = Colormap::from_name("terrain").unwrap();
        let terrain = Palette::new(&terrain, ColorModel::Rgb);
        let f32s = [0.0f32.to_be_bytes(), 1.0f32.to_be_bytes()].concat();
        assert_eq!(encode(NumberKind::F32, ByteOrder::Big), f32s);
        assert_eq!(encode(NumberKind::U16(levels(256)), ByteOrder::Big), [0, 0, 1, 0]);
        assert_eq!(encode(NumberKind::U16(levels(256)), ByteOrder::Little), [0, 0, 0, 1]);
        assert_eq!(encode(NumberKind::U8(levels(255)), ByteOrder::Big), [0, 255]);
        assert_eq!(
            encode(NumberKind::Color(levels(255), terrain), ByteOrder::Big),
            [18, 42, 88, 255, 255, 255]
        );
    }

    #[test]
    fn planes_become_the_colours_of_pixels() {
        let planes: Vec<f32> = (0..3 * 70_000).map(|k| if k % 7 == 0 { 1.0 } else { 0.0 }).collect();
        let encoding = NumberEncoding { kind: NumberKind::Rgb16(levels(256)), order: ByteOrder::Big };
        let bytes = encoding.encode(&planes, &mut Vec::new()).into_owned();
        assert_eq!(bytes.len(), planes.len() * encoding.width());
        for pixel in [0, 1, 65_535, 65_536, 69_999] {
            for plane in 0..3 {
                let want = u8::from((plane * 70_000 + pixel) % 7 == 0);
                assert_eq!(bytes[(3 * pixel + plane) * 2..][..2], [want, 0], "{pixel} {plane}");
            }
        }
    }

    #[test]
    fn differences_are_shown_as_numbers() {
        let big = NumberEncoding { kind: NumberKind::U16(levels(65535)), order: ByteOrder::Big };
        assert_eq!(big.difference(&[0, 1, 1, 2], &[0, 1, 1, 2]), None);
        let want = Some((1, "258".to_owned(), "3".to_owned()));
        assert_eq!(big.difference(&[0, 1, 1, 2], &[0, 1, 0, 3]), want);
    }
}
