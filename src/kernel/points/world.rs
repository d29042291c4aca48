//! World coordinates of points as kernels read them: `f64` along x, y, z, w.

use core::ops::Range;

use super::chunk::CHUNK;
use crate::scattered::{Arrays, Scattered};
use crate::simd::{Backend, Job, LINE, Lanes, WIDEST, prefetch};

/// Elements of an array for a chunk. As in `chunk`, no two arrays are a multiple of 4 KiB apart.
const ROW: usize = CHUNK + 8;

/// Memory for the coordinates of a chunk of points along x, y, z, w.
#[repr(align(64))]
pub(crate) struct World([[f64; ROW]; 4]);

impl World {
    pub(in crate::kernel) const EMPTY: World = World([[0.0; ROW]; 4]);

    /// The coordinates of a chunk of points: those with indices in `range`, padded to `whole` points by repeating the first one, which has been
    /// checked like all others. They are copied only if they are stored in another form, or need padding.
    pub(in crate::kernel) fn of<'a>(
        &'a mut self,
        backend: Backend,
        points: &Scattered<'a>,
        range: Range<usize>,
        whole: usize,
    ) -> [&'a [f64]; 4] {
        let count = range.len();
        let (part, to) = (points.part(range), &mut self.0);
        match part.arrays() {
            Arrays::F64(xyzw) if count == whole => return xyzw,
            Arrays::F64(xyzw) => {
                xyzw.iter().zip(to).for_each(|(world, to)| to[..world.len()].copy_from_slice(world));
            }
            Arrays::F32(xyzw) => convert(backend, &xyzw[..part.dims()], to),
            Arrays::F64ByPoint(points) => split(backend, points, part.dims(), to),
            Arrays::F32ByPoint(points) => split(backend, points, part.dims(), to),
        }
        self.0.each_mut().map(|world| {
            let first = world[0];
            world[count..whole].fill(first);
            &world[..whole]
        })
    }

    /// Calls `visit` with all points, part by part: with the index of a part's first point, and the coordinates along each axis in the order x, y,
    /// z, w. Coordinates that need no copy are one part. An error ends the visit.
    pub(crate) fn visit<E>(
        &mut self,
        backend: Backend,
        points: &Scattered<'_>,
        mut visit: impl FnMut(usize, &[&[f64]]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (count, dims) = (points.len(), points.dims());
        if let Arrays::F64(xyzw) = points.arrays() {
            return visit(0, &xyzw[..dims]);
        }
        for first in (0..count).step_by(CHUNK) {
            let part = first..count.min(first + CHUNK);
            let xyzw = self.of(backend, points, part.clone(), part.len());
            visit(first, &xyzw[..dims])?;
        }
        Ok(())
    }
}

/// Asks for the coordinates that are as far away as those of the next chunk, so that they are in the first-level cache when that begins. Processors
/// do it themselves within a chunk, but chunks are short.
#[inline(always)]
pub(super) fn prefetch_next<T>(world: &[T]) {
    for line in world.chunks(LINE / size_of::<T>()) {
        prefetch(&line[0], CHUNK);
    }
}

/// Converts coordinates exactly.
fn convert(backend: Backend, xyzw: &[&[f32]], to: &mut [[f64; ROW]; 4]) {
    match cfg!(perlane_small) {
        true => xyzw.iter().zip(to).for_each(|(from, to)| copy(from, 1, to)),
        false => backend.run(Convert { xyzw, to }),
    }
}

/// Copies every `step`th coordinate, for programs that must be small.
#[inline(never)]
fn copy<T: Copy + Into<f64>>(from: &[T], step: usize, to: &mut [f64; ROW]) {
    to.iter_mut().zip(from.iter().step_by(step)).for_each(|(to, w)| *to = (*w).into());
}

/// Converts the coordinates along each axis, in vectors.
struct Convert<'a> {
    xyzw: &'a [&'a [f32]],
    to: &'a mut [[f64; ROW]; 4],
}

impl Job for Convert<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        for (to, from) in self.to.iter_mut().zip(self.xyzw) {
            let (worlds, rest) = from.as_chunks::<16>();
            let (whole, last) = to.split_at_mut(16 * worlds.len());
            for (to, world) in whole.as_chunks_mut().0.iter_mut().zip(worlds) {
                prefetch_next(world);
                *to = world.map(f64::from);
            }
            last.iter_mut().zip(rest).for_each(|(to, w)| *to = f64::from(*w));
        }
    }
}

/// Copies points, of `dims` coordinates in array order, to one array of coordinates for each of x, y, z, w.
fn split<T: Copy + Into<f64>>(backend: Backend, points: &[T], dims: usize, to: &mut [[f64; ROW]; 4]) {
    match dims {
        _ if cfg!(perlane_small) => {
            for (axis, to) in to.iter_mut().enumerate().take(dims) {
                copy(&points[dims - 1 - axis..], dims, to);
            }
        }
        1 => split_points(points.as_chunks::<1>().0, 0, to),
        2 => backend.run(Split { points: points.as_chunks::<2>().0, to }),
        3 => backend.run(Split { points: points.as_chunks::<3>().0, to }),
        _ => split_points(points.as_chunks::<4>().0, 0, to),
    }
}

/// Copies the points from number `first` on, one by one.
#[inline(never)]
fn split_points<T: Copy + Into<f64>, const D: usize>(
    points: &[[T; D]],
    first: usize,
    to: &mut [[f64; ROW]; 4],
) {
    for (axis, to) in to.iter_mut().enumerate().take(D) {
        to.iter_mut().zip(points).skip(first).for_each(|(to, point)| *to = point[D - 1 - axis].into());
    }
}

/// Copies points in two or three dimensions.
struct Split<'a, T, const D: usize> {
    points: &'a [[T; D]],
    to: &'a mut [[f64; ROW]; 4],
}

/// Points of a loop. Compilers make vectors of a loop of this length; one of eight points would be unrolled, and copy number by number.
const PART: usize = 64;

impl<T: Copy + Into<f64>, const D: usize> Job for Split<'_, T, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        // In three dimensions, it takes as long to sort eight `f64` in vectors as to copy them one by one, or longer.
        if const { !(L::N == WIDEST || L::PERMUTES && (D == 2 || size_of::<T>() == 4)) } {
            return split_points(self.points, 0, self.to);
        }
        let [x, y, z, _] = self.to.each_mut().map(|to| to.as_chunks_mut::<PART>().0);
        let (parts, rest) = self.points.as_chunks::<PART>();
        for (points, ((x, y), z)) in parts.iter().zip(x.iter_mut().zip(y).zip(z)) {
            prefetch_next(points.as_flattened());
            for i in 0..PART {
                x[i] = points[i][D - 1].into();
                y[i] = points[i][D - 2].into();
                if const { D == 3 } {
                    z[i] = points[i][0].into();
                }
            }
        }
        split_points(self.points, self.points.len() - rest.len(), self.to);
    }
}
