//! The workloads, one for each row of the table. Their names do not change between versions. A name says what is special about a workload;
//! everything else is Perlin noise with seed 1.

use perlane::hash::splitmix64;
use perlane::{Backend, FieldParameters, Gradients, Grid, Noise, Prepared, Quantity, Recipe};

use crate::error::Result;

type Fill = Box<dyn Fn(Backend, &mut [f32]) -> perlane::Result<()>>;

pub(crate) struct Workload {
    pub(crate) name: String,
    pub(crate) samples: usize,
    pub(crate) octaves: u32,
    /// For workloads of one grid: the recipe with which `perlane generate` computes the same samples.
    pub(crate) recipe: Option<Recipe>,
    /// Computes all samples on one thread.
    pub(crate) fill: Fill,
}

const OCTAVES: u32 = 6;

/// Samples per lattice cell, for workloads whose name does not say it.
const CELL: f64 = 64.0;

const POINTS: usize = 1 << 18;

/// All workloads, from plain to special. With `quick`, slow ones have smaller grids.
pub(crate) fn all(quick: bool) -> Result<Vec<Workload>> {
    let octaves_from = |frequency: f64| Noise::perlin(1).frequency(frequency).fbm(OCTAVES);
    let ridged = Noise::perlin(1).frequency(0.005).ridged(OCTAVES);
    let ridged_multi = Noise::perlin(1).frequency(0.005).ridged_multi(OCTAVES);
    let cube = Noise::perlin(1).frequency(0.02);
    let edge = if quick { 128 } else { 256 };
    Ok(vec![
        grid("64 samples a cell", perlin(CELL), [1024, 1024]),
        grid("20 samples a cell", perlin(20.0), [1024, 1024]),
        grid("3.3 samples a cell", perlin(3.3), [1024, 1024]),
        grid("two cells a sample", perlin(0.5), [1024, 1024]),
        grid("64 samples a cell", perlin(CELL), [4096, 4096]),
        grid("value, 64 a cell", Noise::value(1).frequency(1.0 / CELL), [1024, 1024]),
        grid("cellular, 64 a cell", Noise::cellular(1).frequency(1.0 / CELL), [1024, 1024]),
        grid("cellular, 20 a cell", Noise::cellular(1).frequency(1.0 / 20.0), [1024, 1024]),
        grid("fbm 6 from 0.005", octaves_from(0.005), [1024, 1024]),
        grid("ridged 6 from 0.005", ridged, [1024, 1024]),
        grid("ridged-multi 6 from 0.005", ridged_multi, [1024, 1024]),
        grid("value-gradient, 64 a cell", perlin(CELL).gradients(Gradients::ValueGradient), [1024, 1024]),
        gradient("gradient 2-D", octaves_from(0.005), [1024, 1024]),
        tiles("tiles of 64x64, fbm 6 from 0.005", &octaves_from(0.005), [EDGE, EDGE])?,
        prepared_tiles("prepared 64x64 tiles, fbm 6 from 0.005", octaves_from(0.005))?,
        grid("warped, 64 a cell", perlin(CELL).warp_by(CELL), [1024, 1024]),
        grid("warped, fbm 6 from 0.005", octaves_from(0.005).warp_by(CELL), [1024, 1024]),
        grid("frequency 0.02", cube.clone(), [256, 256, 256]),
        grid("cellular, 20 a cell", Noise::cellular(1).frequency(1.0 / 20.0), [128, 128, 128]),
        grid("fbm 6 from 0.02", octaves_from(0.02), [edge, edge, edge]),
        gradient("gradient 3-D", octaves_from(0.02), [edge, edge, edge]),
        grid("frequency 0.02", cube, [64, 64, 64, 64]),
        points::<2>(perlin(CELL)),
        points::<3>(perlin(CELL)),
        tiles("tiles of 32x32, 64 a cell", &perlin(CELL), [32, 32])?,
        tiles("tiles of 64x64, 64 a cell", &perlin(CELL), [64, 64])?,
        tiles("tiles of 64x64, 20 a cell", &perlin(20.0), [64, 64])?,
        tiles("chunks of 16x16x16, fbm 4 from .02", &Noise::perlin(1).frequency(0.02).fbm(4), [16, 16, 16])?,
        tiles("chunks of 32x32x32, 50 a cell", &perlin(50.0), [32, 32, 32])?,
        tiles("chunks of 32x32x32, fbm 4 from .02", &Noise::perlin(1).frequency(0.02).fbm(4), [32, 32, 32])?,
        grid("50 a cell", perlin(50.0), [1 << 20]),
        grid("50 a cell", perlin(50.0), [1 << 16, 16]),
        grid("50 a cell", perlin(50.0), [16, 1 << 16]),
        grid("50 a cell", perlin(50.0), [1 << 18, 1]),
        grid("50 a cell", perlin(50.0), [256, 256, 16]),
        singles("single samples in 2-D, 64 a cell", &perlin(CELL))?,
        singles("single samples in 2-D, fbm 6", &octaves_from(0.005))?,
    ])
}

fn perlin(cell: f64) -> Noise {
    Noise::perlin(1).frequency(1.0 / cell)
}

