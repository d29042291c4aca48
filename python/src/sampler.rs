//! `Sampler`: a noise or a sum of noises, and the ways to sample it into NumPy's buffers.

use numpy::ndarray::arr0;
use numpy::{PyArray0, PyArrayDyn, PyArrayMethods};
use perlane::{
    Distance, Fade, Fractal, Kind, Layers, Noise, Output, PerAxis, Quantity, Recipe, Returns, Warp,
};
use perlane_view::contrast;
use perlane_view::seeds::reseeded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyTuple};
use rayon::prelude::*;

use crate::arguments::{
    backend, boolean, lengths, list, list_of, number, number_within, shown, text, up_to_four,
};
use crate::coordinates::{lines, slices, with_points};
use crate::error::{refused, type_error, value_error};
use crate::fields::{self, PlanesTarget};
use crate::layers::{check_octaves, normal, normal_layers, work};
use crate::parts::{check_axes, check_points, in_blocks, part, parts};
use crate::pieces::{Pace, Pieces, in_pieces};
use crate::pool::Threads;
use crate::single::Single;
use crate::tables::{self, named};
use crate::target::Borrowed;
use crate::window::{Window, by_name};

/// A sum of noises; usually there is only one.
#[pyclass(frozen, module = "perlane._native")]
pub(crate) struct Sampler {
    layers: Layers,
    single: Single,
}

#[pymethods]
impl Sampler {
    /// A sampler of one noise.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "a noise has that many parameters, all of them named")]
    #[pyo3(signature = (*, kind, seed, frequency, hash, permutation, gradients, fade, distance, returns, jitter, offset, period, warp, warp_frequency, warp_octaves, warp_seed, fractal, octaves, lacunarity, gain, strength, level, feedback, normalize, scale, bias, range))]
    fn noise(
        kind: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        frequency: &Bound<'_, PyAny>,
        hash: Option<&Bound<'_, PyAny>>,
        permutation: Option<&Bound<'_, PyAny>>,
        gradients: &Bound<'_, PyAny>,
        fade: &Bound<'_, PyAny>,
        distance: &Bound<'_, PyAny>,
        returns: &Bound<'_, PyAny>,
        jitter: &Bound<'_, PyAny>,
        offset: Option<&Bound<'_, PyAny>>,
        period: Option<&Bound<'_, PyAny>>,
        warp: &Bound<'_, PyAny>,
        warp_frequency: Option<&Bound<'_, PyAny>>,
        warp_octaves: &Bound<'_, PyAny>,
        warp_seed: Option<&Bound<'_, PyAny>>,
        fractal: &Bound<'_, PyAny>,
        octaves: &Bound<'_, PyAny>,
        lacunarity: &Bound<'_, PyAny>,
        gain: &Bound<'_, PyAny>,
        strength: &Bound<'_, PyAny>,
        level: &Bound<'_, PyAny>,
        feedback: &Bound<'_, PyAny>,
        normalize: &Bound<'_, PyAny>,
        scale: &Bound<'_, PyAny>,
        bias: &Bound<'_, PyAny>,
        range: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut noise = Noise::default()
            .kind(named("kind", kind, Kind::from_name)?)
            .seed(number("seed", seed)?)
            .frequency(number("frequency", frequency)?)
            .hash(tables::hash(hash, permutation)?)
            .gradients(tables::gradients(gradients)?)
            .fade(named("fade", fade, Fade::from_name)?)
            .distance(named("distance", distance, Distance::from_name)?)
            .returns(named("returns", returns, Returns::from_name)?)
            .jitter(number("jitter", jitter)?)
            .fractal(named("fractal", fractal, Fractal::from_name)?)
            .octaves(read_octaves("octaves", octaves)?)
            .lacunarity(number("lacunarity", lacunarity)?)
            .gain(number("gain", gain)?)
            .strength(number("strength", strength)?)
            .level(number("level", level)?)
            .feedback(number("feedback", feedback)?)
            .normalize(boolean("normalize", normalize)?)
            .output(tables::output(scale, bias, range)?)
            .offset(by_name(&up_to_four("offset", offset)?))
            .period(by_name(&up_to_four("period", period)?));
        noise.warp = read_warp(warp, [warp_frequency, warp_seed], warp_octaves)?;
        noise.validate().map_err(refused)?;
        let layers = Layers::from(normal(noise));
        check_octaves("warp", [&layers])?; // a noise has more octaves than a recipe can hold only if its warp has
        Ok(Sampler::new(layers))
    }

