//! Small grids, which are filled without tables: `plain` fills those of most noises, and `cellular::small` those of cellular noise. To make, compare and
//! keep tables would take longer than all the rest.
//!
//! Both have a plan for each noise and shape (`shapes`), and count cells from that of an axis' first sample (`first_cell`).

pub(super) mod first_cell;
pub(super) mod plain;
pub(super) mod shapes;

use super::cellular;
use super::scratch::Scratch;
use crate::grid::Axis;
use crate::simd::Backend;
use crate::tables::octaves::Octaves;
pub(crate) use plain::{Filled, Left};
pub(crate) use shapes::are_short;

/// Fills a grid of exactly the buffer's samples, if it is a small one whose coordinates all octaves accept.
pub(crate) fn fill(octaves: &Octaves, axes: &[Axis<'_>], out: &mut [f32], backend: Backend) -> Filled {
    // Programs that must be small have one way for grids of all sizes.
    if cfg!(perlane_small) {
        return Filled::Nothing;
    }
    if octaves.is_plain && are_short(axes) {
        return plain::fill(octaves, axes, out, backend);
    }
    fill_cellular(octaves, axes, out, backend)
}

/// [`fill`] for cellular noise.
fn fill_cellular(octaves: &Octaves, axes: &[Axis<'_>], out: &mut [f32], backend: Backend) -> Filled {
    let is_filled = octaves.cellular_plane().is_some()
        && are_short(axes)
        && Scratch::with(|scratch| {
            let memory = cellular::Memory::of(&mut scratch.pointwise.cellular);
            cellular::small::fill(octaves, axes, out, backend, memory)
        });
    if is_filled { Filled::All } else { Filled::Nothing }
}
