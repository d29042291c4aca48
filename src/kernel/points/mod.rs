//! Scattered points: each lane has its own cell on every axis. The arithmetic is the same as on a grid, with nothing shared.
//!
//! A chunk of points is computed octave by octave, in short passes (places, hashes, samples). Although each pass stores what the next one loads, short
//! passes are faster than one loop: a processor looks ahead a few hundred instructions, which are several vectors of a short pass.
//!
//! - `world` and `extent`: the coordinates, in whatever form they are, and how far they reach.
//! - `positions`: what has coordinates to place, a vector at a time: points, or parts of warped rows.
//! - `place`, `hash`, `add`: the passes of an octave. `displace` moves points that have been placed, if the octave is warped. `look_up` has the octaves
//!   whose components at corners are looked up in a pass of their own.
//! - `boxes`, `words`, `boxed`: if the cells of all points lie in a box that is not too large, its corners are hashed once, and one look-up finds all
//!   corners of a cell.
//! - `chunk` and `memory`: working memory.

pub(super) mod add;
pub(in crate::kernel) mod boxed;
pub(crate) mod boxes;
pub(super) mod chunk;
pub(super) mod displace;
pub(crate) mod extent;
pub(super) mod hash;
pub(super) mod look_up;
pub(super) mod memory;
pub(super) mod place;
pub(super) mod positions;
mod words;
pub(crate) mod world;

use alloc::boxed::Box;

use crate::kernel::cellular;
use crate::kernel::scratch::{Pointwise, Scratch};
use crate::scattered::Scattered;
use crate::simd::Backend;
use crate::tables::cellular::Cellular;
use crate::tables::octave::{Form, Octave};
use crate::tables::octaves::Octaves;
use boxes::Boxes;
use chunk::{CHUNK, Cells, Chunk};
use memory::Memory;

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
    let Pointwise { points: kept, cellular, .. } = &mut scratch.pointwise;
    let Memory { chunk, world } = Memory::of(kept);
    let (lanes, dims) = (backend.lanes(), points.dims());
    let plain = plain_in_boxes(octaves, reach);
    for (n, out) in out.chunks_mut(CHUNK).enumerate() {
        let first = n * CHUNK;
        let whole = out.len().next_multiple_of(lanes);
        let xyzw = world.of(backend, points, first..first + out.len(), whole);
        if plain && out.len() == whole {
            write_octaves(backend, octaves, &xyzw[..dims], reach, chunk, out);
            continue;
        }
        sum_octaves(backend, octaves, &xyzw[..dims], reach, 0, chunk, cellular);
        out.copy_from_slice(&chunk.sums[..out.len()]);
    }
}

/// Whether all octaves have boxes, and neither move points nor depend on each other.
fn plain_in_boxes(octaves: &Octaves, reach: Reach<'_>) -> bool {
    let plain = |(o, octave): (usize, &Octave)| octave.is_of_lattice() && reach.boxes.of(o).is_some();
    !cfg!(perlane_small) && octaves.octaves.iter().enumerate().all(plain)
}

/// Writes the sums of octaves of which [`plain_in_boxes`] holds, at whole vectors of points.
fn write_octaves(
    backend: Backend,
    octaves: &Octaves,
    world: &[&[f64]],
    reach: Reach<'_>,
    chunk: &mut Chunk,
    out: &mut [f32],
) {
    if octaves.octaves.is_empty() {
        out.fill(octaves.bias);
    }
    for (o, octave) in octaves.octaves.iter().enumerate() {
        let Some(cells) = reach.boxes.of(o) else { return };
        let (memory, moves, _) = boxed::Memory::of(chunk);
        let start = (o == 0).then_some(octaves.bias);
        boxed::add_at(backend, octave, &cells, world, (memory, moves), (start, &mut *out));
    }
}

/// Sums octaves at no more points than a chunk has. `world` has whole vectors of coordinates for each axis in the order x, y, z, w; `first` is the
/// number of the first octave among all, including those of warps.
fn sum_octaves(
    backend: Backend,
    octaves: &Octaves,
    world: &[&[f64]],
    reach: Reach<'_>,
    first: usize,
    chunk: &mut Chunk,
    cellular: &mut Option<Box<cellular::Memory>>,
) {
    let (dims, whole) = (world.len(), world[0].len());
    chunk.sums[..whole].fill(octaves.bias);
    let mut moved = None;
    for (o, octave) in octaves.octaves.iter().enumerate() {
        if let Some(warped) = octave.warp.filter(|warped| moved != Some(warped.index)) {
            let sums = chunk.sums;
            for (axis, moves) in octaves.warps[warped.index].iter().enumerate() {
                let first = octaves.first_of(warped.index, axis);
                sum_octaves(backend, moves, world, reach, first, chunk, cellular);
                chunk.moves[axis] = chunk.sums;
            }
            chunk.sums = sums;
            moved = Some(warped.index);
        }
        if octave.shaped.is_some() {
            chunk.hold(whole);
        }
        let cells = if cfg!(perlane_small) { None } else { reach.boxes.of(first + o) };
        match (&octave.form, cells) {
            (Form::Lattice, Some(cells)) => {
                let (memory, moves, sums) = boxed::Memory::of(chunk);
                boxed::add_at(backend, octave, &cells, world, (memory, moves), (None, &mut sums[..whole]));
            }
            (Form::Lattice, None) => {
                place_at_lattice(backend, octave, world, reach.near, chunk);
                add::add_octave(backend, chunk, octave, dims, whole / backend.lanes());
            }
            (Form::Cellular(kind), _) => {
                let memory = cellular::Memory::of(cellular);
                add_cellular(backend, octave, kind, world, reach.near, (chunk, memory));
            }
        }
        if let Some(shaped) = &octave.shaped {
            chunk.add_to_held(backend, shaped, whole);
        }
    }
}

/// Finds where points lie on an octave's lattice, to which they move first if it is warped.
fn place_at_lattice(backend: Backend, octave: &Octave, world: &[&[f64]], near: bool, chunk: &mut Chunk) {
    if octave.warp.is_some() {
        place_moved(backend, octave, world, near, chunk);
        return;
    }
    for (axis, world) in world.iter().enumerate() {
        place::set(backend, chunk, octave, axis, world, near);
    }
}

/// The same for points that move. Returns what their codes stood for along each axis.
fn place_moved<'a>(
    backend: Backend,
    octave: &'a Octave,
    world: &[&[f64]],
    near: bool,
    chunk: &mut Chunk,
) -> [Cells<'a>; 4] {
    let mut kinds = [Cells::Near; 4];
    for (axis, world) in world.iter().enumerate() {
        kinds[axis] = place::set_cells(backend, chunk, octave, axis, world, near);
        displace::displace(backend, chunk, octave, axis, kinds[axis], world.len());
    }
    kinds
}

/// Adds an octave of cellular noise to the sums.
fn add_cellular(
    backend: Backend,
    octave: &Octave,
    kind: &Cellular,
    world: &[&[f64]],
    near: bool,
    (chunk, memory): (&mut Chunk, &mut cellular::Memory),
) {
    let whole = world[0].len();
    if octave.warp.is_none() {
        let sums = &mut chunk.sums[..whole];
        return cellular::add_to_points(backend, octave, kind, world, near, sums, memory);
    }
    let cells = place_moved(backend, octave, world, near, chunk);
    let Chunk { t, codes, sums, .. } = chunk;
    let placed = cellular::Placed { t, codes, cells };
    cellular::add_to_placed(backend, octave, kind, placed, &mut sums[..whole], memory);
}
