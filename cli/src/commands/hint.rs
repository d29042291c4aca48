//! Hints about specs that are valid, but rarely meant.

use perlane::{Kind, Noise, PerAxis, Window};

use crate::args::noise::DEFAULT_CELL_SIZE;
use crate::spec::GenerateSpec;
use crate::terminal::console;

/// Prints a hint where every sample is a lattice point. A recipe that says no frequency has 1, and Perlin noise is 0 on the lattice.
pub(crate) fn print(spec: &GenerateSpec) {
    let [noise] = spec.layers.as_slice() else { return };
    if noise.kind == Kind::Perlin && is_on_lattice(noise, &spec.window) {
        console::note(&format!(
            "note: frequency {} puts every sample on a lattice point, where Perlin noise is 0; \
             --cell-size {DEFAULT_CELL_SIZE} makes cells of {DEFAULT_CELL_SIZE} samples",
            noise.frequency
        ));
    }
}

/// Whether all samples are corners of the lattice, in every octave.
fn is_on_lattice(noise: &Noise, window: &Window) -> bool {
    let whole = |lattice: f64| lattice.fract() == 0.0;
    let first = window.world(PerAxis::default()).xyzw();
    let (spacing, offset) = (window.spacing.xyzw(), noise.offset.xyzw());
    let axis =
        |a: usize| whole((first[a] + offset[a]) * noise.frequency) && whole(spacing[a] * noise.frequency);
    (noise.octaves == 1 || whole(noise.lacunarity)) && (0..window.dims()).all(axis)
}
