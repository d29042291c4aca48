//! Spacings and offsets with which a whole window is a whole number of lattice cells, in spite of rounding.
//!
//! The lattice coordinate of a sample is `(origin + number * spacing + offset) * frequency`, rounded after each operation. A sample on a lattice
//! line must have exactly the line's coordinate. If it is an ulp below, the sample is in the cell before, where cell noise has another value. And
//! samples a window apart must have the same coordinate but for the period. That is rare by itself: 1/3 of a cell has more digits than 64 1/3.
//! But far from 0, all coordinates of the windows have the same digits, those of multiples of one power of two. So if need be, the noise gets an
//! offset of many periods, which changes it no further.

use perlane::{Noise, Window};

use crate::repeat::Samples;

/// How many windows on each side of the first one are checked.
const WINDOWS: i64 = 3;

/// Upper bound on the lattice lines that are checked on each side.
const LINES: i64 = 4096;

/// How many neighbouring numbers on each side are tried as spacings.
const SPACINGS: i64 = 2;

/// How many neighbouring numbers on each side are tried as frequencies, if the frequency is a rounded quotient anyway. They differ from it by a part
/// in 10^14.
const FREQUENCIES: i64 = 64;

/// How many neighbours on each side of the frequency of a short cell size are tried with offsets.
const FAR_FREQUENCIES: i64 = 4;

/// The binary digits of a short cell size. With so few, the ends of windows far from 0 are numbers without rounding.
const SHORT: u32 = 24;

/// How much larger than cells times samples the coordinates become, as powers of two. With less, some samples would round to different sides.
const FAR: [u32; 4] = [4, 5, 6, 3];

/// The largest coordinates are below twice 2^30, so that places are multiples of 2^-22 of a cell or less.
const FARTHEST: u32 = 30;

/// How many numbers of periods are tried as offsets for each power of two.
const PERIODS: i32 = 16;

/// How many ends of windows, then how many lattice lines, then how many lines of the last octave miss their coordinates.
pub(crate) type Misses = [usize; 3];

/// What makes edges meet: a frequency for all axes, and a place for each.
#[derive(Debug, Clone)]
pub(crate) struct Fit {
    pub(crate) frequency: f64,
    pub(crate) places: Vec<Place>,
}

/// The spacing of samples along an axis, and the noise's offset there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Place {
    pub(crate) spacing: f64,
    pub(crate) offset: f64,
}

/// An axis along which the window has a whole number of cells.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seam {
    pub(crate) axis: usize,
    pub(crate) cells: u32,
    /// The samples as the window has them, before they fit.
    samples: Samples,
    /// Into how many equal parts a window is cut, so that parts begin at its end, on lattice lines, and on lines of the last octave.
    parts: [i64; 3],
}

impl Seam {
    pub(crate) fn new(axis: usize, cells: u32, window: &Window, noise: &Noise) -> Self {
        let samples = Samples::of(noise, window, axis);
        // With the usual lacunarity, each octave's cells have half the size.
        let halvings =
            if noise.lacunarity == 2.0 { noise.octave_count().saturating_sub(1).min(16) } else { 0 };
        let parts = |lines: u64| {
            let size = samples.size.unsigned_abs();
            i64::try_from(greatest_common_divisor(size, lines)).unwrap_or(1).max(1)
        };
        let parts = [1, parts(u64::from(cells)), parts(u64::from(cells) << halvings)];
        Seam { axis, cells, samples, parts }
    }

    /// The spacing nearest to that of so many cells in the window.
    fn near(&self, frequency: f64) -> f64 {
        self.samples.spacing.signum() * f64::from(self.cells) / (self.samples.size as f64 * frequency)
    }

    /// The place with the fewest misses at this frequency, with the noise's own offset.
    fn best(&self, frequency: f64) -> Place {
        let offset = self.samples.offset;
        let place = |spacing| Place { spacing, offset };
        let spacing = least(neighbours(self.near(frequency), SPACINGS), |s| self.misses(place(s), frequency));
        place(spacing)
    }

    /// A place with which whole windows repeat exactly, and which misses no line: with the noise's own offset, or far from 0.
    fn exact(&self, frequency: f64) -> Option<Place> {
        let (spacing, offset) = (self.near(frequency), self.samples.offset);
        let own = neighbours(spacing, SPACINGS).map(|spacing| Place { spacing, offset });
        let far = self.offsets(frequency).map(|offset| Place { spacing, offset });
        own.chain(far).find(|place| self.is_exact(*place, frequency))
    }

    fn is_exact(&self, place: Place, frequency: f64) -> bool {
        self.misses(place, frequency) == [0; 3] && self.at(place, frequency).repeat(self.cells)
    }

