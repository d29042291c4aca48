//! Gradient sets, their suprema, and permutations: `bits.md` sections 2 and 3.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::{Error, Result, number, require};
use crate::hash;
use crate::noise::Fade;

/// The vectors that Perlin noise chooses from at lattice corners.
///
/// A set with a name exists in the dimensions that its documentation says; used in another, it is an error.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum Gradients {
    /// `Signs` in 1-D, `Directions16` in 2-D, `Edges` in 3-D and 4-D.
    #[default]
    Default,
    /// 1-D: +1, −1.
    Signs,
    /// 2-D: unit vectors at multiples of 22.5°.
    Directions16,
    /// 2-D: unit vectors at multiples of 45°.
    Directions8,
    /// 2-D: (±1, ±1).
    Diagonals,
    /// 2-D: (0, ±1), (±1, 0).
    Axes,
    /// 2-D: (±1, ±2), (±2, ±1).
    KnightMoves,
    /// 3-D: the 16 cases of Ken Perlin's "Improving Noise" (SIGGRAPH 2002). 4-D: the 32 edges of the hypercube.
    Edges,
    /// The user's own, from [`Gradients::custom`].
    Custom(CustomGradients),
}

/// A user's gradient vectors, in the order x, y, z, w.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomGradients {
    dims: usize,
    vectors: Arc<[[f64; 4]]>,
}

impl CustomGradients {
    /// The number of components of each vector.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// The vectors; components are x, y, z, w, and 0 from [`dims`](Self::dims) on.
    pub fn vectors(&self) -> &[[f64; 4]] {
        &self.vectors
    }
}

impl Gradients {
    /// A table of 1 to 256 vectors, components in the order x, y, z, w. An entry may stand more than once, which makes
    /// it likelier.
    ///
    /// # Errors
    /// No vector, more than 256, a component that is neither 0 nor from 1e-30 to 1e30 in size, vectors of no, of different, or of more than four components.
    ///
    /// ```
    /// use perlane::{Gradients, Grid, Noise};
    /// let slopes = Gradients::custom(&[[1.0, 0.5], [-1.0, 0.5], [0.0, -1.0]])?;
    /// let a = Noise::perlin(3).frequency(0.1).gradients(slopes).generate(&Grid::new([8, 8]))?;
    /// # assert_eq!(a.len(), 64);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    pub fn custom<V: AsRef<[f64]>>(vectors: &[V]) -> Result<Self> {
        require((1..=256).contains(&vectors.len()), "gradients", vectors.len(), "1 to 256 vectors")?;
        let dims = vectors[0].as_ref().len();
        require(
            (1..=4).contains(&dims),
            "gradients",
            format!("a vector of {dims} components"),
            "1 to 4 components",
        )?;
        let mut table = Vec::with_capacity(vectors.len());
        for (i, vector) in vectors.iter().map(AsRef::as_ref).enumerate() {
            let name = format!("gradients[{i}]");
            if vector.len() != dims {
                return Err(Error::parameter(
                    name,
                    format!("a vector of {} components", vector.len()),
                    format!("{dims} components, like the first vector"),
                ));
            }
            // Lengths are sums of squares, and amplitudes their inverse: neither may leave the range of numbers.
            let sound = |c: f64| c == 0.0 || (1e-30..=1e30).contains(&c.abs());
            if let Some(&bad) = vector.iter().find(|&&c| !sound(c)) {
                return Err(Error::parameter(
                    name,
                    number(bad),
                    "components that are 0 or from 1e-30 to 1e30 in size",
                ));
            }
            let mut padded = [0.0; 4];
            padded[..dims].copy_from_slice(vector);
            table.push(padded);
        }
        Ok(Gradients::Custom(CustomGradients { dims, vectors: table.into() }))
    }

    /// The set's vectors in `dims` dimensions, (x, y, z, w) each.
    pub(crate) fn vectors(&self, dims: usize) -> Result<Vec<[f64; 4]>> {
        let table = match (self, dims) {
            (Gradients::Default | Gradients::Signs, 1) => SIGNS.to_vec(),
            (Gradients::Default | Gradients::Directions16, 2) => DIRECTIONS16.to_vec(),
            (Gradients::Directions8, 2) => DIRECTIONS16.iter().copied().step_by(2).collect(),
            (Gradients::Diagonals, 2) => DIAGONALS.to_vec(),
            (Gradients::Axes, 2) => AXES.to_vec(),
            (Gradients::KnightMoves, 2) => KNIGHT_MOVES.to_vec(),
            (Gradients::Default | Gradients::Edges, 3) => EDGES_3D.to_vec(),
            (Gradients::Default | Gradients::Edges, 4) => (0..32).map(edge_4d).collect(),
            (Gradients::Custom(custom), _) if custom.dims == dims => custom.vectors.to_vec(),
            _ => return Err(self.wrong_dimension(dims)),
        };
        Ok(table)
    }

    /// The supremum of the absolute value of one octave of amplitude 1; an upper bound for a custom table.
    #[expect(clippy::approx_constant, reason = "the published literals, rounded up, not the constant")]
    pub(crate) fn supremum(&self, dims: usize, fade: Fade) -> Result<f64> {
        let by_fade = match (self, dims) {
            (Gradients::Default | Gradients::Signs, 1) => [0.5; 3],
            (Gradients::Default | Gradients::Directions16, 2) => [0.707106781187; 3],
            (Gradients::Directions8, 2) => [0.707106781187; 3],
            (Gradients::Diagonals, 2) => [1.0; 3],
            (Gradients::Axes, 2) => [0.5625, 0.543509526419, 0.535276439051],
            (Gradients::KnightMoves, 2) => [1.520833333333, 1.513947009605, 1.511170764476],
            (Gradients::Default | Gradients::Edges, 3) => [1.064828162343, 1.04490518961, 1.036353811212],
            (Gradients::Default | Gradients::Edges, 4) => [1.565313239721, 1.545199921528, 1.536582334047],
            (Gradients::Custom(custom), _) if custom.dims == dims => [custom_bound(custom); 3],
            _ => return Err(self.wrong_dimension(dims)),
        };
        Ok(by_fade[fade as usize])
    }

    fn wrong_dimension(&self, dims: usize) -> Error {
        let value = match self {
            Gradients::Custom(custom) => format!("a table of {}-component vectors, in {dims}-D", custom.dims),
            _ => format!("{}, in {dims}-D", self.name()),
        };
        let allowed = match dims {
            1 => "default, signs, or vectors of 1 component",
            2 => {
                "default, directions16, directions8, diagonals, axes, knight-moves, or vectors of 2 components"
            }
            3 => "default, edges, or vectors of 3 components",
            _ => "default, edges, or vectors of 4 components",
        };
        Error::parameter("gradients", value, allowed)
    }
}

