//! Whether a noise can be sampled at the coordinates of a grid.

use alloc::string::ToString;

use crate::error::{Error, Result, number};
use crate::grid::{AXES, Axis};
use crate::tables::octave::Octave;
use crate::tables::octaves::Octaves;
use crate::tables::scale::LIMIT;

/// Checks that every coordinate of every octave is finite and within the limit, before anything is written. Names the sample with
/// the least index along its axis that is not.
#[cfg_attr(not(perlane_small), inline)]
pub(crate) fn check_axes(octaves: &Octaves, axes: &[Axis<'_>]) -> Result<()> {
    // Coordinates are monotonic along an even axis, so it suffices to check its ends.
    let surely = |(a, axis): (usize, &Axis<'_>)| match axis {
        Axis::Even { len, .. } => {
            *len > 0 && [0, len - 1].iter().all(|&k| octaves.surely_accept(a, axis.world(k)))
        }
        Axis::Listed(_) => false,
    };
    if !cfg!(perlane_small) && axes.iter().rev().enumerate().all(surely) {
        return Ok(());
    }
    look_closely(octaves, axes)
}

/// The same, octave by octave.
fn look_closely(octaves: &Octaves, axes: &[Axis<'_>]) -> Result<()> {
    if axes.iter().any(|axis| axis.len() == 0) {
        return Ok(());
    }
    let mut first: Option<((usize, usize), Error)> = None;
    for (a, axis) in axes.iter().rev().enumerate() {
        let mut accepted = None;
        // Frequencies mostly rise: if the last octave accepts an axis, the octaves before it mostly need no check.
        for (o, octave) in (0..octaves.count()).rev().zip(octaves.all().rev()) {
            let scale = &octave.scales[a];
            if accepted.is_some_and(|other| scale.accepts_all_of(other)) {
                continue;
            }
            match axis.first_refused(|w| scale.checked(w).abs() <= LIMIT) {
                None => accepted = Some(scale),
                Some(index) if first.as_ref().is_none_or(|(other, _)| (index, o) < *other) => {
                    first = Some((
                        (index, o),
                        coordinate_error((octaves, octave), o, a, index, axis.world(index)),
                    ));
                }
                Some(_) => {}
            }
        }
    }
    first.map_or(Ok(()), |(_, error)| Err(error))
}

fn coordinate_error(
    (all, octave): (&Octaves, &Octave),
    o: usize,
    axis: usize,
    index: usize,
    world: f64,
) -> Error {
    let scale = &octave.scales[axis];
    let (offset, _) = scale.parts();
    Error::Coordinate {
        axis: AXES[axis],
        index,
        world: number(world).to_string(),
        offset: (offset != 0.0).then(|| number(offset).to_string()),
        octave: o,
        summed: all.octaves.len(),
        lattice: number(scale.checked(world)).to_string(),
    }
}
