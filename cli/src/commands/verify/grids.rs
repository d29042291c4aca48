//! Grids that random recipes are too small for: larger than caches, or enough work for several threads. One is checked after the other, because they take
//! much memory, and all threads of the machine.

use perlane::Backend;
use perlane_proof::{Case, Difference, compare_large, compare_shared, large, shared, slabs};

use super::recorded;
use super::report::{Checked, Finding};
use crate::args::Verify;
use crate::error::Result;
use crate::sampling::resources::thread_pool;
use crate::terminal::progress::Progress;

/// Threads that fill a grid together, whatever the machine has and `--threads` says: a grid that one thread fills is not cut.
const THREADS: usize = 3;

/// Which grids are checked: all, or none if single recipes are checked.
pub(super) struct Grids {
    large: Vec<Case>,
    shared: Vec<Case>,
}

impl Grids {
    pub(super) fn of(args: &Verify) -> Self {
        match args.case.is_some() || args.golden.is_some() {
            true => Grids { large: Vec::new(), shared: Vec::new() },
            false => Grids { large: large(), shared: shared() },
        }
    }

    pub(super) fn len(&self) -> usize {
        self.large.len() + self.shared.len()
    }

    /// Checks the large grids, and those that threads share.
    pub(super) fn check(&self, backends: &[Backend], progress: &Progress) -> Result<[Checked; 2]> {
        let pool = thread_pool(THREADS)?;
        let check = |cases: &[Case], want: Want, compare: Compare| -> Result<Checked> {
            let mut findings: Vec<Finding> = Vec::new();
            for case in cases {
                let want = want(case)?;
                for backend in backends {
                    findings.extend(pool.install(|| compare(case, *backend, &want))?.map(finding));
                }
                progress.add(1);
            }
            Ok(Checked { recipes: cases.len(), findings })
        };
        Ok([check(&self.large, slabs, compare_large)?, check(&self.shared, Case::reference, compare_shared)?])
    }
}

type Want = fn(&Case) -> perlane::Result<Vec<f32>>;

type Compare = fn(&Case, Backend, &[f32]) -> perlane::Result<Option<Difference>>;

fn finding(difference: Difference) -> Finding {
    Finding {
        backend: difference.backend,
        what: difference.to_string(),
        reproduce: recorded::command(difference.backend, None),
        wrong_digest: None,
    }
}
