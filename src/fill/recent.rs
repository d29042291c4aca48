//! The octaves of the noise that a thread sampled last, which is most often the one that it samples next.

use alloc::boxed::Box;

use crate::error::Result;
use crate::noise::Noise;
use crate::tables::octaves::Octaves;

/// The most octaves that are kept, those of a warp included: each has up to 4 KiB of tables.
const MOST: usize = 64;

/// A noise and its octaves.
#[derive(Default)]
struct Recent(Option<(Noise, usize, Octaves)>);

crate::kept::kept_for_thread!(Recent, Box::default);

/// Runs `work` with the octaves of noises in `dims` dimensions: the kept ones, if it is the same noise.
///
/// # Errors
/// A parameter of a noise that is outside its range or not allowed in `dims` dimensions.
pub(super) fn with_octaves<R>(
    noises: &[Noise],
    dims: usize,
    work: impl FnOnce(&Octaves) -> Result<R>,
) -> Result<R> {
    // Small builds, and threads that keep nothing, always make them anew. A user's lists are not compared, because they may be long.
    const KEEPS: bool = !cfg!(perlane_small) && cfg!(feature = "std");
    let noise = match noises {
        [noise] if KEEPS && !noise.has_lists() => noise,
        _ => return work(&Octaves::new(noises, dims)?),
    };
    Recent::with(|Recent(recent)| {
        if let Some((of, in_dims, octaves)) = recent
            && *in_dims == dims
            && of.is_same(noise)
        {
            return work(octaves);
        }
        *recent = None;
        let octaves = Octaves::new(noises, dims)?;
        if octaves.tables() > MOST {
            return work(&octaves);
        }
        let (.., octaves) = recent.insert((noise.clone(), dims, octaves));
        work(octaves)
    })
}
