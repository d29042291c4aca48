//! Points have the same samples, bit for bit, in whichever form their coordinates are given.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use common::strategies::{fit_warp, noise, scale_warp};
use common::{Window, assert_same, assert_share, backends, compared};
use perlane::{Error, Layers, Noise, Points, Quantity, reference};
use proptest::prelude::*;

/// Samples of a noise at points, or what is wrong with them.
type Samples = Result<Vec<u32>, Error>;

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|v| v.to_bits()).collect()
}

/// What `fill` fills a buffer with.
fn filled(len: usize, fill: impl FnOnce(&mut [f32]) -> perlane::Result<()>) -> Samples {
    let mut out = vec![f32::NAN; len];
    fill(&mut out).map(|()| bits(&out))
}

/// The coordinates along each axis, slowest first.
fn axes<T: Copy, const D: usize>(points: &[[T; D]]) -> [Vec<T>; D] {
    std::array::from_fn(|axis| points.iter().map(|point| point[axis]).collect())
}

/// Checks all ways to sample points in that form.
fn check<const D: usize>(
    noise: &Noise,
    points: impl Points + Copy,
    count: usize,
    want: &[Samples; 2],
    what: &str,
) {
    let layers = Layers::from(noise.clone());
    for backend in backends() {
        let [values, planes] = want;
        let got = filled(count, |out| noise.fill_points_with(backend, points, out));
        assert_eq!(&got, values, "{what}, {backend}: {noise:?}");
        let got = filled(count, |out| layers.field(Quantity::Value).fill_points_with(backend, points, out));
        assert_eq!(&got, values, "{what}, {backend}, as values: {noise:?}");
        let sampler = layers.sampler::<D>().unwrap().with_backend(backend);
        let got = filled(count, |out| sampler.fill_points(points, out));
        assert_eq!(&got, values, "{what}, {backend}, by a sampler: {noise:?}");
        let field = noise.field(Quantity::Gradient);
        let got = filled(count * (1 + D), |out| field.fill_points_with(backend, points, out));
        assert_eq!(&got, planes, "{what}, {backend}, derivatives: {noise:?}");
        #[cfg(feature = "rayon")]
        {
            let got = filled(count, |out| layers.par_fill_points_with(backend, points, out));
            assert_eq!(&got, values, "{what}, {backend}, on a pool: {noise:?}");
            let got = filled(count * (1 + D), |out| field.par_fill_points(points, out));
            assert_eq!(&got, planes, "{what}, derivatives on a pool: {noise:?}");
        }
    }
}

/// The samples and derivatives at `f64` coordinates, an array for each axis.
fn wanted<const D: usize>(noise: &Noise, points: &[[f64; D]]) -> [Samples; 2] {
    let axes = axes(points);
    let axes: [&[f64]; D] = std::array::from_fn(|axis| &axes[axis][..]);
    let values = filled(points.len(), |out| noise.fill_points(axes, out));
    if let Ok(values) = &values {
        for (k, point) in points.iter().enumerate().step_by(37) {
            assert_eq!(values[k], reference::sample(noise, point).unwrap().to_bits(), "{point:?}: {noise:?}");
        }
    }
    let field = noise.field(Quantity::Gradient);
    [values, filled(points.len() * (1 + D), |out| field.fill_points(axes, out))]
}

/// Compares all forms, and returns whether there were samples to compare.
fn every_form<const D: usize>(noise: &Noise, points: &[[f64; D]]) -> bool {
    let count = points.len();
    let want = wanted(noise, points);
    let compared = count > 0 && want[0].is_ok();
    check::<D>(noise, points, count, &want, "f64 by point");
    let by_axis = axes(points);
    let slices: Vec<&[f64]> = by_axis.iter().map(Vec::as_slice).collect();
    check::<D>(noise, &slices, count, &want, "f64 by axis, of any number");
    check::<D>(noise, by_axis.each_ref(), count, &want, "f64 by axis");
    check::<D>(noise, &by_axis.to_vec(), count, &want, "f64 by axis, of any number, owned");
    check::<D>(noise, &by_axis, count, &want, "f64 by axis, owned");
    let boxed = by_axis.map(Vec::into_boxed_slice);
    check::<D>(noise, &boxed, count, &want, "f64 by axis, boxed");

    let singles: Vec<[f32; D]> = points.iter().map(|point| point.map(|w| w as f32)).collect();
    let doubles: Vec<[f64; D]> = singles.iter().map(|point| point.map(f64::from)).collect();
    let want = wanted(noise, &doubles);
    check::<D>(noise, &singles, count, &want, "f32 by point");
    let by_axis = axes(&singles);
    let slices: Vec<&[f32]> = by_axis.iter().map(Vec::as_slice).collect();
    check::<D>(noise, &slices[..], count, &want, "f32 by axis, of any number");
    check::<D>(noise, by_axis.each_ref(), count, &want, "f32 by axis");
    compared
}

