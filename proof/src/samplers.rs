//! Samplers that take turns, as a thread keeps the tables of the grid that it filled last.

use perlane::{Backend, Error, Grid, Layers, Quantity};

use crate::Case;
use crate::dims::in_dims;
use crate::parts::in_parts;

/// Fills a grid with the planes of its samples.
type Fill<const D: usize> = Box<dyn Fn(&Grid<D>, &mut [f32]) -> Result<(), Error>>;

/// Samples the parts of the grid by a sampler. Before each part, a sampler of a wider noise fills the same part: if its tables were taken for those of this
/// noise, the samples would be others.
pub(crate) fn sample(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    in_dims!(case, sample_in(case, backend))
}

fn sample_in<const D: usize>(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    let own = sampler::<D>(&case.layers, case, backend)?;
    let other = sampler::<D>(&wider(&case.layers), case, backend).ok();
    in_parts(case, |tile, _| {
        let (grid, mut out) = (Grid::try_from(tile.window)?, vec![f32::NAN; tile.samples()?]);
        if let Some(other) = &other {
            // What it cannot sample leaves nothing behind, and its samples do not matter.
            let _ = other(&grid, &mut out);
            out.fill(f32::NAN);
        }
        own(&grid, &mut out)?;
        Ok(out)
    })
}

fn sampler<const D: usize>(layers: &Layers, case: &Case, backend: Backend) -> Result<Fill<D>, Error> {
    if case.field.quantity == Quantity::Value {
        let sampler = layers.sampler::<D>()?.with_backend(backend);
        return Ok(Box::new(move |grid, out| sampler.fill(grid, out)));
    }
    let sampler = layers.field(case.field).sampler::<D>()?.with_backend(backend);
    Ok(Box::new(move |grid, out| sampler.fill(grid, out)))
}

/// The same noises with cells twice as wide, so that all coordinates in cells are others.
fn wider(layers: &Layers) -> Layers {
    let noises = layers.as_slice().iter().cloned();
    noises
        .map(|noise| {
            let frequency = noise.frequency / 2.0;
            noise.frequency(frequency)
        })
        .collect()
}
