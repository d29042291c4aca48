//! A sampler gives the bits of single samples in every shape and at every address, and writes nothing beside them. Some of the single samples of each
//! grid, the first and the last among them, are compared with the reference.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

#[path = "../common/mod.rs"]
mod common;

mod calls;
mod rows;
mod shapes;
mod singles;

use perlane::{Grid, Noise, Sampler, reference};

/// What stands around a buffer, and must stay.
const GUARD: f32 = -77.5;

/// Fills a grid in a buffer that begins `offset` elements after a 64-byte boundary.
fn fill_at<const D: usize>(sampler: &Sampler<D>, grid: &Grid<D>, offset: usize) -> Vec<f32> {
    let len = grid.samples().unwrap();
    let mut memory = vec![GUARD; len + 64];
    let first = memory.as_ptr().addr().wrapping_neg() / 4 % 16 + offset;
    sampler.fill(grid, &mut memory[first..first + len]).unwrap();
    let beside = memory[..first].iter().chain(&memory[first + len..]);
    assert!(beside.copied().all(|v| v == GUARD), "written beside the buffer: {:?} at {offset}", grid.shape);
    memory[first..first + len].to_vec()
}

/// Noises of one octave and of several, some of which are folded or warped.
fn noises(frequency: f64) -> [Noise; 5] {
    let noise = Noise::perlin(3).frequency(frequency);
    let warped = noise.clone().warp_by(0.8 / frequency);
    [noise.clone(), noise.clone().fbm(3).range(5.0, 9.0), noise.ridged(2), warped.clone(), warped.fbm(2)]
}

/// The samples of a grid by the sampler's single samples, some of which are the reference's too.
fn singly<const D: usize>(noise: &Noise, grid: &Grid<D>) -> Vec<f32> {
    let sampler = noise.sampler::<D>().unwrap();
    let index = |mut flat: usize| {
        let mut index = [0; D];
        for a in (0..D).rev() {
            (index[a], flat) = (flat % grid.shape[a], flat / grid.shape[a]);
        }
        index
    };
    let samples = grid.samples().unwrap();
    let sample = |flat: usize| {
        let world = grid.world(index(flat));
        let value = sampler.sample(world);
        if flat.is_multiple_of(97) || flat == samples - 1 {
            assert_eq!(value.to_bits(), reference::sample(noise, &world).unwrap().to_bits(), "{world:?}");
        }
        value
    };
    (0..samples).map(sample).collect()
}
