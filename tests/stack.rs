//! Threads with small stacks sample all there is, as large arrays are made on the heap. (What overflows a stack ends the process, and with it
//! this test.)
#![cfg(not(target_family = "wasm"))] // no threads
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::thread;

use perlane::{Backend, Grid, Noise, Quantity};

/// Bytes of the stack: half of what a thread of macOS has that is not the first.
const STACK: usize = 256 << 10;

fn on_small_stack(work: impl FnOnce() + Send) {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK);
        builder.spawn_scoped(scope, work).unwrap().join().unwrap();
    });
}

/// Each with a thread of its own, whose working memory is made there.
#[test]
fn small_stacks_are_enough() {
    let fbm = Noise::perlin(1).cell_size(20.0).fbm(3);
    let cellular = Noise::cellular(1).cell_size(10.0);
    for backend in Backend::available() {
        for noise in [&fbm, &cellular, &fbm.clone().ridged_multi(3)] {
            for noise in [noise.clone(), noise.clone().warp_by(3.0)] {
                let mut out = vec![0.0; 1 << 16];
                on_small_stack(|| noise.fill_with(backend, &Grid::new([256, 256]), &mut out).unwrap());
                on_small_stack(|| noise.fill_with(backend, &Grid::new([16, 64, 64]), &mut out).unwrap());
                on_small_stack(|| {
                    noise.fill_with(backend, &Grid::new([8, 16, 32]), &mut out[..4096]).unwrap()
                });
                on_small_stack(|| {
                    noise.fill_points_with(backend, [[0.5, 0.25]; 300], &mut out[..300]).unwrap()
                });
                on_small_stack(|| out[0] = noise.sample(&[0.5, 0.25]).unwrap());
            }
        }
        let mut planes = vec![0.0; 3 << 12];
        let field = fbm.field(Quantity::Gradient);
        on_small_stack(|| field.fill_with(backend, &Grid::new([64, 64]), &mut planes).unwrap());
        on_small_stack(|| field.fill_points_with(backend, [[0.5, 0.25]; 300], &mut planes[..900]).unwrap());
    }
}
