//! The default levels of pictures: a range that holds nearly all samples of a noise. It depends on the noise alone, and never on a
//! picture's own samples, so that tiles agree.

use perlane::{FieldParameters, Layers, PerAxis, Quantity, Window};

/// The number of points at which the noise is sampled, and how many of them lie beyond each end of the range.
const POINTS: usize = 1 << 14;
const BEYOND: usize = POINTS / 1000;

/// The points lie within this many lattice cells of the noise with the widest cells, along each axis.
const CELLS: f64 = 4096.0;

/// Steps along x, y, z, w that never repeat: fractions of the roots of primes.
const STEPS: [f64; 4] =
    [0.414_213_562_373_095, 0.732_050_807_568_877, 0.236_067_977_499_79, 0.645_751_311_064_591];

/// The lengths along x, y, z, w of grids with this many samples, for 1 to 4 dimensions.
const GRIDS: [[usize; 4]; 4] = [[POINTS, 1, 1, 1], [128, 128, 1, 1], [32, 32, 16, 1], [16, 16, 8, 8]];

/// The levels for noise with these bounds, in two or three digits; the bounds themselves if the noise is flat, or cannot be sampled there.
pub fn levels(layers: &Layers, dims: usize, bounds: [f64; 2]) -> [f64; 2] {
    let (width, Some(steps)) = (width(layers), STEPS.get(..dims)) else { return bounds };
    let along = |step: f64| (0..POINTS).map(move |number| ((number as f64 + 0.5) * step).fract() * width);
    let points: Vec<Vec<f64>> = steps.iter().rev().map(|step| along(*step).collect()).collect();
    let points: Vec<&[f64]> = points.iter().map(Vec::as_slice).collect();
    let mut samples = vec![0.0; POINTS];
    match layers.fill_points(&points, &mut samples) {
        Ok(()) => nearly_all(samples, bounds),
        Err(_) => bounds,
    }
}

/// The same for a plane of a quantity with these bounds. Hillshade has the levels from dark to light, which mean the same for every noise.
/// `planes` is empty at first; a call that needs samples fills it with those of all planes, and calls for other planes use them.
pub(crate) fn plane_levels(
    layers: &Layers,
    field: FieldParameters,
    plane: usize,
    dims: usize,
    bounds: [f64; 2],
    planes: &mut Vec<f32>,
) -> [f64; 2] {
    match (field.quantity, plane) {
        (Quantity::Value, _) | (Quantity::Gradient, 0) => levels(layers, dims, bounds),
        (Quantity::Hillshade, _) => bounds,
        _ => {
            if planes.is_empty() {
                *planes = sparse(layers, field, dims).unwrap_or_default();
            }
            match planes.chunks_exact(POINTS).nth(plane) {
                Some(samples) => nearly_all(samples.to_vec(), bounds),
                None => bounds,
            }
        }
    }
}

/// Samples of all planes, far from each other. They are samples of a grid, because derivatives at points have kernels of their own, which
/// the module for browsers does not need otherwise.
fn sparse(layers: &Layers, field: FieldParameters, dims: usize) -> perlane::Result<Vec<f32>> {
    let lens = GRIDS[dims - 1];
    let mut window = Window::from_xyzw(&lens[..dims])?;
    let steps: [f64; 4] = std::array::from_fn(|a| width(layers) * (0.5 + STEPS[a]) / lens[a] as f64);
    (window.origin, window.spacing) = (PerAxis::from_xyzw(steps), PerAxis::from_xyzw(steps));
    let field = layers.field(field);
    let mut samples = vec![0.0; POINTS * field.planes(dims)];
    field.fill(&window, &mut samples)?;
    Ok(samples)
}

/// The length, in world units along each axis, within which the samples lie.
fn width(layers: &Layers) -> f64 {
    let widest = layers.as_slice().iter().map(|noise| noise.frequency).fold(f64::INFINITY, f64::min);
    CELLS / widest
}

/// The range that holds nearly all samples.
fn nearly_all(mut samples: Vec<f32>, bounds: [f64; 2]) -> [f64; 2] {
    samples.sort_by(f32::total_cmp);
    let (low, high) = (f64::from(samples[BEYOND]), f64::from(samples[POINTS - 1 - BEYOND]));
    if low >= high {
        return bounds;
    }
    rounded([low, high])
}

/// The range with few digits, so that it does not depend on the last bits of samples. A range that is nearly symmetric around 0 becomes
/// symmetric.
fn rounded([least, most]: [f64; 2]) -> [f64; 2] {
    let length = most - least;
    let mut step = 1.0;
    while step > length / 20.0 {
        step /= 10.0;
    }
    while step * 10.0 <= length / 20.0 {
        step *= 10.0;
    }
    let below = |value: f64| (value / step).floor();
    let (mut low, mut high) = (below(least), -below(-most));
    if (low + high).abs() * step < length / 10.0 {
        high = if -low > high { -low } else { high };
        low = -high;
    }
    // A division gives the float nearest to the decimal; a product would not.
    let decimal = |steps: f64| if step < 1.0 { steps / (1.0 / step).round() } else { steps * step };
    [decimal(low), decimal(high)]
}

#[cfg(test)]
mod tests {
    use perlane::Noise;

    use super::*;

