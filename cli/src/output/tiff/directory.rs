//! TIFF's directories, which describe pictures by tags. In cloud-optimised files, directories come before all numbers, and each is followed by its
//! long values. Encoders of other crates do not write them so.

use std::collections::BTreeMap;

use tiff::tags::Tag;

/// The numbers or the text of a tag.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Short(Vec<u16>),
    Long(Vec<u32>),
    /// Places in the file, and lengths. Their width depends on the kind of file.
    Offsets(Vec<u64>),
    Double(Vec<f64>),
    Ascii(String),
}

/// TIFF, or BigTIFF for files beyond 4 GiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Classic,
    Big,
}

impl Kind {
    pub(super) fn of_size(bytes: u64) -> Self {
        if bytes > u64::from(u32::MAX) { Kind::Big } else { Kind::Classic }
    }

    /// Bytes of the header. The first directory or the numbers follow it.
    pub(super) fn header_bytes(self) -> u64 {
        match self {
            Kind::Classic => 8,
            Kind::Big => 16,
        }
    }

    /// The file's first bytes: byte order, kind, and the place of the first directory.
    pub(super) fn header(self, first: u64) -> Vec<u8> {
        let order = if cfg!(target_endian = "big") { b"MM" } else { b"II" };
        let rest = match self {
            Kind::Classic => 42u16.to_ne_bytes().to_vec(),
            // The width of places, and a zero.
            Kind::Big => [43u16, 8, 0].map(u16::to_ne_bytes).concat(),
        };
        [&order[..], &rest, &self.offset(first)].concat()
    }

    /// A place or a length.
    fn offset(self, offset: u64) -> Vec<u8> {
        match self {
            Kind::Classic => (offset as u32).to_ne_bytes().to_vec(),
            Kind::Big => offset.to_ne_bytes().to_vec(),
        }
    }

    fn offset_bytes(self) -> usize {
        match self {
            Kind::Classic => 4,
            Kind::Big => 8,
        }
    }
}

/// A picture's tags.
#[derive(Debug, Clone, Default)]
pub(super) struct Directory(BTreeMap<u16, Value>);

impl Directory {
    pub(super) fn insert(&mut self, tag: Tag, value: Value) {
        self.0.insert(tag.to_u16(), value);
    }

    pub(super) fn short(&mut self, tag: Tag, value: u16) {
        self.insert(tag, Value::Short(vec![value]));
    }

    pub(super) fn long(&mut self, tag: Tag, value: u32) {
        self.insert(tag, Value::Long(vec![value]));
    }

    /// The number of bytes of the directory and its long values. It depends on the number of values, not on the values.
    pub(super) fn bytes(&self, kind: Kind) -> u64 {
        let long = self.0.values().map(|value| long_bytes(value, kind)).sum::<usize>();
        (self.own_bytes(kind) + long) as u64
    }

    fn own_bytes(&self, kind: Kind) -> usize {
        // The number of entries; for each of them tag, type, count, and its value or the value's place; then the place of the next directory.
        let (count, entry) = match kind {
            Kind::Classic => (2, 12),
            Kind::Big => (8, 20),
        };
        (count + entry * self.0.len() + kind.offset_bytes()).next_multiple_of(8)
    }

    /// The directory and its long values, as they are written at the place `at`. If `next` is 0, the list of directories ends.
    pub(super) fn encode(&self, kind: Kind, at: u64, next: u64) -> Vec<u8> {
        let mut own = match kind {
            Kind::Classic => (self.0.len() as u16).to_ne_bytes().to_vec(),
            Kind::Big => (self.0.len() as u64).to_ne_bytes().to_vec(),
        };
        let (start, mut long) = (at + self.own_bytes(kind) as u64, Vec::new());
        for (tag, value) in &self.0 {
            let (type_code, count, mut bytes) = value.encode(kind);
            own.extend(tag.to_ne_bytes());
            own.extend(type_code.to_ne_bytes());
            own.extend(kind.offset(count as u64));
            if bytes.len() <= kind.offset_bytes() {
                bytes.resize(kind.offset_bytes(), 0);
                own.extend(bytes);
            } else {
                own.extend(kind.offset(start + long.len() as u64));
                bytes.resize(bytes.len().next_multiple_of(8), 0);
                long.extend(bytes);
            }
        }
        own.extend(kind.offset(next));
        own.resize(self.own_bytes(kind), 0);
        own.extend(long);
        own
    }
}

/// The bytes of a value that does not fit into its entry; 0 for one that fits.
fn long_bytes(value: &Value, kind: Kind) -> usize {
    let bytes = match value {
        Value::Short(values) => 2 * values.len(),
        Value::Long(values) => 4 * values.len(),
        Value::Offsets(values) => kind.offset_bytes() * values.len(),
        Value::Double(values) => 8 * values.len(),
        Value::Ascii(text) => text.len() + 1,
    };
    if bytes <= kind.offset_bytes() { 0 } else { bytes.next_multiple_of(8) }
}

impl Value {
    /// The type's code, the number of values, and their bytes.
    fn encode(&self, kind: Kind) -> (u16, usize, Vec<u8>) {
        match self {
            Value::Ascii(text) => (2, text.len() + 1, [text.as_bytes(), b"\0"].concat()),
            Value::Short(values) => (3, values.len(), values.iter().flat_map(|v| v.to_ne_bytes()).collect()),
            Value::Long(values) => (4, values.len(), values.iter().flat_map(|v| v.to_ne_bytes()).collect()),
            Value::Double(values) => {
                (12, values.len(), values.iter().flat_map(|v| v.to_ne_bytes()).collect())
            }
            Value::Offsets(values) => {
                let code = if kind == Kind::Big { 16 } else { 4 };
                (code, values.len(), values.iter().flat_map(|v| kind.offset(*v)).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use tiff::decoder::Decoder;

    use super::*;

    /// Another decoder reads short and long values of both kinds.
    #[test]
    fn directories_are_read() {
        for kind in [Kind::Classic, Kind::Big] {
            let mut directory = Directory::default();
            for tag in [Tag::ImageWidth, Tag::ImageLength] {
                directory.long(tag, 3);
            }
            directory.short(Tag::BitsPerSample, 8);
            directory.short(Tag::PhotometricInterpretation, 1);
            directory.insert(Tag::StripOffsets, Value::Offsets(vec![300, 309, 312]));
            directory.insert(Tag::StripByteCounts, Value::Offsets(vec![3; 3]));
            directory.long(Tag::RowsPerStrip, 1);
            directory.insert(Tag::ImageDescription, Value::Ascii("a recipe".to_owned()));
            directory.insert(Tag::ModelPixelScaleTag, Value::Double(vec![0.5, 2.0, 0.0]));
            let at = kind.header_bytes();
            let mut file = [kind.header(at), directory.encode(kind, at, 0)].concat();
            assert_eq!(file.len() as u64, at + directory.bytes(kind));
            file.resize(400, 7);
            let mut decoder = Decoder::new(Cursor::new(file)).unwrap();
            assert_eq!(decoder.dimensions().unwrap(), (3, 3));
            assert_eq!(decoder.get_tag_ascii_string(Tag::ImageDescription).unwrap(), "a recipe");
            assert_eq!(decoder.get_tag_f64_vec(Tag::ModelPixelScaleTag).unwrap(), [0.5, 2.0, 0.0]);
            assert_eq!(decoder.get_tag_u64_vec(Tag::StripOffsets).unwrap(), [300, 309, 312]);
            assert!(!decoder.more_images());
        }
    }
}
