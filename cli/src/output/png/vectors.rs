//! Pictures whose colours are the components of vectors: normal maps. A pixel has the numbers of all planes, but the digest covers plane after
//! plane. So samples are generated once for the digest, and again for the file.

use perlane::Samples;
use png::EncodingError;
use png::chunk::IDAT;

use super::deflate::{Deflate, HEADER};
use super::{encoder, write_recipe};
use crate::error::Result;
use crate::output::number_stream::{WriteSeek, write_error};
use crate::sampling::digest::digest;
use crate::sampling::stream::{self, Order};
use crate::spec::GenerateSpec;
use crate::terminal::progress::Progress;

pub(crate) fn encode(
    spec: &GenerateSpec,
    out: &mut dyn WriteSeek,
    name: &str,
    shows_progress: bool,
) -> Result<Samples> {
    let samples = digest(spec, &Progress::of_samples("digest", spec.samples, shows_progress))?;
    let failed = |e: EncodingError| write_error(name)(e);
    let mut writer = encoder(spec, out)?.write_header().map_err(failed)?;
    let pixel = spec.planes() * spec.numbers.width();
    let mut pixels = Deflate::new(spec.compression, pixel, spec.window.size.x);
    writer.write_chunk(IDAT, &HEADER).map_err(failed)?;
    let (progress, mut scratch) = (Progress::of_samples("", spec.samples, shows_progress), Vec::new());
    stream::generate(spec, Order::Together, |slabs| {
        let pool = slabs.pool();
        slabs.for_each(|slab| {
            let bytes = pool.install(|| spec.numbers.encode(slab, &mut scratch));
            let mut pieces = pool.install(|| pixels.compress(&bytes));
            pieces.try_for_each(|piece| writer.write_chunk(IDAT, piece)).map_err(failed)?;
            progress.add(slab.len());
            Ok(())
        })
    })?;
    writer.write_chunk(IDAT, &pixels.finish()).map_err(failed)?;
    write_recipe(spec, &samples, name, writer)?;
    Ok(samples)
}
