//! The suprema of one octave: `bits.md` section 3. They are proven, and `tests/bounds.rs` searches for samples beyond them.

use crate::error::Result;
use crate::exact;
use crate::noise::choices::{Distance, Fade, Kind, Returns};
use crate::noise::gradients::{CustomGradients, Gradients};
use crate::noise::parameters::Noise;

/// The factor of normalisers that keeps sums within the bound when amplitudes and samples are rounded to `f32`.
pub(super) const ROUNDING: f64 = 1.0 + 1.0 / 1_048_576.0;

impl Noise {
    /// The supremum of the absolute value of one octave of amplitude 1; for custom gradients, an upper bound.
    ///
    /// # Errors
    /// Gradients that do not exist in `dims` dimensions.
    pub(crate) fn supremum(&self, dims: usize) -> Result<f64> {
        match self.kind {
            Kind::Perlin => self.gradients.supremum(dims, self.fade),
            Kind::Value | Kind::Cell => Ok(1.0),
            Kind::Cellular => Ok(self.cellular_supremum(dims)),
        }
    }

    /// Whether an octave of positive amplitude is never below 0, before it is folded.
    pub(crate) fn is_distance(&self) -> bool {
        self.kind == Kind::Cellular && self.returns != Returns::Value
    }

    /// Let m_a be the greater of t_a and 1 - t_a on axis a. The point of the sample's own cell is at most m_a away along each axis. The
    /// point of the neighbour on the nearer side of axis a is at most 2 - m_a away along a, and m_b along each other axis b. F1 is at most
    /// the first of these distances, and F2 at most the greater of both, for the axis with the greatest m. F2 - F1 is at most F2. The
    /// suprema are taken over all m from 1/2 to 1.
    fn cellular_supremum(&self, dims: usize) -> f64 {
        let nearest = match self.returns {
            Returns::F1 => true,
            Returns::F2 | Returns::Difference => false,
            Returns::Value => return 1.0,
        };
        let dims = dims as f64;
        let squared = if dims == 2.0 && !nearest { 2.5 } else { dims };
        match self.distance {
            Distance::Euclidean => exact::sqrt(squared),
            Distance::Squared => squared,
            Distance::Manhattan => dims,
            Distance::Chebyshev => {
                if nearest {
                    1.0
                } else {
                    1.5
                }
            }
        }
    }
}

/// What belongs to a fade, of a list for all: linear, cubic, quintic.
fn of_fade(fade: Fade, [linear, cubic, quintic]: [f64; 3]) -> f64 {
    match fade {
        Fade::Linear => linear,
        Fade::Cubic => cubic,
        Fade::Quintic => quintic,
    }
}

/// The greatest slope of each fade.
const FADE_SLOPES: [f64; 3] = [1.0, 1.5, 1.875];

impl Noise {
    /// Upper bound on the absolute value of the derivatives of one octave of amplitude 1 by a lattice coordinate: `bits.md` section 6. The
    /// bound for custom gradients is not tight.
    pub(super) fn derivative_supremum(&self, dims: usize) -> Result<f64> {
        match self.kind {
            Kind::Perlin => self.gradients.derivative_supremum(dims, self.fade),
            // Two values differ by 2 at most. The other kinds have no derivatives.
            Kind::Value | Kind::Cell | Kind::Cellular => Ok(2.0 * of_fade(self.fade, FADE_SLOPES)),
        }
    }
}

impl Gradients {
    /// The greatest derivative that a search found, plus the most by which the supremum may exceed it. `scripts/derivative_suprema.py`
    /// proves this, except in four dimensions, where the proof takes too long.
    fn derivative_supremum(&self, dims: usize, fade: Fade) -> Result<f64> {
        let by_fade = match (self, self.set(dims)) {
            (_, Some(set)) => set.derivative_suprema,
            (Gradients::Custom(custom), None) if custom.dims() == dims => {
                let dims = dims as f64;
                let distances = exact::sqrt(dims - 1.0) + exact::sqrt(dims);
                FADE_SLOPES.map(|slope| longest(custom) * (1.0 + slope * distances))
            }
            _ => return Err(self.wrong_dimension(dims)),
        };
        Ok(of_fade(fade, by_fade) + if dims == 4 { 0.01 } else { 0.0005 })
    }

    /// The supremum of the absolute value of one octave of amplitude 1; for custom gradients, an upper bound.
    fn supremum(&self, dims: usize, fade: Fade) -> Result<f64> {
        match (self, self.set(dims)) {
            (_, Some(set)) => Ok(of_fade(fade, set.suprema)),
            (Gradients::Custom(custom), None) if custom.dims() == dims => Ok(custom_bound(custom)),
            _ => Err(self.wrong_dimension(dims)),
        }
    }
}

/// An upper bound from the longest vector: a corner contributes at most its vector's length times its distance, and the mean distance of
/// the corners, weighted by any of the three fades, is at most sqrt(dims)/2.
fn custom_bound(custom: &CustomGradients) -> f64 {
    exact::sqrt(custom.dims() as f64) / 2.0 * longest(custom)
}

/// The length of the longest vector.
fn longest(custom: &CustomGradients) -> f64 {
    let mut longest = 0.0;
    for v in custom.vectors().iter() {
        let length = exact::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
        if length > longest {
            longest = length;
        }
    }
    longest
}
