//! `Grid`: where to sample, a window on an infinite sampling lattice; and the coordinates along one axis.

use alloc::format;
use core::ops::Range;

use crate::error::{Error, Result, number};

/// The axes' names, from the last (fastest) of the array on.
pub(crate) const AXES: [char; 4] = ['x', 'y', 'z', 'w'];

/// The greatest index of a sample, 2^53. Beyond, not every index is an `f64`, and neighbours would be the same sample.
const MAX_INDEX: i64 = 1 << 53;

/// A window on an infinite sampling lattice, of 1 to 4 dimensions, in array order: slowest axis first, `[.., z, y, x]`.
///
/// Sample `k` of an axis lies at the world coordinate `origin + (start + k) · spacing`. Tiles of a larger grid are grids
/// with another `start`, and have the same bits as that part of the larger one.
///
/// ```
/// use perlane::{Grid, Noise};
/// let noise = Noise::perlin(7).frequency(0.05);
/// let whole = noise.generate(&Grid::new([32, 48]))?;
/// let tile = noise.generate(&Grid::new([8, 16]).start([20, 30]))?;
/// assert_eq!(tile[..16], whole[20 * 48 + 30..][..16]);
/// # Ok::<(), perlane::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[must_use = "its methods return another grid, and change nothing"]
pub struct Grid<const D: usize> {
    /// World coordinates of lattice sample 0; finite. Default 0.
    pub origin: [f64; D],
    /// World units from sample to sample; finite, not 0. Default 1.
    pub spacing: [f64; D],
    /// Index of the window's first sample on the sampling lattice. Default 0. All indices are from -2^53 to 2^53.
    pub start: [i64; D],
    /// Samples along each axis; 0 is allowed.
    pub shape: [usize; D],
}

impl<const D: usize> Grid<D> {
    /// A window of this shape at start 0, origin 0, spacing 1.
    pub fn new(shape: [usize; D]) -> Self {
        const { assert!(D >= 1 && D <= 4, "a grid has 1 to 4 axes") };
        Grid { origin: [0.0; D], spacing: [1.0; D], start: [0; D], shape }
    }

    /// Index of the first sample along each axis.
    pub fn start(mut self, start: [i64; D]) -> Self {
        self.start = start;
        self
    }

    /// World coordinates of sample 0 of the sampling lattice.
    pub fn origin(mut self, origin: [f64; D]) -> Self {
        self.origin = origin;
        self
    }

    /// World units from sample to sample along each axis; a negative spacing runs backwards.
    pub fn spacing(mut self, spacing: [f64; D]) -> Self {
        self.spacing = spacing;
        self
    }

    /// World coordinates of the sample at `index`, which counts from `start`; it may lie outside the window, at any distance.
    #[must_use]
    pub fn world(&self, index: [usize; D]) -> [f64; D] {
        core::array::from_fn(|a| world_of_any(self.origin[a], self.spacing[a], self.start[a], index[a]))
    }

    /// The coordinates along each axis, slowest first.
    pub(crate) fn axes(&self) -> [Axis<'static>; D] {
        core::array::from_fn(|a| Axis::Even {
            origin: self.origin[a],
            spacing: self.spacing[a],
            start: self.start[a],
            len: self.shape[a],
        })
    }

    /// The number of samples.
    ///
    /// # Errors
    /// More samples than a buffer can hold.
    pub fn samples(&self) -> Result<usize> {
        samples(&self.shape)
    }

    /// Checks origin, spacing, start and shape.
    ///
    /// # Errors
    /// The first parameter outside its range.
    pub fn validate(&self) -> Result<()> {
        if self.is_usual() { Ok(()) } else { self.look_closely() }
    }

    /// Whether the grid is of those that nearly all are, and valid: small ones are checked millions of times.
    #[inline]
    fn is_usual(&self) -> bool {
        // So long that four such axes have fewer samples than a buffer can hold.
        const LENGTH: usize = 1 << (usize::BITS / 4 - 2);
        let mut usual = true;
        for a in 0..D {
            let (origin, spacing) = (self.origin[a].abs(), self.spacing[a].abs());
            usual &= origin <= f64::MAX && spacing <= f64::MAX && spacing > 0.0;
            usual &= (1..=LENGTH).contains(&self.shape[a]);
            usual &= self.start[a].unsigned_abs() <= MAX_INDEX.unsigned_abs() - LENGTH as u64;
        }
        usual
    }

    /// The checks of all grids.
    #[inline(never)]
    fn look_closely(&self) -> Result<()> {
        self.samples()?;
        self.validate_place()
    }

