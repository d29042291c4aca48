//! What both libraries compute.

use std::hint::black_box;

use perlane::{Backend, Grid, Noise, Sampler};

use crate::job::unit;

/// A call of perlane.
pub(super) type Fill<'a> = Box<dyn Fn(&mut [f32]) + 'a>;

pub(super) enum Work {
    Grid {
        kind: Kind,
        octaves: u32,
        dims: usize,
        edge: usize,
        /// Lattice cells a sample, in the first octave.
        frequency: f64,
    },
    Points {
        dims: usize,
        count: usize,
        /// The points lie in a square or a cube with sides of so many cells.
        side: f64,
        /// Whether perlane's coordinates are `f32`, as those of FastNoise2 always are.
        floats: bool,
    },
}

#[derive(Clone, Copy)]
pub(super) enum Kind {
    Perlin,
    /// Distances to the nearest point.
    Cellular,
    /// Perlin noise, moved by up to a cell.
    Warped,
}

use Kind::{Cellular, Perlin, Warped};

/// Octaves, dimensions, edge and frequency of grids.
const GRIDS: [(Kind, u32, usize, usize, f64); 36] = [
    (Perlin, 1, 2, 512, 1.0 / 64.0),
    (Perlin, 1, 2, 1024, 1.0 / 64.0),
    (Perlin, 1, 2, 1024, 0.05),
    (Perlin, 1, 2, 1024, 0.3),
    (Perlin, 1, 2, 4096, 1.0 / 64.0),
    (Perlin, 6, 2, 64, 0.005),
    (Perlin, 6, 2, 1024, 0.005),
    (Perlin, 1, 3, 16, 0.02),
    (Perlin, 1, 3, 64, 0.02),
    (Perlin, 1, 3, 256, 0.02),
    (Perlin, 6, 3, 32, 0.02),
    (Perlin, 6, 3, 128, 0.02),
    // Narrow cells.
    (Perlin, 1, 2, 1024, 2.0),
    (Perlin, 1, 2, 512, 1.3),
    (Perlin, 1, 2, 256, 2.0),
    (Perlin, 1, 2, 64, 2.0),
    (Perlin, 1, 2, 1024, 0.9),
    (Perlin, 1, 2, 1024, 0.5),
    (Perlin, 1, 3, 64, 2.0),
    (Perlin, 1, 3, 128, 1.3),
    (Perlin, 1, 3, 128, 0.9),
    (Perlin, 1, 3, 32, 2.0),
    (Cellular, 1, 2, 1024, 1.0 / 64.0),
    (Cellular, 1, 2, 512, 1.0 / 64.0),
    (Cellular, 1, 2, 1024, 0.05),
    (Cellular, 1, 2, 512, 0.05),
    (Cellular, 1, 3, 128, 1.0 / 64.0),
    (Cellular, 1, 3, 128, 0.05),
    (Warped, 1, 2, 1024, 1.0 / 64.0),
    (Warped, 1, 2, 1024, 0.05),
    (Warped, 1, 2, 64, 1.0 / 64.0),
    (Warped, 1, 3, 128, 0.02),
    (Warped, 6, 2, 1024, 0.005),
    (Warped, 6, 2, 64, 0.005),
    (Warped, 6, 3, 128, 0.02),
    (Warped, 6, 3, 32, 0.02),
];

/// Dimensions, number and side of points: some cells for many points, then more cells than points.
const POINTS: [(usize, usize, f64); 7] = [
    (2, 1 << 14, 80.0),
    (2, 1 << 18, 80.0),
    (2, 1 << 18, 1000.0),
    (3, 1 << 14, 18.0),
    (3, 1 << 18, 47.0),
    (3, 1 << 20, 68.0),
    (3, 1 << 18, 100.0),
];

/// All works, in the table's order.
pub(super) fn all() -> impl Iterator<Item = Work> {
    let grids = GRIDS.map(|(kind, octaves, dims, edge, frequency)| Work::Grid {
        kind,
        octaves,
        dims,
        edge,
        frequency,
    });
    let points = POINTS.iter().flat_map(|&(dims, count, side)| {
        [false, true].map(|floats| Work::Points { dims, count, side, floats })
    });
    grids.into_iter().chain(points)
}

impl Kind {
    /// Its name in FastNoise2's program.
    fn name(self) -> &'static str {
        match self {
            Perlin => "perlin",
            Cellular => "cellular",
            Warped => "warped",
        }
    }
}

