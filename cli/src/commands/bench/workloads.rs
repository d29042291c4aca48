//! The workloads, one for each row of the table. Their names do not change between versions. A name says what is special; everything else is
//! Perlin noise with seed 1.

use perlane::hash::splitmix64;
use perlane::{Backend, Grid, Noise, Prepared, Recipe, Window};

use crate::error::Result;

type Fill = Box<dyn Fn(Backend, &mut [f32]) -> perlane::Result<()>>;

pub(crate) struct Workload {
    pub(crate) name: String,
    pub(crate) samples: usize,
    pub(crate) octaves: u32,
    /// The recipe with which `perlane generate` computes the same, for workloads of one grid.
    pub(crate) recipe: Option<Recipe>,
    /// Computes all samples on one thread.
    pub(crate) fill: Fill,
}

const OCTAVES: u32 = 6;

/// Samples per lattice cell of workloads whose name does not say it.
const CELL: f64 = 64.0;

const POINTS: usize = 1 << 18;

/// All workloads, from plain to special. With `quick`, those whose calls take long have smaller grids.
pub(crate) fn all(quick: bool) -> Result<Vec<Workload>> {
    let octaves_from = |frequency: f64| Noise::perlin(1).frequency(frequency).fbm(OCTAVES);
    let ridged = Noise::perlin(1).frequency(0.005).ridged(OCTAVES);
    let cube = Noise::perlin(1).frequency(0.02);
    let edge = if quick { 128 } else { 256 };
    Ok(vec![
        grid("64 samples a cell", perlin(CELL), [1024, 1024])?,
        grid("20 samples a cell", perlin(20.0), [1024, 1024])?,
        grid("3.3 samples a cell", perlin(3.3), [1024, 1024])?,
        grid("two cells a sample", perlin(0.5), [1024, 1024])?,
        grid("64 samples a cell", perlin(CELL), [4096, 4096])?,
        grid("value, 64 a cell", Noise::value(1).frequency(1.0 / CELL), [1024, 1024])?,
        grid("fbm 6 from 0.005", octaves_from(0.005), [1024, 1024])?,
        grid("ridged 6 from 0.005", ridged, [1024, 1024])?,
        tiles("tiles of 64x64, fbm 6 from 0.005", octaves_from(0.005)),
        prepared_tiles("the same of a prepared grid", octaves_from(0.005))?,
        grid("frequency 0.02", cube.clone(), [256, 256, 256])?,
        grid("fbm 6 from 0.02", octaves_from(0.02), [edge, edge, edge])?,
        grid("frequency 0.02", cube, [64, 64, 64, 64])?,
        points::<2>(perlin(CELL)),
        points::<3>(perlin(CELL)),
    ])
}

fn perlin(cell: f64) -> Noise {
    Noise::perlin(1).frequency(1.0 / cell)
}

fn grid<const D: usize>(what: &str, noise: Noise, shape: [usize; D]) -> Result<Workload> {
    let size: Vec<usize> = shape.into_iter().rev().collect();
    let named: Vec<String> = size.iter().map(usize::to_string).collect();
    let recipe = Recipe { grid: Some(Window::from_xyzw(&size)?), ..Recipe::from(noise.clone()) };
    let grid = Grid::new(shape);
    Ok(Workload {
        name: format!("{D}-D {}, {what}", named.join("x")),
        samples: shape.iter().product(),
        octaves: noise.octaves,
        recipe: Some(recipe),
        fill: Box::new(move |backend, out| noise.fill_with(backend, &grid, out)),
    })
}

/// Samples along each axis of a tile.
const EDGE: usize = 64;

const TILES: usize = 256;

/// Tiles at random places in a world of 2^40 samples, one call for each. Their rate shows what a call costs.
fn tiles(name: &str, noise: Noise) -> Workload {
    let place = |number: usize| (splitmix64(number as u64) >> 30) as i64 * EDGE as i64;
    let tile = |number| Grid::new([EDGE, EDGE]).start([place(2 * number), place(2 * number + 1)]);
    let tiles: Vec<Grid<2>> = (0..TILES).map(tile).collect();
    Workload {
        name: name.to_owned(),
        samples: TILES * EDGE * EDGE,
        octaves: noise.octaves,
        recipe: None,
        fill: Box::new(move |backend, out| {
            let mut each = tiles.iter().zip(out.chunks_exact_mut(EDGE * EDGE));
            each.try_for_each(|(tile, out)| noise.fill_with(backend, tile, out))
        }),
    }
}

/// Neighbouring tiles of a grid whose tables were made before.
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

/// Random points in the part of the world that a grid of 1024 samples an axis covers.
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
            noise.fill_points_with(backend, &axes, out)
        }),
    }
}
