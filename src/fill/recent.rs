//! The octaves of the noises that a thread sampled last, which are most often those that it samples next.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::kernel::single;
use crate::noise::{Noise, are_same};
use crate::reference;
use crate::tables::octaves::Octaves;

/// How many sums of noises are kept, for programs that sample a few in turns.
const SUMS: usize = 4;

/// The most octaves of all that is kept, those of warps included: each has up to 4 KiB of tables.
const MOST_OCTAVES: usize = 48;

/// Small builds, and threads that keep nothing, always make octaves anew.
const KEEPS: bool = !cfg!(perlane_small) && cfg!(feature = "std");

/// What was sampled last: at most `SUMS` sums, the oldest first.
#[derive(Default)]
struct Recent(Vec<Sum>);

/// Noises, and the octaves of their sum.
struct Sum {
    noises: Vec<Noise>,
    dims: usize,
    octaves: Octaves,
}

crate::kept::kept_for_thread!(Recent, Box::default);

impl Sum {
    fn is_of(&self, noises: &[Noise], dims: usize) -> bool {
        self.dims == dims && are_same(&self.noises, noises)
    }
}

impl Recent {
    /// The kept octaves of these noises.
    fn find(&self, noises: &[Noise], dims: usize) -> Option<&Octaves> {
        self.0.iter().find(|sum| sum.is_of(noises, dims)).map(|sum| &sum.octaves)
    }

    /// Makes octaves and keeps them, in the place of the oldest ones where there are too many sums, or too many octaves of them.
    fn make(&mut self, noises: &[Noise], dims: usize) -> Result<&Octaves> {
        let Recent(sums) = self;
        let octaves = Octaves::new(noises, dims)?;
        while !sums.is_empty() && (sums.len() >= SUMS || octaves_of(sums) + octaves.count() > MOST_OCTAVES) {
            sums.remove(0);
        }
        sums.push(Sum { noises: noises.to_vec(), dims, octaves });
        Ok(&sums[sums.len() - 1].octaves)
    }
}

/// How many octaves sums have.
fn octaves_of(sums: &[Sum]) -> usize {
    sums.iter().map(|sum| sum.octaves.count()).sum()
}

/// Whether a thread keeps the octaves of these noises in `dims` dimensions.
fn is_kept(noises: &[Noise], dims: usize) -> bool {
    let octaves = noises.iter().map(|noise| noise.octaves_and_moves(dims)).fold(0, usize::saturating_add);
    octaves <= MOST_OCTAVES
}

/// Runs `work` with the octaves of noises in `dims` dimensions: kept ones, if these noises were sampled lately.
///
/// # Errors
/// A parameter of a noise that is outside its range or not allowed in `dims` dimensions.
pub(super) fn with_octaves<R>(
    noises: &[Noise],
    dims: usize,
    work: impl FnOnce(&Octaves) -> Result<R>,
) -> Result<R> {
    if !KEEPS {
        return work(&Octaves::new(noises, dims)?);
    }
    Recent::with(|recent| {
        if let Some(octaves) = recent.find(noises, dims) {
            return work(octaves);
        }
        match is_kept(noises, dims) {
            true => work(recent.make(noises, dims)?),
            false => work(&Octaves::new(noises, dims)?),
        }
    })
}

/// The sum of the noises at one point, `[.., z, y, x]`.
///
/// # Errors
/// Those of grids.
pub(super) fn sample(noises: &[Noise], point: &[f64]) -> Result<f32> {
    let sampled = if KEEPS { sample_kept(noises, point) } else { None };
    sampled.map_or_else(|| reference::sum(noises, point).map_err(|error| first(noises, point, error)), Ok)
}

/// The error that grids name first: where several parameters are wrong, the reference may come to another one before.
#[cold]
fn first(noises: &[Noise], point: &[f64], error: Error) -> Error {
    let octaves = matches!(point.len(), 1..=4).then(|| Octaves::new(noises, point.len()));
    octaves.and_then(Result::err).unwrap_or(error)
}

/// The same by octaves that are kept. `None` where none are, as the reference takes no longer than octaves take to be made; and where there is no sample, as
/// the reference knows why.
fn sample_kept(noises: &[Noise], point: &[f64]) -> Option<f32> {
    let dims = point.len();
    Recent::with(|recent| {
        if let Some(octaves) = recent.find(noises, dims) {
            return single::sample(octaves, point);
        }
        let may_keep = matches!(dims, 1..=4) && is_kept(noises, dims);
        single::sample(may_keep.then(|| recent.make(noises, dims))?.ok()?, point)
    })
}
