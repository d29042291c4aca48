//! The order of a number's bytes.

use std::borrow::Cow;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    pub(crate) const NATIVE: ByteOrder =
        if cfg!(target_endian = "big") { ByteOrder::Big } else { ByteOrder::Little };

    /// The samples' bytes in this order. They are copied only if the machine has the other order.
    pub(crate) fn samples(self, samples: &[f32]) -> Cow<'_, [u8]> {
        if self == ByteOrder::NATIVE {
            return bytemuck::cast_slice(samples).into();
        }
        let swapped = samples.iter().map(|sample| sample.to_bits().swap_bytes().to_ne_bytes());
        swapped.collect::<Vec<_>>().into_flattened().into()
    }

    pub(crate) fn u16(self, number: u16) -> [u8; 2] {
        match self {
            ByteOrder::Little => number.to_le_bytes(),
            ByteOrder::Big => number.to_be_bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders() {
        let samples = [1.5f32, -2.25];
        let little: Vec<u8> = samples.iter().flat_map(|v| v.to_le_bytes()).collect();
        let big: Vec<u8> = samples.iter().flat_map(|v| v.to_be_bytes()).collect();
        assert_eq!(ByteOrder::Little.samples(&samples), little);
        assert_eq!(ByteOrder::Big.samples(&samples), big);
        assert_eq!((ByteOrder::Little.u16(0x102), ByteOrder::Big.u16(0x102)), ([2, 1], [1, 2]));
    }
}
