//! Periods of octaves, which are whole cells: `bits.md` section 1.

use alloc::format;

use crate::error::{Error, number};
use crate::exact;
use crate::grid::AXES;
use crate::noise::parameters::Noise;

/// The most cells that an octave may have in a period.
pub(super) const MOST_IN_PERIOD: f64 = 4_503_599_627_370_496.0; // 2^52

/// `p_o`: the cells that an octave has in a period of `period` cells of the first octave. Its frequency is `power` times that of the first, before
/// cells are rounded.
pub(crate) fn cells_in_period(period: u32, power: f64) -> f64 {
    let cells = exact::floor(f64::from(period) * power + 0.5);
    if cells < 1.0 { 1.0 } else { cells }
}

/// What grows by the lacunarity from octave to octave, such as a frequency, in the last octave: `first` is that of the first one.
pub(super) fn of_last_octave(first: f64, lacunarity: f64, octaves: u32) -> f64 {
    (1..octaves).fold(first, |last, _| last * lacunarity)
}

impl Noise {
    /// The error of a period that has too many cells in the last octave. The lacunarity is blamed if no period would do.
    pub(crate) fn too_finely_divided(&self, axis: usize) -> Error {
        let last = of_last_octave(1.0, self.lacunarity, self.octave_count());
        let least = cells_in_period(1, last);
        if least > MOST_IN_PERIOD {
            let (lacunarity, least) = (number(self.lacunarity), number(least));
            let value = format!("{lacunarity} (the last octave has {least} cells in each cell of the first)");
            let allowed = "numbers with which a period has at most 2^52 cells in every octave";
            return Error::parameter("lacunarity", value, allowed);
        }
        let period = self.period.xyzw()[axis];
        let value =
            format!("{period} (the last octave has {} cells in it)", number(cells_in_period(period, last)));
        let name = format!("period.{}", AXES[axis]);
        Error::parameter(name, value, "periods of at most 2^52 cells in every octave")
    }

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
