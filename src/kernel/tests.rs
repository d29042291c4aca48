//! Ways that only some processors take. All of them give the same bits.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

use alloc::vec;
use alloc::vec::Vec;

use crate::grid::Grid;
use crate::noise::Noise;
use crate::simd::design::{Design, forced};
use crate::simd::{Backend, LINE, LINE_SAMPLES};

/// The bits of grids and points for which plans ask about the processor, with one backend.
fn bits(backend: Backend) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    let mut keep = |samples: &[f32]| all.push(samples.iter().map(|n| n.to_bits()).collect());
    for (frequency, octaves) in [(0.016, 4), (0.05, 4), (0.15, 4), (0.3, 4), (0.6, 4), (0.92, 1)] {
        let noise = Noise::perlin(7).frequency(frequency).fbm(octaves);
        let (mut plane, mut chunk) = (vec![0.0; 217 * 300], vec![0.0; 40 * 33 * 48]);
        noise.fill_with(backend, &Grid::new([217, 300]), &mut plane).unwrap();
        noise.fill_with(backend, &Grid::new([40, 33, 48]), &mut chunk).unwrap();
        keep(&plane);
        keep(&chunk);
    }
    // Points that fill their cells.
    let along = |factor: f64| (0..20_011).map(|k| (f64::from(k) * factor) % 30.0).collect::<Vec<_>>();
    let (z, y, x) = (along(0.731), along(0.377), along(0.197));
    let (noise, mut out) = (Noise::perlin(3).fbm(2), vec![0.0; x.len()]);
    noise.fill_points_with(backend, [&y, &x], &mut out).unwrap();
    keep(&out);
    noise.fill_points_with(backend, [&z, &y, &x], &mut out).unwrap();
    keep(&out);
    // Grids that are stored past the caches, whose rows have the same places in a page, or several.
    for columns in [4096, 4096 + LINE_SAMPLES] {
        for frequency in [1.0 / 64.0, 0.05] {
            let mut out = vec![0.0; 2112 * columns];
            Noise::perlin(5)
                .frequency(frequency)
                .fill_with(backend, &Grid::new([2112, columns]), &mut out)
                .unwrap();
            keep(&out);
        }
    }
    all
}

/// Rows of cellular noise that are stored past the caches, wherever the buffer's lines start, and whether or not the last samples of a row are a tile by
/// themselves. (A test build checks that nothing is written again before it has settled.)
#[test]
fn rows_past_the_caches_are_written_once() {
    let (rows, columns) = (1024, 4112);
    for (frequency, lead) in [(1.0 / 40.0, 0), (1.0 / 26.0, 12), (1.0 / 11.0, 5)] {
        let noise = Noise::cellular(8).frequency(frequency);
        let filled = |backend: Backend| {
            let mut memory = vec![0.0; rows * columns + 2 * LINE_SAMPLES];
            let first = memory.as_ptr().align_offset(LINE) + lead;
            let out = &mut memory[first..][..rows * columns];
            noise.fill_with(backend, &Grid::new([rows, columns]).start([-900, 77]), out).unwrap();
            out.iter().map(|v| v.to_bits()).collect::<Vec<_>>()
        };
        let want = filled(Backend::portable());
        for backend in Backend::available() {
            assert!(filled(backend) == want, "{backend} {frequency} {lead}");
        }
    }
}

#[test]
fn all_designs_give_the_same_bits() {
    let of = |backend: Backend, design: Option<Design>| {
        // Threads keep plans.
        let thread = std::thread::spawn(move || {
            design.into_iter().for_each(forced::set);
            bits(backend)
        });
        thread.join().unwrap()
    };
    let want = of(Backend::portable(), None);
    for backend in Backend::available().filter(|backend| *backend != Backend::portable()) {
        for design in Design::ALL {
            assert!(of(backend, Some(design)) == want, "{backend} {design:?}");
        }
    }
}
