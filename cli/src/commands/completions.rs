//! `perlane completions`.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Args;
use crate::error::Result;
use crate::terminal::console;

pub(crate) fn run(shell: Shell) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "perlane", &mut script);
    console::write(&script)
}
