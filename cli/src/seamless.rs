//! Windows whose opposite edges meet: for pictures that are laid side by side, and for films that repeat.

use perlane::{Layers, Noise, Window};

use crate::args::window::SeamlessArgs;
use crate::error::{Error, Result};
use crate::seam::{self, Fit, Seam};

/// About how many frames a lattice cell lasts.
const FRAMES_PER_CELL: f64 = 20.0;

/// The fewest cells of a film. With one cell, all frames would lie between two equal lattice planes.
const MIN_CELLS: f64 = 2.0;

/// Sets the periods, the spacings and the offsets that `--tile` and `--loop` demand. If the frequency is `rounded`, the reciprocal of a cell size, it
/// may change a little, so that windows repeat exactly.
pub(crate) fn apply(
    args: &SeamlessArgs,
    window: &mut Window,
    layers: Layers,
    rounded: bool,
) -> Result<Layers> {
    if !args.is_given() {
        return Ok(layers);
    }
    let [noise] = layers.as_slice() else {
        let name = if args.tile { "tile" } else { "loop" };
        return Err(Error::parameter(name, "given for several layers", "only with recipes of one noise"));
    };
    let mut noise = noise.clone();
    let seams = seams(args, window, &noise)?;
    let Fit { frequency, places } = seam::fit(&seams, noise.frequency, rounded);
    noise.frequency = frequency;
    for (seam, place) in seams.iter().zip(places) {
        *window.spacing.xyzw_mut()[seam.axis] = place.spacing;
        *noise.offset.xyzw_mut()[seam.axis] = place.offset;
        *noise.period.xyzw_mut()[seam.axis] = seam.cells;
    }
    window.validate()?;
    Ok(noise.into())
}

/// The axes whose edges must meet, and the number of cells along each.
fn seams(args: &SeamlessArgs, window: &Window, noise: &Noise) -> Result<Vec<Seam>> {
    let mut seams = Vec::new();
    let still = if args.frames.is_some() { window.dims() - 1 } else { window.dims() };
    for axis in 0..still {
        if args.tile {
            let cells = window.size.xyzw()[axis] as f64 * window.spacing.xyzw()[axis].abs() * noise.frequency;
            seams.push(seam(axis, cells.round().max(1.0), window, noise)?);
        }
    }
    if let Some(frames) = args.frames {
        let cells = (frames.get() as f64 / FRAMES_PER_CELL).round().max(MIN_CELLS);
        seams.push(seam(still, cells, window, noise)?);
    }
    Ok(seams)
}

/// An axis along which the noise repeats after this many cells, and the window has this length.
fn seam(axis: usize, cells: f64, window: &Window, noise: &Noise) -> Result<Seam> {
    let size = window.size.xyzw()[axis];
    if cells > f64::from(u32::MAX) || size == 0 {
        let value = format!("{size} along {}", ["x", "y", "z", "w"][axis]);
        return Err(Error::parameter(
            "size",
            value,
            "sizes of 1 to 4294967295 lattice cells, for edges that meet",
        ));
    }
    Ok(Seam::new(axis, cells as u32, window, noise))
}
