//! Gradient sets: `bits.md` section 3.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::{Error, Result, number, require};

/// The vectors from which Perlin noise chooses one for each lattice corner.
///
/// A named set exists in the dimensions that its documentation states. In others, sampling returns an error.
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
    /// 2-D: the 16 directions twice, once with the constant 0.25 and once with −0.25. The constant is added to the slope's plane, so an
    /// octave is not 0 at the corners of its lattice, and the lattice shows less ("value-gradient noise": Peachey, in Ebert et al., "Texturing and Modeling").
    #[doc(alias = "value gradient noise")]
    ValueGradient,
    /// 3-D: the 16 cases of Ken Perlin's "Improving Noise" (SIGGRAPH 2002). 4-D: the 32 edges of the hypercube.
    Edges,
    /// A user's own vectors, from [`Gradients::custom`].
    Custom(CustomGradients),
}

/// A user's own gradient vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomGradients {
    dims: usize,
    vectors: Arc<[[f64; 4]]>,
}

impl CustomGradients {
    /// The number of components of each vector.
    #[must_use]
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// The vectors, with the components x, y, z, w. Components from [`dims`](Self::dims) on are 0.
    #[must_use]
    pub fn vectors(&self) -> &[[f64; 4]] {
        &self.vectors
    }
}

impl Gradients {
    /// A table of 1 to 256 vectors of 1 to 4 components, in the order x, y, z, w. A vector that is listed twice is chosen twice as often.
    ///
    /// # Errors
    /// No vector, or more than 256; vectors of different lengths, without a component, or with more than four; a component whose size is
    /// neither 0 nor from 1e-30 to 1e30.
    ///
    /// ```
    /// use perlane::{Gradients, Grid, Noise};
    /// let slopes = Gradients::custom(&[[1.0, 0.5], [-1.0, 0.5], [0.0, -1.0]])?;
    /// let a = Noise::perlin(3).frequency(0.1).gradients(slopes).generate(&Grid::new([8, 8]))?;
    /// # assert_eq!(a.len(), 64);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    pub fn custom<V: AsRef<[f64]>>(vectors: &[V]) -> Result<Self> {
        require(!vectors.is_empty(), "gradients", "a list of none", "1 to 256 vectors")?;
        require(vectors.len() <= 256, "gradients", "a list of more than 256", "1 to 256 vectors")?;
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
            // A length is a root of squares, and an amplitude is divided by one: neither may overflow or underflow.
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

    /// Whether each vector is followed by a constant.
    pub(crate) fn has_constants(&self) -> bool {
        matches!(self, Gradients::ValueGradient)
    }

    /// The set's vectors in `dims` dimensions; components are x, y, z, w. A constant is the component after the last axis.
    pub(crate) fn vectors(&self, dims: usize) -> Result<Vec<[f64; 4]>> {
        let table = match (self, dims) {
            (Gradients::Default | Gradients::Signs, 1) => SIGNS.to_vec(),
            (Gradients::Default | Gradients::Directions16, 2) => DIRECTIONS16.to_vec(),
            (Gradients::Directions8, 2) => DIRECTIONS16.iter().copied().step_by(2).collect(),
            (Gradients::Diagonals, 2) => DIAGONALS.to_vec(),
            (Gradients::Axes, 2) => AXES.to_vec(),
            (Gradients::KnightMoves, 2) => KNIGHT_MOVES.to_vec(),
            (Gradients::ValueGradient, 2) => [CONSTANT, -CONSTANT]
                .into_iter()
                .flat_map(|constant| DIRECTIONS16.map(|[x, y, ..]| [x, y, constant, 0.0]))
                .collect(),
            (Gradients::Default | Gradients::Edges, 3) => EDGES_3D.to_vec(),
            (Gradients::Default | Gradients::Edges, 4) => (0..32).map(edge_4d).collect(),
            (Gradients::Custom(custom), _) if custom.dims == dims => custom.vectors.to_vec(),
            _ => return Err(self.wrong_dimension(dims)),
        };
        Ok(table)
    }

    pub(super) fn wrong_dimension(&self, dims: usize) -> Error {
        let value = match self {
            Gradients::Custom(custom) => format!("a table of {}-component vectors, in {dims}-D", custom.dims),
            _ => format!("{}, in {dims}-D", self.name()),
        };
        let allowed = match dims {
            1 => "default, signs, or vectors of 1 component",
            2 => {
                "default, directions16, directions8, diagonals, axes, knight-moves, value-gradient, or vectors of 2 components"
            }
            3 => "default, edges, or vectors of 3 components",
            _ => "default, edges, or vectors of 4 components",
        };
        Error::parameter("gradients", value, allowed)
    }
}

const fn xy(x: f64, y: f64) -> [f64; 4] {
    [x, y, 0.0, 0.0]
}

const fn xyz(x: f64, y: f64, z: f64) -> [f64; 4] {
    [x, y, z, 0.0]
}

const SIGNS: [[f64; 4]; 2] = [xy(1.0, 0.0), xy(-1.0, 0.0)];

/// cos 22.5°, sin 22.5° and sin 45° as literals, as another library's sine may round to other bits.
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

/// The constant of the value-gradient set.
const CONSTANT: f64 = 0.25;

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

/// Entry `h` of the 4-D edges: `h >> 3` chooses the axis that is 0, and bits 0, 1 and 2 negate the other three in turn.
fn edge_4d(h: usize) -> [f64; 4] {
    let axes = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]][h >> 3];
    let mut edge = [0.0; 4];
    for (bit, axis) in axes.into_iter().enumerate() {
        edge[axis] = if h >> bit & 1 == 0 { 1.0 } else { -1.0 };
    }
    edge
}
