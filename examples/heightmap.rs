//! A heightmap of terrain as 16-bit numbers, row after row: `cargo run --example heightmap > heights.raw`

use std::io::{self, Write};

use perlane::{Error, Grid, Layers, Noise, Sample};

/// Mountains with hills on them.
pub(crate) fn terrain() -> Layers {
    let mountains = Noise::perlin(1).cell_size(200.0).ridged(5).range(0.0, 50_000.0);
    let hills = Noise::perlin(2).cell_size(40.0).fbm(3).range(0.0, 15_000.0);
    Layers::new().add(1.0, mountains).add(1.0, hills)
}

/// Heights as 16-bit numbers, of one noise or of several layers.
pub(crate) fn heights(noise: impl Sample, shape: [usize; 2]) -> Result<Vec<u16>, Error> {
    let samples = noise.generate(&Grid::new(shape))?;
    // `as` clamps what rounding puts beyond 0 or 65535.
    Ok(samples.into_iter().map(|height| height.round() as u16).collect())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let heights = heights(terrain(), [256, 512])?;
    let (least, most) = (heights.iter().min(), heights.iter().max());
    eprintln!("{} heights from {least:?} to {most:?}", heights.len());
    let bytes: Vec<u8> = heights.iter().flat_map(|height| height.to_le_bytes()).collect();
    io::stdout().write_all(&bytes)?;
    Ok(())
}
