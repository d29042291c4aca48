//! The samples of a small grid on an octave's lattice: the corners around them, and the coefficients of their rows.

use crate::kernel::coefficients::across::Across;
use crate::kernel::coefficients::cells::{Cell, Plane};
use crate::kernel::corners::LineCorners;
use crate::kernel::layout::corner_sizes::CornerSizes;
use crate::kernel::small::shapes::Shape;
use crate::noise::Kind;
use crate::simd::{Job, Lanes};
use crate::tables::octave::Octave;

use super::lines::OctaveLines;

/// Places the samples of a small grid along all axes, hashes the corners around them, and computes the coefficients of its rows.
pub(super) struct SetCells<'a, 'b> {
    /// It is plain.
    pub(super) octave: &'a Octave,
    pub(super) shape: &'a Shape,
    /// Along x, y, z.
    pub(super) starts: &'a [i64; 3],
    pub(super) lines: &'a mut OctaveLines<'b>,
    pub(super) corners: &'a mut [f32],
    pub(super) planes: &'a mut [Plane],
    /// Those of each plane's groups of rows, one after the other.
    pub(super) to: &'a mut [Cell],
}

impl Job for SetCells<'_, '_> {
    /// How many cells a row has.
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) -> usize {
        match self.shape.dims {
            2 => self.run_in::<L, 2>(l),
            _ => self.run_in::<L, 3>(l),
        }
    }
}

impl SetCells<'_, '_> {
    #[inline(always)]
    fn run_in<L: Lanes, const D: usize>(self, l: L) -> usize {
        let SetCells { octave, shape, starts, lines, corners, planes, to } = self;
        let OctaveLines { x, y, z, set } = lines;
        let mut counts = [1; 3];
        for (a, line) in [&mut **x, y, z].into_iter().enumerate().take(D) {
            if !set[a] {
                line.set(l, octave, a, &shape.axis(a, starts), shape.lens[a]);
            }
            counts[a] = line.count(shape.lens[a]);
        }
        let [_, rows, count] = shape.lens;
        let sizes = CornerSizes::new(D, counts);
        let CornerSizes { columns, lines, depth, stride, step, .. } = sizes;
        for n in 0..depth {
            let to = &mut corners[n * step..][..step];
            let along_z = [0, if D == 3 { z.codes[n] } else { 0 }, 0];
            let (lanes, columns) = (&y.codes, &x.codes[..columns]);
            LineCorners {
                octave,
                dims: D,
                lines: along_z,
                axis: 2,
                lanes,
                count: lines,
                columns,
                stride,
                to,
            }
            .set_few(l);
        }
        for (n, plane) in planes.iter_mut().enumerate().take(count) {
            *plane = shape.plane(n);
            if D == 3 {
                plane.at = z.first[n] as usize * step;
                (plane.t[1], plane.u[1]) = (z.t[n], z.u[n]);
            }
        }
        let across = Across::<D> {
            kind: Kind::Perlin,
            constants: false,
            corners,
            around: sizes.around(),
            steps: sizes.steps(),
            axis: 0,
            lanes: y.as_lanes(rows),
            planes: &planes[..count],
            each: columns - 1,
            to,
        };
        across.run(l);
        columns - 1
    }
}
