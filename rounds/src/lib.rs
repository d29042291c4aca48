//! Times pieces of work against each other.
//!
//! The pieces of work take turns, round after round. If a machine is slower for many rounds, this affects all of them. If it is busy for an instant, this
//! may affect one of them alone, so that quartiles matter too. The result is the median of the rounds. This is for ratios within one run: criterion measures
//! one thing after the other.
//!
//! ```
//! use perlane_rounds::{Effort, Work, race};
//!
//! let half: Work<[f32]> = Box::new(|out| out.fill(0.5));
//! let scaled: Work<[f32]> = Box::new(|out| out.iter_mut().for_each(|v| *v *= 0.5));
//! let times = race(&mut [1.0; 4096][..], &[half, scaled], &Effort::QUICK);
//! assert!(times.iter().all(|times| times.median() > 0.0));
//! ```

#![warn(clippy::must_use_candidate)]

use std::hint::black_box;
use std::time::{Duration, Instant};

/// A piece of work on something that all of them share, usually a buffer.
pub type Work<'a, S> = Box<dyn Fn(&mut S) + 'a>;

/// With fewer rounds, a median means little.
const LEAST_ROUNDS: usize = 5;

/// How long to measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Effort {
    /// The number of rounds, if they fit into `patience`.
    pub rounds: usize,
    /// A turn calls its work until this time has passed, so that the clock's resolution and interruptions matter little.
    pub turn: Duration,
    /// After this time no further round starts, but there are always five.
    pub patience: Duration,
}

impl Effort {
    /// Enough for figures to publish.
    pub const FULL: Effort =
        Effort { rounds: 31, turn: Duration::from_millis(8), patience: Duration::from_secs(5) };

    /// Enough for rough figures.
    pub const QUICK: Effort =
        Effort { rounds: 7, turn: Duration::from_millis(2), patience: Duration::from_millis(500) };
}

/// Seconds that a call took, one number for each round, sorted.
#[derive(Debug, Clone, PartialEq)]
pub struct Times(Vec<f64>);

impl Times {
    /// The median.
    #[must_use]
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// The quantile: the time with this part of all times below it, from 0 to 1. Between two times, it is interpolated linearly.
    #[must_use]
    pub fn quantile(&self, part: f64) -> f64 {
        let Some(last) = self.0.len().checked_sub(1) else { return f64::NAN };
        let place = part.clamp(0.0, 1.0) * last as f64;
        let (below, above) = (self.0[place.floor() as usize], self.0[place.ceil() as usize]);
        below + (above - below) * place.fract()
    }

    /// The number of rounds.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.0.len()
    }
}

/// Times all works on what they share, in turns.
#[must_use]
pub fn race<S: ?Sized>(shared: &mut S, works: &[Work<'_, S>], effort: &Effort) -> Vec<Times> {
    let calls: Vec<u32> = works.iter().map(|work| calls_of_a_turn(shared, work, effort.turn)).collect();
    let mut times = vec![Vec::with_capacity(effort.rounds); works.len()];
    let start = Instant::now();
    for round in 0..effort.rounds {
        if round >= LEAST_ROUNDS && start.elapsed() > effort.patience {
            break;
        }
        for turn in 0..works.len() {
            // The first work changes from round to round.
            let i = (round + turn) % works.len();
            times[i].push(timed(shared, &works[i], calls[i]).as_secs_f64() / f64::from(calls[i]));
        }
    }
    times.into_iter().map(sorted).collect()
}

fn sorted(mut times: Vec<f64>) -> Times {
    times.sort_by(f64::total_cmp);
    Times(times)
}

/// How many calls make a turn. The search for this number also warms up caches and clocks.
fn calls_of_a_turn<S: ?Sized>(shared: &mut S, work: &Work<'_, S>, turn: Duration) -> u32 {
    let mut calls = 1;
    while timed(shared, work, calls) < turn && calls < u32::MAX / 2 {
        calls *= 2;
    }
    calls
}

fn timed<S: ?Sized>(shared: &mut S, work: &Work<'_, S>, calls: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        work(black_box(&mut *shared));
    }
    start.elapsed()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn all_works_have_as_many_rounds() {
        let calls = [Cell::new(0u64), Cell::new(0)];
        let works: Vec<Work<u64>> = calls
            .iter()
            .map(|calls| -> Work<u64> {
                Box::new(move |sum| {
                    calls.set(calls.get() + 1);
                    *sum += 1;
                })
            })
            .collect();
        let effort = Effort { rounds: 9, turn: Duration::from_micros(10), patience: Duration::from_secs(60) };
        let mut sum = 0;
        let times = race(&mut sum, &works, &effort);
        assert_eq!(times.iter().map(Times::rounds).collect::<Vec<_>>(), [9, 9]);
        assert_eq!(sum, calls[0].get() + calls[1].get());
        assert!(times.iter().all(|times| times.median() > 0.0 && times.median().is_finite()));
    }

    #[test]
    fn patience_ends_but_not_before_five_rounds() {
        let work: Work<()> = Box::new(|()| std::thread::sleep(Duration::from_millis(1)));
        let effort = Effort { rounds: 100, turn: Duration::ZERO, patience: Duration::ZERO };
        assert_eq!(race(&mut (), &[work], &effort)[0].rounds(), LEAST_ROUNDS);
    }

    #[test]
    fn quantiles() {
        let times = sorted(vec![3.0, 1.0, 2.0, 5.0, 4.0]);
        assert_eq!([0.0, 0.25, 0.5, 0.75, 1.0].map(|part| times.quantile(part)), [1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(sorted(vec![1.0, 2.0, 9.0]).median(), 2.0);
        assert!(sorted(Vec::new()).median().is_nan());
        for rounds in 1..40 {
            let times = sorted((1..=rounds).map(f64::from).collect());
            let [low, median, high] = [0.25, 0.5, 0.75].map(|part| times.quantile(part));
            assert_eq!(
                median - low,
                high - median,
                "quartiles of {rounds} even rounds are as far from the median"
            );
            assert_eq!(median, f64::from(1 + rounds) / 2.0);
        }
    }
}