/// Coordinates in some cells or in many, now and then far ones, seldom ones that are refused.
fn points(dims: usize) -> impl Strategy<Value = Vec<[f64; 4]>> {
    let extent = prop_oneof![Just(0.9), Just(12.0), Just(3000.0)];
    let far = prop_oneof![
        12 => Just(None),
        3 => prop_oneof![Just(3e9), Just(-1e12)].prop_map(Some),
        1 => prop_oneof![Just(1e30), Just(f64::NAN), Just(f64::NEG_INFINITY)].prop_map(Some),
    ];
    let unit = prop::array::uniform4(-1.0..1.0);
    let count = prop_oneof![4 => 0usize..40, 2 => 120usize..140, 2 => 0usize..=700];
    let units = count.prop_flat_map(move |count| prop::collection::vec(unit.clone(), count));
    (units, extent, -100.0..100.0, far, 0..dims, any::<prop::sample::Index>()).prop_map(
        |(mut points, extent, first, far, axis, at)| {
            points.iter_mut().flatten().for_each(|w| *w = first + *w * extent);
            if let (Some(far), false) = (far, points.is_empty()) {
                let at = at.index(points.len());
                points[at][axis] = far;
            }
            points
        },
    )
}

fn first<const D: usize>(points: &[[f64; 4]]) -> Vec<[f64; D]> {
    points.iter().map(|point| std::array::from_fn(|axis| point[axis])).collect()
}

#[test]
fn every_form_has_the_same_bits() {
    let warped = std::cell::Cell::new(0);
    let test = |((dims, mut noise, points), frequency): ((usize, Noise, Vec<_>), f64)| {
        noise.frequency = frequency;
        scale_warp(&mut noise);
        let mut window = Window::new(&vec![2; dims]);
        window.start.fill(-1);
        fit_warp(&mut noise, &window);
        warped.set(warped.get() + u32::from(noise.is_warped()));
        Ok(match dims {
            1 => every_form::<1>(&noise, &first(&points)),
            2 => every_form::<2>(&noise, &first(&points)),
            3 => every_form::<3>(&noise, &first(&points)),
            _ => every_form::<4>(&noise, &first(&points)),
        })
    };
    let sampled = (1usize..=4).prop_flat_map(|dims| (Just(dims), noise(dims), points(dims)));
    let (compared, cases) = compared(256, &(sampled, prop_oneof![0.01..1.0, Just(0.25)]), test);
    assert_share("have samples", compared, cases, 0.9);
    assert_share("are warped", warped.get(), cases, 0.2);
}

/// So many that a pool divides them: those that fill their cells, and those that do not.
#[test]
fn many_points() {
    let noise = Noise::perlin(5).frequency(0.3).fbm(2);
    for step in [0.0007, 7.3] {
        let points: Vec<[f64; 3]> = (0..70_000)
            .map(|k| [f64::from(k % 311) * step, f64::from(k % 1009) * -step, f64::from(k) * step])
            .collect();
        assert!(every_form(&noise, &points));
        assert!(every_form(&noise.clone().warp_by(1.5), &points[..33_333]));
    }
}

/// A few far ones among so many that a pool divides them, and one that is refused.
#[test]
fn far_points_among_many() {
    let noise = Noise::perlin(5).frequency(0.3).fbm(2);
    let mut points: Vec<[f64; 2]> = (0..40_000).map(|k| [f64::from(k % 311), f64::from(k) * -0.7]).collect();
    for far in [100, 20_000, 39_999] {
        points[far][far % 2] = 1e12;
        assert!(every_form(&noise, &points));
    }
    for refused in [3, 16_384, 39_998] {
        let mut points = points.clone();
        points[refused][1] = f64::NAN;
        assert!(wanted(&noise, &points).iter().all(Samples::is_err));
        assert!(!every_form(&noise, &points));
    }
}

/// Boxes of all octaves, of those but the last, and of so many cells that their memory is not kept.
#[test]
fn boxes_of_many_cells() {
    let octaves = |count: u32| Noise::perlin(3).fbm(count).lacunarity(2.0);
    let at = |k: u32, factor: f64, extent: f64| (f64::from(k) * factor).fract() * extent - extent / 3.0;
    for (octave_count, extent, count) in
        [(3, 72.0, 70_000), (4, 72.0, 70_000), (1, 180.9, 70_000), (2, 181.0, 70_000), (2, 130.0, 200_000)]
    {
        let point = |k| [0.618_033_988_749_895, 0.754_877_666_246_693].map(|factor| at(k, factor, extent));
        let points: Vec<[f64; 2]> = (0..count).map(point).collect();
        assert!(every_form(&octaves(octave_count), &points));
    }
    let point =
        |k| [0.819_172_513_396, 0.671_043_606_704, 0.549_700_477_901].map(|factor| at(k, factor, 34.0));
    let points: Vec<[f64; 3]> = (0..131_072).map(point).collect();
    assert!(every_form(&octaves(2), &points));
}

