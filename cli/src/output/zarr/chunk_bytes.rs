//! The layout of the bytes in a chunk file. Files come from anywhere: a few bytes may inflate to very many, so their inflated size is checked before
//! they are decoded. Codecs that this program does not write are refused.

use serde_json::{Value, from_slice};
use zstd::bulk::Decompressor;

/// Bytes of a chunk's entry in the index of a shard: its place and its length.
const ENTRY: usize = 16;

/// Bytes of the checksum after a shard's index.
const CHECKSUM: usize = 4;

/// Refuses an array's metadata if it has codecs that this program does not write. Otherwise returns whether chunks are compressed.
pub(super) fn check(metadata: &[u8]) -> Result<bool, String> {
    let metadata: Value = from_slice(metadata).map_err(|e| e.to_string())?;
    let codecs = names(&metadata["codecs"]);
    let (codecs, index) = match codecs[..] {
        ["sharding_indexed"] => {
            let shard = &metadata["codecs"][0]["configuration"];
            let at_end = shard["index_location"].as_str().is_none_or(|location| location == "end");
            (names(&shard["codecs"]), at_end && names(&shard["index_codecs"]) == ["bytes", "crc32c"])
        }
        _ => (codecs, true),
    };
    match codecs[..] {
        ["bytes"] if index => Ok(false),
        ["bytes", "zstd"] if index => Ok(true),
        _ => Err(format!(
            "codecs are {}; allowed: those that perlane writes, which are bytes and zstd, in shards or not",
            metadata["codecs"]
        )),
    }
}

/// The names in a list of codecs.
fn names(codecs: &Value) -> Vec<&str> {
    let list = codecs.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().map(|codec| codec["name"].as_str().or(codec.as_str()).unwrap_or_default()).collect()
}

/// Refuses a compressed chunk that inflates to more than `bytes`, or does not declare its inflated size.
pub(crate) fn check_chunk(encoded: &[u8], bytes: usize) -> Result<(), String> {
    match Decompressor::upper_bound(encoded) {
        Some(bound) if bound <= bytes => Ok(()),
        _ => Err(format!("a chunk in it does not inflate to {bytes} bytes")),
    }
}

/// Refuses a shard of `chunks` compressed chunks if one of them inflates to more than `bytes`.
pub(crate) fn check_shard(encoded: &[u8], chunks: usize, bytes: usize) -> Result<(), String> {
    let index = chunks * ENTRY;
    let start = encoded.len().checked_sub(index + CHECKSUM).ok_or("it ends too early")?;
    for entry in encoded[start..start + index].chunks_exact(ENTRY) {
        let (place, length) = (word(&entry[..8]), word(&entry[8..]));
        // A missing chunk has neither.
        if (place, length) == (u64::MAX, u64::MAX) {
            continue;
        }
        let end = place.checked_add(length).filter(|end| *end <= start as u64);
        let end = end.ok_or("a chunk in it lies beyond its end")?;
        check_chunk(&encoded[place as usize..end as usize], bytes)?;
    }
    Ok(())
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}
