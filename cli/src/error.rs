//! Everything that can go wrong, and the exit code of each.

use std::fmt::{self, Display, Formatter};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::counted::counted;

/// Why the program ends before its work is done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// An option, or a part of a file that an option names, has a value that is not allowed.
    #[error("{name} is {value}; allowed: {allowed}")]
    Parameter { name: String, value: String, allowed: String },
    /// The library refuses a parameter.
    #[error(transparent)]
    Library(#[from] perlane::Error),
    #[error("--json cannot be used with -o -: standard output carries the samples")]
    JsonBesideSamples,
    /// A viewer's request cannot be shown.
    #[error(transparent)]
    View(#[from] perlane_view::Error),
    /// A recipe, or another text file, cannot be parsed.
    #[error("{place}: {message}")]
    Parse { place: String, message: String },
    /// A file that an argument names is missing, or of a kind that is not allowed.
    #[error("{name} is {value}; allowed: {allowed}")]
    File { name: String, value: String, allowed: String },
    #[error("{} is empty", .0.display())]
    Empty(PathBuf),
    /// A file with neither a signature that is known nor a recipe beside it.
    #[error("the content of {} is of no kind that perlane knows; allowed: {allowed}", path.display())]
    Unknown { path: PathBuf, allowed: String },
    /// A file that an argument names.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// The recipe in a file of numbers, or an array's metadata, cannot be parsed.
    #[error("{place}: {message}")]
    Broken { place: String, message: String },
    #[error("{}, which should hold the recipe, does not exist", .0.display())]
    NoRecipe(PathBuf),
    #[error("{} has no digest (`samples.blake3`) to compare with", .0.display())]
    NoDigest(PathBuf),
    #[error("{} exists; --overwrite replaces it", .0.display())]
    Exists(PathBuf),
    #[error("{} is {kind}; allowed: regular files, pipes, or - for standard output", path.display())]
    NotAFile { path: PathBuf, kind: &'static str },
    #[error("{} is a link to a file that does not exist", .0.display())]
    DanglingLink(PathBuf),
    /// What exists at an array's path is not what this program writes there.
    #[error("{} {what}; with the format zarr, --overwrite replaces only what perlane wrote", path.display())]
    Foreign { path: PathBuf, what: String },
    /// A file has other numbers than its recipe gives.
    #[error("{name} does not match its recipe: {what}")]
    Mismatch { name: String, what: String },
    /// A backend computes other samples than the definition of the stream.
    #[error("{}: on this machine, this build computes wrong samples; please report it", counted(*count, "difference"))]
    WrongSamples { count: usize },
    /// A file of recorded recipes has wrong digests. The build is right.
    #[error("{}", wrong_digests(path, names))]
    WrongDigests { path: PathBuf, names: Vec<String> },
    /// Backends that must compute the same samples do not.
    #[error("backends computed different samples: {what}; `perlane verify` shows more; please report it")]
    BackendsDiffer { what: String },
    #[error("cannot {doing}: {source}")]
    Io { doing: String, source: io::Error },
    #[error("cannot allocate {bytes} bytes of memory")]
    Memory { bytes: usize },
    #[error("interrupted{after}")]
    Interrupted { signal: i32, after: After },
    /// What went wrong with some of several files has been printed.
    #[error("an error was printed before")]
    Printed { code: u8 },
    /// The reader of standard output, or of a pipe, has closed it.
    #[error("the reader of the output has closed it")]
    ClosedPipe,
}

/// What a signal has left.
#[derive(Debug, Clone, Copy)]
pub(crate) enum After {
    /// No file of a program that writes one.
    NoOutput,
    /// Chunks of a Zarr array, whose worker has not written all of its part.
    Chunks,
    /// A program that writes no file.
    Viewer,
}

impl Display for After {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            After::NoOutput => "; nothing was written",
            After::Chunks => "; chunks that were complete are kept",
            After::Viewer => "",
        })
    }
}

pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// A value that is not allowed.
    pub(crate) fn parameter(
        name: impl Into<String>,
        value: impl std::fmt::Display,
        allowed: impl Into<String>,
    ) -> Self {
        Error::Parameter { name: name.into(), value: shown(value.to_string()), allowed: allowed.into() }
    }

    /// A file that is missing, or of a kind that is not allowed.
    pub(crate) fn file(name: impl Into<String>, path: &Path, allowed: impl Into<String>) -> Self {
        Error::File { name: name.into(), value: path.display().to_string(), allowed: allowed.into() }
    }

    /// A text of this file that cannot be parsed.
    pub(crate) fn parse(path: &Path, message: impl Into<String>) -> Self {
        Error::Parse { place: path.display().to_string(), message: message.into() }
    }

    /// A text of this file that is not a recipe, or not what else was expected.
    pub(crate) fn not_parsed(path: &Path, error: &perlane_recipes::Error) -> Self {
        let line =
            error.place().map_or(String::new(), |(line, column)| format!(", line {line}, column {column}"));
        Error::Parse { place: format!("{}{line}", path.display()), message: error.message().to_owned() }
    }

    /// The metadata of a file that cannot be parsed.
    pub(crate) fn broken(path: &Path, message: impl Into<String>) -> Self {
        Error::parse(path, message).of_carrier()
    }

    /// An error about the recipe that a file of numbers carries: the file is broken then, and the user's own recipe is not wrong.
    pub(crate) fn of_carrier(self) -> Self {
        match self {
            Error::Parse { place, message } => Error::Broken { place, message },
            Error::Parameter { name, value, allowed } => Error::File { name, value, allowed },
            other => other,
        }
    }

    /// An error about what the file of this name says of itself. The file is broken then, and no argument is wrong.
    pub(crate) fn in_file(self, path: &Path) -> Self {
        match self {
            Error::Parameter { .. } | Error::Library(_) => Error::broken(path, self.to_string()),
            other => other,
        }
    }

    /// An error of a run that a signal may have ended, and what is left then.
    pub(crate) fn leaving(self, after: After) -> Self {
        match self {
            Error::Interrupted { signal, .. } => Error::Interrupted { signal, after },
            other => other,
        }
    }

    /// The signal that has ended the run.
    pub(crate) fn signal(&self) -> Option<i32> {
        match self {
            Error::Interrupted { signal, .. } => Some(*signal),
            _ => None,
        }
    }

    /// An error while reading, writing or decoding: "cannot {doing}: {source}".
    pub(crate) fn io(
        doing: impl Into<String>,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Error::Io { doing: doing.into(), source: io::Error::other(source) }
    }

    /// 0: done; 1: could not, or a file is missing or broken; 2: wrong arguments or recipe; 128 and the signal's number: interrupted.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Error::ClosedPipe => 0,
            Error::Printed { code } => *code,
            Error::File { .. }
            | Error::Missing(_)
            | Error::Empty(_)
            | Error::Unknown { .. }
            | Error::Broken { .. }
            | Error::NoRecipe(_)
            | Error::Exists(_)
            | Error::NotAFile { .. }
            | Error::Foreign { .. }
            | Error::DanglingLink(_)
            | Error::Mismatch { .. }
            | Error::WrongSamples { .. }
            | Error::WrongDigests { .. }
            | Error::BackendsDiffer { .. }
            | Error::Io { .. }
            | Error::Memory { .. } => 1,
            Error::Parameter { .. }
            | Error::Library(_)
            | Error::View(_)
            | Error::Parse { .. }
            | Error::JsonBesideSamples
            | Error::NoDigest(_) => 2,
            // As in shells: 130 after Ctrl-C, 143 after SIGTERM.
            Error::Interrupted { signal, .. } => signal_code(*signal) as u8,
        }
    }
}

/// Whether an error says that a disk has no room, or that a person may have no more of it.
pub(crate) fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// A value as messages show it: an empty one, or one of spaces, has quotes, because nobody would see it.
fn shown(value: String) -> String {
    if value.trim().is_empty() { format!("{value:?}") } else { value }
}

/// What is wrong with a file of recorded recipes: how many digests, and the first of them.
fn wrong_digests(path: &Path, names: &[String]) -> String {
    let (first, path) = (names.first().map(String::as_str).unwrap_or_default(), path.display());
    let wrong = match names.len() {
        0 | 1 => format!("the digest of {first:?} in {path} is not its recipe's"),
        count => {
            format!("{count} digests in {path} are not those of their recipes, the first that of {first:?}")
        }
    };
    format!("{wrong}; all backends that were checked agree with the reference")
}

/// The exit code of a program that a signal ended.
pub(crate) fn signal_code(signal: i32) -> i32 {
    128 + signal
}
