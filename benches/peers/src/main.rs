//! perlane beside other noise libraries: the same work, one thread, one process, in turns. `README.md` says what is compared.

mod job;
mod peers;
mod table;

use std::hint::black_box;
use std::process::ExitCode;

use perlane::Backend;
use perlane_rounds::{Effort, Work, race};

use job::Job;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (quick, effort) = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => (false, Effort::FULL),
        ["--quick"] => (true, Effort::QUICK),
        _ => {
            eprintln!("perlane-peers: the argument is {}; allowed: --quick, or none", args.join(" "));
            return ExitCode::from(2);
        }
    };
    print!("{}", table::header());
    for job in job::all(quick) {
        match measure(&job, &effort) {
            Ok(text) => print!("{text}"),
            Err(error) => {
                eprintln!("perlane-peers: {}: {error}", job.name);
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
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
            // It went well a moment ago.
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
