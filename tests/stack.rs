//! Threads with small stacks sample all there is, as large arrays are made on the heap: the crate's documentation says how much a fill takes.
//! (What overflows a stack ends the process, and with it this test.)
#![cfg(not(target_family = "wasm"))] // no threads
#![allow(clippy::unwrap_used, reason = "tests may panic")]

#[path = "common/backends.rs"]
mod backends;

use std::thread;

use backends::backends;
use perlane::{Grid, Kind, Layers, Noise, Quantity, Returns, Window};

/// Bytes of the stack that suffice for any fill, as documented: half of what a thread of macOS has that is not the first.
const STACK: usize = 256 << 10;

fn on_small_stack(work: impl FnOnce() + Send) {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK);
        builder.spawn_scoped(scope, work).unwrap().join().unwrap();
    });
}

/// All kinds, as one octave, as sums of both sorts, and warped.
fn noises() -> Vec<Noise> {
    let kinds = Kind::ALL.iter().map(|kind| Noise::perlin(1).kind(*kind));
    let kinds = kinds.chain([Noise::cellular(1).returns(Returns::F2)]).map(|noise| noise.cell_size(9.0));
    let forms = |noise: Noise| {
        [
            noise.clone(),
            noise.clone().fbm(3),
            noise.clone().ridged_multi(3),
            noise.clone().warp_by(3.0),
            noise.fbm(2).warp_by(3.0),
        ]
    };
    kinds.flat_map(forms).collect()
}

/// Long rows, tiles, columns and chunks, in array order.
const SHAPES: [&[usize]; 11] = [
    &[4096],
    &[4096, 1],
    &[4096, 1, 1],
    &[256, 256],
    &[64, 64],
    &[8, 8],
    &[1024, 5],
    &[16, 64, 64],
    &[8, 16, 32],
    &[2, 8, 16, 64],
    &[8, 8, 8, 8],
];

/// A buffer for an array of this shape.
fn buffer(shape: &[usize]) -> Vec<f32> {
    vec![0.0; shape.iter().product()]
}

/// Each fill has a thread of its own, whose working memory is made there.
#[test]
fn small_stacks_are_enough() {
    for (backend, noise) in
        backends().into_iter().flat_map(|backend| noises().into_iter().map(move |n| (backend, n)))
    {
        for shape in SHAPES {
            let (window, mut out) = (Window::from_shape(shape).unwrap(), buffer(shape));
            // Cellular noise has no samples in one dimension and in four.
            if noise.check(&window).is_ok() {
                on_small_stack(|| noise.fill_with(backend, &window, &mut out).unwrap());
                let all: Vec<_> = shape.iter().map(|len| 0..*len).collect();
                let prepared = noise.prepare_with(backend, &window).unwrap();
                on_small_stack(|| prepared.fill(all, &mut out).unwrap());
            }
        }
        let (mut out, places) = (buffer(&[30, 30, 30]), Vec::from_iter((0..30).map(|k| f64::from(k) * 1.1)));
        let points: Vec<[f64; 3]> =
            (0..3000).map(|k| [f64::from(k % 7), f64::from(k * 13 % 97), 0.5]).collect();
        on_small_stack(|| noise.fill_axes_with(backend, &[&places, &places, &places], &mut out).unwrap());
        on_small_stack(|| noise.fill_points_with(backend, &points, &mut out[..3000]).unwrap());
        on_small_stack(|| noise.fill_points_with(backend, [[0.5, 0.25]; 300], &mut out[..300]).unwrap());
        on_small_stack(|| {
            let sampler = noise.sampler::<3>().unwrap().with_backend(backend);
            sampler.fill(&Grid::new([16, 16, 16]), &mut out[..4096]).unwrap();
            out[0] = sampler.sample([0.5, 0.25, 0.125]);
        });
        on_small_stack(|| out[0] = noise.sample(&[0.5, 0.25]).unwrap());
    }
}

/// All quantities, of one noise and of layers.
#[test]
fn small_stacks_are_enough_for_derivatives() {
    let noise = Noise::perlin(1).cell_size(20.0).fbm(3);
    let layers = Layers::from_iter([noise.clone(), Noise::value(2).cell_size(9.0)]);
    for (backend, quantity) in backends().into_iter().flat_map(|b| Quantity::ALL.iter().map(move |q| (b, *q)))
    {
        for shape in SHAPES {
            let window = Window::from_shape(shape).unwrap();
            for field in [noise.field(quantity), layers.field(quantity)] {
                // Normals and curls have a number of dimensions of their own.
                if field.check(&window).is_ok() {
                    let mut out = buffer(&[quantity.planes(shape.len()), buffer(shape).len()]);
                    on_small_stack(|| field.fill_with(backend, &window, &mut out).unwrap());
                }
            }
        }
        let mut out = buffer(&[quantity.planes(2), 300]);
        on_small_stack(|| {
            noise.field(quantity).fill_points_with(backend, [[0.5, 0.25]; 300], &mut out).unwrap()
        });
    }
}
