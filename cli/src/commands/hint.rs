//! Hints about specs that are valid, but rarely intended.

use perlane::{FieldParameters, Fractal, Gradients, Kind, Noise, PerAxis, Quantity, Returns, Warp, Window};

use crate::args::noise::{DEFAULT_CELL_SIZE, NoiseArgs};
use crate::args::window::SeamlessArgs;
use crate::commands::edges;
use crate::format::formats::Format;
use crate::format::layout::Layout;
use crate::numerals::{brief, rounded, shortest, without_roundings};
use crate::repeat::Samples;
use crate::spec::GenerateSpec;
use crate::terminal::console;

/// Prints hints about what is rarely intended.
pub(crate) fn print(spec: &GenerateSpec, noise: &NoiseArgs, seamless: &SeamlessArgs) {
    print_periods(spec, noise.periods());
    if let Some(note) = noise.loose_kind().and_then(|word| loose_kind(word, spec)) {
        console::note(&note);
    }
    for noise in spec.layers.as_slice() {
        if let Some(note) = single_cells(noise, &spec.window) {
            console::note(&note);
            break;
        }
    }
    let layers = spec.layers.as_slice();
    for noise in layers {
        let of_axis = |axis| {
            let inexact = || inexact(noise, &spec.window, axis).filter(|_| seamless.is_given());
            open_warp(noise, axis).or_else(inexact)
        };
        // Layers have no cell size that an option could set.
        let open = edges::open(noise, &spec.window, layers.len() == 1);
        if let Some(note) = open.or_else(|| (0..spec.window.dims()).find_map(of_axis)) {
            console::note(&note);
            break;
        }
    }
    print_lattice(spec, seamless.is_given());
    if let Some(note) = lit_from_below(spec) {
        console::note(&note);
    }
    for note in
        [constant(spec), south_up(spec), unknown_to_gdal(spec), mirrored_pyramid(spec)].into_iter().flatten()
    {
        console::note(&note);
    }
}

/// A hint if a kind has a name for which other libraries show something else than the noise: a number for each sample, or for each cell of points.
fn loose_kind(word: &str, spec: &GenerateSpec) -> Option<String> {
    let [noise] = spec.layers.as_slice() else { return None };
    let is_plain = noise.fractal == Fractal::None;
    let cells_of_a_sample = noise.frequency * spec.window.spacing.x.abs() > ALMOST_ONE;
    let (is_meant, kind, makes) = match word {
        "white" | "white-noise" => (
            is_plain && cells_of_a_sample,
            Kind::Cell,
            "--cell-size 1 --fractal none makes a random number for each sample",
        ),
        "voronoi" => (
            is_plain && noise.returns == Returns::Value,
            Kind::Cellular,
            "--returns value --fractal none makes cells that have one number each",
        ),
        _ => return None,
    };
    (!is_meant).then(|| format!("note: {word} is a name of {kind} noise here; {makes}"))
}

/// How many cells a sample has at least with `--cell-size 1`, whose frequency is rounded.
const ALMOST_ONE: f64 = 1.0 - 1e-9;

/// A hint if the usual light comes from the bottom of a picture, because y points up in it.
fn lit_from_below(spec: &GenerateSpec) -> Option<String> {
    let is_usual = spec.field == FieldParameters::from(Quantity::Hillshade).relief(spec.field.relief);
    (is_usual && spec.window.spacing.y < 0.0).then(|| {
        "note: y points up here, so that the light -1,-1,2 comes from bottom left, and hills look like hollows; \
         --light -1,1,2 comes from top left"
            .to_owned()
    })
}

/// A hint if a map has south at the top, as it has with the default spacing.
fn south_up(spec: &GenerateSpec) -> Option<String> {
    let spacing = spec.window.spacing;
    (spec.crs.is_some() && spacing.y > 0.0).then(|| {
        let others = spacing.xyzw().into_iter().take(spec.window.dims()).skip(2);
        let others: String = others.map(|spacing| format!(",{}", shortest(spacing))).collect();
        format!(
            "note: y grows from row to row, so that south is at the top, which some programs for maps refuse; \
             --spacing {},-{}{others} has north at the top",
            shortest(spacing.x),
            shortest(spacing.y)
        )
    })
}

/// A hint if a dataset's coordinate reference system is one that GDAL does not find in it.
fn unknown_to_gdal(spec: &GenerateSpec) -> Option<String> {
    let crs = spec.crs.filter(|crs| crs.wkt().is_none())?;
    (spec.format == Format::Zarr && spec.layout == Layout::Dataset).then(|| {
        format!(
            "note: the dataset has only the code {crs}, because perlane has no well-known text for it; rioxarray reads the code, GDAL does not"
        )
    })
}

/// A hint if a pyramid has scales that OME-NGFF does not allow.
fn mirrored_pyramid(spec: &GenerateSpec) -> Option<String> {
    let spacing = &spec.window.spacing.xyzw()[..spec.window.dims()];
    let is_mirrored = spacing.iter().any(|spacing| *spacing < 0.0);
    let is_pyramid = spec.format == Format::Zarr && spec.layout == Layout::Pyramid;
    (is_mirrored && is_pyramid).then(|| {
        let spacing: Vec<String> = spacing.iter().map(|spacing| shortest(*spacing)).collect();
        format!(
            "note: the scale of the pyramid is its spacing, {}, and OME-NGFF demands scales greater than 0, so that some programs refuse the pyramid",
            spacing.join(",")
        )
    })
}

