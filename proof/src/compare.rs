//! Compares one case on one backend, sampled in every way.

use std::fmt;

use perlane::{Backend, Error, PerAxis, Quantity, Window};

use crate::Case;

/// The first sample that is not what it should be.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The backend that computed it.
    pub backend: &'static str,
    /// How it was sampled: `whole`, `tiles`, `axes` or `points`.
    pub way: &'static str,
    /// Its index along each axis, slowest axis first. If there are several planes, the index of its plane comes first.
    pub index: Vec<usize>,
    /// The bits that it has.
    pub got: u32,
    /// The bits that it should have.
    pub want: u32,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { backend, way, index, got, want } = self;
        let (g, w) = (f32::from_bits(*got), f32::from_bits(*want));
        write!(f, "{backend}, {way}: sample {index:?} is {got:08x} ({g}), should be {want:08x} ({w})")
    }
}

/// Samples a case whole, in tiles, by axes and as points, and returns the first sample whose bits are not those of `want`.
///
/// # Errors
/// A case that cannot be sampled.
pub fn compare(case: &Case, backend: Backend, want: &[f32]) -> Result<Option<Difference>, Error> {
    for (way, sample) in WAYS {
        let got = sample(case, backend)?;
        if let Some(flat) = first_difference(&got, want) {
            let bits = |samples: &[f32]| samples.get(flat).copied().unwrap_or(f32::NAN).to_bits();
            let (index, backend) = (case.index_of_sample(flat), backend.name());
            return Ok(Some(Difference { backend, way, index, got: bits(&got), want: bits(want) }));
        }
    }
    Ok(None)
}

fn first_difference(got: &[f32], want: &[f32]) -> Option<usize> {
    let same_length = got.len() == want.len();
    let differ = got.iter().zip(want).position(|(g, w)| g.to_bits() != w.to_bits());
    differ.or_else(|| (!same_length).then(|| got.len().min(want.len())))
}

type Way = fn(&Case, Backend) -> Result<Vec<f32>, Error>;

const WAYS: [(&str, Way); 4] = [("whole", Case::fill), ("tiles", tiles), ("axes", axes), ("points", points)];

/// Samples two parts along each axis, cut where no vector is likely to end, and puts them together again.
fn tiles(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    let mut out = vec![f32::NAN; case.samples()?];
    let dims = case.window.dims();
    for part in 0..1usize << dims {
        let mut window = case.window;
        let mut first = [0; 4];
        for axis in 0..dims {
            let len = case.window.size.xyzw()[axis];
            let cut = len / 3;
            let second = part >> axis & 1 == 1;
            first[axis] = if second { cut } else { 0 };
            *window.size.xyzw_mut()[axis] = if second { len - cut } else { cut };
            *window.start.xyzw_mut()[axis] += first[axis] as i64;
        }
        let tile = Case { window, ..case.clone() };
        let (samples, each) = (tile.fill(backend)?, window.samples()?);
        if each > 0 {
            let planes = samples.chunks(each).zip(out.chunks_mut(case.window.samples()?));
            planes.for_each(|(samples, out)| place(&tile, first, samples, &case.window, out));
        }
    }
    Ok(out)
}

fn place(tile: &Case, first: [usize; 4], samples: &[f32], whole: &Window, out: &mut [f32]) {
    for (flat, &sample) in samples.iter().enumerate() {
        let slowest_first = tile.index(flat);
        let (mut at, mut stride) = (0, 1);
        for (axis, index) in slowest_first.iter().rev().enumerate() {
            at += (first[axis] + index) * stride;
            stride *= whole.size.xyzw()[axis];
        }
        out[at] = sample;
    }
}

/// Samples by the world coordinates along each axis.
fn axes(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    let mut out = vec![f32::NAN; case.samples()?];
    let along = |axis: usize| -> Vec<f64> {
        let coordinate = |k| case.window.world(PerAxis::splat(k)).xyzw()[axis];
        (0..case.window.size.xyzw()[axis]).map(coordinate).collect()
    };
    let coordinates: Vec<Vec<f64>> = (0..case.window.dims()).rev().map(along).collect();
    match case.field.quantity {
        Quantity::Value => case.layers.fill_axes_with(backend, &slices(&coordinates), &mut out)?,
        _ => case.layers.field(case.field).fill_axes_with(backend, &slices(&coordinates), &mut out)?,
    }
    Ok(out)
}

/// Samples each place as a point of its own.
fn points(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    let (mut out, places) = (vec![f32::NAN; case.samples()?], case.window.samples()?);
    let mut worlds = vec![Vec::with_capacity(places); case.window.dims()];
    for flat in 0..places {
        for (axis, world) in case.world(flat).into_iter().enumerate() {
            worlds[axis].push(world);
        }
    }
    case.layers.field(case.field).fill_points_with(backend, slices(&worlds), &mut out)?;
    Ok(out)
}

fn slices(lists: &[Vec<f64>]) -> Vec<&[f64]> {
    lists.iter().map(Vec::as_slice).collect()
}
