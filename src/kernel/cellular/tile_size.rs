//! How large tiles are, and boxes of tiles.

use crate::simd::Backend;
use crate::tables::cellular::Cellular;

/// The most columns of a tile.
pub(super) const COLUMNS: usize = 64;

/// The most cells that a tile of more than the fewest samples spans along z.
pub(super) const TILE_Z: f64 = 0.85;

/// The most rows of a box.
pub(super) const BOX_ROWS: usize = 64;

/// The most planes of a box, and of a tile.
pub(super) const PLANES: usize = 16;

/// The fewest rows of a tile, unless the grid has fewer. Tiles have as few where cells are few samples high.
pub(super) const ROWS: usize = 4;

/// The most cells that a tile spans along x. The larger a tile is, the more points are near it. Pruning takes as long with sixteen lanes as with eight,
/// and comparisons take twice as long where a vector takes two registers.
pub(super) fn tile_x(backend: Backend, cellular: &Cellular) -> f64 {
    match (backend.lanes(), cellular.dims, cellular.points()) {
        (_, 2, 1) if backend.vectors().is_register() => 2.45,
        (16, 2, _) | (16, _, 1) => 1.65,
        (16, _, _) => 1.25,
        (_, _, 1) => 1.3,
        _ => 0.85,
    }
}

/// The same along y, for tiles of more than the fewest samples.
pub(super) fn tile_y(backend: Backend, cellular: &Cellular) -> f64 {
    if cellular.dims == 2 && backend.vectors().is_register() { 1.65 } else { 1.25 }
}
