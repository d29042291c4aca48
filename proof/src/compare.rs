//! Compares one case on one backend, sampled in every way.

use perlane::{Backend, Error, Quantity};

use crate::after;
use crate::case::{self, Case};
use crate::difference::{Difference, difference};
use crate::dims::in_dims;
use crate::parts::in_parts;
use crate::{rounded, rows, samplers};

/// Samples a case in every way: whole, in tiles, by samplers, in parts of a prepared grid, with gaps between rows, by axes, as points in both forms, and by a
/// call for each point. Returns the first sample whose bits are not those of `want`, which [`Case::reference`] gives.
///
/// Points with coordinates in `f32` lie at other places, and are compared with the reference there. So is a noise that differs from this one in a parameter,
/// and is sampled just after it.
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
    match rounded::compare(case, backend)? {
        None => after::compare(case, backend, want),
        found => Ok(found),
    }
}

type Way = fn(&Case, Backend) -> Result<Vec<f32>, Error>;

const WAYS: [(&str, Way); 9] = [
    ("whole", Case::fill),
    ("tiles", tiles),
    ("samplers", samplers::sample),
    ("prepared", prepared),
    ("rows with gaps", rows::sample),
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

/// Samples by the world coordinates along each axis.
fn axes(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    let mut out = vec![f32::NAN; case.samples()?];
    let coordinates = case.along_axes();
    match case.field.quantity {
        Quantity::Value => case.layers.fill_axes_with(backend, &case::slices(&coordinates), &mut out)?,
        _ => case.layers.field(case.field).fill_axes_with(backend, &case::slices(&coordinates), &mut out)?,
    }
    Ok(out)
}

/// Samples each place as a point of its own, with a list of coordinates for each axis.
fn points(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    let mut out = vec![f32::NAN; case.samples()?];
    let worlds = case.worlds()?;
    case.layers.field(case.field).fill_points_with(backend, case::slices(&worlds), &mut out)?;
    Ok(out)
}

/// The same, with a list of points.
fn point_by_point(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    in_dims!(case, point_by_point_in(case, backend))
}

fn point_by_point_in<const D: usize>(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    let (mut out, places) = (vec![f32::NAN; case.samples()?], case.window.samples()?);
    let points: Vec<[f64; D]> = (0..places).map(|flat| case.point(flat)).collect();
    case.layers.field(case.field).fill_points_with(backend, points, &mut out)?;
    Ok(out)
}

/// The most places that are sampled by a call for each. They are spread over the grid.
const MOST_SINGLE: usize = 1024;

/// Samples places by a call for each, whatever the backend. The others have the samples of the whole grid, because a call takes long where octaves are many.
fn single(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    let mut out = case.fill(backend)?;
    in_dims!(case, single_in(case, &mut out))?;
    Ok(out)
}

fn single_in<const D: usize>(case: &Case, out: &mut [f32]) -> Result<(), Error> {
    let places = case.window.samples()?;
    let sampled = (0..places).step_by(places.div_ceil(MOST_SINGLE).max(1));
    if case.field.quantity == Quantity::Value {
        let sampler = case.layers.sampler::<D>()?;
        sampled.for_each(|flat| out[flat] = sampler.sample(case.point(flat)));
        return Ok(());
    }
    let sampler = case.layers.field(case.field).sampler::<D>()?;
    let mut planes = vec![f32::NAN; case.planes()];
    for flat in sampled {
        sampler.sample(case.point(flat), &mut planes)?;
        for (plane, value) in planes.iter().enumerate() {
            out[plane * places + flat] = *value;
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::difference::first_difference;
    use perlane::{Grid, Noise};

    #[test]
    fn a_sample_of_an_empty_grid_is_a_difference() {
        for shape in [[0, 3], [3, 0], [0, 0]] {
            let (layers, window) = (Noise::perlin(1).into(), Grid::new(shape).into());
            let case = Case { layers, field: Quantity::Value.into(), window };
            assert_eq!(compare(&case, Backend::portable(), &[]).unwrap(), None);
            let difference = compare(&case, Backend::portable(), &[0.5]).unwrap().unwrap();
            assert_eq!((difference.index, difference.want), (vec![0, 0], 0.5f32.to_bits()), "{shape:?}");
        }
    }

    /// `verify` says of every sample that it is right, and code of one way can be wrong where all others are right.
    #[test]
    fn every_way_to_sample_is_compared() {
        let ways = WAYS.map(|(way, _)| way);
        let all = [
            "whole",
            "tiles",
            "samplers",
            "prepared",
            "rows with gaps",
            "axes",
            "points",
            "point by point",
            "single",
        ];
        assert_eq!(ways, all);
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
