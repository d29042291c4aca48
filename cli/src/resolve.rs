//! From recipe file and options to what exactly is to be done.

use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::available_parallelism;

use perlane::{Backend, Fractal, Hash, Kind, Layers, Noise, Recipe, Samples, Window};
use serde::de::value::{Error as NameError, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};

use crate::args::{Generate, Init, LayoutArgs, NoiseArgs, NumberArgs, RunArgs, WindowArgs};
use crate::error::{Error, Result};
use crate::format::chunking::Layout;
use crate::format::colormap::Colormap;
use crate::format::compression::Compression;
use crate::format::formats::Format;
use crate::format::levels::Levels;
use crate::input::{recipe_file, table_file};
use crate::metadata::{Metadata, NumbersTable};
use crate::sampling::stream;
use crate::values::{Destination, Dtype, PerAxis, Span};

/// What `generate` does when nothing is said.
const SIZE: [usize; 2] = [1024, 1024];
const OCTAVES: u32 = 6;
const CELL_SIZE: f64 = 256.0;

/// Names of standard output, which lead nowhere where it is a pipe.
const STDOUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// More than machines have.
const MOST_THREADS: usize = 4096;

/// All that is needed to know to generate.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) recipe: Recipe,
    pub(crate) window: Window,
    pub(crate) samples: usize,
    pub(crate) destination: Option<Destination>,
    pub(crate) format: Format,
    pub(crate) dtype: Dtype,
    /// Of integer types.
    pub(crate) levels: Option<Levels>,
    /// Of pictures.
    pub(crate) colormap: Option<Colormap>,
    pub(crate) compression: Compression,
    /// Of Zarr arrays.
    pub(crate) layout: Option<Layout>,
    pub(crate) backend: Backend,
    pub(crate) threads: usize,
}

/// The parts of a command line that say what to generate.
struct Request<'a> {
    recipe: Option<&'a Path>,
    window: &'a WindowArgs,
    noise: &'a NoiseArgs,
    numbers: &'a NumberArgs,
    colormap: Option<&'a str>,
    layout: &'a LayoutArgs,
    run: &'a RunArgs,
}

impl Job {
    /// What `generate` is asked for.
    pub(crate) fn generating(args: &Generate) -> Result<Self> {
        let destination = args.output.output.as_ref().map(|path| {
            if path.as_os_str() == "-" { Destination::Stdout } else { Destination::File(path.clone()) }
        });
        if let Some(Destination::File(path)) = &destination
            && STDOUT.iter().any(|name| path == Path::new(name))
        {
            return Err(Error::parameter("output", path.display(), "a file, or - for standard output"));
        }
        let format = Format::resolve(args.output.format.as_deref(), destination.as_ref())?;
        let request = Request {
            recipe: args.recipe.as_deref(),
            window: &args.window,
            noise: &args.noise,
            numbers: &args.output.numbers,
            colormap: args.output.colormap.as_deref(),
            layout: &args.output.layout,
            run: &args.run,
        };
        Job::new(&request, format, destination)
    }

    /// What `zarr init` is asked for.
    pub(crate) fn initialising(args: &Init) -> Result<Self> {
        let request = Request {
            recipe: args.recipe.as_deref(),
            window: &args.window,
            noise: &args.noise,
            numbers: &args.numbers,
            colormap: None,
            layout: &args.layout,
            run: &args.run,
        };
        Job::new(&request, Format::Zarr, Some(Destination::File(args.store.clone())))
    }

    fn new(request: &Request<'_>, format: Format, destination: Option<Destination>) -> Result<Self> {
        let file = request.recipe.map(recipe_file::read).transpose()?.map(|metadata| metadata.recipe);
        let window = resolve_window(request.window, file.as_ref().and_then(|recipe| recipe.grid))?;
        window.validate()?;
        let layers = resolve_layers(request.noise, file.map(|recipe| recipe.layers), &window)?;
        let (backend, threads) = resolve_run(request.run)?;
        stream::check(&layers, &window)?;
        let dtype = format.dtype(request.numbers.dtype)?;
        format.check(&window)?;
        let compression = Compression::resolve(request.layout.compression.as_deref(), format)?;
        Ok(Job {
            samples: window.samples()?,
            levels: Levels::resolve(request.numbers.levels, dtype, &layers, window.dims())?,
            colormap: format.colormap(request.colormap, dtype)?,
            recipe: Recipe { layers, grid: Some(window), samples: None },
            layout: Layout::resolve(request.layout, format, &window)?,
            window,
            destination,
            format,
            dtype,
            compression,
            backend,
            threads,
        })
    }

