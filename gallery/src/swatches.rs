//! The small pictures: one for each noise, gradient set, fade, fractal and hash.

use perlane::{Distance, Fade, Gradients, Grid, Noise, Permutation, Quantity, Returns};

use crate::Result;
use crate::canvas::Canvas;
use crate::colour;
use crate::figures::{clouds, curves, layers, mountains, sines, warp};
use crate::panels::Panel;
use crate::sample::{plane, slice_3d, slice_4d};
use crate::tutorials;

/// Samples along each side of a small picture.
pub(crate) const SIDE: usize = 160;

/// Samples in a lattice cell of most of them.
const CELL: f64 = 20.0;

/// A group of small pictures.
pub(crate) struct Section {
    pub(crate) title: &'static str,
    pub(crate) swatches: Vec<Swatch>,
}

/// A small picture.
pub(crate) struct Swatch {
    /// The name of its file.
    pub(crate) name: &'static str,
    panel: Panel,
}

impl Swatch {
    fn new(name: &'static str, image: Canvas, title: &str, detail: &str) -> Self {
        Swatch { name, panel: Panel::new(image, title, detail) }
    }

    /// The picture with its caption, without a margin.
    pub(crate) fn captioned(&self) -> Canvas {
        self.panel.captioned()
    }

    /// The picture with its caption, as a picture of its own.
    pub(crate) fn labelled(&self) -> Canvas {
        crate::panels::rows(std::slice::from_ref(&self.panel), 1)
    }
}

pub(crate) fn sections() -> Result<Vec<Section>> {
    Ok(vec![
        Section { title: "Noises", swatches: noises()? },
        Section { title: "Cellular noise", swatches: cellular()? },
        Section { title: "Gradient sets", swatches: gradient_sets()? },
        Section { title: "Tables of one's own", swatches: tables()? },
        Section { title: "Fades", swatches: fades()? },
        Section { title: "Periods", swatches: periods()? },
        Section { title: "Fractals", swatches: fractals()? },
        Section { title: "Ping-pong and multifractals", swatches: multifractals()? },
        Section { title: "Hashes", swatches: hashes()? },
        Section { title: "Derivatives", swatches: derivatives()? },
        Section { title: "Made of noise", swatches: made_of_noise()? },
    ])
}

fn perlin() -> Noise {
    Noise::perlin(1).frequency(1.0 / CELL)
}

fn value() -> Noise {
    Noise::value(1).frequency(1.0 / CELL)
}

/// Grey levels of single octaves. Few samples come near ±1, so these levels show more.
const OCTAVE: (f64, f64) = (-0.75, 0.75);
/// Grey levels of slices. With more dimensions there are more corners, and values are nearer to 0.
const SLICE: (f64, f64) = (-0.55, 0.55);
/// Grey levels of the whole range.
const WHOLE: (f64, f64) = (-1.0, 1.0);

fn grey(samples: &[f32], (low, high): (f64, f64)) -> Canvas {
    colour::grey(samples, SIDE, low, high)
}

fn noises() -> Result<Vec<Swatch>> {
    let cell = Noise::cell(1).frequency(1.0 / CELL);
    let white = Noise::cell(1);
    let flat = |noise: &Noise, levels| -> Result<Canvas> { Ok(grey(&plane(noise, SIDE)?, levels)) };
    let perlin_3d = grey(&slice_3d(&perlin(), SIDE)?, SLICE);
    let perlin_4d = grey(&slice_4d(&perlin(), SIDE)?, SLICE);
    let value_3d = grey(&slice_3d(&value(), SIDE)?, OCTAVE);
    Ok(vec![
        Swatch::new("perlin-2d", flat(&perlin(), OCTAVE)?, "Perlin, 2-D", "directions16, quintic"),
        Swatch::new("perlin-3d", perlin_3d, "Perlin, 3-D slice", "edges, quintic"),
        Swatch::new("perlin-4d", perlin_4d, "Perlin, 4-D slice", "edges, quintic"),
        Swatch::new("value-2d", flat(&value(), WHOLE)?, "Value, 2-D", "quintic"),
        Swatch::new("value-3d", value_3d, "Value, 3-D slice", "quintic"),
        Swatch::new("cell", flat(&cell, WHOLE)?, "Cell", "20 samples a cell"),
        Swatch::new("white", flat(&white, WHOLE)?, "White noise", "cell, 1 sample a cell"),
    ])
}

fn cellular() -> Result<Vec<Swatch>> {
    let cellular = Noise::cellular(1).frequency(1.0 / CELL);
    let f2_f1 = cellular.clone().returns(Returns::Difference);
    let flat = |noise: &Noise, levels| -> Result<Canvas> { Ok(grey(&plane(noise, SIDE)?, levels)) };
    Ok(vec![
        Swatch::new("cellular-f1", flat(&cellular, (0.0, 0.75))?, "Cellular, F1", "euclidean"),
        Swatch::new("cellular-f2-f1", flat(&f2_f1, (0.0, 0.6))?, "Cellular, F2 - F1", "euclidean"),
        Swatch::new(
            "cellular-value",
            flat(&cellular.clone().returns(Returns::Value), WHOLE)?,
            "Cellular, value",
            "of the nearest",
        ),
        Swatch::new(
            "cellular-manhattan",
            flat(&cellular.distance(Distance::Manhattan), (0.0, 0.65))?,
            "Cellular, F1",
            "manhattan",
        ),
    ])
}

