//! What numbers become before they are compressed: differences of neighbours, which are smaller and more alike.

use tiff::tags::Predictor;

use crate::values::Dtype;

/// The predictor of a type.
pub(super) fn of(dtype: Dtype) -> Predictor {
    match dtype {
        Dtype::F32 => Predictor::FloatingPoint,
        Dtype::U16 | Dtype::U8 => Predictor::Horizontal,
    }
}

/// Replaces the numbers of rows, each of so many numbers, by what the predictor of their type makes of them.
pub(super) fn apply(dtype: Dtype, row: usize, bytes: &mut [u8]) {
    let rows = bytes.chunks_exact_mut(row * dtype.bytes());
    match dtype {
        Dtype::F32 => {
            let mut planes = vec![0; row * 4];
            rows.for_each(|row| float_row(row, &mut planes));
        }
        Dtype::U16 => rows.for_each(u16_row),
        Dtype::U8 => rows.for_each(differences),
    }
}

/// The first bytes of all numbers, then their second bytes, and so on, the most significant ones first; then differences of bytes.
fn float_row(row: &mut [u8], planes: &mut [u8]) {
    let length = row.len() / 4;
    for (i, number) in row.chunks_exact(4).enumerate() {
        let [a, b, c, d] = u32::from_ne_bytes([number[0], number[1], number[2], number[3]]).to_be_bytes();
        for (plane, byte) in [a, b, c, d].into_iter().enumerate() {
            planes[plane * length + i] = byte;
        }
    }
    row.copy_from_slice(planes);
    differences(row);
}

fn u16_row(row: &mut [u8]) {
    let mut before = 0u16;
    for number in row.chunks_exact_mut(2) {
        let value = u16::from_ne_bytes([number[0], number[1]]);
        number.copy_from_slice(&value.wrapping_sub(before).to_ne_bytes());
        before = value;
    }
}

/// The difference of each byte from the one before.
fn differences(row: &mut [u8]) {
    let mut before = 0u8;
    for byte in row {
        let value = *byte;
        *byte = value.wrapping_sub(before);
        before = value;
    }
}
