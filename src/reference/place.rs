//! Where a point lies on the lattice: `bits.md` section 1.

use alloc::string::ToString;

use super::octave::Octave;
use crate::error::{Error, Result, number};
use crate::exact;
use crate::grid::AXES;
use crate::noise::{Fade, Noise};

/// Where a sample lies along one axis, in one octave: `bits.md` section 1.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// The lattice coordinates of the two corners.
    pub(super) corners: [i64; 2],
    /// The fraction, and its fade.
    pub(super) t: f32,
    pub(super) u: f32,
    /// The cell, not reduced to the period, and the period; 0 if there is none.
    pub(super) cell: i64,
    pub(super) period: i64,
    /// Lattice cells per world unit.
    pub(super) factor: f32,
}

impl Place {
    pub(super) fn new(noise: &Noise, octave: &Octave, axis: usize, o: usize, world: f64) -> Result<Self> {
        let period = noise.period.xyzw()[axis];
        if period == 0 {
            let x = check(world * octave.frequency, axis, o, world)?;
            return Ok(Self::at(noise.fade, x, 0, octave.frequency as f32));
        }
        // The coordinate is reduced to one period of octave 0. So samples one period apart have the same bits in every octave.
        let x = check(world * noise.frequency, axis, o, world)?;
        let p = f64::from(period);
        let mut p_o = exact::floor(p * octave.power + 0.5);
        if p_o < 1.0 {
            p_o = 1.0;
        }
        if p_o > LIMIT {
            return Err(noise.too_finely_divided(axis));
        }
        let r = x % p; // exact
        let r = if r < 0.0 { r + p } else { r };
        Ok(Self::at(noise.fade, r * (p_o / p), p_o as i64, (noise.frequency * (p_o / p)) as f32))
    }

    fn at(fade: Fade, x: f64, period: i64, factor: f32) -> Self {
        let c = exact::floor(x);
        Self::within(fade, c as i64, (x - c) as f32, period, factor)
    }

    /// Where the sample lies once it has moved `w` world units: `bits.md` section 1.
    pub(super) fn displaced(&self, fade: Fade, w: f32) -> Self {
        let s = self.t + w * self.factor;
        let k = exact::floorf(s);
        Self::within(fade, self.cell + k as i64, s - k, self.period, self.factor)
    }

    /// The place at fraction `t` of cell `i`.
    fn within(fade: Fade, i: i64, t: f32, period: i64, factor: f32) -> Self {
        let u = match fade {
            Fade::Linear => t,
            Fade::Cubic => (t * t) * (3.0 - 2.0 * t),
            Fade::Quintic => ((t * t) * t) * ((t * ((t * 6.0) - 15.0)) + 10.0),
        };
        let corners = [reduce(i, period), reduce(i + 1, period)];
        Place { corners, t, u, cell: i, period, factor }
    }
}

/// A lattice coordinate, reduced to its period.
pub(super) fn reduce(c: i64, period: i64) -> i64 {
    if period == 0 { c } else { c.rem_euclid(period) }
}

const LIMIT: f64 = 4_503_599_627_370_496.0; // 2^52

fn check(x: f64, axis: usize, octave: usize, world: f64) -> Result<f64> {
    if (-LIMIT..=LIMIT).contains(&x) {
        return Ok(x);
    }
    let (axis, world, lattice) = (AXES[axis], number(world).to_string(), number(x).to_string());
    // `Sum` puts the error that grids have in its place.
    Err(Error::Coordinate { axis, index: 0, world, offset: None, octave, summed: octave + 1, lattice })
}
