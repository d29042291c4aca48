//! Other seeds for all noises of a sum.

use perlane::{Layers, Noise};

/// The sum with this seed for its first noise. The other seeds shift by the same amount, modulo 2^64.
pub fn reseeded(layers: &[Noise], seed: u64) -> Layers {
    let by = seed.wrapping_sub(layers.first().map_or(seed, |first| first.seed));
    layers.iter().map(|noise| noise.clone().seed(noise.seed.wrapping_add(by))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_keep_their_differences() {
        let sum = [Noise::perlin(5), Noise::value(u64::MAX), Noise::perlin(5)];
        let seeds: Vec<u64> = reseeded(&sum, 7).as_slice().iter().map(|noise| noise.seed).collect();
        assert_eq!(seeds, [7, 1, 7]);
        assert_eq!(reseeded(&[], 7), Layers::new());
    }
}
