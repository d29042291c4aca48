//! libnoise 1.2: `f64`, a call for each sample.

use libnoise::{Generator, Source};
use perlane_rounds::Work;

use crate::job::{GAIN, Job, LACUNARITY};

pub(super) fn turn(job: &Job) -> Work<'_, [f32]> {
    let frequency = job.frequency;
    if job.octaves == 1 {
        let plane = Source::perlin(1).scale([frequency; 2]);
        let space = Source::perlin(1).scale([frequency; 3]);
        with(job, plane, space)
    } else {
        let plane = Source::perlin(1).fbm(job.octaves, frequency, LACUNARITY, GAIN);
        let space = Source::perlin(1).fbm(job.octaves, frequency, LACUNARITY, GAIN);
        with(job, plane, space)
    }
}

fn with<'a>(
    job: &'a Job,
    plane: impl Generator<2> + 'static,
    space: impl Generator<3> + 'static,
) -> Work<'a, [f32]> {
    Box::new(move |out| {
        job.point_by_point(out, |x, y| plane.sample([x, y]) as f32, |x, y, z| space.sample([x, y, z]) as f32);
    })
}
