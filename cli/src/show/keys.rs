//! Keys, as terminals send them.

/// A key with a meaning here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    Left,
    Right,
    Up,
    Down,
    Character(char),
    /// The size of the terminal has changed.
    Resized,
    /// No more keys come.
    End,
    Unknown,
}

/// The keys in the bytes that a terminal has sent. An arrow key sends escape, a bracket or an O, and a letter.
pub(crate) fn parse(bytes: &[u8]) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut rest = bytes;
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        keys.push(match (first, after) {
            (0x1b, [b'[' | b'O', ..]) => {
                let (key, length) = sequence(&after[1..]);
                rest = &after[1 + length..];
                key
            }
            (0x1b, _) => Key::Unknown,
            // Ctrl-C and Ctrl-D.
            (3 | 4, _) => Key::End,
            (b' '..=b'~', _) => Key::Character(char::from(first)),
            _ => Key::Unknown,
        });
    }
    keys
}

/// The key of a sequence, and the sequence's length: digits and signs, then a letter or a tilde.
fn sequence(bytes: &[u8]) -> (Key, usize) {
    let length = bytes.iter().position(|byte| matches!(byte, b'@'..=b'~')).map_or(bytes.len(), |at| at + 1);
    let key = match bytes[..length].last() {
        Some(b'A') => Key::Up,
        Some(b'B') => Key::Down,
        Some(b'C') => Key::Right,
        Some(b'D') => Key::Left,
        _ => Key::Unknown,
    };
    (key, length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_terminals() {
        use Key::{Character, Down, End, Left, Right, Unknown, Up};
        assert_eq!(parse(b"\x1b[A\x1b[B\x1bOC\x1b[1;5D"), [Up, Down, Right, Left]);
        assert_eq!(parse(b"+-q"), [Character('+'), Character('-'), Character('q')]);
        assert_eq!(parse(b"\x1b[3~s\x03"), [Unknown, Character('s'), End]);
        assert_eq!(parse(b"\x04"), [End]);
        assert_eq!(parse(b"\x1b"), [Unknown]);
        assert_eq!(parse(b"\x1b["), [Unknown]);
        assert_eq!(parse("é".as_bytes()), [Unknown, Unknown]);
    }
}
