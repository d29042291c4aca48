//! What goes wrong with several files: errors are printed in the order of the files, and the greatest of their exit codes is that of the program.

use std::path::Path;

use serde::Serialize;

use crate::error::{Error, Result};
use crate::terminal::console;

/// The greatest exit code so far.
#[derive(Debug, Default)]
pub(crate) struct Failures {
    code: u8,
}

/// A file in a JSON report that has nothing but an error.
#[derive(Debug, Serialize)]
pub(crate) struct FailedFile {
    file: String,
    error: String,
}

impl FailedFile {
    pub(crate) fn new(file: &Path, error: &Error) -> Self {
        FailedFile { file: file.display().to_string(), error: error.to_string() }
    }
}

impl Failures {
    /// Prints an error.
    pub(crate) fn add(&mut self, error: &Error) {
        console::error(error);
        self.code = self.code.max(error.exit_code());
    }

    /// Fails, without another message, if there was an error. Else the result is that of writing the report, whose reader may have gone.
    pub(crate) fn finish(self, written: Result<()>) -> Result<()> {
        match self.code {
            0 => written,
            code => Err(Error::Printed { code }),
        }
    }
}
