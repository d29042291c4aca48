//! What a noise chooses from: kinds, fades, fractals, hashes.

use crate::noise::permutation::Permutation;

/// What stands at the corners of the lattice, and what lies between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Kind {
    /// Gradient noise: a random slope at each corner, 0 at each corner (Perlin, "An Image Synthesizer", SIGGRAPH 1985).
    #[default]
    Perlin,
    /// A random value at each corner, faded between corners.
    Value,
    /// One random value for each lattice cell; white noise where a cell is one sample.
    Cell,
}

/// How values fade from corner to corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Fade {
    /// `t`: creases at the lattice lines.
    Linear,
    /// `3t² − 2t³`: continuous slope (Perlin 1985).
    Cubic,
    /// `6t⁵ − 15t⁴ + 10t³`: continuous curvature (Perlin 2002).
    #[default]
    Quintic,
}

/// How octaves are folded before they are summed. `A` is an octave's amplitude.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Fractal {
    /// One octave.
    #[default]
    None,
    /// Fractal Brownian motion: the plain sum.
    Fbm,
    /// `2|n| − A`: round humps, creased valleys.
    Billow,
    /// `A − 2|n|`: sharp ridges (Musgrave, in "Texturing and Modeling", without the feedback between octaves).
    Ridged,
    /// `|n|` (Perlin 1985).
    Turbulence,
}

/// How the corners of the lattice get their random numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Hash {
    /// An arithmetic hash of 64-bit coordinates and a 64-bit seed, with no period.
    #[default]
    Mix,
    /// The textbooks' table of 256, with a period of 256 cells on every axis.
    Permutation(Permutation),
}
