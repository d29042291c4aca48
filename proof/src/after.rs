//! Noises that differ in a single parameter, sampled one after the other: a thread keeps the tables of the noises that it sampled last, and must not take
//! those of another noise for them.

use perlane::{
    Backend, Distance, Error, Fade, Fractal, Gradients, Hash, Kind, Layers, Noise, Output, Permutation,
    Quantity, Returns, Warp,
};

use crate::Case;
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

fn changed(layers: &Layers, change: Change) -> Layers {
    let mut layers = layers.clone();
    layers.as_mut_slice().iter_mut().take(1).for_each(change);
    layers
}

type Change = fn(&mut Noise);

/// A change of each parameter. Those of what a noise does not use change no sample, but are other noises.
const CHANGES: [Change; 21] = [
    |noise| noise.kind = next(Kind::ALL, &noise.kind),
    |noise| noise.seed ^= 1,
    |noise| noise.frequency /= 2.0,
    |noise| {
        noise.hash = if noise.hash == Hash::Mix { Hash::Permutation(Permutation::SEEDED) } else { Hash::Mix };
    },
    |noise| noise.gradients = next(Gradients::ALL, &noise.gradients),
    |noise| noise.fade = next(Fade::ALL, &noise.fade),
    |noise| noise.distance = next(Distance::ALL, &noise.distance),
    |noise| noise.returns = next(Returns::ALL, &noise.returns),
    |noise| noise.jitter = if noise.jitter == 0.25 { 0.5 } else { 0.25 },
    |noise| noise.offset.xyzw_mut().into_iter().for_each(|offset| *offset += 0.25),
    |noise| noise.period.xyzw_mut().into_iter().for_each(|period| *period = if *period == 3 { 2 } else { 3 }),
    |noise| {
        noise.warp = Warp::By { amplitude: 0.5 / noise.frequency, frequency: None, octaves: 1, seed: None }
    },
    |noise| noise.fractal = next(Fractal::ALL, &noise.fractal),
    |noise| noise.octaves = if noise.octaves == 1 { 2 } else { noise.octaves - 1 },
    |noise| noise.lacunarity *= 0.75,
    |noise| noise.gain *= 0.75,
    |noise| noise.strength *= 0.75,
    |noise| noise.level *= 0.75,
    |noise| noise.feedback *= 0.75,
    |noise| noise.normalize = !noise.normalize,
    |noise| {
        noise.output = match noise.output {
            Output::ScaleBias { scale, bias } => Output::ScaleBias { scale: scale * 0.75, bias },
            Output::Range { low, high } => Output::ScaleBias { scale: high, bias: low },
            other => other,
        };
    },
];

/// The choice after this one; the first after what is not in the list.
fn next<T: Clone + PartialEq>(all: &[T], this: &T) -> T {
    let after = all.iter().position(|other| other == this).map_or(0, |at| (at + 1) % all.len());
    all[after].clone()
}

#[cfg(test)]
#[path = "../../tests/common/parameters.rs"]
mod parameters;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::parameters::never_varied;
    use super::*;

    #[test]
    fn every_parameter_is_changed() {
        let noises = [Noise::default(), Noise::cellular(1).range(0.5, 2.0).ridged_multi(1)];
        for noise in noises.map(|noise| noise.offset([0.5; 4]).period([3; 4])) {
            let layers = Layers::from(noise);
            for (at, change) in CHANGES.iter().enumerate() {
                assert_ne!(changed(&layers, *change), layers, "{at}");
            }
            let others = CHANGES.iter().flat_map(|change| changed(&layers, *change).as_slice().to_vec());
            assert_eq!(never_varied(&others.collect::<Vec<_>>()), [""; 0], "missing in CHANGES");
        }
        // Random cases draw each of them.
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