    /// About 0.2 % of the noise are beyond the levels, whatever its seed, and wherever it is looked at.
    #[test]
    fn nearly_all_samples_are_within() {
        const SEEDS: u64 = 12;
        for noise in [
            Noise::perlin(0).fbm(6),
            Noise::perlin(0).ridged(5),
            Noise::value(0),
            Noise::perlin(0).range(0.0, 9000.0),
        ] {
            let (mut beyond, mut spans) = (0, Vec::new());
            for seed in 0..SEEDS {
                let layers = Layers::from(noise.clone().seed(seed).frequency(0.37));
                let (low, high) = layers.bounds(2).unwrap();
                let span = levels(&layers, 2, [low, high]);
                let grid = perlane::Grid::new([500, 600]).start([90_000 * (seed as i64 % 2), -7000]);
                let samples = layers.generate(&grid).unwrap();
                beyond += samples.iter().filter(|v| !(span[0]..=span[1]).contains(&f64::from(**v))).count();
                assert!(span[1] - span[0] < 1.2 * (high - low), "{span:?}");
                spans.push(span);
            }
            let share = beyond as f64 / (500 * 600 * SEEDS) as f64;
            assert!((0.001..0.0022).contains(&share), "{noise:?}: {share} beyond {spans:?}");
            for end in [0, 1] {
                let ends = || spans.iter().map(|span| span[end]);
                let (least, most) = (ends().fold(f64::MAX, f64::min), ends().fold(f64::MIN, f64::max));
                assert!(most - least < 0.05 * (spans[0][1] - spans[0][0]), "{noise:?}: {spans:?}");
            }
        }
    }

    /// The same for planes that are sampled on a grid, whose points are at all places of their cells, however wide these are.
    #[test]
    fn nearly_all_samples_of_planes_are_within() {
        const SEEDS: u64 = 4;
        for quantity in [Quantity::Gradient, Quantity::Normal, Quantity::Slope, Quantity::Curl] {
            let field = FieldParameters::from(quantity).relief(100.0);
            let mut beyond = [0; 3];
            for seed in 0..SEEDS {
                let layers = Layers::from(Noise::perlin(seed).fbm(3).frequency(0.001));
                let grid = perlane::Grid::new([500, 600]).start([0, -7000]).spacing([370.0; 2]);
                let samples = layers.field(field).generate(&grid).unwrap();
                let bounds = layers.field(field).bounds(2).unwrap().into_iter().enumerate();
                for ((plane, (low, high)), samples) in bounds.zip(samples.chunks_exact(500 * 600)) {
                    let span = plane_levels(&layers, field, plane, 2, [low, high], &mut Vec::new());
                    beyond[plane] +=
                        samples.iter().filter(|v| !(span[0]..=span[1]).contains(&f64::from(**v))).count();
                }
            }
            let shares = beyond.map(|beyond| beyond as f64 / (500 * 600 * SEEDS) as f64);
            let planes = quantity.plane_names(2).len();
            assert!(
                shares[..planes].iter().all(|share| (0.0006..0.0022).contains(share)),
                "{quantity}: {shares:?}"
            );
        }
    }

    /// The command line draws values with the levels of the noise. Pages and its viewer draw them with those of a plane.
    #[test]
    fn values_have_the_levels_of_their_noise() {
        let bounds = [0.0, 255.0];
        for seed in 0..6 {
            let layers = Layers::from(Noise::perlin(seed).fbm(3).range(0.0, 255.0));
            for quantity in [Quantity::Value, Quantity::Gradient] {
                let of_plane = plane_levels(&layers, quantity.into(), 0, 2, bounds, &mut Vec::new());
                assert_eq!(of_plane, levels(&layers, 2, bounds), "{quantity}");
            }
        }
    }

    /// The widest cells of a sum decide where it is sampled: a few of them would not do.
    #[test]
    fn sums_have_levels() {
        let wide = Layers::from(Noise::perlin(3).frequency(0.37).fbm(3));
        let sum = wide.clone().add(0.001, Noise::perlin(4).frequency(3700.0));
        let (one, other) = (levels(&wide, 2, [-1.0, 1.0]), levels(&sum, 2, [-1.0, 1.0]));
        assert!((0..2).all(|end| (one[end] - other[end]).abs() < 0.05), "{one:?} {other:?}");
    }

    /// A thousandth of the samples may be beyond each end.
    #[test]
    fn rare_samples_are_beyond() {
        let span = |rare: usize| {
            let sample = |number: usize| match number {
                n if n < rare => -70.0,
                n if n >= POINTS - rare => 70.0,
                n => n as f32 / POINTS as f32,
            };
            nearly_all((0..POINTS).map(sample).collect(), [-100.0, 100.0])
        };
        assert_eq!(span(16), [0.0, 1.0]);
        assert_eq!(span(17), [-70.0, 70.0]);
    }

    #[test]
    fn ends_have_few_digits() {
        for (low, high, want) in [
            (-0.531_7, 0.544_9, "-0.55..0.55"),
            (0.003_1, 0.087_6, "0.003..0.088"),
            (-812.3, 4031.9, "-900..4100"),
            (-1.0, -0.25, "-1..-0.25"),
            (0.31, 6.85, "0.3..6.9"),
            (-0.5, 0.555, "-0.56..0.56"),
            (-0.555, 0.5, "-0.56..0.56"),
            (-0.5, 0.645, "-0.5..0.65"),
        ] {
            let [low, high] = rounded([low, high]);
            assert_eq!(format!("{low}..{high}"), want);
        }
    }

    #[test]
    fn flat_noise_has_its_bounds() {
        let flat = Layers::from(Noise::perlin(1).scale(0.0).bias(3.0));
        let bounds = [3.0, 3.0];
        assert_eq!(levels(&flat, 2, bounds), bounds);
        let far = Layers::from(Noise::perlin(1).fbm(32).lacunarity(4.0));
        assert_eq!(levels(&far, 2, bounds), bounds);
    }
}
