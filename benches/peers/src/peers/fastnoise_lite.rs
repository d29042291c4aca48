//! fastnoise-lite 1.1: `f32`, a call for each sample.

use fastnoise_lite::{FastNoiseLite, FractalType, NoiseType};
use perlane_rounds::Work;

use crate::job::{GAIN, Job, LACUNARITY};

pub(super) fn turn(job: &Job) -> Work<'_, [f32]> {
    let mut noise = FastNoiseLite::with_seed(1);
    noise.set_noise_type(Some(NoiseType::Perlin));
    noise.set_frequency(Some(job.frequency as f32));
    if job.octaves > 1 {
        noise.set_fractal_type(Some(FractalType::FBm));
        noise.set_fractal_octaves(Some(job.octaves as i32));
        noise.set_fractal_lacunarity(Some(LACUNARITY as f32));
        noise.set_fractal_gain(Some(GAIN as f32));
    }
    Box::new(move |out| {
        job.point_by_point(
            out,
            |x, y| noise.get_noise_2d(x as f32, y as f32),
            |x, y, z| noise.get_noise_3d(x as f32, y as f32, z as f32),
        );
    })
}
