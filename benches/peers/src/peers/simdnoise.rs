//! simdnoise 3.1.6: the best of SSE2, SSE4.1 and AVX2 that it finds at run time. Its gradient noise is simplex noise, which in 2-D has three corners
//! for a sample where Perlin noise has four.
//!
//! Its interface takes no buffer: each call allocates the samples, and finds the least and the greatest of them. It takes no points either. Because
//! it evaluates each sample on its own, the rate of a grid with as many samples is shown for them.

use std::hint::black_box;

use perlane_rounds::Work;
use simdnoise::NoiseBuilder;

use crate::job::{GAIN, Job, LACUNARITY, POINTS_EDGE, Shape};

pub(super) fn turn(job: &Job) -> Work<'_, [f32]> {
    Box::new(|_| {
        black_box(samples(job));
    })
}

fn samples(job: &Job) -> Vec<f32> {
    let edge = match job.shape {
        Shape::Plane(edge) | Shape::Space(edge) => edge,
        Shape::Points { .. } => POINTS_EDGE,
    };
    let space = matches!(job.shape, Shape::Space(_));
    if job.octaves == 1 { single(job, edge, space) } else { fbm(job, edge, space) }
}

fn single(job: &Job, edge: usize, space: bool) -> Vec<f32> {
    let mut settings = if space {
        NoiseBuilder::gradient_3d(edge, edge, edge)
    } else {
        NoiseBuilder::gradient_2d(edge, edge)
    };
    settings.with_freq(job.frequency as f32).generate().0
}

fn fbm(job: &Job, edge: usize, space: bool) -> Vec<f32> {
    let mut settings =
        if space { NoiseBuilder::fbm_3d(edge, edge, edge) } else { NoiseBuilder::fbm_2d(edge, edge) };
    settings.with_freq(job.frequency as f32).with_octaves(job.octaves as u8);
    settings.with_lacunarity(LACUNARITY as f32).with_gain(GAIN as f32).generate().0
}
