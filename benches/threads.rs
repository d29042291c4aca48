//! How grids scale with threads, at a size at which memory is not the limit. The fill beside them uses as many threads.
#![allow(missing_docs, reason = "criterion_group makes public items")]

mod common;

use std::hint::black_box;
use std::thread::available_parallelism;
use std::time::Instant;

use common::config;
use criterion::{Bencher, Criterion, Throughput, criterion_group, criterion_main};
use perlane::{Backend, Grid, Noise};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Sixteen megabytes of samples. They fit the last-level cache, and are so much work that waking up a thread costs little beside it.
const EDGE: usize = 2048;
const LEN: usize = EDGE * EDGE;

/// Samples in a band of the plain fill.
const BAND: usize = 64 * EDGE;

fn scaling(c: &mut Criterion) {
    let cores = available_parallelism().map_or(1, |cores| cores.get());
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build();
    for pool in (0..).map(|power| 1 << power).take_while(|threads| *threads <= cores).flat_map(pool) {
        let threads = pool.current_num_threads();
        let perlin = Noise::perlin(1).frequency(1.0 / 64.0);
        threaded(c, &format!("threads/{threads}/64 samples a cell"), &perlin, [EDGE, EDGE], &pool);
        for (name, shape) in [("a row", [1, LEN]), ("4 rows", [4, LEN / 4]), ("4 columns", [LEN / 4, 4])] {
            threaded(c, &format!("threads/{threads}/64 samples a cell, {name}"), &perlin, shape, &pool);
        }
        let fbm = Noise::perlin(1).frequency(0.005).fbm(6);
        threaded(c, &format!("threads/{threads}/fbm 6 from 0.005"), &fbm, [EDGE, EDGE], &pool);
    }
}

fn threaded(c: &mut Criterion, name: &str, noise: &Noise, shape: [usize; 2], pool: &ThreadPool) {
    let grid = Grid::new(shape);
    let mut out = vec![0.0f32; LEN];
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(out.len() as u64));
    let fill = |band: &mut [f32]| band.fill(black_box(0.5));
    group.bench_function("fill", |b| inside(pool, b, || out.par_chunks_mut(BAND).for_each(fill)));
    for backend in Backend::available() {
        let mut call = || noise.par_fill_with(backend, &grid, black_box(&mut out));
        group.bench_function(backend.name(), |b| inside(pool, b, || drop(black_box(call()))));
    }
    group.finish();
}

/// Measures calls from one of the pool's threads, because each call from outside would wait for a thread to wake up.
fn inside(pool: &ThreadPool, bencher: &mut Bencher<'_>, mut call: impl FnMut() + Send) {
    bencher.iter_custom(|calls| {
        pool.install(|| {
            let start = Instant::now();
            (0..calls).for_each(|_| call());
            start.elapsed()
        })
    });
}

criterion_group!(name = benches; config = config(); targets = scaling);
criterion_main!(benches);
