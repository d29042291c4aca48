//! Points anywhere.

use std::array;

use arbitrary::{Result, Unstructured};
use perlane::{Backend, Error, Layers, Points, reference};

use crate::Case;
use crate::case::slices;

type Sample = core::result::Result<f32, Error>;
type Filled = core::result::Result<Vec<f32>, Error>;

/// Up to 150 points. Of an input in eight, some may be anywhere. Those are mostly refused, and with them the whole call, so that the others are compared.
/// (Where bytes run out, numbers are the least: then there are all points.)
fn coordinates(u: &mut Unstructured<'_>, dims: usize) -> Result<Vec<Vec<f64>>> {
    let mut points = vec![Vec::new(); dims];
    let may_be_anywhere = !u.ratio(7, 8)?;
    for _ in u.int_in_range(0..=150)?..150 {
        for axis in &mut points {
            axis.push(match u.int_in_range(0..=15)? {
                0 if may_be_anywhere => u.arbitrary()?,
                0..=3 => f64::from(u.arbitrary::<i16>()?),
                _ => f64::from(u.arbitrary::<i32>()?) / 65536.0,
            });
        }
    }
    Ok(points)
}

fn fill(layers: &Layers, points: impl Points, count: usize, backend: Backend) -> Filled {
    let mut out = vec![f32::NAN; count];
    layers.fill_points_with(backend, points, &mut out)?;
    Ok(out)
}

/// The coordinates point by point.
fn by_point<T: Copy, const D: usize>(axes: &[Vec<T>]) -> Vec<[T; D]> {
    (0..axes[0].len()).map(|i| array::from_fn(|axis| axes[axis][i])).collect()
}

/// The samples at points whose coordinates are in one array for each axis, and in an array of points. This is a macro, because a function over `f64`
/// and `f32` would need the trait that both implement, and that is private to the library.
macro_rules! in_each_form {
    ($layers:expr, $axes:expr, $backend:expr) => {{
        let (axes, count) = ($axes, $axes[0].len());
        let by_point = match axes.len() {
            1 => fill($layers, by_point::<_, 1>(axes), count, $backend),
            2 => fill($layers, by_point::<_, 2>(axes), count, $backend),
            3 => fill($layers, by_point::<_, 3>(axes), count, $backend),
            _ => fill($layers, by_point::<_, 4>(axes), count, $backend),
        };
        [("axes", fill($layers, slices(axes), count, $backend)), ("points", by_point)]
    }};
}

/// The coordinates of a point, slowest axis first.
fn world(points: &[Vec<f64>], i: usize) -> Vec<f64> {
    points.iter().map(|axis| axis[i]).collect()
}

/// What is wrong with what a backend did, if something is.
fn difference(filled: Filled, want: &[Sample]) -> Option<String> {
    let refused = want.iter().position(Result::is_err);
    let same = |got: f32, want: &Sample| want.as_ref().is_ok_and(|want| want.to_bits() == got.to_bits());
    match filled {
        Ok(got) => (0..got.len())
            .find(|i| !same(got[*i], &want[*i]))
            .map(|i| format!("point {i} is {}, and not {:?}", got[i], want[i])),
        Err(Error::Coordinate { index, .. }) => (refused != Some(index))
            .then(|| format!("the error names point {index}; the reference refuses {refused:?}")),
        Err(error) => {
            (refused.is_none() && !want.is_empty()).then(|| format!("the reference refuses none: {error}"))
        }
    }
}

/// Takes any recipe and any coordinates in f64 or f32, also infinite and NaN, by axis and point by point. Either the error names the first point that
/// the reference refuses, or all points have the reference's bits on every backend.
///
/// # Panics
/// If there is another result.
pub fn points(input: &[u8]) -> bool {
    let mut u = Unstructured::new(input);
    let Ok(case) = Case::arbitrary(&mut u) else { return false };
    let Ok(mut points) = coordinates(&mut u, case.window.dims()) else { return false };
    // This comes last, so that the points of earlier inputs stay the same.
    let narrow: Option<Vec<Vec<f32>>> = u
        .arbitrary()
        .unwrap_or(false)
        .then(|| points.iter().map(|axis| axis.iter().map(|world| *world as f32).collect()).collect());
    if let Some(narrow) = &narrow {
        points = narrow.iter().map(|axis| axis.iter().copied().map(f64::from).collect()).collect();
    }
    let want: Vec<Sample> =
        (0..points[0].len()).map(|i| reference::sum(case.layers.as_slice(), &world(&points, i))).collect();
    for backend in Backend::available() {
        let forms = match &narrow {
            Some(narrow) => in_each_form!(&case.layers, narrow, backend),
            None => in_each_form!(&case.layers, &points, backend),
        };
        for (form, filled) in forms {
            if let Some(difference) = difference(filled, &want) {
                panic!("{backend}, {form}: {difference}; {:?} at {points:?}", case.layers);
            }
        }
    }
    !want.is_empty() && want.iter().all(Result::is_ok)
}
