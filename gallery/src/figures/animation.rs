//! A looping animation: a 3-D grid whose slowest axis has a period.

use crate::Result;
use crate::canvas::Canvas;
use crate::panels::{Panel, rows};
use crate::tutorials;

/// Frames that the strip shows, at even distances.
const SHOWN: usize = 8;

pub(crate) fn strip() -> Result<Canvas> {
    let figure = tutorials::animation();
    let [frames, height, width] = figure.grid.shape;
    let samples = figure.noise.generate(&figure.grid)?;
    let mut panels = Vec::new();
    for (i, frame) in samples.chunks_exact(height * width).enumerate().step_by(frames / SHOWN) {
        let then = if panels.len() + 1 == SHOWN { ", then 0" } else { "" };
        let detail = format!("time {}/{SHOWN}{then}", panels.len());
        panels.push(Panel::new(figure.grey(frame)?, format!("Frame {i}"), detail));
    }
    Ok(rows(&panels, SHOWN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loop_closes() {
        let figure = tutorials::animation();
        let mut grid = figure.grid;
        let [frames, height, width] = grid.shape;
        // One frame more, which is the first again.
        grid.shape[0] += 1;
        let samples = figure.noise.generate(&grid).unwrap();
        let frame = height * width;
        let bits = |samples: &[f32]| samples.iter().map(|sample| sample.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&samples[..frame]), bits(&samples[frames * frame..]));
        assert_ne!(samples[..frame], samples[frame..2 * frame]);
    }
}
