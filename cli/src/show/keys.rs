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

/// Takes the keys from the bytes that a terminal has sent. An arrow key sends escape, a bracket or an O, and a letter. One whose end has not come yet
/// stays, unless nothing `follows`: its end by itself would be other keys.
pub(crate) fn take(bytes: &mut Vec<u8>, follows: bool) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut rest = &bytes[..];
    while let Some((key, length)) = first(rest, follows) {
        keys.push(key);
        rest = &rest[length..];
    }
    *bytes = rest.to_vec();
    keys
}

/// The first key, and its length; `None` if there is none, or only a part of one.
fn first(bytes: &[u8], follows: bool) -> Option<(Key, usize)> {
    let (&first, after) = bytes.split_first()?;
    Some(match (first, after) {
        (0x1b, []) if follows => return None,
        (0x1b, [b'[' | b'O', sequence @ ..]) => {
            let (key, length) = match end(sequence) {
                None if follows => return None,
                end => end.unwrap_or((Key::Unknown, sequence.len())),
            };
            (key, 2 + length)
        }
        (0x1b, _) => (Key::Unknown, 1),
        // Ctrl-C and Ctrl-D.
        (3 | 4, _) => (Key::End, 1),
        (b' '..=b'~', _) => (Key::Character(char::from(first)), 1),
        _ => (Key::Unknown, 1),
    })
}

/// The key of a sequence, and its length: digits and signs, then a letter or a tilde. What cannot be part of one ends it too, and is a key of its own.
fn end(sequence: &[u8]) -> Option<(Key, usize)> {
    let at = sequence.iter().position(|byte| !matches!(byte, b' '..=b'?'))?;
    Some(match sequence[at] {
        b'A' => (Key::Up, at + 1),
        b'B' => (Key::Down, at + 1),
        b'C' => (Key::Right, at + 1),
        b'D' => (Key::Left, at + 1),
        b'@'..=b'~' => (Key::Unknown, at + 1),
        _ => (Key::Unknown, at),
    })
}

/// Takes a terminal's answer to the question for its attributes, and leaves the keys that were pressed meanwhile.
pub(crate) fn take_attributes(sent: &mut Vec<u8>) -> Option<String> {
    let start = sent.windows(3).position(|bytes| bytes == b"\x1b[?")?;
    let length = sent[start..].iter().position(|byte| *byte == b'c')?;
    let answer: Vec<u8> = sent.drain(start..=start + length).collect();
    Some(String::from_utf8_lossy(&answer[3..length]).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys of these bytes, after which nothing comes.
    fn parse(bytes: &[u8]) -> Vec<Key> {
        take(&mut bytes.to_vec(), false)
    }

    #[test]
    fn keys_of_terminals() {
        use Key::{Character, Down, End, Left, Right, Unknown, Up};
        assert_eq!(parse(b"\x1b[A\x1b[B\x1bOC\x1b[1;5D"), [Up, Down, Right, Left]);
        assert_eq!(parse(b"+-q"), [Character('+'), Character('-'), Character('q')]);
        assert_eq!(parse(b"\x1b[3~s\x03"), [Unknown, Character('s'), End]);
        assert_eq!(parse(b"\x04"), [End]);
        assert_eq!(parse(b"\x1b"), [Unknown]);
        assert_eq!(parse(b"\x1b["), [Unknown]);
        assert_eq!(parse(b"\x1b[1\x03"), [Unknown, End]);
        assert_eq!(parse("é".as_bytes()), [Unknown, Unknown]);
    }

    /// Who holds an arrow key down while a picture is drawn sends more than is read at once.
    #[test]
    fn keys_come_in_pieces() {
        let sent = b"\x1b[A\x1b[1;5Dq".repeat(9);
        for most in 1..sent.len() {
            let (mut bytes, mut keys) = (Vec::new(), Vec::new());
            for piece in sent.chunks(most) {
                bytes.extend(piece);
                keys.extend(take(&mut bytes, true));
            }
            assert_eq!(keys, [Key::Up, Key::Left, Key::Character('q')].repeat(9), "{most} bytes at once");
        }
    }

    #[test]
    fn attributes_come_among_keys() {
        let mut sent = b"+c\x1b[?62;4;22cq\x03".to_vec();
        assert_eq!(take_attributes(&mut sent).as_deref(), Some("62;4;22"));
        assert_eq!(sent, b"+cq\x03");
        for mut sent in [&b""[..], b"c", b"\x1b[?62;4"].map(<[u8]>::to_vec) {
            let before = sent.clone();
            assert_eq!((take_attributes(&mut sent), sent), (None, before));
        }
    }
}
