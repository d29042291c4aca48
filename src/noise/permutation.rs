//! Permutations of 0..=255: `bits.md` section 2.

use alloc::format;
use alloc::sync::Arc;

use crate::error::{Error, Result};
use crate::hash;

/// A permutation of 0..=255 for [`Hash::Permutation`](crate::Hash::Permutation).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Permutation(Source);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Source {
    Perlin,
    Seeded,
    Table(Arc<[u8; 256]>),
}

impl Permutation {
    /// Ken Perlin's own table ("Improving Noise", SIGGRAPH 2002). The noise's seed then has no effect.
    pub const PERLIN: Permutation = Permutation(Source::Perlin);
    /// 0..=255 shuffled by the noise's seed.
    pub const SEEDED: Permutation = Permutation(Source::Seeded);

    /// A user's own table. The noise's seed then has no effect.
    ///
    /// # Errors
    /// Not 256 entries, or a value that occurs twice; the error names the first entry that repeats one before it.
    ///
    /// ```
    /// use perlane::Permutation;
    /// let reversed: Vec<u8> = (0..=255).rev().collect();
    /// assert!(Permutation::table(&reversed).is_ok());
    /// assert!(Permutation::table(&[7; 256]).unwrap_err().to_string().starts_with("permutation[1] is 7"));
    /// ```
    pub fn table(values: &[u8]) -> Result<Self> {
        let allowed = "256 integers, each of 0 to 255 exactly once";
        let Ok(table) = <[u8; 256]>::try_from(values) else {
            let integers = if values.len() == 1 { "integer" } else { "integers" };
            return Err(Error::parameter("permutation", format!("{} {integers}", values.len()), allowed));
        };
        let mut first: [Option<usize>; 256] = [None; 256];
        for (i, &value) in table.iter().enumerate() {
            if let Some(before) = first[usize::from(value)] {
                let missing = (0..=255u8).find(|v| !table.contains(v)).unwrap_or(0);
                return Err(Error::parameter(
                    format!("permutation[{i}]"),
                    format!("{value}, which already stands at [{before}] ({missing} is missing)"),
                    allowed,
                ));
            }
            first[usize::from(value)] = Some(i);
        }
        Ok(Permutation(Source::Table(Arc::new(table))))
    }

    /// The 256 values for a noise with this seed.
    #[must_use]
    pub fn values(&self, seed: u64) -> [u8; 256] {
        match &self.0 {
            Source::Perlin => PERLIN,
            Source::Seeded => hash::shuffled(seed),
            Source::Table(table) => **table,
        }
    }

    /// The values of a user's table; `None` for the other permutations.
    #[must_use]
    pub fn as_table(&self) -> Option<&[u8; 256]> {
        match &self.0 {
            Source::Table(table) => Some(table),
            _ => None,
        }
    }
}

/// The permutation of Ken Perlin's reference implementation of improved noise (2002).
#[rustfmt::skip]
const PERLIN: [u8; 256] = [
    151, 160, 137, 91, 90, 15, 131, 13, 201, 95, 96, 53, 194, 233, 7, 225, 140, 36, 103, 30, 69, 142, 8, 99, 37, 240, 21, 10,
    23, 190, 6, 148, 247, 120, 234, 75, 0, 26, 197, 62, 94, 252, 219, 203, 117, 35, 11, 32, 57, 177, 33, 88, 237, 149, 56, 87,
    174, 20, 125, 136, 171, 168, 68, 175, 74, 165, 71, 134, 139, 48, 27, 166, 77, 146, 158, 231, 83, 111, 229, 122, 60, 211,
    133, 230, 220, 105, 92, 41, 55, 46, 245, 40, 244, 102, 143, 54, 65, 25, 63, 161, 1, 216, 80, 73, 209, 76, 132, 187, 208,
    89, 18, 169, 200, 196, 135, 130, 116, 188, 159, 86, 164, 100, 109, 198, 173, 186, 3, 64, 52, 217, 226, 250, 124, 123, 5,
    202, 38, 147, 118, 126, 255, 82, 85, 212, 207, 206, 59, 227, 47, 16, 58, 17, 182, 189, 28, 42, 223, 183, 170, 213, 119,
    248, 152, 2, 44, 154, 163, 70, 221, 153, 101, 155, 167, 43, 172, 9, 129, 22, 39, 253, 19, 98, 108, 110, 79, 113, 224, 232,
    178, 185, 112, 104, 218, 246, 97, 228, 251, 34, 242, 193, 238, 210, 144, 12, 191, 179, 162, 241, 81, 51, 145, 235, 249,
    14, 239, 107, 49, 192, 214, 31, 181, 199, 106, 157, 184, 84, 204, 176, 115, 121, 50, 45, 127, 4, 150, 254, 138, 236, 205,
    93, 222, 114, 67, 29, 24, 72, 243, 141, 128, 195, 78, 66, 215, 61, 156, 180,
];
