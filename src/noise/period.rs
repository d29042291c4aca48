//! Periods of octaves, which are whole cells: `bits.md` section 1.

use crate::exact;
use crate::noise::parameters::Noise;

/// `p_o`: the cells that an octave has in a period of `period` cells of the first octave. Its frequency is `power` times that of the first, before
/// cells are rounded.
pub(crate) fn cells_in_period(period: u32, power: f64) -> f64 {
    let cells = exact::floor(f64::from(period) * power + 0.5);
    if cells < 1.0 { 1.0 } else { cells }
}

impl Noise {
    /// The cells of one octave after the other, without end, that a world unit has along the axis where it has the most.
    pub(super) fn finest_frequencies(&self, dims: usize) -> impl Iterator<Item = f64> {
        let (first, lacunarity, periods) = (self.frequency, self.lacunarity, self.period.xyzw());
        let octaves = core::iter::successors(Some((first, 1.0)), move |(f, power)| {
            Some((f * lacunarity, power * lacunarity))
        });
        octaves.map(move |(frequency, power)| {
            let along = |period: u32| match period {
                0 => frequency,
                _ => first * (cells_in_period(period, power) / f64::from(period)),
            };
            periods[..dims]
                .iter()
                .map(|period| along(*period))
                .fold(0.0, |most, f| if f > most { f } else { most })
        })
    }
}
