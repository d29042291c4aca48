//! The ends of samples, and the scale and the bias that a range stands for, as sections 3, 5 and 7 of `docs/bits.md` derive them. They are computed here from the
//! page and from the suprema in `tests/vectors/bounds.json`, because the reference takes them from the same code as the kernels.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests may panic, and compute no samples"
)]

mod common;

use common::vectors;
use perlane::{Distance, Fade, Fractal, Gradients, Kind, Noise, Returns};
use serde_json::Value;

/// The page's `e`.
const E: f64 = 1.0 + 1.0 / 1_048_576.0;

/// A noise, and what the page calls `sup` and `a_o`.
struct Page<'a> {
    noise: &'a Noise,
    sup: f64,
    raw: Vec<f64>,
}

fn sum(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(0.0, |sum, number| sum + number)
}

impl<'a> Page<'a> {
    fn new(noise: &'a Noise, sup: f64) -> Self {
        let octaves = if noise.fractal == Fractal::None { 1 } else { noise.octaves };
        let mut raw = vec![1.0];
        while raw.len() < octaves as usize {
            raw.push(raw[raw.len() - 1] * noise.gain);
        }
        Page { noise, sup, raw }
    }

    fn is_distance(&self) -> bool {
        self.noise.kind == Kind::Cellular && self.noise.returns != Returns::Value
    }

    /// `(a, b)` for the amplitudes of a scale.
    fn ends(&self, scale: f64) -> (f64, f64) {
        match self.noise.fractal {
            Fractal::PingPong | Fractal::RidgedMulti | Fractal::HybridMulti => self.shaped_ends(scale),
            _ => self.folded_ends(scale),
        }
    }

    /// Sections 3 and 7.
    fn folded_ends(&self, scale: f64) -> (f64, f64) {
        let normaliser = self.sup * sum(self.raw.iter().map(|a| a.abs())) * E;
        let normaliser = if self.noise.normalize { normaliser } else { 1.0 };
        let amplitudes: Vec<f64> = self.raw.iter().map(|a| a * scale / normaliser).collect();
        let f = sum(amplitudes.iter().map(|a| a.abs()));
        let (m, most) = (f / E, f * E);
        let r = if self.noise.normalize { scale.abs() } else { most * self.sup };
        let (a, b) = match self.noise.fractal {
            Fractal::Turbulence => (0.0, r),
            Fractal::Billow => (-most, 2.0 * r - m),
            Fractal::Ridged => (m - 2.0 * r, most),
            _ if self.is_distance() => (0.0, r),
            _ => (-r, r),
        };
        if amplitudes.iter().all(|a| *a >= 0.0) {
            return (a, b);
        }
        let p = sum(amplitudes.iter().filter(|a| **a > 0.0).copied()) / f;
        let q = sum(amplitudes.iter().filter(|a| **a <= 0.0).map(|a| a.abs())) / f;
        (p * a - q * b, p * b - q * a)
    }

    /// Sections 5 and 7.
    fn shaped_ends(&self, scale: f64) -> (f64, f64) {
        let (b, most) = self.shaped_sums();
        let greater = if -b > most { -b } else { most };
        let n = if self.noise.normalize { greater } else { 1.0 };
        let (one, other) = (scale * (b / n), scale * (most / n));
        if one < other { (one, other) } else { (other, one) }
    }

    /// `(b, B)` of section 5.
    fn shaped_sums(&self) -> (f64, f64) {
        let (p, q) = self.values();
        let (mut x, mut y, mut lower, mut upper) = (1.0, 1.0, 0.0, 0.0);
        for a in &self.raw {
            let ends = (if p > 0.0 { a * (p * x) } else { a * (p * y) }, a * (q * y));
            let (low, high) = if *a < 0.0 { (ends.1, ends.0) } else { ends };
            (lower, upper) = (lower + low, upper + high);
            let k = match self.noise.fractal {
                Fractal::PingPong => continue,
                Fractal::RidgedMulti => self.noise.feedback,
                _ => self.noise.feedback * a.abs(),
            };
            x = (((x * p) * k) / E).clamp(0.0, 1.0);
            y = (((y * q) * k) * E).clamp(0.0, 1.0);
        }
        let e2 = E * E;
        (if lower < 0.0 { lower * e2 } else { lower / e2 }, if upper > 0.0 { upper * e2 } else { upper / e2 })
    }

