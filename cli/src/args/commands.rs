//! The program, its commands, and the arguments of each.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{ArgAction, Parser, Subcommand, ValueHint};

use crate::args::help;
use crate::args::noise::NoiseArgs;
use crate::args::output::{LayoutArgs, NumberArgs, OutputArgs};
use crate::args::quantity::QuantityArgs;
use crate::args::run::{BackendArgs, RunArgs};
use crate::args::window::WindowArgs;
use crate::format::colormap::Colormap;
use crate::numerals::{WHOLE, number};
use crate::values::{Graphics, Part, Span};

/// Bulk Perlin noise: the same bits on every machine, instruction set, thread count and tile
#[derive(Debug, Parser)]
#[command(name = "perlane", version, max_term_width = 100, args_override_self = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Generate noise into a file or to standard output
    Generate(Box<Generate>),
    /// List the backends of this machine, or print the recipe that a file carries
    Info(Info),
    /// Generate a file's samples again from the recipe it carries, and compare
    Reproduce(Reproduce),
    /// Check every backend of this machine against recorded digests and against the reference
    Verify(Verify),
    /// Measure the speed of every backend of this machine, beside that of a plain fill of memory
    ///
    /// The fill is a yardstick, not an upper bound: it uses the stores that every processor of this architecture has, and they go through
    /// the caches. Backends with wider stores can be faster, and so can large grids, which some backends store past the caches.
    ///
    /// Sizes are WxH, x first. "64 a cell" are samples a lattice cell; "fbm 6 from 0.005" are six octaves, the first of which has this
    /// frequency. "gradient" is the value and all derivatives of the fbm above it, and counts all planes. Tiles and chunks are 256 calls
    /// at places far from each other; prepared tiles are neighbours in a grid whose tables have been made before. Points are random, and so
    /// are single samples, which are a call each: all backends share their code, so that their columns differ by chance alone.
    ///
    /// Everything runs on one thread. For each row, the fill and all backends take turns on one buffer, round after round. If the
    /// machine is slower for some seconds, this slows all of them. If it is busy for an instant, this may slow one of them alone, and
    /// the share is wrong then: nothing else should run meanwhile. A turn repeats its work for at least 8 ms. A row has 31 rounds, or as
    /// many as fit into 5 s, but at least 5; the table shows their median, and marks a rate with ~ where the quartiles of its rounds are
    /// more than 20 % of the median apart. With --quick, a turn lasts 2 ms and a row has 7 rounds, or as many as fit into 0.5 s, but at
    /// least 5. The buffer is written before the first round, and begins 16 bytes after the start of a cache line, as large buffers of
    /// allocators do. All backends must compute samples with the same digest; otherwise the exit code is 1.
    Bench(Bench),
    /// Make Zarr arrays that many workers fill
    #[command(subcommand)]
    Zarr(Zarr),
    /// Print a JSON schema of recipes: all keys, what they mean, and what is allowed
    Schema,
    /// Explore noise in the browser: an infinite world, every parameter live, texts to copy
    #[cfg(feature = "explore")]
    Explore(Box<Explore>),
    /// Show noise in the terminal, and move through it; q quits and prints the command
    ///
    /// Keys: arrows move, + and - zoom, s changes the seed, o and O add and drop an octave, f changes the fractal, [ and ] make cells wider and
    /// narrower, m changes the colours, p the plane, and q quits and prints the command.
    Show(Box<Show>),
    /// Print a completion script for a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions { shell: clap_complete::Shell },
    /// Print the manual page
    #[command(after_help = help::MAN)]
    Man,
}

#[derive(Debug, clap::Args)]
#[command(after_help = help::GENERATE)]
pub(crate) struct Generate {
    /// Recipe, .toml or .json; or a file that perlane wrote; or - for a recipe on standard input; options override it
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) recipe: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) window: WindowArgs,
    #[command(flatten)]
    pub(crate) noise: NoiseArgs,
    #[command(flatten)]
    pub(crate) quantity: QuantityArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Print the resolved recipe, the size and the memory needed; write nothing
    #[arg(long, help_heading = "Run")]
    pub(crate) dry_run: bool,
}

#[cfg(feature = "explore")]
#[derive(Debug, clap::Args)]
pub(crate) struct Explore {
    /// Recipe to start with, .toml or .json; or a file that perlane wrote; or - for a recipe on standard input; options override it
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) recipe: Option<PathBuf>,
    /// Port to listen on, for programs of this machine alone [default: 8473, or a free one]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u16>("whole numbers from 0 to 65535"))]
    pub(crate) port: Option<u16>,
    /// Print the address, and open no browser
    #[arg(long)]
    pub(crate) no_open: bool,

    #[command(flatten)]
    pub(crate) window: WindowArgs,
    #[command(flatten)]
    pub(crate) noise: NoiseArgs,
    #[command(flatten)]
    pub(crate) quantity: QuantityArgs,
}

