//! y4m (YUV4MPEG2), frames without compression: <https://wiki.multimedia.cx/index.php/YUV4MPEG2>. Grey frames have one plane. Coloured frames have
//! three: luma, and both chromas at full resolution.
//!
//! Programs read headers of some eighty bytes and refuse longer ones, so that the file has no place for the recipe.

use std::io::Write;

use perlane::Samples;

use crate::error::Result;
use crate::format::numbers::NumberKind;
use crate::output::frames::Frames;
use crate::output::number_stream::{NumberStream, write_error};
use crate::sampling::resources::reserve;
use crate::spec::GenerateSpec;

/// The beginning of each frame.
pub(crate) const FRAME: &[u8] = b"FRAME\n";

/// As many pixels of a plane are written at once.
const PIECE: usize = 1 << 16;

/// The number of planes of a frame: one, or three for colours.
pub(crate) fn planes(spec: &GenerateSpec) -> usize {
    match spec.numbers.kind {
        NumberKind::Color(..) | NumberKind::Rgb16(_) | NumberKind::Rgb8(_) => 3,
        NumberKind::F32 | NumberKind::U16(_) | NumberKind::U8(_) => 1,
    }
}

/// The header's name for the colours of frames.
pub(crate) fn colour_space(spec: &GenerateSpec) -> &'static str {
    match spec.numbers.kind {
        NumberKind::Color(..) | NumberKind::Rgb16(_) | NumberKind::Rgb8(_) => "444",
        NumberKind::U16(_) => "mono16",
        NumberKind::F32 | NumberKind::U8(_) => "mono",
    }
}

/// Bytes of a frame's numbers.
pub(crate) fn frame_bytes(spec: &GenerateSpec) -> usize {
    spec.window.size.x * spec.window.size.y * spec.numbers.width()
}

pub(crate) fn encode(numbers: NumberStream<'_>, out: &mut dyn Write) -> Result<Samples> {
    let (spec, name) = (numbers.spec, numbers.name);
    let (width, height, fps) = (spec.window.size.x, spec.window.size.y, spec.fps);
    // Progressive frames, square pixels, and all 256 levels of grey.
    let header = format!(
        "YUV4MPEG2 W{width} H{height} F{}:{} Ip A1:1 C{} XCOLORRANGE=FULL\n",
        fps.frames,
        fps.seconds,
        colour_space(spec)
    );
    out.write_all(header.as_bytes()).map_err(write_error(name))?;
    let planes = planes(spec);
    let frame = frame_bytes(spec);
    let mut frames = Frames::new(frame);
    let (mut colours, mut plane) = (Vec::new(), Vec::new());
    if planes > 1 {
        reserve(&mut colours, frame)?;
    }
    numbers.for_each(|bytes| {
        for part in frames.split(bytes) {
            if part.begins {
                out.write_all(FRAME).map_err(write_error(name))?;
            }
            if planes == 1 {
                out.write_all(part.bytes).map_err(write_error(name))?;
                continue;
            }
            colours.extend_from_slice(part.bytes);
            if part.ends {
                for first in 0..planes {
                    for pixels in colours.chunks(PIECE * planes) {
                        plane.clear();
                        plane.extend(pixels.iter().skip(first).step_by(planes));
                        out.write_all(&plane).map_err(write_error(name))?;
                    }
                }
                colours.clear();
            }
        }
        Ok(())
    })
}
