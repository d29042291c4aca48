//! The jobs: what each library computes.

use perlane::hash::splitmix64;
use perlane::{Backend, Grid, Noise};

pub(crate) struct Job {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    /// Lattice cells per sample, in the first octave.
    pub(crate) frequency: f64,
    pub(crate) octaves: u32,
}

pub(crate) enum Shape {
    /// A square with this edge.
    Plane(usize),
    /// A cube with this edge.
    Space(usize),
    /// The coordinates of all points along y, and along x.
    Points { ys: Vec<f64>, xs: Vec<f64> },
}

/// Lacunarity and gain of all jobs with octaves.
pub(crate) const LACUNARITY: f64 = 2.0;
pub(crate) const GAIN: f64 = 0.5;

/// There are as many points as a square with this edge has samples.
pub(crate) const POINTS_EDGE: usize = 512;

/// All jobs, in the table's order. With `quick`, cubes are smaller.
pub(crate) fn all(quick: bool) -> Vec<Job> {
    let job = |what: &str, shape: Shape, frequency, octaves| Job {
        name: shape.name() + what,
        shape,
        frequency,
        octaves,
    };
    let (single, many) = if quick { (128, 64) } else { (256, 128) };
    vec![
        job(", 64 samples a cell", Shape::Plane(1024), 1.0 / 64.0, 1),
        job(", fbm 6 from 0.005", Shape::Plane(1024), 0.005, 6),
        job(", frequency 0.02", Shape::Space(single), 0.02, 1),
        job(", fbm 6 from 0.02", Shape::Space(many), 0.02, 6),
        job("", points(), 1.0 / 64.0, 1),
    ]
}

/// Points at random places, in the part of the world that a grid with 1024 samples along each axis covers.
fn points() -> Shape {
    let axis = |axis: usize| (0..POINTS_EDGE * POINTS_EDGE).map(|i| 1024.0 * unit(2 * i + axis)).collect();
    Shape::Points { ys: axis(0), xs: axis(1) }
}

/// Numbers in [0, 1). FastNoise2's program has the same.
pub(crate) fn unit(number: usize) -> f64 {
    (splitmix64(number as u64) >> 11) as f64 / (1u64 << 53) as f64
}

impl Shape {
    fn name(&self) -> String {
        match self {
            Shape::Plane(edge) => format!("2-D {edge}x{edge}"),
            Shape::Space(edge) => format!("3-D {edge}x{edge}x{edge}"),
            Shape::Points { ys, .. } => format!("{} points in 2-D", ys.len()),
        }
    }
}

impl Job {
    pub(crate) fn samples(&self) -> usize {
        match self.shape {
            Shape::Plane(edge) => edge.pow(2),
            Shape::Space(edge) => edge.pow(3),
            Shape::Points { .. } => POINTS_EDGE.pow(2),
        }
    }

    /// Computes the job with perlane.
    pub(crate) fn perlane(&self, backend: Backend, out: &mut [f32]) -> perlane::Result<()> {
        let noise = Noise::perlin(1).frequency(self.frequency);
        let noise = if self.octaves == 1 { noise } else { noise.fbm(self.octaves) };
        match &self.shape {
            Shape::Plane(edge) => noise.fill_with(backend, &Grid::new([*edge; 2]), out),
            Shape::Space(edge) => noise.fill_with(backend, &Grid::new([*edge; 3]), out),
            Shape::Points { ys, xs } => noise.fill_points_with(backend, [ys, xs], out),
        }
    }

    /// Computes the job with a library that evaluates single points, in the loops that its users would write: `plane` takes x and y, `space` takes
    /// x, y and z.
    pub(crate) fn point_by_point(
        &self,
        out: &mut [f32],
        plane: impl Fn(f64, f64) -> f32,
        space: impl Fn(f64, f64, f64) -> f32,
    ) {
        match &self.shape {
            Shape::Plane(edge) => {
                for (y, row) in out.chunks_exact_mut(*edge).enumerate() {
                    for (x, sample) in row.iter_mut().enumerate() {
                        *sample = plane(x as f64, y as f64);
                    }
                }
            }
            Shape::Space(edge) => {
                for (i, row) in out.chunks_exact_mut(*edge).enumerate() {
                    let (z, y) = ((i / edge) as f64, (i % edge) as f64);
                    for (x, sample) in row.iter_mut().enumerate() {
                        *sample = space(x as f64, y, z);
                    }
                }
            }
            Shape::Points { ys, xs } => {
                for ((sample, y), x) in out.iter_mut().zip(ys).zip(xs) {
                    *sample = plane(*x, *y);
                }
            }
        }
    }
}
