//! What a noise chooses from: kinds, distances, fades, fractals, hashes.

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
    /// Each lattice corner has a random value, and values fade from corner to corner.
    Value,
    /// Cell value noise: each square lattice cell has one random value; white noise where a cell is one sample. Cells around scattered
    /// points are [`Cellular`](Self::Cellular).
    #[doc(alias = "white noise")]
    #[doc(alias = "cell value noise")]
    Cell,
    /// Cellular noise: each lattice cell has a random point, and a sample is made from its distances to the nearest ones (Worley, "A
    /// Cellular Texture Basis Function", SIGGRAPH 1996). In 2 and 3 dimensions, with [`Hash::Mix`]. [`Distance`], [`Returns`] and the
    /// noise's jitter say how.
    #[doc(alias = "worley")]
    #[doc(alias = "voronoi")]
    Cellular,
}

/// How cellular noise measures the distance from a sample to a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[doc(alias = "metric")]
#[non_exhaustive]
pub enum Distance {
    /// The length of the straight line.
    #[default]
    Euclidean,
    /// The square of it. It has the same nearest points, and takes no square root.
    Squared,
    /// The sum of the distances along the axes.
    #[doc(alias = "taxicab")]
    Manhattan,
    /// The greatest of the distances along the axes.
    #[doc(alias = "chessboard")]
    Chebyshev,
}

/// What cellular noise makes of the points around a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[doc(alias = "return type")]
#[non_exhaustive]
pub enum Returns {
    /// The distance to the nearest point: from 0 to 1 where the noise is normalised, as those of the other distances.
    #[default]
    F1,
    /// The distance to the second nearest point.
    F2,
    /// The difference of the two, 0 on the borders between the points' cells.
    #[doc(alias = "cracks")]
    Difference,
    /// A random value from −1 to 1 that the nearest point's cell has: flat Voronoi cells.
    #[doc(alias = "voronoi")]
    Value,
}

/// How values fade from one lattice corner to the next, with `t` from 0 to 1 between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[doc(alias = "interpolation")]
#[doc(alias = "easing")]
#[doc(alias = "derivative")]
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

/// What each octave `n` of amplitude `A` becomes before octaves are summed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[doc(alias = "fractal noise")]
#[doc(alias = "octave noise")]
#[non_exhaustive]
pub enum Fractal {
    /// `n`, and there is one octave only.
    #[default]
    None,
    /// `n`: the plain sum, fractal Brownian motion.
    #[doc(alias = "fractal Brownian motion")]
    Fbm,
    /// `2|n| − A`: round humps and creased valleys.
    #[doc(alias = "clouds")]
    Billow,
    /// `A − 2|n|`: sharp ridges. Octaves do not depend on each other, as they do in [`RidgedMulti`](Self::RidgedMulti).
    #[doc(alias = "mountains")]
    Ridged,
    /// `|n|` (Perlin 1985).
    #[doc(alias = "marble")]
    Turbulence,
    /// `A·(2·p − 1)`, where `p` goes back and forth between 0 and 1 as `n` rises: with a greater [`strength`](crate::Noise::strength), more
    /// often. Contour lines, as FastNoiseLite has them.
    #[doc(alias = "triangle wave")]
    PingPong,
    /// `A·w·(level − |n|)²`: the weight `w` of an octave is that of the octave before, times its value and
    /// [`feedback`](crate::Noise::feedback), so that ridges have detail and valleys do not (Musgrave, in Ebert et al., "Texturing and
    /// Modeling").
    #[doc(alias = "ridged multifractal")]
    #[doc(alias = "mountains")]
    RidgedMulti,
    /// `A·w·(n + level)`: the weight `w` falls with every octave, and falls fastest in valleys, so that these are smooth (Musgrave).
    #[doc(alias = "hybrid multifractal")]
    HybridMulti,
}

/// How the corners of the lattice get their random numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Hash {
    /// An arithmetic hash of 64-bit coordinates and a 64-bit seed. It has no period. A row of the lattice has a state of 32 bits: in one dimension,
    /// about one pair among 100,000 seeds has the same noise, and in three, rows far from each other are equal once in 2^32 pairs.
    #[default]
    Mix,
    /// The textbooks' table of 256 numbers. The noise repeats after 256 cells along every axis.
    #[doc(alias = "permutation table")]
    Permutation(Permutation),
}
