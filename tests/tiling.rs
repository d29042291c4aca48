//! Periods: one period further the samples are the same to the bit, in every dimension and octave, for every lacunarity.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use common::{Window, assert_bits, assert_same, backends};
use perlane::{Backend, Fade, Fractal, Grid, Hash, Noise, Permutation};
use proptest::prelude::*;

fn fractal() -> impl Strategy<Value = Fractal> {
    prop::sample::select(Fractal::ALL)
}

fn hash() -> impl Strategy<Value = Hash> {
    prop::sample::select(vec![Hash::Mix, Hash::Permutation(Permutation::SEEDED)])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(1024), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn samples_repeat_after_a_period(
        dims in 1usize..=4,
        kind in prop::sample::select(common::kinds_of_all_dimensions()),
        fade in prop::sample::select(Fade::ALL),
        (hash, fractal, seed) in (hash(), fractal(), any::<u64>()),
        (octaves, gain) in (1u32..6, 0.2..0.9),
        lacunarity in prop_oneof![Just(1.9), Just(2.0), Just(2.1), 0.4..4.0],
        periods in prop::array::uniform4(1u32..400),
        cell in 0u32..7,
        start in prop::array::uniform4(-5000i64..5000),
        (axis, times) in (0usize..4, -3i64..4),
        warp in prop_oneof![Just(None), (0.1..60.0, 0u32..3, 1u32..3).prop_map(Some)],
    ) {
        let axis = axis % dims;
        let mut noise = Noise::default().kind(kind).fade(fade).hash(hash).fractal(fractal).seed(seed);
        noise = noise.octaves(octaves).gain(gain).lacunarity(lacunarity).frequency(1.0 / f64::from(1 << cell));
        for a in 0..dims {
            *noise.period.xyzw_mut()[a] = periods[a];
        }
        if let Some((amplitude, finer, octaves)) = warp {
            noise = noise.warp_by(amplitude).warp_octaves(octaves);
            noise = noise.clone().warp_frequency(noise.frequency * f64::from(1 << finer));
        }
        let mut here = Window::new(&[2, 3, 4, 37][4 - dims..]);
        here.start.copy_from_slice(&start[..dims]);
        let mut there = here.clone();
        // Windows are in array order, periods in the order x, y, z, w.
        there.start[axis] += times * i64::from(periods[dims - 1 - axis]) * (1 << cell);
        let want = here.reference(&noise).unwrap();
        for backend in backends() {
            let further = there.fill(&noise, backend).unwrap();
            assert_bits(&noise, &format_args!("one period further, {backend}"), &there, &further, &want);
        }
        assert_bits(&noise, &"one period further, the reference", &there, &there.reference(&noise).unwrap(), &want);
    }
}

/// An axis between two others that is too long for one table is filled as it is by itself.
#[test]
fn long_axes_between_others() {
    let noise = Noise::perlin(3).frequency(0.3).fbm(2);
    let rows = (1 << 20) + 3;
    let whole = noise.generate(&Grid::new([2, rows, 2]).start([7, -9, 1])).unwrap();
    let mut slice = Window::new(&[1, rows, 2]);
    for (z, of_whole) in (7..).zip(whole.chunks_exact(2 * rows)) {
        slice.start.copy_from_slice(&[z, -9, 1]);
        let want = slice.fill(&noise, Backend::detect()).unwrap();
        assert_bits(&noise, &"between two others", &slice, of_whole, &want);
    }
    for index in [[0, 0, 1], [1, 1 << 20, 0], [1, rows - 1, 1]] {
        let want =
            perlane::reference::sample(&noise, &Grid::new([2, rows, 2]).start([7, -9, 1]).world(index))
                .unwrap();
        assert_eq!(whole[(index[0] * rows + index[1]) * 2 + index[2]].to_bits(), want.to_bits(), "{index:?}");
    }
}

/// A texture's left and right, top and bottom edges.
#[test]
fn edges_meet() {
    for (period, lacunarity) in [(8, 2.0), (5, 1.9), (7, 2.1), (10, 1.9), (3, 2.1)] {
        let noise =
            Noise::perlin(1).frequency(1.0 / 16.0).fbm(6).lacunarity(lacunarity).period([period, period]);
        let side = 16 * period as usize + 1;
        for start in [0, -40] {
            let tile = noise.generate(&Grid::new([side, side]).start([start, start])).unwrap();
            for i in 0..side {
                let (left, right) = (tile[i * side], tile[i * side + side - 1]);
                let (top, bottom) = (tile[i], tile[(side - 1) * side + i]);
                assert_eq!(
                    (left.to_bits(), top.to_bits()),
                    (right.to_bits(), bottom.to_bits()),
                    "{period} {lacunarity} {i}"
                );
            }
            assert!(tile.iter().any(|v| v.abs() > 0.2), "not flat");
        }
    }
}

/// A warp repeats with the noise where it has the same period in world units, whatever its cells; cellular noise too.
#[test]
fn warped_edges_meet() {
    let side = 16 * 6 + 1;
    let swirl =
        |seed| Noise::perlin(seed).frequency(1.0 / 32.0).fbm(3).lacunarity(1.9).period([3, 3]).scale(40.0);
    for noise in [Noise::perlin(1), Noise::value(1), Noise::cellular(1)] {
        let noise =
            noise.frequency(1.0 / 16.0).fbm(4).lacunarity(2.1).period([6, 6]).warp([swirl(2), swirl(3)]);
        let tile = noise.generate(&Grid::new([side, side]).start([-5, 900])).unwrap();
        for i in 0..side {
            assert_eq!(tile[i * side].to_bits(), tile[i * side + side - 1].to_bits(), "{:?} {i}", noise.kind);
            assert_eq!(tile[i].to_bits(), tile[(side - 1) * side + i].to_bits(), "{:?} {i}", noise.kind);
        }
        assert_ne!(tile, noise.warp_by(0.0).generate(&Grid::new([side, side]).start([-5, 900])).unwrap());
    }
}

/// A volume whose slowest axis is periodic is an animation that loops: the frame after the last is the first.
#[test]
fn animations_loop() {
    let noise = Noise::perlin(2).frequency(1.0 / 32.0).fbm(4).lacunarity(1.9).period([3, 0, 0]);
    let frames = Grid::new([97, 20, 50]).spacing([1.0, 0.7, 0.7]);
    let volume = noise.generate(&frames).unwrap();
    let frame = |n: usize| &volume[n * 1000..][..1000];
    assert_same(frame(96), frame(0), "the frame after the last");
    assert_ne!(frame(0), frame(48));
}
