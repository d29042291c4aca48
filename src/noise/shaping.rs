//! Fractals that shape an octave before it gets its amplitude, and may weight it by the octaves before it: ping-pong and Musgrave's
//! multifractals. `bits.md` section 5.

use crate::noise::choices::Fractal;
use crate::noise::parameters::Noise;
use crate::noise::suprema::ROUNDING;

/// How an octave's sample `n` is shaped and weighted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Shape {
    /// `(n + 1)·strength`, folded back and forth between 0 and 1, and then from −1 to 1.
    PingPong { strength: f32 },
    /// `(level − |n|)²`, weighted.
    RidgedMulti { level: f32 },
    /// `n + level`, weighted.
    HybridMulti { level: f32 },
}

/// What the octaves of a noise have in common, if its fractal shapes them.
pub(super) struct Shaping {
    shape: Shape,
    feedback: f64,
    level: f64,
    /// The least and the greatest sample before it is shaped.
    reach: (f64, f64),
}

impl Shaping {
    /// For a noise whose octaves are within `reach` of 0; `None` if its fractal only folds octaves, or adds them as they are.
    pub(super) fn of(noise: &Noise, reach: f64) -> Option<Self> {
        let level = noise.level as f32; // as in kernels, so that bounds hold for what they add
        let shape = match noise.fractal {
            Fractal::PingPong => Shape::PingPong { strength: noise.strength as f32 },
            Fractal::RidgedMulti => Shape::RidgedMulti { level },
            Fractal::HybridMulti => Shape::HybridMulti { level },
            Fractal::None | Fractal::Fbm | Fractal::Billow | Fractal::Ridged | Fractal::Turbulence => {
                return None;
            }
        };
        let least = if noise.is_distance() { 0.0 } else { -reach };
        Some(Shaping { shape, feedback: noise.feedback, level: f64::from(level), reach: (least, reach) })
    }

    /// What is common to all octaves.
    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// The greatest sample before it is shaped.
    pub(super) fn reach(&self) -> f64 {
        self.reach.1
    }

    /// `K_o`: the factor by which an octave of amplitude `a` becomes the weight of the next one; `None` if octaves have no weights.
    pub(super) fn feedback(&self, a: f64) -> Option<f64> {
        match self.shape {
            Shape::PingPong { .. } => None,
            Shape::RidgedMulti { .. } => Some(self.feedback),
            Shape::HybridMulti { .. } => Some(self.feedback * a.abs()),
        }
    }

    /// The least and the greatest value of a shaped sample whose weight is 1.
    pub(super) fn values(&self) -> (f64, f64) {
        let (level, (least, most)) = (self.level, self.reach);
        match self.shape {
            Shape::PingPong { .. } => (-1.0, 1.0),
            Shape::RidgedMulti { .. } => {
                let (near, far) = (level * level, (level - most) * (level - most));
                (if level > most { far } else { 0.0 }, near.max(far))
            }
            Shape::HybridMulti { .. } => (least + level, most + level),
        }
    }

    /// The least and the greatest sum of octaves of these amplitudes. A weight lies between the weight that follows from the least values
    /// and the one that follows from the greatest.
    pub(super) fn spread(&self, amplitudes: impl Iterator<Item = f64>) -> (f64, f64) {
        let (least, most) = self.values();
        let (mut low, mut high) = (0.0, 0.0);
        let (mut light, mut heavy) = (1.0, 1.0);
        for a in amplitudes {
            let ends = (a * (least * if least > 0.0 { light } else { heavy }), a * (most * heavy));
            let (below, above) = if a < 0.0 { (ends.1, ends.0) } else { ends };
            (low, high) = (low + below, high + above);
            if let Some(feedback) = self.feedback(a) {
                light = (light * least * feedback / ROUNDING).clamp(0.0, 1.0);
                heavy = (heavy * most * feedback * ROUNDING).clamp(0.0, 1.0);
            }
        }
        // A shaped octave has more roundings than others, so the factor counts twice.
        let wide = ROUNDING * ROUNDING;
        (if low < 0.0 { low * wide } else { low / wide }, if high > 0.0 { high * wide } else { high / wide })
    }
}
