//! Compares perlane with other noise libraries: the same work on one thread in one process, in turns. `README.md` says what is compared.

mod job;
mod peers;
mod table;
mod tiles;

use std::hint::black_box;
use std::process::ExitCode;

use perlane::Backend;
use perlane_rounds::{Effort, Work, race};

use job::Job;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some(wrong) = args.iter().find(|arg| !["--quick", "--tiles"].contains(&arg.as_str())) {
        eprintln!("perlane-peers: an argument is {wrong}; allowed: --quick, --tiles");
        return ExitCode::from(2);
    }
    let has = |name: &str| args.iter().any(|arg| arg == name);
    let quick = has("--quick");
    let effort = if quick { Effort::QUICK } else { Effort::FULL };
    let done = if has("--tiles") { Ok(()) } else { print_jobs(quick, &effort) };
    if let Err(error) = done.and_then(|()| tiles::print(quick, &effort)) {
        eprintln!("perlane-peers: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
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
