//! Compares one case on one backend, sampled in every way.

use std::array;
use std::fmt;
use std::ops::Range;

use perlane::{Backend, Error, PerAxis, Quantity, Window};

use crate::Case;

/// The first sample that is not what it should be.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The backend that computed it.
    pub backend: &'static str,
    /// How it was sampled: `whole`, `tiles`, `prepared`, `axes`, `points`, `point by point` or `single`; `large` in [`compare_large`](crate::compare_large).
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

/// Samples a case whole, in tiles, in parts of a prepared grid, by axes, as points in both forms, and by a call for each, and returns the first sample whose
/// bits are not those of `want`.
///
/// # Errors
/// A case that cannot be sampled.
pub fn compare(case: &Case, backend: Backend, want: &[f32]) -> Result<Option<Difference>, Error> {
    for (way, sample) in WAYS {
        let found = difference(case, backend, way, &sample(case, backend)?, want);
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The first sample that differs.
pub(crate) fn difference(
    case: &Case,
    backend: Backend,
    way: &'static str,
    got: &[f32],
    want: &[f32],
) -> Option<Difference> {
    let flat = first_difference(got, want)?;
    let bits = |samples: &[f32]| samples.get(flat).copied().unwrap_or(f32::NAN).to_bits();
    let (index, backend) = (case.index_of_sample(flat), backend.name());
    Some(Difference { backend, way, index, got: bits(got), want: bits(want) })
}

fn first_difference(got: &[f32], want: &[f32]) -> Option<usize> {
    let same_length = got.len() == want.len();
    let differ = got.iter().zip(want).position(|(g, w)| g.to_bits() != w.to_bits());
    differ.or_else(|| (!same_length).then(|| got.len().min(want.len())))
}

type Way = fn(&Case, Backend) -> Result<Vec<f32>, Error>;

const WAYS: [(&str, Way); 7] = [
    ("whole", Case::fill),
    ("tiles", tiles),
    ("prepared", prepared),
    ("axes", axes),
    ("points", points),
    ("point by point", point_by_point),
    ("single", single),
];

/// Samples each part as a grid of its own.
fn tiles(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    in_parts(case, |tile, _| tile.fill(backend))
}

/// Samples each part of the grid, whose tables are made once.
fn prepared(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    let prepared = case.layers.field(case.field).prepare_with(backend, &case.window)?;
    in_parts(case, |tile, part| {
        let mut out = vec![f32::NAN; tile.samples()?];
        prepared.fill(part, &mut out)?;
        Ok(out)
    })
}

/// Samples two parts along each axis, cut where no vector is likely to end, and puts them together again. `fill` has the part as a grid, and its
/// indices along each axis, slowest first.
fn in_parts(
    case: &Case,
    fill: impl Fn(&Case, &[Range<usize>]) -> Result<Vec<f32>, Error>,
) -> Result<Vec<f32>, Error> {
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
        let indices = (0..dims).rev().map(|axis| first[axis]..first[axis] + window.size.xyzw()[axis]);
        let (samples, each) = (fill(&tile, &indices.collect::<Vec<_>>())?, window.samples()?);
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

/// Samples each place as a point of its own, with a list of coordinates for each axis.
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

/// The same, with a list of points.
fn point_by_point(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    match case.window.dims() {
        1 => point_by_point_in::<1>(case, backend),
        2 => point_by_point_in::<2>(case, backend),
        3 => point_by_point_in::<3>(case, backend),
        _ => point_by_point_in::<4>(case, backend),
    }
}

fn point_by_point_in<const D: usize>(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    let (mut out, places) = (vec![f32::NAN; case.samples()?], case.window.samples()?);
    let points: Vec<[f64; D]> = (0..places).map(|flat| point(case, flat)).collect();
    case.layers.field(case.field).fill_points_with(backend, points, &mut out)?;
    Ok(out)
}

/// The most places that are sampled by a call for each. They are spread over the grid.
const MOST_SINGLE: usize = 1024;

/// Samples places by a call for each, whatever the backend. The others have the samples of the whole grid, because a call takes long where octaves are many.
fn single(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    let mut out = case.fill(backend)?;
    match case.window.dims() {
        1 => single_in::<1>(case, &mut out)?,
        2 => single_in::<2>(case, &mut out)?,
        3 => single_in::<3>(case, &mut out)?,
        _ => single_in::<4>(case, &mut out)?,
    }
    Ok(out)
}

fn single_in<const D: usize>(case: &Case, out: &mut [f32]) -> Result<(), Error> {
    let places = case.window.samples()?;
    let sampled = (0..places).step_by(places.div_ceil(MOST_SINGLE).max(1));
    if case.field.quantity == Quantity::Value {
        let sampler = case.layers.sampler::<D>()?;
        sampled.for_each(|flat| out[flat] = sampler.sample(point(case, flat)));
        return Ok(());
    }
    let sampler = case.layers.field(case.field).sampler::<D>()?;
    let mut planes = vec![f32::NAN; case.planes()];
    for flat in sampled {
        sampler.sample(point(case, flat), &mut planes)?;
        for (plane, value) in planes.iter().enumerate() {
            out[plane * places + flat] = *value;
        }
    }
    Ok(())
}

/// World coordinates of a place, as an array.
fn point<const D: usize>(case: &Case, flat: usize) -> [f64; D] {
    let world = case.world(flat);
    array::from_fn(|axis| world[axis])
}

fn slices(lists: &[Vec<f64>]) -> Vec<&[f64]> {
    lists.iter().map(Vec::as_slice).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    /// `verify` says of every sample that it is right, and code of one way can be wrong where all others are right.
    #[test]
    fn every_way_to_sample_is_compared() {
        let ways = WAYS.map(|(way, _)| way);
        assert_eq!(ways, ["whole", "tiles", "prepared", "axes", "points", "point by point", "single"]);
        let numbered = |dims: usize, is_value: bool| {
            let is_wanted = |case: &Case| {
                case.window.dims() == dims
                    && (case.field.quantity == Quantity::Value) == is_value
                    && case.samples().is_ok_and(|samples| samples > 100)
            };
            (0..).map(|number| Case::numbered(5, number)).find(is_wanted).unwrap()
        };
        for (dims, is_value) in (1..=4).flat_map(|dims| [(dims, true), (dims, false)]) {
            let case = numbered(dims, is_value);
            let want = case.reference().unwrap();
            for (way, sample) in WAYS {
                let got = sample(&case, Backend::detect()).unwrap();
                assert_eq!(first_difference(&got, &want), None, "{way}: {case:?}");
            }
        }
    }
}
