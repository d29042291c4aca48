//! Changes of single parameters, all of them. `tests/changes.rs` is compiled with this file, so that it imports from the library alone.

use perlane::{
    Distance, Fade, Fractal, Gradients, Hash, Kind, Layers, Noise, Output, Permutation, Returns, Warp,
};

/// What makes another noise of one.
pub(crate) type Change = fn(&mut Noise);

/// These layers with one change of their first noise.
pub(crate) fn changed(layers: &Layers, change: Change) -> Layers {
    let mut layers = layers.clone();
    layers.as_mut_slice().iter_mut().take(1).for_each(change);
    layers
}

/// A change of each parameter. Those of what a noise does not use change no sample, but are other noises.
pub(crate) const CHANGES: [Change; 21] = [
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
