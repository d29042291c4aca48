//! Compares perlane with FastNoise2, which is C++: its program (`fastnoise2/turns.cpp`) waits while perlane works, and works while perlane waits.

mod program;
mod works;

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use perlane::Backend;

use program::Program;
use works::Fill;

/// How long each of the two works, time after time.
struct Turns {
    rounds: usize,
    seconds: f64,
}

const FULL: Turns = Turns { rounds: 9, seconds: 0.02 };
const QUICK: Turns = Turns { rounds: 3, seconds: 0.005 };

/// At the start of each turn, which is not timed: vector units need some milliseconds to reach their full rate.
const WARM_UP: f64 = 0.008;

/// Times all works, and prints a row for each and each instruction set.
pub(crate) fn print(program: &Path, quick: bool) -> Result<(), Box<dyn Error>> {
    let mut program = Program::start(program)?;
    let turns = if quick { QUICK } else { FULL };
    let backends = [Backend::avx2(), Backend::avx512()].into_iter().flatten();
    let backends: Vec<Backend> = backends.collect();
    println!(
        "Million samples a second, one thread; how many times as fast perlane is as FastNoise2 with the same instructions.\n"
    );
    println!("{:<56}  {:<8}  {:>8}  {:>10}  {:>6}", "work", "", "perlane", "FastNoise2", "ratio");
    for work in works::all() {
        for backend in &backends {
            program.ask_for(&work.of_program(backend.name()))?;
            let fill = work.of_perlane(*backend)?;
            let (ours, theirs) = race(work.samples(), &fill, &mut program, &turns)?;
            let rate = |seconds: f64| work.samples() as f64 / seconds / 1e6;
            let (name, ratio) = (work.name(), theirs / ours);
            println!("{name:<56}  {backend:<8}  {:>8.0}  {:>10.0}  {ratio:>5.2}x", rate(ours), rate(theirs));
        }
    }
    Ok(())
}

/// Median seconds of a call, of perlane and of FastNoise2.
fn race(
    samples: usize,
    fill: &Fill<'_>,
    program: &mut Program,
    turns: &Turns,
) -> Result<(f64, f64), Box<dyn Error>> {
    let mut out = vec![0.0; samples];
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..turns.rounds {
        turn(fill, &mut out, WARM_UP);
        ours.push(turn(fill, &mut out, turns.seconds));
        program.turn(WARM_UP)?;
        theirs.push(program.turn(turns.seconds)?);
    }
    Ok((median(ours), median(theirs)))
}

/// The seconds of a call, from calls during `least` seconds or longer.
fn turn(fill: &Fill<'_>, out: &mut [f32], least: f64) -> f64 {
    let (start, least) = (Instant::now(), Duration::from_secs_f64(least));
    let mut calls = 0;
    loop {
        fill(out);
        calls += 1;
        let passed = start.elapsed();
        if passed >= least {
            return passed.as_secs_f64() / f64::from(calls);
        }
    }
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
