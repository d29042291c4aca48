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
    // A header may declare a length of up to 4 GiB.
    let header = NpyHeader::from_reader(file.by_ref().take(MAX_HEADER))?;
    let (found, want) = (header.dtype().descr(), format!("'{}'", descr(spec.numbers.dtype())));
    if found == want && header.shape() == spec.shape() && header.order() == Order::C {
        // The numbers follow the header.
        let numbers = file.get_ref().metadata()?.len() - file.stream_position()?;
        Ok(check_bytes(spec, numbers).map(|()| Box::new(file) as Box<dyn Read>))
    } else {
        Ok(Err(format!("its header says {found}, {:?}", header.shape())))
    }
}