#[derive(Debug, clap::Args)]
#[command(mut_arg("size", |size| size.help(help::SHOW_SIZE)))]
pub(crate) struct Show {
    /// Recipe, .toml or .json; or a file that perlane wrote; or - for a recipe on standard input; options override it
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) recipe: Option<PathBuf>,
    /// Print one picture and exit. This is the default if standard input or output is not a terminal, or TERM is dumb
    #[arg(long)]
    pub(crate) once: bool,
    /// How to draw [default: the best that the terminal says it supports]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) graphics: Option<Graphics>,
    /// Colours [default: terrain]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Colormap::all_names()))]
    pub(crate) colormap: Option<String>,
    /// Samples that get the first and the last colour [default: what is typical of the noise]
    #[arg(long, value_name = "LO..HI", allow_hyphen_values = true)]
    pub(crate) levels: Option<Span>,
    /// Plane to show first, of quantities that have several, such as dx; the key p shows the next one [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(crate) plane: Option<String>,

    #[command(flatten)]
    pub(crate) window: WindowArgs,
    #[command(flatten)]
    pub(crate) noise: NoiseArgs,
    #[command(flatten)]
    pub(crate) quantity: QuantityArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = help::INFO)]
pub(crate) struct Info {
    /// Files that perlane wrote, or recipes; - for a recipe on standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = help::REPRODUCE)]
pub(crate) struct Reproduce {
    /// Files that perlane wrote, or recipes with a digest; - for such a recipe on standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = help::VERIFY)]
#[command(mut_arg("backend", |backend| backend.help(help::VERIFY_BACKEND)))]
pub(crate) struct Verify {
    /// Number of random recipes to compare with the reference
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = number::<u64>(WHOLE))]
    pub(crate) cases: u64,
    /// Seed of the random recipes; the same seed gives the same recipes on every machine [default: 0]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = number::<u64>(WHOLE))]
    pub(crate) seed: Option<u64>,
    /// Check only the random recipe with this number
    #[arg(long, value_name = "K", conflicts_with = "cases", allow_negative_numbers = true, value_parser = number::<u64>(WHOLE))]
    pub(crate) case: Option<u64>,
    /// Check these recorded recipes instead of the built-in ones; one a line: {"name": .., "recipe": {.., "samples": {..}}}
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) golden: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, clap::Args)]
#[command(mut_arg("backend", |backend| backend.help(help::BENCH_BACKEND)))]
pub(crate) struct Bench {
    /// Take seconds instead of a minute: fewer rounds, and smaller grids where a call takes long
    #[arg(long)]
    pub(crate) quick: bool,
    /// Measure only the rows whose names contain this text; may be given several times
    #[arg(long, value_name = "TEXT", action = ArgAction::Append)]
    pub(crate) only: Vec<String>,
    /// Compare with what --json printed before: each new rate divided by the old one, for each row that both have
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) compare: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) backend: BackendArgs,
    /// Print no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Zarr {
    /// Write the metadata of an array, without chunks
    Init(Box<Init>),
    /// Write the missing chunks of an array: all of them, or one worker's share
    Fill(Fill),
}

#[derive(Debug, clap::Args)]
#[command(after_help = help::ZARR_INIT)]
pub(crate) struct Init {
    /// Folder of the new array
    #[arg(value_name = "OUT.zarr", value_hint = ValueHint::DirPath)]
    pub(crate) array: PathBuf,
    /// Recipe, .toml or .json; or a file that perlane wrote; or - for a recipe on standard input; options override it
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) recipe: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) window: WindowArgs,
    #[command(flatten)]
    pub(crate) noise: NoiseArgs,
    #[command(flatten)]
    pub(crate) quantity: QuantityArgs,
    #[command(flatten)]
    pub(crate) numbers: NumberArgs,
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// Replace an existing array with all its chunks
    #[arg(long, help_heading = "Output")]
    pub(crate) overwrite: bool,
    /// Store no digest, which saves generating all samples once
    #[arg(long, help_heading = "Output")]
    pub(crate) no_digest: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = help::ZARR_FILL)]
pub(crate) struct Fill {
    /// Folder that `perlane zarr init` made
    #[arg(value_name = "OUT.zarr", value_hint = ValueHint::DirPath)]
    pub(crate) array: PathBuf,
    /// This worker's share of the chunks, from 1/N to N/N; shares can run at once, in any order, and again [default: 1/1]
    #[arg(long, value_name = "K/N", allow_hyphen_values = true)]
    pub(crate) part: Option<Part>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn definitions_are_consistent() {
        super::Args::command().debug_assert();
    }

    /// Lists of commands show a sentence for each. What is more to say is a paragraph of its own.
    #[test]
    fn commands_are_summed_up_in_a_sentence() {
        fn check(command: &clap::Command) -> usize {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            assert!(!about.is_empty() && !about.contains(['.', '\n']), "{}: {about}", command.get_name());
            1 + command.get_subcommands().map(check).sum::<usize>()
        }
        assert!(check(&super::Args::command()) >= 12);
    }
}
