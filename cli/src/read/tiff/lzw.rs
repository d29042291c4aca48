//! Strips and tiles that are compressed by LZW. The library for TIFF, version 0.11, takes some valid ones for cut off, as it expects a code behind the last
//! number that decoders need not reach.

use std::io;

use tiff::tags::ByteOrder;
use weezl::decode::Configuration;
use weezl::{BitOrder, LzwStatus};

/// How the numbers of a strip or tile are stored.
#[derive(Debug, Clone, Copy)]
pub(super) struct Storage {
    /// Numbers of a row, and rows.
    pub(super) row: usize,
    pub(super) rows: usize,
    /// Bytes of a number.
    pub(super) width: usize,
    /// How many numbers a pixel has; a predictor takes differences of neighbouring pixels.
    pub(super) bands: usize,
    pub(super) predictor: u16,
    pub(super) order: ByteOrder,
}

/// Values of the tag for predictors.
const HORIZONTAL: u16 = 2;
const FLOATING_POINT: u16 = 3;

/// The numbers, in this machine's byte order.
pub(super) fn decode(encoded: &[u8], storage: &Storage) -> io::Result<Vec<u8>> {
    let mut numbers = vec![0; storage.row * storage.rows * storage.width];
    inflate(encoded, &mut numbers)?;
    let mut planes = vec![0; storage.row * storage.width];
    for row in numbers.chunks_exact_mut(planes.len().max(1)) {
        match storage.predictor {
            FLOATING_POINT => floating_point(row, &mut planes, storage),
            HORIZONTAL => {
                to_native(row, storage);
                sums(row, storage.width, storage.bands);
            }
            _ => to_native(row, storage),
        }
    }
    Ok(numbers)
}

/// Fills `out`. What follows then is not looked at.
fn inflate(encoded: &[u8], out: &mut [u8]) -> io::Result<()> {
    let mut decoder =
        Configuration::with_tiff_size_switch(BitOrder::Msb, 8).with_yield_on_full_buffer(true).build();
    let (mut read, mut written) = (0, 0);
    while written < out.len() {
        let result = decoder.decode_bytes(&encoded[read..], &mut out[written..]);
        read += result.consumed_in;
        written += result.consumed_out;
        let stands = result.consumed_in == 0 && result.consumed_out == 0;
        match result.status {
            Err(e) => return Err(io::Error::other(e)),
            Ok(LzwStatus::Ok) if !stands => {}
            Ok(_) if written == out.len() => {}
            Ok(LzwStatus::NoProgress) if !stands => {}
            Ok(_) => return Err(io::Error::other("its LZW codes end before its last number")),
        }
    }
    Ok(())
}

/// Turns the bytes of each number into this machine's order.
fn to_native(row: &mut [u8], storage: &Storage) {
    let native = if cfg!(target_endian = "big") { ByteOrder::BigEndian } else { ByteOrder::LittleEndian };
    if storage.order != native {
        row.chunks_exact_mut(storage.width).for_each(<[u8]>::reverse);
    }
}

/// Adds the pixel before to each pixel. Numbers have 1, 2 or 4 bytes.
fn sums(row: &mut [u8], width: usize, bands: usize) {
    for at in (bands * width..row.len()).step_by(width) {
        let (before, number) = (at - bands * width, at);
        match width {
            1 => row[number] = row[number].wrapping_add(row[before]),
            2 => {
                let sum = u16_at(row, number).wrapping_add(u16_at(row, before));
                row[number..number + 2].copy_from_slice(&sum.to_ne_bytes());
            }
            _ => {
                let sum = u32_at(row, number).wrapping_add(u32_at(row, before));
                row[number..number + 4].copy_from_slice(&sum.to_ne_bytes());
            }
        }
    }
}

fn u16_at(row: &[u8], at: usize) -> u16 {
    u16::from_ne_bytes([row[at], row[at + 1]])
}

