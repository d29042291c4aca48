//! Whether samples a window apart are at the same place of a noise with a period, bit for bit.

use perlane::{Noise, Window};

/// How many windows on each side of the first one are compared.
const WINDOWS: i64 = 3;

/// Upper bound on the samples of a window that is compared: more would take longer than a second.
const MOST_SAMPLES: i64 = 1 << 20;

/// The samples of an axis: how many there are, and how their coordinates are computed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Samples {
    pub(crate) size: i64,
    pub(crate) start: i64,
    pub(crate) origin: f64,
    pub(crate) spacing: f64,
    pub(crate) offset: f64,
    pub(crate) frequency: f64,
}

impl Samples {
    /// Those of a noise in a window along an axis.
    pub(crate) fn of(noise: &Noise, window: &Window, axis: usize) -> Self {
        Samples {
            size: i64::try_from(window.size.xyzw()[axis]).unwrap_or(i64::MAX),
            start: window.start.xyzw()[axis],
            origin: window.origin.xyzw()[axis],
            spacing: window.spacing.xyzw()[axis],
            offset: noise.offset.xyzw()[axis],
            frequency: noise.frequency,
        }
    }

    /// The lattice coordinate of the sample with this number. Each operation rounds, in the order of docs/bits.md.
    pub(crate) fn lattice(&self, number: i64) -> f64 {
        (self.origin + number as f64 * self.spacing + self.offset) * self.frequency
    }

    /// Whether each sample of the windows around the first one has the coordinate of the sample a window later, both reduced to a period of so
    /// many cells. All octaves are made of the reduced coordinate, so that they repeat too.
    pub(crate) fn repeat(&self, period: u32) -> bool {
        if self.size > MOST_SAMPLES {
            return false;
        }
        let many = WINDOWS * self.size;
        let period = f64::from(period);
        (self.start.saturating_sub(many)..self.start.saturating_add(many)).all(|number| {
            self.reduced(number, period) == self.reduced(number.saturating_add(self.size), period)
        })
    }

    fn reduced(&self, number: i64, period: f64) -> f64 {
        let rest = self.lattice(number) % period;
        if rest < 0.0 { rest + period } else { rest }
    }
}
