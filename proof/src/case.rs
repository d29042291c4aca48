//! What is compared: noises and the window in which they are sampled.

use perlane::{Backend, Error, Layers, PerAxis, Recipe, Window, reference};

/// Noises and a window.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// What to sample.
    pub layers: Layers,
    /// Where to sample.
    pub window: Window,
}

impl Case {
    /// The recipe of this case, as `perlane generate` reads it.
    pub fn recipe(&self) -> Recipe {
        Recipe { layers: self.layers.clone(), grid: Some(self.window), samples: None }
    }

    /// Whether it can be sampled.
    ///
    /// # Errors
    /// What `fill` would say.
    pub fn check(&self) -> Result<(), Error> {
        self.layers.check(&self.window)
    }

    /// Its samples, in C order, on this thread.
    ///
    /// # Errors
    /// As for `Noise::fill_with`.
    pub fn fill(&self, backend: Backend) -> Result<Vec<f32>, Error> {
        let mut out = vec![f32::NAN; self.window.samples()?];
        self.layers.fill_with(backend, &self.window, &mut out)?;
        Ok(out)
    }

    /// Its samples, each by itself, as the reference says.
    ///
    /// # Errors
    /// As for `reference::sum`.
    pub fn reference(&self) -> Result<Vec<f32>, Error> {
        let mut out = Vec::with_capacity(self.window.samples()?);
        for flat in 0..self.window.samples()? {
            out.push(reference::sum(self.layers.as_slice(), &self.world(flat))?);
        }
        Ok(out)
    }

    /// World coordinates of a sample, slowest axis first.
    pub(crate) fn world(&self, flat: usize) -> Vec<f64> {
        let mut index = PerAxis::default();
        for (to, from) in index.xyzw_mut().into_iter().zip(self.index(flat).into_iter().rev()) {
            *to = from;
        }
        let world = self.window.world(index).xyzw();
        world[..self.window.dims()].iter().rev().copied().collect()
    }

    /// The index along each axis of a sample, slowest axis first.
    pub(crate) fn index(&self, mut flat: usize) -> Vec<usize> {
        let mut index = Vec::with_capacity(self.window.dims());
        for len in self.window.shape().into_iter().rev() {
            index.push(flat % len);
            flat /= len;
        }
        index.reverse();
        index
    }
}
