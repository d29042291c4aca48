//! World coordinates of points as kernels read them: `f64` along x, y, z, w.

use core::ops::Range;

use super::chunk::CHUNK;
use crate::scattered::Scattered;

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
        points: &Scattered<'a>,
        range: Range<usize>,
        whole: usize,
    ) -> [&'a [f64]; 4] {
        let count = range.len();
        if let Some(xyzw) = points.in_place().filter(|_| count == whole) {
            return xyzw.map(|world| world.get(range.clone()).unwrap_or(&[]));
        }
        points.part(range).copy_to(&mut self.0);
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
        points: &Scattered<'_>,
        mut visit: impl FnMut(usize, &[&[f64]]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (count, dims) = (points.len(), points.dims());
        if let Some(xyzw) = points.in_place() {
            return visit(0, &xyzw[..dims]);
        }
        for first in (0..count).step_by(CHUNK) {
            let part = first..count.min(first + CHUNK);
            let xyzw = self.of(points, part.clone(), part.len());
            visit(first, &xyzw[..dims])?;
        }
        Ok(())
    }
}
