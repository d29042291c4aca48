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
