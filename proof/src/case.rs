//! What is compared: noises and the window in which they are sampled.

use std::array;

use perlane::{Backend, Error, FieldParameters, Layers, PerAxis, Recipe, Window, reference};

/// Noises, what is sampled of them, and a window.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The noises.
    pub layers: Layers,
    /// What to sample of them.
    pub field: FieldParameters,
    /// Where to sample.
    pub window: Window,
}

impl Case {
    /// The recipe of this case, which `perlane generate` reads.
    #[must_use]
    pub fn recipe(&self) -> Recipe {
        Recipe::from(self.layers.clone()).field(self.field).grid(self.window)
    }

    /// Checks that it can be sampled.
    ///
    /// # Errors
    /// Those of `fill`.
    pub fn check(&self) -> Result<(), Error> {
        self.layers.field(self.field).check(&self.window)
    }

    /// The number of planes of what is sampled.
    #[must_use]
    pub fn planes(&self) -> usize {
        self.field.quantity.planes(self.window.dims())
    }

    /// The number of its samples in all planes.
    ///
    /// # Errors
    /// More samples than a buffer can hold.
    pub fn samples(&self) -> Result<usize, Error> {
        self.layers.field(self.field).samples(&self.window)
    }

    /// Its samples, plane after plane in C order, on this thread.
    ///
    /// # Errors
    /// As for `Field::fill_with`.
    pub fn fill(&self, backend: Backend) -> Result<Vec<f32>, Error> {
        let mut out = vec![f32::NAN; self.samples()?];
        self.layers.field(self.field).fill_with(backend, &self.window, &mut out)?;
        Ok(out)
    }

    /// Its samples as the reference computes them, each place by itself.
    ///
    /// # Errors
    /// As for `reference::Planes`.
    pub fn reference(&self) -> Result<Vec<f32>, Error> {
        let places = self.window.samples()?;
        let mut out = vec![f32::NAN; self.samples()?];
        let planes = reference::Planes::new(self.layers.as_slice(), self.field, self.window.dims())?;
        for flat in 0..places {
            for (plane, value) in planes.sample(&self.world(flat))?.into_iter().enumerate() {
                out[plane * places + flat] = value;
            }
        }
        Ok(out)
    }

    /// World coordinates of a place, slowest axis first.
    pub(crate) fn world(&self, flat: usize) -> Vec<f64> {
        let world = self.window.world(self.place(flat)).xyzw();
        world[..self.window.dims()].iter().rev().copied().collect()
    }

    /// The same as an array, for as many axes as the window has.
    pub(crate) fn point<const D: usize>(&self, flat: usize) -> [f64; D] {
        let world = self.window.world(self.place(flat)).xyzw();
        array::from_fn(|axis| world[D - 1 - axis])
    }

    /// World coordinates along each axis, slowest axis first.
    pub(crate) fn along_axes(&self) -> Vec<Vec<f64>> {
        let along = |axis: usize| -> Vec<f64> {
            let coordinate = |k| self.window.world(PerAxis::splat(k)).xyzw()[axis];
            (0..self.window.size.xyzw()[axis]).map(coordinate).collect()
        };
        (0..self.window.dims()).rev().map(along).collect()
    }

    /// World coordinates of all places, with a list for each axis, slowest axis first.
    ///
    /// # Errors
    /// As for `Window::samples`.
    pub(crate) fn worlds(&self) -> Result<Vec<Vec<f64>>, Error> {
        let places = self.window.samples()?;
        let mut worlds = vec![Vec::with_capacity(places); self.window.dims()];
        for flat in 0..places {
            let world = self.window.world(self.place(flat)).xyzw();
            worlds.iter_mut().rev().zip(world).for_each(|(list, world)| list.push(world));
        }
        Ok(worlds)
    }

    /// The index of a sample along each axis, slowest axis first. If there are several planes, the index of its plane comes first.
    pub(crate) fn index_of_sample(&self, flat: usize) -> Vec<usize> {
        let places = self.window.samples().unwrap_or(0).max(1);
        let plane = Some(flat / places).filter(|_| self.planes() > 1);
        plane.into_iter().chain(self.index(flat % places)).collect()
    }

    /// The index of a place along each axis, slowest axis first.
    fn index(&self, flat: usize) -> Vec<usize> {
        self.place(flat).xyzw()[..self.window.dims()].iter().rev().copied().collect()
    }

    /// The index of a place along x, y, z, w. It allocates nothing, because each comparison asks for all places.
    pub(crate) fn place(&self, mut flat: usize) -> PerAxis<usize> {
        let mut place = PerAxis::splat(0);
        let axes = place.xyzw_mut().into_iter().zip(self.window.size.xyzw());
        for (index, len) in axes.take(self.window.dims()) {
            // Along an empty axis there are no places; but samples that should not be there have one in messages.
            (*index, flat) = (flat % len.max(1), flat / len.max(1));
        }
        place
    }
}

/// Lists as the library takes them.
pub(crate) fn slices<T>(lists: &[Vec<T>]) -> Vec<&[T]> {
    lists.iter().map(Vec::as_slice).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use perlane::{Grid, Noise, Quantity};

    #[test]
    fn planes_that_no_buffer_can_hold_are_refused() {
        let case = |quantity: Quantity| Case {
            layers: Noise::perlin(1).into(),
            field: quantity.into(),
            window: Grid::new([1 << (usize::BITS / 2 - 2), (1 << (usize::BITS / 2 - 1)) - 1]).into(),
        };
        assert!(case(Quantity::Value).samples().is_ok());
        let refused = case(Quantity::Gradient).samples().unwrap_err().to_string();
        assert!(
            refused.starts_with("shape is [")
                && refused.contains(", in 3 planes; allowed: shapes of at most ")
        );
        assert!(case(Quantity::Gradient).fill(Backend::portable()).is_err());
    }
}