fn gradient_sets() -> Result<Vec<Swatch>> {
    let image = |gradients: Gradients| -> Result<Canvas> {
        // Noise with the set `axes` comes nearest to its bound.
        let levels = if gradients == Gradients::Axes { WHOLE } else { OCTAVE };
        Ok(grey(&plane(&perlin().gradients(gradients), SIDE)?, levels))
    };
    Ok(vec![
        Swatch::new("directions16", image(Gradients::Directions16)?, "directions16", "every 22.5°, default"),
        Swatch::new("directions8", image(Gradients::Directions8)?, "directions8", "every 45°"),
        Swatch::new("diagonals", image(Gradients::Diagonals)?, "diagonals", "(±1, ±1)"),
        Swatch::new("axes", image(Gradients::Axes)?, "axes", "(0, ±1) (±1, 0)"),
        Swatch::new("knight-moves", image(Gradients::KnightMoves)?, "knight-moves", "(±1, ±2) (±2, ±1)"),
        Swatch::new(
            "value-gradient",
            image(Gradients::ValueGradient)?,
            "value-gradient",
            "every 22.5°, and ±1/4",
        ),
    ])
}

fn tables() -> Result<Vec<Swatch>> {
    let streaks = Gradients::custom(&[[0.2, 1.0], [-0.2, 1.0], [0.2, -1.0], [-0.2, -1.0]])?;
    let masked = Gradients::custom(&MASKED_EDGES)?;
    let masked = grey(&slice_3d(&perlin().gradients(masked), SIDE)?, SLICE);
    let streaks = grey(&plane(&perlin().gradients(streaks), SIDE)?, OCTAVE);
    Ok(vec![
        Swatch::new("custom-2d", streaks, "custom table, 2-D", "(±0.2, ±1)"),
        Swatch::new("custom-3d", masked, "custom table, 3-D", "edges 0-3, 8-11"),
    ])
}

