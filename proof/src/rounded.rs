//! Points whose coordinates are `f32`. Few places of a grid have such coordinates, so that others are sampled: those of the grid, rounded.

use perlane::{Backend, Error, reference};

use crate::case::{Case, slices};
use crate::difference::{Difference, difference};
use crate::dims::in_dims;

/// The most points that are compared with the reference. The others are compared with points in `f64`, because the reference would take as long again as for
/// the grid. They are spread over the grid.
const MOST_BY_REFERENCE: usize = 8;

/// Samples a case at rounded coordinates, given as lists and as points, and returns the first sample that is not the one at the same coordinates in `f64`.
pub(crate) fn compare(case: &Case, backend: Backend) -> Result<Option<Difference>, Error> {
    let exact = case.worlds()?;
    let rounded: Vec<Vec<f32>> =
        exact.iter().map(|list| list.iter().copied().map(toward_zero).collect()).collect();
    let want = wanted(case, backend, &rounded)?;
    let mut out = vec![f32::NAN; want.len()];
    case.layers.field(case.field).fill_points_with(backend, slices(&rounded), &mut out)?;
    let found = difference(case, backend, "points in f32", &out, &want);
    if found.is_some() {
        return Ok(found);
    }
    out.fill(f32::NAN);
    in_dims!(case, by_point(case, backend, &rounded, &mut out))?;
    Ok(difference(case, backend, "point by point in f32", &out, &want))
}

fn by_point<const D: usize>(
    case: &Case,
    backend: Backend,
    rounded: &[Vec<f32>],
    out: &mut [f32],
) -> Result<(), Error> {
    let point = |flat: usize| std::array::from_fn(|axis| rounded[axis][flat]);
    let points: Vec<[f32; D]> = (0..case.window.samples()?).map(point).collect();
    case.layers.field(case.field).fill_points_with(backend, points, out)
}

/// What the samples should be.
fn wanted(case: &Case, backend: Backend, rounded: &[Vec<f32>]) -> Result<Vec<f32>, Error> {
    let (places, mut want) = (case.window.samples()?, vec![f32::NAN; case.samples()?]);
    let worlds: Vec<Vec<f64>> =
        rounded.iter().map(|list| list.iter().copied().map(f64::from).collect()).collect();
    case.layers.field(case.field).fill_points_with(backend, slices(&worlds), &mut want)?;
    let planes = reference::Planes::new(case.layers.as_slice(), case.field, case.window.dims())?;
    for flat in (0..places).step_by(places.div_ceil(MOST_BY_REFERENCE).max(1)) {
        let world: Vec<f64> = worlds.iter().map(|list| list[flat]).collect();
        for (plane, value) in planes.sample(&world)?.into_iter().enumerate() {
            want[plane * places + flat] = value;
        }
    }
    Ok(want)
}

/// The nearest `f32` that is no further from zero, so that no point is beyond the limits of coordinates.
fn toward_zero(world: f64) -> f32 {
    let nearest = world as f32;
    if f64::from(nearest).abs() > world.abs() { f32::from_bits(nearest.to_bits() - 1) } else { nearest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_rounded_toward_zero() {
        let tenth = 0.1_f32; // greater than 0.1
        for sign in [1.0, -1.0] {
            assert_eq!(toward_zero(f64::from(sign) * 0.1), sign * f32::from_bits(tenth.to_bits() - 1));
            assert_eq!(toward_zero(f64::from(sign) * 0.25), sign * 0.25);
            assert_eq!(toward_zero(f64::from(sign) * 1e300), sign * f32::MAX);
            assert_eq!(toward_zero(f64::from(sign) * 1e-300), sign * 0.0);
        }
    }
}
