//! Hints about specs that are valid, but rarely intended.

use perlane::{Kind, Noise, PerAxis, Warp, Window};

use crate::args::noise::DEFAULT_CELL_SIZE;
use crate::spec::GenerateSpec;
use crate::terminal::console;

/// Prints hints about what is rarely intended. `periods` is how many numbers the option `--period` has, if it is given.
pub(crate) fn print(spec: &GenerateSpec, periods: Option<usize>) {
    let dims = spec.window.dims();
    let names = &["x", "y", "z", "w"][..dims];
    if let Some(count @ 1..) = periods.filter(|count| *count < dims) {
        console::note(&format!(
            "note: --period has {count} of {dims} numbers, and the noise repeats along {} alone; \
             say 0 for axes along which it does not repeat",
            names[..count].join(", ")
        ));
    }
    for noise in spec.layers.as_slice() {
        if let Some(note) = single_cells(noise, &spec.window) {
            console::note(&note);
            break;
        }
    }
    for noise in spec.layers.as_slice() {
        let open = |axis| open_edges(noise, &spec.window, axis).or_else(|| open_warp(noise, axis));
        if let Some(note) = (0..dims).find_map(open) {
            console::note(&note);
            break;
        }
    }
    print_lattice(spec);
}

/// A hint if the noise repeats after one cell, as with `--tile` in a window of about the cell size. The lattice lines on both sides of the cell are
/// then the same, so that the cell has one blob, or nothing.
fn single_cells(noise: &Noise, window: &Window) -> Option<String> {
    let single = |axis: &usize| noise.period.xyzw()[*axis] == 1 && window.size.xyzw()[*axis] > 1;
    let axes: Vec<&str> = (0..window.dims()).filter(single).map(|axis| ["x", "y", "z", "w"][axis]).collect();
    (!axes.is_empty()).then(|| {
        format!(
            "note: along {}, the noise repeats after a single lattice cell, and has little to show; \
             a smaller --cell-size, or a larger --period, makes more cells",
            axes.join(", ")
        )
    })
}

/// A hint if the noise repeats along an axis, but opposite edges of the window do not meet, because its length is no multiple of the period.
fn open_edges(noise: &Noise, window: &Window, axis: usize) -> Option<String> {
    let (period, size) = (noise.period.xyzw()[axis], window.size.xyzw()[axis]);
    let step = window.spacing.xyzw()[axis].abs() * noise.frequency;
    let periods = size as f64 * step / f64::from(period);
    // Frequencies such as 1/100 are rounded, and so are their products.
    if period == 0 || (periods.round() >= 1.0 && (periods - periods.round()).abs() < 1e-9 * periods) {
        return None;
    }
    let name = ["x", "y", "z", "w"][axis];
    let samples = f64::from(period) / step;
    let fitting = size as f64 / f64::from(period);
    // With smaller cells, nobody sees the repetition.
    let advice =
        if fitting < 2.0 { String::new() } else { format!("; with cells of {fitting} samples they do") };
    Some(format!(
        "note: along {name}, the noise repeats after {samples} samples, and there are {size}: the edges do not meet{advice}"
    ))
}

/// A hint if the noise repeats along an axis, but its warp does not repeat with it.
fn open_warp(noise: &Noise, axis: usize) -> Option<String> {
    let length = f64::from(noise.period.xyzw()[axis]) / noise.frequency;
    let Warp::Of(layers) = &noise.warp else { return None };
    let mut noises = layers.xyzw_ref().into_iter().flat_map(|layers| layers.as_slice());
    let repeats = |warp: &Noise| {
        let times = length * warp.frequency / f64::from(warp.period.xyzw()[axis]);
        times.round() >= 1.0 && (times - times.round()).abs() < 1e-9 * times
    };
    if length == 0.0 || noises.all(repeats) {
        return None;
    }
    let name = ["x", "y", "z", "w"][axis];
    Some(format!(
        "note: along {name}, the noise repeats after {length} world units, and what warps it does not: the edges do not meet"
    ))
}

/// Prints a hint if every sample is a lattice point. A recipe without a frequency has frequency 1, and Perlin noise is 0 on the lattice.
fn print_lattice(spec: &GenerateSpec) {
    let [noise] = spec.layers.as_slice() else { return };
    if noise.kind == Kind::Perlin && !noise.is_warped() && is_on_lattice(noise, &spec.window) {
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
