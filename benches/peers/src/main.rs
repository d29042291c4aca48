//! Compares perlane with other noise libraries: the same work on one thread in one process, in turns. `README.md` says what is compared.

mod fastnoise2;
mod job;
mod peers;
mod table;
mod tiles;

use std::error::Error;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;

use perlane::Backend;
use perlane_rounds::{Effort, Work, race};

use job::Job;

/// What was asked for.
#[derive(Default)]
struct Arguments {
    quick: bool,
    /// Only the table of tiles.
    tiles: bool,
    /// Only the table beside FastNoise2, whose program this is.
    fastnoise2: Option<PathBuf>,
}

impl Arguments {
    /// An argument that is not allowed is the error.
    fn parse(args: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let (mut parsed, mut args) = (Arguments::default(), args.into_iter());
        while let Some(arg) = args.next() {
            match (arg.as_str(), &parsed.fastnoise2) {
                ("--quick", _) => parsed.quick = true,
                ("--tiles", _) => parsed.tiles = true,
                ("--fastnoise2", None) => parsed.fastnoise2 = Some(args.next().ok_or(arg)?.into()),
                _ => return Err(arg),
            }
        }
        Ok(parsed)
    }
}

fn main() -> ExitCode {
    let arguments = match Arguments::parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(wrong) => {
            eprintln!(
                "perlane-peers: an argument is {wrong}; allowed: --quick, --tiles, --fastnoise2 PROGRAM"
            );
            return ExitCode::from(2);
        }
    };
    if let Err(error) = print(&arguments) {
        eprintln!("perlane-peers: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn print(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let quick = arguments.quick;
    if let Some(program) = &arguments.fastnoise2 {
        return fastnoise2::print(program, quick);
    }
    let effort = if quick { Effort::QUICK } else { Effort::FULL };
    if !arguments.tiles {
        print_jobs(quick, &effort)?;
    }
    tiles::print(quick, &effort)?;
    Ok(())
}

/// Prints the table of libraries that evaluate one sample at a time, or a grid from the origin.
fn print_jobs(quick: bool, effort: &Effort) -> perlane::Result<()> {
    print!("{}", table::header());
    for job in job::all(quick) {
        print!("{}", measure(&job, effort)?);
    }
    Ok(())
}

/// The rows of one job.
fn measure(job: &Job, effort: &Effort) -> perlane::Result<String> {
    let backends: Vec<Backend> = Backend::available().collect();
    let mut out = vec![0.0; job.samples()];
    for backend in &backends {
        job.perlane(*backend, &mut out)?;
    }
    let mut turns: Vec<Work<[f32]>> = vec![Box::new(|out| out.fill(black_box(0.5)))];
    for backend in &backends {
        turns.push(Box::new(|out| {
            // It cannot fail, because it has just succeeded.
            let _ = black_box(job.perlane(*backend, out));
        }));
    }
    turns.extend(peers::ALL.iter().map(|peer| (peer.turn)(job)));
    let times = race(&mut out[..], &turns, effort);
    let rates: Vec<f64> = times.iter().map(|times| job.samples() as f64 / times.median()).collect();
    let (fill, rest) = (rates[0], &rates[1..]);
    let (ours, theirs) = rest.split_at(backends.len());
    let ours: Vec<(&str, f64)> =
        backends.iter().map(|backend| backend.name()).zip(ours.iter().copied()).collect();
    Ok(table::rows(job, fill, &ours, theirs))
}
