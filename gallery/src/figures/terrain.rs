//! The hero picture: islands with mountains, water and snow, in natural colours.

use perlane::{Grid, Noise};

use super::warp::moved;
use crate::Result;
use crate::canvas::{Canvas, Rgb};
use crate::colour::{self, mix};
use crate::relief::Relief;

const WIDTH: usize = 1024;
const HEIGHT: usize = 512;

/// Colours by height over the sea, which is at 0.
const GROUND: [(f64, Rgb); 8] = [
    (0.0, [206, 192, 146]),
    (0.012, [190, 182, 128]),
    (0.03, [116, 142, 78]),
    (0.12, [78, 116, 62]),
    (0.24, [104, 118, 74]),
    (0.36, [138, 122, 98]),
    (0.5, [164, 154, 144]),
    (0.58, [240, 242, 246]),
];
/// Colours by depth.
const WATER: [(f64, Rgb); 4] =
    [(-0.4, [18, 44, 84]), (-0.12, [30, 74, 120]), (-0.03, [58, 118, 156]), (0.0, [112, 170, 186])];
const ROCK: [f64; 3] = [122.0, 112.0, 100.0];

/// Low land is fBm. Where the land is high, ridged noise makes mountains.
fn heights() -> Result<Vec<f64>> {
    let grid = Grid::new([HEIGHT, WIDTH]);
    let bend = Noise::perlin(70).frequency(1.0 / 180.0).fbm(4);
    let (ys, xs) = moved(&bend, &grid, 36.0)?;
    let mut land = vec![0.0; WIDTH * HEIGHT];
    Noise::perlin(73).frequency(1.0 / 300.0).fbm(7).fill_points([&ys, &xs], &mut land)?;
    let mut ridges = vec![0.0; WIDTH * HEIGHT];
    Noise::perlin(74)
        .frequency(1.0 / 170.0)
        .ridged(6)
        .lacunarity(1.9)
        .gain(0.45)
        .fill_points([&ys, &xs], &mut ridges)?;
    let height = |(&land, &ridge): (&f32, &f32)| {
        let land = f64::from(land) + 0.06;
        let inland = (land * 3.0).clamp(0.0, 1.0);
        land * 0.6 + 0.55 * inland * inland * (f64::from(ridge) * 0.5 + 0.5)
    };
    Ok(land.iter().zip(&ridges).map(height).collect())
}

pub(crate) fn terrain() -> Result<Canvas> {
    let depths = heights()?;
    // The sea is level, whatever lies below.
    let surface: Vec<f64> = depths.iter().map(|&h| if h > 0.0 { h } else { 0.0 }).collect();
    let relief = Relief { heights: &surface, width: WIDTH, exaggeration: 110.0 };
    Ok(relief.shaded(|i| {
        let height = depths[i];
        if height <= 0.0 {
            return colour::at(&WATER, height);
        }
        let bare = ((relief.steepness(i) - 0.75) * 1.6).clamp(0.0, 0.75);
        mix(colour::at(&GROUND, height), ROCK, bare)
    }))
}
