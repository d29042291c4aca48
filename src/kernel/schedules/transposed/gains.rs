//! What octaves gain by being computed so, and what the copy takes: estimates, from measurements.

use super::results::Results;
use crate::kernel::layout::lattice::SHORT_ROW;
use crate::simd::backend::Vectors;
use crate::simd::{Backend, Design};

/// What estimates depend on.
#[derive(Debug, Clone, Copy)]
pub(in crate::kernel) struct Machine {
    lanes: usize,
    /// Whether one or two instructions permute lanes.
    permutes: bool,
    design: Design,
}

/// An octave in rows of samples.
#[derive(Debug, Clone, Copy)]
pub(in crate::kernel) struct InRow {
    pub(in crate::kernel) dims: usize,
    /// Samples of a row.
    pub(in crate::kernel) width: usize,
    /// The cells of a sample along x.
    pub(in crate::kernel) rate: f32,
    /// How many lines of the lattice lie inside a vector, on average.
    pub(in crate::kernel) inside: f32,
    /// Whether its vectors span too many cells for the schedule across: rows would be computed along, or with fewer lanes. Both take some time for each
    /// row.
    pub(in crate::kernel) is_along: bool,
}

impl InRow {
    /// The share of vectors that cannot share their coefficients with others. Where cells are narrow, vectors have coefficients of their own also if each
    /// lies in one cell.
    fn share(&self, narrow: f32) -> f32 {
        self.inside.clamp(narrow.clamp(0.0, 1.0), 1.0)
    }

    fn is_short(&self) -> bool {
        self.width < SHORT_ROW
    }
}

impl Machine {
    /// This machine, with a backend's instructions.
    pub(in crate::kernel) fn of(backend: Backend) -> Self {
        let Vectors { lanes, permutes, .. } = backend.vectors();
        Machine { lanes, permutes, design: backend.design() }
    }

    /// What it takes to copy results to rows of `width` samples, in cycles for a vector of samples, where rows do not begin with a cache line. (Measured
    /// with AVX2 on Zen 3, Zen 4 and Zen 5, with AVX-512 on Zen 4 and Zen 5, and with both on an Intel Xeon. Other instruction sets gain by about the same
    /// octaves.)
    pub(in crate::kernel) fn cost_of_copy(self, results: Results, dims: usize, width: usize) -> f32 {
        if self.design == Design::Intel && results == Results::Values {
            return intel::cost_of_copy(self.lanes, width);
        }
        let of_vector = if self.lanes == 16 { 5.0 } else { 3.3 };
        let of_values = of_vector + 20.0 / width as f32;
        match results {
            Results::Values => of_values,
            Results::Derivatives => {
                let more = if self.design == Design::Intel {
                    intel::copy_of_planes(self.lanes, dims, width)
                } else {
                    1.0
                };
                0.72 * (1 + dims) as f32 * of_values * more
            }
        }
    }

    /// What an octave gains, in such cycles.
    pub(in crate::kernel) fn gain_of(self, results: Results, octave: InRow) -> f32 {
        match (results, self.design) {
            (Results::Derivatives, _) if self.permutes => self.gain_of_derivatives(octave),
            (Results::Derivatives, _) => octave.dims as f32 * self.gain_of_values(octave),
            (Results::Values, Design::Intel) => intel::gain_of(self.lanes, octave),
            (Results::Values, _) => self.gain_of_values(octave),
        }
    }

    fn gain_of_values(self, octave: InRow) -> f32 {
        let InRow { dims, width, rate, is_along, .. } = octave;
        let halves = self.design == Design::Halving;
        match (self.lanes, is_along) {
            (16, true) if !halves || dims > 2 || octave.is_short() => gain_of_16_along(octave),
            (16, _) if halves => gain_of_16_halved(octave),
            (16, _) => 2.0 * octave.share(10.0 * rate) - 0.3,
            _ => {
                let along = (is_along && self.permutes).then_some(width);
                gain_of_8(dims, rate, along) * octave.share(3.3 * rate) - 0.3
            }
        }
    }

    /// What an octave of values and derivatives gains. (Measured with AVX2 and AVX-512 on Zen 5, in sums of equal octaves.)
    fn gain_of_derivatives(self, octave: InRow) -> f32 {
        let InRow { dims, rate, is_along, .. } = octave;
        let is_short = octave.is_short();
        match (self.lanes, dims, is_along) {
            (16, 2, true) => {
                if is_short {
                    25.0
                } else {
                    13.0
                }
            }
            (16, _, true) => {
                if is_short {
                    40.0
                } else {
                    25.0
                }
            }
            (16, 2, false) => 3.0 * octave.share(10.0 * rate) + if is_short { 2.0 } else { -0.5 },
            (16, _, false) => 4.0 * octave.share(10.0 * rate) + 3.0,
            (_, 2, true) => {
                if is_short {
                    12.0
                } else {
                    5.5
                }
            }
            (_, _, true) => 18.0,
            (_, 2, false) if rate > 1.0 / 6.0 => 9.5,
            (_, _, false) if rate > 1.0 / 6.0 => 12.0,
            (_, 2, false) => 3.0 * octave.share(3.3 * rate) + 0.5,
            (_, _, false) => 4.0 * octave.share(3.3 * rate) + 2.0,
        }
    }
}

/// What an octave gains with 8 lanes if each vector lies in several cells. `along`: the samples of a row, where rows are computed along instead.
fn gain_of_8(dims: usize, rate: f32, along: Option<usize>) -> f32 {
    match (dims, along) {
        (2, None) => (6.5 - 8.5 * rate).clamp(-5.0, 5.0),
        (2, Some(width)) => 3.4 - 4.5 * rate + 450.0 / width as f32,
        (_, None) if rate < 0.28 => 4.5,
        (_, None) => 5.0,
        (_, Some(width)) => 5.0 - 14.0 * rate + 450.0 / width as f32,
    }
}

