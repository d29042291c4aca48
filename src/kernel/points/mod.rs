//! Scattered points: each lane has its own cell on every axis. The arithmetic is the same as on a grid, with nothing shared.
//!
//! A chunk of points is computed octave by octave, in short passes (places, hashes, samples). Each pass stores what the next one loads. This is
//! still faster, because a processor looks ahead a few hundred instructions, which are several vectors of a short pass.

mod add;
pub(in crate::kernel) mod boxed;
pub(crate) mod boxes;
pub(super) mod chunk;
pub(super) mod displace;
pub(super) mod hash;
pub(super) mod look_up;
pub(super) mod octave;
pub(super) mod place;
pub(crate) mod world;

use alloc::boxed::Box;

use crate::kernel::cellular;
use crate::kernel::scratch::{OfPoints, Scratch, Tables};
use crate::scattered::Scattered;
use crate::simd::{Backend, Job, Lanes};
use crate::tables::octave::Form;
use crate::tables::octaves::Octaves;
use boxes::{Boxes, Extent};
use chunk::{CHUNK, Cells, Chunk};
use octave::add_octave;

/// How far points reach, and what follows from it.
#[derive(Clone, Copy)]
pub(crate) struct Reach<'a> {
    /// Whether all of them are near in all octaves, as [`Octaves::near`] says.
    pub(crate) near: bool,
    /// Boxes around all of them.
    pub(crate) boxes: &'a Boxes,
}

/// Fills `out` with the samples at points, chunk by chunk. The last chunk is padded to whole vectors.
pub(crate) fn fill(
    backend: Backend,
    octaves: &Octaves,
    points: &Scattered<'_>,
    reach: Reach<'_>,
    out: &mut [f32],
    scratch: &mut Scratch,
) {
    let Tables { points: kept, cellular, .. } = &mut scratch.tables;
    let OfPoints { chunk, world } = OfPoints::of(kept);
    let (lanes, dims) = (backend.lanes(), points.dims());
    for (n, out) in out.chunks_mut(CHUNK).enumerate() {
        let first = n * CHUNK;
        let xyzw = world.of(points, first..first + out.len(), out.len().next_multiple_of(lanes));
        sum_octaves(backend, octaves, &xyzw[..dims], reach, 0, chunk, cellular);
        out.copy_from_slice(&chunk.sums[..out.len()]);
    }
}

/// Sums octaves at no more points than a chunk has. `world` has whole vectors of coordinates for each axis in the order x, y, z, w; `first` is the
/// number of the first octave among all.
fn sum_octaves(
    backend: Backend,
    octaves: &Octaves,
    world: &[&[f64]],
    reach: Reach<'_>,
    first: usize,
    chunk: &mut Chunk,
    cellular: &mut Option<Box<cellular::Scratch>>,
) {
    let (dims, whole) = (world.len(), world[0].len());
    chunk.sums[..whole].fill(octaves.bias);
    let mut moved = None;
    for (o, octave) in octaves.octaves.iter().enumerate() {
        if let Some(warped) = octave.warp.filter(|warped| moved != Some(warped.index)) {
            let sums = chunk.sums;
            let mut at = octaves.octaves.len()
                + octaves.warps[..warped.index]
                    .iter()
                    .flatten()
                    .map(|moves| moves.octaves.len())
                    .sum::<usize>();
            for (axis, moves) in octaves.warps[warped.index].iter().enumerate() {
                sum_octaves(backend, moves, world, reach, at, chunk, cellular);
                chunk.moves[axis] = chunk.sums;
                at += moves.octaves.len();
            }
            chunk.sums = sums;
            moved = Some(warped.index);
        }
        if octave.shaped.is_some() {
            chunk.hold(whole);
        }
        let mut kinds = [Cells::Near; 4];
        let cells = if cfg!(perlane_small) { None } else { reach.boxes.of(first + o) };
        for (axis, world) in world.iter().enumerate() {
            match (&octave.form, &cells) {
                (_, Some(_)) => {}
                _ if octave.warp.is_some() => {
                    let kind = place::set_cells(backend, chunk, octave, axis, world, reach.near);
                    displace::displace(backend, chunk, octave, axis, kind, whole);
                    kinds[axis] = kind;
                }
                (Form::Cellular(_), None) => {}
                (Form::Lattice, None) => place::set(backend, chunk, octave, axis, world, reach.near),
            }
        }
        match (&octave.form, &cells) {
            (Form::Lattice, Some(cells)) => {
                boxed::add_at(backend, octave, cells, world, chunk);
            }
            (Form::Lattice, None) => add_octave(backend, chunk, octave, dims, whole / backend.lanes()),
            (Form::Cellular(kind), _) => {
                let scratch = cellular::Scratch::of(cellular);
                let Chunk { t, codes, sums, .. } = &mut *chunk;
                let sums = &mut sums[..whole];
                if octave.warp.is_some() {
                    cellular::add_to_placed(
                        backend,
                        octave,
                        kind,
                        cellular::Placed { t, codes, cells: kinds },
                        sums,
                        scratch,
                    );
                } else {
                    cellular::add_to_points(backend, octave, kind, world, reach.near, sums, scratch);
                }
            }
        }
        if let Some(shaped) = &octave.shaped {
            chunk.add_to_held(backend, shaped, whole);
        }
    }
}