    /// `p` and `q`: the least and the greatest v of a weight of 1.
    fn values(&self) -> (f64, f64) {
        let r = if self.noise.normalize { 1.0 } else { self.sup * E };
        let least = if self.is_distance() { 0.0 } else { -r };
        let level = f64::from(self.noise.level as f32);
        let (near, far) = (level * level, (level - r) * (level - r));
        match self.noise.fractal {
            Fractal::PingPong => (-1.0, 1.0),
            Fractal::HybridMulti => (least + level, r + level),
            _ => (if level > r { far } else { 0.0 }, if near > far { near } else { far }),
        }
    }

    /// The scale and the bias of section 3 that stand for a range.
    fn scale_and_bias(&self, low: f64, high: f64) -> (f64, f64) {
        let (a, b) = self.ends(1.0);
        if a == -b {
            return ((high - low) / 2.0 / b, (high + low) / 2.0);
        }
        let scale = (high - low) / (b - a);
        (scale, if scale < 0.0 { high - scale * b } else { low - scale * a })
    }
}

/// The published supremum of a built-in set, whose name there begins with the number of dimensions.
fn listed(sups: &Value, set: &Gradients, fade: Fade, dims: usize) -> f64 {
    let set = match (set, dims) {
        (Gradients::Default, 1) => Gradients::Signs,
        (Gradients::Default, 2) => Gradients::Directions16,
        (Gradients::Default, _) => Gradients::Edges,
        (set, _) => set.clone(),
    };
    let name = format!("{dims}d_{}", set.name().replace('-', "_"));
    sups[&name][fade.name()].as_f64().unwrap_or_else(|| panic!("{name} {fade}"))
}

/// The last row of section 3's table.
fn of_table(vectors: &[Vec<f64>], dims: usize) -> f64 {
    let length = |v: &Vec<f64>| sum(v.iter().map(|c| c * c)).sqrt();
    let longest = vectors.iter().map(length).fold(0.0, |most, l| if l > most { l } else { most });
    ((dims as f64).sqrt() / 2.0) * longest
}

/// Section 4's table.
fn of_cells(distance: Distance, returns: Returns, dims: usize) -> f64 {
    let d = dims as f64;
    match (distance, returns) {
        (_, Returns::Value) => 1.0,
        (Distance::Euclidean, Returns::F1) => d.sqrt(),
        (Distance::Euclidean, _) => (if dims == 2 { 2.5f64 } else { 3.0 }).sqrt(),
        (Distance::Squared, Returns::F1) => d,
        (Distance::Squared, _) => {
            if dims == 2 {
                2.5
            } else {
                3.0
            }
        }
        (Distance::Manhattan, _) => d,
        (_, Returns::F1) => 1.0,
        _ => 1.5,
    }
}

/// A noise of every kind, set and fade in so many dimensions, with its supremum.
fn octaves(dims: usize) -> Vec<(Noise, f64)> {
    let sups = vectors("bounds.json")["sup"].clone();
    let perlin = Noise::perlin(9);
    let mut all = vec![(Noise::value(9), 1.0), (Noise::cell(9), 1.0)];
    for set in Gradients::ALL {
        for &fade in Fade::ALL {
            let noise = perlin.clone().gradients(set.clone()).fade(fade);
            if noise.bounds(dims).is_ok() {
                all.push((noise, listed(&sups, set, fade, dims)));
            }
        }
    }
    let table: Vec<Vec<f64>> =
        (0..5).map(|i| (0..dims).map(|a| f64::from(i) - a as f64 - 1.3).collect()).collect();
    all.push((perlin.gradients(Gradients::custom(&table).unwrap()), of_table(&table, dims)));
    if matches!(dims, 2 | 3) {
        for &distance in Distance::ALL {
            for &returns in Returns::ALL {
                let noise = Noise::cellular(9).distance(distance).returns(returns);
                all.push((noise, of_cells(distance, returns, dims)));
            }
        }
    }
    for kind in Kind::ALL.iter().filter(|kind| Noise::default().kind(**kind).bounds(dims).is_ok()) {
        assert!(all.iter().any(|(noise, _)| noise.kind == *kind), "no {kind} noise in {dims}-D");
    }
    all
}

