//! NumPy's format: a header, which viewers write too, then the numbers.

use std::io::Write;

use perlane::Samples;
use perlane_view::npy::header;

use crate::error::Result;
use crate::output::number_stream::{NumberStream, write_error};
use crate::values::Dtype;

pub(crate) fn encode(numbers: NumberStream<'_>, out: &mut dyn Write) -> Result<Samples> {
    let header = header(descr(numbers.spec.numbers.dtype()), &numbers.spec.array_shape());
    out.write_all(&header).map_err(write_error(numbers.name))?;
    numbers.write_to(out)
}

/// NumPy's name for a type.
pub(crate) fn descr(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::F32 => "<f4",
        Dtype::U16 => "<u2",
        Dtype::U8 => "|u1",
    }
}
