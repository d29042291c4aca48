//! The options of a run: threads, backend, and what is printed.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use perlane::Backend;

use crate::error::{Error, Result};

/// Upper bound on `--threads`; catches typos.
const MAX_THREADS: usize = 4096;

#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Run")]
pub(crate) struct RunArgs {
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    backend: BackendArgs,
    /// Print neither progress nor a summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print the summary as JSON to standard output
    #[arg(long)]
    pub(crate) json: bool,
}

impl RunArgs {
    pub(crate) fn threads(&self) -> Result<usize> {
        let threads = self.threads.or_else(|| available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        if threads > MAX_THREADS {
            return Err(Error::parameter("threads", threads, format!("1 to {MAX_THREADS}")));
        }
        Ok(threads)
    }

    /// The backend that was named, or the best one of this machine.
    pub(crate) fn backend(&self) -> Result<Backend> {
        Ok(self.backend.named()?.unwrap_or_else(Backend::detect))
    }

    /// The backend that was named, or all of this machine.
    pub(crate) fn backends(&self) -> Result<Vec<Backend>> {
        self.backend.all()
    }

    pub(crate) fn shows_progress(&self) -> bool {
        !self.quiet && !self.json
    }
}

#[derive(Debug, Default, clap::Args)]
pub(crate) struct BackendArgs {
    /// Instruction set to use, one that `perlane info` lists as available [default: the best]
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
}

impl BackendArgs {
    /// The backend that was named, or all of this machine.
    pub(crate) fn all(&self) -> Result<Vec<Backend>> {
        Ok(self.named()?.map_or_else(|| Backend::available().collect(), |backend| vec![backend]))
    }

    fn named(&self) -> Result<Option<Backend>> {
        let Some(name) = &self.backend else { return Ok(None) };
        Backend::from_name(name).map(Some).ok_or_else(|| Error::parameter("backend", name, allowed()))
    }
}

/// The backends of this machine, and why it does not have the others.
fn allowed() -> String {
    let available: Vec<&str> = Backend::available().map(Backend::name).collect();
    let absent = Backend::NAMES
        .into_iter()
        .filter_map(|name| Backend::absence(name).map(|reason| format!("; not {name}: {reason}")));
    available.join(", ") + &absent.collect::<String>()
}
