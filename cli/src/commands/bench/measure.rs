//! Measures a row of the table: first the digests of the samples, then the rates.

use std::hint::black_box;

use perlane::{Backend, Recipe, Samples};
use perlane_rounds::{Effort, Times, Work as Turn, race};

use super::rate::Rate;
use super::row::{Measured, Row, common};
use super::workloads::Workload;
use crate::error::Result;
use crate::sampling::resources::buffer;

/// Samples of a cache line.
const LINE: usize = 64 / size_of::<f32>();

/// Samples from the start of a cache line to the buffer's: 16 bytes, as large buffers of allocators have them. Rates depend on it, and would differ from run
/// to run if it were left to chance.
const START: usize = 16 / size_of::<f32>();

pub(crate) fn row(workload: &Workload, backends: &[Backend], effort: &Effort) -> Result<Row> {
    let mut memory = buffer(workload.samples + 2 * LINE)?;
    memory.resize(workload.samples + 2 * LINE, 0.0);
    let out = placed(&mut memory, workload.samples);
    let digests = digests(workload, backends, out)?;
    let blake3 = common(&digests);
    let times = race(out, &turns(workload, backends), effort);
    let rates: Vec<Rate> = times.iter().map(|times| rate(workload.samples, times)).collect();
    let fill = rates[0].clone();
    let measured =
        backends.iter().zip(rates.into_iter().skip(1)).zip(&digests).map(|((backend, rate), digest)| {
            Measured {
                name: backend.name(),
                share: rate.samples_per_second / fill.samples_per_second,
                rate,
                blake3: digest.clone(),
            }
        });
    Ok(Row {
        name: workload.name.clone(),
        samples: workload.samples,
        octaves: workload.octaves,
        rounds: times[0].rounds(),
        backends: measured.collect(),
        fill,
        recipe: workload
            .recipe
            .as_ref()
            .map(|recipe| with_digest(recipe, blake3.as_deref(), workload.samples)),
        blake3,
    })
}

/// The part of the memory that begins so far after a line.
fn placed(memory: &mut [f32], samples: usize) -> &mut [f32] {
    let first = memory.as_ptr().align_offset(LINE * size_of::<f32>()).min(LINE) + START;
    &mut memory[first..first + samples]
}

/// The digest of the samples that each backend computes. Errors show here, before anything is timed.
fn digests(workload: &Workload, backends: &[Backend], out: &mut [f32]) -> Result<Vec<String>> {
    let mut digest = |backend: &Backend| {
        // The previous backend's values must not remain where this backend writes nothing.
        out.fill(f32::NAN);
        (workload.fill)(*backend, out)?;
        Ok(perlane_proof::digest(out))
    };
    backends.iter().map(&mut digest).collect()
}

/// The work of each turn: the plain fill, then the backends.
fn turns<'a>(workload: &'a Workload, backends: &'a [Backend]) -> Vec<Turn<'a, [f32]>> {
    let limit: Turn<'a, [f32]> = Box::new(|out| out.fill(black_box(0.5)));
    let each = backends.iter().map(|backend| -> Turn<'a, [f32]> {
        Box::new(move |out| {
            // It cannot fail, because it did not fail when the digests were computed.
            let _ = black_box((workload.fill)(*backend, out));
        })
    });
    std::iter::once(limit).chain(each).collect()
}

fn rate(samples: usize, times: &Times) -> Rate {
    let at = |part| samples as f64 / times.quantile(part);
    Rate { samples_per_second: at(0.5), quartiles: [at(0.75), at(0.25)] }
}

/// The recipe with a digest, which `perlane reproduce` checks.
fn with_digest(recipe: &Recipe, digest: Option<&str>, samples: usize) -> Recipe {
    let mut recipe = recipe.clone();
    recipe.samples = digest.map(|digest| Samples { blake3: digest.to_owned(), count: samples as u64 });
    recipe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_begin_alike() {
        let mut memory = vec![0.0; 100 + 3 * LINE];
        for first in 0..LINE {
            let out = placed(&mut memory[first..first + 100 + 2 * LINE], 100);
            assert_eq!((out.len(), out.as_ptr().addr() % 64), (100, 16));
        }
    }
}