/// What an octave gains where vectors of 16 lanes span too many cells.
fn gain_of_16_along(octave: InRow) -> f32 {
    let rate = octave.rate;
    match (octave.dims, octave.is_short()) {
        (2, true) => 9.0,
        (2, false) => 5.5 - 10.0 * rate,
        (_, true) => 10.0 - 24.0 * rate + 900.0 / octave.width as f32,
        (_, false) => (14.0 - 28.0 * rate).clamp(1.0, 8.0),
    }
}

/// What an octave gains with 16 lanes that are computed in two halves, but for short rows and three dimensions where vectors span too many cells: these
/// gain as on other processors. (Measured on Zen 4.)
fn gain_of_16_halved(octave: InRow) -> f32 {
    let (rate, of_row) = (octave.rate, 100.0 / octave.width as f32);
    match octave.is_along {
        true => 6.0 - 7.0 * rate + 4.0 * of_row,
        // Vectors of four cells take longest.
        false => {
            ((34.0 * rate).clamp(0.0, 4.2) + (25.0 * rate - 4.0).clamp(0.0, 2.0)) * octave.share(10.0 * rate)
                + of_row.clamp(0.0, 1.5)
                - 0.3
        }
    }
}

/// Estimates for Intel's processors. (Measured on a Xeon with AVX2 and AVX-512, in sums of one to six equal octaves, on 2026-11-27.)
mod intel {
    use super::{InRow, SHORT_ROW, gain_of_8, gain_of_16_along};

    pub(super) fn cost_of_copy(lanes: usize, width: usize) -> f32 {
        match (lanes, width) {
            (16, ..SHORT_ROW) => 6.0 + width as f32 / 18.0,
            (16, SHORT_ROW..512) => 11.0,
            (16, _) => 7.5,
            (_, ..SHORT_ROW) => 3.0 + 12.0 / width as f32,
            _ => 4.5,
        }
    }

    /// How many times as long as on other processors it takes to copy several planes.
    pub(super) fn copy_of_planes(lanes: usize, dims: usize, width: usize) -> f32 {
        match (dims, lanes, width) {
            (2, 16, _) => 1.25,
            (2, ..) => 1.0,
            (_, _, ..SHORT_ROW) => 1.2,
            _ => 2.5,
        }
    }

    pub(super) fn gain_of(lanes: usize, octave: InRow) -> f32 {
        let InRow { dims, width, rate, inside, is_along } = octave;
        let dense = inside / (lanes - 1) as f32;
        match (lanes, is_along, octave.is_short()) {
            (16, false, _) => 3.2 * octave.share(12.0 * rate) - 0.3,
            // Vectors of eight lanes, which permute. From half a cell on, these span too many cells as well.
            (16, true, true) if rate < 0.47 => 75.0 * dense - 6.0,
            (16, true, true) => 1000.0 / width as f32 - 40.0 * (rate - 0.5),
            (16, true, false) if dims == 2 => 6.0 - 8.0 * rate,
            (16, true, false) => gain_of_16_along(octave),
            // The more cells a vector has, the more it permutes.
            (_, false, _) => 20.0 * dense + (17.0 * dense - 3.5).clamp(0.0, dense * 17.0),
            (_, true, false) if dims == 2 => gain_of_8(dims, rate, Some(width)) - 2.0,
            (_, true, _) => gain_of_8(dims, rate, Some(width)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::layout::lattice::few_cells;
    use crate::tables::axis::most_cells;

    #[test]
    fn octaves_gain_by_narrow_cells() {
        let machines = [
            (8, false, Design::Usual),
            (8, true, Design::Usual),
            (8, true, Design::Intel),
            (16, true, Design::Usual),
            (16, true, Design::Halving),
            (16, true, Design::Intel),
        ];
        let machines = machines.map(|(lanes, permutes, design)| Machine { lanes, permutes, design });
        for (machine, dims) in machines.into_iter().flat_map(|machine| [(machine, 2), (machine, 3)]) {
            let Machine { lanes, permutes, design } = machine;
            let cost = |width| machine.cost_of_copy(Results::Values, dims, width);
            let gain = |width, rate: f32| {
                let inside = rate * (lanes - 1) as f32;
                let is_along = most_cells(rate.into(), lanes - 1) > few_cells(dims, width, lanes);
                machine.gain_of(Results::Values, InRow { dims, width, rate, inside, is_along })
            };
            // Halved vectors gain by short rows, too.
            let most = match design {
                Design::Usual => 0.3,
                Design::Halving => 0.3 * cost(64),
                Design::Intel => 0.5,
            };
            assert!(gain(64, 1.0 / 64.0) < most, "{machine:?}");
            assert!(gain(64, 0.21) > cost(64), "{machine:?}");
            assert!(gain(1024, 0.1) < cost(1024), "{machine:?}");
            let of_octaves: f32 = [0.04, 0.08, 0.16, 0.32].map(|rate| gain(16, rate)).iter().sum();
            assert!(of_octaves > cost(16), "{machine:?} {dims} {of_octaves}");
            // Short rows gain most where they would be computed along.
            assert!(!permutes || gain(16, 0.6) > cost(16), "{machine:?}");
            assert!(!permutes || gain(16, 0.9) > gain(1024, 0.9), "{machine:?}");
        }
    }
}
