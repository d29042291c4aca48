//! noise-functions 0.8: `f32`, a call for each sample; without its SIMD, which needs a nightly compiler.

use noise_functions::{Noise, Perlin, Sample};
use perlane_rounds::Work;

use crate::job::{GAIN, Job, LACUNARITY};

pub(super) fn turn(job: &Job) -> Work<'_, [f32]> {
    let frequency = job.frequency as f32;
    if job.octaves == 1 {
        with(job, Perlin.seed(1).frequency(frequency))
    } else {
        with(job, Perlin.fbm(job.octaves, GAIN as f32, LACUNARITY as f32).seed(1).frequency(frequency))
    }
}

fn with<N: Sample<2> + Sample<3> + 'static>(job: &Job, noise: N) -> Work<'_, [f32]> {
    Box::new(move |out| {
        job.point_by_point(
            out,
            |x, y| noise.sample2([x as f32, y as f32]),
            |x, y, z| noise.sample3([x as f32, y as f32, z as f32]),
        );
    })
}
