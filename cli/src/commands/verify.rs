//! `perlane verify`: every backend of this machine against recorded digests and, on random cases, against the reference.

use std::path::Path;

use perlane::Backend;
use perlane_proof::golden::{self, Recorded};
use perlane_proof::{Case, compare, digest};
use rayon::prelude::*;
use serde::Serialize;

use crate::args::Verify;
use crate::error::{Error, Result};
use crate::resolve::resolve_run;
use crate::sampling::stream;
use crate::terminal::progress::Progress;
use crate::terminal::{console, interrupt};
use crate::text;

/// The row of what is no backend: one sample at a time, as the definition of the stream says.
const REFERENCE: &str = "reference";

/// Differences that are told one by one.
const TOLD: usize = 20;

#[derive(Serialize)]
struct Report {
    version: &'static str,
    stream: u64,
    seed: u64,
    cases: u64,
    rows: Vec<Row>,
    /// The first ones.
    differences: Vec<Finding>,
    identical: bool,
}

/// What was checked on a backend.
#[derive(Serialize, Default)]
struct Row {
    name: &'static str,
    available: bool,
    /// Why not.
    reason: Option<&'static str>,
    golden: Count,
    random: Count,
}

#[derive(Serialize, Default)]
struct Count {
    checked: usize,
    different: usize,
}

/// Something that is not as it should be.
#[derive(Serialize, Clone)]
struct Finding {
    backend: &'static str,
    what: String,
    /// A command that shows it again.
    reproduce: String,
}

pub(crate) fn run(args: &Verify) -> Result<()> {
    interrupt::exit_at_once()?;
    let recorded = recorded(args)?;
    let (backend, threads) = resolve_run(&args.run)?;
    // One that is not named is all of them.
    let backends: Vec<Backend> = match args.run.backend {
        Some(_) => vec![backend],
        None => Backend::available().collect(),
    };
    let numbers: Vec<u64> = match args.case {
        Some(number) => vec![number],
        None => (0..args.cases).collect(),
    };
    let progress = Progress::of_recipes("verifying", recorded.len() + numbers.len(), !args.run.quiet);
    let pool = stream::pool(threads)?;
    let golden = pool.install(|| each(&recorded, &progress, |r| check_recorded(r, &backends, args)))?;
    let random = pool.install(|| each(&numbers, &progress, |n| check_case(*n, &backends, args.seed)))?;
    drop(progress);
    let report = report(args, &backends, recorded.len(), &golden, numbers.len(), &random);
    let text = if args.run.json { text::to_json(&report)? } else { table(&report) };
    if !args.run.quiet || args.run.json {
        console::write(text.as_bytes())?;
    }
    let different = golden.iter().chain(&random).flatten().count();
    if different > 0 {
        return Err(Error::WrongSamples { count: different });
    }
    Ok(())
}

fn each<T: Sync>(
    items: &[T],
    progress: &Progress,
    check: impl Fn(&T) -> Result<Vec<Finding>> + Sync,
) -> Result<Vec<Vec<Finding>>> {
    let one = |item| {
        let findings = check(item);
        progress.add(1);
        findings
    };
    items.par_iter().map(one).collect()
}

/// The digests of this program, or of a file; none for a single case.
fn recorded(args: &Verify) -> Result<Vec<Recorded>> {
    let text = match (&args.golden, args.case) {
        (Some(path), _) => read(path)?,
        (None, Some(_)) => return Ok(Vec::new()),
        (None, None) => golden::GOLDEN.to_owned(),
    };
    let path = args.golden.clone().unwrap_or_default();
    let recorded = golden::parse(&text);
    let recorded = recorded.map_err(|e| Error::Parse { path: path.clone(), message: e.to_string() })?;
    match recorded.iter().find(|r| r.digest().is_none() || r.case().is_err()) {
        Some(bare) => {
            let message = format!("{}: a recorded recipe has grid and samples", bare.name);
            Err(Error::Parse { path, message })
        }
        None => Ok(recorded),
    }
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|e| {
        Error::parameter("--golden", format!("{} ({e})", path.display()), "a readable text file")
    })
}