fn u32_at(row: &[u8], at: usize) -> u32 {
    u32::from_ne_bytes([row[at], row[at + 1], row[at + 2], row[at + 3]])
}

/// Adds the byte before to each byte, then gathers the bytes of each number: the most significant ones of all numbers come first.
fn floating_point(row: &mut [u8], planes: &mut [u8], storage: &Storage) {
    sums(row, 1, storage.bands);
    planes.copy_from_slice(row);
    let length = row.len() / storage.width;
    for (i, number) in row.chunks_exact_mut(storage.width).enumerate() {
        for (byte, out) in number.iter_mut().enumerate() {
            *out = planes[byte * length + i];
        }
        if cfg!(target_endian = "little") {
            number.reverse();
        }
    }
}

#[cfg(test)]
mod tests {
    use weezl::encode;

    use super::*;

    const ROW: usize = 6;
    const ROWS: usize = 2;

    /// Numbers of so many bytes, none like its neighbours.
    fn numbers(width: usize) -> Vec<u32> {
        let mask = u32::MAX >> (32 - 8 * width);
        (1..=(ROW * ROWS) as u32).map(|k| k.wrapping_mul(0x9e37_79b9) & mask).collect()
    }

    /// The bytes of a number in a file, and in this machine's memory.
    fn bytes(number: u32, width: usize, order: ByteOrder) -> Vec<u8> {
        match order {
            ByteOrder::LittleEndian => number.to_le_bytes()[..width].to_vec(),
            ByteOrder::BigEndian => number.to_be_bytes()[4 - width..].to_vec(),
        }
    }

    /// A row as TIFF has it.
    fn stored(row: &[u32], storage: &Storage) -> Vec<u8> {
        let Storage { width, bands, order, .. } = *storage;
        let differences = |numbers: Vec<u32>| -> Vec<u32> {
            let before = |i: usize| if i < bands { 0 } else { numbers[i - bands] };
            numbers.iter().enumerate().map(|(i, number)| number.wrapping_sub(before(i))).collect()
        };
        match storage.predictor {
            HORIZONTAL => differences(row.to_vec()).iter().flat_map(|d| bytes(*d, width, order)).collect(),
            FLOATING_POINT => {
                let byte = |plane: usize| move |number: &u32| number >> (8 * (width - 1 - plane)) & 255;
                let planes = (0..width).flat_map(|plane| row.iter().map(byte(plane))).collect();
                differences(planes).iter().map(|difference| *difference as u8).collect()
            }
            _ => row.iter().flat_map(|number| bytes(*number, width, order)).collect(),
        }
    }

    /// All that programs may choose for numbers of 1, 2 and 4 bytes.
    #[test]
    fn numbers_are_those_that_were_stored() {
        let native = if cfg!(target_endian = "big") { ByteOrder::BigEndian } else { ByteOrder::LittleEndian };
        for (width, predictor) in [(1, 1), (2, 1), (4, 1), (1, 2), (2, 2), (4, 2), (4, 3)] {
            for order in [ByteOrder::LittleEndian, ByteOrder::BigEndian] {
                for bands in [1, 2, 3] {
                    let storage = Storage { row: ROW, rows: ROWS, width, bands, predictor, order };
                    let numbers = numbers(width);
                    let file: Vec<u8> = numbers.chunks(ROW).flat_map(|row| stored(row, &storage)).collect();
                    let mut encoder = encode::Encoder::with_tiff_size_switch(BitOrder::Msb, 8);
                    let encoded = encoder.encode(&file).unwrap();
                    let want: Vec<u8> = numbers.iter().flat_map(|n| bytes(*n, width, native)).collect();
                    assert_eq!(decode(&encoded, &storage).unwrap(), want, "{storage:?}");
                    let cut = decode(&encoded[..encoded.len() / 2], &storage).unwrap_err().to_string();
                    assert_eq!(cut, "its LZW codes end before its last number");
                }
            }
        }
    }
}
