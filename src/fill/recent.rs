//! The octaves of the noises that a thread sampled last, which are most often those that it samples next.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::error::Result;
use crate::kernel::single;
use crate::noise::Noise;
use crate::reference;
use crate::tables::octaves::Octaves;

/// How many sums of noises are kept, for programs that sample a few in turns.
const SUMS: usize = 4;

/// The most octaves of a sum that is kept, those of a warp included: each has up to 4 KiB of tables.
const MOST: usize = 64;

/// Small builds, and threads that keep nothing, always make octaves anew.
const KEEPS: bool = !cfg!(perlane_small) && cfg!(feature = "std");

/// What was sampled last: at most `SUMS` sums.
#[derive(Default)]
struct Recent {
    sums: Vec<Sum>,
    /// The one to be replaced next: the oldest.
    oldest: usize,
}

/// Noises, and the octaves of their sum.
struct Sum {
    noises: Vec<Noise>,
    dims: usize,
    octaves: Octaves,
}

crate::kept::kept_for_thread!(Recent, Box::default);

impl Sum {
    fn is_of(&self, noises: &[Noise], dims: usize) -> bool {
        let same = |(a, b): (&Noise, &Noise)| a.seed == b.seed && a.is_same(b);
        self.dims == dims && self.noises.len() == noises.len() && self.noises.iter().zip(noises).all(same)
    }
}

impl Recent {
    /// Puts a sum in the place of the oldest one.
    fn keep(&mut self, sum: Sum) -> &Sum {
        if self.sums.len() < SUMS {
            self.sums.push(sum);
            return &self.sums[self.sums.len() - 1];
        }
        let place = self.oldest;
        self.oldest = (place + 1) % SUMS;
        self.sums[place] = sum;
        &self.sums[place]
    }
}

/// Whether a thread keeps the octaves of these noises. A user's lists are not compared, because they may be long.
fn keeps(noises: &[Noise]) -> bool {
    KEEPS && !noises.iter().any(Noise::has_lists)
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
    if !keeps(noises) {
        return work(&Octaves::new(noises, dims)?);
    }
    Recent::with(|recent| {
        if let Some(sum) = recent.sums.iter().find(|sum| sum.is_of(noises, dims)) {
            return work(&sum.octaves);
        }
        let octaves = Octaves::new(noises, dims)?;
        if octaves.tables() > MOST {
            return work(&octaves);
        }
        work(&recent.keep(Sum { noises: noises.to_vec(), dims, octaves }).octaves)
    })
}

/// The sum of the noises at one point, `[.., z, y, x]`.
///
/// # Errors
/// Those of the reference.
pub(super) fn sample(noises: &[Noise], point: &[f64]) -> Result<f32> {
    // Where nothing is kept, the reference takes no longer than octaves take to be made. It also knows why a point has no sample.
    let kept = keeps(noises) && matches!(point.len(), 1..=4);
    let sampled = if kept {
        with_octaves(noises, point.len(), |octaves| Ok(single::sample(octaves, point))).ok().flatten()
    } else {
        None
    };
    sampled.map_or_else(|| reference::sum(noises, point), Ok)
}