fn grid<const D: usize>(what: &str, noise: Noise, shape: [usize; D]) -> Workload {
    let size: Vec<String> = shape.iter().rev().map(usize::to_string).collect();
    let grid = Grid::new(shape);
    let recipe = Recipe::from(noise.clone()).grid(grid);
    Workload {
        name: format!("{D}-D {}, {what}", size.join("x")),
        samples: shape.iter().product(),
        octaves: noise.octaves,
        recipe: Some(recipe),
        fill: Box::new(move |backend, out| noise.fill_with(backend, &grid, out)),
    }
}

/// The value and all derivatives of the noise in the row of values. The samples of all planes are counted.
fn gradient<const D: usize>(name: &str, noise: Noise, shape: [usize; D]) -> Workload {
    let field = FieldParameters::from(Quantity::Gradient);
    let grid = Grid::new(shape);
    let recipe = Recipe::from(noise.clone()).field(field).grid(grid);
    let samples = (1 + D) * shape.iter().product::<usize>();
    Workload {
        name: name.to_owned(),
        samples,
        octaves: noise.octaves,
        recipe: Some(recipe),
        fill: Box::new(move |backend, out| noise.field(field).fill_with(backend, &grid, out)),
    }
}

/// Samples along each axis of the tiles of a prepared grid.
const EDGE: usize = 64;

const TILES: usize = 256;

/// Tiles at random places in a world of 2^40 samples, with one call for each tile. Their rate shows what a call costs.
fn tiles<const D: usize>(name: &str, noise: &Noise, shape: [usize; D]) -> Result<Workload> {
    let place = |number: usize| (splitmix64(number as u64) >> 30) as i64;
    let start = |number: usize| std::array::from_fn(|a| place(D * number + a) * shape[a] as i64);
    let tiles: Vec<Grid<D>> = (0..TILES).map(|number| Grid::new(shape).start(start(number))).collect();
    let sampler = noise.sampler::<D>()?;
    let samples = shape.iter().product::<usize>();
    Ok(Workload {
        name: name.to_owned(),
        samples: TILES * samples,
        octaves: noise.octaves,
        recipe: None,
        fill: Box::new(move |backend, out| {
            let sampler = sampler.clone().with_backend(backend);
            let mut each = tiles.iter().zip(out.chunks_exact_mut(samples));
            each.try_for_each(|(tile, out)| sampler.fill(tile, out))
        }),
    })
}

/// Random points, with one call for each. All backends share the code.
fn singles(name: &str, noise: &Noise) -> Result<Workload> {
    const CALLS: usize = 1 << 14;
    let sampler = noise.sampler::<2>()?;
    let unit = |number: usize| (splitmix64(number as u64) >> 11) as f64 / (1u64 << 53) as f64;
    let points: Vec<[f64; 2]> = (0..CALLS).map(|i| [2 * i, 2 * i + 1].map(|n| 1024.0 * unit(n))).collect();
    Ok(Workload {
        name: name.to_owned(),
        samples: CALLS,
        octaves: noise.octaves,
        recipe: None,
        fill: Box::new(move |_, out| {
            out.iter_mut().zip(&points).for_each(|(out, point)| *out = sampler.sample(*point));
            Ok(())
        }),
    })
}

/// Neighbouring tiles of a grid whose tables have been made before.
fn prepared_tiles(name: &str, noise: Noise) -> Result<Workload> {
    const ROW: usize = 128;
    let grid = Grid::new([ROW * EDGE, ROW * EDGE]);
    let octaves = noise.octaves;
    let prepare = |backend| Ok((backend, noise.prepare_with(backend, &grid)?));
    let prepared: Vec<(Backend, Prepared)> = Backend::available().map(prepare).collect::<Result<_>>()?;
    let tile = |number: usize| [number / ROW, number % ROW].map(|n| n * EDGE..(n + 1) * EDGE);
    Ok(Workload {
        name: name.to_owned(),
        samples: TILES * EDGE * EDGE,
        octaves,
        recipe: None,
        fill: Box::new(move |backend, out| {
            let mut of_backend = prepared.iter().filter(|(other, _)| *other == backend);
            of_backend.try_for_each(|(_, prepared)| {
                let mut each = out.chunks_exact_mut(EDGE * EDGE).enumerate();
                each.try_for_each(|(number, out)| prepared.fill(tile(number), out))
            })
        }),
    })
}

/// Random points in the part of the world that a grid with 1024 samples along each axis covers.
fn points<const D: usize>(noise: Noise) -> Workload {
    let unit = |number: usize| (splitmix64(number as u64) >> 11) as f64 / (1u64 << 53) as f64;
    let axis = |axis: usize| (0..POINTS).map(|i| 1024.0 * unit(i * D + axis)).collect();
    let axes: [Vec<f64>; D] = std::array::from_fn(axis);
    Workload {
        name: format!("{POINTS} points in {D}-D"),
        samples: POINTS,
        octaves: noise.octaves,
        recipe: None,
        fill: Box::new(move |backend, out| {
            let axes: [&[f64]; D] = std::array::from_fn(|axis| &axes[axis][..]);
            noise.fill_points_with(backend, axes, out)
        }),
    }
}
