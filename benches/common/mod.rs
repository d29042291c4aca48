//! Shared by all benches: every backend, beside the limit, which is a plain `fill` of the same buffer.
#![allow(dead_code, reason = "each bench uses a part")]

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput};
use perlane::Backend;

/// Buffers of at least this size are measured with as few calls as criterion allows.
const LARGE: usize = 4096 * 4096;

pub(crate) fn config() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
}

/// A group with this many samples, after measuring its limit.
pub(crate) fn group<'a>(c: &'a mut Criterion, name: &str, samples: usize) -> BenchmarkGroup<'a, WallTime> {
    let mut group = bare_group(c, name, samples);
    let mut out = vec![0.0f32; samples];
    group.throughput(Throughput::Elements(samples as u64));
    group.bench_function("fill", |b| b.iter(|| black_box(&mut out[..]).fill(black_box(0.5))));
    group
}

fn bare_group<'a>(c: &'a mut Criterion, name: &str, samples: usize) -> BenchmarkGroup<'a, WallTime> {
    let mut group = c.benchmark_group(name);
    if samples >= LARGE {
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
    }
    group
}

/// Measures the limit and all backends, in samples per second.
pub(crate) fn backends(
    c: &mut Criterion,
    name: &str,
    samples: usize,
    fill: impl Fn(Backend, &mut [f32]) -> perlane::Result<()>,
) {
    let mut group = group(c, name, samples);
    each_backend(&mut group, samples, fill);
    group.finish();
}

/// Measures all backends once more, in octaves of samples per second: a criterion group reports only one kind of throughput. There is no limit
/// beside them, because a fill has no octaves.
pub(crate) fn backends_by_octave(
    c: &mut Criterion,
    name: &str,
    (samples, octaves): (usize, u32),
    fill: impl Fn(Backend, &mut [f32]) -> perlane::Result<()>,
) {
    let mut group = bare_group(c, &format!("{name}, octave-samples"), samples);
    group.throughput(Throughput::Elements(samples as u64 * u64::from(octaves)));
    each_backend(&mut group, samples, fill);
    group.finish();
}

fn each_backend(
    group: &mut BenchmarkGroup<'_, WallTime>,
    samples: usize,
    fill: impl Fn(Backend, &mut [f32]) -> perlane::Result<()>,
) {
    let mut out = vec![0.0f32; samples];
    for backend in Backend::available() {
        group.bench_function(backend.name(), |b| b.iter(|| fill(backend, black_box(&mut out))));
    }
}
