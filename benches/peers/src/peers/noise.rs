//! noise 0.9 (noise-rs): `f64`, a call for each sample.

use noise::{Fbm, MultiFractal, NoiseFn, Perlin};
use perlane_rounds::Work;

use crate::job::{GAIN, Job, LACUNARITY};

pub(super) fn turn(job: &Job) -> Work<'_, [f32]> {
    let frequency = job.frequency;
    if job.octaves == 1 {
        let noise = Perlin::new(1);
        return Box::new(move |out| {
            job.point_by_point(
                out,
                |x, y| noise.get([x * frequency, y * frequency]) as f32,
                |x, y, z| noise.get([x * frequency, y * frequency, z * frequency]) as f32,
            );
        });
    }
    let noise = Fbm::<Perlin>::new(1).set_octaves(job.octaves as usize).set_frequency(frequency);
    let noise = noise.set_lacunarity(LACUNARITY).set_persistence(GAIN);
    Box::new(move |out| {
        job.point_by_point(out, |x, y| noise.get([x, y]) as f32, |x, y, z| noise.get([x, y, z]) as f32);
    })
}
