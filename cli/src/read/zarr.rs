//! Comparing chunks with what the recipe gives.

use std::borrow::Cow;
use std::fs;
use std::io::ErrorKind;
use std::sync::Mutex;

use zarrs::array::{ArrayBytes, ArrayToBytesCodecTraits, CodecOptions};

use crate::error::{Error, Result};
use crate::format::numbers::Numbers;
use crate::output::zarr::{Store, Unit};
use crate::resolve::Job;
use crate::terminal::progress::Progress;

impl Store {
    /// What the first file that differs holds instead; `None` if none does.
    pub(crate) fn difference(&self, job: &Job, progress: &Progress) -> Result<Option<String>> {
        let first: Mutex<Option<(u64, String)>> = Mutex::new(None);
        self.for_each(job, 0..self.units(), |options, unit, scratch| {
            let number = unit.number;
            let difference = match self.read(&unit, options)? {
                Err(what) => Some(what),
                Ok(found) => {
                    let want = self.numbers(job, &unit, scratch)?;
                    Numbers::new(job).difference(&found, &want).map(|(at, found, want)| {
                        format!("number {at} of it is {found} there, {want} by the recipe")
                    })
                }
            };
            progress.add(unit.window.samples()?);
            if let (Some(what), Ok(mut first)) = (difference, first.lock())
                && first.as_ref().is_none_or(|(before, _)| number < *before)
            {
                *first = Some((number, format!("{}: {what}", unit.path.display())));
            }
            Ok(())
        })?;
        Ok(first.into_inner().ok().flatten().map(|(_, what)| what))
    }

    /// A file's numbers, or what is wrong with it.
    fn read(&self, unit: &Unit, options: &CodecOptions) -> Result<Result<Vec<u8>, String>> {
        let encoded = match fs::read(&unit.path) {
            Ok(encoded) => encoded,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Err("it is missing".to_owned())),
            Err(source) => return Err(Error::Io { doing: format!("read {}", unit.path.display()), source }),
        };
        let shape = self.array.chunk_shape(&vec![0; self.shape.len()]);
        let shape = shape.map_err(|e| Error::io("decode a chunk", e))?;
        let (data_type, fill_value) = (self.array.data_type(), self.array.fill_value());
        let decoded = self.array.codecs().decode(Cow::Owned(encoded), &shape, data_type, fill_value, options);
        let numbers = decoded.and_then(|block| Ok(ArrayBytes::into_fixed(block)?.into_owned()));
        Ok(numbers.map_err(|e| format!("it cannot be decoded: {e}")))
    }
}
