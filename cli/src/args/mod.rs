//! The command line.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Id, Parser, Subcommand};

use crate::values::{Dtype, Part, PerAxis, Size, Span};

/// Bulk Perlin noise: the same bits on every machine, instruction set, thread count and tile
#[derive(Debug, Parser)]
#[command(name = "perlane", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The group of all options of the noise.
const NOISE_OPTIONS: &str = "noise-options";

impl Args {
    /// What was typed.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        let matches = Args::command().try_get_matches()?;
        let mut args = Args::from_arg_matches(&matches)?;
        match (&mut args.command, matches.subcommand()) {
            (Command::Generate(args), Some((_, matches))) => args.noise.first_given = first_given(matches),
            (Command::Zarr(Zarr::Init(args)), Some((_, matches))) => {
                args.noise.first_given = matches.subcommand().and_then(|(_, matches)| first_given(matches));
            }
            _ => {}
        }
        Ok(args)
    }
}

fn first_given(matches: &ArgMatches) -> Option<String> {
    let mut given = matches.try_get_many::<Id>(NOISE_OPTIONS).ok()??;
    given.next().map(|id| id.as_str().replace('_', "-"))
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Generate noise into a file or to standard output
    Generate(Box<Generate>),
    /// Show the backends of this machine, or the recipe that a file carries
    Info(Info),
    /// Generate what a file holds from the recipe it carries, and compare
    Reproduce(Reproduce),
    /// Check every backend of this machine: recorded digests, and random recipes against the reference
    Verify(Verify),
    /// Measure every backend of this machine beside a plain fill of memory, the limit
    ///
    /// One thread. On each row the fill and all backends take turns on one buffer, round after round, so that a machine that is busy
    /// or slows down for a while does so for all of them. A turn calls its work for 8 ms or more; there are 31 rounds, or as
    /// many as fit into 5 s, but at least 5; the median of the rounds is told. With --quick it is 2 ms, 7 rounds and half a second.
    /// Memory is written before the first round. The digest is that of the samples, and the same for all backends: if it is not,
    /// the exit code is 1.
    Bench(Bench),
    /// Zarr arrays that many workers fill
    #[command(subcommand)]
    Zarr(Zarr),
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
    /// Print the manual page
    Man,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Info {
    /// A file or Zarr array that `generate` wrote, or a recipe
    pub(crate) file: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Reproduce {
    /// A file or Zarr array that `generate` wrote, or a recipe with a digest
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Verify {
    /// Random recipes to compare with the reference
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) cases: u64,
    /// Which random recipes: the same ones on every machine
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Only the random recipe of this number
    #[arg(long, value_name = "K", conflicts_with = "cases")]
    pub(crate) case: Option<u64>,
    /// Recorded recipes of your own, a line each, instead of the program's: {"name": .., "recipe": {.., "samples": {..}}}
    #[arg(long, value_name = "FILE")]
    pub(crate) golden: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Bench {
    /// Seconds instead of a minute: fewer rounds, and a smaller grid where a call takes long
    #[arg(long)]
    pub(crate) quick: bool,
    /// Only the rows with this text in their names
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Only these instructions; see `perlane info` [default: all of this machine]
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<String>,
    /// No progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Zarr {
    /// Write the metadata of an array without chunks
    Init(Box<Init>),
    /// Write chunks that are missing: all of them, or one worker's share
    Fill(Fill),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Init {
    /// The array's folder
    #[arg(value_name = "OUT.zarr")]
    pub(crate) store: PathBuf,
    /// A recipe, .toml or .json; its values are the defaults of all options
    pub(crate) recipe: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) window: WindowArgs,
    #[command(flatten)]
    pub(crate) noise: NoiseArgs,
    #[command(flatten)]
    pub(crate) numbers: NumberArgs,
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// Replace an existing array, chunks and all
    #[arg(long, help_heading = "Output")]
    pub(crate) overwrite: bool,
    /// Leave out the digest, for which all samples are generated once
    #[arg(long, help_heading = "Output")]
    pub(crate) no_digest: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Fill {
    /// A folder that `perlane zarr init` made
    #[arg(value_name = "OUT.zarr")]
    pub(crate) store: PathBuf,
    /// The share of a worker, from 1/N to N/N; any number of times, in any order, at once or not [default: 1/1]
    #[arg(long, value_name = "K/N")]
    pub(crate) part: Option<Part>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Generate {
    /// A recipe, .toml or .json; its values are the defaults of all options
    pub(crate) recipe: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) window: WindowArgs,
    #[command(flatten)]
    pub(crate) noise: NoiseArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Print the resolved recipe, size and memory; write nothing
    #[arg(long, help_heading = "Run")]
    pub(crate) dry_run: bool,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Window")]
pub(crate) struct WindowArgs {
    /// Samples along x, y, z, w [default: 1024x1024]
    #[arg(long, value_name = "WxH[xD[xT]]")]
    pub(crate) size: Option<Size>,
    /// Index of the first sample along each axis [default: 0]
    #[arg(long, value_name = "X,Y,..", allow_hyphen_values = true)]
    pub(crate) start: Option<PerAxis<i64>>,
    /// World coordinates of sample 0 [default: 0]
    #[arg(long, value_name = "X,Y,..", allow_hyphen_values = true)]
    pub(crate) origin: Option<PerAxis<f64>>,
    /// World units from sample to sample, for all axes or each [default: 1]
    #[arg(long, value_name = "S|X,Y,..", allow_hyphen_values = true)]
    pub(crate) spacing: Option<PerAxis<f64>>,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Noise")]
#[group(id = NOISE_OPTIONS, multiple = true)]
pub(crate) struct NoiseArgs {
    /// The first of these options that is given, by its name.
    #[arg(skip)]
    pub(crate) first_given: Option<String>,
    /// Kind of noise [default: perlin]
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(["perlin", "value", "cell"]))]
    pub(crate) noise: Option<String>,
    /// Any 64-bit number [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Lattice cells per world unit
    #[arg(long, value_name = "F", allow_negative_numbers = true)]
    pub(crate) frequency: Option<f64>,
    /// Samples per lattice cell along x, instead of a frequency [default: 256]
    #[arg(long, value_name = "SAMPLES", allow_negative_numbers = true, conflicts_with = "frequency")]
    pub(crate) cell_size: Option<f64>,
    /// How octaves are summed; none is one octave [default: fbm]
    #[arg(long, value_name = "KIND",
        value_parser = PossibleValuesParser::new(["none", "fbm", "billow", "ridged", "turbulence"]))]
    pub(crate) fractal: Option<String>,
    /// Octaves, 1 to 32 [default: 6]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) octaves: Option<u32>,
    /// Ratio of an octave's frequency to the one before [default: 2]
    #[arg(long, value_name = "L", allow_negative_numbers = true)]
    pub(crate) lacunarity: Option<f64>,
    /// Ratio of an octave's amplitude to the one before [default: 0.5]
    #[arg(long, value_name = "G", visible_alias = "persistence", allow_negative_numbers = true)]
    pub(crate) gain: Option<f64>,
    /// Gradient set: default, signs, directions16, directions8, diagonals, axes, knight-moves, edges, or a file with one vector
    /// a line (x y [z [w]])
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) gradients: Option<String>,
    /// How values fade from corner to corner [default: quintic]
    #[arg(long, value_name = "FADE", value_parser = PossibleValuesParser::new(["linear", "cubic", "quintic"]))]
    pub(crate) fade: Option<String>,
    /// How lattice corners get their random numbers [default: mix]
    #[arg(long, value_name = "HASH", value_parser = PossibleValuesParser::new(["mix", "permutation"]))]
    pub(crate) hash: Option<String>,
    /// The permutation: perlin, seeded, or a file of 256 integers; implies --hash permutation
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) permutation: Option<String>,
    /// Lattice cells after which the noise repeats along each axis, 0 for never
    #[arg(long, value_name = "PX,PY,..", allow_hyphen_values = true)]
    pub(crate) period: Option<PerAxis<u32>>,
    /// No normalisation: the plain sum of octaves
    #[arg(long)]
    pub(crate) raw: bool,
    /// Map the bounds of the noise, [-1, 1] for most, to this range
    #[arg(long, value_name = "LO..HI", allow_hyphen_values = true, conflicts_with_all = ["scale", "bias"])]
    pub(crate) range: Option<Span>,
    /// Factor of the noise [default: 1]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) scale: Option<f64>,
    /// Added to the scaled noise [default: 0]
    #[arg(long, value_name = "B", allow_negative_numbers = true)]
    pub(crate) bias: Option<f64>,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// File to write, or - for standard output; the extension says the format: .npy, .raw, .png, .tiff, .zarr
    #[arg(short, long, value_name = "OUT", required_unless_present = "dry_run")]
    pub(crate) output: Option<PathBuf>,
    /// npy, raw, png, tiff or zarr, whatever the extension [default on standard output: raw]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    #[command(flatten)]
    pub(crate) numbers: NumberArgs,
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// Colours of a picture: terrain, viridis, cividis, magma, inferno, plasma, turbo, spectral or blues [default: grey]
    #[arg(long, value_name = "NAME")]
    pub(crate) colormap: Option<String>,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) overwrite: bool,
}

