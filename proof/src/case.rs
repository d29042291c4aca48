//! What is compared: noises and the window in which they are sampled.

use perlane::{Backend, Error, Layers, Recipe, Window, reference};

/// Noises and a window.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// What to sample.
    pub layers: Layers,
    /// Where to sample.
    pub window: Window,
}

/// Calls `$body` with the window as a `Grid` of its number of axes.
macro_rules! with_grid {
    ($window:expr, |$grid:ident| $body:expr) => {
        match $window.dims() {
            1 => $window.to_grid::<1>().and_then(|$grid| $body),
            2 => $window.to_grid::<2>().and_then(|$grid| $body),
            3 => $window.to_grid::<3>().and_then(|$grid| $body),
            _ => $window.to_grid::<4>().and_then(|$grid| $body),
        }
    };
}
pub(crate) use with_grid;

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
        with_grid!(self.window, |grid| self.layers.check(&grid))
    }

    /// Its samples, in C order, on this thread.
    ///
    /// # Errors
    /// As for `Noise::fill_with`.
    pub fn fill(&self, backend: Backend) -> Result<Vec<f32>, Error> {
        let mut out = vec![f32::NAN; self.window.samples()?];
        with_grid!(self.window, |grid| self.layers.fill_with(backend, &grid, &mut out))?;
        Ok(out)
    }

    /// Its samples, each by itself, as the reference says.
    ///
    /// # Errors
    /// As for `reference::sum`.
    pub fn reference(&self) -> Result<Vec<f32>, Error> {
        let mut out = Vec::with_capacity(self.window.samples()?);
        for flat in 0..self.window.samples()? {
            out.push(reference::sum(self.layers.as_slice(), &self.world(flat)?)?);
        }
        Ok(out)
    }

    /// World coordinates of a sample, slowest axis first.
    pub(crate) fn world(&self, flat: usize) -> Result<Vec<f64>, Error> {
        let index = self.index(flat);
        with_grid!(self.window, |grid| {
            let mut at = [0; _];
            at.copy_from_slice(&index);
            Ok(grid.world(at).to_vec())
        })
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
