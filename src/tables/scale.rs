//! From world to lattice coordinates along one axis.

use crate::error::Result;
use crate::noise::{Noise, cells_in_period};

/// Lattice coordinates beyond this are errors: from 2^53 on, cells have no fractions.
pub(crate) const LIMIT: f64 = 4_503_599_627_370_496.0; // 2^52

/// Lattice coordinates within this are near: their cells fit into 32-bit lanes, and their codes have no second term.
pub(crate) const NEAR: f64 = 1_073_741_824.0; // 2^30

/// From a world coordinate to a lattice coordinate along one axis.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Scale {
    Free { offset: f64, frequency: f64 },
    Periodic { offset: f64, frequency: f64, period: f64, ratio: f64, cells: i64 },
}

impl Scale {
    pub(super) fn periodic(noise: &Noise, axis: usize, power: f64) -> Result<Self> {
        let (offset, frequency, period) =
            (noise.offset.xyzw()[axis], noise.frequency, noise.period.xyzw()[axis]);
        let p = f64::from(period);
        let cells = cells_in_period(period, power);
        if cells > LIMIT {
            return Err(noise.too_finely_divided(axis));
        }
        Ok(Scale::Periodic { offset, frequency, period: p, ratio: cells / p, cells: cells as i64 })
    }

    /// The coordinate that must be finite and within ±[`LIMIT`].
    #[inline]
    pub(crate) fn checked(&self, world: f64) -> f64 {
        let (offset, frequency) = self.parts();
        (world + offset) * frequency
    }

    /// Whether this scale surely accepts all coordinates that `other` accepts: it has the same offset and no greater frequency.
    pub(crate) fn accepts_all_of(&self, other: &Scale) -> bool {
        let (own, other) = (self.parts(), other.parts());
        own.0 == other.0 && own.1 <= other.1
    }

    /// Offset and frequency.
    #[inline]
    pub(crate) fn parts(&self) -> (f64, f64) {
        match *self {
            Scale::Free { offset, frequency } | Scale::Periodic { offset, frequency, .. } => {
                (offset, frequency)
            }
        }
    }

    /// Cell and fraction at a coordinate whose [`checked`](Self::checked) is within the limit.
    #[inline]
    pub(crate) fn place(&self, world: f64) -> (i64, f32) {
        let x = match self {
            Scale::Free { .. } => self.checked(world),
            Scale::Periodic { period, ratio, .. } => {
                let r = self.checked(world) % period;
                (if r < 0.0 { r + period } else { r }) * ratio
            }
        };
        // Truncation and a correction: exact within the limit, and no call on machines without a rounding instruction.
        let truncated = x as i64;
        let cell = truncated - i64::from(x < truncated as f64);
        (cell, (x - cell as f64) as f32 + 0.0)
    }

    /// Lattice cells per world unit.
    pub(crate) fn factor(&self) -> f32 {
        match *self {
            Scale::Free { frequency, .. } => frequency as f32,
            Scale::Periodic { frequency, ratio, .. } => (frequency * ratio) as f32,
        }
    }

    /// A lattice coordinate reduced to the period.
    #[inline]
    pub(crate) fn reduce(&self, c: i64) -> i64 {
        match self {
            Scale::Free { .. } => c,
            Scale::Periodic { cells, .. } => c.rem_euclid(*cells),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact;

    fn check(scale: &Scale, x: f64) {
        let (cell, t) = scale.place(x);
        let floor = exact::floor(x);
        assert_eq!((cell as f64, cell), (floor, floor as i64), "{x:e}");
        assert_eq!(t.to_bits(), ((x - floor) as f32).to_bits(), "{x:e}");
    }

    /// Checks every `step`-th `f32` as a coordinate, except those beyond the limit, which are refused before.
    fn check_every(step: u32) {
        let scale = Scale::Free { offset: 0.0, frequency: 1.0 };
        let mut bits = 0u32;
        loop {
            let x = f64::from(f32::from_bits(bits));
            if (-LIMIT..=LIMIT).contains(&x) {
                check(&scale, x);
                check(&scale, x * (1.0 + f64::EPSILON));
            }
            let Some(next) = bits.checked_add(step) else { return };
            bits = next;
        }
    }

    #[test]
    fn cells_and_fractions_of_many_coordinates() {
        check_every(9973);
    }

    #[test]
    #[ignore = "2^32 coordinates take a minute: the full run does them"]
    fn cells_and_fractions_of_all_f32() {
        check_every(1);
    }

    #[test]
    fn cells_around_whole_numbers() {
        let scale = Scale::Free { offset: 0.0, frequency: 1.0 };
        for whole in [0.0, 1.0, 2.0, 255.0, 65536.0, 2_147_483_648.0, 4_294_967_296.0, 1e15, LIMIT - 1.0] {
            for x in [whole, -whole, -0.0, f64::MIN_POSITIVE, -f64::MIN_POSITIVE, 0.5, -0.5] {
                for near in [x, x.next_up(), x.next_down()] {
                    check(&scale, near);
                }
            }
        }
    }
}
