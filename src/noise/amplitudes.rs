//! The amplitudes of octaves: `bits.md` section 3.

use alloc::format;

use crate::error::{Error, Result, number};
use crate::noise::parameters::Noise;

impl Noise {
    /// `a_o` of every octave, in f64.
    pub(super) fn raw_amplitudes(&self) -> impl Iterator<Item = f64> + Clone + use<> {
        let gain = self.gain;
        core::iter::successors(Some(1.0f64), move |a| Some(a * gain)).take(self.octave_count() as usize)
    }

    /// `A_o` of every octave, in f64: `bits.md` section 3. `supremum` is that of one octave of amplitude 1.
    pub(crate) fn amplitudes(&self, supremum: f64) -> Result<impl Iterator<Item = f64> + Clone + use<>> {
        let (gain, scale) = (self.gain, self.scale);
        let sum = self.raw_amplitudes().fold(0.0, |sum: f64, a| sum + a.abs());
        let normaliser = if self.normalize { supremum * sum * ROUNDING } else { 1.0 };
        let raw = self.raw_amplitudes();
        let amplitudes = raw.map(move |a| a * scale / normaliser);
        if self.normalize && supremum == 0.0 {
            return Err(Error::parameter(
                "gradients",
                "all zero",
                "a vector that is not zero, or normalize = false",
            ));
        }
        if let Some(a) = amplitudes.clone().find(|&a| !(a as f32).is_finite()) {
            let (gain, scale, a) = (number(gain), number(scale), number(a));
            let value = format!("{gain} (with scale {scale}, the amplitude of an octave is {a})");
            return Err(Error::parameter(
                "gain",
                value,
                "gains and scales whose amplitudes are within the range of f32",
            ));
        }
        Ok(amplitudes)
    }
}

/// What a normaliser is enlarged by, so that roundings to f32 do not lead beyond the bound.
pub(super) const ROUNDING: f64 = 1.0 + 1.0 / 1_048_576.0;
