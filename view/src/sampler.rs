//! A noise that is checked once and sampled at many points, in a number of dimensions that is known at run time.

use perlane::{Layers, Sampler};

use crate::error::{Error, Result};

/// The library's sampler for the dimensions of a window.
#[derive(Debug, Clone)]
pub struct AnySampler(Dims);

#[derive(Debug, Clone)]
enum Dims {
    One(Sampler<1>),
    Two(Sampler<2>),
    Three(Sampler<3>),
    Four(Sampler<4>),
}

impl AnySampler {
    /// The sampler of a noise in so many dimensions.
    ///
    /// # Errors
    /// A wrong parameter of the noise, or dimensions beyond 1 to 4.
    pub fn new(layers: &Layers, dims: usize) -> Result<Self> {
        Ok(AnySampler(match dims {
            1 => Dims::One(layers.sampler()?),
            2 => Dims::Two(layers.sampler()?),
            3 => Dims::Three(layers.sampler()?),
            4 => Dims::Four(layers.sampler()?),
            _ => return Err(Error::parameter("the number of axes", dims, "1 to 4")),
        }))
    }

    /// The sample at a point: world coordinates along x, y, z, w, of which the first ones count. NaN where there is none.
    pub fn sample(&self, [x, y, z, w]: [f64; 4]) -> f32 {
        match &self.0 {
            Dims::One(sampler) => sampler.sample([x]),
            Dims::Two(sampler) => sampler.sample([y, x]),
            Dims::Three(sampler) => sampler.sample([z, y, x]),
            Dims::Four(sampler) => sampler.sample([w, z, y, x]),
        }
    }
}

#[cfg(test)]
mod tests {
    use perlane::{Noise, Window};

    use super::*;

    #[test]
    fn all_dimensions_have_the_samples_of_generate() {
        let layers = Layers::from(Noise::perlin(5).frequency(0.13).fbm(3));
        for size in [&[20][..], &[20, 7], &[20, 7, 5], &[9, 7, 5, 3]] {
            let window = Window::from_xyzw(size).unwrap();
            let sampler = AnySampler::new(&layers, size.len()).unwrap();
            let samples = layers.generate(&window).unwrap();
            // The second sample along x, the third along y.
            match size {
                [_] => assert_eq!(sampler.sample([1.0, 0.0, 0.0, 0.0]), samples[1]),
                _ => assert_eq!(sampler.sample([1.0, 2.0, 0.0, 0.0]), samples[2 * size[0] + 1]),
            }
        }
        assert!(AnySampler::new(&layers, 5).is_err());
        assert!(AnySampler::new(&Layers::from(Noise::perlin(5).fbm(99)), 2).is_err());
        assert!(AnySampler::new(&layers, 2).unwrap().sample([1e300, 0.0, 0.0, 0.0]).is_nan());
    }
}
