//! The choices of a noise: kinds, distances, fades, fractals, hashes.

use core::ops::RangeInclusive;

use crate::noise::permutation::Permutation;

/// How a value is made from the random numbers of the lattice. The names of the variants are in [`NAMES`](Self::NAMES).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[doc(alias = "noise type")]
#[non_exhaustive]
pub enum Kind {
    /// Gradient noise: each lattice corner has a random slope and the value 0 (Perlin, "An Image Synthesizer", SIGGRAPH 1985).
    #[default]
    #[doc(alias = "gradient noise")]
    #[doc(alias = "improved noise")]
    #[doc(alias = "simplex")]
    #[doc(alias = "opensimplex")]
    Perlin,
    /// Each lattice corner has a random value, and values fade from corner to corner (lattice value noise: Peachey, in Ebert et al., "Texturing and
    /// Modeling").
    Value,
    /// Cell value noise: each square lattice cell has one random value. If a cell is one sample wide, this is white noise. For cells around
    /// scattered points see [`Cellular`](Self::Cellular).
    #[doc(alias = "white noise")]
    #[doc(alias = "cell value noise")]
    Cell,
    /// Cellular noise: each lattice cell has a random point, and a sample is made from its distances to the nearest ones (Worley, "A
    /// Cellular Texture Basis Function", SIGGRAPH 1996). It exists in 2 and 3 dimensions, with [`Hash::Mix`] only. Its parameters are
    /// [`Distance`], [`Returns`] and the noise's jitter.
    #[doc(alias = "worley")]
    #[doc(alias = "voronoi")]
    Cellular,
}

impl Kind {
    /// Whether there are derivatives of it.
    pub(crate) fn has_derivatives(self) -> bool {
        match self {
            Kind::Perlin | Kind::Value => true,
            Kind::Cell | Kind::Cellular => false,
        }
    }

    /// The numbers of dimensions that it exists in.
    pub(crate) fn dims(self) -> RangeInclusive<usize> {
        match self {
            Kind::Perlin | Kind::Value | Kind::Cell => 1..=4,
            Kind::Cellular => 2..=3,
        }
    }
}

/// How cellular noise measures the distance from a sample to a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[doc(alias = "metric")]
#[non_exhaustive]
pub enum Distance {
    /// The length of the straight line.
    #[default]
    Euclidean,
    /// The square of that length. The nearest points are the same, and no square root is taken.
    Squared,
    /// The sum of the distances along the axes.
    #[doc(alias = "taxicab")]
    Manhattan,
    /// The greatest of the distances along the axes.
    #[doc(alias = "chessboard")]
    Chebyshev,
}

/// What cellular noise makes of the points around a sample.
///
/// A normalised noise divides each by its own supremum, so that `F2` may be less than `F1` at the same place. To combine them, sample noises that are not
/// normalised: [`normalize(false)`](crate::Noise::normalize) leaves distances in lattice cells, and `Difference` is their difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[doc(alias = "return type")]
#[non_exhaustive]
pub enum Returns {
    /// The distance to the nearest point. Like `F2` and `Difference`, it is from 0 to 1 if the noise is normalised.
    #[default]
    F1,
    /// The distance to the second nearest point.
    F2,
    /// `F2` minus `F1`, which is 0 on the borders between the points' cells.
    #[doc(alias = "cracks")]
    Difference,
    /// The random value, from −1 to 1, of the cell that has the nearest point: flat Voronoi cells. It is not independent of the point's place, because both
    /// come from the same bits of the hash: with full jitter, it nearly is the point's y (in 3-D its z) within the cell, stretched to −1 to 1.
    #[doc(alias = "voronoi")]
    Value,
}

