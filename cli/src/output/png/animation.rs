//! APNG: an animation without end. Each frame is compressed like a picture, and begins with a chunk that says how long it is shown.

use std::io::Write;

use perlane::Samples;
use png::chunk::{IDAT, fcTL, fdAT};
use png::{EncodingError, Writer};

use super::deflate::{Deflate, HEADER};
use super::{encoder, write_recipe};
use crate::error::Result;
use crate::output::frames::Frames;
use crate::output::number_stream::{NumberStream, write_error};
use crate::spec::GenerateSpec;

pub(crate) fn encode(numbers: NumberStream<'_>, out: &mut dyn Write) -> Result<Samples> {
    let (spec, pool, name) = (numbers.spec, numbers.pool(), numbers.name);
    let failed = |e: EncodingError| write_error(name)(e);
    let (width, height) = (spec.window.size.x, spec.window.size.y);
    let mut encoder = encoder(spec, out)?;
    // Zero plays mean endless repetition. `Format::check_window` has limited the frames to 2^31 - 1.
    encoder.set_animated(spec.window.size.z as u32, 0).map_err(failed)?;
    let mut chunks = Chunks { writer: encoder.write_header().map_err(failed)?, number: 0, first: true };
    let start = || Deflate::new(spec.compression, spec.numbers.width(), width);
    let mut frames = Frames::new(width * height * spec.numbers.width());
    let mut pixels = start();
    let samples = numbers.for_each(|bytes| {
        for part in frames.split(bytes) {
            if part.begins {
                chunks.begin(spec).map_err(failed)?;
            }
            pool.install(|| pixels.compress(part.bytes))
                .try_for_each(|piece| chunks.write(piece))
                .map_err(failed)?;
            if part.ends {
                let last = std::mem::replace(&mut pixels, start());
                chunks.end(&last.finish()).map_err(failed)?;
            }
        }
        Ok(())
    })?;
    write_recipe(spec, &samples, name, chunks.writer)?;
    Ok(samples)
}

/// Writes the chunks of frames. All are numbered, except those with the first frame's pixels.
struct Chunks<W: Write> {
    writer: Writer<W>,
    number: u32,
    /// Whether the frame is the first one, which programs show if they do not support animations.
    first: bool,
}

impl<W: Write> Chunks<W> {
    fn number(&mut self) -> [u8; 4] {
        self.number += 1;
        (self.number - 1).to_be_bytes()
    }

    /// Begins a frame that covers the whole picture and replaces the frame before.
    fn begin(&mut self, spec: &GenerateSpec) -> Result<(), EncodingError> {
        let size = [spec.window.size.x, spec.window.size.y].map(|len| (len as u32).to_be_bytes());
        let (place, replace) = ([0; 8], [0; 2]);
        let delay = [spec.fps.seconds, spec.fps.frames].map(|number| number.get().to_be_bytes());
        let control =
            [&self.number()[..], size.as_flattened(), &place, delay.as_flattened(), &replace].concat();
        self.writer.write_chunk(fcTL, &control)?;
        self.write(&HEADER)
    }

    fn write(&mut self, data: &[u8]) -> Result<(), EncodingError> {
        if self.first {
            return self.writer.write_chunk(IDAT, data);
        }
        let numbered = [&self.number()[..], data].concat();
        self.writer.write_chunk(fdAT, &numbered)
    }

    fn end(&mut self, data: &[u8]) -> Result<(), EncodingError> {
        self.write(data)?;
        self.first = false;
        Ok(())
    }
}
