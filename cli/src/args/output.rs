//! The options of the output: file, format, numbers and layout.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, ValueHint};

use crate::error::{Error, Result};
use crate::format::chosen::Chosen;
use crate::format::colormap::Colormap;
use crate::format::crs::CrsOrNone;
use crate::format::formats::Format;
use crate::format::layout::Layout;
use crate::names::{FormatParser, Suggested};
use crate::pipes::is_pipe;
use crate::values::{Destination, Dtype, Fps, Nodata, Size, Span};

/// Names of standard output. Where they lead to a file, it is the shell's: samples go on where it is open, and it is not replaced.
const STDOUT_PATHS: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// What completions offer for `--compression`; each method has levels too.
const COMPRESSIONS: &[&str] = &["none", "deflate", "zstd", "zip"];

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// File or pipe to write, or - for standard output; the extension sets the format, which --format lists
    #[arg(short, long, value_name = "OUT", required_unless_present = "dry_run", value_hint = ValueHint::FilePath, allow_hyphen_values = true, value_parser = PathBufValueParser::new().try_map(not_an_option), action = ArgAction::Append)]
    output: Vec<PathBuf>,
    /// Format, whatever the file's extension [default on standard output and in pipes without an extension: raw]
    #[arg(long, value_name = "FORMAT", value_parser = FormatParser)]
    format: Option<Format>,
    #[command(flatten)]
    pub(crate) numbers: NumberArgs,
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    #[command(flatten)]
    pub(crate) tiff: TiffArgs,
    /// Colours of PNG, APNG and y4m of type u8 [default: grey]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Colormap::all_names()))]
    pub(crate) colormap: Option<String>,
    /// APNG, y4m: frames a second, such as 25 or 24000/1001 [default: 25]
    #[arg(long, value_name = "N[/D]", allow_negative_numbers = true)]
    pub(crate) fps: Option<Fps>,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) overwrite: bool,
}

#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct NumberArgs {
    /// Type of the numbers [default: f32; in pictures and films: u8]
    #[arg(long, value_enum)]
    pub(crate) dtype: Option<Dtype>,
    /// Sample values mapped to 0 and to the largest integer of the type [default: the range of the noise; in pictures and films the range that nearly all of the noise is in]
    #[arg(long, value_name = "LO..HI", allow_hyphen_values = true)]
    pub(crate) levels: Option<Span>,
}

impl NumberArgs {
    pub(crate) fn of_options(&self) -> Chosen {
        Chosen { dtype: self.dtype, levels: self.levels, colormap: None }
    }
}

#[derive(Debug, Default, Clone, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct LayoutArgs {
    /// Zarr: samples of a chunk along x, y, z, w [default: 2^18 samples, for two axes 512x512]
    #[arg(long, value_name = "W[xH[xD[xT]]]", allow_hyphen_values = true)]
    pub(crate) chunks: Option<Size>,
    /// Zarr: samples of a shard, a file that holds many chunks [default: each file is a chunk]
    #[arg(long, value_name = "W[xH[xD[xT]]]", allow_hyphen_values = true)]
    pub(crate) shards: Option<Size>,
    /// Zarr: what the folder holds [default: dataset]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) layout: Option<Layout>,
    /// TIFF, Zarr: the coordinate reference system of world coordinates, such as EPSG:32633 [default: none]
    #[arg(long, value_name = "EPSG:CODE")]
    pub(crate) crs: Option<CrsOrNone>,
    /// How to compress: none; deflate:1 to deflate:9 in PNG, APNG and TIFF; zstd:1 to zstd:22 in Zarr and TIFF; zip in EXR [default: deflate:2 in PNG, APNG and with --cog, zstd:1 in Zarr, zip in EXR, otherwise none]
    #[arg(long, value_name = "METHOD[:LEVEL]", value_parser = Suggested(COMPRESSIONS), hide_possible_values = true)]
    pub(crate) compression: Option<String>,
}

#[derive(Debug, Default, Clone, Copy, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct TiffArgs {
    /// TIFF: tiles of 512x512, compressed, with overviews: a cloud-optimised GeoTIFF
    #[arg(long)]
    pub(crate) cog: bool,
    /// TIFF: make each z a page, as ImageJ expects, and not a band
    #[arg(long)]
    pub(crate) pages: bool,
    /// TIFF: the number that programs show as no data, also where a sample happens to be that number [default: none]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) nodata: Option<Nodata>,
}

/// Names of files may start with a dash, but what looks like an option probably is one, as in `-o --size 64x64`: the name was forgotten.
fn not_an_option(path: PathBuf) -> Result<PathBuf, String> {
    let name = path.to_string_lossy();
    let is_option = name.starts_with("--") || (name.starts_with('-') && path.extension().is_none());
    if is_option && name != "-" {
        return Err(format!(
            "allowed: names of files, or - for standard output; a file of this name is ./{name}"
        ));
    }
    Ok(path)
}

impl OutputArgs {
    /// What the options say of the numbers.
    pub(crate) fn numbers(&self) -> Chosen {
        Chosen { colormap: self.colormap.clone(), ..self.numbers.of_options() }
    }

    /// `None` in a dry run without an output.
    pub(crate) fn destination(&self) -> Result<Option<Destination>> {
        match &self.output[..] {
            [] => Ok(None),
            [path] if STDOUT_PATHS.iter().any(|name| path == Path::new(name)) => {
                Ok(Some(Destination::Stdout))
            }
            [path] if is_pipe(path) => Ok(Some(Destination::Stream(path.clone()))),
            [path] => Ok(Some(Destination::File(path.clone()))),
            // Of other options the last one counts, as scripts expect. With several outputs, all but the last would silently not be written.
            paths => {
                let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
                Err(Error::parameter("output", names.join(" and "), "one file; each run writes one"))
            }
        }
    }

    pub(crate) fn format(&self, destination: Option<&Destination>) -> Result<Format> {
        Format::resolve(self.format, destination)
    }
}