    /// What a file of this format has been made from.
    pub(crate) fn from_metadata(carried: &Metadata, format: Format, run: &RunArgs) -> Result<Self> {
        let layers = carried.recipe.layers.clone();
        let missing = || Error::parameter("the recipe's grid", "missing", "recipes with a grid");
        let window = carried.recipe.grid.ok_or_else(missing)?;
        let (backend, threads) = resolve_run(run)?;
        stream::check(&layers, &window)?;
        let (dtype, span, colormap) = match &carried.numbers {
            None => (Dtype::F32, None, None),
            Some(NumbersTable { dtype, levels: [low, high], colormap }) => {
                (*dtype, Some(Span { low: *low, high: *high }), colormap.as_deref())
            }
        };
        let dtype = format.dtype(Some(dtype))?;
        format.check(&window)?;
        Ok(Job {
            samples: window.samples()?,
            levels: Levels::resolve(span, dtype, &layers, window.dims())?,
            colormap: format.colormap(colormap, dtype)?,
            recipe: Recipe { layers, grid: Some(window), samples: None },
            layout: None,
            window,
            destination: None,
            format,
            dtype,
            compression: Compression::None,
            backend,
            threads,
        })
    }

    /// The metadata of the file that this job writes.
    pub(crate) fn metadata(&self, samples: Option<&Samples>) -> Metadata {
        let numbers = self.levels.map(|levels| NumbersTable {
            dtype: self.dtype,
            levels: [levels.span().low, levels.span().high],
            colormap: self.colormap.as_ref().map(|colormap| colormap.name().to_owned()),
        });
        Metadata { recipe: Recipe { samples: samples.cloned(), ..self.recipe.clone() }, numbers }
    }

    /// What may not be what was meant: a recipe has frequency 1 where it says nothing, and Perlin noise is 0 on the lattice.
    pub(crate) fn note(&self) -> Option<String> {
        let [noise] = self.recipe.layers.as_slice() else { return None };
        (noise.kind == Kind::Perlin && on_lattice(noise, &self.window)).then(|| {
            format!(
                "note: frequency {} puts every sample on a lattice point, where Perlin noise is 0; \
                 --cell-size {CELL_SIZE} makes cells of {CELL_SIZE} samples",
                noise.frequency
            )
        })
    }

    /// Bytes of all numbers, without headers and before compression.
    pub(crate) fn bytes(&self) -> u64 {
        let channels = if self.colormap.is_some() { 3 } else { 1 };
        self.samples as u64 * self.dtype.bytes() as u64 * channels
    }

    /// The size as the command line writes it.
    pub(crate) fn size(&self) -> String {
        let size: Vec<String> = self.window.size[..self.window.dims()].iter().map(usize::to_string).collect();
        size.join("x")
    }
}

/// Whether all samples are corners of the lattice, in every octave.
fn on_lattice(noise: &Noise, window: &Window) -> bool {
    let whole = |lattice: f64| lattice.fract() == 0.0;
    let axis = |a: usize| {
        let first = window.origin[a] + window.start[a] as f64 * window.spacing[a] + noise.offset[a];
        whole(first * noise.frequency) && whole(window.spacing[a] * noise.frequency)
    };
    (noise.octaves == 1 || whole(noise.lacunarity)) && (0..window.dims()).all(axis)
}

