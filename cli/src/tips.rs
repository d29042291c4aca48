//! What is said of arguments that clap refuses. For an option that does not exist, it is the one that was probably meant: clap's guesses compare letters
//! alone, and its other tip, to write `--` before a value, leads nowhere if the value is a number.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Words that people type for options of other names.
struct Hint {
    words: &'static [&'static str],
    /// The option that the tip is about. Commands without it do not get the tip.
    option: &'static str,
    tip: &'static str,
}

const HINTS: [Hint; 6] = [
    Hint {
        words: &["offset"],
        option: "origin",
        tip: "--origin sets world coordinates of the samples, and --start the index of the first one",
    },
    Hint { words: &["kind"], option: "noise", tip: "--noise sets the kind of noise" },
    Hint {
        words: &["frames"],
        option: "loop",
        tip: "--loop adds frames that loop, and a third number of --size frames that do not",
    },
    Hint { words: &["seamless", "tileable"], option: "tile", tip: "--tile makes opposite edges meet" },
    Hint {
        words: &["wavelength", "cellsize"],
        option: "cell-size",
        tip: "--cell-size sets how many samples a lattice cell has, which is the wavelength of the first octave",
    },
    Hint {
        words: &["resolution", "width", "height"],
        option: "size",
        tip: "--size sets how many samples there are along each axis, as in --size 1920x1080",
    },
];

/// The beginning of clap's tip to write `--` before what is meant as a value.
const AS_VALUE: &str = "  tip: to pass '";

/// The beginning of clap's guess.
const SIMILAR: &str = "  tip: a similar argument exists: '";

/// The tip for what looks like a number: it is the rest of a list that has spaces.
const NUMBER: &str = "numbers for several axes are joined by commas, as in --spacing 10,-10";

/// The text of an error about these arguments, with the tips that help.
pub(crate) fn improved(
    message: &clap::Error,
    text: &str,
    arguments: &[OsString],
    program: &clap::Command,
) -> String {
    let text_of = |kind| match message.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let names = message.get(ContextKind::ValidValue);
    let has_names = matches!(names, Some(ContextValue::Strings(names)) if !names.is_empty());
    match (message.kind(), text_of(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(argument)) => {
            unknown(argument, text, arguments, command(message, program))
        }
        // clap says that no value was supplied. Where it knows the names that are allowed, it shows them.
        (ErrorKind::InvalidValue, Some(argument))
            if text_of(ContextKind::InvalidValue) == Some("")
                && !has_names
                && arguments.iter().any(|word| word.is_empty()) =>
        {
            format!("{} is \"\"; allowed: names of files", name(argument))
        }
        (ErrorKind::InvalidUtf8, _) => not_text(text, arguments),
        _ => text.to_owned(),
    }
}

/// The name of what clap writes `--golden <FILE>` or `[FILE]...`.
fn name(argument: &str) -> &str {
    let first = argument.split(' ').next().unwrap_or(argument);
    first.trim_matches(|c: char| !c.is_alphanumeric())
}

/// The text about the first argument that is no text.
fn not_text(text: &str, arguments: &[OsString]) -> String {
    let Some(argument) = arguments.iter().find(|argument| argument.to_str().is_none()) else {
        return text.to_owned();
    };
    format!("an argument is {argument:?}; allowed: text in UTF-8")
}

/// The text about an option that the command does not have.
fn unknown(argument: &str, text: &str, arguments: &[OsString], command: &clap::Command) -> String {
    let own = file(argument, arguments).or_else(|| tip(argument, command).map(str::to_owned));
    // clap's usage has the option that it guesses.
    let usage = command.clone().render_usage().to_string();
    let guess_helps = |guess: &str| own.is_none() && is_like(argument, guess.trim_end_matches('\''));
    let helps =
        |line: &&str| !line.starts_with(AS_VALUE) && line.strip_prefix(SIMILAR).is_none_or(guess_helps);
    let mut lines: Vec<&str> = text.lines().filter(helps).collect();
    if let Some(line) = lines.iter_mut().find(|line| line.starts_with("Usage: ")) {
        *line = &usage;
    }
    let tip = own.map(|tip| format!("\n  tip: {tip}"));
    if let Some(tip) = &tip {
        // The first line says what is wrong.
        lines.insert(usize::from(!lines.is_empty()), tip);
    }
    lines.join("\n").replace("\n\n\n", "\n\n")
}

/// The tip for a name of a file that starts with a dash. clap has its first letter alone.
fn file(argument: &str, arguments: &[OsString]) -> Option<String> {
    let is_file = |word: &&str| {
        let path = Path::new(word);
        // What stands behind a number's point is no extension.
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let named = extension.starts_with(|c: char| c.is_ascii_alphabetic());
        word.starts_with(argument) && !word.starts_with("--") && (named || path.exists())
    };
    let word = arguments.iter().filter_map(|word| word.to_str()).find(is_file)?;
    Some(format!("a file of the name {word} is written ./{word}"))
}

/// The tip for an option that a command does not have.
fn tip(argument: &str, command: &clap::Command) -> Option<&'static str> {
    let has = |option: &str| command.get_arguments().any(|arg| arg.get_long() == Some(option));
    let after = argument.strip_prefix('-').unwrap_or(argument);
    if after.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return has("spacing").then_some(NUMBER);
    }
    let word = argument.trim_start_matches('-').to_lowercase();
    HINTS.iter().find(|hint| hint.words.contains(&&*word) && has(hint.option)).map(|hint| hint.tip)
}

/// The command whose usage the error shows.
fn command<'a>(message: &clap::Error, program: &'a clap::Command) -> &'a clap::Command {
    let Some(ContextValue::StyledStr(usage)) = message.get(ContextKind::Usage) else { return program };
    let usage = usage.to_string();
    let mut command = program;
    for word in usage.split_whitespace().skip(2) {
        let Some(below) = command.find_subcommand(word) else { break };
        command = below;
    }
    command
}

/// Whether a guess is a misspelling, or a part of a name: at most a third of the letters differ.
fn is_like(argument: &str, guess: &str) -> bool {
    let [argument, guess] = [argument, guess].map(|name| name.trim_start_matches('-'));
    let is_part = guess.starts_with(argument) || argument.starts_with(guess);
    is_part || strsim::damerau_levenshtein(argument, guess) <= argument.chars().count() / 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Args;
    use clap::CommandFactory;

    /// An option that exists gets no tip, and a tip is about one that exists.
    #[test]
    fn hints_are_about_options() {
        let program = Args::command();
        let generate = program.find_subcommand("generate").unwrap();
        let options: Vec<&str> = generate.get_arguments().filter_map(|arg| arg.get_long()).collect();
        for Hint { words, option, tip } in HINTS {
            assert!(options.contains(&option) && tip.contains(&format!("--{option}")), "{option}");
            assert!(words.iter().all(|word| !options.contains(word)), "{words:?}");
        }
    }
}
