//! A row of the table: first what is computed, then how fast.

use std::hint::black_box;

use perlane::{Backend, Recipe, Samples};
use perlane_rounds::{Effort, Times, Work as Turn, race};

use super::report::{Measured, Rate, Row, common};
use super::works::Work;
use crate::error::Result;
use crate::sampling::stream;

pub(crate) fn row(work: &Work, backends: &[Backend], effort: &Effort) -> Result<Row> {
    let mut out = stream::buffer(work.samples)?;
    out.resize(work.samples, 0.0);
    let digests = digests(work, backends, &mut out)?;
    let blake3 = common(&digests);
    let times = race(&mut out[..], &turns(work, backends), effort);
    let rates: Vec<Rate> = times.iter().map(|times| rate(work.samples, times)).collect();
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
        name: work.name.clone(),
        samples: work.samples,
        octaves: work.octaves,
        rounds: times[0].rounds(),
        backends: measured.collect(),
        fill,
        recipe: work.recipe.as_ref().map(|recipe| with_digest(recipe, blake3.as_deref(), work.samples)),
        blake3,
    })
}

/// What each backend computes. A wrong argument shows here, before anything is timed.
fn digests(work: &Work, backends: &[Backend], out: &mut [f32]) -> Result<Vec<String>> {
    let mut digest = |backend: &Backend| {
        // What a backend leaves out must not be what the one before wrote.
        out.fill(f32::NAN);
        (work.fill)(*backend, out)?;
        Ok(perlane_proof::digest(out))
    };
    backends.iter().map(&mut digest).collect()
}

/// The plain fill, and the backends.
fn turns<'a>(work: &'a Work, backends: &'a [Backend]) -> Vec<Turn<'a, [f32]>> {
    let limit: Turn<'a, [f32]> = Box::new(|out| out.fill(black_box(0.5)));
    let each = backends.iter().map(|backend| -> Turn<'a, [f32]> {
        Box::new(move |out| {
            // It went well when digests were taken.
            let _ = black_box((work.fill)(*backend, out));
        })
    });
    std::iter::once(limit).chain(each).collect()
}

fn rate(samples: usize, times: &Times) -> Rate {
    let at = |part| samples as f64 / times.quantile(part);
    Rate { samples_per_second: at(0.5), quartiles: [at(0.75), at(0.25)] }
}

/// As files carry it, so that `perlane reproduce` can read it.
fn with_digest(recipe: &Recipe, digest: Option<&str>, samples: usize) -> Recipe {
    let samples = digest.map(|digest| Samples { blake3: digest.to_owned(), count: samples as u64 });
    Recipe { samples, ..recipe.clone() }
}
