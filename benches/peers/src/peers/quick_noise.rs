//! quick-noise 0.3.0: whole grids of `f32`, with the instruction set that its caller names, or the best one that it finds at run time.

use quick_noise::simd::{Arch, Avx2, dispatch_simd};
use quick_noise::{Cellular, Fbm, Grid, Perlin};

use crate::job::{GAIN, LACUNARITY};
use crate::tiles::{Edge, Tile};

/// With the best instruction set of this machine.
#[dispatch_simd(A)]
pub(crate) fn fill(tile: &Tile, number: usize, out: &mut [f32]) {
    fill_with::<A>(tile, number, out);
}

/// With AVX2, even if the machine has more.
pub(crate) fn fill_with_avx2(tile: &Tile, number: usize, out: &mut [f32]) {
    fill_with::<Avx2>(tile, number, out);
}

#[inline(always)]
fn fill_with<A: Arch>(tile: &Tile, number: usize, out: &mut [f32]) {
    let frequency = tile.frequency as f32;
    let (lacunarity, gain) = (LACUNARITY as f32, GAIN as f32);
    let octaves = tile.octaves as usize;
    match tile.edge {
        Edge::Plane(edge) if tile.cellular => {
            let grid = Grid::<2, A>::new(edge, edge).grid_position(number as f64, 0.0);
            grid.builder::<Fbm, Cellular>().frequency(frequency).octaves(octaves).fill(out);
        }
        Edge::Plane(edge) => {
            let grid = Grid::<2, A>::new(edge, edge).grid_position(number as f64, 0.0);
            let noise = grid.builder::<Fbm, Perlin>().frequency(frequency).octaves(octaves);
            noise.lacunarity(lacunarity).persistence(gain).fill(out);
        }
        Edge::Space(edge) => {
            let grid = Grid::<3, A>::new(edge, edge, edge).grid_position(number as f64, 0.0, 0.0);
            let noise = grid.builder::<Fbm, Perlin>().frequency(frequency).octaves(octaves);
            noise.lacunarity(lacunarity).persistence(gain).fill(out);
        }
    }
}