    /// Checks origin, spacing, start and lengths. The grid may have more samples than a buffer, as it is filled part by part.
    pub(crate) fn validate_place(&self) -> Result<()> {
        if has_too_long(&self.shape) {
            return Err(Error::parameter("shape", format!("{:?}", self.shape), MOST_ALONG));
        }
        check_places(&self.shape, &self.start, &self.origin, &self.spacing)
    }
}

/// The methods return a changed copy, so a call whose result is dropped would go unnoticed.
///
/// ```compile_fail
/// #![deny(unused_must_use)]
/// let grid = perlane::Grid::new([4, 4]);
/// grid.start([7, 7]);
/// ```
#[cfg(doctest)]
struct Dropped;

/// Checks origin, spacing and start of each axis, slowest first. Lengths are not [too long](has_too_long).
pub(crate) fn check_places(lens: &[usize], starts: &[i64], origins: &[f64], spacings: &[f64]) -> Result<()> {
    let empty = lens.contains(&0);
    for (a, name) in (0..lens.len()).rev().zip(AXES) {
        if !origins[a].is_finite() {
            return Err(Error::parameter(format!("origin.{name}"), number(origins[a]), "finite numbers"));
        }
        if !spacings[a].is_finite() || spacings[a] == 0.0 {
            let allowed = "finite numbers other than 0 (world units)";
            return Err(Error::parameter(format!("spacing.{name}"), number(spacings[a]), allowed));
        }
        let last = i64::try_from(lens[a]).ok().and_then(|len| starts[a].checked_add(len - 1));
        let exact = -MAX_INDEX..=MAX_INDEX;
        let within = exact.contains(&starts[a]) && last.is_some_and(|last| exact.contains(&last));
        if !empty && !within {
            let allowed = format!("starts whose {} samples have indices from -2^53 to 2^53", lens[a]);
            return Err(Error::parameter(format!("start.{name}"), starts[a], allowed));
        }
    }
    Ok(())
}

/// World coordinate of sample `k` along one axis: `bits.md` section 1. In a valid window, `start + k` never wraps.
#[inline]
pub(crate) fn world(origin: f64, spacing: f64, start: i64, k: usize) -> f64 {
    origin + start.wrapping_add(k as i64) as f64 * spacing
}

/// The same for any index and start, whose sum may be no `i64`. In a valid window, it has the same bits.
pub(crate) fn world_of_any(origin: f64, spacing: f64, start: i64, k: usize) -> f64 {
    origin + (i128::from(start) + k as i128) as f64 * spacing
}

/// The number of samples of a grid of that shape.
#[cfg_attr(not(perlane_small), inline)]
pub(crate) fn samples(shape: &[usize]) -> Result<usize> {
    match count(shape) {
        Some(samples) => Ok(samples),
        None => Err(too_many(shape)),
    }
}

/// The most samples along an axis: one for each index.
pub(crate) const MOST_ALONG: &str = "at most 2^54 + 1 samples along an axis";

/// Whether axes of these lengths have samples, and one of them too many.
pub(crate) fn has_too_long(lens: &[usize]) -> bool {
    const MOST: u64 = 2 * MAX_INDEX.unsigned_abs() + 1;
    !lens.contains(&0) && lens.iter().any(|len| *len as u64 > MOST)
}

/// The largest buffer that programs can have.
pub(crate) const MOST_BYTES: &str =
    if cfg!(target_pointer_width = "64") { "2^63 - 1 bytes of samples" } else { "2^31 - 1 bytes of samples" };

#[cold]
fn too_many(shape: &[usize]) -> Error {
    Error::parameter("shape", format!("{shape:?}"), format!("shapes of at most {MOST_BYTES}"))
}

/// The number of elements in all planes of a grid of that shape.
pub(crate) fn samples_of_planes(shape: &[usize], planes: usize) -> Result<usize> {
    let samples = samples(shape)?;
    count(&[samples, planes]).ok_or_else(|| {
        let value = format!("{shape:?}, in {planes} planes");
        Error::parameter("shape", value, format!("shapes of at most {MOST_BYTES} in all planes"))
    })
}

/// The product of the axes' lengths; `None` where no buffer can hold so many samples.
#[cfg_attr(not(perlane_small), inline)]
pub(crate) fn count(lens: &[usize]) -> Option<usize> {
    // An empty axis makes the product 0, even if it overflowed before.
    let (mut bytes, mut overflows, mut empty) = (size_of::<f32>(), false, false);
    for &len in lens {
        let (product, overflowed) = bytes.overflowing_mul(len);
        (bytes, overflows, empty) = (product, overflows | overflowed, empty | (len == 0));
    }
    if empty {
        return Some(0);
    }
    (!overflows && bytes <= isize::MAX as usize).then_some(bytes / size_of::<f32>())
}

