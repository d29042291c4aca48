//! Compares perlane with quick-noise on tiles and chunks. Both fill whole grids with vectors. Each call fills another tile, as in a world that is
//! generated while somebody walks through it.

use std::cell::Cell;

use perlane::{Backend, Grid, Noise};
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

/// A fill by one of the libraries. It takes a tile, the tile's number, and the samples.
type Fill<'a> = Box<dyn Fn(&Tile, usize, &mut [f32]) + 'a>;

/// One column of rates.
struct Way<'a> {
    name: String,
    fill: Fill<'a>,
}

/// Times all tiles, and prints a row for each, then geometric means. This needs AVX2; without it, a message says so.
pub(crate) fn print(quick: bool, effort: &Effort) -> perlane::Result<()> {
    let Some(avx2) = Backend::avx2() else {
        println!("\nTiles beside quick-noise: this machine has no AVX2.");
        return Ok(());
    };
    let best = Backend::detect();
    let ways = [
        perlane(avx2),
        Way { name: "quick avx2".to_owned(), fill: Box::new(quick_noise::fill_with_avx2) },
        perlane(best),
        Way { name: "quick best".to_owned(), fill: Box::new(quick_noise::fill) },
    ];
    println!(
        "\nTiles, another one each call: million samples a second, one thread; perlane's rate over quick-noise's.\n"
    );
    print!("{:<32}", "work");
    ways.iter().for_each(|way| print!("  {:>14}", way.name));
    println!("  {:>7}  {:>7}", "avx2", "best");
    let mut ratios = [Vec::new(), Vec::new()];
    for tile in tiles(quick) {
        check(&tile, avx2)?;
        let rates = rates(&tile, &ways, effort);
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

fn perlane<'a>(backend: Backend) -> Way<'a> {
    Way {
        name: format!("perlane {backend}"),
        fill: Box::new(move |tile, number, out| {
            // `check` has made sure that this succeeds.
            let _ = tile.perlane(backend, number, out);
        }),
    }
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

/// Whether perlane accepts the tile.
fn check(tile: &Tile, backend: Backend) -> perlane::Result<()> {
    tile.perlane(backend, 0, &mut vec![0.0; tile.samples()])
}

/// Samples per second of each way.
fn rates(tile: &Tile, ways: &[Way<'_>], effort: &Effort) -> Vec<f64> {
    let numbers: Vec<Cell<usize>> = ways.iter().map(|_| Cell::new(0)).collect();
    let turns: Vec<Work<'_, [f32]>> = ways
        .iter()
        .zip(&numbers)
        .map(|(way, number)| -> Work<'_, [f32]> {
            Box::new(move |out| {
                number.set((number.get() + 1) % TILES);
                (way.fill)(tile, number.get(), out);
            })
        })
        .collect();
    let times = race(&mut vec![0.0; tile.samples()][..], &turns, effort);
    times.iter().map(|times| tile.samples() as f64 / times.median()).collect()
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

    fn perlane(&self, backend: Backend, number: usize, out: &mut [f32]) -> perlane::Result<()> {
        let noise = if self.cellular { Noise::cellular(1) } else { Noise::perlin(1) };
        let noise = noise.frequency(self.frequency);
        let noise = if self.octaves == 1 { noise } else { noise.fbm(self.octaves) };
        match self.edge {
            Edge::Plane(edge) => {
                noise.fill_with(backend, &Grid::new([edge; 2]).start([0, (number * edge) as i64]), out)
            }
            Edge::Space(edge) => {
                noise.fill_with(backend, &Grid::new([edge; 3]).start([0, 0, (number * edge) as i64]), out)
            }
        }
    }
}
