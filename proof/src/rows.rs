//! Rows with gaps between them.

use perlane::{Backend, Error};

use crate::Case;

/// Elements between two rows, so few that any vector which is too long for its row reaches into the next one.
const GAP: usize = 5;

/// What is between rows, and must stay.
const BETWEEN: f32 = -77.5;

/// Samples the grid into a buffer with gaps. A row whose gap was written has no samples here.
pub(crate) fn sample(case: &Case, backend: Backend) -> Result<Vec<f32>, Error> {
    let prepared = case.layers.field(case.field).prepare_with(backend, &case.window)?;
    let (samples, width) = (case.samples()?, case.window.size.xyzw()[0]);
    if samples == 0 {
        return Ok(Vec::new());
    }
    let whole: Vec<_> = case.window.shape().into_iter().map(|len| 0..len).collect();
    let mut out = vec![BETWEEN; samples / width * (width + GAP)];
    prepared.fill_rows(whole, &mut out, width + GAP)?;
    let mut sampled = Vec::with_capacity(samples);
    for row in out.chunks_exact(width + GAP) {
        let (row, gap) = row.split_at(width);
        match gap.iter().all(|element| element.to_bits() == BETWEEN.to_bits()) {
            true => sampled.extend_from_slice(row),
            false => sampled.extend(row.iter().map(|_| f32::NAN)),
        }
    }
    Ok(sampled)
}
