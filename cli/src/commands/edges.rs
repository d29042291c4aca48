//! A hint about a period with which the opposite edges of a window do not meet.

use perlane::{Noise, Warp, Window};

use crate::numerals::without_roundings;

/// The most periods that an axis of the suggested cells has beyond those of the axis with fewest. With smaller cells, nobody sees the repetition.
const MOST_PERIODS: u32 = 8;

/// The smallest cells that are suggested, in samples.
const SMALLEST_CELL: f64 = 2.0;

/// An axis along which the noise repeats.
struct Axis {
    name: &'static str,
    size: usize,
    /// How many samples the period has.
    samples: f64,
    /// The size of cells with which the window is one period, in samples along x.
    fitting: f64,
}

impl Axis {
    fn meets(&self) -> bool {
        is_whole(self.size as f64 / self.samples)
    }
}

/// A hint if the noise repeats along axes, but opposite edges of the window do not meet, because its length is no multiple of the period. With
/// `advises`, it says a cell size with which the edges of all axes meet, if there is one.
pub(super) fn open(noise: &Noise, window: &Window, advises: bool) -> Option<String> {
    let axes: Vec<Axis> = (0..window.dims()).filter_map(|axis| repeating(noise, window, axis)).collect();
    let open: Vec<&Axis> = axes.iter().filter(|axis| !axis.meets()).collect();
    let (first, others) = open.split_first()?;
    let Axis { name, size, samples, .. } = first;
    let mut note = format!(
        "note: along {name}, the noise repeats after {} samples, and there are {size}",
        without_roundings(*samples)
    );
    for Axis { name, size, samples, .. } in others {
        let samples = without_roundings(*samples);
        note += &format!("; along {name}, it repeats after {samples}, and there are {size}");
    }
    note += ": the edges do not meet";
    // Noises that warp have cells of their own.
    match cell_size(&axes).filter(|_| advises && !matches!(noise.warp, Warp::Of(_))) {
        Some(cell_size) => Some(format!("{note}; with cells of {cell_size} samples they do")),
        None => Some(note),
    }
}

/// An axis, if the noise repeats along it.
fn repeating(noise: &Noise, window: &Window, axis: usize) -> Option<Axis> {
    let (period, size) = (noise.period.xyzw()[axis], window.size.xyzw()[axis]);
    let spacing = window.spacing.xyzw()[axis].abs();
    (period != 0).then(|| Axis {
        name: ["x", "y", "z", "w"][axis],
        size,
        samples: f64::from(period) / (spacing * noise.frequency),
        fitting: size as f64 * spacing / (f64::from(period) * window.spacing.x.abs()),
    })
}

/// The largest cells, in samples along x, with which the edges of all these axes meet.
fn cell_size(axes: &[Axis]) -> Option<f64> {
    let largest = axes.iter().map(|axis| axis.fitting).reduce(f64::min)?;
    let cells = (1..=MOST_PERIODS).map(|periods| largest / f64::from(periods));
    let mut large = cells.take_while(|cell| *cell >= SMALLEST_CELL);
    large.find(|cell| axes.iter().all(|axis| is_whole(axis.fitting / cell)))
}

/// Whether a number of periods is whole, but for roundings: frequencies such as 1/100 are rounded, and so are their products.
fn is_whole(periods: f64) -> bool {
    periods.round() >= 1.0 && (periods - periods.round()).abs() < 1e-9 * periods
}
