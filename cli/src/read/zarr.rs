//! Compares the chunks of an array with the numbers that its recipe gives.

use std::borrow::Cow;
use std::fs;
use std::io::ErrorKind;
use std::sync::Mutex;

use zarrs::array::{ArrayBytes, ArrayShardedExt, ArrayToBytesCodecTraits, CodecOptions};

use crate::error::{Error, Result};
use crate::output::zarr::array::{ChunkFile, ZarrArray};
use crate::output::zarr::chunk_bytes::{check_chunk, check_shard};
use crate::sampling::resources::expect_room;
use crate::spec::GenerateSpec;
use crate::terminal::progress::Progress;

/// The difference in the first chunk file that differs; `None` if none differs.
pub(crate) fn difference(
    array: &ZarrArray,
    spec: &GenerateSpec,
    progress: &Progress,
) -> Result<Option<String>> {
    let first: Mutex<Option<(u64, String)>> = Mutex::new(None);
    array.for_each_file(spec, 0..array.file_count(), |options, file, scratch| {
        let index = file.index;
        let difference = match read_numbers(array, &file, options)? {
            Err(what) => Some(what),
            Ok(found) => {
                let want = array.numbers(spec, &file, scratch)?;
                spec.numbers.difference(&found, &want).map(|(at, found, want)| {
                    format!("number {at} in it is {found}, but the recipe gives {want}")
                })
            }
        };
        progress.add(file.window.samples()?);
        if let (Some(what), Ok(mut first)) = (difference, first.lock())
            && first.as_ref().is_none_or(|(before, _)| index < *before)
        {
            *first = Some((index, format!("{}: {what}", file.path.display())));
        }
        Ok(())
    })?;
    Ok(first.into_inner().ok().flatten().map(|(_, what)| what))
}

/// Refuses a chunk file that would inflate to more bytes than it should.
fn check_sizes(array: &ZarrArray, encoded: &[u8]) -> Result<(), String> {
    if !array.compressed {
        return Ok(());
    }
    let bytes = |samples: u64| samples as usize * array.codec.fill_value().size();
    let file = array.file_shape.iter().product::<u64>();
    match array.codec.subchunk_shape() {
        None => check_chunk(encoded, bytes(file)),
        Some(chunk) => {
            let chunk = chunk.iter().map(|len| len.get()).product::<u64>();
            check_shard(encoded, (file / chunk) as usize, bytes(chunk))
        }
    }
}

/// The numbers of a chunk file, or what is wrong with it.
fn read_numbers(
    array: &ZarrArray,
    file: &ChunkFile,
    options: &CodecOptions,
) -> Result<Result<Vec<u8>, String>> {
    // Reading a pipe would wait for a writer.
    if file.path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return Ok(Err("it is not a regular file".to_owned()));
    }
    let encoded = match fs::read(&file.path) {
        Ok(encoded) => encoded,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Err("it is missing".to_owned())),
        Err(source) => return Err(Error::Io { doing: format!("read {}", file.path.display()), source }),
    };
    if let Err(what) = check_sizes(array, &encoded) {
        return Ok(Err(format!("it cannot be decoded: {what}")));
    }
    let codec = &array.codec;
    let shape = codec.chunk_shape(&vec![0; array.file_shape.len()]);
    let shape = shape.map_err(|e| Error::io("decode a chunk", e))?;
    let (data_type, fill_value) = (codec.data_type(), codec.fill_value());
    // A codec's own buffers end the program where there is no memory for them.
    expect_room(array.file_samples() * fill_value.size())?;
    let decoded = codec.codecs().decode(Cow::Owned(encoded), &shape, data_type, fill_value, options);
    let numbers = decoded.and_then(|block| Ok(ArrayBytes::into_fixed(block)?.into_owned()));
    Ok(numbers.map_err(|e| format!("it cannot be decoded: {e}")))
}