/// These octaves in every fractal: few and many, of gains of either sign and beyond 1, normalised and not, of several levels.
fn fractals_of(octave: &Noise) -> Vec<Noise> {
    let mut all = Vec::new();
    for &fractal in Fractal::ALL {
        let shaped = matches!(fractal, Fractal::RidgedMulti | Fractal::HybridMulti);
        let levels = if shaped { &[(1.0, 2.0), (1.9, 0.3), (0.3, 0.9)][..] } else { &[(1.0, 2.0)] };
        for &(level, feedback) in levels {
            for octaves in [1, 2, 5, 32] {
                for gain in [0.5, -0.7, 1.2, -1.1] {
                    for normalize in [true, false] {
                        let noise = octave.clone().fractal(fractal).octaves(octaves).gain(gain);
                        all.push(noise.level(level).feedback(feedback).normalize(normalize));
                    }
                }
            }
        }
    }
    all
}

/// Calls `check` with every noise of these dimensions, and counts them.
fn each(dims: usize, check: impl Fn(&Page)) -> usize {
    let mut count = 0;
    for (octave, sup) in octaves(dims) {
        for noise in fractals_of(&octave) {
            check(&Page::new(&noise, sup));
            count += 1;
        }
    }
    count
}

/// Octaves of 1, 2, 5 and 32, gains, normalised or not, of six fractals and of two in three forms.
const FRACTALS: usize = 4 * 4 * 2 * (6 + 2 * 3);

/// Kinds, sets and fades: value, cell and a table; three fades of each set and of the default one; four distances by four results.
const OCTAVES: [usize; 4] = [3 + 3 * 2, 3 + 3 * 7 + 16, 3 + 3 * 2 + 16, 3 + 3 * 2];

#[test]
fn bounds_are_those_of_the_page() {
    let bits = |(low, high): (f64, f64)| [low.to_bits(), high.to_bits()];
    for dims in 1..=4 {
        let count = each(dims, |page| {
            for (scale, bias) in [(1.0, 0.0), (-2.7, 0.3), (0.1, -1e3)] {
                let noise = page.noise.clone().scale(scale).bias(bias);
                let (a, b) = page.ends(scale);
                let got = noise.bounds(dims).unwrap();
                let want = (bias + a, bias + b);
                assert_eq!(bits(got), bits(want), "{noise:?} in {dims}-D: {got:?}, should be {want:?}");
            }
        });
        assert_eq!(count, OCTAVES[dims - 1] * FRACTALS);
    }
}

/// In the last three, how the bias is computed decides bits of Perlin noise at corners, where it is the bias. In the last one, it is 0 if the noise's own
/// bounds are as far from 0 as each other.
const RANGES: [(f64, f64); 6] =
    [(0.0, 65535.0), (-0.3, 0.1), (1.0, -3.0), (1e-9, -1.0), (1e-9, 1.0), (-0.7, 0.7)];

#[test]
fn ranges_are_the_scale_and_bias_of_the_page() {
    for dims in 1..=4 {
        let count = each(dims, |page| {
            for (low, high) in RANGES {
                let (scale, bias) = page.scale_and_bias(low, high);
                let ranged = page.noise.clone().range(low, high);
                let scaled = page.noise.clone().scale(scale).bias(bias);
                for point in [[0.3, -7.1, 2.2, 1e3], [-40.6, 0.9, 0.0, 5.5], [0.0; 4]] {
                    let [got, want] = [&ranged, &scaled].map(|noise| noise.sample(&point[..dims]).unwrap());
                    assert_eq!(
                        got.to_bits(),
                        want.to_bits(),
                        "{ranged:?} in {dims}-D: {got}, should be {want}"
                    );
                }
            }
        });
        assert_eq!(count, OCTAVES[dims - 1] * FRACTALS);
    }
}
