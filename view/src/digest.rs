//! The digest of a recipe's samples.

use perlane::Samples;
use serde_json::Value;

use crate::bytes;
use crate::error::{Error, Result};
use crate::recipe;

/// The most samples of a digest; all of them are in memory at once.
const MAX_SAMPLES: usize = 1 << 26;

/// How many samples are converted to bytes at a time.
const SAMPLES_AT_ONCE: usize = 1 << 14;

/// The BLAKE3 digest of a recipe's samples as little-endian `f32`, in the order of the array; several planes follow one another.
///
/// # Errors
/// A wrong recipe, one without a grid, or more than 2^26 samples.
pub fn digest(request: &[u8]) -> Result<Samples> {
    let recipe = recipe::read(&serde_json::from_slice::<Value>(request)?)?;
    let missing = || Error::parameter("grid", "missing", "recipes with a grid");
    let grid = recipe.grid.ok_or_else(missing)?;
    let sampled = recipe.layers.field(recipe.field);
    let count = grid.samples()?.saturating_mul(sampled.planes(grid.dims()));
    if count > MAX_SAMPLES {
        return Err(Error::parameter("the number of samples", count, format!("at most {MAX_SAMPLES}")));
    }
    let mut samples = vec![0.0; count];
    sampled.fill(&grid, &mut samples)?;
    Ok(of_samples(&samples))
}

/// The digest of samples.
pub(crate) fn of_samples(samples: &[f32]) -> Samples {
    let mut hasher = blake3::Hasher::new();
    for some in samples.chunks(SAMPLES_AT_ONCE) {
        hasher.update(&bytes::of_samples(some));
    }
    Samples { blake3: hasher.finalize().to_hex().to_string(), count: samples.len() as u64 }
}

#[cfg(test)]
mod tests {
    use perlane::{Noise, Quantity, Recipe, Window};

    use super::*;

    fn ask(recipe: &Recipe) -> Result<Samples> {
        digest(&serde_json::to_vec(recipe).unwrap())
    }

    /// The digest is that of all bytes, however many are converted at a time, and of all planes.
    #[test]
    fn digests_are_those_of_the_bytes() {
        let window = Window::from_xyzw(&[151, 130]).unwrap();
        let recipe = Recipe::from(Noise::perlin(4).frequency(0.03)).field(Quantity::Gradient).grid(window);
        let samples = recipe.layers.field(recipe.field).generate(&window).unwrap();
        let found = ask(&recipe).unwrap();
        assert_eq!(found.count, 3 * 151 * 130);
        assert_eq!(found.blake3, blake3::hash(&bytes::of_samples(&samples)).to_hex().to_string());
    }

    #[test]
    fn what_is_refused() {
        let recipe = Recipe::from(Noise::perlin(4)).field(Quantity::Gradient);
        let refused = |recipe: &Recipe| ask(recipe).unwrap_err().to_string();
        assert_eq!(refused(&recipe), "grid is missing; allowed: recipes with a grid");
        let large = recipe.grid(Window::from_xyzw(&[5000, 5000]).unwrap());
        assert_eq!(refused(&large), "the number of samples is 75000000; allowed: at most 67108864");
    }
}