    /// The sum of the noises of all these samplers.
    #[staticmethod]
    fn sum(samplers: &Bound<'_, PyAny>) -> PyResult<Self> {
        let samplers = list_of("layers", samplers, |_| Ok(()), sampler)?
            .ok_or_else(|| type_error("layers", shown(samplers), "sequences"))?;
        check_octaves("layers", samplers.iter().map(|sampler| &sampler.get().layers))?; // before millions are copied
        let layers: Layers =
            samplers.iter().flat_map(|sampler| sampler.get().layers.as_slice()).cloned().collect();
        layers.validate().map_err(refused)?;
        Ok(Sampler::new(layers))
    }

    /// The sampler of a recipe without a quantity. `format` is json or toml.
    #[staticmethod]
    fn from_text(text: &Bound<'_, PyAny>, format: &str) -> PyResult<Self> {
        let text = self::text("text", text)?;
        match read_recipe(&text, format)? {
            (sampler, _, None) => Ok(sampler),
            (_, _, Some((quantity, ..))) => {
                let allowed = "value, or no field: a noise is sampled by noise.field(quantity, shape)";
                Err(value_error("field.quantity", quantity, allowed))
            }
        }
    }

    /// The recipe, with a window and a quantity if they are given. `format` is json or toml.
    #[pyo3(signature = (format, window=None, field=None))]
    fn to_text(
        &self,
        format: &str,
        window: Option<&Window>,
        field: Option<fields::Given<'_>>,
    ) -> PyResult<String> {
        let mut recipe = Recipe::from(self.layers.clone());
        if let Some(field) = field {
            recipe.field = fields::parameters(&field)?;
        }
        recipe.grid = window.map(|window| window.axes);
        match format {
            "toml" => toml::to_string(&recipe).map_err(|e| PyValueError::new_err(e.to_string())),
            _ => serde_json::to_string(&recipe).map_err(|e| PyValueError::new_err(e.to_string())),
        }
    }

