//! Compares perlane with quick-noise on tiles and chunks. Both fill whole grids with vectors. Each call fills another tile, as in a world that is
//! generated while somebody walks through it.

use std::cell::Cell;

use perlane::{Backend, Grid, Noise, Sampler};
use perlane_rounds::{Effort, Work, race};

use crate::peers::quick_noise;

/// A square or a cube of noise.
pub(crate) struct Tile {
    pub(crate) edge: Edge,
    /// Lattice cells per sample, in the first octave.
    pub(crate) frequency: f64,
    pub(crate) octaves: u32,
    /// Whether samples are distances to the nearest point, instead of Perlin noise. This is only for planes, because quick-noise has no such cubes.
    pub(crate) cellular: bool,
}

/// Samples along each side.
#[derive(Clone, Copy)]
pub(crate) enum Edge {
    Plane(usize),
    Space(usize),
}

/// Frequency of the first octave, and number of octaves. quick-noise supports no frequency from 1 on.
const WORKS: [(f64, u32); 6] =
    [(1.0 / 64.0, 1), (0.05, 1), (0.3, 1), (0.9, 1), (1.0 / 64.0, 4), (1.0 / 64.0, 6)];

/// Frequencies of cellular noise.
const CELLULAR: [f64; 2] = [1.0 / 64.0, 0.05];

/// Tiles lie side by side along x. After this many, the first one is filled again, so that coordinates stay small.
const TILES: usize = 1000;

/// A fill by one of the libraries. It takes the tile's number, and the samples.
type Fill<'a> = Box<dyn Fn(usize, &mut [f32]) + 'a>;

/// One column of rates.
struct Way {
    name: String,
    /// Prepares what tiles of one kind have in common, as far as the library has something for it.
    prepare: fn(&Tile, Backend) -> perlane::Result<Fill<'_>>,
    backend: Backend,
}

/// Times all tiles, and prints a row for each, then geometric means. This needs AVX2; without it, a message says so.
pub(crate) fn print(quick: bool, effort: &Effort) -> perlane::Result<()> {
    let Some(avx2) = Backend::avx2() else {
        println!("\nTiles beside quick-noise: this machine has no AVX2.");
        return Ok(());
    };
    let best = Backend::detect();
    let perlane = |backend| Way { name: format!("perlane {backend}"), prepare: Tile::perlane, backend };
    let quick_noise =
        |name: &str, backend| Way { name: name.to_owned(), prepare: Tile::quick_noise, backend };
    let ways =
        [perlane(avx2), quick_noise("quick avx2", avx2), perlane(best), quick_noise("quick best", best)];
    println!(
        "\nTiles, another one each call: million samples a second, one thread; perlane's rate over quick-noise's.\n"
    );
    print!("{:<32}", "work");
    ways.iter().for_each(|way| print!("  {:>14}", way.name));
    println!("  {:>7}  {:>7}", "avx2", "best");
    let mut ratios = [Vec::new(), Vec::new()];
    for tile in tiles(quick) {
        let rates = rates(&tile, &ways, effort)?;
        print!("{:<32}", tile.name());
        rates.iter().for_each(|rate| print!("  {:>14.0}", rate / 1e6));
        for (k, ratios) in ratios.iter_mut().enumerate() {
            let ratio = rates[2 * k] / rates[2 * k + 1];
            print!("  {ratio:>6.2}x");
            if !tile.cellular {
                ratios.push(ratio);
            }
        }
        println!();
    }
    let [avx2, best] = ratios.map(|ratios| geometric_mean(&ratios));
    println!("{:<32}{:>64}  {avx2:>6.2}x  {best:>6.2}x", "geometric mean of Perlin noise", "");
    Ok(())
}

/// The tiles. The smallest are fine steps of a world; the largest are whole pictures.
fn tiles(quick: bool) -> Vec<Tile> {
    let (step, planes, spaces) = if quick { (2, 4..=10, 3..=6) } else { (1, 4..=12, 3..=8) };
    let planes = planes.step_by(step).map(|bits| Edge::Plane(1 << bits));
    let spaces = spaces.step_by(step).map(|bits| Edge::Space(1 << bits));
    let perlin = planes.clone().chain(spaces).flat_map(|edge| {
        WORKS.map(|(frequency, octaves)| Tile { edge, frequency, octaves, cellular: false })
    });
    let cellular = planes
        .flat_map(|edge| CELLULAR.map(|frequency| Tile { edge, frequency, octaves: 1, cellular: true }));
    perlin.chain(cellular).collect()
}

/// Samples per second of each way.
fn rates(tile: &Tile, ways: &[Way], effort: &Effort) -> perlane::Result<Vec<f64>> {
    let fills = ways.iter().map(|way| (way.prepare)(tile, way.backend));
    let fills = fills.collect::<perlane::Result<Vec<Fill<'_>>>>()?;
    let turns: Vec<Work<'_, [f32]>> = fills
        .iter()
        .map(|fill| -> Work<'_, [f32]> {
            let number = Cell::new(0);
            Box::new(move |out| {
                number.set((number.get() + 1) % TILES);
                fill(number.get(), out);
            })
        })
        .collect();
    let times = race(&mut vec![0.0; tile.samples()][..], &turns, effort);
    Ok(times.iter().map(|times| tile.samples() as f64 / times.median()).collect())
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

impl Tile {
    fn name(&self) -> String {
        let size = match self.edge {
            Edge::Plane(edge) => format!("2-D {edge}^2"),
            Edge::Space(edge) => format!("3-D {edge}^3"),
        };
        let octaves = if self.octaves == 1 { String::new() } else { format!(", fbm {}", self.octaves) };
        let kind = if self.cellular { ", cellular" } else { "" };
        format!("{size}{kind}, frequency {:.3}{octaves}", self.frequency)
    }

    fn samples(&self) -> usize {
        match self.edge {
            Edge::Plane(edge) => edge.pow(2),
            Edge::Space(edge) => edge.pow(3),
        }
    }

    /// By a sampler, which is made once.
    fn perlane(&self, backend: Backend) -> perlane::Result<Fill<'_>> {
        let noise = if self.cellular { Noise::cellular(1) } else { Noise::perlin(1) };
        let noise = noise.frequency(self.frequency);
        let noise = if self.octaves == 1 { noise } else { noise.fbm(self.octaves) };
        match self.edge {
            Edge::Plane(edge) => {
                let grid = move |number| Grid::new([edge; 2]).start([0, (number * edge) as i64]);
                Self::filled(noise.sampler::<2>()?.with_backend(backend), grid)
            }
            Edge::Space(edge) => {
                let grid = move |number| Grid::new([edge; 3]).start([0, 0, (number * edge) as i64]);
                Self::filled(noise.sampler::<3>()?.with_backend(backend), grid)
            }
        }
    }

    /// Fills the grid of each number, after the first one has shown that this succeeds.
    fn filled<'a, const D: usize>(
        sampler: Sampler<D>,
        grid: impl Fn(usize) -> Grid<D> + 'a,
    ) -> perlane::Result<Fill<'a>> {
        sampler.fill(&grid(0), &mut vec![0.0; grid(0).samples()?])?;
        Ok(Box::new(move |number, out| {
            let _ = sampler.fill(&grid(number), out);
        }))
    }

    /// By a builder for each grid: there is nothing to make once.
    fn quick_noise(&self, backend: Backend) -> perlane::Result<Fill<'_>> {
        let fill =
            if Some(backend) == Backend::avx2() { quick_noise::fill_with_avx2 } else { quick_noise::fill };
        Ok(Box::new(move |number, out| fill(self, number, out)))
    }
}
