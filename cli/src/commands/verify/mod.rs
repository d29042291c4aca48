//! `perlane verify`: checks every backend of this machine against recorded digests, and against the reference on random recipes.

mod report;

use std::path::PathBuf;

use perlane::Backend;
use perlane_proof::golden::{self, Recorded};
use perlane_proof::{Case, compare, digest};
use rayon::prelude::*;

use crate::args::Verify;
use crate::error::{Error, Result};
use crate::input::text_file;
use crate::sampling::resources::thread_pool;
use crate::terminal::progress::Progress;
use crate::terminal::{console, interrupt};
use crate::text;
use report::{Checked, Finding, REFERENCE, Report};

/// Upper bound on the samples of a recorded recipe: each thread holds the samples of one recipe, and the reference's samples.
const MAX_SAMPLES: usize = 1 << 24;

pub(crate) fn run(args: &Verify) -> Result<()> {
    interrupt::exit_at_once()?;
    let recorded = recorded(args)?;
    let backends = args.run.backends()?;
    let (first, cases) = args.case.map_or((0, args.cases), |number| (number, 1));
    let count = usize::try_from(cases).unwrap_or(usize::MAX);
    let both = recorded.len().saturating_add(count);
    let progress = Progress::of_items("verifying", "recipes", both, !args.run.quiet);
    let pool = thread_pool(args.run.threads()?)?;
    let golden = || check_all(recorded.par_iter(), &progress, |r| check_recorded(r, &backends, args));
    let golden = Checked { recipes: recorded.len(), findings: pool.install(golden)? };
    // There may be more numbers than memory has room for.
    let numbers = (0..cases).into_par_iter().map(|case| first + case);
    let random = || check_all(numbers, &progress, |number| check_random(number, &backends, args.seed));
    let random = Checked { recipes: count, findings: pool.install(random)? };
    drop(progress);
    let report = Report::new(args.seed, &backends, &golden, &random);
    let text = if args.run.json { text::to_json(&report)? } else { report.table() };
    if !args.run.quiet || args.run.json {
        console::write(text.as_bytes())?;
    }
    match golden.findings.len() + random.findings.len() {
        0 => Ok(()),
        count => Err(Error::WrongSamples { count }),
    }
}

/// Checks items on the current thread pool. What is found is in the order of the items.
fn check_all<T: Send>(
    items: impl ParallelIterator<Item = T>,
    progress: &Progress,
    check: impl Fn(T) -> Result<Vec<Finding>> + Sync + Send,
) -> Result<Vec<Finding>> {
    let one = |item| {
        let findings = check(item);
        progress.add(1);
        findings
    };
    items.map(one).try_reduce(Vec::new, |before, after| Ok([before, after].concat()))
}

/// The recorded recipes of a file, or the built-in ones; none if a single random recipe is checked.
fn recorded(args: &Verify) -> Result<Vec<Recorded>> {
    let (path, text) = match (&args.golden, args.case) {
        (Some(path), _) => (path.clone(), text_file::read("golden", path)?),
        (None, Some(_)) => return Ok(Vec::new()),
        (None, None) => (PathBuf::new(), golden::GOLDEN.to_owned()),
    };
    let failed = |message: String| Error::Parse { path: path.clone(), message };
    let recorded = golden::parse(&text).map_err(|e| failed(e.to_string()))?;
    if let Some((name, what)) =
        recorded.iter().find_map(|recorded| Some((&recorded.name, wrong_size(recorded)?)))
    {
        return Err(failed(format!("{name}: {what}")));
    }
    if recorded.is_empty() {
        return Err(failed("it has no recorded recipe; allowed: one or more".to_owned()));
    }
    match recorded.iter().find(|recorded| recorded.digest().is_none() || recorded.case().is_err()) {
        Some(incomplete) => {
            Err(failed(format!("{}: a recorded recipe has grid and samples", incomplete.name)))
        }
        None => Ok(recorded),
    }
}

/// What is wrong with the number of samples of a recorded recipe. This is checked before memory is allocated for them.
fn wrong_size(recorded: &Recorded) -> Option<String> {
    let (window, samples) = (recorded.recipe.grid?, recorded.recipe.samples.as_ref()?);
    let planes = recorded.recipe.field.quantity.planes(window.dims());
    match window.samples().map(|count| count.saturating_mul(planes)) {
        Ok(count) if count as u64 != samples.count => {
            Some(format!("its grid has {count} samples, but its digest is of {}", samples.count))
        }
        Ok(count) if count > MAX_SAMPLES => {
            Some(format!("its grid has {count} samples; allowed: up to {MAX_SAMPLES} in recorded recipes"))
        }
        Ok(_) => None,
        Err(e) => Some(e.to_string()),
    }
}

fn check_recorded(recorded: &Recorded, backends: &[Backend], args: &Verify) -> Result<Vec<Finding>> {
    let case = recorded.case()?;
    let want = recorded.digest();
    let mut findings = Vec::new();
    let mut check = |backend: &'static str, samples: Vec<f32>| {
        let found = digest(&samples);
        if Some(&found) != want.as_ref() {
            let want = want.as_deref().unwrap_or_default();
            let what = format!("{:?} has the digest {found}; it must be {want}", recorded.name);
            findings.push(Finding { backend, what, reproduce: recorded_command(backend, args) });
        }
    };
    check(REFERENCE, case.reference()?);
    for backend in backends {
        check(backend.name(), case.fill(*backend)?);
    }
    Ok(findings)
}

/// A command that checks the recorded recipes again on one backend, without random recipes.
fn recorded_command(backend: &str, args: &Verify) -> String {
    let mut command = "perlane verify --cases 0".to_owned();
    if let Some(path) = &args.golden {
        command.push_str(&format!(" --golden {}", quoted(&path.display().to_string())));
    }
    if backend != REFERENCE {
        command.push_str(&format!(" --backend {backend}"));
    }
    command
}

/// A word as shells read it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn check_random(number: u64, backends: &[Backend], seed: u64) -> Result<Vec<Finding>> {
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