    /// The parameters of each noise, as `noise` takes them.
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.layers.as_slice().iter().map(|noise| parameters(py, noise)).collect()
    }

    /// The least and the greatest value that a sample can have.
    fn bounds(&self, dims: &Bound<'_, PyAny>) -> PyResult<(f64, f64)> {
        let count = number_within("dims", dims, 1..=4, "1 to 4")?;
        self.layers.bounds(count as usize).map_err(refused)
    }

    /// The range that nearly all samples lie in: the default levels of the command line's pictures.
    fn typical(&self, py: Python<'_>, dims: usize) -> PyResult<(f64, f64)> {
        let (low, high) = self.layers.bounds(dims).map_err(refused)?;
        let [low, high] = py.detach(|| contrast::levels(&self.layers, dims, [low, high]));
        Ok((low, high))
    }

    /// Checks whether a window's samples can be computed on this many threads, by this backend.
    #[pyo3(signature = (window, threads=None, backend=None))]
    fn check(
        &self,
        window: &Window,
        threads: Option<&Bound<'_, PyAny>>,
        backend: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self::backend(backend)?;
        for axes in window.parts(1) {
            self.layers.check(&axes).map_err(refused)?;
        }
        Threads::new(threads, 0).map(drop) // for 0 samples no threads are made, but the argument is checked
    }

    /// Fills `out` with the samples of a window, or with integers for them.
    #[pyo3(signature = (window, out, threads, backend, levels=None))]
    fn grid(
        &self,
        py: Python<'_>,
        window: &Window,
        out: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        backend: Option<&Bound<'_, PyAny>>,
        levels: Option<(f64, f64)>,
    ) -> PyResult<()> {
        let backend = self::backend(backend)?;
        let mut out = Borrowed::new(out, levels)?;
        let out = out.target()?;
        let threads = Threads::new(threads, out.count())?;
        let (layers, window) = (&self.layers, &window.axes);
        let pace = self.pace(FIRST_OF_GRIDS, window.dims());
        if !pace.takes_at_once(out.count()) {
            layers.check(window).map_err(refused)?; // the whole window is checked before anything is written
        }
        in_pieces(py, &window.shape(), out, pace, |ranges, out| {
            let window = part(window, ranges);
            threads.run(
                out,
                |out| layers.fill_with(backend, &window, out),
                |out| layers.par_fill_with(backend, &window, out),
            )
        })
    }

    /// The same with another seed, as `batch` samples it.
    fn reseeded(&self, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Sampler::new(reseeded(self.layers.as_slice(), number("seeds", seed)?)))
    }

    /// Fills `out` with the samples of a window, for one seed after the other.
    #[pyo3(signature = (window, seeds, out, threads, backend, levels=None))]
    #[expect(clippy::too_many_arguments, reason = "they are what Python's method has")]
    fn batch(
        &self,
        py: Python<'_>,
        window: &Window,
        seeds: &Bound<'_, PyAny>,
        out: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        backend: Option<&Bound<'_, PyAny>>,
        levels: Option<(f64, f64)>,
    ) -> PyResult<()> {
        let backend = self::backend(backend)?;
        let seeds = read_seeds(seeds)?;
        let mut out = Borrowed::new(out, levels)?;
        let out = out.target()?;
        let threads = Threads::new(threads, out.count())?;
        let (layers, window) = (&self.layers, &window.axes);
        layers.check(window).map_err(refused)?;
        let shape = [vec![seeds.len()], window.shape()].concat();
        in_pieces(py, &shape, out, self.pace(FIRST_OF_GRIDS, window.dims()), |ranges, out| {
            let window = part(window, &ranges[1..]);
            let each = window.samples()?.max(1);
            let parts = out.chunks_mut(each).zip(&seeds[ranges[0].clone()]);
            match &threads {
                Threads::One => {
                    let mut parts = parts;
                    parts.try_for_each(|(out, &seed)| {
                        reseeded(layers.as_slice(), seed).fill_with(backend, &window, out)
                    })
                }
                // Large grids are divided among the threads. Small grids are the work of one thread each.
                Threads::Pool(pool) => pool.install(|| {
                    let parts: Vec<_> = parts.collect();
                    parts.into_par_iter().try_for_each(|(out, &seed)| {
                        reseeded(layers.as_slice(), seed).par_fill_with(backend, &window, out)
                    })
                }),
            }
        })
    }

    /// The sample at one point, as an array without dimensions. `None` if coordinates are wrong, or are not Python's own numbers: then `points`
    /// takes or refuses them. This method is for loops over single points, where every fraction of a microsecond shows.
    fn point<'py>(
        &self,
        py: Python<'py>,
        coordinates: &Bound<'py, PyTuple>,
    ) -> PyResult<Option<Bound<'py, PyArrayDyn<f32>>>> {
        let dims = coordinates.len();
        let mut world = [0.0; 4];
        if !(1..=4).contains(&dims) {
            return Ok(None);
        }
        for (to, from) in world.iter_mut().zip(coordinates.iter_borrowed()) {
            if !from.is_exact_instance_of::<PyFloat>() && !from.is_exact_instance_of::<PyInt>() {
                return Ok(None);
            }
            let Ok(number) = from.extract() else { return Ok(None) };
            *to = number;
        }
        let Some(sample) = self.single.sample(&self.layers, &world[..dims]) else { return Ok(None) };
        Ok(Some(PyArray0::from_array(py, &arr0(sample)).to_dyn().clone()))
    }

    /// Fills `out` with the samples at points, whose coordinates come in blocks.
    #[pyo3(signature = (blocks, out, threads, backend, levels=None))]
    fn points(
        &self,
        py: Python<'_>,
        blocks: &Bound<'_, PyAny>,
        out: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        backend: Option<&Bound<'_, PyAny>>,
        levels: Option<(f64, f64)>,
    ) -> PyResult<()> {
        let backend = self::backend(backend)?;
        let mut out = Borrowed::new(out, levels)?;
        let out = out.target()?;
        let threads = Threads::new(threads, out.count())?;
        let layers = &self.layers;
        in_blocks(blocks, out, |points, out| {
            let pace = self.pace(FIRST_OF_POINTS, points.dims());
            if !pace.takes_at_once(points.len()) {
                py.detach(|| check_points(layers, points)).map_err(refused)?;
            }
            in_pieces(py, &[points.len()], out, pace, |ranges, out| {
                let points = points.part(ranges[0].clone());
                threads.run(
                    out,
                    |out| with_points!(&points, |points| layers.fill_points_with(backend, points, out)),
                    |out| with_points!(&points, |points| layers.par_fill_points_with(backend, points, out)),
                )
            })
        })
    }

    /// Fills `out` with the planes of a quantity on a window.
    fn field_grid(
        &self,
        py: Python<'_>,
        field: fields::Given<'_>,
        window: &Window,
        out: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        backend: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let backend = self::backend(backend)?;
        let field = self.layers.field(fields::parameters(&field)?);
        let window = &window.axes;
        field.check(window).map_err(refused)?;
        let mut out = fields::borrow(out)?;
        let out = PlanesTarget::new(&mut out, field.planes(window.dims()))?;
        let threads = Threads::new(threads, out.count())?;
        in_pieces(py, &window.shape(), out, self.pace(FIRST_OF_PLANES, window.dims()), |ranges, out| {
            let window = part(window, ranges);
            threads.run(
                out,
                |out| field.fill_with(backend, &window, out),
                |out| field.par_fill_with(backend, &window, out),
            )
        })
    }

    /// Fills `out` with the planes of a quantity at points, whose coordinates along so many axes come in blocks.
    #[expect(clippy::too_many_arguments, reason = "they are what Python's method has")]
    fn field_points(
        &self,
        py: Python<'_>,
        field: fields::Given<'_>,
        dims: usize,
        blocks: &Bound<'_, PyAny>,
        out: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        backend: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let backend = self::backend(backend)?;
        let field = self.layers.field(fields::parameters(&field)?);
        field.bounds(dims).map_err(refused)?; // whether there is such a quantity
        let mut out = fields::borrow(out)?;
        let out = PlanesTarget::new(&mut out, field.planes(dims))?;
        let threads = Threads::new(threads, out.count())?;
        let layers = &self.layers;
        in_blocks(blocks, out, |points, out| {
            py.detach(|| check_points(layers, points)).map_err(refused)?;
            let pace = self.pace(FIRST_OF_SCATTERED_PLANES, dims);
            in_pieces(py, &[points.len()], out, pace, |ranges, out| {
                let points = points.part(ranges[0].clone());
                threads.run(
                    out,
                    |out| with_points!(&points, |points| field.fill_points_with(backend, points, out)),
                    |out| with_points!(&points, |points| field.par_fill_points_with(backend, points, out)),
                )
            })
        })
    }

    /// Fills `out` with the planes of a quantity on a rectilinear grid, slowest axis first.
    fn field_axes(
        &self,
        py: Python<'_>,
        field: fields::Given<'_>,
        coordinates: Vec<Bound<'_, PyAny>>,
        out: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        backend: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let backend = self::backend(backend)?;
        let coordinates = lines::<f64>(&coordinates)?;
        let coordinates = slices(&coordinates)?;
        let field = self.layers.field(fields::parameters(&field)?);
        let dims = coordinates.len();
        field.bounds(dims).map_err(refused)?; // whether there is such a quantity
        let mut out = fields::borrow(out)?;
        let out = PlanesTarget::new(&mut out, field.planes(dims))?;
        let threads = Threads::new(threads, out.count())?;
        let layers = &self.layers;
        let shape: Vec<usize> = coordinates.iter().map(|axis| axis.len()).collect();
        py.detach(|| check_axes(layers, &coordinates)).map_err(refused)?;
        in_pieces(py, &shape, out, self.pace(FIRST_OF_SCATTERED_PLANES, dims), |ranges, out| {
            let coordinates = parts(&coordinates, |axis| ranges[axis].clone());
            threads.run(
                out,
                |out| field.fill_axes_with(backend, &coordinates, out),
                |out| field.par_fill_axes_with(backend, &coordinates, out),
            )
        })
    }

    /// The name of a quantity whose planes can be computed on a window with this many threads; on parts of the window if no buffer could hold the
    /// whole. All accepted aliases of the quantity give the same name.
    #[pyo3(signature = (field, window, threads=None))]
    fn check_field(
        &self,
        field: fields::Given<'_>,
        window: &Window,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<&'static str> {
        let parameters = fields::parameters(&field)?;
        let name = parameters.quantity.name();
        let field = self.layers.field(parameters);
        for axes in window.parts(field.planes(window.axes.dims())) {
            field.check(&axes).map_err(refused)?;
        }
        Threads::new(threads, 0).map(|_| name)
    }

    /// Fills `out` with the samples of a rectilinear grid, slowest axis first.
    #[pyo3(signature = (coordinates, out, threads, backend, levels=None))]
    fn axes(
        &self,
        py: Python<'_>,
        coordinates: Vec<Bound<'_, PyAny>>,
        out: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        backend: Option<&Bound<'_, PyAny>>,
        levels: Option<(f64, f64)>,
    ) -> PyResult<()> {
        let backend = self::backend(backend)?;
        let coordinates = lines::<f64>(&coordinates)?;
        let coordinates = slices(&coordinates)?;
        let mut out = Borrowed::new(out, levels)?;
        let out = out.target()?;
        let threads = Threads::new(threads, out.count())?;
        let (layers, pace) = (&self.layers, self.pace(FIRST_OF_POINTS, coordinates.len()));
        let shape: Vec<usize> = coordinates.iter().map(|axis| axis.len()).collect();
        if !pace.takes_at_once(out.count()) {
            py.detach(|| check_axes(layers, &coordinates)).map_err(refused)?;
        }
        in_pieces(py, &shape, out, pace, |ranges, out| {
            let coordinates = parts(&coordinates, |axis| ranges[axis].clone());
            threads.run(
                out,
                |out| layers.fill_axes_with(backend, &coordinates, out),
                |out| layers.par_fill_axes_with(backend, &coordinates, out),
            )
        })
    }
}

