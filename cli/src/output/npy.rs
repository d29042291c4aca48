//! NumPy's format, version 1.0: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.

use std::io::{self, Read, Write};

use npyz::{NpyHeader, Order};
use perlane::Samples;

use crate::error::Result;
use crate::output::{Body, failed};
use crate::resolve::Job;
use crate::sampling::stream;
use crate::values::Dtype;

pub(crate) fn write(job: &Job, body: Body<'_>, out: &mut impl Write) -> Result<Samples> {
    out.write_all(&header(job.dtype, &stream::shape(&job.window))).map_err(failed(body.name))?;
    body.write(out)
}

/// Magic, version, length of the rest; then a Python literal, padded so that the numbers are aligned to 64 bytes.
fn header(dtype: Dtype, shape: &[usize]) -> Vec<u8> {
    let descr = descr(dtype);
    // As Python writes tuples: one of one element has a comma.
    let mut tuple = shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    if shape.len() == 1 {
        tuple.push(',');
    }
    let mut literal = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({tuple}), }}");
    let before = b"\x93NUMPY\x01\x00".len() + 2;
    let length = (before + literal.len() + 1).next_multiple_of(64) - before;
    literal.extend(std::iter::repeat_n(' ', length - literal.len() - 1));
    literal.push('\n');
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    // Four axes are far from 65535 bytes.
    header.extend((length as u16).to_le_bytes());
    header.extend(literal.into_bytes());
    header
}

/// NumPy's name of a type.
fn descr(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::F32 => "<f4",
        Dtype::U16 => "<u2",
        Dtype::U8 => "|u1",
    }
}

/// What a header says that is not so of the job's array. What follows the header are the numbers.
pub(crate) fn check_header(job: &Job, file: &mut impl Read) -> io::Result<Option<String>> {
    let header = NpyHeader::from_reader(file)?;
    let shape: Vec<u64> = stream::shape(&job.window).iter().map(|&len| len as u64).collect();
    let (found, want) = (header.dtype().descr(), format!("'{}'", descr(job.dtype)));
    let same = found == want && header.shape() == shape && header.order() == Order::C;
    Ok((!same).then(|| format!("its header says {found}, {:?}", header.shape())))
}
