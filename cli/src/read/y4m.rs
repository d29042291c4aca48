//! Reads y4m files.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::output::y4m::{colour_space, frame_bytes, planes};
use crate::read::blocks::{BlockReader, Blocks, Opened};
use crate::spec::GenerateSpec;
use crate::values::Fps;

/// Upper bound on the bytes of the header line, and of a frame's line.
const MAX_LINE: u64 = 4096;

/// The frame rate that a film's header states.
pub(crate) fn fps(path: &Path) -> Option<Fps> {
    let header = line(&mut BufReader::new(File::open(path).ok()?)).ok()??;
    field(&header, 'F')?.replace(':', "/").parse().ok()
}

/// A field of a header, which a letter begins.
fn field(header: &str, letter: char) -> Option<&str> {
    header.split(' ').find_map(|field| field.strip_prefix(letter))
}

/// The numbers of a film whose header matches the spec.
pub(crate) fn open(spec: &GenerateSpec, file: File) -> io::Result<Opened> {
    let bytes = file.metadata()?.len();
    let mut file = BufReader::with_capacity(1 << 20, file);
    let header = line(&mut file)?.unwrap_or_default();
    let field = |letter| field(&header, letter);
    let (width, height) = (spec.window.size.x.to_string(), spec.window.size.y.to_string());
    if (field('W'), field('H'), field('C')) != (Some(&width), Some(&height), Some(colour_space(spec))) {
        return Ok(Err(format!("its header says {header:?}")));
    }
    let frame = frame_bytes(spec);
    // This comes before memory is allocated for a frame.
    if bytes < frame as u64 {
        return Ok(Err("it ends too early".to_owned()));
    }
    Ok(Ok(Box::new(BlockReader::new(Frames { file, frame, planes: planes(spec), read: Vec::new() }))))
}

/// A line, without its line end; `None` at the end of the file.
fn line(file: &mut BufReader<File>) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    file.take(MAX_LINE).read_until(b'\n', &mut line)?;
    match line.pop() {
        Some(b'\n') => Ok(Some(String::from_utf8_lossy(&line).into_owned())),
        Some(_) => Err(io::Error::other("a line of its headers does not end")),
        None => Ok(None),
    }
}

struct Frames {
    file: BufReader<File>,
    /// Bytes of a frame.
    frame: usize,
    planes: usize,
    read: Vec<u8>,
}

impl Blocks for Frames {
    /// A frame, with the numbers of each sample together.
    fn next(&mut self, block: &mut Vec<u8>) -> io::Result<bool> {
        let Some(begins) = line(&mut self.file)? else { return Ok(false) };
        if begins.split(' ').next() != Some("FRAME") {
            return Err(io::Error::other("a frame begins without its header"));
        }
        self.read.resize(self.frame, 0);
        self.file.read_exact(&mut self.read)?;
        if self.planes == 1 {
            block.extend_from_slice(&self.read);
            return Ok(true);
        }
        let plane = self.frame / self.planes;
        let sample = |at: usize| (0..self.planes).map(move |of| of * plane + at);
        block.extend((0..plane).flat_map(sample).map(|at| self.read[at]));
        Ok(true)
    }
}
