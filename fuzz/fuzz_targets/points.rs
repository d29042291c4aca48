//! Any recipe, any coordinates, infinite and NaN ones too: the first point that the reference refuses is named, or on every
//! backend all points have the reference's bits. `cargo +nightly fuzz run points`

#![no_main]

use arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use perlane::{Backend, Error, Layers, reference};
use perlane_proof::Case;

/// Up to 150 points, some of them ordinary.
fn coordinates(u: &mut Unstructured<'_>, dims: usize) -> Result<Vec<Vec<f64>>> {
    let mut points = vec![Vec::new(); dims];
    for _ in 0..u.int_in_range(0..=150)? {
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

fn fill(layers: &Layers, points: &[Vec<f64>], backend: Backend) -> core::result::Result<Vec<f32>, Error> {
    let mut out = vec![f32::NAN; points[0].len()];
    let points: Vec<&[f64]> = points.iter().map(Vec::as_slice).collect();
    layers.fill_points_with(backend, &points, &mut out)?;
    Ok(out)
}

fuzz_target!(|data: &[u8]| {
    let mut u = Unstructured::new(data);
    let Ok(case) = Case::arbitrary(&mut u) else { return };
    let Ok(points) = coordinates(&mut u, case.window.dims()) else { return };
    let world = |i: usize| -> Vec<f64> { points.iter().map(|axis| axis[i]).collect() };
    let sample = |i| reference::sum(case.layers.as_slice(), &world(i));
    let want: Vec<_> = (0..points[0].len()).map(sample).collect();
    let refused = want.iter().position(Result::is_err);
    for backend in Backend::available() {
        match fill(&case.layers, &points, backend) {
            Ok(got) => {
                for (i, (got, want)) in got.iter().zip(&want).enumerate() {
                    let want = want.as_ref().expect("the fill accepted it");
                    assert_eq!(got.to_bits(), want.to_bits(), "{backend}: point {:?} of {:?}", world(i), case.layers);
                }
            }
            Err(Error::Coordinate { index, .. }) => assert_eq!(Some(index), refused, "{backend}: {case:?}"),
            Err(_) => assert!(refused.is_some() || points[0].is_empty(), "{backend}: {case:?}"),
        }
    }
});