impl Work {
    /// Rows that are also in the table of other libraries have the same names as there.
    pub(super) fn name(&self) -> String {
        match *self {
            Work::Grid { kind, octaves, dims, edge, frequency } => {
                let size = vec![edge.to_string(); dims].join("x");
                let kind = match kind {
                    Perlin => String::new(),
                    Cellular | Warped => format!(", {}", kind.name()),
                };
                let cells = match (octaves, dims) {
                    (1, 2) if frequency < 0.5 => format!("{} samples a cell", tenths(1.0 / frequency)),
                    (1, _) if frequency < 0.5 => format!("frequency {frequency}"),
                    (1, _) => format!("{frequency} cells a sample"),
                    _ => format!("fbm {octaves} from {frequency}"),
                };
                format!("{dims}-D {size}{kind}, {cells}")
            }
            Work::Points { dims, count, side, floats } => {
                let cells = side.powi(dims as i32);
                let form = if floats { ", f32" } else { "" };
                format!("{count} points in {dims}-D, in {cells} cells{form}")
            }
        }
    }

    pub(super) fn samples(&self) -> usize {
        match *self {
            Work::Grid { dims, edge, .. } => edge.pow(dims as u32),
            Work::Points { count, .. } => count,
        }
    }

    /// The command that prepares the work in FastNoise2's program.
    pub(super) fn of_program(&self, instructions: &str) -> String {
        match *self {
            Work::Grid { kind, octaves, dims, edge, frequency } => {
                let kind = kind.name();
                format!("grid {kind} {instructions} {octaves} {dims} {edge} {frequency}")
            }
            Work::Points { dims, count, side, .. } => format!("points {instructions} {dims} {count} {side}"),
        }
    }

    /// A call of perlane, after a first one has shown that it succeeds.
    pub(super) fn of_perlane(&self, backend: Backend) -> perlane::Result<Fill<'static>> {
        match *self {
            Work::Grid { dims: 2, edge, .. } => {
                filled(self.noise().sampler()?.with_backend(backend), Grid::new([edge; 2]))
            }
            Work::Grid { edge, .. } => {
                filled(self.noise().sampler()?.with_backend(backend), Grid::new([edge; 3]))
            }
            Work::Points { dims: 2, floats, .. } => self.of_points::<2>(backend, floats),
            Work::Points { floats, .. } => self.of_points::<3>(backend, floats),
        }
    }

    fn noise(&self) -> Noise {
        let Work::Grid { kind, octaves, frequency, .. } = *self else { return Noise::perlin(1) };
        let noise = match kind {
            Perlin => Noise::perlin(1),
            Cellular => Noise::cellular(1),
            Warped => Noise::perlin(1).warp_by(1.0 / frequency),
        };
        let noise = noise.frequency(frequency);
        if octaves == 1 { noise } else { noise.fbm(octaves) }
    }

    fn of_points<const D: usize>(&self, backend: Backend, floats: bool) -> perlane::Result<Fill<'static>> {
        let Work::Points { count, side, .. } = *self else { return Ok(Box::new(|_| ())) };
        let along = |axis: usize| (0..count).map(|i| side * unit(D * i + axis)).collect();
        let axes: Vec<Vec<f64>> = (0..D).map(along).collect();
        let in_floats: Vec<Vec<f32>> =
            axes.iter().map(|axis| axis.iter().map(|w| *w as f32).collect()).collect();
        let sampler: Sampler<D> = self.noise().sampler()?.with_backend(backend);
        sampler.fill_points(&axes, &mut vec![0.0; count])?;
        Ok(Box::new(move |out| {
            let done =
                if floats { sampler.fill_points(&in_floats, out) } else { sampler.fill_points(&axes, out) };
            let _ = black_box(done);
        }))
    }
}

fn filled<const D: usize>(sampler: Sampler<D>, grid: Grid<D>) -> perlane::Result<Fill<'static>> {
    sampler.fill(&grid, &mut vec![0.0; grid.samples()?])?;
    Ok(Box::new(move |out| {
        let _ = black_box(sampler.fill(&grid, out));
    }))
}

/// A number with one decimal, if it needs any.
fn tenths(number: f64) -> String {
    let tenths = (number * 10.0).round() / 10.0;
    tenths.to_string()
}
