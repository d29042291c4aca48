//! Noises that differ in a single parameter, sampled one after the other: a thread keeps the tables of the noises that it sampled last, and must not take
//! those of another noise for them.

use perlane::{Backend, Error, Quantity};

use crate::Case;
use crate::changes::{CHANGES, changed};
use crate::difference::{Difference, difference};

const WAY: &str = "after another noise";

/// The places of the other noise: a few suffice to tell two noises from each other, and the reference takes long.
const PLACES: [usize; 4] = [3, 1, 1, 1];

/// Samples this noise, another one, and this one again, and returns the first sample of either that is not the reference's; `want` has those of this one.
pub(crate) fn compare(case: &Case, backend: Backend, want: &[f32]) -> Result<Option<Difference>, Error> {
    let Some(other) = other(case) else { return Ok(None) };
    let want_of_other = other.reference()?;
    for (case, want) in [(case, want), (&other, &want_of_other), (case, want)] {
        let found = filled(case, backend, want)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Fills the grid, and samples its first place by a call.
fn filled(case: &Case, backend: Backend, want: &[f32]) -> Result<Option<Difference>, Error> {
    let mut out = vec![f32::NAN; want.len()];
    case.layers.fill_with(backend, &case.window, &mut out)?;
    let found = difference(case, backend, WAY, &out, want);
    if found.is_some() || out.is_empty() {
        return Ok(found);
    }
    out[0] = case.layers.sample(&case.world(0))?;
    Ok(difference(case, backend, WAY, &out, want))
}

/// A case that differs from this one in a parameter of its first noise, and has a few of its places. All cases together have every parameter. `None` where
/// the change leaves nothing that can be sampled, and for quantities, as threads keep no tables of these.
fn other(case: &Case) -> Option<Case> {
    let seed = case.layers.as_slice().first()?.seed;
    let layers = changed(&case.layers, CHANGES[(seed % CHANGES.len() as u64) as usize]);
    let mut window = case.window;
    window.size.xyzw_mut().into_iter().zip(PLACES).for_each(|(len, most)| *len = most.min(*len));
    let other = Case { layers, field: case.field, window };
    (case.field.quantity == Quantity::Value && other.check().is_ok()).then_some(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_cases_draw_each_change() {
        let case = |number| Case::numbered(6, number);
        let drawn =
            |case: Case| case.layers.as_slice().first().map(|noise| noise.seed % CHANGES.len() as u64);
        let mut drawn: Vec<u64> =
            (0..400).map(case).filter(|case| other(case).is_some()).filter_map(drawn).collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), CHANGES.len());
    }
}
