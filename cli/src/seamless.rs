//! Windows whose opposite edges meet: for pictures that are laid side by side, and for films that begin again.

use perlane::{Layers, Noise, Window};

use crate::args::window::SeamlessArgs;
use crate::error::{Error, Result};

/// Frames that a lattice cell lasts, about.
const FRAMES_PER_CELL: f64 = 20.0;

/// The fewest cells of a film: with one, all frames would lie between two lattice planes that are the same.
const MIN_CELLS: f64 = 2.0;

/// Sets the periods and the spacings that `--tile` and `--loop` ask for.
pub(crate) fn apply(args: &SeamlessArgs, window: &mut Window, layers: Layers) -> Result<Layers> {
    if !args.tile && args.frames.is_none() {
        return Ok(layers);
    }
    let [noise] = layers.as_slice() else {
        let name = if args.tile { "tile" } else { "loop" };
        return Err(Error::parameter(name, "given for several layers", "only with recipes of one noise"));
    };
    let mut noise = noise.clone();
    let still = if args.frames.is_some() { window.dims() - 1 } else { window.dims() };
    for axis in 0..still {
        if args.tile {
            let cells = window.size.xyzw()[axis] as f64 * window.spacing.xyzw()[axis].abs() * noise.frequency;
            close(axis, cells.round().max(1.0), window, &mut noise)?;
        }
    }
    if let Some(frames) = args.frames {
        let cells = (frames.get() as f64 / FRAMES_PER_CELL).round().max(MIN_CELLS);
        close(still, cells, window, &mut noise)?;
    }
    window.validate()?;
    Ok(noise.into())
}

/// Makes the noise repeat after so many cells along an axis, and the window as long as that.
fn close(axis: usize, cells: f64, window: &mut Window, noise: &mut Noise) -> Result<()> {
    let size = window.size.xyzw()[axis];
    if cells > f64::from(u32::MAX) || size == 0 {
        let value = format!("{size} along {}", ["x", "y", "z", "w"][axis]);
        return Err(Error::parameter(
            "size",
            value,
            "sizes of 1 to 4294967295 lattice cells, for edges that meet",
        ));
    }
    let sign = window.spacing.xyzw()[axis].signum();
    *window.spacing.xyzw_mut()[axis] = sign * cells / (size as f64 * noise.frequency);
    *noise.period.xyzw_mut()[axis] = cells as u32;
    Ok(())
}
