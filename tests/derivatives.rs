//! Derivatives and the quantities made of them: every backend and way of asking gives the reference's bits, and they are derivatives.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may panic")]

mod common;

use common::strategies::{Case, case, powers_of_ten};
use common::{Window, assert_same, assert_share, backends, compared, vectors, with_grid};
use perlane::{
    Backend, FieldParameters, Fractal, Grid, Kind, Layers, Noise, Permutation, Quantity, Sample, Warp,
    reference,
};
use proptest::prelude::*;

/// The quantities that there are of a noise in so many dimensions.
fn quantities(noise: &Noise, dims: usize) -> Vec<Quantity> {
    let is = |quantity: &Quantity| match quantity {
        Quantity::Normal | Quantity::Hillshade => dims == 2,
        Quantity::Curl => dims == 2 || (dims == 3 && noise.hash == perlane::Hash::Mix),
        _ => true,
    };
    Quantity::ALL.iter().copied().filter(is).collect()
}

/// Fractals that have no derivatives.
const SHAPED: [Fractal; 3] = [Fractal::PingPong, Fractal::RidgedMulti, Fractal::HybridMulti];

/// A case's noise as one that has derivatives, of numbers that are small enough, unless it is warped.
fn derivable(mut noise: Noise) -> Noise {
    if !matches!(noise.kind, Kind::Perlin | Kind::Value) {
        noise.kind = Kind::Value;
    }
    if SHAPED.contains(&noise.fractal) {
        noise.fractal = Fractal::Fbm;
    }
    noise
}

fn planes_of_reference(noise: &Noise, of: impl Into<FieldParameters>, window: &Window) -> Option<Vec<u32>> {
    let of: FieldParameters = of.into();
    let mut planes = vec![Vec::new(); of.quantity.planes(window.shape.len())];
    let of = reference::Planes::new(std::slice::from_ref(noise), of, window.shape.len()).ok()?;
    for flat in 0..window.len() {
        for (plane, value) in planes.iter_mut().zip(of.sample(&window.world(flat)).ok()?) {
            plane.push(value.to_bits());
        }
    }
    Some(planes.concat())
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|v| v.to_bits()).collect()
}

/// Reliefs of both signs, and lights from all sides, also from below.
fn parameters() -> impl Strategy<Value = (f64, [f64; 3])> {
    let size = prop_oneof![1 => Just(1.0), 3 => powers_of_ten(-3.0..4.0)];
    let relief = (size, any::<bool>()).prop_map(|(size, negative)| if negative { -size } else { size });
    let component = || prop_oneof![3 => -2.0..2.0, 1 => Just(0.0), 1 => Just(-1.0)];
    let light = [component(), component(), component()];
    (
        relief,
        light.prop_filter("a light has a direction", |light: &[f64; 3]| light.iter().any(|c| c.abs() > 1e-9)),
    )
}

/// The world coordinates along each axis.
fn axes_of(window: &Window) -> Vec<Vec<f64>> {
    let along = |a: usize| {
        let stride: usize = window.shape[a + 1..].iter().product();
        (0..window.shape[a]).map(|i| window.world(i * stride)[a]).collect()
    };
    (0..window.shape.len()).map(along).collect()
}

/// Checks grids, points and axes on all backends.
fn check_planes(noise: &Noise, of: FieldParameters, window: &Window, want: &[u32]) {
    let field = noise.field(of);
    let worlds: Vec<Vec<f64>> = (0..window.len()).map(|flat| window.world(flat)).collect();
    let points: Vec<Vec<f64>> =
        (0..window.shape.len()).map(|a| worlds.iter().map(|world| world[a]).collect()).collect();
    let points: Vec<&[f64]> = points.iter().map(Vec::as_slice).collect();
    let axes = axes_of(window);
    let axes: Vec<&[f64]> = axes.iter().map(Vec::as_slice).collect();
    let want: Vec<f32> = want.iter().copied().map(f32::from_bits).collect();
    for backend in backends() {
        let what = |way: &str| format!("{way}, {backend}: {of:?} {noise:?} {window:?}");
        let mut out = vec![f32::NAN; want.len()];
        with_grid!(window, |grid| field.fill_with(backend, &grid, &mut out).unwrap());
        assert_same(&out, &want, what("grid"));
        out.fill(f32::NAN);
        field.fill_points_with(backend, &points, &mut out).unwrap();
        assert_same(&out, &want, what("points"));
        out.fill(f32::NAN);
        field.fill_axes_with(backend, &axes, &mut out).unwrap();
        assert_same(&out, &want, what("axes"));
    }
}

