//! Any sizes, starts, origins and spacings: an error, or the reference's bits; never a panic, and never an allocation beyond the
//! plan's tables. `cargo +nightly fuzz run grid_limits`

#![no_main]

use std::alloc::System;

use arbitrary::{Result, Unstructured};
use cap::Cap;
use libfuzzer_sys::fuzz_target;
use perlane::{Backend, Error, Grid, Layers, Window, reference};
use perlane_proof::Case;

/// Refuses what is beyond the limit that is set.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// Samples that are computed; of larger grids only the refusal or the check.
const MOST: usize = 1 << 16;

/// Bytes that a plan and its scratch memory may take: a fixed part, and tables for each sample of each axis in each octave.
fn allowance(layers: &Layers, window: &Window) -> usize {
    let octaves: usize = layers.as_slice().iter().map(|noise| noise.octaves as usize).sum();
    let lengths: usize = window.shape().into_iter().map(|len| len.min(MOST)).sum();
    (4 << 20) + octaves * (lengths * 64 + (16 << 10))
}

fn window(u: &mut Unstructured<'_>, dims: usize) -> Result<Window> {
    let mut window = Window::from_shape(&vec![1; dims]).expect("1 to 4 axes");
    for axis in 0..dims {
        *window.size.xyzw_mut()[axis] = match u.int_in_range(0..=7)? {
            0 => u.arbitrary()?,
            1 => u.int_in_range(0..=70_000)?,
            _ => u.int_in_range(0..=40)?,
        };
        if u.arbitrary()? {
            *window.start.xyzw_mut()[axis] = u.arbitrary()?;
        }
        if u.arbitrary()? {
            *window.origin.xyzw_mut()[axis] = u.arbitrary()?;
        }
        if u.arbitrary()? {
            *window.spacing.xyzw_mut()[axis] = u.arbitrary()?;
        }
    }
    Ok(window)
}

fn sample<const D: usize>(layers: &Layers, window: &Window) {
    let grid: Grid<D> = window.to_grid().expect("it has as many axes");
    let accepted = layers.check(&grid);
    match grid.samples() {
        Ok(count) if count <= MOST => compare(layers, window, &grid, count, accepted),
        Ok(count) => {
            let refusal = layers.fill(&grid, &mut []).expect_err("a buffer too short");
            let short = Error::BufferLength { got: 0, want: count };
            assert!(refusal == short || Err(refusal) == accepted);
        }
        Err(_) => assert!(accepted.is_err()),
    }
}

fn compare<const D: usize>(
    layers: &Layers,
    window: &Window,
    grid: &Grid<D>,
    count: usize,
    accepted: core::result::Result<(), Error>,
) {
    let mut out = vec![f32::NAN; count];
    for backend in [Backend::scalar(), Some(Backend::detect())].into_iter().flatten() {
        MEMORY.set_limit(MEMORY.allocated() + allowance(layers, window)).expect("more than is allocated");
        let filled = layers.fill_with(backend, grid, &mut out);
        MEMORY.set_limit(usize::MAX).expect("no limit");
        assert_eq!(filled, accepted);
        if filled.is_err() || count == 0 {
            return;
        }
        for flat in [0, count / 3, count / 2, count - 1] {
            let want = reference::sum(layers.as_slice(), &grid.world(index(grid.shape, flat)));
            assert_eq!(out[flat].to_bits(), want.expect("it was filled").to_bits(), "{backend} {flat}");
        }
    }
}

fn index<const D: usize>(shape: [usize; D], mut flat: usize) -> [usize; D] {
    let mut index = [0; D];
    for axis in (0..D).rev() {
        index[axis] = flat % shape[axis];
        flat /= shape[axis];
    }
    index
}

fuzz_target!(|data: &[u8]| {
    let mut u = Unstructured::new(data);
    let Ok(case) = Case::arbitrary(&mut u) else { return };
    let Ok(window) = window(&mut u, case.window.dims()) else { return };
    match window.dims() {
        1 => sample::<1>(&case.layers, &window),
        2 => sample::<2>(&case.layers, &window),
        3 => sample::<3>(&case.layers, &window),
        _ => sample::<4>(&case.layers, &window),
    }
});
