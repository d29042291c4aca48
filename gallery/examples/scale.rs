//! What a sample costs, whatever the size of the window: computed by bands into one buffer, as pipelines do.
//!
//! `cargo run --release -p perlane-gallery --example scale` prints a table, and writes docs/scale.jsonl and docs/scale.svg;
//! with `-- --quick` it measures less and prints only.

use std::fs;
use std::time::Duration;

use perlane::{Backend, Grid, Noise};
use perlane_gallery::Result;
use perlane_gallery::scale::{Cost, chart};
use perlane_rounds::{Effort, Work, race};

/// Samples of a band: four megabytes, whatever the size.
const BAND: usize = 1 << 20;

fn main() -> Result<()> {
    let quick = std::env::args().nth(1).is_some_and(|argument| argument == "--quick");
    let (largest, effort) = if quick { (1 << 12, Effort::QUICK) } else { (1 << 15, full()) };
    let sizes: Vec<usize> = (10..).map(|power| 1 << power).take_while(|size| *size <= largest).collect();
    let perlin = Noise::perlin(1).frequency(1.0 / 64.0);
    let fbm = Noise::perlin(1).frequency(0.005).fbm(6);
    let mut costs = Vec::new();
    for (work, noise) in [("2-D Perlin, 64 samples a cell", &perlin), ("2-D fbm, 6 octaves from 0.005", &fbm)]
    {
        let measured = measure(work, noise, &sizes, &effort)?;
        print(&measured);
        costs.extend(measured);
    }
    if !quick {
        let lines: Result<String> =
            costs.iter().map(|cost| Ok(serde_json::to_string(cost)? + "\n")).collect();
        fs::write("docs/scale.jsonl", lines?)?;
        fs::write("docs/scale.svg", chart(&costs)?)?;
    }
    Ok(())
}

/// A call of the largest window takes seconds.
fn full() -> Effort {
    Effort { rounds: 15, turn: Duration::from_millis(20), patience: Duration::from_secs(45) }
}

/// All sizes take turns.
fn measure(work: &str, noise: &Noise, sizes: &[usize], effort: &Effort) -> Result<Vec<Cost>> {
    let backend = Backend::detect();
    let mut out = vec![0.0; BAND];
    stream(noise, backend, sizes[0], &mut out)?;
    let turn = |size: usize| -> Work<[f32]> {
        Box::new(move |out| {
            // What went well for one size goes well for all.
            let _ = stream(noise, backend, size, out);
        })
    };
    let turns: Vec<_> = sizes.iter().map(|size| turn(*size)).collect();
    let times = race(&mut out[..], &turns, effort);
    Ok(sizes.iter().zip(times).map(|(size, times)| Cost::new(work, backend, *size, times.median())).collect())
}

/// A square window, band after band in the same buffer. The tables are a part of its cost.
fn stream(noise: &Noise, backend: Backend, size: usize, out: &mut [f32]) -> perlane::Result<()> {
    let prepared = noise.prepare_with(backend, &Grid::new([size, size]))?;
    let rows = BAND / size;
    for first in (0..size).step_by(rows) {
        prepared.fill([first..first + rows, 0..size], out)?;
    }
    Ok(())
}

fn print(costs: &[Cost]) {
    println!("{:<32} {:<8} {:>7} {:>12}", "work", "backend", "size", "ns a sample");
    for Cost { work, backend, size, nanoseconds_per_sample } in costs {
        println!("{work:<32} {backend:<8} {size:>7} {nanoseconds_per_sample:>12.4}");
    }
    let each = || costs.iter().map(|cost| cost.nanoseconds_per_sample);
    let (least, most) = (each().fold(f64::INFINITY, f64::min), each().fold(0.0, f64::max));
    println!("the dearest size costs {:.2} times what the cheapest does\n", most / least);
}
