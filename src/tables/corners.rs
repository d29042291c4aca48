//! How a corner's lattice coordinates become its vector or value: hashes, and tables of what they choose.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// How a corner's lattice coordinates become its vector (Perlin) or value, amplitude included.
#[allow(
    clippy::large_enum_variant,
    reason = "the usual one is the largest, and it should be had without another allocation"
)]
pub(crate) enum Corners {
    /// `Mix` and up to 16 gradients.
    MixFew { keys: (u32, u32), vectors: FewVectors },
    /// `Mix` and up to 256 gradients.
    MixMany { keys: (u32, u32), len: u32, table: Table },
    /// `Mix` and a value.
    MixValue { keys: (u32, u32), amplitude: f32 },
    /// A permutation; the table has an entry for each of its 256 results.
    Permutation { links: Arc<[u32; 256]>, table: Table },
}

/// Up to 16 vectors.
pub(crate) struct FewVectors {
    pub(crate) len: u32,
    /// How many components they have.
    pub(crate) components: usize,
    pub(crate) table: [[f32; 16]; 4],
    /// Whether there are 16, and entry `k + 8` is entry `k` with its sign bits inverted.
    pub(crate) opposite: bool,
    /// Another form of the table, if there are 16 of three components, which have few values.
    pub(crate) values: Option<FewValues>,
}

/// 16 vectors of three components, each of which has up to four values.
pub(crate) struct FewValues {
    /// Which value each component of a vector has: two bits for each, the first component's lowest.
    pub(crate) codes: [u8; 16],
    /// Each component's values.
    pub(crate) values: [[f32; 4]; 3],
}

impl FewValues {
    /// `None` where a component has more values.
    fn of(components: &[[f32; 16]]) -> Option<Self> {
        let mut few = FewValues { codes: [0; 16], values: [[0.0; 4]; 3] };
        for (c, component) in components.iter().enumerate() {
            let values = &mut few.values[c];
            let mut count = 0;
            for (code, value) in few.codes.iter_mut().zip(component) {
                let known = values[..count].iter().position(|known| known == value);
                let n = known.unwrap_or(count);
                *values.get_mut(n)? = *value;
                count = count.max(n + 1);
                *code |= (n as u8) << (2 * c);
            }
        }
        Some(few)
    }
}

/// Up to 256 vectors, component by component. Entries after the last vector are 0.
pub(crate) type Table = Box<[[f32; 256]]>;

/// Vectors for `Mix`, which chooses them by the top bits of a hash. A table of 1, 2, 4 or 8 vectors becomes one of 16, which has each
/// vector several times in a row. So four bits choose the vector that fewer bits chose, and kernels know the number of bits.
pub(super) fn stretch(vectors: &[[f64; 4]]) -> Vec<[f64; 4]> {
    let times = match vectors.len() {
        len @ (1 | 2 | 4 | 8) => 16 / len,
        _ => 1,
    };
    vectors.iter().flat_map(|vector| core::iter::repeat_n(*vector, times)).collect()
}

/// The corners of `Mix` and these vectors.
pub(super) fn mix_vectors_of(
    keys: (u32, u32),
    vectors: &[[f64; 4]],
    components: usize,
    amplitude: f64,
) -> Corners {
    let len = vectors.len() as u32;
    if vectors.len() > 16 {
        return Corners::MixMany { keys, len, table: table(vectors, components, amplitude, vectors.len()) };
    }
    let mut table = [[0.0; 16]; 4];
    for (h, vector) in vectors.iter().enumerate() {
        for (column, g) in table.iter_mut().zip(vector).take(components) {
            column[h] = (amplitude * g) as f32;
        }
    }
    let opposite = vectors.len() == 16 && make_opposite(&mut table[..components]);
    let values =
        if vectors.len() == 16 && components == 3 { FewValues::of(&table[..components]) } else { None };
    Corners::MixFew { keys, vectors: FewVectors { len, components, table, opposite, values } }
}

/// `G_o` of the first `entries` hashes; the vectors start again if there are fewer.
pub(super) fn table(vectors: &[[f64; 4]], components: usize, amplitude: f64, entries: usize) -> Table {
    let mut table = alloc::vec![[0.0; 256]; components].into_boxed_slice();
    for (h, vector) in vectors.iter().cycle().take(entries).enumerate() {
        for (column, g) in table.iter_mut().zip(vector) {
            column[h] = (amplitude * g) as f32;
        }
    }
    table
}

/// Whether entry `k + 8` of a table of 16 is the opposite of entry `k`. If so, its zeros get the opposite sign too. No sample depends on
/// the sign of a zero in a gradient: it only affects the sign of other zeros, and no sum of octaves is ever -0.
fn make_opposite(table: &mut [[f32; 16]]) -> bool {
    let is = table.iter().all(|column| (0..8).all(|k| column[k + 8] == -column[k]));
    for column in table.iter_mut().filter(|_| is) {
        for k in 0..8 {
            column[k + 8] = -column[k];
        }
    }
    is
}

pub(super) fn permutation_values(amplitude: f64) -> Table {
    let value = |h: usize| (h as f32 * (2.0f64 / 255.0) as f32 - 1.0) * amplitude as f32;
    Box::new([core::array::from_fn(value)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash;

    #[test]
    fn few_values_are_those_of_the_vectors() {
        let edges = crate::Gradients::Edges.vectors(3).unwrap();
        let corners = mix_vectors_of((1, 2), &edges, 3, 0.3);
        let Corners::MixFew { vectors, .. } = corners else { panic!("edges are few") };
        let few = vectors.values.expect("edges have few values");
        for (h, code) in few.codes.iter().enumerate() {
            for c in 0..3 {
                assert_eq!(
                    few.values[c][usize::from(code >> (2 * c) & 3)],
                    vectors.table[c][h],
                    "component {c} of {h}"
                );
            }
        }
        let mut five = edges;
        (five[0][1], five[1][1]) = (0.5, 0.25);
        let corners = mix_vectors_of((1, 2), &five, 3, 0.3);
        assert!(matches!(corners, Corners::MixFew { vectors: FewVectors { values: None, .. }, .. }));
    }

    #[test]
    fn stretched_tables_have_the_same_vector_for_every_hash() {
        for len in 1..=40 {
            let vectors: Vec<[f64; 4]> = (0..len).map(|k| [k as f64, 0.0, 0.0, 0.0]).collect();
            let stretched = stretch(&vectors);
            assert_eq!(stretched.len() == 16, [1, 2, 4, 8, 16].contains(&len));
            for h in (0..=u32::MAX)
                .step_by(9973)
                .chain((0..32u32).flat_map(|k| [k << 27, (k << 27).wrapping_sub(1)]))
            {
                let at = |vectors: &[[f64; 4]]| vectors[hash::table_index(h, vectors.len())];
                assert_eq!(at(&stretched), at(&vectors), "{h:#x} of {len}");
            }
        }
    }
}
