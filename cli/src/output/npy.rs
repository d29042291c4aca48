//! NumPy's format, version 1.0: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.

use std::io::Write;

use perlane::Samples;

use crate::error::Result;
use crate::output::number_stream::{NumberStream, write_error};
use crate::values::Dtype;

/// The format's magic string, and its version.
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

/// Numbers begin at a multiple of this, so that programs can map them into memory.
const ALIGNMENT: usize = 64;

pub(crate) fn encode(numbers: NumberStream<'_>, out: &mut dyn Write) -> Result<Samples> {
    let header = header(numbers.spec.numbers.dtype(), &numbers.spec.window.shape());
    out.write_all(&header).map_err(write_error(numbers.name))?;
    numbers.write_to(out)
}

/// The magic string, the length of what follows, and a Python literal padded with spaces.
fn header(dtype: Dtype, shape: &[usize]) -> Vec<u8> {
    let descr = descr(dtype);
    // Python writes a comma in tuples of one element.
    let mut tuple = shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    if shape.len() == 1 {
        tuple.push(',');
    }
    let mut literal = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({tuple}), }}");
    let before = MAGIC.len() + size_of::<u16>();
    let length = (before + literal.len() + 1).next_multiple_of(ALIGNMENT) - before;
    literal.extend(std::iter::repeat_n(' ', length - literal.len() - 1));
    literal.push('\n');
    // Four axes are far from the limit of 65535 bytes.
    [MAGIC, &(length as u16).to_le_bytes(), literal.as_bytes()].concat()
}

/// NumPy's name of a type.
pub(crate) fn descr(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::F32 => "<f4",
        Dtype::U16 => "<u2",
        Dtype::U8 => "|u1",
    }
}
