//! The options of a run: threads, backend, and what is printed.

use std::num::NonZeroUsize;
use std::sync::Once;
use std::thread::available_parallelism;

use perlane::Backend;

use crate::error::{Error, Result};
use crate::names::Suggested;
use crate::numerals::{COUNT, number};
use crate::terminal::console;

/// Upper bound on the threads that run, unless the machine has more cores: more of them cost memory, and no machine is faster with them.
const MAX_THREADS: usize = 64;

#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Run")]
pub(crate) struct RunArgs {
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<NonZeroUsize>(COUNT))]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    backend: BackendArgs,
    /// Print neither progress nor a summary; --json still prints its summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print the summary as JSON to standard output
    #[arg(long)]
    pub(crate) json: bool,
}

impl RunArgs {
    pub(crate) fn threads(&self) -> Result<usize> {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        let most = cores.max(MAX_THREADS);
        let asked = self.threads.map_or(cores, NonZeroUsize::get);
        if asked > most && !self.quiet {
            static NOTED: Once = Once::new();
            NOTED.call_once(|| {
                console::note(&format!("note: {asked} threads on {cores} cores; {most} are started"));
            });
        }
        Ok(asked.min(most))
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
    #[arg(long, value_name = "NAME", value_parser = Suggested(Backend::NAMES), hide_possible_values = true)]
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
        .iter()
        .filter_map(|name| Backend::absence(name).map(|reason| format!("; not {name}: {reason}")));
    available.join(", ") + &absent.collect::<String>()
}