/// Points in all cells of a box of this shape, so many that the box is worth its time.
fn box_of_shape<const D: usize>(noise: &Noise, shape: [usize; D]) {
    let cells: usize = shape.iter().product();
    let point = |k: usize| {
        let (mut cell, mut point) = (k % cells, [0.0; D]);
        for (axis, len) in shape.iter().enumerate().rev() {
            point[axis] = (cell % len) as f64 - 7.0 + [0.3, 0.64, 0.87][k / cells % 3];
            cell /= len;
        }
        point
    };
    let width = shape[D - 1];
    let count = cells / width * (width + 1).next_multiple_of(16);
    let points: Vec<[f64; D]> = (0..count).map(point).collect();
    let sample = |point: &[f64; D]| reference::sample(noise, point).unwrap().to_bits();
    let want: Vec<u32> = points.iter().map(sample).collect();
    for backend in backends() {
        let got = filled(count, |out| noise.fill_points_with(backend, &points, out)).unwrap();
        assert_eq!(got, want, "{shape:?}, {backend}");
    }
}

/// Rows of cells that are whole vectors and others, and as many of them as are hashed at once, and others.
#[test]
fn boxes_of_all_shapes() {
    // The boxes of two octaves stand one after the other.
    let noise = Noise::perlin(9).fbm(2).lacunarity(1.0);
    for width in [1, 2, 3, 6, 7, 8, 9, 14, 15, 16, 17, 24, 31, 32, 33] {
        for height in [1, 2, 15, 16, 17] {
            box_of_shape(&noise, [height, width]);
        }
    }
    for width in [1, 7, 8, 15, 16, 17] {
        for (depth, height) in [(1, 1), (2, 1), (1, 2), (2, 15), (3, 16), (2, 17)] {
            box_of_shape(&noise, [depth, height, width]);
        }
    }
}

/// The containers that hold coordinates.
#[test]
fn containers() {
    let sampler = Noise::perlin(3).frequency(0.4).sampler::<2>().unwrap();
    let want = [[0.25, 1.5], [3.0, -9.75], [7.5, 2.0]].map(|point| sampler.sample(point));
    let mut out = [0.0; 3];
    macro_rules! same {
        ($($points:expr),*) => {$(
            out.fill(f32::NAN);
            sampler.fill_points($points, &mut out).unwrap();
            assert_same(&out, &want, stringify!($points));
        )*};
    }
    let (ys, xs) = ([0.25, 3.0, 7.5], [1.5, -9.75, 2.0]);
    let (y_list, x_list) = (ys.to_vec(), xs.to_vec());
    let (y_box, x_box): (Box<[f32]>, Box<[f32]>) = (ys.map(|y| y as f32).into(), xs.map(|x| x as f32).into());
    same!([&ys, &xs], &[&ys, &xs], [&ys[..], &xs], [&y_list, &x_list], [&y_box, &x_box], [&&ys, &&xs]);
    same!(vec![&ys, &xs], &vec![&y_list, &x_list], &&[&ys[..], &x_list], &[&*y_box, &*x_box][..]);
    let points = [[0.25, 1.5], [3.0, -9.75], [7.5, 2.0]];
    same!(points, &points, &points[..], points.to_vec(), &points.to_vec(), &&points);
    same!(points.map(|point| point.map(|w| w as f32)), &[[0.25_f32, 1.5], [3.0, -9.75], [7.5, 2.0]]);
}

/// The pool looks for far and refused points in parts of 2^14: the first and the last of a part, too.
#[cfg(feature = "rayon")]
#[test]
fn points_at_the_ends_of_parts() {
    let noise = Noise::perlin(5).frequency(0.3).fbm(2);
    let points: Vec<[f64; 2]> = (0..40_000).map(|k| [f64::from(k % 311), f64::from(k) * -0.7]).collect();
    for at in [0, 16_383, 16_384, 32_767, 32_768, 39_999] {
        for far in [1e12, f64::NAN] {
            let mut points = points.clone();
            points[at][1] = far;
            let (mut out, mut same) = (vec![7.0; points.len()], vec![7.0; points.len()]);
            let [alone, together] =
                [noise.fill_points(&points, &mut out), noise.par_fill_points(&points, &mut same)]
                    .map(|done| done.map_err(|error| error.to_string()));
            assert_eq!(alone, together, "{at}");
            assert_eq!(alone.is_err(), far.is_nan());
            assert_same(&same, &out, format_args!("{at} {far}"));
        }
    }
}
