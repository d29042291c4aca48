//! Any recipe, any window: an error, or on every backend the reference's bits. `cargo +nightly fuzz run bit_exact`

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use perlane::{Backend, Fade, Fractal, Gradients, Grid, Hash, Kind, Noise, Permutation, reference};

#[derive(Debug, Arbitrary)]
struct Input {
    numbers: [f64; 6],
    seed: u64,
    choices: [u8; 6],
    octaves: u8,
    period: [u16; 3],
    shape: [u8; 3],
    start: [i64; 3],
    origin: [f64; 3],
    spacing: [f64; 3],
    normalize: bool,
}

fn noise(input: &Input) -> Noise {
    let [kind, fade, fractal, hash, gradients, _] = input.choices;
    let [frequency, lacunarity, gain, scale, bias, offset] = input.numbers;
    let kind = [Kind::Perlin, Kind::Value, Kind::Cell][usize::from(kind % 3)];
    let fade = [Fade::Linear, Fade::Cubic, Fade::Quintic][usize::from(fade % 3)];
    let fractals = [Fractal::None, Fractal::Fbm, Fractal::Billow, Fractal::Ridged, Fractal::Turbulence];
    let hash = match hash % 3 {
        0 => Hash::Mix,
        1 => Hash::Permutation(Permutation::PERLIN),
        _ => Hash::Permutation(Permutation::SEEDED),
    };
    let gradients = Gradients::from_name(Gradients::NAMES[usize::from(gradients % 8)]).unwrap_or_default();
    Noise::default()
        .kind(kind)
        .seed(input.seed)
        .frequency(frequency)
        .hash(hash)
        .gradients(gradients)
        .fade(fade)
        .offset([0.0, 0.0, offset])
        .period(input.period.map(u32::from))
        .fractal(fractals[usize::from(fractal % 5)])
        .octaves(u32::from(input.octaves % 8))
        .lacunarity(lacunarity)
        .gain(gain)
        .normalize(input.normalize)
        .scale(scale)
        .bias(bias)
}

fuzz_target!(|input: Input| {
    let noise = noise(&input);
    let shape = input.shape.map(|len| usize::from(len % 70));
    let shape = [shape[0] % 5, shape[1] % 7, shape[2]];
    let grid = Grid::new(shape).start(input.start).origin(input.origin).spacing(input.spacing);
    let mut out = vec![0.0; shape.iter().product()];
    if noise.fill_with(Backend::scalar().expect("always there"), &grid, &mut out).is_err() {
        assert!(noise.check(&grid).is_err());
        return;
    }
    for (i, value) in out.iter().enumerate() {
        let index = [i / (shape[1] * shape[2]), i / shape[2] % shape[1], i % shape[2]];
        let want = reference::sample(&noise, &grid.world(index)).expect("the grid was accepted");
        assert_eq!(value.to_bits(), want.to_bits(), "{noise:?} {grid:?} {index:?}");
    }
    for backend in Backend::available() {
        let mut other = vec![f32::NAN; out.len()];
        noise.fill_with(backend, &grid, &mut other).expect("as the first one");
        assert!(out.iter().zip(&other).all(|(a, b)| a.to_bits() == b.to_bits()), "{backend}: {noise:?} {grid:?}");
    }
});
