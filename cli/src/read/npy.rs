//! Reads npy files.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek};

use npyz::{NpyHeader, Order};

use crate::output::npy::descr;
use crate::read::blocks::{Opened, check_bytes};
use crate::spec::GenerateSpec;

/// Upper bound on the bytes of a header.
const MAX_HEADER: u64 = 1 << 16;

/// The numbers of a file whose header matches the spec.
pub(crate) fn open(spec: &GenerateSpec, file: File) -> io::Result<Opened> {
    let mut file = BufReader::with_capacity(1 << 20, file);
    if let Some(length) = claimed_length(&mut file)?.filter(|length| *length > MAX_HEADER) {
        return Ok(Err(format!("its header claims {length} bytes; allowed: up to {MAX_HEADER}")));
    }
    let header = NpyHeader::from_reader(file.by_ref().take(MAX_HEADER))?;
    let (found, want) = (found(&header), wanted(spec));
    if found == want {
        // The numbers follow the header.
        let numbers = file.get_ref().metadata()?.len() - file.stream_position()?;
        Ok(check_bytes(spec, numbers).map(|()| Box::new(file) as Box<dyn Read>))
    } else {
        Ok(Err(format!("its header says {found}, but its recipe gives {want}")))
    }
}

/// How long the header says that it is, in versions that allow up to 4 GiB: whoever parses it makes room for all of that first.
fn claimed_length(file: &mut BufReader<File>) -> io::Result<Option<u64>> {
    let mut start = Vec::new();
    file.by_ref().take(12).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(match start[..] {
        // Version 1 has two bytes for it.
        [_, _, _, _, _, _, 2 | 3, _, a, b, c, d] => Some(u32::from_le_bytes([a, b, c, d]).into()),
        _ => None,
    })
}

/// What matters in a header: the type, the shape, the order.
fn found(header: &NpyHeader) -> String {
    let order = if header.order() == Order::C { "False" } else { "True" };
    format!("{}, {:?}, fortran_order {order}", header.dtype().descr(), header.shape())
}

/// The same of the header that the spec's file has.
fn wanted(spec: &GenerateSpec) -> String {
    format!("'{}', {:?}, fortran_order False", descr(spec.numbers.dtype()), spec.shape())
}
