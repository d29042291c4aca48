//! The codes of lattice lines along w, z and y, from which rows of corners are hashed.

use crate::kernel::layout::plan::OctavePlan;
use crate::simd::Lanes;

/// The code of a line along w, z, y; that of an axis that is not there is 0.
pub(super) fn line_code(octave: &OctavePlan<'_>, axis: usize, line: usize) -> u32 {
    if axis + octave.dims < 4 { 0 } else { octave.outer[axis].codes[line] }
}

#[inline(always)]
pub(super) fn splat_each<L: Lanes>(l: L, [w, z, y]: [u32; 3]) -> [L::U; 3] {
    [l.splat_u(w), l.splat_u(z), l.splat_u(y)]
}
