//! Every backend and way of asking gives the bits of the reference.

use crate::common::strategies::{Case, case, powers_of_ten};
use crate::common::{
    Window, assert_same, assert_share, backends, cases, compared, kinds_with_derivatives, recipe, vectors,
    with_grid,
};
use crate::{SHAPED, axes_of, bits, check_planes, planes_of_reference, quantities};
use perlane::{Backend, FieldParameters, Fractal, Grid, Kind, Noise, Quantity, Warp, reference};
use proptest::prelude::*;

/// A case's noise with a kind and a fractal that have derivatives. It may still be warped, or reach numbers that are too large.
fn derivable(mut noise: Noise) -> Noise {
    if !kinds_with_derivatives().contains(&noise.kind) {
        noise.kind = Kind::Value;
    }
    if SHAPED.contains(&noise.fractal) {
        noise.fractal = Fractal::Fbm;
    }
    noise
}

/// The value and all derivatives of a noise in a window.
fn gradient_by(backend: Backend, noise: &Noise, window: &Window) -> Vec<f32> {
    let mut out = vec![f32::NAN; window.len() * (1 + window.shape.len())];
    let field = noise.field(Quantity::Gradient);
    with_grid!(window, |grid| field.fill_with(backend, &grid, &mut out).unwrap());
    out
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
            let named = if noise.is_warped() { "of warped noise" } else { "of derivatives up to" };
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
    #![proptest_config(ProptestConfig { cases: cases(256), failure_persistence: None, ..ProptestConfig::default() })]

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
fn vectors_that_were_computed_elsewhere_are_reproduced() {
    let v = vectors("kinds_v1.json");
    let mut count = 0;
    for case in v["cases"].as_array().unwrap() {
        let Some(derivatives) = case.get("derivatives_f32_hex") else { continue };
        let (noise, window) = recipe(&case["recipe"]);
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
            let out = gradient_by(backend, &noise, &window);
            assert_eq!(bits(&out), want, "{backend}: {case}");
        }
        count += 1;
    }
    assert_eq!(count, 14);
}

/// Rows of more than a tile, of few columns, of a length that caches dislike, of whole vectors and not, with cells narrower than samples, in slabs
/// and on all threads.
#[test]
fn grids_of_all_shapes_equal_the_reference() {
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
        assert_same(&all, &alone, format_args!("{shape:?}, generate"));
        for backend in backends() {
            let out = gradient_by(backend, &noise, &window);
            assert_same(&out, &alone, format_args!("{shape:?} {backend}"));
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

/// The value is a quantity of kinds without derivatives, too.
#[test]
fn every_kind_has_values() {
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

/// All ways to fill a grid with planes have the bits of the reference, on one thread and on a pool that cuts it.
#[test]
fn every_way_to_fill_planes_equals_the_reference() {
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
fn long_rows_of_narrow_cells_equal_the_reference() {
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
                let out = gradient_by(backend, &noise, &window);
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