fn check_recorded(recorded: &Recorded, backends: &[Backend], args: &Verify) -> Result<Vec<Finding>> {
    let case = recorded.case()?;
    let wanted = recorded.digest();
    let mut findings = Vec::new();
    let mut check = |backend: &'static str, samples: Vec<f32>| {
        let found = digest(&samples);
        if Some(&found) != wanted.as_ref() {
            let wanted = wanted.as_deref().unwrap_or_default();
            let what = format!("{:?} has digest {found}, should have {wanted}", recorded.name);
            findings.push(Finding { backend, what, reproduce: golden_command(backend, args) });
        }
    };
    check(REFERENCE, case.reference()?);
    for backend in backends {
        check(backend.name(), case.fill(*backend)?);
    }
    Ok(findings)
}

/// Digests are checked without random cases.
fn golden_command(backend: &str, args: &Verify) -> String {
    let mut command = "perlane verify --cases 0".to_owned();
    if let Some(path) = &args.golden {
        command.push_str(&format!(" --golden {}", path.display()));
    }
    if backend != REFERENCE {
        command.push_str(&format!(" --backend {backend}"));
    }
    command
}

fn check_case(number: u64, backends: &[Backend], seed: u64) -> Result<Vec<Finding>> {
    let case = Case::numbered(seed, number);
    let want = case.reference()?;
    let mut findings = Vec::new();
    for backend in backends {
        if let Some(difference) = compare(&case, *backend, &want)? {
            let reproduce = format!("perlane verify --seed {seed} --case {number} --backend {backend}");
            findings.push(Finding { backend: backend.name(), what: difference.to_string(), reproduce });
        }
    }
    Ok(findings)
}

fn report(
    args: &Verify,
    backends: &[Backend],
    recorded: usize,
    golden: &[Vec<Finding>],
    cases: usize,
    random: &[Vec<Finding>],
) -> Report {
    let count = |name, checked, found: &[Vec<Finding>]| Count {
        checked,
        different: found.iter().flatten().filter(|finding| finding.backend == name).count(),
    };
    let reference = Row {
        name: REFERENCE,
        available: true,
        golden: count(REFERENCE, recorded, golden),
        ..Row::default()
    };
    let row = |name: &'static str| match backends.iter().find(|backend| backend.name() == name) {
        Some(_) => Row {
            name,
            available: true,
            reason: None,
            golden: count(name, recorded, golden),
            random: count(name, cases, random),
        },
        None => Row {
            name,
            available: Backend::absence(name).is_none(),
            reason: Some(Backend::absence(name).unwrap_or("not asked for")),
            ..Row::default()
        },
    };
    let differences: Vec<Finding> = golden.iter().chain(random).flatten().take(TOLD).cloned().collect();
    Report {
        version: env!("CARGO_PKG_VERSION"),
        stream: 1,
        seed: args.seed,
        cases: cases as u64,
        rows: [reference].into_iter().chain(Backend::NAMES.into_iter().map(row)).collect(),
        identical: differences.is_empty(),
        differences,
    }
}

fn table(report: &Report) -> String {
    let mut table = format!("{:<10} {:>16} {:>22}\n", "backend", "recorded digests", "random cases");
    for row in &report.rows {
        let line = match row.reason {
            Some(reason) => format!("{:<10} not checked: {reason}", row.name),
            None => {
                let random =
                    if row.name == REFERENCE { "(they are its)".to_owned() } else { cell(&row.random) };
                format!("{:<10} {:>16} {:>22}", row.name, cell(&row.golden), random)
            }
        };
        table.push_str(line.trim_end());
        table.push('\n');
    }
    for Finding { backend, what, reproduce } in &report.differences {
        table.push_str(&format!("\n{backend}: {what}\n  reproduce: {reproduce}\n"));
    }
    if report.identical {
        table.push_str(&format!("\nStream {}: every sample has its bits.\n", report.stream));
    }
    table
}

fn cell(count: &Count) -> String {
    match count.different {
        _ if count.checked == 0 => "-".to_owned(),
        0 => format!("{} same", count.checked),
        n => format!("{n} of {} DIFFER", count.checked),
    }
}
