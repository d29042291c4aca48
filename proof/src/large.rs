//! Grids larger than caches, which backends may write past these, by code that no smaller grid takes.

use perlane::{Backend, Error, Grid, Layers, Noise, Quantity, Window};

use crate::Case;
use crate::difference::{Difference, difference};

/// A grid that is written past the caches has at least so many samples.
const LARGE: usize = 1 << 23;

/// The same if its noise has several octaves, or is made point by point.
const LARGE_OF_SLOW: usize = 1 << 22;

/// Slabs of a grid. Each is smaller than such a grid.
const SLABS: usize = 3;

/// One grid for each kind of code that writes past the caches: the rows of a plane, of a volume and of cellular noise, line by line; and blocks that are
/// copied. Only rows that are a whole number of cache lines are written line by line, because these all begin at the same place of a line.
#[must_use]
pub fn large() -> Vec<Case> {
    let wide = Noise::perlin(7).frequency(1.0 / 61.0);
    let nearest = Noise::cellular(8).frequency(1.0 / 40.0);
    let case = |noise: Noise, window: Window| Case {
        layers: Layers::from(noise),
        field: Quantity::Value.into(),
        window,
    };
    let plane =
        |samples: usize, columns: usize| Grid::new([samples / columns + 1, columns]).start([-900, 77]);
    vec![
        case(wide.clone(), plane(LARGE, 2064).into()),
        case(wide.clone(), Grid::new([LARGE / 90 / 272 + 1, 90, 272]).start([-9, 77, 13]).into()),
        case(wide.fbm(2), plane(LARGE_OF_SLOW, 2055).into()),
        case(nearest, plane(LARGE_OF_SLOW, 2064).into()),
    ]
}

/// The samples of a grid, filled in slabs by the portable backend. The reference would take minutes. Another backend's own slabs would not do: blocks of
/// many rows in three dimensions, which the small grids of other comparisons lack, are in the slabs, too.
///
/// # Errors
/// A case that cannot be sampled.
pub fn slabs(case: &Case) -> Result<Vec<f32>, Error> {
    let rows = case.window.shape()[0];
    let (mut samples, each) = (Vec::new(), rows.div_ceil(SLABS).max(1));
    for first in (0..rows).step_by(each) {
        samples.extend(slab(case, first, each.min(rows - first)).fill(Backend::portable())?);
    }
    Ok(samples)
}

/// Fills a grid whole, and returns the first sample whose bits are not those of `want`, which [`slabs`] gives. With the feature `rayon`, the current thread
/// pool fills it, too.
///
/// # Errors
/// A case that cannot be sampled.
pub fn compare_large(case: &Case, backend: Backend, want: &[f32]) -> Result<Option<Difference>, Error> {
    let found = difference(case, backend, "large", &case.fill(backend)?, want);
    #[cfg(feature = "rayon")]
    if found.is_none() {
        return on_threads(case, backend, want);
    }
    Ok(found)
}

/// [`compare_large`] for the current thread pool alone.
#[cfg(feature = "rayon")]
fn on_threads(case: &Case, backend: Backend, want: &[f32]) -> Result<Option<Difference>, Error> {
    let mut out = vec![f32::NAN; want.len()];
    case.layers.field(case.field).par_fill_with(backend, &case.window, &mut out)?;
    Ok(difference(case, backend, "large on threads", &out, want))
}

/// Some indices of the slowest axis.
fn slab(case: &Case, first: usize, rows: usize) -> Case {
    let (mut window, slowest) = (case.window, case.window.dims() - 1);
    *window.start.xyzw_mut()[slowest] += first as i64;
    *window.size.xyzw_mut()[slowest] = rows;
    Case { window, ..case.clone() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    #[test]
    fn large_grids_are_their_slabs() {
        for case in large() {
            assert!(case.samples().unwrap() >= LARGE_OF_SLOW);
            let want = slabs(&case).unwrap();
            for backend in Backend::available() {
                assert_eq!(compare_large(&case, backend, &want).unwrap(), None, "{case:?}");
            }
        }
    }

    /// Rows of a whole number of cache lines are written line by line; others are copied.
    #[test]
    fn most_rows_are_written_line_by_line() {
        const LINE: usize = 64 / size_of::<f32>();
        let by_line = large().iter().filter(|case| case.window.size.x.is_multiple_of(LINE)).count();
        assert_eq!((by_line, large().len()), (3, 4));
    }

    /// Slabs begin where the ones before end, in every number of dimensions.
    #[test]
    fn slabs_are_parts_of_the_grid() {
        let small = |window: Window| Case { window, ..large()[0].clone() };
        let windows: [Window; 4] = [
            Grid::new([7]).into(),
            Grid::new([8, 5]).into(),
            Grid::new([1, 3, 40]).into(),
            Grid::new([0, 5]).into(),
        ];
        for case in windows.map(small) {
            let want = slabs(&case).unwrap();
            assert_eq!(compare_large(&case, Backend::portable(), &want).unwrap(), None);
        }
    }
}
