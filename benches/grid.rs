//! Throughput of grids for each backend, beside the limit, which is a plain `fill` of the same buffer.
//!
//! `cargo bench --bench grid` runs all of them; `cargo bench --bench grid -- 2d/1024` runs some.
#![allow(missing_docs, reason = "criterion_group makes public items")]

mod common;

use common::{backends, backends_by_octave, config};
use criterion::{Criterion, criterion_group, criterion_main};
use perlane::{Grid, Noise};

const OCTAVES: u32 = 6;

/// Edges of squares, from a square that fits into the first-level cache to one that fits into no cache.
const EDGES: [usize; 6] = [16, 64, 256, 1024, 4096, 8192];

fn perlin(cell: f64) -> Noise {
    Noise::perlin(1).frequency(1.0 / cell)
}

fn from(frequency: f64) -> Noise {
    Noise::perlin(1).frequency(frequency)
}

fn grid<const D: usize>(c: &mut Criterion, name: &str, noise: &Noise, shape: [usize; D]) {
    let grid = Grid::new(shape);
    backends(c, name, shape.iter().product(), |backend, out| noise.fill_with(backend, &grid, out));
}

fn grid_by_octave<const D: usize>(c: &mut Criterion, name: &str, noise: &Noise, shape: [usize; D]) {
    let (grid, samples) = (Grid::new(shape), shape.iter().product());
    backends_by_octave(c, name, (samples, noise.octaves), |backend, out| {
        noise.fill_with(backend, &grid, out)
    });
}

fn sizes(c: &mut Criterion) {
    for edge in EDGES {
        grid(c, &format!("2d/{edge}/64 samples a cell"), &perlin(64.0), [edge, edge]);
        grid(c, &format!("2d/{edge}/fbm 6 from 0.005"), &from(0.005).fbm(OCTAVES), [edge, edge]);
    }
}

fn cells(c: &mut Criterion) {
    grid(c, "2d/1024/20 samples a cell", &perlin(20.0), [1024, 1024]);
    grid(c, "2d/1024/3.3 samples a cell", &perlin(3.3), [1024, 1024]);
    grid(c, "2d/1024/half a sample a cell", &perlin(0.5), [1024, 1024]);
}

fn kinds(c: &mut Criterion) {
    grid(c, "2d/1024/value, 64 samples a cell", &Noise::value(1).frequency(1.0 / 64.0), [1024, 1024]);
    grid(c, "2d/1024/ridged 6 from 0.005", &from(0.005).ridged(OCTAVES), [1024, 1024]);
}

fn more_axes(c: &mut Criterion) {
    grid(c, "3d/256/frequency 0.02", &from(0.02), [256, 256, 256]);
    grid(c, "3d/256/fbm 6 from 0.02", &from(0.02).fbm(OCTAVES), [256, 256, 256]);
    grid(c, "4d/64/frequency 0.02", &from(0.02), [64, 64, 64, 64]);
}

fn octaves(c: &mut Criterion) {
    grid_by_octave(c, "2d/1024/fbm 6 from 0.005", &from(0.005).fbm(OCTAVES), [1024, 1024]);
    grid_by_octave(c, "3d/256/fbm 6 from 0.02", &from(0.02).fbm(OCTAVES), [256, 256, 256]);
}

criterion_group!(name = benches; config = config(); targets = sizes, cells, kinds, more_axes, octaves);
criterion_main!(benches);
