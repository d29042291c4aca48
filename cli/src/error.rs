//! All that can go wrong, and the exit code of each.

use std::io;
use std::path::PathBuf;

/// Why the program ends before its work is done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// An argument, or a part of a file that arguments name.
    #[error("{name} is {value}; allowed: {allowed}")]
    Wrong { name: String, value: String, allowed: String },
    /// A parameter that the library refuses.
    #[error(transparent)]
    Library(#[from] perlane::Error),
    /// A recipe that cannot be read.
    #[error("{}: {message}", path.display())]
    Recipe { path: PathBuf, message: String },
    #[error("{} exists; --overwrite replaces it", .0.display())]
    Exists(PathBuf),
    #[error("{} is a folder or a device; allowed: regular files, or - for standard output", .0.display())]
    NotAFile(PathBuf),
    #[error("{} is a link to a file that does not exist", .0.display())]
    DanglingLink(PathBuf),
    #[error("{} is {}no Zarr array; --overwrite replaces only those", .0.display(), if .0.is_dir() { "a folder, and " } else { "" })]
    NotAStore(PathBuf),
    /// A file that is not what its recipe gives.
    #[error("{name} is not what its recipe gives: {what}")]
    Differs { name: String, what: String },
    /// Samples that are not what they should be.
    #[error("{count} differences: this build does not compute perlane's samples here; please report it")]
    Different { count: usize },
    /// Backends that should have computed the same.
    #[error("backends differ: {what}; `perlane verify` tells more, please report it")]
    Disagree { what: String },
    #[error("cannot {doing}: {source}")]
    Io { doing: String, source: io::Error },
    #[error("cannot get {bytes} bytes of memory")]
    Memory { bytes: usize },
    #[error("interrupted; nothing was written")]
    Interrupted,
    /// A worker of several.
    #[error("interrupted; chunks that are complete stay")]
    InterruptedFilling,
    /// The reader of standard output has had enough.
    #[error("standard output was closed")]
    ClosedPipe,
}

pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn wrong(
        name: impl Into<String>,
        value: impl std::fmt::Display,
        allowed: impl Into<String>,
    ) -> Self {
        Error::Wrong { name: name.into(), value: value.to_string(), allowed: allowed.into() }
    }

    /// An error of reading, writing or decoding.
    pub(crate) fn io(
        doing: impl Into<String>,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Error::Io { doing: doing.into(), source: io::Error::other(source) }
    }

    /// 0 done, 1 could not, 2 wrong arguments or recipe, 130 interrupted.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Error::ClosedPipe => 0,
            Error::Exists(_)
            | Error::NotAFile(_)
            | Error::NotAStore(_)
            | Error::DanglingLink(_)
            | Error::Differs { .. }
            | Error::Different { .. }
            | Error::Disagree { .. }
            | Error::Io { .. }
            | Error::Memory { .. } => 1,
            Error::Wrong { .. } | Error::Library(_) | Error::Recipe { .. } => 2,
            Error::Interrupted | Error::InterruptedFilling => 130,
        }
    }
}
