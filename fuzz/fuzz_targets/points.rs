//! Takes any recipe and any coordinates in f64 or f32, also infinite and NaN, by axis and point by point. Either the error names the first point
//! that the reference refuses, or all points have the reference's bits on every backend. `cargo +nightly fuzz run points`

#![no_main]

use std::array;

use arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use perlane::{Backend, Error, Layers, Points, reference};
use perlane_proof::Case;

type Filled = core::result::Result<Vec<f32>, Error>;

/// Up to 150 points. Some of them are ordinary. (Where bytes run out, numbers are the least: then there are all points.)
fn coordinates(u: &mut Unstructured<'_>, dims: usize) -> Result<Vec<Vec<f64>>> {
    let mut points = vec![Vec::new(); dims];
    for _ in u.int_in_range(0..=150)?..150 {
        for axis in &mut points {
            axis.push(match u.int_in_range(0..=15)? {
                0 => u.arbitrary()?,
                1..=3 => f64::from(u.arbitrary::<i16>()?),
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
        let slices: Vec<_> = axes.iter().map(Vec::as_slice).collect();
        [("axes", fill($layers, slices, count, $backend)), ("points", by_point)]
    }};
}

fuzz_target!(|data: &[u8]| {
    let mut u = Unstructured::new(data);
    let Ok(case) = Case::arbitrary(&mut u) else { return };
    let Ok(mut points) = coordinates(&mut u, case.window.dims()) else { return };
    // This comes last, so that the points of earlier inputs stay the same.
    let narrow: Option<Vec<Vec<f32>>> = u
        .arbitrary()
        .unwrap_or(false)
        .then(|| points.iter().map(|axis| axis.iter().map(|world| *world as f32).collect()).collect());
    if let Some(narrow) = &narrow {
        points = narrow.iter().map(|axis| axis.iter().copied().map(f64::from).collect()).collect();
    }
    let world = |i: usize| -> Vec<f64> { points.iter().map(|axis| axis[i]).collect() };
    let sample = |i| reference::sum(case.layers.as_slice(), &world(i));
    let want: Vec<_> = (0..points[0].len()).map(sample).collect();
    let refused = want.iter().position(Result::is_err);
    for backend in Backend::available() {
        let forms = match &narrow {
            Some(narrow) => in_each_form!(&case.layers, narrow, backend),
            None => in_each_form!(&case.layers, &points, backend),
        };
        for (form, filled) in forms {
            match filled {
                Ok(got) => {
                    for (i, (got, want)) in got.iter().zip(&want).enumerate() {
                        let want = want.as_ref().expect("the fill accepted it");
                        let same = got.to_bits() == want.to_bits();
                        assert!(
                            same,
                            "{backend}, {form}: point {:?} of {:?}: {got} {want}",
                            world(i),
                            case.layers
                        );
                    }
                }
                Err(Error::Coordinate { index, .. }) => {
                    assert_eq!(Some(index), refused, "{backend}, {form}: {case:?}")
                }
                Err(_) => assert!(refused.is_some() || points[0].is_empty(), "{backend}, {form}: {case:?}"),
            }
        }
    }
});
