//! Throughput of everything but large grids: tiles, where the cost of plans shows, and points, which share nothing.
#![allow(missing_docs, reason = "criterion_group makes public items")]

mod common;

use common::{backends, config};
use criterion::{Criterion, criterion_group, criterion_main};
use perlane::hash::splitmix64;
use perlane::{Grid, Noise};

const POINTS: usize = 1 << 18;

/// 256 tiles from all over a world of 2^40 samples, with one call for each.
fn tiles(c: &mut Criterion) {
    const EDGE: usize = 64;
    let noise = Noise::perlin(1).frequency(0.005).fbm(6);
    let somewhere = |number: u64| (splitmix64(number) >> 30) as i64 * EDGE as i64;
    let tile =
        |number: u64| Grid::new([EDGE, EDGE]).start([somewhere(2 * number), somewhere(2 * number + 1)]);
    let tiles: Vec<Grid<2>> = (0..256).map(tile).collect();
    backends(c, "tiles/64/fbm 6 from 0.005", tiles.len() * EDGE * EDGE, |backend, out| {
        let mut each = tiles.iter().zip(out.chunks_exact_mut(EDGE * EDGE));
        each.try_for_each(|(tile, out)| noise.fill_with(backend, tile, out))
    });
}

/// Points at random places, in the part of the world that a grid with 1024 samples along each axis covers.
fn points<const D: usize>(c: &mut Criterion) {
    let noise = Noise::perlin(1).frequency(1.0 / 64.0);
    let unit = |number: usize| (splitmix64(number as u64) >> 11) as f64 / (1u64 << 53) as f64;
    let axis = |axis: usize| (0..POINTS).map(|i| 1024.0 * unit(i * D + axis)).collect();
    let axes: [Vec<f64>; D] = std::array::from_fn(axis);
    let axes: [&[f64]; D] = std::array::from_fn(|axis| &axes[axis][..]);
    backends(c, &format!("points/{D}d"), POINTS, |backend, out| noise.fill_points_with(backend, axes, out));
}

criterion_group!(name = benches; config = config(); targets = tiles, points<2>, points<3>);
criterion_main!(benches);
