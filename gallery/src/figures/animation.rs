//! A looping animation: a 3-D grid whose slowest axis has a period.

use perlane::{Grid, Noise};

use crate::canvas::Canvas;
use crate::panels::{Panel, rows};
use crate::{Result, colour};

const SIDE: usize = 112;
const FRAMES: usize = 8;
/// Lattice cells of a loop.
const PERIOD: u32 = 2;
/// Samples in a cell.
const CELL: f64 = 48.0;

/// The frames of one period, and one more, which is the first again.
fn frames() -> Result<Vec<f32>> {
    let noise = Noise::perlin(9).frequency(1.0 / CELL).fbm(2).period([PERIOD, 0, 0]);
    let step = CELL * f64::from(PERIOD) / FRAMES as f64;
    Ok(noise.generate(&Grid::new([FRAMES + 1, SIDE, SIDE]).spacing([step, 1.0, 1.0]))?)
}

pub(crate) fn strip() -> Result<Canvas> {
    let samples = frames()?;
    let mut panels = Vec::new();
    for (i, frame) in samples.chunks_exact(SIDE * SIDE).take(FRAMES).enumerate() {
        let image = colour::grey(frame, SIDE, -0.65, 0.65);
        let then = if i + 1 == FRAMES { ", then 0" } else { "" };
        let detail = format!("time {i}/{FRAMES}{then}");
        panels.push(Panel::new(image, format!("Frame {i}"), detail));
    }
    Ok(rows(&panels, FRAMES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loop_closes() {
        let samples = frames().unwrap();
        let frame = SIDE * SIDE;
        let bits = |samples: &[f32]| samples.iter().map(|sample| sample.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&samples[..frame]), bits(&samples[FRAMES * frame..]));
        assert_ne!(samples[..frame], samples[frame..2 * frame]);
    }
}