/// The fewest cells of the narrowest octave in a window whose samples differ visibly.
const FEW_CELLS: f64 = 1e-3;

/// A hint if all samples are the same, or hardly differ: because the range is a single number, or because the window is a tiny part of a cell.
fn constant(spec: &GenerateSpec) -> Option<String> {
    if spec.samples < 2 || spec.field.quantity != Quantity::Value {
        return None;
    }
    if let Ok((low, high)) = spec.layers.bounds(spec.window.dims())
        && low == high
    {
        let low = shortest(low);
        return Some(format!("note: every sample is {low}, because the noise has no other range"));
    }
    let noises = spec.layers.as_slice();
    let cells = noises.iter().map(|noise| cells(noise, &spec.window)).fold(0.0, greater);
    let warped = noises.iter().any(Noise::is_warped);
    (cells < FEW_CELLS && !warped).then(|| {
        let cells = rounded(cells);
        format!(
            "note: the window has {cells} lattice cells along its longest axis, so that samples hardly differ"
        )
    })
}

/// How many cells of the narrowest octave a window has along the axis that has most.
fn cells(noise: &Noise, window: &Window) -> f64 {
    let ratio = (1..noise.octave_count()).fold(1.0, |ratio, _| ratio * greater(noise.lacunarity, 1.0));
    let lengths = window.size.xyzw().into_iter().zip(window.spacing.xyzw());
    let longest = lengths.take(window.dims()).map(|(size, spacing)| size as f64 * spacing.abs());
    longest.fold(0.0, greater) * noise.frequency * ratio
}

fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// A hint if `--period` has fewer numbers than the window has axes, and so repeats along some alone. `count` is how many it has, if it is given.
fn print_periods(spec: &GenerateSpec, count: Option<usize>) {
    let dims = spec.window.dims();
    let Some(count @ 1..) = count.filter(|count| *count < dims) else { return };
    let repeats = |axis: &usize| spec.layers.as_slice().iter().any(|noise| noise.period.xyzw()[*axis] > 0);
    let names: Vec<&str> = (0..count).filter(repeats).map(|axis| ["x", "y", "z", "w"][axis]).collect();
    if !names.is_empty() {
        console::note(&format!(
            "note: --period has {count} of {dims} numbers, and the noise repeats along {} alone; \
             say 0 for axes along which it does not repeat",
            names.join(", ")
        ));
    }
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
        "note: along {name}, the noise repeats after {} world units, and what warps it does not: the edges do not meet",
        without_roundings(length)
    ))
}

/// A hint if `--tile` or `--loop` found no numbers with which windows repeat bit for bit.
fn inexact(noise: &Noise, window: &Window, axis: usize) -> Option<String> {
    let (period, samples) = (noise.period.xyzw()[axis], Samples::of(noise, window, axis));
    let name = ["x", "y", "z", "w"][axis];
    if period == 0 {
        return None;
    }
    if !samples.repeat(period) {
        return Some(format!("note: along {name}, samples a window apart may differ by roundings"));
    }
    let exact = warps(noise, axis).into_iter().all(|(offset, frequency, period)| {
        // What has no period here is said to be open elsewhere.
        period == 0 || Samples { offset, frequency, ..samples }.repeat(period)
    });
    let note = || format!("note: along {name}, the warp of samples a window apart may differ by roundings");
    (!exact).then(note)
}

/// Offset, frequency and period of each noise that warps this one, along an axis.
fn warps(noise: &Noise, axis: usize) -> Vec<(f64, f64, u32)> {
    match &noise.warp {
        Warp::By { amplitude, .. } if *amplitude == 0.0 => Vec::new(),
        Warp::By { frequency, .. } => {
            let frequency = frequency.unwrap_or(noise.frequency);
            let cells = f64::from(noise.period.xyzw()[axis]) * (frequency / noise.frequency);
            vec![(0.0, frequency, cells.round() as u32)]
        }
        Warp::Of(layers) => {
            let noises = layers.xyzw_ref().into_iter().flat_map(|layers| layers.as_slice());
            noises.map(|n| (n.offset.xyzw()[axis], n.frequency, n.period.xyzw()[axis])).collect()
        }
        _ => Vec::new(),
    }
}

/// Prints a hint if every sample is a lattice point. A recipe without a frequency has frequency 1, and Perlin noise is 0 on the lattice. A `seamless`
/// window of one sample has one cell, whatever the cell size.
fn print_lattice(spec: &GenerateSpec, seamless: bool) {
    let [noise] = spec.layers.as_slice() else { return };
    let is_zero = spec.field.quantity == Quantity::Value && noise.gradients != Gradients::ValueGradient;
    if noise.kind == Kind::Perlin && is_zero && !noise.is_warped() && is_on_lattice(noise, &spec.window) {
        let single = spec.window.size.xyzw().into_iter().take(spec.window.dims()).any(|size| size == 1);
        let advice = match seamless && single {
            true => "a larger --size has samples between them".to_owned(),
            false => format!("--cell-size {DEFAULT_CELL_SIZE} makes cells of {DEFAULT_CELL_SIZE} samples"),
        };
        console::note(&format!(
            "note: frequency {} puts every sample on a lattice point, where Perlin noise is 0; {advice}",
            brief(noise.frequency)
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
