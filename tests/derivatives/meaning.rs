//! The planes are what they are called: derivatives, and the quantities made of them.

use crate::common::{Window, assert_same, backends, kinds_with_derivatives, with_grid};
use crate::{bits, check_planes, planes_of_reference, quantities};
use perlane::{FieldParameters, Fractal, Grid, Layers, Noise, Quantity, Sample, reference};

/// They are compared with differences of the values of near points.
#[test]
fn derivatives_are_derivatives() {
    for dims in 1..=4 {
        for kind in kinds_with_derivatives() {
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
        assert!(
            ((x * x + y * y + z * z) - 1.0).abs() < 1e-6,
            "sample {k}: the normal {x}, {y}, {z} has another length"
        );
        let (by_y, by_x) = (gradient[len + k], gradient[2 * len + k]);
        assert!(
            z > 0.0 && x * by_x <= 0.0 && y * by_y <= 0.0,
            "sample {k}: the normal {x}, {y}, {z} does not lean away from {by_x}, {by_y}"
        );
        assert!((slope[k] - by_x.hypot(by_y)).abs() < 1e-5, "sample {k}: {} of {by_x}, {by_y}", slope[k]);
        let cosine = (z - x) / 2f32.sqrt();
        let lit = if cosine > 0.0 { cosine } else { 0.0 };
        assert!((shade[k] - lit).abs() < 1e-6, "sample {k}: a shade of {}, should be {lit}", shade[k]);
        assert_eq!([curl[k], curl[len + k]].map(f32::to_bits), [by_y, -by_x].map(f32::to_bits), "sample {k}");
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
        assert!((sum[n] - (a[n] + b[n])).abs() < 1e-6, "plane {n}: {} of {} and {}", sum[n], a[n], b[n]);
    }
    let bits = |planes: &[f32]| planes.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&sum), bits(&reference::gradient(layers.noises(), &point).unwrap()));
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
    assert!(dark > 500 && lit > 1000, "{dark} samples are dark, {lit} are lit");
}

/// A surface that faces the light has a shade of 1, and no more, though roundings would lead beyond.
#[test]
fn surfaces_that_face_the_light_have_a_shade_of_at_most_1() {
    let noise = Noise::perlin(3).frequency(0.1).scale(5.0);
    let mut beyond = 0;
    for k in 0..400 {
        let point = [0.37 * f64::from(k), 9.1 - 0.71 * f64::from(k)];
        let [_, by_y, by_x] = noise.field(Quantity::Gradient).sample(&point).unwrap()[..] else { panic!() };
        let of = FieldParameters::from(Quantity::Hillshade).light([-f64::from(by_x), -f64::from(by_y), 1.0]);
        let field = noise.field(of);
        let want = reference::quantity(std::slice::from_ref(&noise), of, &point).unwrap();
        assert!((0.99999..=1.0).contains(&want[0]), "the reference at {point:?}: {}", want[0]);
        let grid = Grid::new([1, 1]).origin(point);
        for backend in backends() {
            let (mut of_grid, mut of_points) = ([f32::NAN], [f32::NAN]);
            field.fill_with(backend, &grid, &mut of_grid).unwrap();
            field.fill_points_with(backend, [point], &mut of_points).unwrap();
            assert_same(&of_grid, &want, format_args!("a grid at {point:?}, {backend}"));
            assert_same(&of_points, &want, format_args!("a point at {point:?}, {backend}"));
        }
        // What it would be without the limit.
        let (x, y) = (f64::from(by_x), f64::from(by_y));
        let length = (x * x + y * y + 1.0).sqrt();
        let [lx, ly, lz] = [-x / length, -y / length, 1.0 / length].map(|c| c as f32);
        let shade = (lz - (lx * by_x + ly * by_y)) / ((by_x * by_x + by_y * by_y) + 1.0).sqrt();
        beyond += usize::from(shade > 1.0);
    }
    assert!(beyond > 20, "only {beyond} shades would be more than 1 without the limit");
}

/// A relief changes the quantities that say so, and no others.
#[test]
fn reliefs_change_what_is_made_of_slopes() {
    let (noise, grid) = (Noise::perlin(5).frequency(0.1).fbm(2), Grid::new([9, 7]));
    for quantity in Quantity::ALL.iter().copied() {
        let flat = noise.field(quantity).generate(&grid).unwrap();
        let steep = noise.field(quantity).relief(7.0).generate(&grid).unwrap();
        assert_eq!(bits(&flat) != bits(&steep), quantity.has_relief(), "{quantity}");
    }
}