/// The world coordinates along one axis.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Axis<'a> {
    /// A window on a sampling lattice.
    Even { origin: f64, spacing: f64, start: i64, len: usize },
    /// The user's coordinates, in any order.
    Listed(&'a [f64]),
}

/// How many listed coordinates are checked in one loop. It has no early exit, so that the compiler vectorises it.
const PART: usize = 256;

impl<'a> Axis<'a> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Axis::Even { len, .. } => *len,
            Axis::Listed(world) => world.len(),
        }
    }

    /// World coordinate of sample `k`.
    #[inline]
    pub(crate) fn world(&self, k: usize) -> f64 {
        match self {
            Axis::Even { origin, spacing, start, .. } => self::world(*origin, *spacing, *start, k),
            Axis::Listed(world) => world[k],
        }
    }

    /// The part of the axis with these indices.
    pub(crate) fn slice(&self, range: Range<usize>) -> Axis<'a> {
        match *self {
            Axis::Even { origin, spacing, start, .. } => {
                Axis::Even { origin, spacing, start: start + range.start as i64, len: range.len() }
            }
            Axis::Listed(world) => Axis::Listed(&world[range]),
        }
    }

    /// The first sample whose world coordinate `good` refuses. The coordinates that `good` accepts must form an interval. Coordinates are
    /// monotonic along an even axis: its two ends are checked first, and then a binary search finds the sample.
    pub(crate) fn first_refused(&self, good: impl Fn(f64) -> bool) -> Option<usize> {
        match self {
            Axis::Listed(world) => {
                let all_good = |part: &[f64]| part.iter().fold(true, |all, &w| all & good(w));
                let at = world.chunks(PART).position(|part| !all_good(part))? * PART;
                world[at..].iter().position(|&w| !good(w)).map(|i| at + i)
            }
            Axis::Even { len: 0, .. } => None,
            Axis::Even { .. } if !good(self.world(0)) => Some(0),
            Axis::Even { len, .. } if good(self.world(len - 1)) => None,
            Axis::Even { len, .. } => {
                let (mut held, mut refused) = (0, len - 1);
                while refused - held > 1 {
                    let middle = held + (refused - held) / 2;
                    if good(self.world(middle)) { held = middle } else { refused = middle }
                }
                Some(refused)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beyond the indices that samples may have, coordinates go on; within them, they are those of samples.
    #[test]
    fn places_of_any_index() {
        let far = Grid::new([usize::MAX, 2]);
        assert_eq!(far.world([usize::MAX, 1]), [usize::MAX as f64, 1.0]);
        assert_eq!(far.start([i64::MAX, 0]).world([usize::MAX, 1])[0], usize::MAX as f64 + i64::MAX as f64);
        assert_eq!(far.start([i64::MIN, 0]).world([0, 1])[0], i64::MIN as f64);
        let window = crate::Window::from(far);
        assert_eq!(window.world([usize::MAX, 1]).array_order(), far.world([usize::MAX, 1]));
        for (origin, spacing) in [(0.0, 1.0), (-0.0, -1.0), (0.1, 0.3), (1e300, -5e-324)] {
            for start in [0, -1, 7, MAX_INDEX - 100, -MAX_INDEX] {
                let of_samples = [0, 1, 2, 99].map(|k| world(origin, spacing, start, k).to_bits());
                let of_any = [0, 1, 2, 99].map(|k| world_of_any(origin, spacing, start, k).to_bits());
                assert_eq!(of_samples, of_any, "{origin} {spacing} {start}");
            }
        }
    }

    /// What is not looked at closely is valid.
    #[test]
    fn usual_grids_are_valid() {
        let far = MAX_INDEX - 1;
        let numbers = [0.0, -0.0, 0.1, -3.0, 5e-324, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        let (mut usual, mut unusual) = (0, 0);
        for start in [0, -7, far, -far, MAX_INDEX, i64::MIN, i64::MAX] {
            for len in [0, 1, 2, 64, 65, 1 << 14, (1 << 14) + 1, usize::MAX] {
                for origin in numbers {
                    for spacing in numbers {
                        let grid = Grid::new([3, len]).start([0, start]).origin([0.0, origin]);
                        let grid = grid.spacing([1.0, spacing]);
                        assert!(!grid.is_usual() || grid.look_closely().is_ok(), "{grid:?}");
                        *if grid.is_usual() { &mut usual } else { &mut unusual } += 1;
                    }
                }
            }
        }
        assert!(usual > 50 && unusual > 1000, "{usual} {unusual}");
        assert!(Grid::new([64, 64]).start([1 << 40, -5]).is_usual());
    }
}
