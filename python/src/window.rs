//! `Window`: where to sample, from Python's arguments.

use perlane::{Error, PerAxis, Window as Axes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{list_of, number, per_axis, shown};
use crate::error::{because, refused, type_error, value_error};

/// A window on the sampling lattice, checked. Axes are in array order, x last.
#[pyclass(frozen, module = "perlane._native")]
pub(crate) struct Window {
    pub(crate) axes: Axes,
}

#[pymethods]
impl Window {
    #[new]
    #[pyo3(signature = (shape, start=None, origin=None, spacing=None, lazy=false))]
    fn new(
        shape: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        origin: Option<&Bound<'_, PyAny>>,
        spacing: Option<&Bound<'_, PyAny>>,
        lazy: bool,
    ) -> PyResult<Self> {
        let lengths = read_shape(shape)?;
        let dims = lengths.len();
        let mut axes = Axes::from_shape(&lengths).map_err(refused)?;
        axes.start = by_name(&per_axis("start", start, dims, 0)?);
        axes.origin = by_name(&per_axis("origin", origin, dims, 0.0)?);
        axes.spacing = by_name(&per_axis("spacing", spacing, dims, 1.0)?);
        let window = Window::normal(axes);
        for part in if lazy { window.parts(1) } else { vec![window.axes] } {
            if part.samples().is_err() {
                let what = if lazy { "axes" } else { "shapes" };
                let allowed = format!("{what} of at most 2^61 - 1 samples");
                return Err(value_error("shape", shown(shape), allowed));
            }
            part.validate().map_err(|error| refused(with_shape(error, shape)))?;
        }
        Ok(window)
    }

    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.axes.shape())
    }

    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.array_order(self.axes.start))
    }

    #[getter]
    fn origin<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.array_order(self.axes.origin))
    }

    #[getter]
    fn spacing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.array_order(self.axes.spacing))
    }
}

impl Window {
    /// The window in the one form that equal windows share: zeros have no sign.
    pub(crate) fn normal(mut axes: Axes) -> Self {
        for number in axes.origin.xyzw_mut() {
            *number += 0.0;
        }
        Window { axes }
    }

    /// Windows that can be computed if, and only if, all samples of this one can be: this window itself, or, if no buffer could hold so many of its
    /// planes, one window along each axis. Whether a coordinate is allowed does not depend on the other axes.
    pub(crate) fn parts(&self, planes: usize) -> Vec<Axes> {
        let most = isize::MAX as usize / size_of::<f32>() / planes;
        if self.axes.samples().is_ok_and(|samples| samples <= most) {
            return vec![self.axes];
        }
        let along = |a: usize| {
            let mut part = self.axes;
            part.size = PerAxis::splat(1);
            *part.size.xyzw_mut()[a] = self.axes.size.xyzw()[a];
            part
        };
        (0..self.axes.dims()).map(along).collect()
    }

    fn array_order<T: Copy>(&self, values: PerAxis<T>) -> Vec<T> {
        values.xyzw()[..self.axes.dims()].iter().rev().copied().collect()
    }
}

/// The library's error about lengths, which it calls a size, with the shape that was given.
fn with_shape(error: Error, shape: &Bound<'_, PyAny>) -> Error {
    match error {
        Error::Parameter { name, allowed, .. } if name == "size" => {
            Error::Parameter { name: "shape".into(), value: shown(shape), allowed }
        }
        other => other,
    }
}

fn read_shape(shape: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    const ALLOWED: &str = "an integer from 0, or 1 to 4 of them";
    const LONGEST: &str = "lengths of at most 2^61 - 1";
    let wrong = || value_error("shape", shown(shape), ALLOWED);
    let length = |value: &Bound<'_, PyAny>| {
        let length = number::<i64>("shape", value).map_err(|error| {
            if error.is_instance_of::<PyValueError>(shape.py()) {
                if value.lt(0).unwrap_or(true) {
                    wrong()
                } else {
                    value_error("shape", shown(shape), LONGEST)
                }
            } else {
                because(shape.py(), type_error("shape", shown(shape), ALLOWED), error)
            }
        })?;
        usize::try_from(length).map_err(|_| wrong())
    };
    match list_of("shape", shape, check_axes, length)? {
        Some(each) => Ok(each),
        None => length(shape).map(|one| vec![one]),
    }
}

/// Refuses shapes of so many axes.
fn check_axes(axes: usize) -> PyResult<()> {
    if (1..=4).contains(&axes) {
        return Ok(());
    }
    Err(value_error("shape", format!("of {axes} axes"), "1 to 4 axes"))
}

/// The name of an axis in array order, where there are this many.
pub(crate) fn axis_name(axis: usize, dims: usize) -> &'static str {
    match dims - axis {
        1 => "x",
        2 => "y",
        3 => "z",
        _ => "w",
    }
}

/// From values in array order, at most four.
pub(crate) fn by_name<T: Copy + Default>(array_order: &[T]) -> PerAxis<T> {
    let mut all = PerAxis::default();
    for (to, &from) in all.xyzw_mut().into_iter().zip(array_order.iter().rev()) {
        *to = from;
    }
    all
}
