//! The library's own call, for `overhead.py`: prints microseconds of the fastest of many calls, for a size and a number of threads.
//!
//! usage: rust_call SIZE THREADS (0: all cores)

use std::error::Error;
use std::time::Instant;

use perlane::{Grid, Noise};

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).filter_map(|arg| arg.parse::<usize>().ok());
    let (size, threads) = (numbers.next().unwrap_or(1024), numbers.next().unwrap_or(1));
    let noise = Noise::perlin(1).frequency(1.0 / 64.0);
    let grid = Grid::new([size, size]);
    let mut out = vec![0.0; size * size];
    let calls = (50_000_000 / (size * size + 10_000)).max(5);
    let mut fastest = f64::INFINITY;
    for _ in 0..calls {
        let start = Instant::now();
        if threads == 1 {
            noise.fill(&grid, &mut out)?
        } else {
            noise.par_fill(&grid, &mut out)?
        }
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    println!("{}", fastest * 1e6);
    Ok(())
}
