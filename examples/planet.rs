//! A planet: noise on a sphere, lit by its exact derivatives. `cargo run --release --example planet > planet.ppm`

use std::io::{self, Write};

use perlane::{Error, Noise, Quantity};

/// Height of the mountains, in radii of the planet.
const RELIEF: f64 = 0.06;

/// The direction to the sun, of length 1: x to the right, y down, z to the eye.
const SUN: [f64; 3] = [-0.6, -0.48, 0.64];

/// Seas, shores, plains, mountains, snow: the height at which each colour stands.
const GROUND: [(f64, [f64; 3]); 6] = [
    (-0.5, [10.0, 30.0, 90.0]),
    (0.0, [40.0, 110.0, 170.0]),
    (0.02, [200.0, 190.0, 140.0]),
    (0.08, [70.0, 130.0, 60.0]),
    (0.3, [120.0, 100.0, 80.0]),
    (0.5, [250.0, 250.0, 250.0]),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let side = 480;
    let mut out = io::stdout().lock();
    writeln!(out, "P6 {side} {side} 255")?;
    out.write_all(planet(side)?.as_flattened())?;
    Ok(())
}

/// The planet as seen from far away, in rows of `side` pixels.
pub(crate) fn planet(side: usize) -> Result<Vec<[u8; 3]>, Error> {
    let noise = Noise::perlin(8).frequency(1.3).fbm(9).scale(1.6);
    let pixels: Vec<Option<[f64; 3]>> = (0..side * side).map(|i| on_sphere(i, side)).collect();
    let points: Vec<[f64; 3]> = pixels.iter().copied().flatten().collect();
    let axis = |axis: usize| points.iter().map(|point| point[axis]).collect::<Vec<f64>>();
    let (x, y, z) = (axis(0), axis(1), axis(2));
    let mut planes = vec![0.0; 4 * points.len()];
    noise.field(Quantity::Gradient).fill_points([&z, &y, &x], &mut planes)?;
    let at = |plane: usize, point: usize| f64::from(planes[plane * points.len() + point]);
    let mut lit =
        points.iter().enumerate().map(|(k, point)| lit(*point, at(0, k), [at(3, k), at(2, k), at(1, k)]));
    // Pixels beside the planet show no point of it.
    Ok(pixels.iter().map(|pixel| pixel.and_then(|_| lit.next()).unwrap_or([6, 8, 16])).collect())
}

/// The point of the unit sphere that a pixel shows.
fn on_sphere(pixel: usize, side: usize) -> Option<[f64; 3]> {
    let from_middle = |k: usize| (k as f64 + 0.5) / side as f64 * 2.1 - 1.05;
    let (x, y) = (from_middle(pixel % side), from_middle(pixel / side));
    let square = 1.0 - x * x - y * y;
    (square > 0.0).then(|| [x, y, square.sqrt()])
}

/// The colour of the ground at a point with a height and its derivatives.
fn lit(point: [f64; 3], height: f64, gradient: [f64; 3]) -> [u8; 3] {
    // Seas are level. On land the surface leans by the part of the gradient that lies along the sphere.
    let steep = if height > 0.0 { RELIEF } else { 0.0 };
    let outward = dot(gradient, point);
    let normal: [f64; 3] = std::array::from_fn(|a| point[a] - steep * (gradient[a] - outward * point[a]));
    let light = dot(normal, SUN) / dot(normal, normal).sqrt();
    let light = 0.05 + 0.95 * if light > 0.0 { light } else { 0.0 };
    ground(height).map(|c| (c * light).round() as u8)
}

/// The colour of a height, between those of the table.
fn ground(height: f64) -> [f64; 3] {
    let above = GROUND.partition_point(|(stop, _)| *stop <= height);
    if above == 0 || above == GROUND.len() {
        return GROUND[if above == 0 { 0 } else { above - 1 }].1;
    }
    let ((low, from), (high, to)) = (GROUND[above - 1], GROUND[above]);
    std::array::from_fn(|c| from[c] + (height - low) / (high - low) * (to[c] - from[c]))
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
