//! Lines that a flow without sources carries: the curl of a noise, traced. `cargo run --release --example flow > flow.pgm`

use std::io::{self, Write};

use perlane::{Error, Noise, Quantity};

/// Steps of a line.
const STEPS: usize = 160;

/// Pixels between the starts of lines.
const APART: usize = 8;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (width, height) = (720, 405);
    let mut out = io::stdout().lock();
    writeln!(out, "P5 {width} {height} 255")?;
    out.write_all(&flow(width, height)?)?;
    Ok(())
}

/// Dark lines on white paper, in rows of `width` pixels.
#[allow(clippy::disallowed_methods, reason = "the ink of a picture is no sample")]
pub(crate) fn flow(width: usize, height: usize) -> Result<Vec<u8>, Error> {
    let noise = Noise::perlin(4).frequency(1.0 / 140.0).fbm(3);
    let field = noise.field(Quantity::Curl);
    let starts = (0..height).step_by(APART).flat_map(|y| (0..width).step_by(APART).map(move |x| (y, x)));
    let (mut ys, mut xs): (Vec<f64>, Vec<f64>) =
        starts.map(|(y, x)| (y as f64 + 0.5, x as f64 + 0.5)).unzip();
    let mut ink = vec![0.0f64; width * height];
    let mut planes = vec![0.0; 2 * xs.len()];
    for step in 0..STEPS {
        // All lines go on together: one call for all of their ends.
        field.fill_points([&ys, &xs], &mut planes)?;
        let (by_x, by_y) = planes.split_at(xs.len());
        for (k, (x, y)) in xs.iter_mut().zip(&mut ys).enumerate() {
            let (dx, dy) = (f64::from(by_x[k]), f64::from(by_y[k]));
            // Half a pixel a step, or less where the flow hardly moves.
            let speed = (dx * dx + dy * dy).sqrt() + 1e-4;
            (*x, *y) = (*x + 0.5 * dx / speed, *y + 0.5 * dy / speed);
            if *x >= 0.0 && *y >= 0.0 && (*x as usize) < width && (*y as usize) < height {
                ink[*y as usize * width + *x as usize] += 0.35 * (1.0 - step as f64 / STEPS as f64);
            }
        }
    }
    Ok(ink.into_iter().map(|ink| (255.0 * (-ink).exp()).round() as u8).collect())
}
