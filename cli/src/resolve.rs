//! Turns arguments and recipes into a generate spec.

use std::path::Path;

use perlane::{Backend, FieldParameters, Layers, Quantity, Recipe, Window};

use crate::args::noise::NoiseArgs;
use crate::args::output::{LayoutArgs, TiffArgs};
use crate::args::quantity::QuantityArgs;
use crate::args::run::RunArgs;
use crate::args::window::WindowArgs;
use crate::args::{Generate, Init};
use crate::error::{Error, Result};
use crate::format::chosen::Chosen;
use crate::format::chunking::Chunking;
use crate::format::colormap::Colormap;
use crate::format::compression::Compression;
use crate::format::contrast;
use crate::format::crs::{Crs, CrsOrNone};
use crate::format::formats::{self, Format, Properties};
use crate::format::layout::Layout;
use crate::format::levels;
use crate::format::numbers::{NumberEncoding, NumberKind};
use crate::format::palette::Palette;
use crate::kept::Kept;
use crate::metadata::Metadata;
use crate::numerals::shortest;
use crate::output::tiff::strips::MAX_ROW;
use crate::seamless;
use crate::spec::{GenerateSpec, TiffLayout};
use crate::values::{Dtype, Fps, Nodata, Size, Span};

/// The most bands, which TIFF counts with 16 bits.
const MAX_BANDS: usize = u16::MAX as usize;

/// Upper bound on the parts of an EXR. All their headers are held in memory.
#[cfg(feature = "exr")]
const MAX_PARTS: usize = 1024;

/// The arguments that `generate` and `zarr init` share.
struct Request<'a> {
    recipe: Option<Recipe>,
    window: &'a WindowArgs,
    noise: &'a NoiseArgs,
    quantity: &'a QuantityArgs,
    format: Format,
    numbers: &'a Chosen,
    layout: &'a LayoutArgs,
    tiff: &'a TiffArgs,
    fps: Option<Fps>,
    run: &'a RunArgs,
}

/// The spec that the arguments of `generate` demand, for these numbers.
pub(crate) fn generate(
    args: &Generate,
    recipe: Option<Recipe>,
    numbers: &Chosen,
    kept: &Kept,
    format: Format,
) -> Result<GenerateSpec> {
    resolve(Request {
        recipe,
        window: &args.window,
        noise: &args.noise,
        quantity: &args.quantity,
        format,
        numbers,
        layout: &kept.layout,
        tiff: &kept.tiff,
        fps: kept.fps,
        run: &args.run,
    })
}

/// The spec that the arguments of `zarr init` demand, for these numbers.
pub(crate) fn zarr_init(
    args: &Init,
    recipe: Option<Recipe>,
    numbers: &Chosen,
    kept: &Kept,
) -> Result<GenerateSpec> {
    resolve(Request {
        recipe,
        window: &args.window,
        noise: &args.noise,
        quantity: &args.quantity,
        format: Format::Zarr,
        numbers,
        layout: &kept.layout,
        tiff: &kept.tiff,
        fps: kept.fps,
        run: &args.run,
    })
}

/// The spec of a file of this format with this metadata.
pub(crate) fn from_metadata(metadata: &Metadata, format: Format, run: &RunArgs) -> Result<GenerateSpec> {
    from_parts(metadata, format, run.backend()?, run.threads()?)
}

/// The spec of a file that carries this metadata. An error about that names the file.
pub(crate) fn of_file(
    path: &Path,
    metadata: &Metadata,
    format: Format,
    run: &RunArgs,
) -> Result<GenerateSpec> {
    let (backend, threads) = (run.backend()?, run.threads()?);
    from_parts(metadata, format, backend, threads).map_err(|error| error.in_file(path))
}

/// The spec for other metadata, with the same format, backend and threads.
pub(crate) fn like(spec: &GenerateSpec, metadata: &Metadata) -> Result<GenerateSpec> {
    from_parts(metadata, spec.format, spec.backend, spec.threads)
}

