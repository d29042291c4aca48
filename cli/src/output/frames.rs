//! Cuts numbers that come in pieces of any length into the frames of a film.

/// Where in a frame the next byte is.
pub(super) struct Frames {
    length: usize,
    at: usize,
}

/// A part of a frame.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part<'a> {
    pub(super) begins: bool,
    pub(super) bytes: &'a [u8],
    pub(super) ends: bool,
}

impl Frames {
    /// Frames of `length` bytes, at least one.
    pub(super) fn new(length: usize) -> Self {
        Frames { length, at: 0 }
    }

    /// Cuts the next bytes at the beginnings of frames.
    pub(super) fn split<'a>(&mut self, mut bytes: &'a [u8]) -> Vec<Part<'a>> {
        let mut parts = Vec::new();
        while !bytes.is_empty() {
            let (part, rest) = bytes.split_at(bytes.len().min(self.length - self.at));
            let begins = self.at == 0;
            self.at = (self.at + part.len()) % self.length;
            parts.push(Part { begins, bytes: part, ends: self.at == 0 });
            bytes = rest;
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_cut_where_frames_begin() {
        let mut frames = Frames::new(3);
        let part = |begins, bytes, ends| Part { begins, bytes, ends };
        assert_eq!(frames.split(b"ab"), [part(true, b"ab", false)]);
        assert_eq!(frames.split(b"cdef"), [part(false, b"c", true), part(true, b"def", true)]);
        assert_eq!(frames.split(b""), []);
        assert_eq!(frames.split(b"ghijk"), [part(true, b"ghi", true), part(true, b"jk", false)]);
    }
}
