//! `perlane`: bulk Perlin noise as files and streams.
//!
//! This library is the program without its `main`, and has no stable interface. It is a library because cargo compiles a library while the code of
//! its dependencies is still being generated, but a program only afterwards.

mod args;
mod carried;
mod commands;
mod counted;
mod error;
#[cfg(feature = "explore")]
mod explore;
mod format;
#[cfg(feature = "fuzz")]
pub mod fuzzed;
mod input;
mod kept;
mod memory;
mod metadata;
mod names;
mod numerals;
mod output;
mod pipes;
mod read;
mod repeat;
mod resolve;
mod sampling;
mod seam;
mod seamless;
mod show;
mod spec;
mod terminal;
mod text;
mod tips;
mod values;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};

use args::{Args, Command};
use commands::{bench, completions, generate, info, man, reproduce, schema, verify, zarr};
use error::{Error, Result};
use terminal::{console, interrupt};

/// Runs the program with the arguments of this process.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = arguments();
    let parsed = command().try_get_matches_from(&arguments);
    let args = match parsed.and_then(|found| Args::from_arg_matches(&found)) {
        Ok(args) => args,
        Err(message) => return print_clap_message(&message, &arguments),
    };
    match run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !matches!(error, Error::ClosedPipe | Error::Printed { .. }) {
                console::error(&error);
            }
            if let Some(signal) = error.signal() {
                interrupt::end_by(signal);
            }
            ExitCode::from(error.exit_code())
        }
    }
}

/// The command of all arguments. With COLUMNS=0, some programs say that they do not know the width; clap would put each word on a line of its own.
fn command() -> clap::Command {
    match env::var_os("COLUMNS") {
        Some(columns) if columns == "0" => Args::command().term_width(USUAL_WIDTH),
        _ => Args::command(),
    }
}

/// The command of all arguments, whose commands know their whole names.
fn built() -> clap::Command {
    let mut program = command();
    program.build();
    program
}

/// The width of terminals that do not say theirs.
const USUAL_WIDTH: usize = 80;

/// The arguments of this process. The help of `help` is the help: clap would look for a command named `--help`.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = env::args_os().collect();
    if let [.., before, last] = &arguments[..]
        && arguments.len() <= MOST_OF_HELP
        && before == "help"
        && (last == "--help" || last == "-h")
    {
        arguments.pop();
    }
    arguments
}

/// The arguments of `perlane zarr help --help`. In longer lines, `help` may be a value.
const MOST_OF_HELP: usize = 4;

fn run(args: Args) -> Result<()> {
    match args.command {
        Command::Generate(args) => generate::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Zarr(args) => zarr::run(&args),
        #[cfg(feature = "explore")]
        Command::Explore(args) => explore::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Schema => schema::run(),
        Command::Completions { shell } => completions::run(shell),
        Command::Man => man::run(),
    }
}

/// Prints help and version as clap does. Errors get the same beginning as all other errors.
fn print_clap_message(message: &clap::Error, arguments: &[OsString]) -> ExitCode {
    if !message.use_stderr() {
        return match message.print().and_then(|()| io::stdout().flush()) {
            // The reader may close standard output when it has read enough.
            Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
                console::note(&format!("perlane: cannot write to standard output: {e}"));
                ExitCode::FAILURE
            }
            _ => ExitCode::SUCCESS,
        };
    }
    if message.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // A failure here is ignored, because there is no other place to report it.
        let _ = message.print();
        return ExitCode::from(2);
    }
    let text = tips::improved(message, &message.render().to_string(), arguments, &built());
    console::note_lines(&format!("perlane: {}", text.strip_prefix("error: ").unwrap_or(&text).trim_end()));
    ExitCode::from(2)
}
