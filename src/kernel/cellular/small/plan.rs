//! How small grids are filled.

use crate::kernel::cellular::set::{GROUP, MOST_LINES};
use crate::kernel::cellular::tile_size::{COLUMNS, ROWS, tile_x, tile_y};
use crate::kernel::small::shapes::{OfShape, Shape, Steady};
use crate::tables::octaves::Octaves;

/// The most cells that a grid spans along x: its coordinates are then as small as those of other tiles.
const CELLS: f64 = 8.0;

/// How small grids of a shape are filled.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// The samples of a tile along x and y.
    pub(super) tile: [usize; 2],
    farthest: [i64; 3],
}

impl OfShape for Plan {
    fn new(octaves: &Octaves, shape: &Shape) -> Option<Self> {
        let Shape { backend, lens: [width, height, _], .. } = *shape;
        let (octave, cellular) = octaves.cellular_plane()?;
        let Steady { rates, lines, farthest } = shape.steady(octave)?;
        let lanes = backend.lanes();
        let beyond = 2 * cellular.radius;
        let fits = width >= lanes
            && rates[0] * width as f64 <= CELLS
            && lines[1] - 1 + beyond <= MOST_LINES
            // Such a vector by itself would be too long for a tile.
            && rates[0] * lanes as f64 <= tile_x(backend, cellular)
            && rates[1] * ROWS as f64 <= tile_y(backend, cellular);
        if !fits {
            return None;
        }
        let mut tile = [COLUMNS, GROUP];
        while rates[0] * tile[0].min(width) as f64 > tile_x(backend, cellular) {
            tile[0] -= lanes;
        }
        while rates[1] * tile[1].min(height) as f64 > tile_y(backend, cellular) {
            tile[1] /= 2;
        }
        // Vectors overlap at the end of a row, where no sample must be added twice.
        let whole = width.is_multiple_of(lanes) || (tile[0] >= width && !octaves.is_summed);
        let accepted = shape.accepted(octaves);
        let farthest = core::array::from_fn(|a| farthest[a].min(accepted[a]));
        whole.then_some(Plan { tile, farthest })
    }

    fn farthest(&self) -> [i64; 3] {
        self.farthest
    }
}