    /// Offsets by whole periods that are tried. With them, all windows have coordinates just above a power of two.
    fn offsets(&self, frequency: f64) -> impl Iterator<Item = f64> + use<> {
        let (cells, own) = (f64::from(self.cells), self.samples.offset);
        let first = Samples { frequency, spacing: self.near(frequency), ..self.samples };
        let first = first.lattice(first.start);
        let product = u128::from(self.cells) * u128::from(self.samples.size.unsigned_abs());
        let product = product.next_power_of_two().ilog2();
        let powers = FAR.into_iter().map(move |far| product + far).filter(|power| *power <= FARTHEST);
        powers.flat_map(move |power| {
            let least = ((f64::from(1u32 << power) - first) / cells).ceil() + (WINDOWS + 1) as f64;
            (0..PERIODS).map(move |more| own + (least + f64::from(more)) * (cells / frequency))
        })
    }

    fn at(&self, place: Place, frequency: f64) -> Samples {
        Samples { spacing: place.spacing, offset: place.offset, frequency, ..self.samples }
    }

    fn misses(&self, place: Place, frequency: f64) -> Misses {
        let samples = self.at(place, frequency);
        self.parts.map(|parts| self.misses_of(parts, &samples))
    }

    /// How many parts of the windows do not begin where they should, if a window has this many parts.
    fn misses_of(&self, parts: i64, samples: &Samples) -> usize {
        let step = samples.size / parts;
        // Lines are counted from the sample with the number 0, so that they are those of the lattice in most windows.
        let first = samples.start - samples.start.rem_euclid(step);
        let lattice = |part: i64| samples.lattice(first.saturating_add(part.saturating_mul(step)));
        let from = lattice(0);
        let many = WINDOWS.saturating_mul(parts).min(LINES);
        let want = |part: i64| part as f64 * f64::from(self.cells) / parts as f64 * samples.spacing.signum();
        (-many..=many).filter(|part| lattice(*part) - from != want(*part)).count()
    }
}

/// A frequency, and a place for each axis, with which windows repeat exactly if there are any; otherwise those with the fewest misses. A frequency
/// that is `rounded` anyway may change: first to a neighbour, then to that of a cell size of few digits.
pub(crate) fn fit(seams: &[Seam], frequency: f64, rounded: bool) -> Fit {
    let exact = |frequency: f64| {
        let places = seams.iter().map(|seam| seam.exact(frequency)).collect::<Option<Vec<Place>>>()?;
        Some(Fit { frequency, places })
    };
    let nearest = nearest(seams, frequency, rounded);
    let own = || seams.iter().map(|seam| seam.best(nearest)).collect();
    let is_exact = |fit: &Fit| {
        let mut pairs = seams.iter().zip(&fit.places);
        pairs.all(|(seam, place)| seam.is_exact(*place, fit.frequency))
    };
    let best = Fit { frequency: nearest, places: own() };
    if is_exact(&best) {
        return best;
    }
    let near = if rounded { 1.0 / short(1.0 / frequency) } else { frequency };
    let mut frequencies = neighbours(near, if rounded { FAR_FREQUENCIES } else { 0 });
    frequencies.find_map(exact).unwrap_or(best)
}

/// The frequency at which the spacings of all axes have the fewest misses: this one, or, if it is `rounded` anyway, one of its neighbours.
fn nearest(seams: &[Seam], frequency: f64, rounded: bool) -> f64 {
    let misses = |frequency: f64| {
        let of_axes = seams.iter().map(|seam| seam.misses(seam.best(frequency), frequency));
        of_axes.fold([0; 3], |sum, more| std::array::from_fn(|i| sum[i] + more[i]))
    };
    least(neighbours(frequency, if rounded { FREQUENCIES } else { 0 }), misses)
}

/// The nearest number that has [`SHORT`] binary digits.
fn short(number: f64) -> f64 {
    let unit = 1 << (f64::MANTISSA_DIGITS - SHORT);
    f64::from_bits((number.to_bits() + unit / 2) & !(unit - 1))
}

/// The number with the fewest misses; the first one if there are several.
fn least(numbers: impl Iterator<Item = f64>, misses: impl Fn(f64) -> Misses) -> f64 {
    let mut best = (f64::NAN, [usize::MAX; 3]);
    for number in numbers {
        let missed = misses(number);
        if missed < best.1 {
            best = (number, missed);
        }
        if missed == [0; 3] {
            break;
        }
    }
    best.0
}