/// The first twelve edges, chosen by `hash & 0xb`.
#[rustfmt::skip]
const MASKED_EDGES: [[f64; 3]; 8] = [
    [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [1.0, -1.0, 0.0], [-1.0, -1.0, 0.0],
    [0.0, 1.0, 1.0], [0.0, -1.0, 1.0], [0.0, 1.0, -1.0], [0.0, -1.0, -1.0],
];

fn fades() -> Result<Vec<Swatch>> {
    let cells = 32.0;
    let image = |noise: Noise, fade: Fade, levels| -> Result<Canvas> {
        Ok(grey(&plane(&noise.frequency(1.0 / cells).fade(fade), SIDE)?, levels))
    };
    Ok(vec![
        Swatch::new("perlin-linear", image(perlin(), Fade::Linear, OCTAVE)?, "Perlin, linear", "t"),
        Swatch::new("perlin-cubic", image(perlin(), Fade::Cubic, OCTAVE)?, "Perlin, cubic", "3t² - 2t³"),
        Swatch::new(
            "perlin-quintic",
            image(perlin(), Fade::Quintic, OCTAVE)?,
            "Perlin, quintic",
            "6t^5 - 15t^4 + 10t³",
        ),
        Swatch::new("value-linear", image(value(), Fade::Linear, WHOLE)?, "Value, linear", "t"),
        Swatch::new("value-cubic", image(value(), Fade::Cubic, WHOLE)?, "Value, cubic", "3t² - 2t³"),
        Swatch::new(
            "value-quintic",
            image(value(), Fade::Quintic, WHOLE)?,
            "Value, quintic",
            "6t^5 - 15t^4 + 10t³",
        ),
    ])
}

fn periods() -> Result<Vec<Swatch>> {
    let noise = Noise::perlin(5).frequency(6.0 / SIDE as f64).fbm(2).period([3, 3]);
    let tile = colour::grey(&plane(&noise, SIDE / 2)?, SIDE / 2, SLICE.0, SLICE.1);
    Ok(vec![Swatch::new("tile", tile.repeated(2, 2), "A tile, 2 × 2 times", "fbm, period 3 × 3")])
}

fn fractals() -> Result<Vec<Swatch>> {
    let noise = Noise::perlin(1).frequency(1.0 / 64.0);
    let image =
        |noise: Noise, (low, high)| -> Result<Canvas> { Ok(grey(&plane(&noise, SIDE)?, (low, high))) };
    Ok(vec![
        Swatch::new("none", image(noise.clone(), OCTAVE)?, "none", "one octave"),
        Swatch::new("fbm", image(noise.clone().fbm(6), OCTAVE)?, "fbm", "6 octaves, gain 0.5"),
        Swatch::new(
            "billow",
            image(noise.clone().billow(6), (-1.41, -0.2))?,
            "billow",
            "2|n| - A, 6 octaves",
        ),
        Swatch::new("ridged", image(noise.clone().ridged(6), (0.2, 1.41))?, "ridged", "A - 2|n|, 6 octaves"),
        Swatch::new("turbulence", image(noise.turbulence(6), (0.0, 0.55))?, "turbulence", "|n|, 6 octaves"),
    ])
}

fn multifractals() -> Result<Vec<Swatch>> {
    let noise = Noise::perlin(1).frequency(1.0 / 64.0);
    let image =
        |noise: Noise, (low, high)| -> Result<Canvas> { Ok(grey(&plane(&noise, SIDE)?, (low, high))) };
    let hybrid = tutorials::hybrid().0.frequency(noise.frequency);
    let of_hybrid = format!("{} octaves, gain {}", hybrid.octaves, hybrid.gain);
    Ok(vec![
        Swatch::new(
            "ping-pong",
            image(noise.clone().ping_pong(3), (-0.9, 0.9))?,
            "ping-pong",
            "strength 2, 3 octaves",
        ),
        Swatch::new(
            "ridged-multi",
            image(noise.clone().ridged_multi(8), (0.0, 0.9))?,
            "ridged-multi",
            "Musgrave, 8 octaves",
        ),
        Swatch::new("hybrid-multi", image(hybrid, (0.0, 0.42))?, "hybrid-multi", &of_hybrid),
    ])
}

fn hashes() -> Result<Vec<Swatch>> {
    let noise = perlin().fbm(2);
    let mix = grey(&plane(&noise, SIDE)?, OCTAVE);
    let permutation = grey(&plane(&noise.permutation(Permutation::PERLIN), SIDE)?, OCTAVE);
    Ok(vec![
        Swatch::new("mix", mix, "mix", "no known period"),
        Swatch::new("permutation", permutation, "permutation perlin", "repeats at 256 cells"),
    ])
}

fn derivatives() -> Result<Vec<Swatch>> {
    let hills = Noise::perlin(1).frequency(1.0 / 64.0).fbm(6).scale(24.0);
    let planes =
        |quantity| -> Result<Vec<f32>> { Ok(hills.field(quantity).generate(&Grid::new([SIDE, SIDE]))?) };
    let flow = Noise::perlin(1).frequency(1.0 / 40.0);
    let flow = flow.field(Quantity::Curl).generate(&Grid::new([SIDE, SIDE]))?;
    Ok(vec![
        Swatch::new(
            "normal",
            colour::vectors(&planes(Quantity::Normal)?, SIDE),
            "normal",
            "x, y, z as colours",
        ),
        Swatch::new(
            "hillshade",
            grey(&planes(Quantity::Hillshade)?, (0.0, 1.0)),
            "hillshade",
            "light (-1, -1, 2)",
        ),
        Swatch::new("slope", grey(&planes(Quantity::Slope)?, (0.0, 2.0)), "slope", "rise over run"),
        Swatch::new("curl", streaks(&flow, SIDE), "curl", "dots that flow"),
    ])
}

/// Dots along the paths on which a flow with planes x and y carries them.
fn streaks(flow: &[f32], side: usize) -> Canvas {
    let (by_x, by_y) = flow.split_at(side * side);
    let mut ink = vec![0.0f32; side * side];
    for start in (0..side).step_by(6).flat_map(|y| (0..side).step_by(6).map(move |x| (x, y))) {
        let (mut x, mut y) = (start.0 as f64 + 0.5, start.1 as f64 + 0.5);
        for _ in 0..60 {
            let inside = |c: f64| (0.0..side as f64).contains(&c);
            if !inside(x) || !inside(y) {
                break;
            }
            let at = y as usize * side + x as usize;
            ink[at] += 0.25;
            // A step is about half a sample where the flow is fast.
            x += 12.0 * f64::from(by_x[at]);
            y += 12.0 * f64::from(by_y[at]);
        }
    }
    colour::grey(&ink, side, 1.5, 0.0)
}

fn made_of_noise() -> Result<Vec<Swatch>> {
    Ok(vec![
        Swatch::new("curve", curves::small(SIDE)?, "Perlin, 1-D", "fbm, 1 and 8 octaves"),
        Swatch::new("clouds", clouds::clouds(SIDE, SIDE, 80.0)?, "clouds", "fbm, 6 octaves"),
        Swatch::new(
            "marble",
            sines::marble(SIDE, SIDE, &tutorials::turbulence().0.frequency(1.0 / 48.0))?,
            "marble",
            "sine and turbulence",
        ),
        Swatch::new("wood", sines::wood(SIDE, SIDE, 80.0)?, "wood", "rings and fbm"),
        Swatch::new("warp", warp::warp(SIDE, SIDE, 64.0)?, "warp", "fbm, moved by fbm"),
        Swatch::new(
            "mountains",
            mountains::mountains(SIDE, SIDE, 80.0)?,
            "mountains",
            "ridged, on fbm hills",
        ),
        Swatch::new("layers", layers::small(SIDE)?, "layers", "three noises' sum"),
    ])
}