impl Sampler {
    fn new(layers: Layers) -> Self {
        Sampler { layers, single: Single::default() }
    }

    /// `first` is how many samples of an octave of Perlin noise the first piece has.
    fn pace(&self, first: usize, dims: usize) -> Pace {
        let work =
            self.layers.as_slice().iter().map(|noise| work(noise, dims, (first / FIRST_OF_POINTS).max(1)));
        Pace::new(first, work.sum())
    }
}

/// A quantity, its relief and its light.
type Read = (&'static str, f64, (f64, f64, f64));

/// A recipe's sampler, its window if it has one, and its quantity unless that is the value. `format` is json or toml.
#[pyfunction]
pub(crate) fn read_recipe(text: &str, format: &str) -> PyResult<(Sampler, Option<Window>, Option<Read>)> {
    let parse = if format == "toml" { perlane_recipes::from_toml } else { perlane_recipes::from_json };
    let recipe = parse(text).map_err(|e| PyValueError::new_err(format!("recipe: {e}")))?;
    let field = recipe.field;
    let field = (field.quantity != Quantity::Value)
        .then(|| (field.quantity.name(), field.relief, field.light.into()));
    Ok((Sampler::new(normal_layers(&recipe.layers)), recipe.grid.map(Window::normal), field))
}

/// Samples of an octave in the first piece of a grid. A common picture of several octaves is one piece.
const FIRST_OF_GRIDS: usize = 1 << 23;

/// Samples of an octave in the first piece of scattered points, each of which hashes its own corners.
const FIRST_OF_POINTS: usize = 1 << 20;

/// The same for a quantity on a grid. In 4-D a gradient takes some ten times as long as the samples.
const FIRST_OF_PLANES: usize = FIRST_OF_GRIDS / 8;

/// The same for a quantity at scattered points.
const FIRST_OF_SCATTERED_PLANES: usize = FIRST_OF_POINTS / 8;

/// One of the samplers that `sum` takes.
fn sampler<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Sampler>> {
    Ok(value.cast::<Sampler>()?.clone())
}

fn read_octaves(name: &str, octaves: &Bound<'_, PyAny>) -> PyResult<u32> {
    number_within(name, octaves, 1..=32, "1 to 32")
}

/// A warp: an amplitude and its other numbers, or a sampler or `None` for each axis, with x last.
fn read_warp(
    warp: &Bound<'_, PyAny>,
    [frequency, seed]: [Option<&Bound<'_, PyAny>>; 2],
    octaves: &Bound<'_, PyAny>,
) -> PyResult<Warp> {
    let count = read_octaves("warp_octaves", octaves)?;
    let Ok(axes) = warp.cast::<PyList>() else {
        return Ok(Warp::By {
            amplitude: number("warp", warp)?,
            frequency: frequency.map(|frequency| number("warp_frequency", frequency)).transpose()?,
            octaves: count,
            seed: seed.map(|seed| number("warp_seed", seed)).transpose()?,
        });
    };
    let beside = [
        ("warp_frequency", frequency),
        ("warp_octaves", (count != 1).then_some(octaves)),
        ("warp_seed", seed),
    ];
    if let Some((name, Some(value))) = beside.into_iter().find(|(_, value)| value.is_some()) {
        return Err(value_error(name, shown(value), "nothing, as the warp is a noise for each axis"));
    }
    lengths("warp", 0..=4, "1 to 4 noises, one for each axis")(axes.len())?;
    let axes = axes.extract::<Vec<Option<PyRef<'_, Sampler>>>>()?;
    let mut layers: [Layers; 4] = Default::default();
    for (to, sampler) in layers.iter_mut().rev().zip(axes.iter().rev()) {
        *to = sampler.as_ref().map(|sampler| sampler.layers.clone()).unwrap_or_default();
    }
    Ok(Noise::default().warp(layers).warp)
}

/// Stores what `read_warp` reads: the amplitude and its other numbers, or samplers.
fn set_warp(py: Python<'_>, dict: &Bound<'_, PyDict>, warp: &Warp) -> PyResult<()> {
    let (frequency, octaves, seed) = match warp {
        Warp::By { amplitude, frequency, octaves, seed } => {
            dict.set_item("warp", amplitude)?;
            (*frequency, *octaves, *seed)
        }
        Warp::Of(layers) => {
            let xyzw = layers.xyzw_ref();
            let given =
                xyzw.iter().rposition(|layers| !layers.as_slice().is_empty()).map_or(0, |last| last + 1);
            let sampler =
                |layers: &&Layers| (!layers.as_slice().is_empty()).then(|| Sampler::new((*layers).clone()));
            dict.set_item("warp", PyList::new(py, xyzw[..given].iter().rev().map(sampler))?)?;
            (None, 1, None)
        }
        other => return Err(value_error("warp", format!("{other:?}"), "an amplitude, or noises")),
    };
    dict.set_item("warp_frequency", frequency)?;
    dict.set_item("warp_octaves", octaves)?;
    dict.set_item("warp_seed", seed)
}

fn read_seeds(seeds: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    list("seeds", seeds, |_| Ok(()))?
        .ok_or_else(|| type_error("seeds", shown(seeds), "a sequence of integers from 0 to 2^64 - 1"))
}

fn parameters<'py>(py: Python<'py>, noise: &Noise) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("kind", noise.kind.name())?;
    dict.set_item("seed", noise.seed)?;
    dict.set_item("frequency", noise.frequency)?;
    dict.set_item("hash", noise.hash.name())?;
    dict.set_item("permutation", tables::permutation_object(py, &noise.hash)?)?;
    dict.set_item("gradients", tables::gradients_object(py, &noise.gradients)?)?;
    dict.set_item("fade", noise.fade.name())?;
    dict.set_item("distance", noise.distance.name())?;
    dict.set_item("returns", noise.returns.name())?;
    dict.set_item("jitter", noise.jitter)?;
    dict.set_item("offset", given_axes(py, noise.offset)?)?;
    dict.set_item("period", given_axes(py, noise.period)?)?;
    set_warp(py, &dict, &noise.warp)?;
    dict.set_item("fractal", noise.fractal.name())?;
    dict.set_item("octaves", noise.octaves)?;
    dict.set_item("lacunarity", noise.lacunarity)?;
    dict.set_item("gain", noise.gain)?;
    dict.set_item("strength", noise.strength)?;
    dict.set_item("level", noise.level)?;
    dict.set_item("feedback", noise.feedback)?;
    dict.set_item("normalize", noise.normalize)?;
    let (scale, bias, range) = match noise.output {
        Output::Range { low, high } => (1.0, 0.0, Some((low, high))),
        Output::ScaleBias { scale, bias } => (scale, bias, None),
        _ => return Err(value_error("output", format!("{:?}", noise.output), "scale and bias, or a range")),
    };
    dict.set_item("scale", scale)?;
    dict.set_item("bias", bias)?;
    dict.set_item("range", range)?;
    Ok(dict)
}

/// Values in array order, without the slow axes whose value is 0; `None` if all values are 0.
fn given_axes<'py, T>(py: Python<'py>, values: PerAxis<T>) -> PyResult<Option<Bound<'py, PyTuple>>>
where
    T: Copy + Default + PartialEq + IntoPyObject<'py>,
{
    let xyzw = values.xyzw();
    let given = xyzw.iter().rposition(|&v| v != T::default()).map(|last| &xyzw[..=last]);
    given.map(|given| PyTuple::new(py, given.iter().rev().copied())).transpose()
}