/// The least and the greatest of some coordinates; `None` if one of them exceeds `bound` in magnitude, or is not a number. `bound` must not be
/// negative.
pub(crate) fn extent_within(backend: Backend, world: &[f64], bound: f64) -> Option<Extent> {
    backend.run(ExtentWithin { world, bound })
}

/// Whether all coordinates are at most `bound` in magnitude. `bound` must not be negative.
pub(crate) fn all_within(backend: Backend, world: &[f64], bound: f64) -> bool {
    backend.run(AllWithin { world, bound })
}

struct AllWithin<'a> {
    world: &'a [f64],
    bound: f64,
}

impl Job for AllWithin<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> bool {
        // Without an exit from the loop, compilers vectorise it.
        self.world.iter().fold(true, |within, w| within & (w.abs() <= self.bound))
    }
}

struct ExtentWithin<'a> {
    world: &'a [f64],
    bound: f64,
}

impl Job for ExtentWithin<'_> {
    type Output = Option<Extent>;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Option<Extent> {
        let mut all = Extremes::NONE;
        let (whole, rest) = self.world.as_chunks();
        whole.iter().for_each(|world| all.add(world));
        rest.iter().for_each(|w| all.add(&[*w; AT_ONCE]));
        let (low, high) = if self.world.is_empty() { (0.0, 0.0) } else { all.extent()? };
        (low.abs() <= self.bound && high.abs() <= self.bound).then_some((low, high))
    }
}

/// Coordinates whose extremes are found side by side, so that none waits for the one before.
const AT_ONCE: usize = 16;

/// The extremes of every [`AT_ONCE`]th coordinate.
struct Extremes {
    low: [f64; AT_ONCE],
    high: [f64; AT_ONCE],
    /// Bits of products with 0, which are 0 for finite coordinates.
    zeros: [u64; AT_ONCE],
}

impl Extremes {
    const NONE: Extremes =
        Extremes { low: [f64::INFINITY; AT_ONCE], high: [f64::NEG_INFINITY; AT_ONCE], zeros: [0; AT_ONCE] };

    #[inline(always)]
    fn add(&mut self, world: &[f64; AT_ONCE]) {
        let Extremes { low, high, zeros } = self;
        for (i, w) in world.iter().enumerate() {
            low[i] = if *w < low[i] { *w } else { low[i] };
            high[i] = if *w > high[i] { *w } else { high[i] };
            zeros[i] |= (w * 0.0).to_bits();
        }
    }

    /// The least and the greatest coordinate, if all are finite.
    #[inline(always)]
    fn extent(self) -> Option<Extent> {
        let low = self.low.into_iter().fold(f64::INFINITY, f64::min);
        let high = self.high.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let zeros = self.zeros.into_iter().fold(0, |all, zero| all | zero);
        (f64::from_bits(zeros) == 0.0).then_some((low, high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_within_a_bound() {
        for bound in [0.0_f64, 1.0, 1e300, f64::MAX] {
            let beyond =
                [bound.next_up(), -bound.next_up(), f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -f64::NAN];
            for (w, within) in
                [bound, -bound, 0.0, -0.0].map(|w| (w, true)).into_iter().chain(beyond.map(|w| (w, false)))
            {
                for at in 0..19 {
                    let mut world = [0.0; 19];
                    world[at] = w;
                    for backend in Backend::available() {
                        let extent = within.then_some(if w < 0.0 { (w, 0.0) } else { (0.0, w) });
                        assert_eq!(extent_within(backend, &world, bound), extent, "{w:e} within {bound:e}");
                        assert_eq!(all_within(backend, &world, bound), within, "{w:e} within {bound:e}");
                    }
                }
            }
        }
    }
}