fn from_parts(metadata: &Metadata, format: Format, backend: Backend, threads: usize) -> Result<GenerateSpec> {
    let layers = metadata.recipe.layers.clone();
    let missing = || Error::parameter("the recipe's grid", "missing", "recipes with a grid");
    let window = metadata.recipe.grid.ok_or_else(missing)?;
    let field = metadata.recipe.field;
    layers.field(field).check(&window)?;
    format.check_array(&window, field.quantity)?;
    let numbers = match &metadata.numbers {
        None => AskedNumbers { dtype: Some(Dtype::F32), levels: None, colormap: None },
        Some(table) => AskedNumbers {
            dtype: Some(table.dtype),
            levels: Some(Span { low: table.levels[0], high: table.levels[1] }),
            colormap: table.colormap.as_deref(),
        },
    };
    Ok(GenerateSpec {
        samples: layers.field(field).samples(&window)?,
        numbers: numbers.resolve(format, &layers, field, &window)?,
        layers,
        field,
        window,
        format,
        compression: Compression::None,
        chunking: None,
        layout: Layout::Array,
        crs: None,
        tiff: TiffLayout::default(),
        fps: Fps::DEFAULT,
        backend,
        threads,
    })
}

/// The recipe that viewers show, with a grid.
pub(crate) fn shown(
    recipe: Option<Recipe>,
    window: &WindowArgs,
    noise: &NoiseArgs,
    quantity: &QuantityArgs,
) -> Result<Recipe> {
    let (layers, field, window) = sampled(recipe, window, noise, quantity)?;
    Ok(Recipe::from(layers).field(field).grid(window))
}

/// What is sampled, and where: a recipe, in which options replace values.
fn sampled(
    recipe: Option<Recipe>,
    window: &WindowArgs,
    noise: &NoiseArgs,
    quantity: &QuantityArgs,
) -> Result<(Layers, FieldParameters, Window)> {
    let field = quantity.resolve(recipe.as_ref().map(|recipe| recipe.field))?;
    let seamless = &window.seamless;
    let mut window = window.resolve(recipe.as_ref().and_then(|recipe| recipe.grid))?;
    let rounded = noise.rounds_frequency(recipe.is_some());
    let layers = noise.resolve(recipe.map(|recipe| recipe.layers), &window)?;
    let layers = seamless::apply(seamless, &mut window, layers, rounded)?;
    layers.check(&window)?;
    layers.field(field).check(&window)?;
    Ok((layers, field, window))
}

fn resolve(request: Request<'_>) -> Result<GenerateSpec> {
    let Request { recipe, format, layout, .. } = request;
    let (layers, field, window) = sampled(recipe, request.window, request.noise, request.quantity)?;
    let (backend, threads) = (request.run.backend()?, request.run.threads()?);
    format.check_array(&window, field.quantity)?;
    #[cfg(feature = "exr")]
    check_parts(format, &window)?;
    let Chosen { dtype, levels, colormap } = request.numbers;
    let Properties { methods, compresses, title, .. } = *format.properties();
    let compression =
        Compression::resolve(layout.compression.as_deref(), methods, compresses || request.tiff.cog, title)?;
    let numbers = AskedNumbers { dtype: *dtype, levels: *levels, colormap: colormap.as_deref() }
        .resolve(format, &layers, field, &window)?;
    Ok(GenerateSpec {
        samples: layers.field(field).samples(&window)?,
        tiff: resolve_tiff(request.tiff, format, &window, field, compression, numbers.dtype())?,
        numbers,
        compression,
        chunking: resolve_chunking(layout, format, &window, field)?,
        layout: resolve_layout(layout, format, &window, field)?,
        crs: resolve_crs(layout, format, &window)?,
        fps: resolve_fps(request.fps, format)?,
        layers,
        field,
        window,
        format,
        backend,
        threads,
    })
}

/// What options or metadata say about a file's numbers.
struct AskedNumbers<'a> {
    dtype: Option<Dtype>,
    levels: Option<Span>,
    colormap: Option<&'a str>,
}

