//! Small tiles of most noises: grids of few samples along each axis, in two or three dimensions, whose octaves are [`Plain`] and all done across.
//! One job places the samples of all axes and hashes the corners: to make, compare and keep tables would take longer than all the rest.

mod places;

pub(super) use places::Places;

use super::across_y::{AcrossY, Corners, Out, PlaneAxis};
use super::block::{Cut, SAMPLES};
use super::coefficients::cells::GROUP;
use super::lattice::{WORTH_ROWS, few_cells};
use super::runs::Vectors;
use super::scratch::Scratch;
use crate::grid::Axis;
use crate::simd::Backend;
use crate::tables::axis::{even, most_cells, steady_rate};
use crate::tables::octaves::{Octave, Octaves, Plain};
use crate::tables::place::Even;
use places::SetPlaces;

/// The most samples along x, y, z. Larger tiles gain by tables of y and z that are kept from one tile to the next.
const MOST: [usize; 3] = [places::MOST, places::MOST, GROUP];

/// A grid that can be filled this way.
pub(crate) struct Tile<'a> {
    octaves: &'a Octaves,
    dims: usize,
    /// Along x, y, z.
    axes: [Even; 3],
    lens: [usize; 3],
    backend: Backend,
    /// The backend of octaves whose vectors would span too many cells.
    narrower: Backend,
}

impl<'a> Tile<'a> {
    /// `None` where a grid must be filled otherwise, or has coordinates that may be invalid.
    pub(crate) fn of(octaves: &'a Octaves, axes: &[Axis<'_>], backend: Backend) -> Option<Self> {
        // Programs that must be small have one way for grids of all sizes.
        let Plain { frequency, offset } = octaves.plain.filter(|_| !cfg!(perlane_small))?;
        let is_short = |(axis, most): (&Axis<'_>, &usize)| (1..=*most).contains(&axis.len());
        if !axes.iter().rev().zip(&MOST).all(is_short) {
            return None;
        }
        let (mut even_axes, mut lens, mut cells) = ([Even::NONE; 3], [1; 3], [1; 3]);
        let mut rates = [0.0; 3];
        for (a, axis) in axes.iter().rev().enumerate().take(3) {
            rates[a] = steady_rate(axis, offset, frequency)?;
            (even_axes[a], lens[a]) = (even(axis)?, axis.len());
            cells[a] = most_cells(rates[a], lens[a] - 1) as usize + 2;
        }
        let ([x, y, z], dims) = (lens, axes.len());
        let has_rows = Cut::is_one(SAMPLES, dims, &[0..1, 0..z, 0..y], x) && y >= WORTH_ROWS && z <= y;
        // Otherwise rows of one vector are in lanes all the way.
        let is_wide = x > 8 || octaves.octaves.len() == 1 || (y < GROUP && z > 1);
        if !has_rows || !is_wide || !Corners::new(dims, cells).fit(y) {
            return None;
        }
        let fits = |backend: Backend| {
            x >= backend.lanes() && (!octaves.is_summed || x.is_multiple_of(backend.lanes()))
        };
        let narrower = backend.narrower().unwrap_or(backend);
        if !fits(narrower) || !Self::has_few_cells(rates[0], dims, x, narrower) {
            return None;
        }
        let backend = if fits(backend) { backend } else { narrower };
        Some(Tile { octaves, dims, axes: even_axes, lens, backend, narrower })
    }

    /// Whether vectors of a row at that rate span few enough cells.
    fn has_few_cells(rate: f64, dims: usize, columns: usize, backend: Backend) -> bool {
        most_cells(rate, backend.lanes() - 1) <= few_cells(dims, columns, backend.lanes())
    }

    /// Fills a buffer of exactly the tile's samples.
    pub(crate) fn fill(&self, out: &mut [f32], scratch: &mut Scratch) {
        let mut start = Some(self.octaves.bias);
        for octave in &self.octaves.octaves {
            if let (Some(bias), true) = (start, octave.is_added()) {
                out.fill(bias);
                start = None;
            }
            self.add(octave, start, out, scratch);
            start = None;
        }
    }

    /// Adds an octave to the samples, or writes `start` plus it.
    fn add(&self, octave: &Octave, start: Option<f32>, out: &mut [f32], scratch: &mut Scratch) {
        let Tile { dims, ref axes, lens, .. } = *self;
        let [x, rows, planes] = lens;
        let rate = octave.scales[0].parts().1 * axes[0].spacing;
        let few = Self::has_few_cells(rate, dims, x, self.backend);
        let backend = if few { self.backend } else { self.narrower };
        let Scratch { tables, tile: places, .. } = scratch;
        let corners = tables.corners.floats_mut();
        let corners = backend.run(SetPlaces { octave, dims, axes, lens, places, corners });
        let Places([columns, ys, zs]) = &*places;
        let z = if dims == 3 { zs.as_planes(planes) } else { PlaneAxis::ONE };
        let across = AcrossY { octave, row: columns.as_row(x), y: ys.as_lanes(rows), z, corners };
        let vectors = Vectors::aligned(out, (x, x), backend.lanes(), start.is_some());
        let out = Out { out, first: 0, step: x, of_z: x * rows, vectors };
        across.add(backend, start, out, tables);
    }
}

