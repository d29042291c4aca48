//! The digest of samples.

use perlane::Samples;

use crate::error::Result;
use crate::format::byte_order::ByteOrder;
use crate::sampling::stream::{self, Order};
use crate::spec::GenerateSpec;
use crate::terminal::progress::Progress;

/// BLAKE3 of samples in array order, as little-endian `f32`.
pub(crate) struct Digest {
    hasher: blake3::Hasher,
    count: u64,
}

impl Digest {
    pub(crate) fn new() -> Self {
        Digest { hasher: blake3::Hasher::new(), count: 0 }
    }

    pub(crate) fn update(&mut self, samples: &[f32]) {
        self.hasher.update(&ByteOrder::Little.samples(samples));
        self.count += samples.len() as u64;
    }

    pub(crate) fn finish(self) -> Samples {
        Samples { blake3: self.hasher.finalize().to_hex().to_string(), count: self.count }
    }
}

/// What is wrong with a recorded digest that no samples can have; `None` for digests that they can have.
pub(crate) fn malformed(recorded: &Samples) -> Option<String> {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let digest = &recorded.blake3;
    if digest.len() == 2 * blake3::OUT_LEN && digest.bytes().all(is_digit) {
        return None;
    }
    // The library's error cuts long values, and escapes what terminals would obey.
    let error = perlane::Error::Parameter {
        name: "samples.blake3".into(),
        value: digest.clone(),
        allowed: "64 hexadecimal digits, from 0 to 9 and a to f".into(),
    };
    Some(error.to_string())
}

/// Generates all samples of a spec, only for their digest.
pub(crate) fn digest(spec: &GenerateSpec, progress: &Progress) -> Result<Samples> {
    let mut digest = Digest::new();
    stream::generate(spec, Order::Array, |slabs| {
        slabs.for_each(|slab| {
            digest.update(slab);
            progress.add(slab.len());
            Ok(())
        })
    })?;
    Ok(digest.finish())
}
