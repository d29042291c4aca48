//! How far the samples of a block move.

use alloc::vec::Vec;

use crate::simd::{Backend, Job, Lanes, WIDEST};
use crate::tables::octave::Warped;

/// The least and the greatest displacement along an axis, in world units.
#[derive(Clone, Copy)]
pub(super) struct Motion {
    least: f32,
    greatest: f32,
}

impl Motion {
    const NONE: Motion = Motion { least: 0.0, greatest: 0.0 };

    /// Of whole vectors of displacements along x, y, z, w.
    pub(super) fn of_axes(backend: Backend, moves: &[Vec<f32>]) -> [Self; 4] {
        let mut motion = [Motion::NONE; 4];
        for (motion, moves) in motion.iter_mut().zip(moves) {
            *motion = backend.run(Extremes(moves));
        }
        motion
    }

    /// How many cells of an octave lie between a sample's cell and those to which it may move along axis `a`: the least and the greatest number.
    /// Roundings keep the order of numbers, so that the extremes bound all others.
    pub(super) fn cells(self, warped: &Warped, a: usize) -> (i64, i64) {
        // A fraction is from 0 to 1.
        let moved = |t: f32| [self.least, self.greatest].map(|w| warped.displace(a, (0, t), w).0);
        let ([one, other], [first, second]) = (moved(0.0), moved(1.0));
        (one.min(other), first.max(second))
    }
}

/// Finds the extremes of whole vectors of numbers.
struct Extremes<'a>(&'a [f32]);

/// Extremes that are found side by side, so that none waits for the one before.
const SETS: usize = 4;

impl Job for Extremes<'_> {
    type Output = Motion;

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) -> Motion {
        let Some(first) = L::floats(self.0).first() else { return Motion::NONE };
        let mut sets = [[l.load(first); SETS]; 2];
        let (fours, rest) = L::floats(self.0).as_chunks::<SETS>();
        for four in fours {
            for (k, v) in four.iter().enumerate() {
                add(l, &mut sets, k, v);
            }
        }
        for v in rest {
            add(l, &mut sets, 0, v);
        }
        let mut lanes = [[[0.0; WIDEST]; SETS]; 2];
        for (lanes, v) in lanes.as_flattened_mut().iter_mut().zip(sets.as_flattened()) {
            l.store(*v, &mut L::floats_mut(lanes)[0]);
        }
        let [least, greatest] = lanes.each_ref().map(|sets| sets.iter().flat_map(|lanes| &lanes[..L::N]));
        Motion {
            least: least.fold(f32::INFINITY, |a, b| if *b < a { *b } else { a }),
            greatest: greatest.fold(f32::NEG_INFINITY, |a, b| if *b > a { *b } else { a }),
        }
    }
}

#[inline(always)]
fn add<L: Lanes>(l: L, [least, greatest]: &mut [[L::F; SETS]; 2], k: usize, v: &L::Floats) {
    let v = l.load(v);
    (least[k], greatest[k]) = (l.lesser(v, least[k]), l.greater(v, greatest[k]));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Displacements of many magnitudes.
    fn moves(count: usize, seed: u32) -> Vec<f32> {
        let of = |n: usize| {
            let h = crate::hash::weyl(n as i64 ^ i64::from(seed) << 40);
            h as i32 as f32 / (1_u64 << (h % 40)) as f32
        };
        (0..count).map(of).collect()
    }

    #[test]
    fn motion_is_that_of_the_farthest() {
        for backend in Backend::available() {
            for count in [16, 32, 48, 160, 1008] {
                let moves = [moves(count, 1), moves(count, 2), alloc::vec![0.5; 16]];
                let motion = Motion::of_axes(backend, &moves);
                for (motion, moves) in motion.iter().zip(&moves) {
                    let sorted = |a: &&f32, b: &&f32| a.total_cmp(b);
                    assert_eq!(Some(&motion.least), moves.iter().min_by(sorted), "{backend} {count}");
                    assert_eq!(Some(&motion.greatest), moves.iter().max_by(sorted), "{backend} {count}");
                }
            }
        }
    }

    #[test]
    fn no_sample_moves_farther() {
        let below_one = 1f32.next_down();
        for (n, factor) in [0.02, 1.0, 0.64, -0.3, 33.0].into_iter().enumerate() {
            let warped = Warped { index: 0, factors: [factor; 4], reach: [0; 4] };
            for few in moves(64, n as u32).chunks(3) {
                let few: Vec<f32> = few.iter().map(|w| w * 1e-4).collect();
                let mut sorted = few.clone();
                sorted.sort_by(f32::total_cmp);
                let motion = Motion { least: sorted[0], greatest: sorted[sorted.len() - 1] };
                let (low, high) = motion.cells(&warped, 1);
                assert!(
                    high - low <= 2 + ((motion.greatest - motion.least) * factor).abs() as i64,
                    "{few:?} {factor}"
                );
                for t in [0.0, f32::MIN_POSITIVE, 0.3, 0.5, below_one, 1.0] {
                    for w in &few {
                        let (cell, _) = warped.displace(1, (0, t), *w);
                        assert!((low..=high).contains(&cell), "{t} {w} {factor}");
                    }
                }
            }
        }
    }
}
