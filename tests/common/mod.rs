//! What several tests need: grids whose number of axes is known at run time only, and the vectors of `tests/vectors`.
#![allow(dead_code, unreachable_pub, unused_imports, reason = "each test uses a part")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests may panic, and powf computes no sample here"
)]

mod backends;
mod parameters;
mod part;
pub mod strategies;

pub(crate) use backends::backends;
pub(crate) use parameters::never_varied;
use part::part_of_cases;
use perlane::{
    Backend, Distance, Error, Fade, Fractal, Gradients, Grid, Hash, Kind, Layers, Noise, PerAxis,
    Permutation, Quantity, Returns, Warp, reference,
};
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use serde_json::Value;

/// How many random cases a property is tested with: this machine's part of the `usual` number.
pub fn cases(usual: u32) -> u32 {
    let (n, of) = part_of_cases();
    (usual as usize * n).div_ceil(of) as u32
}

/// The cases of a long list that are tested: all of them, or one of some cases that follow each other, as that part of random cases says. Cases in lists
/// were chosen, so that four times as many of them are taken: all of them for `1/4`.
pub fn listed<T>(list: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let (n, of) = part_of_cases();
    let each = (of / (4 * n)).max(1);
    // Each time the next one of them, so that what alternates in the list is not always the same.
    list.into_iter().enumerate().filter(move |(k, _)| k % each == k / each % each).map(|(_, case)| case)
}

/// Fails if so few of random cases have something that a share of `usual` is no explanation: one run in 100,000 at most.
#[track_caller]
pub fn assert_share(what: &str, count: u32, cases: u32, usual: f64) {
    let n = f64::from(cases);
    let least = usual * n - 4.5 * (usual * (1.0 - usual) * n).sqrt() - 2.0;
    assert!(f64::from(count) >= least, "{count} of {cases} {what}, usually {usual}");
}

/// Runs a property with random cases, and returns how many of them it really compared, which `test` says, and how many there were.
pub fn compared<S: Strategy>(
    usual: u32,
    strategy: &S,
    test: impl Fn(S::Value) -> Result<bool, TestCaseError>,
) -> (u32, u32) {
    let cases = cases(usual);
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let compared = std::cell::Cell::new(0);
    let counted = |value| {
        compared.set(compared.get() + u32::from(test(value)?));
        Ok(())
    };
    if let Err(failed) = runner.run(strategy, counted) {
        panic!("{failed}");
    }
    (compared.get(), cases)
}

/// A permutation that has these numbers at these places, and the others in order.
pub fn permutation_with(places: &[(usize, u8)]) -> Permutation {
    let mut table = [None; 256];
    places.iter().for_each(|(i, value)| table[*i] = Some(*value));
    let mut others = (0..=255u8).filter(|value| places.iter().all(|(_, placed)| placed != value));
    Permutation::table(&table.map(|value| value.or_else(|| others.next()).unwrap())).unwrap()
}

/// A grid of 1 to 4 axes, in array order.
#[derive(Debug, Clone)]
pub struct Window {
    pub shape: Vec<usize>,
    pub start: Vec<i64>,
    pub origin: Vec<f64>,
    pub spacing: Vec<f64>,
}

fn array<T: Copy, const D: usize>(v: &[T]) -> [T; D] {
    std::array::from_fn(|i| v[i])
}

/// Calls `$body` with a `Grid` of the window's number of axes.
macro_rules! with_grid {
    ($window:expr, |$grid:ident| $body:expr) => {
        match $window.shape.len() {
            1 => {
                let $grid = $window.grid::<1>();
                $body
            }
            2 => {
                let $grid = $window.grid::<2>();
                $body
            }
            3 => {
                let $grid = $window.grid::<3>();
                $body
            }
            _ => {
                let $grid = $window.grid::<4>();
                $body
            }
        }
    };
}
pub(crate) use with_grid;

impl Window {
    pub fn new(shape: &[usize]) -> Self {
        let d = shape.len();
        Window { shape: shape.to_vec(), start: vec![0; d], origin: vec![0.0; d], spacing: vec![1.0; d] }
    }

    pub fn grid<const D: usize>(&self) -> Grid<D> {
        Grid::new(array(&self.shape))
            .start(array(&self.start))
            .origin(array(&self.origin))
            .spacing(array(&self.spacing))
    }

    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// The index along each axis of a sample.
    pub fn index(&self, mut flat: usize) -> Vec<usize> {
        let mut index = vec![0; self.shape.len()];
        for (i, &len) in index.iter_mut().zip(&self.shape).rev() {
            *i = flat % len;
            flat /= len;
        }
        index
    }

    pub fn world(&self, flat: usize) -> Vec<f64> {
        let index = self.index(flat);
        with_grid!(self, |grid| grid.world(array(&index)).to_vec())
    }

    pub fn fill(&self, noise: &Noise, backend: Backend) -> Result<Vec<f32>, Error> {
        let mut out = vec![f32::NAN; self.len()];
        with_grid!(self, |grid| noise.fill_with(backend, &grid, &mut out))?;
        Ok(out)
    }

    pub fn reference(&self, noise: &Noise) -> Result<Vec<f32>, Error> {
        let sum = reference::Sum::new(std::slice::from_ref(noise), self.shape.len())?;
        (0..self.len()).map(|flat| sum.sample(&self.world(flat))).collect()
    }
}

