//! Reading npy files.

use std::fs::File;
use std::io::{self, BufReader};

use npyz::{NpyHeader, Order};

use crate::output::npy::descr;
use crate::read::blocks::Opened;
use crate::spec::GenerateSpec;

/// The numbers of a file whose header is that of the spec.
pub(crate) fn open(spec: &GenerateSpec, file: File) -> io::Result<Opened> {
    let mut file = BufReader::with_capacity(1 << 20, file);
    let header = NpyHeader::from_reader(&mut file)?;
    let (found, want) = (header.dtype().descr(), format!("'{}'", descr(spec.numbers.dtype())));
    if found == want && header.shape() == spec.shape() && header.order() == Order::C {
        // The numbers follow the header.
        Ok(Ok(Box::new(file)))
    } else {
        Ok(Err(format!("its header says {found}, {:?}", header.shape())))
    }
}
