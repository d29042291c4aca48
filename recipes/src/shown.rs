//! Texts of foreign recipes as messages show them: short, and without characters that terminals obey.

/// The most characters of a quoted text.
pub(crate) const MOST_QUOTED: usize = 80;

/// The most characters of a line.
const MOST_OF_A_LINE: usize = 1000;

/// How many characters are shown on each side of the place that TOML's message marks in a line.
const AROUND: usize = 60;

/// A parser's message with long lines and long quoted texts cut, and with control characters escaped.
pub(crate) fn shown(message: &str) -> String {
    let mut lines = message.split('\n').peekable();
    let mut shown = Vec::new();
    while let Some(line) = lines.next() {
        match lines.next_if(|next| is_mark(next)) {
            Some(mark) => shown.extend(around(line, mark)),
            None => shown.push(cut(&cut_quoted(line), MOST_OF_A_LINE)),
        }
    }
    printable(&shown.join("\n"))
}

/// Whether a line of a message marks a place in the line before: `  |     ^^^`.
fn is_mark(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix('|').unwrap_or_default().trim();
    !rest.is_empty() && rest.chars().all(|c| c == '^')
}

/// A line of a recipe, and the mark below it, near the mark.
fn around(line: &str, mark: &str) -> [String; 2] {
    let place = mark.chars().position(|c| c == '^').unwrap_or_default();
    // What comes before the text: the line's number, and a bar.
    let margin = mark.chars().position(|c| c == '|').map_or(0, |bar| bar + 2);
    let from = place.saturating_sub(AROUND).max(margin);
    let near = |text: &str, more: &str| {
        let before: String = text.chars().take(margin).collect();
        let part: String = text.chars().skip(from).take(place + AROUND - from).collect();
        before + if from > margin { more } else { "" } + &part
    };
    let after = if line.chars().nth(place + AROUND).is_some() { "…" } else { "" };
    [near(line, "…") + after, near(mark, " ")]
}

/// A line in which texts between quotes or backticks are cut.
fn cut_quoted(line: &str) -> String {
    let mut shown = String::new();
    let mut rest = line;
    while let Some(open) = rest.find(['`', '"']) {
        let quote = &rest[open..=open];
        let (before, after) = rest.split_at(open + 1);
        let Some(close) = after.find(quote) else { break };
        shown = shown + before + &cut(&after[..close], MOST_QUOTED) + quote;
        rest = &after[close + 1..];
    }
    shown + rest
}

/// A text of so many characters at most.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A text with control characters escaped, but for ends of lines and tabs: terminals obey the others.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => printable.push(c),
            c if c.is_control() => printable.extend(c.escape_default()),
            c => printable.push(c),
        }
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut() {
        let long = "x".repeat(1 << 20);
        let message = shown(&format!("unknown field `{long}`, expected `kind` or `seed`"));
        assert!(message.len() < 200 && message.ends_with("…`, expected `kind` or `seed`"), "{message}");
        assert!(shown(&long).len() < 2000);
        let message = shown(&format!("invalid type: string \"{long}\", expected f64"));
        assert!(message.len() < 200 && message.ends_with("…\", expected f64"), "{message}");
        let short = "invalid type: string \"3\", expected f64";
        assert_eq!(shown(short), short);
    }

    /// A mark stays below what it marks.
    #[test]
    fn lines_of_recipes_are_cut_around_the_mark() {
        let line = format!("12 | a = [{}!{}]", "1,".repeat(5000), "2,".repeat(5000));
        let mark = format!("   | {}^", " ".repeat(line.find('!').unwrap() - 5));
        let message = shown(&format!("TOML parse error\n   |\n{line}\n{mark}\nbad"));
        let lines: Vec<Vec<char>> = message.lines().map(|line| line.chars().collect()).collect();
        let place = lines[3].iter().position(|c| *c == '^').unwrap();
        assert_eq!((lines[2][place], lines.len()), ('!', 5), "{message}");
        assert!(message.len() < 400 && message.contains("12 | …"), "{message}");
        let whole = "at line 1\n  |\n1 | stream = 2\n  |          ^\nstream is 2";
        assert_eq!(shown(whole), whole);
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(shown("`\u{1b}[31m`\u{9b}\n\tb\u{7}"), "`\\u{1b}[31m`\\u{9b}\n\tb\\u{7}");
    }
}
