//! Numbers in messages, as the text has them. JSON's parser reads an integer beyond 64 bits as a float, and its messages show the float.

/// The message about a number that ends at this place of a text, with the number as it is written there. Lines and columns count from 1, and columns
/// are bytes.
pub(crate) fn as_written(message: &str, text: &str, line: usize, column: usize) -> String {
    let Some(written) = number_before(text, line, column) else { return message.to_owned() };
    let Ok(number) = written.parse::<f64>() else { return message.to_owned() };
    let shown = [format!("{number:?}"), number.to_string()];
    shown.iter().fold(message.to_owned(), |message, shown| {
        let message = message.replace(&format!(" is {shown};"), &format!(" is {written};"));
        message.replace(&format!("floating point `{shown}`"), &format!("{} `{written}`", kind(written)))
    })
}

/// The number that ends at a place of a text.
fn number_before(text: &str, line: usize, column: usize) -> Option<&str> {
    let line = text.split('\n').nth(line.checked_sub(1)?)?;
    let before = line.get(..column)?;
    let number = &before[before.trim_end_matches(is_part).len()..];
    (!number.is_empty()).then_some(number)
}

/// The number that a place of a text is in, or that ends there. JSON's parser stops in the middle of a number if the rest of it changes nothing.
pub(crate) fn number_around(text: &str, line: usize, column: usize) -> Option<&str> {
    let begin = number_before(text, line, column)?;
    let line = text.split('\n').nth(line.checked_sub(1)?)?;
    let rest = &line[column - begin.len()..];
    Some(rest.split(|c| !is_part(c)).next().unwrap_or(rest))
}

fn is_part(c: char) -> bool {
    c.is_ascii_digit() || "+-.eE".contains(c)
}

/// What JSON's messages call a number.
fn kind(written: &str) -> &'static str {
    if written.contains(['.', 'e', 'E']) { "floating point" } else { "integer" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_whole() {
        let text = "{\n  \"x\": -1.5e9999, \"y\": 2}";
        for column in 8..=16 {
            assert_eq!(number_around(text, 2, column), Some("-1.5e9999"), "{column}");
        }
        assert_eq!((number_around(text, 2, 7), number_around(text, 2, 17)), (None, None));
        assert_eq!((number_around(text, 0, 0), number_around(text, 3, 1)), (None, None));
    }

    #[test]
    fn numbers_are_quoted_as_they_are_written() {
        let text = "{\n  \"seed\": 18446744073709551616,\n  \"x\": 1.50}";
        let seed = "seed is 1.8446744073709552e19; allowed: integers at line 2 column 30";
        assert_eq!(
            as_written(seed, text, 2, 30),
            "seed is 18446744073709551616; allowed: integers at line 2 column 30"
        );
        let kind = "invalid type: floating point `1.8446744073709552e19`, expected u32";
        assert_eq!(
            as_written(kind, text, 2, 30),
            "invalid type: integer `18446744073709551616`, expected u32"
        );
        assert_eq!(as_written("x is 1.5; allowed: 2", text, 3, 11), "x is 1.50; allowed: 2");
        // Another place, and none.
        assert_eq!(as_written(seed, text, 3, 11), seed);
        for (line, column) in [(0, 0), (1, 1), (2, 99), (9, 1)] {
            assert_eq!(as_written(seed, text, line, column), seed);
        }
    }
}
