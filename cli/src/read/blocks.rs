//! A file's numbers as one stream of bytes in array order.

use std::cmp::Ordering;
use std::io::{self, Read};

use crate::spec::GenerateSpec;

/// The numbers, or a difference that the file's header shows already.
pub(crate) type Opened = Result<Box<dyn Read>, String>;

/// Compares the number of bytes before any sample is generated. Compressed formats have no such check.
pub(crate) fn check_bytes(spec: &GenerateSpec, found: u64) -> Result<(), String> {
    let want = spec.bytes();
    let what = match found.cmp(&want) {
        Ordering::Less => "it ends too early",
        Ordering::Equal => return Ok(()),
        Ordering::Greater => "it is longer than it should be",
    };
    Err(format!("{what}: it has {found} bytes of numbers, but its recipe gives {want}"))
}

/// A decoder that yields its numbers block by block, such as by rows or strips.
pub(crate) trait Blocks {
    /// Replaces the content of `block` with the next block; `false` after the last one.
    fn next(&mut self, block: &mut Vec<u8>) -> io::Result<bool>;
}

/// Reads blocks as one stream.
pub(crate) struct BlockReader<B> {
    blocks: B,
    block: Vec<u8>,
    /// Bytes of the block that have been read.
    at: usize,
}

impl<B: Blocks> BlockReader<B> {
    pub(crate) fn new(blocks: B) -> Self {
        BlockReader { blocks, block: Vec::new(), at: 0 }
    }
}

impl<B: Blocks> Read for BlockReader<B> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.at == self.block.len() {
            self.at = 0;
            self.block.clear();
            if !self.blocks.next(&mut self.block)? {
                return Ok(0);
            }
        }
        let count = (&self.block[self.at..]).read(out)?;
        self.at += count;
        Ok(count)
    }
}