/// A number and `count` of its neighbours on each side, nearest first.
fn neighbours(number: f64, count: i64) -> impl Iterator<Item = f64> {
    let at = move |ulps: i64| f64::from_bits(number.to_bits().wrapping_add_signed(ulps));
    std::iter::once(number).chain((1..=count).flat_map(move |ulps| [at(ulps), at(-ulps)]))
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [usize; 40] = [
        16, 20, 24, 30, 32, 48, 50, 64, 90, 96, 100, 120, 128, 144, 150, 180, 192, 200, 240, 250, 256, 300,
        320, 360, 400, 480, 500, 512, 600, 640, 720, 768, 800, 900, 1000, 1024, 1080, 1280, 1920, 2048,
    ];

    fn cell_sizes() -> impl Iterator<Item = f64> {
        let fractions = [2.5, 7.25, 12.5, 33.3, 49.7, 85.3, 102.4, 1000.0 / 3.0];
        (1..=64).chain([80, 90, 100, 120, 128, 150, 200, 256]).map(f64::from).chain(fractions)
    }

    fn seam(size: usize, cells: u32, noise: &Noise) -> Seam {
        Seam::new(0, cells, &Window::from_xyzw(&[size, 1]).unwrap(), noise)
    }

    fn cells(size: usize, cell_size: f64) -> u32 {
        (size as f64 / cell_size).round().max(1.0) as u32
    }

    /// Windows repeat exactly and no line is missed, whatever their size and cells are.
    #[test]
    fn windows_repeat_exactly() {
        let mut pairs = 0;
        for size in SIZES {
            for cell_size in cell_sizes() {
                let noise = Noise::perlin(0).fbm(6).frequency(1.0 / cell_size);
                let seam = seam(size, cells(size, cell_size), &noise);
                let Fit { frequency, places } = fit(&[seam], noise.frequency, true);
                assert!(seam.is_exact(places[0], frequency), "{size} samples, cells of {cell_size}");
                assert!((frequency / noise.frequency - 1.0).abs() < 1e-7);
                pairs += 1;
            }
        }
        assert!(pairs > 3000);
    }

    /// A whole number of samples a cell has few digits, so that its frequency stays but for some ulps.
    #[test]
    fn whole_cell_sizes_stay() {
        for (size, cell_size) in [(100, 20.0), (640, 7.0), (1000, 33.0), (300, 102.5)] {
            let noise = Noise::perlin(0).fbm(6).frequency(1.0 / cell_size);
            let fit = fit(&[seam(size, cells(size, cell_size), &noise)], noise.frequency, true);
            assert!((fit.frequency * cell_size - 1.0).abs() < 1e-13, "{cell_size}");
        }
    }

    /// An offset is added only where windows need one, by whole periods.
    #[test]
    fn offsets_are_whole_periods() {
        let noise = Noise::perlin(0).fbm(6).frequency(1.0 / 32.0).offset([0.25]);
        let fitted = |size: usize| {
            let seam = seam(size, cells(size, 32.0), &noise);
            (fit(&[seam], noise.frequency, true).places[0], f64::from(seam.cells) * 32.0)
        };
        assert_eq!(fitted(256).0, Place { spacing: 1.0, offset: 0.25 });
        let (Place { offset, .. }, period) = fitted(300);
        assert!(offset > 1e4 && (offset - 0.25) % period == 0.0, "{offset}");
    }

    /// Two axes share one frequency.
    #[test]
    fn axes_share_a_frequency() {
        for [width, height] in [[640, 480], [1920, 1080], [100, 70], [1000, 300], [768, 90]] {
            for cell_size in [7.0, 20.0, 30.0, 33.0, 49.0, 60.0] {
                let noise = Noise::perlin(0).fbm(6).frequency(1.0 / cell_size);
                let seams = [width, height].map(|size| seam(size, cells(size, cell_size), &noise));
                let Fit { frequency, places } = fit(&seams, noise.frequency, true);
                for (seam, place) in seams.iter().zip(places) {
                    assert!(seam.is_exact(place, frequency), "{seam:?}");
                }
            }
        }
    }

    /// A requested frequency is not changed.
    #[test]
    fn frequencies_that_were_given_stay() {
        for cell_size in cell_sizes() {
            let noise = Noise::perlin(0).fbm(6).frequency(1.0 / cell_size);
            assert_eq!(fit(&[seam(640, 7, &noise)], noise.frequency, false).frequency, noise.frequency);
        }
    }

    /// Extreme numbers have a spacing too.
    #[test]
    fn extreme_numbers_have_a_spacing() {
        for number in [f64::MIN_POSITIVE, f64::MAX, 5e-324] {
            let noise = Noise::perlin(0).frequency(number);
            let seam = seam(100, 3, &noise);
            let Fit { frequency, places } = fit(&[seam], number, true);
            assert!(frequency > 0.0 && !places[0].spacing.is_nan(), "{number:e}");
        }
        assert_eq!(
            neighbours(1.0, 1).collect::<Vec<_>>(),
            [1.0, 1.0 + f64::EPSILON, 1.0 - f64::EPSILON / 2.0]
        );
    }
}
