//! What the points of an octave share.

use alloc::vec::Vec;

use crate::hash;
use crate::noise::{Noise, Shaped, Terms};

/// One octave of a noise.
pub(super) struct Octave {
    /// Lattice cells per world unit along an axis without a period.
    pub(super) frequency: f64,
    /// The lacunarity to the power of the octave's number.
    pub(super) power: f64,
    pub(super) keys: (u32, u32),
    /// The factor of vectors and values.
    pub(super) amplitude: f64,
    pub(super) shaped: Option<Shaped>,
}

/// All octaves of a noise: `bits.md` section 5.
pub(super) fn octaves(noise: &Noise, terms: &Terms) -> Vec<Octave> {
    let (mut frequency, mut power) = (noise.frequency, 1.0);
    let octave = |(o, (amplitude, shaped)): (usize, (f64, Option<Shaped>))| {
        let octave = Octave {
            frequency,
            power,
            keys: hash::keys(hash::octave_seed(noise.seed, o as u32)),
            amplitude: shaped.map_or(amplitude, |shaped| shaped.unit),
            shaped,
        };
        frequency *= noise.lacunarity;
        power *= noise.lacunarity;
        octave
    };
    terms.amplitudes().zip(terms.shaped()).enumerate().map(octave).collect()
}
