//! From arguments and recipes to a generate spec.

use std::path::Path;

use perlane::{Layers, Window};

use crate::args::noise::NoiseArgs;
use crate::args::output::{LayoutArgs, NumberArgs};
use crate::args::run::RunArgs;
use crate::args::window::WindowArgs;
use crate::args::{Generate, Init};
use crate::error::{Error, Result};
use crate::format::chunking::Chunking;
use crate::format::colormap::Colormap;
use crate::format::compression::Compression;
use crate::format::formats::Format;
use crate::format::levels::Levels;
use crate::format::numbers::{NumberEncoding, NumberKind};
use crate::input::recipe_file;
use crate::metadata::Metadata;
use crate::spec::GenerateSpec;
use crate::values::{Dtype, Size, Span};

/// The arguments that `generate` and `zarr init` share.
struct Request<'a> {
    recipe: Option<&'a Path>,
    window: &'a WindowArgs,
    noise: &'a NoiseArgs,
    format: Format,
    numbers: &'a NumberArgs,
    colormap: Option<&'a str>,
    layout: &'a LayoutArgs,
    run: &'a RunArgs,
}

/// What `generate` is asked for.
pub(crate) fn generate(args: &Generate, format: Format) -> Result<GenerateSpec> {
    resolve(&Request {
        recipe: args.recipe.as_deref(),
        window: &args.window,
        noise: &args.noise,
        format,
        numbers: &args.output.numbers,
        colormap: args.output.colormap.as_deref(),
        layout: &args.output.layout,
        run: &args.run,
    })
}

/// What `zarr init` is asked for.
pub(crate) fn zarr_init(args: &Init) -> Result<GenerateSpec> {
    resolve(&Request {
        recipe: args.recipe.as_deref(),
        window: &args.window,
        noise: &args.noise,
        format: Format::Zarr,
        numbers: &args.numbers,
        colormap: None,
        layout: &args.layout,
        run: &args.run,
    })
}

/// What made a file of this format with this metadata.
pub(crate) fn from_metadata(metadata: &Metadata, format: Format, run: &RunArgs) -> Result<GenerateSpec> {
    let layers = metadata.recipe.layers.clone();
    let missing = || Error::parameter("the recipe's grid", "missing", "recipes with a grid");
    let window = metadata.recipe.grid.ok_or_else(missing)?;
    layers.check(&window)?;
    format.check_window(&window)?;
    let numbers = match &metadata.numbers {
        None => AskedNumbers { dtype: Some(Dtype::F32), levels: None, colormap: None },
        Some(table) => AskedNumbers {
            dtype: Some(table.dtype),
            levels: Some(Span { low: table.levels[0], high: table.levels[1] }),
            colormap: table.colormap.as_deref(),
        },
    };
    Ok(GenerateSpec {
        samples: window.samples()?,
        numbers: numbers.resolve(format, &layers, &window)?,
        layers,
        window,
        format,
        compression: Compression::None,
        chunking: None,
        backend: run.backend()?,
        threads: run.threads()?,
    })
}

/// What is sampled, and where: a recipe, with what the options say instead.
pub(crate) fn sampled(
    recipe: Option<&Path>,
    window: &WindowArgs,
    noise: &NoiseArgs,
) -> Result<(Layers, Window)> {
    let recipe = recipe.map(recipe_file::read).transpose()?.map(|metadata| metadata.recipe);
    let window = window.resolve(recipe.as_ref().and_then(|recipe| recipe.grid))?;
    let layers = noise.resolve(recipe.map(|recipe| recipe.layers), &window)?;
    layers.check(&window)?;
    Ok((layers, window))
}

fn resolve(request: &Request<'_>) -> Result<GenerateSpec> {
    let &Request { format, layout, .. } = request;
    let (layers, window) = sampled(request.recipe, request.window, request.noise)?;
    let (backend, threads) = (request.run.backend()?, request.run.threads()?);
    format.check_window(&window)?;
    let NumberArgs { dtype, levels } = *request.numbers;
    let method = format.properties().compression;
    Ok(GenerateSpec {
        samples: window.samples()?,
        numbers: AskedNumbers { dtype, levels, colormap: request.colormap }
            .resolve(format, &layers, &window)?,
        compression: Compression::resolve(layout.compression.as_deref(), method, format.title())?,
        chunking: resolve_chunking(layout, format, &window)?,
        layers,
        window,
        format,
        backend,
        threads,
    })
}

/// What options or metadata say of a file's numbers.
struct AskedNumbers<'a> {
    dtype: Option<Dtype>,
    levels: Option<Span>,
    colormap: Option<&'a str>,
}

impl AskedNumbers<'_> {
    fn resolve(&self, format: Format, layers: &Layers, window: &Window) -> Result<NumberEncoding> {
        let dtype = format.dtype(self.dtype)?;
        let colormap = self.resolve_colormap(format, dtype)?;
        let levels = |max| -> Result<Levels> {
            let (low, high) = layers.bounds(window.dims())?;
            Levels::resolve(self.levels, Span { low, high }, max)
        };
        let kind = match (dtype, colormap) {
            (Dtype::F32, _) => match self.levels {
                None => NumberKind::F32,
                Some(levels) => {
                    return Err(Error::parameter("levels", levels, "only with --dtype u8 or u16"));
                }
            },
            (Dtype::U16, _) => NumberKind::U16(levels(f64::from(u16::MAX))?),
            (Dtype::U8, None) => NumberKind::U8(levels(f64::from(u8::MAX))?),
            (Dtype::U8, Some(colormap)) => NumberKind::Rgb(levels(f64::from(u8::MAX))?, colormap),
        };
        Ok(NumberEncoding { kind, order: format.properties().byte_order })
    }

    /// Only pictures of 8 bits have colours.
    fn resolve_colormap(&self, format: Format, dtype: Dtype) -> Result<Option<Colormap>> {
        let Some(name) = self.colormap else { return Ok(None) };
        if !format.properties().colors || dtype != Dtype::U8 {
            return Err(Error::parameter("colormap", name, "only in PNG pictures of dtype u8"));
        }
        Ok(Some(Colormap::from_name(name)?))
    }
}

/// Chunks, for formats that have any.
fn resolve_chunking(layout: &LayoutArgs, format: Format, window: &Window) -> Result<Option<Chunking>> {
    let (chunks, shards) = (layout.chunks.as_ref(), layout.shards.as_ref());
    if format.properties().chunked {
        return Chunking::resolve(chunks, shards, window).map(Some);
    }
    let refuse = |name: &str, size: Option<&Size>| match size {
        Some(size) => Err(Error::parameter(name, size, "only in Zarr")),
        None => Ok(()),
    };
    refuse("chunks", chunks)?;
    refuse("shards", shards)?;
    Ok(None)
}