#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct NumberArgs {
    /// Type of the numbers [default: f32; u8 in pictures]
    #[arg(long, value_enum)]
    pub(crate) dtype: Option<Dtype>,
    /// Values that become 0 and the maximum of u8 or u16 [default: the bounds of the noise]
    #[arg(long, value_name = "LO..HI", allow_hyphen_values = true)]
    pub(crate) levels: Option<Span>,
}

#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct LayoutArgs {
    /// Zarr: samples of a chunk along x, y, z, w [default: 2^18 in all, 512x512 for two axes]
    #[arg(long, value_name = "WxH[xD[xT]]")]
    pub(crate) chunks: Option<Size>,
    /// Zarr: samples of a shard, a file of many chunks [default: none, a file for each chunk]
    #[arg(long, value_name = "WxH[xD[xT]]")]
    pub(crate) shards: Option<Size>,
    /// none; deflate:1 to deflate:9 in PNG; zstd:1 to zstd:22 in Zarr [default: a fast one]
    #[arg(long, value_name = "METHOD[:LEVEL]")]
    pub(crate) compression: Option<String>,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Run")]
pub(crate) struct RunArgs {
    /// Threads to work with [default: all cores]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Instructions to use; see `perlane info` [default: the best of this machine]
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<String>,
    /// No progress, no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print a summary as JSON to standard output
    #[arg(long)]
    pub(crate) json: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn definitions_are_consistent() {
        super::Args::command().debug_assert();
    }
}
