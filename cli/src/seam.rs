//! Spacings with which a whole window is a whole number of lattice cells, in spite of rounding.
//!
//! The lattice coordinate of a sample is `(origin + number * spacing + offset) * frequency`, rounded after each operation. A sample on a lattice
//! line must have exactly the line's coordinate. If it is an ulp below, the sample is in the cell before, where cell noise has another value. A
//! spacing computed by one division does not ensure this, but one of its neighbours, or of the frequency's neighbours, usually does.

use perlane::{Noise, Window};

/// How many windows on each side of the first one are checked.
const WINDOWS: i64 = 3;

/// Upper bound on the lattice lines that are checked on each side.
const LINES: i64 = 4096;

/// How many neighbouring numbers on each side are tried as spacings.
const SPACINGS: i64 = 2;

/// How many neighbouring numbers on each side are tried as frequencies, if the frequency is a rounded quotient anyway. They differ from it by a part
/// in 10^14.
const FREQUENCIES: i64 = 64;

/// How many ends of windows, then how many lattice lines, then how many lines of the last octave miss their coordinates.
pub(crate) type Misses = [usize; 3];

/// An axis along which the window has a whole number of cells.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seam {
    pub(crate) axis: usize,
    pub(crate) cells: u32,
    size: usize,
    /// The sign of the spacing.
    sign: f64,
    origin: f64,
    offset: f64,
    /// Into how many equal parts a window is cut, so that parts begin at its end, on lattice lines, and on lines of the last octave.
    parts: [i64; 3],
}

impl Seam {
    pub(crate) fn new(axis: usize, cells: u32, window: &Window, noise: &Noise) -> Self {
        let size = window.size.xyzw()[axis];
        // With the usual lacunarity, each octave's cells have half the size.
        let halvings =
            if noise.lacunarity == 2.0 { noise.octave_count().saturating_sub(1).min(16) } else { 0 };
        let parts =
            |lines: u64| i64::try_from(greatest_common_divisor(size as u64, lines)).unwrap_or(1).max(1);
        Seam {
            axis,
            cells,
            size,
            sign: window.spacing.xyzw()[axis].signum(),
            origin: window.origin.xyzw()[axis],
            offset: noise.offset.xyzw()[axis],
            parts: [1, parts(u64::from(cells)), parts(u64::from(cells) << halvings)],
        }
    }

    /// The spacing with the fewest misses at this frequency.
    pub(crate) fn spacing(&self, frequency: f64) -> f64 {
        let near = self.sign * f64::from(self.cells) / (self.size as f64 * frequency);
        least(neighbours(near, SPACINGS), |spacing| self.misses(spacing, frequency))
    }

    fn misses(&self, spacing: f64, frequency: f64) -> Misses {
        self.parts.map(|parts| self.misses_of(parts, spacing, frequency))
    }

    /// How many parts of the windows do not begin where they should, if a window has this many parts.
    fn misses_of(&self, parts: i64, spacing: f64, frequency: f64) -> usize {
        let step = (self.size as i64 / parts) as f64;
        let lattice = |part: i64| (self.origin + part as f64 * step * spacing + self.offset) * frequency;
        let first = lattice(0);
        let many = (WINDOWS * parts).min(LINES);
        let want = |part: i64| part as f64 * f64::from(self.cells) / parts as f64;
        (-many..=many).filter(|part| lattice(*part) - first != want(*part) * self.sign).count()
    }
}

/// The frequency at which the spacings of all axes have the fewest misses: this one, or, if it is `rounded` anyway, one of its neighbours.
pub(crate) fn frequency(seams: &[Seam], frequency: f64, rounded: bool) -> f64 {
    let misses = |frequency: f64| {
        let of_axes = seams.iter().map(|seam| seam.misses(seam.spacing(frequency), frequency));
        of_axes.fold([0; 3], |sum, more| std::array::from_fn(|i| sum[i] + more[i]))
    };
    least(neighbours(frequency, if rounded { FREQUENCIES } else { 0 }), misses)
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

    /// The end of every window is on its lattice line. All lines within windows are too, except for a few pairs.
    #[test]
    fn whole_windows_are_whole_cells() {
        let (mut pairs, mut inexact) = (0, 0);
        for size in SIZES {
            for cell_size in cell_sizes() {
                let noise = Noise::perlin(0).frequency(1.0 / cell_size);
                let seam = seam(size, cells(size, cell_size), &noise);
                let frequency = frequency(&[seam], noise.frequency, true);
                let [ends, lines, _] = seam.misses(seam.spacing(frequency), frequency);
                assert_eq!(ends, 0, "{size} samples, cells of {cell_size}");
                assert!((frequency / noise.frequency - 1.0).abs() < 2e-14);
                pairs += 1;
                inexact += usize::from(lines > 0);
            }
        }
        assert!(pairs > 3000 && inexact * 500 < pairs, "{inexact} of {pairs}");
    }

    /// Two axes share one frequency.
    #[test]
    fn axes_share_a_frequency() {
        for [width, height] in [[640, 480], [1920, 1080], [100, 70], [1000, 300], [768, 90]] {
            for cell_size in [7.0, 20.0, 30.0, 33.0, 49.0, 60.0] {
                let noise = Noise::perlin(0).frequency(1.0 / cell_size);
                let seams = [width, height].map(|size| seam(size, cells(size, cell_size), &noise));
                let frequency = frequency(&seams, noise.frequency, true);
                for seam in seams {
                    assert_eq!(seam.misses(seam.spacing(frequency), frequency)[0], 0, "{seam:?}");
                }
            }
        }
    }

    /// A requested frequency is not changed.
    #[test]
    fn frequencies_that_were_given_stay() {
        for cell_size in cell_sizes() {
            let noise = Noise::perlin(0).fbm(6).frequency(1.0 / cell_size);
            assert_eq!(frequency(&[seam(640, 7, &noise)], noise.frequency, false), noise.frequency);
        }
    }

    /// Extreme numbers have a spacing too.
    #[test]
    fn extreme_numbers_have_a_spacing() {
        for number in [f64::MIN_POSITIVE, f64::MAX, 5e-324] {
            let noise = Noise::perlin(0).frequency(number);
            let seam = seam(100, 3, &noise);
            let frequency = frequency(&[seam], number, true);
            assert!(frequency > 0.0 && !seam.spacing(frequency).is_nan(), "{number:e}");
        }
        assert_eq!(
            neighbours(1.0, 1).collect::<Vec<_>>(),
            [1.0, 1.0 + f64::EPSILON, 1.0 - f64::EPSILON / 2.0]
        );
    }
}
