//! Samples the parts of a case one after the other.

use std::ops::Range;

use perlane::{Error, Window};

use crate::Case;

/// Samples two parts along each axis, cut where no vector is likely to end, and puts them together again. `fill` has the part as a grid, and its
/// indices along each axis, slowest first.
pub(crate) fn in_parts(
    case: &Case,
    fill: impl Fn(&Case, &[Range<usize>]) -> Result<Vec<f32>, Error>,
) -> Result<Vec<f32>, Error> {
    let mut out = vec![f32::NAN; case.samples()?];
    let dims = case.window.dims();
    for part in 0..1usize << dims {
        let mut window = case.window;
        let mut first = [0; 4];
        for axis in 0..dims {
            let len = case.window.size.xyzw()[axis];
            let cut = len / 3;
            let second = part >> axis & 1 == 1;
            first[axis] = if second { cut } else { 0 };
            *window.size.xyzw_mut()[axis] = if second { len - cut } else { cut };
            *window.start.xyzw_mut()[axis] += first[axis] as i64;
        }
        let tile = Case { window, ..case.clone() };
        let indices = (0..dims).rev().map(|axis| first[axis]..first[axis] + window.size.xyzw()[axis]);
        let (samples, each) = (fill(&tile, &indices.collect::<Vec<_>>())?, window.samples()?);
        if each > 0 {
            let planes = samples.chunks(each).zip(out.chunks_mut(case.window.samples()?));
            planes.for_each(|(samples, out)| place(&tile, first, samples, &case.window, out));
        }
    }
    Ok(out)
}

fn place(tile: &Case, first: [usize; 4], samples: &[f32], whole: &Window, out: &mut [f32]) {
    for (flat, &sample) in samples.iter().enumerate() {
        let (mut at, mut stride) = (0, 1);
        for (axis, index) in tile.place(flat).xyzw().into_iter().enumerate().take(whole.dims()) {
            at += (first[axis] + index) * stride;
            stride *= whole.size.xyzw()[axis];
        }
        out[at] = sample;
    }
}