#[cfg(test)]
#[cfg(not(perlane_small))] // which have no tiles
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::noise::Noise;
    use crate::reference;
    use alloc::vec::Vec;

    /// Noises whose octaves are plain.
    fn noises(frequency: f64) -> [Noise; 4] {
        let noise = Noise::perlin(5).frequency(frequency);
        [
            noise.clone(),
            noise.clone().fbm(3).offset([1e3, -7.25]).range(2.0, 5.0),
            noise.clone().ridged(2),
            noise.fade(crate::noise::Fade::Cubic).gain(-0.5).fbm(2),
        ]
    }

    /// Fills a grid as a tile, on every backend, and compares it with the reference; `false` where it is no tile.
    fn is_tile<const D: usize>(noise: &Noise, grid: &Grid<D>) -> bool {
        let octaves = Octaves::new(core::slice::from_ref(noise), D).unwrap();
        let mut is_tile = false;
        for backend in Backend::available() {
            let axes = grid.axes();
            let Some(tile) = Tile::of(&octaves, &axes, backend) else { continue };
            is_tile = true;
            let mut out = alloc::vec![f32::NAN; grid.samples().unwrap()];
            Scratch::with(|scratch| tile.fill(&mut out, scratch));
            for (flat, got) in out.iter().enumerate() {
                let mut rest = flat;
                let mut index = [0; D];
                for a in (0..D).rev() {
                    (index[a], rest) = (rest % grid.shape[a], rest / grid.shape[a]);
                }
                let want = reference::sample(noise, &grid.world(index)).unwrap();
                assert_eq!(got.to_bits(), want.to_bits(), "{backend}, {index:?} of {grid:?}, {noise:?}");
            }
        }
        is_tile
    }

    #[test]
    fn tiles_are_the_references_samples() {
        let mut shapes = Vec::new();
        for x in [8, 9, 15, 16, 17, 24, 31, 32, 48, 63, 64] {
            shapes.extend([4, 5, 8, 16, 17, 64].map(|y| [y, x]));
        }
        let mut tiles = 0;
        for (n, shape) in shapes.into_iter().enumerate() {
            // Up to the limits of steady axes, and across 0.
            for start in [-37, 0, 1 << 20, (1 << 28) - 70, -(1 << 28) + 5] {
                let frequency = [1.0 / 64.0, 0.05, 0.31, 0.4][n % 4];
                let grid = Grid::new(shape).start([start / 3, start]);
                let [_, x] = shape;
                let deep = Grid::new([n % 7 + 1, 8, x])
                    .start([start, 3, -start])
                    .origin([0.5, 1e4, -0.25])
                    .spacing([0.9, 0.3, 0.7]);
                for noise in noises(frequency) {
                    tiles += usize::from(is_tile(&noise, &grid)) + usize::from(is_tile(&noise, &deep));
                }
            }
        }
        assert!(tiles > 1000, "{tiles}");
    }

    #[test]
    fn what_is_not_plain_or_not_steady_is_no_tile() {
        let grid = Grid::new([16, 16]);
        let noise = Noise::perlin(1).frequency(0.1);
        assert!(is_tile(&noise, &grid));
        for other in [
            noise.clone().period([0, 8]),
            noise.clone().warp_by(3.0),
            noise.clone().fbm(5),
            Noise::value(1).frequency(0.1),
        ] {
            assert!(!is_tile(&other, &grid), "{other:?}");
        }
        for other in [
            Grid::new([16, 65]),
            Grid::new([3, 16]),
            Grid::new([16, 16]).spacing([1.0, -1.0]),
            Grid::new([16, 16]).start([1 << 40, 0]),
            Grid::new([0, 16]),
        ] {
            assert!(!is_tile(&noise, &other), "{other:?}");
        }
    }
}
