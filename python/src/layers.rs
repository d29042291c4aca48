//! What is known of a sum of noises before it is sampled: its work, its octaves, and the one form that equal sums share.

use perlane::{Gradients, Kind, Layers, Noise, Output, Warp};
use pyo3::PyResult;

use crate::error::value_error;

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

/// The same noise in the one form that equal noises share: without zeros that have a sign, and without a warp that moves nothing. Recipes
/// and Dask's names are made of this form. Its samples have the same bits.
pub(crate) fn normal(mut noise: Noise) -> Noise {
    for number in
        [&mut noise.gain, &mut noise.strength, &mut noise.level, &mut noise.feedback, &mut noise.jitter]
    {
        *number += 0.0;
    }
    for number in noise.offset.xyzw_mut() {
        *number += 0.0;
    }
    match &mut noise.output {
        Output::ScaleBias { scale: a, bias: b } | Output::Range { low: a, high: b } => {
            *a += 0.0;
            *b += 0.0;
        }
        _ => {}
    }
    noise.gradients = normal_gradients(noise.gradients);
    noise.warp = normal_warp(noise.warp);
    noise
}

fn normal_gradients(gradients: Gradients) -> Gradients {
    let Gradients::Custom(custom) = &gradients else { return gradients };
    let vectors: Vec<Vec<f64>> =
        custom.vectors().iter().map(|v| v[..custom.dims()].iter().map(|c| c + 0.0).collect()).collect();
    Gradients::custom(&vectors).unwrap_or(gradients) // vectors that were valid still are
}

fn normal_warp(mut warp: Warp) -> Warp {
    match &mut warp {
        Warp::By { amplitude, .. } => *amplitude += 0.0,
        Warp::Of(axes) => {
            for layers in axes.xyzw_mut() {
                *layers = normal_layers(layers);
            }
            if axes.xyzw_ref().into_iter().all(|layers| layers.as_slice().is_empty()) {
                warp = Warp::default();
            }
        }
        _ => {}
    }
    warp
}

pub(crate) fn normal_layers(layers: &Layers) -> Layers {
    layers.as_slice().iter().cloned().map(normal).collect()
}

/// Refuses sums of these terms that no recipe can hold, because every noise is pickled, copied and sent to workers as its recipe.
pub(crate) fn check_octaves<'a>(name: &str, terms: impl IntoIterator<Item = &'a Layers>) -> PyResult<()> {
    let octaves: usize = terms.into_iter().map(octaves_of).sum();
    if octaves <= Layers::MAX_OCTAVES {
        return Ok(());
    }
    let allowed = format!("{} octaves or fewer in all, with those of warps", Layers::MAX_OCTAVES);
    Err(value_error(name, format!("{octaves} octaves"), allowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_of_a_sample_is_that_of_its_kind_and_its_warps() {
        let fbm = Noise::perlin(1).fbm(6);
        assert_eq!((work(&Noise::perlin(1), 3, 8), work(&fbm, 3, 8)), (1, 6));
        assert_eq!(work(&Noise::cellular(1).fbm(2), 3, 8), 32);
        assert_eq!(work(&fbm.clone().warp_by(3.0).warp_octaves(4), 3, 8), (6 + 3 * 4) * 8);
        assert_eq!(work(&fbm.clone().warp([Noise::perlin(2), fbm.clone()]), 2, 1), 6 + 1 + 6);
        assert_eq!(work(&fbm.warp_by(0.0).warp_octaves(4), 3, 8), 6);
    }

    #[test]
    fn octaves_of_warps_count_as_in_recipes() {
        let warped = Noise::perlin(1).fbm(32).warp_by(1.0).warp_octaves(32);
        let sum = |count| Layers::from_iter(vec![warped.clone(); count]);
        assert_eq!(octaves_of(&sum(1)), 32 + 4 * 32);
        for count in [1, 6, 7] {
            let sum = sum(count);
            let read = serde_json::to_string(&perlane::Recipe::from(sum.clone()))
                .map(|text| perlane_recipes::from_json(&text).is_ok());
            assert_eq!(octaves_of(&sum) <= Layers::MAX_OCTAVES, read.is_ok_and(|read| read), "{count}");
        }
    }
}
