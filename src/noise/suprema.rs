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
        let nearest = self.returns == Returns::F1;
        let squared = match (self.distance, dims) {
            _ if self.returns == Returns::Value => return 1.0,
            (Distance::Manhattan, _) => return dims as f64,
            (Distance::Chebyshev, _) => return if nearest { 1.0 } else { 1.5 },
            (_, 2) if !nearest => 2.5,
            _ => dims as f64,
        };
        if self.distance == Distance::Squared { squared } else { exact::sqrt(squared) }
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
            // Two values differ by 2 at most.
            _ => Ok(2.0 * of_fade(self.fade, FADE_SLOPES)),
        }
    }
}

impl Gradients {
    /// The greatest derivative that a search found, plus the most by which the supremum may exceed it. `scripts/derivative_suprema.py`
    /// proves this, except in four dimensions, where the proof takes too long.
    fn derivative_supremum(&self, dims: usize, fade: Fade) -> Result<f64> {
        let by_fade = match (self, dims) {
            (Gradients::Default | Gradients::Signs, 1) => [2.0, 1.4143, 1.3473],
            (Gradients::Default | Gradients::Directions16, 2) => [2.2305, 1.6795, 2.0673],
            (Gradients::Directions8, 2) => [2.1215, 1.6795, 2.0029],
            (Gradients::Diagonals, 2) => [3.0, 2.375, 2.75],
            (Gradients::Axes, 2) => [2.0, 1.5, 1.875],
            (Gradients::KnightMoves, 2) => [5.0, 3.6966, 4.625],
            (Gradients::ValueGradient, 2) => [2.7306, 2.3273, 3.0048],
            (Gradients::Default | Gradients::Edges, 3) => [3.125, 3.0, 3.75],
            (Gradients::Default | Gradients::Edges, 4) => [4.1299, 4.5, 5.625],
            (Gradients::Custom(custom), _) if custom.dims() == dims => {
                let dims = dims as f64;
                let distances = exact::sqrt(dims - 1.0) + exact::sqrt(dims);
                FADE_SLOPES.map(|slope| longest(custom) * (1.0 + slope * distances))
            }
            _ => return Err(self.wrong_dimension(dims)),
        };
        Ok(of_fade(fade, by_fade) + if dims == 4 { 0.01 } else { 0.0005 })
    }

    /// The supremum of the absolute value of one octave of amplitude 1, for each fade; for custom gradients, an upper bound.
    #[expect(clippy::approx_constant, reason = "the published literals, rounded up, not the constant")]
    fn supremum(&self, dims: usize, fade: Fade) -> Result<f64> {
        let by_fade = match (self, dims) {
            (Gradients::Default | Gradients::Signs, 1) => [0.5; 3],
            (Gradients::Default | Gradients::Directions16, 2) => [0.707106781187; 3],
            (Gradients::Directions8, 2) => [0.707106781187; 3],
            (Gradients::Diagonals, 2) => [1.0; 3],
            (Gradients::Axes, 2) => [0.5625, 0.543509526419, 0.535276439051],
            (Gradients::KnightMoves, 2) => [1.520833333333, 1.513947009605, 1.511170764476],
            // The supremum of the directions plus the constant, because the weights of the corners sum to 1.
            (Gradients::ValueGradient, 2) => [0.957106781187; 3],
            (Gradients::Default | Gradients::Edges, 3) => [1.064828162343, 1.04490518961, 1.036353811212],
            (Gradients::Default | Gradients::Edges, 4) => [1.565313239721, 1.545199921528, 1.536582334047],
            (Gradients::Custom(custom), _) if custom.dims() == dims => [custom_bound(custom); 3],
            _ => return Err(self.wrong_dimension(dims)),
        };
        Ok(of_fade(fade, by_fade))
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
