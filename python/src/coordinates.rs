//! World coordinates of points, in Python's arrays.

use std::ops::Range;

use numpy::ndarray::{Dimension, Ix1};
use numpy::{
    AsSliceError, Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray, PyReadonlyArray1,
    PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use crate::error::{type_error, value_error};
use crate::window::axis_name;

/// The right to read arrays that Python passes: one of shape (points, axes), or one for each axis, slowest first.
pub(crate) enum Coordinates<'py> {
    F64ByPoint(PyReadonlyArray2<'py, f64>),
    F32ByPoint(PyReadonlyArray2<'py, f32>),
    F64(Vec<PyReadonlyArray1<'py, f64>>),
    F32(Vec<PyReadonlyArray1<'py, f32>>),
}

/// The memory of these arrays.
pub(crate) enum Slices<'a> {
    F64(Vec<&'a [f64]>),
    F32(Vec<&'a [f32]>),
    /// The number of axes, and the coordinates along them, point by point.
    F64ByPoint(usize, &'a [f64]),
    F32ByPoint(usize, &'a [f32]),
}

/// Calls `$body` with the coordinates in a form that the library accepts as points.
macro_rules! with_points {
    ($slices:expr, |$points:ident| $body:expr) => {{
        use $crate::coordinates::Slices;
        match $slices {
            Slices::F64($points) => $body,
            Slices::F32($points) => $body,
            Slices::F64ByPoint(dims, all) => {
                $crate::coordinates::with_points!(dims, all, |$points| $body)
            }
            Slices::F32ByPoint(dims, all) => {
                $crate::coordinates::with_points!(dims, all, |$points| $body)
            }
        }
    }};
    ($dims:expr, $all:expr, |$points:ident| $body:expr) => {
        match $dims {
            2 => {
                let ($points, _) = $all.as_chunks::<2>();
                $body
            }
            3 => {
                let ($points, _) = $all.as_chunks::<3>();
                $body
            }
            _ => {
                let ($points, _) = $all.as_chunks::<4>();
                $body
            }
        }
    };
}
pub(crate) use with_points;

impl<'py> Coordinates<'py> {
    /// Borrows an array, or a sequence of arrays that all have the same type.
    pub(crate) fn new(given: &Bound<'py, PyAny>) -> PyResult<Self> {
        // An array of points comes first, because it is a sequence of arrays too.
        if let Ok(array) = given.cast::<PyArray2<f64>>() {
            return readonly("coordinates", array).map(Coordinates::F64ByPoint);
        }
        if let Ok(array) = given.cast::<PyArray2<f32>>() {
            return readonly("coordinates", array).map(Coordinates::F32ByPoint);
        }
        let axes = given.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        if axes.iter().all(|axis| axis.cast::<PyArray1<f32>>().is_ok()) {
            return lines(&axes).map(Coordinates::F32);
        }
        lines(&axes).map(Coordinates::F64)
    }

    pub(crate) fn slices(&self) -> PyResult<Slices<'_>> {
        Ok(match self {
            Coordinates::F64(arrays) => Slices::F64(slices(arrays)?),
            Coordinates::F32(arrays) => Slices::F32(slices(arrays)?),
            Coordinates::F64ByPoint(array) => {
                let (dims, all) = by_point(array)?;
                Slices::F64ByPoint(dims, all)
            }
            Coordinates::F32ByPoint(array) => {
                let (dims, all) = by_point(array)?;
                Slices::F32ByPoint(dims, all)
            }
        })
    }
}

impl<'a> Slices<'a> {
    /// The number of axes.
    pub(crate) fn dims(&self) -> usize {
        match self {
            Slices::F64(axes) => axes.len(),
            Slices::F32(axes) => axes.len(),
            Slices::F64ByPoint(dims, _) | Slices::F32ByPoint(dims, _) => *dims,
        }
    }

    /// The number of points.
    pub(crate) fn len(&self) -> usize {
        match self {
            Slices::F64(axes) => axes.first().map_or(0, |axis| axis.len()),
            Slices::F32(axes) => axes.first().map_or(0, |axis| axis.len()),
            Slices::F64ByPoint(dims, all) => all.len() / dims,
            Slices::F32ByPoint(dims, all) => all.len() / dims,
        }
    }

    /// The points with these indices.
    pub(crate) fn part(&self, range: Range<usize>) -> Slices<'a> {
        let by_point = |dims: usize| range.start * dims..range.end * dims;
        match self {
            Slices::F64(axes) => Slices::F64(axes.iter().map(|axis| &axis[range.clone()]).collect()),
            Slices::F32(axes) => Slices::F32(axes.iter().map(|axis| &axis[range.clone()]).collect()),
            Slices::F64ByPoint(dims, all) => Slices::F64ByPoint(*dims, &all[by_point(*dims)]),
            Slices::F32ByPoint(dims, all) => Slices::F32ByPoint(*dims, &all[by_point(*dims)]),
        }
    }

    /// The least and the greatest coordinate along each axis.
    pub(crate) fn extremes(&self) -> Vec<[f64; 2]> {
        let along = |axis: usize, dims: usize| (axis..).step_by(dims).take(self.len());
        match self {
            Slices::F64(axes) => axes.iter().map(|axis| extremes(axis.iter())).collect(),
            Slices::F32(axes) => axes.iter().map(|axis| extremes(axis.iter())).collect(),
            Slices::F64ByPoint(dims, all) => {
                (0..*dims).map(|axis| extremes(along(axis, *dims).map(|at| &all[at]))).collect()
            }
            Slices::F32ByPoint(dims, all) => {
                (0..*dims).map(|axis| extremes(along(axis, *dims).map(|at| &all[at]))).collect()
            }
        }
    }
}

/// Borrows an array for each axis, slowest first.
pub(crate) fn lines<'py, T: Element>(
    axes: &[Bound<'py, PyAny>],
) -> PyResult<Vec<PyReadonlyArray<'py, T, Ix1>>> {
    let line = |(a, axis): (usize, &Bound<'py, PyAny>)| {
        let name = axis_name(a, axes.len());
        let array = axis.cast::<PyArray1<T>>();
        readonly(name, array.map_err(|_| type_error(name, axis.get_type(), "lines of float32 or float64"))?)
    };
    axes.iter().enumerate().map(line).collect()
}

/// Borrows an array that no call writes at the same time.
fn readonly<'py, T: Element, D: Dimension>(
    name: &str,
    array: &Bound<'py, PyArray<T, D>>,
) -> PyResult<PyReadonlyArray<'py, T, D>> {
    array
        .try_readonly()
        .map_err(|_| value_error(name, "in use by another call", "arrays that no other call writes"))
}

pub(crate) fn slices<'a, T: Element>(arrays: &'a [PyReadonlyArray1<'_, T>]) -> PyResult<Vec<&'a [T]>> {
    arrays.iter().map(|array| array.as_slice().map_err(not_contiguous)).collect()
}

fn by_point<'a, T: Element>(array: &'a PyReadonlyArray2<'_, T>) -> PyResult<(usize, &'a [T])> {
    let dims = array.shape()[1];
    if !(2..=4).contains(&dims) {
        return Err(value_error("coordinates", format!("points of {dims} axes"), "2 to 4 axes"));
    }
    Ok((dims, array.as_slice().map_err(not_contiguous)?))
}

/// `perlane`'s Python code passes contiguous arrays only.
fn not_contiguous(error: AsSliceError) -> PyErr {
    type_error("coordinates", error, "contiguous, aligned arrays")
}

/// The least and the greatest number; NaN if there is one among them.
pub(crate) fn extremes<'a, T: Copy + Into<f64> + 'a>(mut axis: impl Iterator<Item = &'a T>) -> [f64; 2] {
    let Some(first) = axis.next() else { return [0.0; 2] };
    axis.fold([(*first).into(); 2], |[low, high], each| {
        let each = (*each).into();
        // A comparison with NaN is false. So NaN replaces a number, and no number replaces NaN.
        [
            if low <= each || low.is_nan() { low } else { each },
            if high >= each || high.is_nan() { high } else { each },
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_are_the_least_and_the_greatest() {
        assert_eq!(extremes([3.0, -1.0, 7.0, 2.0].iter()), [-1.0, 7.0]);
        assert_eq!(extremes([3.0_f32, -1.0, 7.0, 2.0].iter()), [-1.0, 7.0]);
        assert_eq!(extremes::<f64>([].iter()), [0.0, 0.0]);
        for nan in 0..3 {
            let mut axis = [1.0, 2.0, 3.0];
            axis[nan] = f64::NAN;
            assert!(extremes(axis.iter()).iter().all(|end| end.is_nan()), "{nan}");
        }
    }

    #[test]
    fn parts_and_extremes_of_every_form() {
        let by_point = [1.0, 5.0, -2.0, 7.0, 3.0, 0.5];
        let singles = by_point.map(|w| w as f32);
        let (ys, xs) = ([1.0, -2.0, 3.0], [5.0, 7.0, 0.5]);
        let (y_singles, x_singles) = (ys.map(|y| y as f32), xs.map(|x| x as f32));
        for points in [
            Slices::F64(vec![&ys, &xs]),
            Slices::F32(vec![&y_singles, &x_singles]),
            Slices::F64ByPoint(2, &by_point),
            Slices::F32ByPoint(2, &singles),
        ] {
            assert_eq!((points.dims(), points.len()), (2, 3));
            assert_eq!(points.extremes(), [[-2.0, 3.0], [0.5, 7.0]]);
            let part = points.part(1..3);
            assert_eq!((part.dims(), part.len()), (2, 2));
            assert_eq!(part.extremes(), [[-2.0, 3.0], [0.5, 7.0]]);
            assert_eq!(points.part(0..1).extremes(), [[1.0, 1.0], [5.0, 5.0]]);
        }
    }
}
