//! Grids of any size, which must be refused or take little memory.

use std::alloc::System;

use arbitrary::{Result, Unstructured};
use cap::Cap;
use perlane::{Backend, Error, Layers, Noise, Warp, Window, reference};

use crate::Case;

/// The most samples that are computed. Larger grids are only refused, or checked.
const MOST: usize = 1 << 16;

/// The most samples that are compared with the reference, which takes most of the time. They are spread over the grid.
const MOST_COMPARED: usize = 512;

/// The octaves of a noise, and of the noises that move its samples.
fn octaves(noise: &Noise) -> usize {
    let moves = match &noise.warp {
        Warp::By { octaves, .. } => 4 * *octaves as usize,
        Warp::Of(layers) => layers.xyzw_ref().into_iter().flat_map(Layers::as_slice).map(octaves).sum(),
        _ => 0,
    };
    noise.octaves as usize + moves
}

/// Bytes that a plan and its scratch memory may take: a fixed part, and tables for each sample of each axis in each octave.
fn allowance(layers: &Layers, window: &Window) -> usize {
    let octaves: usize = layers.as_slice().iter().map(octaves).sum();
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

fn sample(case: &Case, memory: &Cap<System>) -> bool {
    let Case { layers, window, .. } = case;
    let accepted = layers.check(window);
    match window.samples() {
        Ok(count) if count <= MOST => compare(case, count, &accepted, memory),
        Ok(count) => {
            let refusal = layers.fill(window, &mut []).expect_err("a buffer too short");
            let short = Error::BufferLength { got: 0, want: count };
            assert!(refusal == short || Err(refusal) == accepted);
            false
        }
        Err(_) => {
            assert!(accepted.is_err());
            false
        }
    }
}

fn compare(
    case: &Case,
    count: usize,
    accepted: &core::result::Result<(), Error>,
    memory: &Cap<System>,
) -> bool {
    let Case { layers, window, .. } = case;
    let mut out = vec![f32::NAN; count];
    for backend in [Backend::portable(), Backend::detect()] {
        memory.set_limit(memory.allocated() + allowance(layers, window)).expect("more than is allocated");
        let filled = layers.fill_with(backend, window, &mut out);
        memory.set_limit(usize::MAX).expect("no limit");
        assert_eq!(&filled, accepted);
        if filled.is_err() || count == 0 {
            return false;
        }
        for flat in (0..count).step_by(count.div_ceil(MOST_COMPARED)).chain([count - 1]) {
            let want = reference::sum(layers.as_slice(), &case.world(flat));
            assert_eq!(out[flat].to_bits(), want.expect("it was filled").to_bits(), "{backend} {flat}");
        }
    }
    true
}

/// Takes any sizes, starts, origins and spacings. The result is an error, or the reference's bits; never a panic, and never an allocation beyond the
/// plan's tables.
///
/// `memory` is the program's global allocator, and no other thread may allocate.
///
/// # Panics
/// If there is another result.
pub fn grid_limits(input: &[u8], memory: &Cap<System>) -> bool {
    let mut u = Unstructured::new(input);
    let Ok(mut case) = Case::arbitrary(&mut u) else { return false };
    let Ok(window) = window(&mut u, case.window.dims()) else { return false };
    case.window = window;
    sample(&case, memory)
}
