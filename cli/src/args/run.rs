//! The options of a run: threads, backend, and what is printed.

use std::num::NonZeroUsize;
use std::sync::Once;
use std::thread::available_parallelism;

use clap::ArgAction;
use perlane::Backend;

use crate::error::Result;
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
        Ok(self.backend.last()?.unwrap_or_else(Backend::detect))
    }

    /// The backends that were named, or all of this machine.
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
    #[arg(long, value_name = "NAME", action = ArgAction::Append, value_parser = Suggested(Backend::NAMES), hide_possible_values = true)]
    backend: Vec<String>,
}

impl BackendArgs {
    /// The backends that were named, or all of this machine.
    pub(crate) fn all(&self) -> Result<Vec<Backend>> {
        let named = self.backend.iter().map(|name| name.parse()).collect::<Result<Vec<Backend>, _>>()?;
        Ok(Backend::available().filter(|backend| named.is_empty() || named.contains(backend)).collect())
    }

    /// The backend that was named last, as commands that run on one of them take the last value of every option.
    fn last(&self) -> Result<Option<Backend>> {
        Ok(self.backend.last().map(|name| name.parse()).transpose()?)
    }
}
