//! `Scattered`: world coordinates of points, in the form that a program gives.

use core::ops::Range;

/// World coordinates of points.
#[derive(Debug, Clone, Copy)]
pub enum Scattered<'a> {
    F64(List<'a, f64>),
    F32(List<'a, f32>),
}

/// The coordinates of points: along x, y, z and w, empty for axes that do not exist; or point by point, each in array order.
pub(crate) enum Arrays<'a> {
    F64([&'a [f64]; 4]),
    F32([&'a [f32]; 4]),
    F64ByPoint(&'a [f64]),
    F32ByPoint(&'a [f32]),
}

/// The coordinates of one type.
#[derive(Debug, Clone, Copy)]
pub struct List<'a, T> {
    /// The number of axes, which may be one that is not allowed.
    dims: usize,
    order: Order<'a, T>,
}

#[derive(Debug, Clone, Copy)]
enum Order<'a, T> {
    /// The coordinates along x, y, z and w; empty for axes that do not exist.
    ByAxis([&'a [T]; 4]),
    /// Point by point, each in array order.
    ByPoint(&'a [T]),
}

impl<'a, T: Copy> List<'a, T> {
    /// From points, each in array order.
    pub(crate) fn of_points<const D: usize>(points: &'a [[T; D]]) -> Self {
        List { dims: D, order: Order::ByPoint(points.as_flattened()) }
    }

    /// From the coordinates along each of `dims` axes, slowest first.
    pub(crate) fn of_axes(dims: usize, axes: impl DoubleEndedIterator<Item = &'a [T]>) -> Self {
        let mut xyzw = [&[][..]; 4];
        for (to, axis) in xyzw.iter_mut().zip(axes.rev()) {
            *to = axis;
        }
        List { dims, order: Order::ByAxis(xyzw) }
    }

    fn len_along(&self, axis: usize) -> usize {
        match &self.order {
            Order::ByAxis(xyzw) => xyzw[axis].len(),
            Order::ByPoint(points) => points.len() / self.dims,
        }
    }

    fn part(&self, Range { start, end }: Range<usize>) -> Self {
        let dims = self.dims;
        let order = match self.order {
            Order::ByAxis(mut xyzw) => {
                for axis in &mut xyzw[..dims] {
                    *axis = &axis[start..end];
                }
                Order::ByAxis(xyzw)
            }
            Order::ByPoint(points) => Order::ByPoint(&points[dims * start..dims * end]),
        };
        List { dims, order }
    }
}

impl<'a> Scattered<'a> {
    /// The number of axes, which may be one that is not allowed. The other methods need 1 to 4.
    pub(crate) fn dims(&self) -> usize {
        match self {
            Scattered::F64(List { dims, .. }) | Scattered::F32(List { dims, .. }) => *dims,
        }
    }

    /// The number of coordinates along each axis, slowest first.
    pub(crate) fn lens(&self) -> impl Iterator<Item = usize> {
        (0..self.dims()).rev().map(move |axis| match self {
            Scattered::F64(list) => list.len_along(axis),
            Scattered::F32(list) => list.len_along(axis),
        })
    }

    /// The number of points, if all axes have the same number of coordinates.
    pub(crate) fn len(&self) -> usize {
        self.lens().next().unwrap_or(0)
    }

    /// The points with these indices.
    pub(crate) fn part(&self, range: Range<usize>) -> Self {
        match self {
            Scattered::F64(list) => Scattered::F64(list.part(range)),
            Scattered::F32(list) => Scattered::F32(list.part(range)),
        }
    }

    /// The coordinates in the form that a program gave.
    pub(crate) fn arrays(&self) -> Arrays<'a> {
        match self {
            Scattered::F64(List { order: Order::ByAxis(xyzw), .. }) => Arrays::F64(*xyzw),
            Scattered::F32(List { order: Order::ByAxis(xyzw), .. }) => Arrays::F32(*xyzw),
            Scattered::F64(List { order: Order::ByPoint(points), .. }) => Arrays::F64ByPoint(points),
            Scattered::F32(List { order: Order::ByPoint(points), .. }) => Arrays::F32ByPoint(points),
        }
    }
}
