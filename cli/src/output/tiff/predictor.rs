//! Predictors replace numbers by differences of neighbours before compression, because these are smaller and more alike.

use tiff::tags::Predictor;

use crate::values::Dtype;

/// The predictor for a type.
pub(super) fn of(dtype: Dtype) -> Predictor {
    match dtype {
        Dtype::F32 => Predictor::FloatingPoint,
        Dtype::U16 | Dtype::U8 => Predictor::Horizontal,
    }
}

/// Applies the predictor of a type to rows of `row` numbers, in place.
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

/// Puts the most significant bytes of all numbers first, then their next bytes, and so on; then takes differences of bytes.
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

/// Replaces each byte by its difference from the byte before.
fn differences(row: &mut [u8]) {
    let mut before = 0u8;
    for byte in row {
        let value = *byte;
        *byte = value.wrapping_sub(before);
        before = value;
    }
}