impl AskedNumbers<'_> {
    fn resolve(
        &self,
        format: Format,
        layers: &Layers,
        field: FieldParameters,
        window: &Window,
    ) -> Result<NumberEncoding> {
        let dtype = format.dtype(self.dtype)?;
        let colormap = self.resolve_colormap(format, field.quantity, dtype)?;
        let missing = || {
            let (quantity, dtype) = (field.quantity, dtype.name());
            let allowed = format!("--levels LO..HI, with --quantity {quantity} and dtype {dtype}");
            Error::parameter("levels", "missing", allowed)
        };
        let levels = |max| {
            let default = match self.levels {
                Some(levels) => levels,
                None => default_levels(format, layers, field, window)?.ok_or_else(missing)?,
            };
            levels::resolve(self.levels, default, max)
        };
        let vectors = field.quantity == Quantity::Normal && format.properties().colors.is_some();
        let kind = match (dtype, colormap) {
            (Dtype::U16, None) if vectors => NumberKind::Rgb16(levels(u16::MAX)?),
            (Dtype::U8, None) if vectors => NumberKind::Rgb8(levels(u8::MAX.into())?),
            (Dtype::F32, _) => match self.levels {
                None => NumberKind::F32,
                Some(levels) => {
                    return Err(Error::parameter("levels", levels, "only with --dtype u8 or u16"));
                }
            },
            (Dtype::U16, _) => NumberKind::U16(levels(u16::MAX)?),
            (Dtype::U8, None) => NumberKind::U8(levels(u8::MAX.into())?),
            (Dtype::U8, Some(palette)) => NumberKind::Color(levels(u8::MAX.into())?, palette),
        };
        Ok(NumberEncoding { kind, order: format.properties().byte_order })
    }

    /// Only pictures and films of 8 bits have colours.
    fn resolve_colormap(&self, format: Format, quantity: Quantity, dtype: Dtype) -> Result<Option<Palette>> {
        let Some(name) = self.colormap else { return Ok(None) };
        if quantity == Quantity::Normal {
            return Err(Error::parameter(
                "colormap",
                name,
                "nothing for normals, whose components are colours",
            ));
        }
        match format.properties().colors {
            Some(_) if name == Colormap::GREY => Ok(None),
            Some(model) if dtype == Dtype::U8 => Ok(Some(Palette::new(&Colormap::from_name(name)?, model))),
            _ => {
                let titles = formats::titles(|format| format.colors.is_some());
                Err(Error::parameter("colormap", name, format!("only in {titles} of dtype u8")))
            }
        }
    }
}

/// The default range of samples that become 0 and the maximum. `None` for quantities whose planes have the same levels, which only the user knows.
pub(crate) fn default_levels(
    format: Format,
    layers: &Layers,
    field: FieldParameters,
    window: &Window,
) -> Result<Option<Span>> {
    Ok(match field.quantity {
        Quantity::Value => {
            let (low, high) = layers.bounds(window.dims())?;
            let bounds = Span { low, high };
            // Only formats that people look at have colours. The numbers of others are for programs, which know the range.
            Some(match format.properties().colors.is_some() {
                true => contrast::levels(layers, window.dims(), bounds),
                false => bounds,
            })
        }
        Quantity::Hillshade => Some(Span { low: 0.0, high: 1.0 }),
        Quantity::Normal => Some(Span { low: -1.0, high: 1.0 }),
        _ => None,
    })
}

/// The layout of a Zarr folder.
fn resolve_layout(
    args: &LayoutArgs,
    format: Format,
    window: &Window,
    field: FieldParameters,
) -> Result<Layout> {
    match args.layout {
        Some(layout) if !format.properties().chunked => {
            Err(Error::parameter("layout", layout.name(), "only in Zarr"))
        }
        Some(Layout::Pyramid) if window.dims() < 2 => {
            Err(Error::parameter("layout", "pyramid", "dataset and array for 1 axis; pyramids have 2 to 4"))
        }
        Some(Layout::Pyramid) if field.quantity.planes(window.dims()) > 1 => {
            let value = format!("pyramid, of the planes of {}", field.quantity);
            Err(Error::parameter("layout", value, "dataset and array for several planes"))
        }
        layout => Ok(layout.unwrap_or_default()),
    }
}

/// The coordinate reference system, for formats that support one.
fn resolve_crs(args: &LayoutArgs, format: Format, window: &Window) -> Result<Option<Crs>> {
    match args.crs.and_then(|CrsOrNone(crs)| crs) {
        Some(crs) if !format.properties().has_place => Err(Error::parameter(
            "crs",
            crs,
            format!("only in {}", formats::titles(|format| format.has_place)),
        )),
        Some(crs) if window.dims() < 2 => Err(Error::parameter("crs", crs, "only with 2 or more axes")),
        crs => Ok(crs),
    }
}

