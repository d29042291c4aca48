//! Reads the pixels of PNG and APNG files.

use std::fs::File;
use std::io::{self, BufReader, Seek};
use std::num::NonZeroU16;
use std::path::Path;

use png::{BlendOp, DecodingError, Limits, Reader};

use super::chunks::damage;
use crate::output::png::pixel_type;
use crate::read::blocks::{BlockReader, Blocks, Opened};
use crate::read::decoding::in_words;
use crate::spec::GenerateSpec;
use crate::values::Fps;

/// The frame rate of an animation, by how long its first frame is shown.
pub(crate) fn fps(path: &Path) -> Option<Fps> {
    let reader = decode(File::open(path).ok()?).ok()?;
    let frame = reader.info().frame_control.as_ref()?;
    Some(Fps { frames: NonZeroU16::new(frame.delay_den)?, seconds: NonZeroU16::new(frame.delay_num)? })
}

/// The pixels of a picture whose size and type match the spec.
pub(crate) fn open(spec: &GenerateSpec, file: File) -> io::Result<Opened> {
    if let Some(damage) = damage(&file)? {
        return Ok(Err(damage));
    }
    let reader = decode(file).map_err(io_error)?;
    let info = reader.info();
    let (width, height) = (info.width as usize, info.height as usize);
    let (color, depth) = (info.color_type, info.bit_depth);
    if (width, height) != (spec.window.size.x, spec.window.size.y)
        || Some((color, depth)) != pixel_type(&spec.numbers.kind)
    {
        return Ok(Err(format!("it is {width}x{height}, {color:?}, {} bits", depth as u8)));
    }
    Ok(Ok(Box::new(BlockReader::new(Rows { reader, more_frames: 0 }))))
}

/// The pixels of all frames of an animation whose size, type and number of frames match the spec.
pub(crate) fn open_animation(spec: &GenerateSpec, file: File) -> io::Result<Opened> {
    if let Some(damage) = damage(&file)? {
        return Ok(Err(damage));
    }
    let reader = decode(file).map_err(io_error)?;
    let info = reader.info();
    let (width, height, frames) = (
        info.width as usize,
        info.height as usize,
        info.animation_control.map_or(1, |control| control.num_frames),
    );
    let (color, depth) = (info.color_type, info.bit_depth);
    if (width, height, frames as usize) != (spec.window.size.x, spec.window.size.y, spec.window.size.z)
        || Some((color, depth)) != pixel_type(&spec.numbers.kind)
    {
        return Ok(Err(format!("it is {width}x{height}, {frames} frames, {color:?}, {} bits", depth as u8)));
    }
    if info.frame_control.is_none() {
        return Ok(Err("its first picture is no frame".to_owned()));
    }
    Ok(Ok(Box::new(BlockReader::new(Rows { reader, more_frames: frames - 1 }))))
}

/// The rows of a picture, or of all frames of an animation.
struct Rows {
    reader: Reader<BufReader<File>>,
    /// Frames after the one that is being read.
    more_frames: u32,
}

impl Rows {
    /// Goes to the next frame, which must replace the whole frame before.
    fn begin_frame(&mut self) -> io::Result<()> {
        let (width, height) = (self.reader.info().width, self.reader.info().height);
        let control = self.reader.next_frame_info().map_err(io_error)?;
        let whole = (control.width, control.height) == (width, height);
        if !whole || control.blend_op != BlendOp::Source {
            return Err(io::Error::other("a frame is a part of the picture, or is blended"));
        }
        self.more_frames -= 1;
        Ok(())
    }
}

impl Blocks for Rows {
    fn next(&mut self, block: &mut Vec<u8>) -> io::Result<bool> {
        loop {
            if let Some(row) = self.reader.next_row().map_err(io_error)? {
                block.extend_from_slice(row.data());
                return Ok(true);
            }
            if self.more_frames == 0 {
                return Ok(false);
            }
            self.begin_frame()?;
        }
    }
}

/// Opens a decoder whose memory limit allows a whole row, however wide.
fn decode(mut file: File) -> Result<Reader<BufReader<File>>, DecodingError> {
    // Whoever looked at the file's chunks has moved in it.
    file.rewind()?;
    let mut decoder = png::Decoder::new(BufReader::new(file));
    // Colour profiles are compressed, and are not needed here.
    decoder.set_ignore_iccp_chunk(true);
    let info = decoder.read_header_info()?;
    let row = (info.width as usize).saturating_mul(info.bytes_per_pixel());
    let bytes = Limits::default().bytes.saturating_add(row);
    decoder.set_limits(Limits { bytes });
    decoder.read_info()
}

/// The meaning of a decoder's error in a file without damage: that of the system, if it is one. The decoder says others in names of its own code.
fn io_error(e: DecodingError) -> io::Error {
    match e {
        DecodingError::IoError(source) => in_words(source),
        DecodingError::Format(_) => {
            io::Error::other("its chunks are not those of a picture, although their checksums are right")
        }
        other => io::Error::other(other),
    }
}
