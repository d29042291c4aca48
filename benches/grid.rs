//! Throughput of grids, per backend, beside the limit: a plain `fill` of the same buffer.
//!
//! `cargo bench --bench grid` runs all; `cargo bench --bench grid -- 2d/1024` some.
#![allow(missing_docs, reason = "criterion_group makes public items")]

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use perlane::{Backend, Grid, Noise};

fn plain_fill(group: &mut BenchmarkGroup<'_, WallTime>, samples: usize) {
    let mut out = vec![0.0f32; samples];
    group.throughput(Throughput::Elements(samples as u64));
    group.bench_function("fill", |b| b.iter(|| black_box(&mut out[..]).fill(black_box(0.5))));
}

fn grid<const D: usize>(c: &mut Criterion, name: &str, noise: &Noise, shape: [usize; D]) {
    let grid = Grid::new(shape);
    let samples = shape.iter().product();
    let mut out = vec![0.0f32; samples];
    let mut group = c.benchmark_group(name);
    plain_fill(&mut group, samples);
    for backend in Backend::available() {
        group.bench_function(backend.name(), |b| {
            b.iter(|| noise.fill_with(backend, &grid, black_box(&mut out)))
        });
    }
    group.finish();
}

fn grids(c: &mut Criterion) {
    let perlin = |cell: f64| Noise::perlin(1).frequency(1.0 / cell);
    grid(c, "2d/1024/64 samples a cell", &perlin(64.0), [1024, 1024]);
    grid(c, "2d/1024/20 samples a cell", &perlin(20.0), [1024, 1024]);
    grid(c, "2d/1024/3.3 samples a cell", &perlin(3.3), [1024, 1024]);
    grid(c, "2d/1024/half a sample a cell", &perlin(0.5), [1024, 1024]);
    grid(c, "2d/4096/64 samples a cell", &perlin(64.0), [4096, 4096]);
    grid(c, "2d/1024/fbm 6 from 0.005", &Noise::perlin(1).frequency(0.005).fbm(6), [1024, 1024]);
    grid(c, "3d/256/frequency 0.02", &Noise::perlin(1).frequency(0.02), [256, 256, 256]);
    grid(c, "3d/256/fbm 6 from 0.02", &Noise::perlin(1).frequency(0.02).fbm(6), [256, 256, 256]);
    grid(c, "4d/64/frequency 0.02", &Noise::perlin(1).frequency(0.02), [64, 64, 64, 64]);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    targets = grids
}
criterion_main!(benches);