/// The frame rate, for formats that have one.
fn resolve_fps(asked: Option<Fps>, format: Format) -> Result<Fps> {
    match asked {
        Some(fps) if !format.properties().film => {
            Err(Error::parameter("fps", fps, format!("only in {}", formats::titles(|format| format.film))))
        }
        fps => Ok(fps.unwrap_or(Fps::DEFAULT)),
    }
}

/// Refuses an EXR with too many parts.
#[cfg(feature = "exr")]
fn check_parts(format: Format, window: &Window) -> Result<()> {
    if format != Format::Exr || window.size.z <= MAX_PARTS {
        return Ok(());
    }
    let value = format!("{} along z", window.size.z);
    let allowed =
        format!("up to {MAX_PARTS} parts in EXR; or a file for each frame, by --size WxHx1 --start X,Y,Z");
    Err(Error::parameter("size", value, allowed))
}

/// The layout of a TIFF.
fn resolve_tiff(
    args: &TiffArgs,
    format: Format,
    window: &Window,
    field: FieldParameters,
    compression: Compression,
    dtype: Dtype,
) -> Result<TiffLayout> {
    let &TiffArgs { cog, pages, nodata } = args;
    let nodata = nodata.map(|Nodata(number)| number);
    if format != Format::Tiff {
        let given = [("cog", cog), ("pages", pages), ("nodata", nodata.flatten().is_some())];
        return match given.iter().find(|(_, given)| *given) {
            Some((name, _)) => Err(Error::parameter(*name, "given", "only in TIFF")),
            None => Ok(TiffLayout::default()),
        };
    }
    let tiled = cog || compression != Compression::None;
    if !tiled {
        check_row(window, dtype)?;
    }
    if pages && tiled {
        return Err(Error::parameter("pages", "given", "only without --cog and --compression"));
    }
    if !pages && window.size.z > MAX_BANDS {
        let value = format!("{} along z", window.size.z);
        return Err(Error::parameter("size", value, format!("up to {MAX_BANDS} bands in TIFF, or --pages")));
    }
    if pages && window.size.z == 1 && field.quantity.planes(window.dims()) == 1 {
        let value = format!("given for the size {}", Size::of(window));
        return Err(Error::parameter("pages", value, "only with several z or planes, which become pages"));
    }
    let nodata = nodata.flatten();
    if let Some(nodata) = nodata.filter(|nodata| !dtype.holds(*nodata)) {
        return Err(Error::parameter(
            "nodata",
            shortest(nodata),
            format!("numbers that {} holds", dtype.name()),
        ));
    }
    // The greatest number in few digits is a little more than it.
    let rounded = |nodata: f64| nodata.clamp(f64::from(f32::MIN), f64::from(f32::MAX));
    let nodata = nodata.map(|nodata| if nodata.is_finite() { rounded(nodata) } else { nodata });
    Ok(TiffLayout { tiled, overviews: cog, pages, nodata })
}

/// Refuses rows that no reader holds in memory. Tiles have no whole rows.
fn check_row(window: &Window, dtype: Dtype) -> Result<()> {
    let (length, most) = (window.size.x, MAX_ROW / dtype.bytes());
    if length <= most {
        return Ok(());
    }
    let allowed = format!(
        "up to {most} along x in TIFF of {} without tiles; --cog and --compression make tiles",
        dtype.name()
    );
    Err(Error::parameter("size", format!("{length} along x"), allowed))
}

/// The chunks, for formats that have chunks.
fn resolve_chunking(
    layout: &LayoutArgs,
    format: Format,
    window: &Window,
    field: FieldParameters,
) -> Result<Option<Chunking>> {
    let (chunks, shards) = (layout.chunks.as_ref(), layout.shards.as_ref());
    if format.properties().chunked {
        let planes = field.quantity.planes(window.dims());
        return Chunking::resolve(chunks, shards, window)?.with_planes(planes).map(Some);
    }
    let refuse = |name: &str, size: Option<&Size>| match size {
        Some(size) => {
            Err(Error::parameter(name, size, format!("only in {}", formats::titles(|format| format.chunked))))
        }
        None => Ok(()),
    };
    refuse("chunks", chunks)?;
    refuse("shards", shards)?;
    Ok(None)
}