#[test]
fn every_backend_equals_the_reference() {
    let warped = std::cell::Cell::new(0);
    let test = |(Case { mut noise, window }, which, (relief, light), warps): (
        Case,
        prop::sample::Index,
        (f64, [f64; 3]),
        bool,
    )| {
        prop_assume!(window.len() > 0);
        noise = derivable(noise);
        // Half of the warps are kept, and then refused for all quantities but the value.
        if !warps {
            noise.warp = Warp::default();
        }
        let dims = window.shape.len();
        let quantities = quantities(&noise, dims);
        let quantity = quantities[which.index(quantities.len())];
        let of = FieldParameters::from(quantity).relief(relief).light(light);
        let Some(want) = planes_of_reference(&noise, of, &window) else {
            let mut out = vec![7.0; window.len() * quantity.planes(dims)];
            let error =
                with_grid!(window, |grid| noise.field(of).fill(&grid, &mut out)).unwrap_err().to_string();
            let named = if noise.is_warped() { "of warped noise" } else { "of numbers up to" };
            prop_assert!(error.contains(named), "{}: {:?} {:?}", error, of, noise);
            prop_assert!(out.iter().all(|v| v.to_bits() == 7f32.to_bits()));
            warped.set(warped.get() + u32::from(noise.is_warped()));
            return Ok(false);
        };
        check_planes(&noise, of, &window, &want);
        Ok(true)
    };
    let drawn = (case(), any::<prop::sample::Index>(), parameters(), any::<bool>());
    let (compared, cases) = compared(256, &drawn, test);
    assert_share("have samples", compared, cases, 0.85);
    assert_share("are warped", warped.get(), cases, 0.1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(256), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_are_those_of_samples_alone(Case { noise, window } in case()) {
        let mut noise = derivable(noise);
        noise.warp = Warp::default();
        prop_assume!(noise.field(Quantity::Gradient).sample(&vec![0.0; window.shape.len()]).is_ok());
        let mut out = vec![0.0; window.len() * (1 + window.shape.len())];
        with_grid!(window, |grid| noise.field(Quantity::Gradient).fill(&grid, &mut out).unwrap());
        let values = window.fill(&noise, Backend::detect()).unwrap();
        prop_assert_eq!(bits(&out[..window.len()]), bits(&values));
    }
}

/// Values that were computed elsewhere, from the definition alone.
#[test]
fn bit_patterns() {
    let v = vectors("kinds_v1.json");
    let mut count = 0;
    for case in v["cases"].as_array().unwrap() {
        let Some(derivatives) = case.get("derivatives_f32_hex") else { continue };
        let (noise, window) = common::recipe(&case["recipe"]);
        let words = |v: &serde_json::Value| -> Vec<u32> {
            let hex = |h: &serde_json::Value| u32::from_str_radix(h.as_str().unwrap(), 16).unwrap();
            v.as_array().unwrap().iter().map(hex).collect()
        };
        let mut want = words(&case["f32_hex"]);
        let axes = ["w", "z", "y", "x"];
        for axis in &axes[4 - window.shape.len()..] {
            want.extend(words(&derivatives[axis]));
        }
        assert_eq!(planes_of_reference(&noise, Quantity::Gradient, &window).unwrap(), want, "{case}");
        for backend in backends() {
            let mut out = vec![f32::NAN; want.len()];
            with_grid!(window, |grid| noise
                .field(Quantity::Gradient)
                .fill_with(backend, &grid, &mut out)
                .unwrap());
            assert_eq!(bits(&out), want, "{backend}: {case}");
        }
        count += 1;
    }
    assert_eq!(count, 14);
}

/// Rows of more than a tile, of few columns, of a length that caches dislike, of whole vectors and not, with cells narrower than samples, in slabs
/// and on all threads.
#[test]
fn grids_of_all_shapes() {
    let noise = Noise::perlin(5).frequency(0.07).fbm(3);
    for (shape, frequency) in [
        (vec![3, 1700], 0.07),
        (vec![700, 3], 0.3),
        (vec![9, 600], 2.3),
        (vec![33, 40, 50], 0.05),
        (vec![5, 4, 3, 70], 0.4),
        (vec![20000], 0.01),
        (vec![40, 256], 0.05),
        (vec![20, 512], 0.3),
        (vec![21, 513], 0.02),
        (vec![40, 1023], 0.05),
        (vec![40, 1040], 0.013),
        (vec![5, 18, 256], 0.04),
        (vec![20, 17, 48], 0.02),
        // z in lanes, and rows along it a multiple of 1 KiB apart: a few at a time.
        (vec![64, 8, 32], 0.05),
        (vec![48, 2, 128], 0.03),
        (vec![37, 4, 64], 0.1),
    ] {
        let noise = noise.clone().frequency(frequency);
        let noise = if shape[0] == 40 { noise.ridged(3) } else { noise };
        let window = Window::new(&shape);
        let (len, planes) = (window.len(), 1 + shape.len());
        let mut alone = vec![f32::NAN; len * planes];
        with_grid!(window, |grid| noise.field(Quantity::Gradient).fill(&grid, &mut alone).unwrap());
        let all = with_grid!(window, |grid| noise.field(Quantity::Gradient).generate(&grid).unwrap());
        assert_eq!(bits(&alone), bits(&all), "{shape:?}");
        for backend in backends() {
            let mut out = vec![f32::NAN; len * planes];
            with_grid!(window, |grid| noise
                .field(Quantity::Gradient)
                .fill_with(backend, &grid, &mut out)
                .unwrap());
            assert!(bits(&alone) == bits(&out), "{shape:?} {backend}");
        }
        for flat in (0..len).step_by(len / 97 + 1) {
            let want = reference::gradient(std::slice::from_ref(&noise), &window.world(flat)).unwrap();
            let got: Vec<f32> = (0..planes).map(|n| alone[n * len + flat]).collect();
            assert_eq!(bits(&got), bits(&want), "{shape:?} {flat}");
        }
        let prepared = with_grid!(window, |grid| noise.field(Quantity::Gradient).prepare(&grid).unwrap());
        assert_eq!(prepared.planes(), planes);
        let mut part: Vec<_> = shape.iter().map(|&len| 0..len).collect();
        part[0] = shape[0] / 3..shape[0] / 2 + 1;
        let slice = len / shape[0];
        let (first, count) = (part[0].start * slice, part[0].len() * slice);
        let mut out = vec![f32::NAN; count * planes];
        prepared.fill(&part, &mut out).unwrap();
        for (n, plane) in out.chunks(count).enumerate() {
            assert_eq!(bits(plane), bits(&alone[n * len + first..][..count]), "{shape:?}");
        }
    }
}

/// A sampler of a field, on all backends and threads, and a clone of it elsewhere: the bits of the field.
#[test]
fn a_sampler_gives_the_bits_of_its_field() {
    fn check<const D: usize>(noise: &Noise, shape: [usize; D]) {
        let grid = Grid::new(shape).start([-7; D]);
        let points: Vec<[f64; D]> = (0..50).map(|k| [0.37 * f64::from(k); D]).collect();
        let axes: Vec<Vec<f64>> =
            shape.iter().map(|len| (0..*len).map(|k| k as f64 * 0.7).collect()).collect();
        for quantity in quantities(noise, D) {
            let field = noise.field(quantity).relief(3.0);
            let sampler = field.sampler::<D>().unwrap();
            assert_eq!((sampler.quantity(), sampler.planes()), (quantity, quantity.planes(D)));
            let elsewhere = std::thread::spawn({
                let sampler = sampler.clone();
                move || {
                    let mut out = vec![f32::NAN; sampler.planes() * shape.iter().product::<usize>()];
                    #[cfg(feature = "rayon")]
                    sampler.par_fill(&grid, &mut out).unwrap();
                    #[cfg(not(feature = "rayon"))]
                    sampler.fill(&grid, &mut out).unwrap();
                    out
                }
            });
            let want = bits(&field.generate(&grid).unwrap());
            assert_eq!(bits(&elsewhere.join().unwrap()), want, "{quantity}");
            for backend in backends() {
                let sampler = sampler.clone().with_backend(backend);
                let mut out = vec![f32::NAN; want.len()];
                sampler.fill(&grid, &mut out).unwrap();
                assert_eq!(bits(&out), want, "{quantity} {backend}");
                let listed: [&[f64]; D] = std::array::from_fn(|a| &axes[a][..]);
                let mut same = out.clone();
                sampler.fill_axes(listed, &mut out).unwrap();
                field.fill_axes(&listed, &mut same).unwrap();
                assert_eq!(bits(&out), bits(&same), "{quantity} {backend}");
                let mut out = vec![f32::NAN; sampler.planes() * points.len()];
                let mut same = out.clone();
                sampler.fill_points(&points, &mut out).unwrap();
                field.fill_points(&points, &mut same).unwrap();
                assert_eq!(bits(&out), bits(&same), "{quantity} {backend}");
                let mut one = vec![f32::NAN; sampler.planes()];
                sampler.sample(points[9], &mut one).unwrap();
                assert_eq!(bits(&one), bits(&field.sample(&points[9]).unwrap()), "{quantity} {backend}");
            }
            assert!(sampler.fill(&grid, &mut [0.0]).is_err() && sampler.sample([0.0; D], &mut []).is_err());
            assert!(sampler.sample([f64::NAN; D], &mut vec![0.0; sampler.planes()]).is_err());
        }
    }
    let noise = Noise::perlin(5).frequency(0.07).fbm(3);
    check(&noise, [20, 33]);
    check(&noise.clone().ridged(2), [5, 9, 17]);
    check(&noise, [40]);
    assert!(noise.warp_by(1.0).field(Quantity::Slope).sampler::<2>().is_err());
}

/// Against differences of the values of near points.
#[test]
fn derivatives_are_derivatives() {
    for dims in 1..=4 {
        for kind in [Kind::Perlin, Kind::Value] {
            for fractal in [Fractal::Fbm, Fractal::Billow, Fractal::Ridged, Fractal::Turbulence] {
                let mut noise = Noise::perlin(11).kind(kind).frequency(0.31).scale(2.5);
                (noise.fractal, noise.octaves) = (fractal, 3);
                for k in 0..60 {
                    let point: Vec<f64> =
                        (0..dims).map(|a| 0.37 + f64::from(k) * (0.173 + 0.31 * a as f64)).collect();
                    let got = noise.field(Quantity::Gradient).sample(&point).unwrap();
                    for axis in 0..dims {
                        let at = |step: f64| {
                            let mut point = point.clone();
                            point[axis] += step;
                            f64::from(noise.sample(&point).unwrap())
                        };
                        let step = 1.0 / 256.0;
                        let (after, before) = ((at(step) - at(0.0)) / step, (at(0.0) - at(-step)) / step);
                        let derivative = f64::from(got[1 + axis]);
                        // Where an octave is folded between the points, the slope jumps: it is one of the two, or between them.
                        let within = before.min(after) - 0.02..=before.max(after) + 0.02;
                        assert!(
                            within.contains(&derivative),
                            "{dims}-D {kind} {fractal} {point:?}: {derivative}, should be within {within:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn normals_have_length_one_and_light_falls_on_slopes_that_face_it() {
    let noise = Noise::perlin(3).frequency(0.05).fbm(4).scale(20.0);
    let grid = Grid::new([64, 64]);
    let len = 64 * 64;
    let normals = noise.field(Quantity::Normal).generate(&grid).unwrap();
    let gradient = noise.field(Quantity::Gradient).generate(&grid).unwrap();
    let slope = noise.field(Quantity::Slope).generate(&grid).unwrap();
    let shade = noise.field(Quantity::Hillshade).light([-1.0, 0.0, 1.0]).generate(&grid).unwrap();
    let curl = noise.field(Quantity::Curl).generate(&grid).unwrap();
    for k in 0..len {
        let [x, y, z] = [0, 1, 2].map(|n| normals[n * len + k]);
        assert!(((x * x + y * y + z * z) - 1.0).abs() < 1e-6);
        let (by_y, by_x) = (gradient[len + k], gradient[2 * len + k]);
        assert!(z > 0.0 && x * by_x <= 0.0 && y * by_y <= 0.0);
        assert!((slope[k] - by_x.hypot(by_y)).abs() < 1e-5);
        let cosine = (z - x) / 2f32.sqrt();
        assert!((shade[k] - if cosine > 0.0 { cosine } else { 0.0 }).abs() < 1e-6);
        assert_eq!((curl[k], curl[len + k]), (by_y, -by_x));
    }
    let steep = noise.field(Quantity::Slope).relief(3.0).generate(&grid).unwrap();
    assert!(
        steep.iter().zip(&slope).all(|(steep, slope)| (steep - 3.0 * slope).abs() < 1e-4 * (1.0 + steep))
    );
}

/// The flow's divergence is 0 but for roundings: it has no sources.
#[test]
fn curls_have_no_sources() {
    let noise = Noise::perlin(8).frequency(0.3).fbm(2);
    let step = 1.0 / 64.0;
    for dims in [2, 3] {
        for k in 0..50 {
            let point: Vec<f64> = (0..dims).map(|a| 0.2 + f64::from(k) * (0.37 + 0.11 * a as f64)).collect();
            let mut divergence = 0.0;
            for component in 0..dims {
                let axis = dims - 1 - component; // x is the last coordinate
                let at = |step: f64| {
                    let mut point = point.clone();
                    point[axis] += step;
                    f64::from(noise.field(Quantity::Curl).sample(&point).unwrap()[component])
                };
                divergence += (at(step) - at(-step)) / (2.0 * step);
            }
            assert!(divergence.abs() < 0.01, "{dims}-D at {point:?}: {divergence}");
        }
    }
}

#[test]
fn layers_have_the_sum_of_derivatives() {
    let (a, b) = (Noise::perlin(1).frequency(0.1).fbm(2), Noise::value(2).frequency(0.2).ridged(2));
    let layers = Layers::from_iter([a.clone(), b.clone()]);
    let point = [3.7, 8.1];
    let sum = layers.field(Quantity::Gradient).sample(&point).unwrap();
    let [a, b] = [a, b].map(|noise| noise.field(Quantity::Gradient).sample(&point).unwrap());
    for n in 0..3 {
        assert!((sum[n] - (a[n] + b[n])).abs() < 1e-6);
    }
    assert_eq!(sum, reference::gradient(layers.noises(), &point).unwrap());
}

/// Every kind has values, also those without derivatives.
#[test]
fn values_of_all_kinds() {
    let grid = Grid::new([7, 9]);
    for kind in Kind::ALL {
        let noise = Noise::perlin(2).kind(*kind).frequency(0.3);
        let want = noise.generate(&grid).unwrap();
        let field = noise.field(Quantity::Value);
        assert_eq!(bits(&field.generate(&grid).unwrap()), bits(&want), "{kind}");
        let (mut part, ys, xs) = (vec![0.0; 9], vec![2.0; 9], [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
        field.prepare(&grid).unwrap().fill([2..3, 0..9], &mut part).unwrap();
        assert_eq!(bits(&part), bits(&want[18..27]), "{kind}");
        field.fill_points([&ys[..], &xs], &mut part).unwrap();
        assert_eq!(bits(&part), bits(&want[18..27]), "{kind}");
        let alone = reference::quantity(std::slice::from_ref(&noise), Quantity::Value, &[2.0, 3.0]).unwrap();
        assert_eq!(bits(&alone), bits(&want[21..22]), "{kind}");
        assert_eq!(field.bounds(2).unwrap(), [noise.bounds(2).unwrap()]);
    }
}

/// Nothing is beyond the bounds, and something comes near to those of derivatives.
#[test]
fn planes_lie_within_their_bounds() {
    for dims in 2..=3 {
        let noise = Noise::perlin(5).frequency(0.13).scale(3.0);
        let shape = if dims == 2 { vec![300, 400] } else { vec![30, 50, 80] };
        let window = Window::new(&shape);
        for quantity in quantities(&noise, dims) {
            let field = noise.field(quantity).relief(2.0);
            let planes = with_grid!(window, |grid| field.generate(&grid).unwrap());
            let bounds = field.bounds(dims).unwrap();
            assert_eq!(bounds.len(), quantity.planes(dims));
            assert_eq!(quantity.plane_names(dims).len(), quantity.planes(dims));
            for (plane, (low, high)) in planes.chunks(window.len()).zip(bounds) {
                let extreme = |better: fn(f64, f64) -> bool| {
                    plane
                        .iter()
                        .map(|v| f64::from(*v))
                        .reduce(|a, b| if better(a, b) { a } else { b })
                        .unwrap()
                };
                let (least, most) = (extreme(|a, b| a < b), extreme(|a, b| a > b));
                assert!(low <= least && most <= high, "{quantity} {dims}-D: {least}..{most}, {low}..{high}");
                assert!(most > high * 0.3, "{quantity} {dims}-D: {most} of {high}");
            }
        }
    }
}

/// All ways to fill a grid with planes have the bits of the reference, on one thread and on a pool that cuts it.
#[test]
fn every_way_to_fill_planes() {
    fn check<const D: usize>(noise: &Noise, shape: [usize; D]) {
        let mut window = Window::new(&shape);
        window.start.fill(-7);
        let grid = window.grid::<D>();
        let axes = axes_of(&window);
        let axes: [&[f64]; D] = std::array::from_fn(|a| &axes[a][..]);
        let points: Vec<[f64; D]> =
            (0..window.len()).map(|flat| std::array::from_fn(|a| window.world(flat)[a])).collect();
        for quantity in quantities(noise, D) {
            let of = FieldParameters::from(quantity).relief(-3.0).light([2.0, -1.0, 1.0]);
            let want: Vec<f32> =
                planes_of_reference(noise, of, &window).unwrap().into_iter().map(f32::from_bits).collect();
            let field = noise.field(of);
            let ways = std::cell::Cell::new(0);
            let same = |way: &str, fill: &dyn Fn(&mut [f32]) -> perlane::Result<()>| {
                let mut out = vec![f32::NAN; want.len()];
                fill(&mut out).unwrap();
                assert_same(&out, &want, format_args!("{way}: {of:?} {shape:?}"));
                ways.set(ways.get() + 1);
            };
            same("generate", &|out| field.generate(&grid).map(|planes| out.copy_from_slice(&planes)));
            #[cfg(feature = "ndarray")]
            {
                let array = field.generate_array(&grid).unwrap();
                assert_eq!(array.shape()[0], quantity.planes(D));
                assert_eq!(array.shape()[1..], shape);
                assert_same(array.as_slice().unwrap(), &want, format_args!("an array: {of:?} {shape:?}"));
            }
            same("points", &|out| field.fill_points(&points, out));
            same("axes", &|out| field.fill_axes(&axes, out));
            #[cfg(feature = "rayon")]
            {
                same("a grid on a pool", &|out| field.par_fill(&grid, out));
                same("axes on a pool", &|out| field.par_fill_axes(&axes, out));
                same("points on a pool", &|out| field.par_fill_points(&points, out));
            }
            for backend in backends() {
                let sampler = field.sampler::<D>().unwrap().with_backend(backend);
                same("a sampler's grid", &|out| sampler.fill(&grid, out));
                same("a sampler's axes", &|out| sampler.fill_axes(axes, out));
                same("a sampler's points", &|out| sampler.fill_points(&points, out));
                #[cfg(feature = "rayon")]
                {
                    same("a grid on a pool", &|out| field.par_fill_with(backend, &grid, out));
                    same("axes on a pool", &|out| field.par_fill_axes_with(backend, &axes, out));
                    same("points on a pool", &|out| field.par_fill_points_with(backend, &points, out));
                    same("a sampler's grid on a pool", &|out| sampler.par_fill(&grid, out));
                    same("a sampler's axes on a pool", &|out| sampler.par_fill_axes(axes, out));
                    same("a sampler's points on a pool", &|out| sampler.par_fill_points(&points, out));
                }
            }
            assert!(ways.get() >= 6);
        }
    }
    let noise = Noise::perlin(5).frequency(0.07).fbm(2);
    check(&noise, [131, 269]);
    check(&noise, [41_003]);
    check(&noise, [19, 45, 47]);
    check(&noise.ridged(1), [5, 9, 17, 43]);
}

/// Normals, slopes, shades and curls are made of the planes of gradients by the operations of `docs/bits.md`, each of which rounds once, in its order.
mod of_planes {
    /// The steepness along each axis, x first.
    fn steps(gradient: &[f32], relief: f32) -> Vec<f32> {
        gradient[1..].iter().rev().map(|derivative| relief * derivative).collect()
    }

    pub(super) fn slope(gradient: &[f32], relief: f32) -> [f32; 1] {
        let squares = steps(gradient, relief).into_iter().map(|step| step * step);
        [squares.reduce(|sum, square| sum + square).unwrap().sqrt()]
    }

    fn length(x: f32, y: f32) -> f32 {
        ((x * x + y * y) + 1.0).sqrt()
    }

    pub(super) fn normal(gradient: &[f32], relief: f32) -> [f32; 3] {
        let [x, y] = steps(gradient, relief)[..] else { panic!("a normal has two axes") };
        [-x / length(x, y), -y / length(x, y), 1.0 / length(x, y)]
    }

    pub(super) fn hillshade(gradient: &[f32], relief: f32, [x, y, z]: [f64; 3]) -> [f32; 1] {
        let size = ((x * x + y * y) + z * z).sqrt();
        let [light_x, light_y, light_z] = [x, y, z].map(|component| (component / size) as f32);
        let [x, y] = steps(gradient, relief)[..] else { panic!("a shade has two axes") };
        let shade = (light_z - (light_x * x + light_y * y)) / length(x, y);
        [if shade > 0.0 { if shade < 1.0 { shade } else { 1.0 } } else { 0.0 }]
    }

    pub(super) fn flat_curl(gradient: &[f32]) -> [f32; 2] {
        let [_, by_y, by_x] = gradient[..] else { panic!("a flat curl has two axes") };
        [by_y, -by_x]
    }

    /// Of the gradients of three noises.
    pub(super) fn curl([a, b, c]: [&[f32]; 3]) -> [f32; 3] {
        const Z: usize = 1;
        const Y: usize = 2;
        const X: usize = 3;
        [c[Y] - b[Z], a[Z] - c[X], b[X] - a[Y]]
    }
}

/// What a gradient's planes are at one sample.
fn at(planes: &[f32], samples: usize, flat: usize) -> Vec<f32> {
    planes.chunks(samples).map(|plane| plane[flat]).collect()
}

/// Compares the planes of a field, on all backends, with what is made of gradients at each sample.
fn check_made(noise: &Noise, of: FieldParameters, window: &Window, made: impl Fn(usize) -> Vec<f32>) {
    let samples: Vec<Vec<f32>> = (0..window.len()).map(made).collect();
    let planes = of.quantity.planes(window.shape.len());
    let want: Vec<f32> =
        (0..planes).flat_map(|plane| samples.iter().map(move |sample| sample[plane])).collect();
    let reference: Vec<u32> = planes_of_reference(noise, of, window).unwrap();
    assert_eq!(reference, bits(&want), "{of:?}");
    check_planes(noise, of, window, &reference);
}

#[test]
fn quantities_are_made_of_gradients_as_the_page_orders() {
    let (mut dark, mut lit) = (0, 0);
    for (n, (relief, light)) in [
        (1.0, [-1.0, -1.0, 2.0]),
        (-7.3, [0.3, -1.7, 0.4]),
        (250.0, [1e3, 2e3, -1e2]),
        (1e-3, [0.0, 0.0, 1.0]),
        (-0.37, [-0.2, 0.9, 0.0]),
    ]
    .into_iter()
    .enumerate()
    {
        let noise = Noise::perlin(n as u64).frequency(0.13).fbm(3).scale(2.5);
        let of = |quantity| FieldParameters::from(quantity).relief(relief).light(light);
        let factor = relief as f32;
        for shape in [&[301][..], &[23, 37], &[5, 9, 31], &[2, 3, 5, 19]] {
            let mut window = Window::new(shape);
            window.start.fill(-3);
            let len = window.len();
            let gradients = |seed| {
                let noise = noise.clone().seed(seed);
                with_grid!(window, |grid| noise.field(Quantity::Gradient).generate(&grid).unwrap())
            };
            let gradient = gradients(n as u64);
            let slope = |flat| of_planes::slope(&at(&gradient, len, flat), factor).to_vec();
            check_made(&noise, of(Quantity::Slope), &window, slope);
            if shape.len() == 2 {
                let normal = |flat| of_planes::normal(&at(&gradient, len, flat), factor).to_vec();
                check_made(&noise, of(Quantity::Normal), &window, normal);
                let shade = |flat| of_planes::hillshade(&at(&gradient, len, flat), factor, light).to_vec();
                check_made(&noise, of(Quantity::Hillshade), &window, shade);
                dark += (0..len).filter(|flat| shade(*flat)[0] == 0.0).count();
                lit += (0..len).filter(|flat| shade(*flat)[0] > 0.0).count();
                let curl = |flat| of_planes::flat_curl(&at(&gradient, len, flat)).to_vec();
                check_made(&noise, of(Quantity::Curl), &window, curl);
            }
            if shape.len() == 3 {
                let [b, c] = [1, 2].map(|more| gradients(n as u64 + more));
                let curl = |flat| {
                    let [a, b, c] = [&gradient, &b, &c].map(|planes| at(planes, len, flat));
                    of_planes::curl([&a, &b, &c]).to_vec()
                };
                check_made(&noise, of(Quantity::Curl), &window, curl);
            }
        }
    }
    assert!(dark > 500 && lit > 1000, "{dark} {lit}");
}

#[test]
fn what_is_refused() {
    let grid = Grid::new([4, 4]);
    let noise = Noise::perlin(1);
    let error = |field: perlane::Field<'_>| field.generate(&grid).unwrap_err().to_string();
    let cell = Noise::cell(1);
    assert_eq!(
        error(cell.field(Quantity::Gradient)),
        "quantity is gradient of cell noise; allowed: value (other quantities need derivatives, which only perlin and value noise have)"
    );
    let warped = Noise::perlin(1).warp_by(2.0);
    assert_eq!(
        error(warped.field(Quantity::Gradient)),
        "quantity is gradient of warped noise; allowed: value (other quantities need derivatives, which only noises without a warp have)"
    );
    for fractal in Fractal::ALL {
        let noise = Noise::perlin(1).fractal(*fractal).octaves(3);
        let error = noise.field(Quantity::Slope).generate(&grid).err().map(|error| error.to_string());
        let refused = error.is_some_and(|e| e.starts_with(&format!("quantity is slope of {fractal} noise")));
        assert_eq!(refused, SHAPED.contains(fractal), "{fractal}");
    }
    assert_eq!(
        error(noise.field(Quantity::Slope).relief(0.0)),
        "relief is 0; allowed: numbers from 1e-30 to 1e30 in size (world units of height for a sample of 1)"
    );
    assert_eq!(
        error(noise.field(Quantity::Hillshade).light([0.0; 3])),
        "light is 0, 0, 0; allowed: vectors x, y, z to the light, of lengths from 1e-30 to 1e30"
    );
    let normals = noise.field(Quantity::Normal).generate(&Grid::new([4, 4, 4])).unwrap_err();
    assert_eq!(
        normals.to_string(),
        "quantity is normal, and the grid or points have 3 axes; allowed: normal with 2 axes (a surface)"
    );
    let chained = Noise::perlin(1).permutation(Permutation::PERLIN);
    let curl = chained.field(Quantity::Curl).generate(&Grid::new([4, 4, 4])).unwrap_err();
    assert!(curl.to_string().contains("they take three seeds"), "{curl}");
    let steep = Noise::perlin(1).frequency(1e20);
    assert!(error(steep.field(Quantity::Gradient)).contains("within 1e18"));
    // Their derivatives are small, and would be infinite on the way.
    for (frequency, scale) in [(1e39, 1e-30), (1e300, 1e-290), (1e39, 0.0)] {
        let fine = Noise::perlin(1).frequency(frequency).scale(scale);
        assert!(error(fine.field(Quantity::Gradient)).starts_with("frequency is 1e3"), "{frequency}");
    }
    let mut out = vec![7.0; 17];
    assert!(noise.field(Quantity::Slope).fill(&grid, &mut out).is_err());
    assert_eq!(out, vec![7.0; 17]);
    assert!(noise.field(Quantity::Curl).sample(&[f64::NAN, 0.0]).is_err());
}

/// A curl in three dimensions is made of three noises for each one: no error names them, and they are not added to each other.
#[test]
fn curls_are_of_the_noises_that_somebody_gave() {
    let grid = Grid::new([2, 2, 2]);
    let fine = Noise::perlin(1).period([1_u32 << 31; 3]).fbm(23);
    let layers = perlane::Layers::from(Noise::perlin(2)).add(1.0, fine.clone());
    let of_noise = fine.field(Quantity::Curl).generate(&grid).unwrap_err().to_string();
    assert!(of_noise.starts_with("period.x is "), "{of_noise}");
    let of_layers = layers.field(Quantity::Curl).prepare(&grid).unwrap_err().to_string();
    assert!(of_layers.starts_with("layers[1].period.x is "), "{of_layers}");
    let said = reference::quantity(layers.as_slice(), Quantity::Curl, &[0.5; 3]).unwrap_err().to_string();
    assert_eq!(said, of_layers);
    // Three of them would be too large.
    let large = Noise::perlin(1).scale(4e36).frequency(1e-20);
    let curl = large.field(Quantity::Curl).generate(&grid).unwrap();
    let prepared = large.field(Quantity::Curl).prepare(&grid).unwrap();
    let mut out = vec![0.0; 3 * 8];
    prepared.fill([0..2, 0..2, 0..2], &mut out).unwrap();
    assert_eq!(bits(&curl), bits(&out));
    let want = reference::quantity(&[large], Quantity::Curl, &grid.world([1, 1, 1])).unwrap();
    assert_eq!(bits(&want), bits(&[curl[7], curl[15], curl[23]]));
}

/// Long axes are cut into pieces for threads, with all planes.
#[cfg(feature = "rayon")]
#[test]
fn threads_agree() {
    let noise = Noise::perlin(3).frequency(0.07).fbm(2);
    let field = noise.field(Quantity::Gradient);
    for shape in [&[90_000][..], &[40_000, 2], &[3, 40_000], &[30_000, 1, 2]] {
        let window = Window::new(shape);
        let mut want = vec![f32::NAN; (1 + shape.len()) * window.len()];
        with_grid!(window, |grid| field.fill(&grid, &mut want)).unwrap();
        for threads in [2, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut out = vec![f32::NAN; want.len()];
            with_grid!(window, |grid| pool.install(|| field.par_fill(&grid, &mut out))).unwrap();
            assert_same(&out, &want, format_args!("{shape:?}, {threads} threads"));
        }
    }
}

/// Derivatives of long rows in three and four dimensions, whose coefficients would not fit into memory if 16 rows were in lanes.
#[test]
fn derivatives_of_long_rows_of_narrow_cells() {
    for (shape, frequency) in [
        (vec![2, 5, 520], 0.36),
        (vec![2, 5, 520], 0.42),
        (vec![2, 2, 5, 500], 0.3),
        (vec![2, 2, 5, 500], 0.36),
    ] {
        for noise in [Noise::perlin(5), Noise::value(5)] {
            let noise = noise.frequency(frequency).fbm(1);
            let (window, planes) = (Window::new(&shape), 1 + shape.len());
            let len = window.len();
            for backend in backends() {
                let mut out = vec![f32::NAN; len * planes];
                common::with_grid!(window, |grid| noise
                    .field(Quantity::Gradient)
                    .fill_with(backend, &grid, &mut out)
                    .unwrap());
                for flat in (0..len).step_by(37) {
                    let want =
                        reference::gradient(std::slice::from_ref(&noise), &window.world(flat)).unwrap();
                    let got: Vec<u32> = (0..planes).map(|n| out[n * len + flat].to_bits()).collect();
                    assert_eq!(
                        got,
                        want.iter().map(|v| v.to_bits()).collect::<Vec<_>>(),
                        "{backend} {shape:?} {flat}"
                    );
                }
            }
        }
    }
}

/// A surface that faces the light has a shade of 1, and no more, though roundings would lead beyond.
#[test]
fn surfaces_that_face_the_light() {
    let noise = Noise::perlin(3).frequency(0.1).scale(5.0);
    let mut beyond = 0;
    for k in 0..400 {
        let point = [0.37 * f64::from(k), 9.1 - 0.71 * f64::from(k)];
        let [_, by_y, by_x] = noise.field(Quantity::Gradient).sample(&point).unwrap()[..] else { panic!() };
        let field = noise.field(Quantity::Hillshade).light([-f64::from(by_x), -f64::from(by_y), 1.0]);
        let want = reference::quantity(std::slice::from_ref(&noise), Quantity::Hillshade, &point).unwrap();
        assert!(want[0] <= 1.0);
        let grid = Grid::new([1, 1]).origin(point);
        for backend in backends() {
            let (mut of_grid, mut of_points) = ([f32::NAN], [f32::NAN]);
            field.fill_with(backend, &grid, &mut of_grid).unwrap();
            field.fill_points_with(backend, [point], &mut of_points).unwrap();
            assert!(
                (0.99999..=1.0).contains(&of_grid[0]) && of_grid[0].to_bits() == of_points[0].to_bits(),
                "{backend} {point:?}: {of_grid:?} {of_points:?}"
            );
        }
        // What it would be without the limit.
        let (x, y) = (f64::from(by_x), f64::from(by_y));
        let length = (x * x + y * y + 1.0).sqrt();
        let [lx, ly, lz] = [-x / length, -y / length, 1.0 / length].map(|c| c as f32);
        let shade = (lz - (lx * by_x + ly * by_y)) / ((by_x * by_x + by_y * by_y) + 1.0).sqrt();
        beyond += usize::from(shade > 1.0);
    }
    assert!(beyond > 20, "{beyond}");
}
