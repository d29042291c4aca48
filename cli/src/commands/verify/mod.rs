//! `perlane verify`: checks every backend of this machine against recorded digests, and against the reference on random recipes.

mod grids;
mod recorded;
mod report;

use perlane::Backend;
use perlane_proof::{Case, compare};
use rayon::prelude::*;

use crate::args::Verify;
use crate::error::{Error, Result};
use crate::sampling::resources::thread_pool;
use crate::terminal::progress::Progress;
use crate::terminal::{console, interrupt};
use crate::text;
use grids::Grids;
use report::{Checked, Finding, Report};

pub(crate) fn run(args: &Verify) -> Result<()> {
    interrupt::exit_at_once()?;
    let seed = seed(args)?;
    let recorded = recorded::read(args)?;
    let backends = args.run.backends()?;
    let (first, cases) = args.case.map_or((0, args.cases), |number| (number, 1));
    let count = usize::try_from(cases).unwrap_or(usize::MAX);
    let grids = Grids::of(args);
    let all = recorded.len().saturating_add(count).saturating_add(grids.len());
    let progress = Progress::of_items("verifying", "recipes", all, !args.run.quiet);
    let pool = thread_pool(args.run.threads()?)?;
    let golden = || check_all(recorded.par_iter(), &progress, |r| recorded::check(r, &backends, args));
    let golden = Checked { recipes: recorded.len(), findings: pool.install(golden)? };
    let random =
        || check_all(numbers(first, cases), &progress, |number| check_random(number, &backends, seed));
    let random = Checked { recipes: count, findings: pool.install(random)? };
    let [large, shared] = grids.check(&backends, &progress)?;
    drop(progress);
    let report = Report::new(seed, &backends, [&golden, &random, &large, &shared]);
    let text = if args.run.json { text::to_json(&report)? } else { report.table() };
    let is_written = !args.run.quiet || args.run.json;
    let written = if is_written { console::write(text.as_bytes()) } else { Ok(()) };
    // What is wrong is told, also where nobody reads the report any more.
    verdict(args, [golden, random, large, shared].into_iter().flat_map(|checked| checked.findings))?;
    written
}

/// The seed of the random recipes. It is refused where there are none.
fn seed(args: &Verify) -> Result<u64> {
    match args.seed {
        Some(seed) if args.cases == 0 && args.case.is_none() => {
            let value = format!("{seed}, with --cases 0");
            Err(Error::parameter("seed", value, "only with --cases 1 or more, or with --case"))
        }
        seed => Ok(seed.unwrap_or_default()),
    }
}

/// The error about what was found: the build computes wrong samples, or a file has wrong digests and the build is right.
fn verdict(args: &Verify, findings: impl Iterator<Item = Finding>) -> Result<()> {
    let (wrong_digests, of_build): (Vec<Finding>, Vec<Finding>) =
        findings.partition(|finding| finding.wrong_digest.is_some());
    if !of_build.is_empty() {
        return Err(Error::WrongSamples { count: of_build.len() });
    }
    let mut names: Vec<String> = wrong_digests.into_iter().filter_map(|f| f.wrong_digest).collect();
    // Each backend has a finding of its own.
    names.dedup();
    match &args.golden {
        Some(path) if !names.is_empty() => Err(Error::WrongDigests { path: path.clone(), names }),
        _ => Ok(()),
    }
}

/// The numbers of the random recipes, which are not listed: there may be more than memory has room for.
fn numbers(first: u64, cases: u64) -> impl ParallelIterator<Item = u64> {
    (0..cases).into_par_iter().map(move |case| first + case)
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

fn check_random(number: u64, backends: &[Backend], seed: u64) -> Result<Vec<Finding>> {
    let case = Case::numbered(seed, number);
    let want = case.reference()?;
    let mut findings = Vec::new();
    for backend in backends {
        if let Some(difference) = compare(&case, *backend, &want)? {
            let reproduce = format!("perlane verify --seed {seed} --case {number} --backend {backend}");
            findings.push(Finding {
                backend: backend.name(),
                what: difference.to_string(),
                reproduce,
                wrong_digest: None,
            });
        }
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_cases_are_not_listed() {
        assert_eq!(numbers(0, u64::MAX).find_any(|number| *number == 5), Some(5));
        assert_eq!(numbers(u64::MAX, 1).collect::<Vec<_>>(), [u64::MAX]);
        assert_eq!(numbers(7, 3).collect::<Vec<_>>(), [7, 8, 9]);
    }
}
