//! `perlane`: bulk Perlin noise as files and streams.

mod args;
mod commands;
mod error;
mod format;
mod input;
mod metadata;
mod output;
mod read;
mod resolve;
mod sampling;
mod terminal;
mod text;
mod values;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;

use args::{Args, Command};
use commands::{bench, generate, info, man, reproduce, verify, zarr};
use error::{Error, Result};
use terminal::console;

fn main() -> ExitCode {
    let args = match Args::read() {
        Ok(args) => args,
        Err(refusal) => return refuse(&refusal),
    };
    match run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !matches!(error, Error::ClosedPipe) {
                console::note(&format!("perlane: {error}"));
            }
            ExitCode::from(error.exit_code())
        }
    }
}

fn run(args: Args) -> Result<()> {
    match args.command {
        Command::Generate(args) => generate::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Zarr(args) => zarr::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "perlane", &mut script);
            console::write(&script)
        }
        Command::Man => console::write(&man::page()?),
    }
}

/// Help and version are clap's own; its errors begin like all others.
fn refuse(refusal: &clap::Error) -> ExitCode {
    if !refusal.use_stderr() {
        return match refusal.print().and_then(|()| io::stdout().flush()) {
            // Whoever reads has enough, as of all output.
            Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
                console::note(&format!("perlane: cannot write to standard output: {e}"));
                ExitCode::FAILURE
            }
            _ => ExitCode::SUCCESS,
        };
    }
    if refusal.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // Help is no message: there is nobody else to tell that it cannot be printed.
        let _ = refusal.print();
        return ExitCode::from(2);
    }
    let text = refusal.render().to_string();
    console::note(&format!("perlane: {}", text.strip_prefix("error: ").unwrap_or(&text).trim_end()));
    ExitCode::from(2)
}
