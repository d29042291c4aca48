//! The choice of gradients: a named set, or a user's own vectors.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::{Error, Result, listed, number, require};
use crate::noise::sets::{self, Set};

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

    /// Whether all components have the same bits.
    pub(crate) fn is_same(&self, other: &CustomGradients) -> bool {
        let bits = |c: &f64| c.to_bits();
        let (own, others) = (self.vectors.as_flattened().iter(), other.vectors.as_flattened().iter());
        self.dims == other.dims
            && (Arc::ptr_eq(&self.vectors, &other.vectors) || own.map(bits).eq(others.map(bits)))
    }

    /// The vectors, with the components x, y, z, w. Components from [`dims`](Self::dims) on are 0.
    #[must_use]
    pub fn vectors(&self) -> &[[f64; 4]] {
        &self.vectors
    }
}

/// A number of components in words: "1 component", "2 components".
fn components(count: usize) -> String {
    format!("{count} component{}", if count == 1 { "" } else { "s" })
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
            format!("a vector of {}", components(dims)),
            "1 to 4 components",
        )?;
        let mut table = Vec::with_capacity(vectors.len());
        for (i, vector) in vectors.iter().map(AsRef::as_ref).enumerate() {
            let name = format!("gradients[{i}]");
            if vector.len() != dims {
                return Err(Error::parameter(
                    name,
                    format!("a vector of {}", components(vector.len())),
                    format!("{}, like the first vector", components(dims)),
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

    /// The named set in 1, 2, 3 and 4 dimensions, where it exists.
    fn sets(&self) -> [Option<&'static Set>; 4] {
        match self {
            Gradients::Default => {
                [Some(&sets::SIGNS), Some(&sets::DIRECTIONS16), Some(&sets::EDGES_3D), Some(&sets::EDGES_4D)]
            }
            Gradients::Signs => [Some(&sets::SIGNS), None, None, None],
            Gradients::Directions16 => [None, Some(&sets::DIRECTIONS16), None, None],
            Gradients::Directions8 => [None, Some(&sets::DIRECTIONS8), None, None],
            Gradients::Diagonals => [None, Some(&sets::DIAGONALS), None, None],
            Gradients::Axes => [None, Some(&sets::AXES), None, None],
            Gradients::KnightMoves => [None, Some(&sets::KNIGHT_MOVES), None, None],
            Gradients::ValueGradient => [None, Some(&sets::VALUE_GRADIENT), None, None],
            Gradients::Edges => [None, None, Some(&sets::EDGES_3D), Some(&sets::EDGES_4D)],
            Gradients::Custom(_) => [None; 4],
        }
    }

    /// The named set in `dims` dimensions, if it exists in these.
    pub(super) fn set(&self, dims: usize) -> Option<&'static Set> {
        self.sets().get(dims.checked_sub(1)?).copied().flatten()
    }

    /// The set's vectors in `dims` dimensions; components are x, y, z, w. A constant is the component after the last axis.
    pub(crate) fn vectors(&self, dims: usize) -> Result<Vec<[f64; 4]>> {
        match (self, self.set(dims)) {
            (_, Some(set)) => Ok((set.vectors)()),
            (Gradients::Custom(custom), None) if custom.dims == dims => Ok(custom.vectors.to_vec()),
            _ => Err(self.wrong_dimension(dims)),
        }
    }

    pub(super) fn wrong_dimension(&self, dims: usize) -> Error {
        let value = match self {
            Gradients::Custom(custom) => format!("a table of {}-component vectors, in {dims}-D", custom.dims),
            named => format!("{}, in {dims}-D", named.name()),
        };
        let sets = Gradients::ALL.iter().filter(|set| set.set(dims).is_some());
        let sets = listed(&mut sets.map(Gradients::name), ", ");
        Error::parameter("gradients", value, format!("{sets}, or vectors of {}", components(dims)))
    }
}