/// How values fade from one lattice corner to the next, with `t` from 0 to 1 between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[doc(alias = "interpolation")]
#[doc(alias = "easing")]
#[non_exhaustive]
pub enum Fade {
    /// `t`: the slope jumps at lattice lines, which shows as creases.
    #[doc(alias = "lerp")]
    Linear,
    /// `3t² − 2t³`: the slope is continuous (Perlin 1985).
    #[doc(alias = "smoothstep")]
    #[doc(alias = "hermite")]
    Cubic,
    /// `6t⁵ − 15t⁴ + 10t³`: the slope and the curvature are continuous (Perlin 2002).
    #[default]
    #[doc(alias = "smootherstep")]
    Quintic,
}

/// What becomes of each octave before octaves are summed. `n` is a sample of the octave, and `A` is its amplitude.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[doc(alias = "fractal noise")]
#[doc(alias = "octave noise")]
#[non_exhaustive]
pub enum Fractal {
    /// `n`, of one octave only.
    #[default]
    None,
    /// `n`: the plain sum, fractal Brownian motion (Musgrave, in Ebert et al., "Texturing and Modeling").
    #[doc(alias = "fractal Brownian motion")]
    Fbm,
    /// `2|n| − A`: round humps and creased valleys, as `Billow` in libnoise.
    #[doc(alias = "clouds")]
    Billow,
    /// `A − 2|n|`: sharp ridges, as in FastNoiseLite. Octaves do not depend on each other, as they do in [`RidgedMulti`](Self::RidgedMulti).
    #[doc(alias = "mountains")]
    Ridged,
    /// `|n|` (Perlin 1985).
    #[doc(alias = "marble")]
    Turbulence,
    /// `A·(2·p − 1)`, where `p` goes back and forth between 0 and 1 as `n` rises, more often with a greater
    /// [`strength`](crate::Noise::strength). This draws contour lines, as in FastNoiseLite.
    #[doc(alias = "triangle wave")]
    PingPong,
    /// `A·w·(level − |n|)²`. The weight `w` is 1 for the first octave. For each other octave, it is `w·(level − |n|)²` of the octave before times
    /// [`feedback`](crate::Noise::feedback), limited to 0 to 1, so ridges have detail and valleys do not (Musgrave, in Ebert et al., "Texturing and
    /// Modeling").
    #[doc(alias = "ridged multifractal")]
    #[doc(alias = "mountains")]
    RidgedMulti,
    /// `A·w·(n + level)`. The weight `w` is 1 for the first octave. For each other octave, it is `w·(n + level)` of the octave before times
    /// [`feedback`](crate::Noise::feedback) and the magnitude of the [`gain`](crate::Noise::gain) to the power of that octave's number, counted from 0;
    /// it is limited to 0 to 1. It is least in valleys, so valleys are smooth (Musgrave).
    /// The gain so counts twice: with the default 0.5, weights vanish after about four octaves, and further octaves add nothing. A gain nearer 1
    /// keeps them. He uses level 0.7, feedback 1, and `H` = 0.25, which is a gain of 0.84.
    #[doc(alias = "hybrid multifractal")]
    HybridMulti,
}

impl Fractal {
    /// Whether there are derivatives of its sums: octaves are added as they are, or folded.
    pub(crate) fn has_derivatives(self) -> bool {
        match self {
            Fractal::None | Fractal::Fbm | Fractal::Billow | Fractal::Ridged | Fractal::Turbulence => true,
            Fractal::PingPong | Fractal::RidgedMulti | Fractal::HybridMulti => false,
        }
    }
}

/// How the corners of the lattice get their random numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Hash {
    /// An arithmetic hash of 64-bit coordinates and a 64-bit seed. No period is known, and a single row has none below 2^31 cells. A row of the lattice has a
    /// state of 32 bits, so some states coincide: in one dimension, about one pair among 100,000 seeds has the same noise; in three, about one of 2^32 pairs
    /// of distant rows is equal.
    #[default]
    Mix,
    /// The textbooks' table of 256 numbers. The noise repeats after 256 cells along every axis.
    #[doc(alias = "permutation table")]
    Permutation(Permutation),
}