/// No vector of `dims` components, faded from corners that far apart, contributes more: at a point the mean distance to
/// the corners, weighted by the fades, is at most sqrt(dims)/2, for each of the three fades.
fn custom_bound(custom: &CustomGradients) -> f64 {
    let mut longest = 0.0;
    for v in custom.vectors.iter() {
        let length = libm::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
        if length > longest {
            longest = length;
        }
    }
    libm::sqrt(custom.dims as f64) / 2.0 * longest
}

const fn xy(x: f64, y: f64) -> [f64; 4] {
    [x, y, 0.0, 0.0]
}

const fn xyz(x: f64, y: f64, z: f64) -> [f64; 4] {
    [x, y, z, 0.0]
}

const SIGNS: [[f64; 4]; 2] = [xy(1.0, 0.0), xy(-1.0, 0.0)];

/// cos 22.5°, sin 22.5°, sin 45°: literals, so that no library's sine decides a bit.
const C1: f64 = 0.9238795325112867;
const S1: f64 = 0.3826834323650898;
const S2: f64 = core::f64::consts::FRAC_1_SQRT_2;

const DIRECTIONS16: [[f64; 4]; 16] = [
    xy(1.0, 0.0),
    xy(C1, S1),
    xy(S2, S2),
    xy(S1, C1),
    xy(0.0, 1.0),
    xy(-S1, C1),
    xy(-S2, S2),
    xy(-C1, S1),
    xy(-1.0, 0.0),
    xy(-C1, -S1),
    xy(-S2, -S2),
    xy(-S1, -C1),
    xy(0.0, -1.0),
    xy(S1, -C1),
    xy(S2, -S2),
    xy(C1, -S1),
];

const DIAGONALS: [[f64; 4]; 4] = [xy(1.0, 1.0), xy(-1.0, 1.0), xy(-1.0, -1.0), xy(1.0, -1.0)];

const AXES: [[f64; 4]; 4] = [xy(0.0, 1.0), xy(0.0, -1.0), xy(1.0, 0.0), xy(-1.0, 0.0)];

const KNIGHT_MOVES: [[f64; 4]; 8] = [
    xy(1.0, 2.0),
    xy(2.0, 1.0),
    xy(-1.0, 2.0),
    xy(-2.0, 1.0),
    xy(-1.0, -2.0),
    xy(-2.0, -1.0),
    xy(1.0, -2.0),
    xy(2.0, -1.0),
];

const EDGES_3D: [[f64; 4]; 16] = [
    xyz(1.0, 1.0, 0.0),
    xyz(-1.0, 1.0, 0.0),
    xyz(1.0, -1.0, 0.0),
    xyz(-1.0, -1.0, 0.0),
    xyz(1.0, 0.0, 1.0),
    xyz(-1.0, 0.0, 1.0),
    xyz(1.0, 0.0, -1.0),
    xyz(-1.0, 0.0, -1.0),
    xyz(0.0, 1.0, 1.0),
    xyz(0.0, -1.0, 1.0),
    xyz(0.0, 1.0, -1.0),
    xyz(0.0, -1.0, -1.0),
    xyz(1.0, 1.0, 0.0),
    xyz(0.0, -1.0, 1.0),
    xyz(-1.0, 1.0, 0.0),
    xyz(0.0, -1.0, -1.0),
];

/// Entry `h` of the 4-D edges: `h >> 3` leaves one axis out, bits 0, 1 and 2 negate the other three in turn.
fn edge_4d(h: usize) -> [f64; 4] {
    let axes = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]][h >> 3];
    let mut edge = [0.0; 4];
    for (bit, axis) in axes.into_iter().enumerate() {
        edge[axis] = if h >> bit & 1 == 0 { 1.0 } else { -1.0 };
    }
    edge
}

/// A permutation of 0..=255 for [`Hash::Permutation`](crate::Hash::Permutation).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Permutation(Source);

#[derive(Debug, Clone, PartialEq, Eq)]
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

    /// The user's own table. The noise's seed then has no effect.
    ///
    /// # Errors
    /// Not 256 entries, or a value that stands twice (the first such one is named).
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
            return Err(Error::parameter("permutation", format!("{} integers", values.len()), allowed));
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

    /// The 256 values, for a noise of that seed.
    pub fn values(&self, seed: u64) -> [u8; 256] {
        match &self.0 {
            Source::Perlin => PERLIN,
            Source::Seeded => hash::shuffled(seed),
            Source::Table(table) => **table,
        }
    }

    /// `Some` of the values of a user's own table.
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