/// Fails with the index and both values where `got` first has other bits than `want`. (`==` would take -0 for +0.)
#[track_caller]
pub fn assert_same(got: &[f32], want: &[f32], what: impl std::fmt::Display) {
    assert_eq!(got.len(), want.len(), "{what}");
    if let Some(i) = first_difference(got, want) {
        let (got, want) = (got[i], want[i]);
        panic!(
            "{what}: element {i} is {:08x} ({got}), should be {:08x} ({want})",
            got.to_bits(),
            want.to_bits()
        );
    }
}

/// The first index at which bits differ, of as many as both have.
fn first_difference(got: &[f32], want: &[f32]) -> Option<usize> {
    got.iter().zip(want).position(|(got, want)| got.to_bits() != want.to_bits())
}

/// Fails with recipe, index and both values unless `got` equals `want` bit for bit.
#[track_caller]
pub fn assert_bits(
    noise: &dyn std::fmt::Debug,
    what: &dyn std::fmt::Display,
    window: &Window,
    got: &[f32],
    want: &[f32],
) {
    let place = first_difference(got, want).map(|i| window.index(i));
    assert_same(got, want, format_args!("{what}: {place:?}\nnoise: {noise:?}\nwindow: {window:?}\n"));
}

/// A place at which the quintic fade is greatest, and that fade. Below 0.99 it is less than 1 by more than roundings are.
pub fn greatest_fade() -> (f32, f32) {
    let fade = |t: f32| ((t * t) * t) * ((t * ((t * 6.0) - 15.0)) + 10.0);
    let places = (0.99f32.to_bits()..=1.0f32.to_bits()).map(f32::from_bits);
    places.map(|t| (t, fade(t))).fold((1.0, 1.0), |best, at| if at.1 > best.1 { at } else { best })
}

pub fn vectors(name: &str) -> Value {
    let path = format!("{}/tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A list of numbers; integers may be strings.
pub fn numbers(v: &Value) -> Vec<f64> {
    v.as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_f64().unwrap_or_else(|| n.as_str().unwrap().parse().unwrap()))
        .collect()
}

/// The kinds of noise that exist in 1, 2, 3 and 4 dimensions.
pub fn kinds_of_all_dimensions() -> Vec<Kind> {
    let exists = |kind: &Kind| (1..=4).all(|dims| Noise::default().kind(*kind).bounds(dims).is_ok());
    Kind::ALL.iter().copied().filter(exists).collect()
}

/// The kinds of noise that have derivatives.
pub fn kinds_with_derivatives() -> Vec<Kind> {
    let has = |kind: &Kind| Noise::default().kind(*kind).field(Quantity::Gradient).bounds(2).is_ok();
    Kind::ALL.iter().copied().filter(has).collect()
}

pub fn hex64(v: &Value) -> u64 {
    u64::from_str_radix(v.as_str().unwrap().trim_start_matches("0x"), 16).unwrap()
}

/// A recipe of `bits_v1.json` or `kinds_v1.json`.
pub fn recipe(r: &Value) -> (Noise, Window) {
    let ints = |key: &str| {
        r.get(key).map(|v| v.as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect::<Vec<_>>())
    };
    // A noise that warps has no shape of its own.
    let shape: Vec<usize> = ints("shape").unwrap_or(vec![1]).into_iter().map(|n| n as usize).collect();
    let mut window = Window::new(&shape);
    let mut noise = Noise::default();
    for (key, v) in r.as_object().unwrap() {
        let f = v.as_f64().unwrap_or(0.0);
        let s = v.as_str().unwrap_or("");
        match key.as_str() {
            "shape" => {}
            "start" => window.start = ints("start").unwrap(),
            "origin" => window.origin = numbers(v),
            "spacing" => window.spacing = numbers(v),
            "frequency" => noise.frequency = f,
            "seed" => noise.seed = s.parse().unwrap(),
            "octaves" => noise.octaves = v.as_u64().unwrap() as u32,
            "lacunarity" => noise.lacunarity = f,
            "gain" => noise.gain = f,
            "normalize" => noise.normalize = v.as_bool().unwrap(),
            "scale" => noise = noise.scale(f),
            "bias" => noise = noise.bias(f),
            "gradients" => noise.gradients = Gradients::from_name(s).unwrap(),
            "hash" => {
                assert_eq!(s, "permutation");
                noise.hash = Hash::Permutation(Permutation::PERLIN);
            }
            "period" => {
                let axes = ints("period").unwrap();
                for (to, period) in noise.period.xyzw_mut().iter_mut().zip(axes.into_iter().rev()) {
                    **to = period as u32;
                }
            }
            "kind" => noise.kind = Kind::from_name(s).unwrap(),
            "distance" => noise.distance = Distance::from_name(s).unwrap(),
            "returns" => noise.returns = Returns::from_name(s).unwrap(),
            "jitter" => noise.jitter = f,
            "warp" => {
                let mut moves = PerAxis::<Layers>::default();
                for (to, warp) in moves.xyzw_mut().into_iter().zip(v.as_array().unwrap()) {
                    *to = recipe(warp).0.into();
                }
                noise.warp = Warp::Of(moves);
            }
            "fade" => noise.fade = Fade::from_name(s).unwrap(),
            "fractal" => noise.fractal = Fractal::from_name(s).unwrap(),
            _ => panic!("unknown key {key}"),
        }
    }
    (noise, window)
}