/// The backend, and how many threads.
pub(crate) fn resolve_run(args: &RunArgs) -> Result<(Backend, usize)> {
    let backend = resolve_backend(args.backend.as_deref())?;
    let threads = args.threads.or_else(|| available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    if threads > MOST_THREADS {
        return Err(Error::parameter("threads", threads, format!("1 to {MOST_THREADS}")));
    }
    Ok((backend, threads))
}

fn resolve_window(args: &WindowArgs, file: Option<Window>) -> Result<Window> {
    let mut window = match (&args.size, file) {
        (None, Some(file)) => file,
        (None, None) => Window::new(&SIZE)?,
        (Some(size), file) => {
            let mut window = Window::new(&size.0)?;
            if let Some(file) = file {
                let shared = window.dims().min(file.dims());
                window.start[..shared].copy_from_slice(&file.start[..shared]);
                window.origin[..shared].copy_from_slice(&file.origin[..shared]);
                window.spacing[..shared].copy_from_slice(&file.spacing[..shared]);
            }
            window
        }
    };
    let dims = window.dims();
    set_axes("start", args.start.as_ref(), dims, &mut window.start)?;
    set_axes("origin", args.origin.as_ref(), dims, &mut window.origin)?;
    match args.spacing.as_ref() {
        Some(PerAxis(one)) if one.len() == 1 => window.spacing[..dims].fill(one[0]),
        spacing => set_axes("spacing", spacing, dims, &mut window.spacing)?,
    }
    Ok(window)
}

fn set_axes<T: Copy>(name: &str, given: Option<&PerAxis<T>>, dims: usize, to: &mut [T; 4]) -> Result<()> {
    let Some(PerAxis(values)) = given else { return Ok(()) };
    if values.len() != dims {
        let value = format!("a list of {}", values.len());
        return Err(Error::parameter(name, value, format!("{dims} numbers, one for each axis of the size")));
    }
    to[..dims].copy_from_slice(values);
    Ok(())
}

fn resolve_layers(args: &NoiseArgs, file: Option<Layers>, window: &Window) -> Result<Layers> {
    let mut noise = match &file {
        None => {
            let frequency = 1.0 / (CELL_SIZE * window.spacing[0].abs());
            Noise::default().fbm(OCTAVES).frequency(frequency)
        }
        Some(layers) => match (layers.as_slice(), args.first_given.as_deref()) {
            ([noise], _) => noise.clone(),
            (_, None) => return Ok(layers.clone()),
            (several, Some(option)) => {
                let value = format!("given for {} layers", several.len());
                return Err(Error::parameter(option, value, "only with recipes of one noise"));
            }
        },
    };
    if let Some(kind) = &args.noise {
        noise.kind = named("noise", kind)?;
    }
    noise.seed = args.seed.unwrap_or(noise.seed);
    noise.frequency = args.frequency.unwrap_or(noise.frequency);
    if let Some(size) = args.cell_size {
        if !(size.is_finite() && size > 0.0) {
            return Err(Error::parameter(
                "cell-size",
                size,
                "finite numbers above 0 (samples per lattice cell)",
            ));
        }
        noise.frequency = 1.0 / (size * window.spacing[0].abs());
        if !(noise.frequency.is_finite() && noise.frequency > 0.0) {
            let allowed = "sizes whose frequency, 1 / (size * spacing), is finite and above 0";
            return Err(Error::parameter("cell-size", format!("{size:?}"), allowed));
        }
    }
    set_fractal(args, &mut noise)?;
    noise.lacunarity = args.lacunarity.unwrap_or(noise.lacunarity);
    noise.gain = args.gain.unwrap_or(noise.gain);
    if let Some(gradients) = &args.gradients {
        noise.gradients = table_file::gradients(gradients)?;
    }
    if let Some(fade) = &args.fade {
        noise.fade = named("fade", fade)?;
    }
    set_hash(args, &mut noise)?;
    if let Some(PerAxis(period)) = &args.period {
        noise.period = std::array::from_fn(|a| period.get(a).copied().unwrap_or(0));
    }
    noise.normalize &= !args.raw;
    if let Some(range) = args.range {
        noise = onto(noise, range, window.dims())?;
    }
    noise.scale = args.scale.unwrap_or(noise.scale);
    noise.bias = args.bias.unwrap_or(noise.bias);
    Ok(noise.into())
}

/// Scale and bias that map what the noise can be, unscaled, onto a range. Without normalisation that is as if it were [-1, 1].
fn onto(noise: Noise, range: Span, dims: usize) -> Result<Noise> {
    let noise = noise.scale(1.0).bias(0.0);
    let (low, high) = if noise.normalize { noise.bounds(dims)? } else { (-1.0, 1.0) };
    if (low, high) == (-1.0, 1.0) {
        return Ok(noise.range(range.low, range.high));
    }
    let scale = (range.high - range.low) / (high - low);
    // Folded noise of a negative scale is the negative of that of a positive one.
    let bias = if scale < 0.0 { range.high - scale * high } else { range.low - scale * low };
    Ok(noise.scale(scale).bias(bias))
}

fn set_fractal(args: &NoiseArgs, noise: &mut Noise) -> Result<()> {
    if let Some(fractal) = &args.fractal {
        let before = std::mem::replace(&mut noise.fractal, named("fractal", fractal)?);
        // A recipe without a fractal has one octave, and a fractal of one octave would be none.
        if before == Fractal::None && noise.octaves == 1 {
            noise.octaves = OCTAVES;
        }
    }
    match (noise.fractal, args.octaves) {
        (Fractal::None, Some(octaves)) if octaves != 1 => {
            return Err(Error::parameter("octaves", octaves, "1, with the fractal none"));
        }
        (Fractal::None, _) => noise.octaves = 1,
        (_, octaves) => noise.octaves = octaves.unwrap_or(noise.octaves),
    }
    Ok(())
}

fn set_hash(args: &NoiseArgs, noise: &mut Noise) -> Result<()> {
    match (args.hash.as_deref(), args.permutation.as_deref()) {
        (Some("mix"), Some(_)) => {
            return Err(Error::parameter("hash", "mix", "permutation, where a permutation is given"));
        }
        (Some("mix"), None) => noise.hash = Hash::Mix,
        (_, Some(permutation)) => noise.hash = Hash::Permutation(table_file::permutation(permutation)?),
        // A recipe may say which one.
        (Some(_), None) if noise.hash != Hash::Mix => {}
        (Some(_), None) => noise.hash = Hash::Permutation(perlane::Permutation::PERLIN),
        (None, None) => {}
    }
    Ok(())
}

/// The value of that name in recipes.
fn named<T: DeserializeOwned>(parameter: &str, name: &str) -> Result<T> {
    let deserializer: StrDeserializer<'_, NameError> = name.into_deserializer();
    T::deserialize(deserializer).map_err(|e| Error::parameter(parameter, name, e.to_string()))
}

pub(crate) fn resolve_backend(name: Option<&str>) -> Result<Backend> {
    let Some(name) = name else { return Ok(Backend::detect()) };
    Backend::from_name(name).ok_or_else(|| {
        let available: Vec<&str> = Backend::available().map(Backend::name).collect();
        let mut allowed = available.join(", ");
        for other in Backend::NAMES {
            if let Some(reason) = Backend::absence(other) {
                allowed.push_str(&format!("; not {other}: {reason}"));
            }
        }
        Error::parameter("backend", name, allowed)
    })
}
