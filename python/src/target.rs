//! `Target`: an array that is filled with samples, or with integers made from samples.

use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArrayDyn, PyArrayMethods, PyReadwriteArray, PyReadwriteArrayDyn};
use perlane_view::Levels;
use pyo3::prelude::*;

use crate::error::{refused, type_error, value_error};
use crate::pieces::{Pieces, first};

/// How many samples are computed at once for arrays of integers. The samples are computed beside the array, and caches hold this many.
const BESIDE: usize = 1 << 20;

/// The right to write to an array. No two calls have it at once.
pub(crate) enum Borrowed<'py> {
    Samples(PyReadwriteArrayDyn<'py, f32>),
    Bytes(PyReadwriteArrayDyn<'py, u8>, Levels),
    Words(PyReadwriteArrayDyn<'py, u16>, Levels),
}

/// The part of an array that is left to fill.
pub(crate) enum Target<'a> {
    Samples(&'a mut [f32]),
    Bytes(&'a mut [u8], Levels),
    Words(&'a mut [u16], Levels),
}

/// Room for the samples from which integers are made. It is kept from piece to piece.
#[derive(Default)]
pub(crate) struct Room(Vec<f32>);

impl<'py> Borrowed<'py> {
    /// `levels` are the samples that become 0 and the greatest integer, for arrays of integers.
    pub(crate) fn new(out: &Bound<'py, PyAny>, levels: Option<(f64, f64)>) -> PyResult<Self> {
        if let Ok(out) = out.cast::<PyArrayDyn<f32>>() {
            return borrow(out).map(Borrowed::Samples);
        }
        let levels =
            |max| levels.map_or_else(|| Err(not_contiguous("no levels")), |ends| self::levels(ends, max));
        if let Ok(out) = out.cast::<PyArrayDyn<u8>>() {
            return Ok(Borrowed::Bytes(borrow(out)?, levels(u8::MAX.into())?));
        }
        match out.cast::<PyArrayDyn<u16>>() {
            Ok(out) => Ok(Borrowed::Words(borrow(out)?, levels(u16::MAX)?)),
            Err(error) => Err(not_contiguous(error)),
        }
    }

    /// `perlane`'s Python code passes contiguous arrays only.
    pub(crate) fn target(&mut self) -> PyResult<Target<'_>> {
        Ok(match self {
            Borrowed::Samples(out) => Target::Samples(slice(out)?),
            Borrowed::Bytes(out, levels) => Target::Bytes(slice(out)?, *levels),
            Borrowed::Words(out, levels) => Target::Words(slice(out)?, *levels),
        })
    }
}

/// Borrows an array that no other call reads or writes at the same time.
pub(crate) fn borrow<'py, T: Element, D: Dimension>(
    out: &Bound<'py, PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    out.try_readwrite().map_err(|_| {
        value_error("out", "in use by another call", "writable arrays that no other call reads or writes")
    })
}

fn levels((low, high): (f64, f64), max: u16) -> PyResult<Levels> {
    Levels::new([low, high], max).ok_or_else(|| {
        let value = format!("{}..{}", in_few_characters(low), in_few_characters(high));
        value_error("levels", value, "two different numbers, with a finite difference")
    })
}

/// A number in few characters: with an exponent, if it would have many digits otherwise.
fn in_few_characters(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 || (1e-5..1e16).contains(&size) { number.to_string() } else { format!("{number:?}") }
}

fn slice<'a, T: Element>(out: &'a mut PyReadwriteArrayDyn<'_, T>) -> PyResult<&'a mut [T]> {
    out.as_slice_mut().map_err(not_contiguous)
}

fn not_contiguous(error: impl ToString) -> PyErr {
    type_error("out", error, "contiguous, aligned arrays of float32, uint16 or uint8")
}

/// Fills `out` with the integers for samples, as methods that sample do it. `levels` are the samples that become 0 and the greatest integer.
#[pyfunction]
pub(crate) fn integers(
    samples: &Bound<'_, PyArrayDyn<f32>>,
    out: &Bound<'_, PyAny>,
    levels: (f64, f64),
) -> PyResult<()> {
    let samples = samples.try_readonly().map_err(not_contiguous)?;
    let samples = samples.as_slice().map_err(not_contiguous)?;
    let mut out = Borrowed::new(out, Some(levels))?;
    let out = out.target()?;
    if out.count() != samples.len() {
        return Err(value_error(
            "out",
            format!("of {} elements", out.count()),
            "as many as there are samples",
        ));
    }
    let copy = |to: &mut [f32]| {
        to.copy_from_slice(samples);
        Ok(())
    };
    out.fill(&mut Room::default(), copy).map_err(refused)
}

impl Pieces for Target<'_> {
    type Number = f32;
    type Room = Room;

    fn count(&self) -> usize {
        match self {
            Target::Samples(out) => out.len(),
            Target::Bytes(out, _) => out.len(),
            Target::Words(out, _) => out.len(),
        }
    }

    fn most(&self) -> usize {
        if matches!(self, Target::Samples(_)) { usize::MAX } else { BESIDE }
    }

    fn split_off(&mut self, count: usize) -> Self {
        match self {
            Target::Samples(out) => Target::Samples(first(out, count)),
            Target::Bytes(out, levels) => Target::Bytes(first(out, count), *levels),
            Target::Words(out, levels) => Target::Words(first(out, count), *levels),
        }
    }

    fn fill(
        self,
        room: &mut Room,
        compute: impl FnOnce(&mut [f32]) -> perlane::Result<()>,
    ) -> perlane::Result<()> {
        match self {
            Target::Samples(out) => compute(out),
            Target::Bytes(out, levels) => room.convert(out, compute, |sample| levels.level(sample) as u8),
            Target::Words(out, levels) => room.convert(out, compute, |sample| levels.level(sample)),
        }
    }
}

impl Room {
    fn convert<T>(
        &mut self,
        out: &mut [T],
        compute: impl FnOnce(&mut [f32]) -> perlane::Result<()>,
        convert: impl Fn(f32) -> T,
    ) -> perlane::Result<()> {
        self.0.resize(out.len(), 0.0);
        compute(&mut self.0)?;
        out.iter_mut().zip(&self.0).for_each(|(out, &sample)| *out = convert(sample));
        Ok(())
    }
}
