//! Long computations in pieces, so that Ctrl-C ends them soon.
//!
//! Python runs its signal handlers in the main thread, and only while that thread holds the interpreter. So a call computes a piece of its array
//! without the interpreter, takes the interpreter to check for signals, and goes on with the next piece.

use std::mem;
use std::ops::Range;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::error::refused;

/// An array that is filled piece by piece.
pub(crate) trait Pieces: Sized + Send {
    /// The type of the numbers.
    type Number;
    /// Memory that is kept from piece to piece.
    type Room: Default + Send;

    /// How many numbers there are.
    fn count(&self) -> usize;

    /// How many of them may be filled at once, at most.
    fn most(&self) -> usize {
        usize::MAX
    }

    /// Takes the first numbers away from the rest.
    fn split_off(&mut self, count: usize) -> Self;

    /// Lets `compute` write the numbers.
    fn fill(
        self,
        room: &mut Self::Room,
        compute: impl FnOnce(&mut [Self::Number]) -> perlane::Result<()>,
    ) -> perlane::Result<()>;
}

/// Takes the first elements away from a slice, and returns them.
pub(crate) fn first<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, rest) = mem::take(slice).split_at_mut(count);
    *slice = rest;
    first
}

/// How long a piece should take: so short that people hardly notice it, and so long that its overhead does not show.
const PIECE: Duration = Duration::from_millis(30);

/// The size of pieces. It follows the measured rate, because the rates of backends, kinds and machines differ a thousandfold.
pub(crate) struct Pace {
    samples: usize,
}

impl Pace {
    /// `first` is how many samples of one octave the slowest backend computes in a few hundredths of a second.
    pub(crate) fn new(first: usize, octaves: usize) -> Self {
        Pace { samples: (first / octaves.max(1)).max(1) }
    }

    /// Whether an array of `samples` samples is one piece.
    pub(crate) fn takes_at_once(&self, samples: usize) -> bool {
        samples <= self.samples
    }

    /// Adjusts the size after `samples` took this long. Growth is bounded, because the first rows of an array may be faster than others.
    fn measured(&mut self, samples: usize, took: Duration) {
        let wanted = samples as f64 * PIECE.as_secs_f64() / took.as_secs_f64().max(1e-6);
        let bounds = ((self.samples / 8).max(1), self.samples.saturating_mul(8));
        self.samples = (wanted as usize).clamp(bounds.0, bounds.1);
    }
}

/// Calls `fill` with a range of indices along each axis, and with room for their samples, piece after piece in C order.
pub(crate) fn in_pieces<T: Pieces>(
    py: Python<'_>,
    shape: &[usize],
    mut target: T,
    mut pace: Pace,
    fill: impl Fn(&[Range<usize>], &mut [T::Number]) -> perlane::Result<()> + Sync,
) -> PyResult<()> {
    let mut room = T::Room::default();
    let mut begun = 0;
    loop {
        let ranges = piece(shape, begun, pace.samples.min(target.most()));
        let samples = ranges.iter().map(Range::len).product();
        let part = target.split_off(samples);
        let start = Instant::now();
        py.detach(|| part.fill(&mut room, |out| fill(&ranges, out))).map_err(refused)?;
        begun += samples;
        if target.count() == 0 {
            return Ok(());
        }
        pace.measured(samples, start.elapsed());
        py.check_signals()?;
    }
}

/// The largest box of at most `most` samples that are contiguous in C order, from index `begun` on.
fn piece(shape: &[usize], begun: usize, most: usize) -> Vec<Range<usize>> {
    let mut ranges: Vec<_> = shape.iter().map(|&len| 0..len).collect();
    let (mut rest, mut inner, mut whole) = (begun, 1, true);
    for axis in (0..shape.len()).rev() {
        let len = shape[axis];
        let index = rest.checked_rem(len).unwrap_or(0);
        rest = rest.checked_div(len).unwrap_or(0);
        let fits = if whole { (most / inner.max(1)).clamp(1, (len - index).max(1)) } else { 1 };
        // A slower axis is longer than one sample only if the box has all of this axis.
        whole &= fits >= len;
        ranges[axis] = index..(index + fits).min(len);
        inner *= ranges[axis].len();
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(shape: &[usize], most: usize) -> Vec<Vec<Range<usize>>> {
        let (mut begun, mut all) = (0, Vec::new());
        while begun < shape.iter().product() {
            all.push(piece(shape, begun, most));
            begun += all[all.len() - 1].iter().map(Range::len).product::<usize>();
        }
        all
    }

    #[test]
    fn pieces_are_contiguous_and_cover_all() {
        for shape in
            [vec![7], vec![3, 5], vec![1, 1, 9], vec![2, 3, 4], vec![3, 2, 1, 5], vec![2, 2, 2, 2, 3]]
        {
            for most in 1..80 {
                let mut next = 0;
                for ranges in pieces(&shape, most) {
                    let samples: usize = ranges.iter().map(Range::len).product();
                    assert!((1..=most).contains(&samples), "{shape:?} {most}: {ranges:?}");
                    // The first and the last index of the box, in C order.
                    let index = |last: bool| {
                        let at = |range: &Range<usize>| if last { range.end - 1 } else { range.start };
                        ranges.iter().zip(&shape).fold(0, |index, (range, len)| index * len + at(range))
                    };
                    assert_eq!((index(false), index(true)), (next, next + samples - 1), "{shape:?} {most}");
                    next += samples;
                }
                assert_eq!(next, shape.iter().product::<usize>());
            }
        }
    }

    #[test]
    fn pieces_are_as_large_as_they_may() {
        assert_eq!(pieces(&[4, 6], 24), [vec![0..4, 0..6]]);
        assert_eq!(pieces(&[4, 6], 12), [vec![0..2, 0..6], vec![2..4, 0..6]]);
        assert_eq!(
            pieces(&[2, 6], 4),
            [vec![0..1, 0..4], vec![0..1, 4..6], vec![1..2, 0..4], vec![1..2, 4..6]]
        );
        assert_eq!(piece(&[0, 6], 0, 4), [0..0, 0..4]);
    }

    #[test]
    fn the_pace_follows_the_rate() {
        let mut pace = Pace::new(1000, 10);
        assert_eq!(pace.samples, 100);
        pace.measured(100, PIECE / 4);
        assert_eq!(pace.samples, 400);
        pace.measured(400, PIECE / 1000);
        assert_eq!(pace.samples, 3200);
        pace.measured(3200, PIECE * 1000);
        assert_eq!(pace.samples, 400);
    }
}
