//! What is known of a sum of noises before it is sampled.

use perlane::{Kind, Layers, Noise, Warp};

/// How long a sample of this noise takes, relative to one of an octave of Perlin noise. Samples that move are scattered: each takes
/// `scattered` times as long as in a grid.
pub(crate) fn work(noise: &Noise, dims: usize, scattered: usize) -> usize {
    // Cellular noise looks for points in the cells around each sample.
    let each = if noise.kind == Kind::Cellular { 16 } else { 1 };
    let own = noise.octave_count() as usize * each;
    match octaves_of_warp(noise, dims) {
        0 => own,
        moves => (own + moves) * scattered,
    }
}

/// The octaves of all noises that move the samples of this one in this many dimensions.
fn octaves_of_warp(noise: &Noise, dims: usize) -> usize {
    match &noise.warp {
        Warp::By { octaves, .. } if noise.is_warped() => dims * *octaves as usize,
        Warp::Of(layers) => layers.xyzw_ref().into_iter().map(octaves_of).sum(),
        _ => 0,
    }
}

/// The octaves of all layers, with those of their warps in all dimensions.
fn octaves_of(layers: &Layers) -> usize {
    let each = |noise: &Noise| noise.octave_count() as usize + octaves_of_warp(noise, 4);
    layers.as_slice().iter().map(each).sum()
}
