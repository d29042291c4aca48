//! Samples as integers, as pictures and arrays of integers have them.

/// Maps a range of samples linearly to 0 and the maximum of an integer type. Samples beyond the range are clamped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Levels {
    ends: [f64; 2],
    /// Integers per unit of the samples.
    factor: f64,
    max: f64,
}

impl Levels {
    /// What the ends may be, as errors say it.
    pub const ALLOWED: &str =
        "LO..HI with two different numbers, at least 1e-300 apart and with a finite difference";

    /// The samples that become 0 and `max`. `None` unless they are two different numbers, with a finite difference.
    pub fn new(ends: [f64; 2], max: u16) -> Option<Self> {
        let max = f64::from(max);
        let factor = max / (ends[1] - ends[0]);
        (factor.is_finite() && factor != 0.0).then_some(Levels { ends, factor, max })
    }

    /// The samples that become 0 and the maximum.
    pub fn ends(&self) -> [f64; 2] {
        self.ends
    }

    /// The nearest integer to a sample; if two are equally near, the greater one.
    #[inline]
    pub fn level(&self, sample: f32) -> u16 {
        let level = ((f64::from(sample) - self.ends[0]) * self.factor).clamp(0.0, self.max);
        // `f64::round` gives the same result, but needs a call for each sample. It is not enough to take the integer of level + 0.5, which is 1 just
        // below 0.5.
        let whole = level as u16;
        whole + u16::from(level - f64::from(whole) >= 0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_round_to_nearest_and_clamp() {
        let levels = Levels::new([-1.0, 1.0], 255).unwrap();
        for (sample, level) in
            [(-1.0, 0), (-9.0, 0), (1.0, 255), (9.0, 255), (0.0, 128), (-0.998, 0), (f32::NAN, 0)]
        {
            assert_eq!(levels.level(sample), level, "{sample}");
        }
        let reversed = Levels::new([1.0, -1.0], 65535).unwrap();
        assert_eq!((reversed.level(1.0), reversed.level(-1.0)), (0, 65535));
        assert_eq!(reversed.ends(), [1.0, -1.0]);
    }

    #[test]
    fn levels_are_rounded_as_round_does() {
        let levels = Levels::new([0.0, 65535.0], 65535).unwrap();
        let halves = (0..131_071).map(|k| k as f32 / 2.0);
        for sample in halves.flat_map(|half| [half.next_down(), half, half.next_up()]) {
            let want = f64::from(sample).clamp(0.0, 65535.0).round();
            assert_eq!(f64::from(levels.level(sample)), want, "{sample}");
        }
    }

    /// `docs/bits.md`: the factor is rounded first, and of two integers as near the greater one is taken.
    #[test]
    fn levels_are_those_of_the_definition() {
        let mut differing = 0;
        for max in [255, 65535u16] {
            for (odd, low) in (3..200u32).step_by(2).flat_map(|odd| [(odd, 0.0), (odd, -7.0)]) {
                // The factor is about 1 / odd, and samples are about half an integer.
                let most = f64::from(max);
                let ends = [low, low + most * f64::from(odd)];
                let levels = Levels::new(ends, max).unwrap();
                for k in 0..50u16 {
                    let sample = (f32::from(k) + 0.5) * odd as f32 + low as f32;
                    let above = f64::from(sample) - low;
                    let factor = most / (ends[1] - ends[0]);
                    assert_eq!(
                        f64::from(levels.level(sample)),
                        (above * factor).round(),
                        "{sample} of {ends:?}"
                    );
                    let other = (above / (ends[1] - ends[0]) * most).round();
                    differing += usize::from(other != (above * factor).round());
                }
            }
        }
        assert!(differing >= 400, "{differing} samples tell the definition from another one");
    }

    #[test]
    fn ends_are_two_numbers_with_a_finite_difference() {
        for ends in [
            [2.0, 2.0],
            [0.0, f64::NAN],
            [f64::NEG_INFINITY, 0.0],
            [0.0, f64::INFINITY],
            [-1e308, 1e308],
            [0.0, 1e-308],
        ] {
            assert_eq!(Levels::new(ends, 255), None, "{ends:?}");
        }
    }
}
