//! Quantities: derivatives of a noise, and quantities made from them, as planes of an array.

use numpy::{PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use perlane::{FieldParameters, Quantity};
use pyo3::prelude::*;

use crate::arguments::{lengths, list, number, shown};
use crate::error::{type_error, value_error};
use crate::pieces::{Pieces, first};
use crate::tables::named;

/// Samples of a plane that are computed before they are written to their places.
const BESIDE: usize = 1 << 20;

/// A quantity, its relief and its light, as the arguments of Python's methods.
pub(crate) type Given<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The parameters that these arguments stand for.
pub(crate) fn parameters((quantity, relief, light): &Given<'_>) -> PyResult<FieldParameters> {
    const DIRECTION: &str = "three numbers, (x, y, z), to the light";
    let wrong = || type_error("light", shown(light), DIRECTION);
    let light: Vec<f64> = list("light", light, lengths("light", 3..=3, DIRECTION))?.ok_or_else(wrong)?;
    let mut field = FieldParameters::from(named("quantity", quantity, Quantity::from_name)?);
    field.relief = number("relief", relief)?;
    field.light = light[..].try_into().map_err(|_| wrong())?;
    Ok(field)
}

/// The names of a quantity's planes.
#[pyfunction]
pub(crate) fn plane_names(quantity: &Bound<'_, PyAny>, dims: usize) -> PyResult<Vec<&'static str>> {
    Ok(named("quantity", quantity, Quantity::from_name)?.plane_names(dims))
}

/// The right to write to an array of planes. No two calls have it at once.
pub(crate) fn borrow<'py>(out: &Bound<'py, PyAny>) -> PyResult<PyReadwriteArrayDyn<'py, f32>> {
    let out = out.cast::<PyArrayDyn<f32>>();
    let out = out.map_err(|e| type_error("out", e, "contiguous, aligned arrays of float32"))?;
    out.try_readwrite().map_err(|_| {
        value_error("out", "in use by another call", "writable arrays that no other call reads or writes")
    })
}

/// The part of consecutive planes that is left to fill.
pub(crate) struct PlanesTarget<'a> {
    planes: Vec<&'a mut [f32]>,
}

impl<'a> PlanesTarget<'a> {
    /// For a contiguous array of this many planes.
    pub(crate) fn new(out: &'a mut PyReadwriteArrayDyn<'_, f32>, planes: usize) -> PyResult<Self> {
        let out = out.as_slice_mut().map_err(|e| type_error("out", e, "contiguous, aligned arrays"))?;
        let each = out.len() / planes;
        let planes = match each {
            0 => (0..planes).map(|_| <&mut [f32]>::default()).collect(),
            _ => out.chunks_exact_mut(each).collect(),
        };
        Ok(PlanesTarget { planes })
    }
}

impl Pieces for PlanesTarget<'_> {
    type Number = f32;
    type Room = Vec<f32>;

    fn count(&self) -> usize {
        self.planes[0].len()
    }

    fn most(&self) -> usize {
        BESIDE
    }

    fn split_off(&mut self, count: usize) -> Self {
        PlanesTarget { planes: self.planes.iter_mut().map(|plane| first(plane, count)).collect() }
    }

    fn fill(
        self,
        room: &mut Vec<f32>,
        compute: impl FnOnce(&mut [f32]) -> perlane::Result<()>,
    ) -> perlane::Result<()> {
        let each = self.count();
        room.resize(each * self.planes.len(), 0.0);
        compute(room)?;
        for (k, plane) in self.planes.into_iter().enumerate() {
            plane.copy_from_slice(&room[k * each..][..each]);
        }
        Ok(())
    }
}
