//! How many numbers of a file are the number that means no data.

use crate::error::Result;
use crate::sampling::stream::{self, Order};
use crate::spec::GenerateSpec;
use crate::values::Dtype;

/// The count. Samples are generated for it only if their bounds allow such a number, which the usual ones, such as -9999, are far from.
pub(crate) fn count(spec: &GenerateSpec, nodata: f64) -> Result<u64> {
    let (dtype, mut scratch, mut count) = (spec.numbers.dtype(), Vec::new(), 0);
    // Programs round it to the type of the file's numbers.
    let nodata = if dtype == Dtype::F32 { f64::from(nodata as f32) } else { nodata };
    if !is_within_bounds(spec, nodata) {
        return Ok(0);
    }
    stream::generate(spec, Order::Array, |slabs| {
        let pool = slabs.pool();
        slabs.for_each(|slab| {
            let bytes = pool.install(|| spec.numbers.encode(slab, &mut scratch));
            count += numbers(dtype, &bytes).filter(|number| *number == nodata).count() as u64;
            Ok(())
        })
    })?;
    Ok(count)
}

/// Whether some sample may become this number.
fn is_within_bounds(spec: &GenerateSpec, nodata: f64) -> bool {
    let Ok(bounds) = spec.layers.field(spec.field).bounds(spec.window.dims()) else { return true };
    let number = |end: f64| number(spec, end as f32);
    bounds.into_iter().any(|(low, high)| {
        let (a, b) = (number(low), number(high));
        (a <= nodata && nodata <= b) || (b <= nodata && nodata <= a)
    })
}

/// The number that a sample becomes.
fn number(spec: &GenerateSpec, sample: f32) -> f64 {
    let mut scratch = Vec::new();
    numbers(spec.numbers.dtype(), &spec.numbers.encode(&[sample], &mut scratch)).next().unwrap_or(f64::NAN)
}

/// The numbers in the bytes of a file of this machine's byte order, as TIFF is.
fn numbers(dtype: Dtype, bytes: &[u8]) -> impl Iterator<Item = f64> {
    bytes.chunks_exact(dtype.bytes()).map(move |bytes| match *bytes {
        [a, b, c, d] => f64::from(f32::from_ne_bytes([a, b, c, d])),
        [a, b] => f64::from(u16::from_ne_bytes([a, b])),
        _ => f64::from(bytes[0]),
    })
}
