//! Single points, for loops over them. What does not depend on the point is made once for each number of axes.

use std::sync::OnceLock;

use perlane::{Layers, Sampler};

/// The library's samplers of one sum of noises. They are made when they are first needed; `None` for a noise that cannot have this many axes.
#[derive(Default)]
pub(crate) struct Single {
    in_1d: Lazy<1>,
    in_2d: Lazy<2>,
    in_3d: Lazy<3>,
    in_4d: Lazy<4>,
}

type Lazy<const D: usize> = OnceLock<Option<Sampler<D>>>;

impl Single {
    /// The sample at a point; `None` if there is none.
    pub(crate) fn sample(&self, layers: &Layers, point: &[f64]) -> Option<f32> {
        match *point {
            [x] => sample(&self.in_1d, layers, [x]),
            [y, x] => sample(&self.in_2d, layers, [y, x]),
            [z, y, x] => sample(&self.in_3d, layers, [z, y, x]),
            [w, z, y, x] => sample(&self.in_4d, layers, [w, z, y, x]),
            _ => None,
        }
    }
}

fn sample<const D: usize>(lazy: &Lazy<D>, layers: &Layers, point: [f64; D]) -> Option<f32> {
    let sampler = lazy.get_or_init(|| layers.sampler().ok()).as_ref()?;
    Some(sampler.sample(point)).filter(|sample| !sample.is_nan())
}
