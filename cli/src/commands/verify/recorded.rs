//! Recorded recipes: reading them, and checking the digests of their samples.

use std::path::{Path, PathBuf};

use perlane::Backend;
use perlane_proof::digest;
use perlane_proof::golden::{self, Recorded};

use super::report::{Finding, REFERENCE};
use crate::args::Verify;
use crate::error::{Error, Result};
use crate::input::text_file;
use crate::sampling::digest::malformed;

/// Upper bound on the samples of a recorded recipe: each thread holds those of one recipe.
const MAX_SAMPLES: usize = 1 << 24;

/// The recorded recipes of a file, or the built-in ones; none if a single random recipe is checked.
pub(super) fn read(args: &Verify) -> Result<Vec<Recorded>> {
    let (path, text) = match (&args.golden, args.case) {
        (Some(path), _) => (path.clone(), text_file::read("golden", path)?),
        (None, Some(_)) => return Ok(Vec::new()),
        (None, None) => (PathBuf::new(), golden::GOLDEN.to_owned()),
    };
    let failed = |message: String| Error::parse(&path, message);
    let recorded = golden::parse(&text).map_err(|e| failed(e.to_string()))?;
    if recorded.is_empty() {
        return Err(failed("it has no recorded recipe; allowed: one or more".to_owned()));
    }
    match recorded.iter().find_map(|recorded| Some((&recorded.name, wrong(recorded)?))) {
        Some((name, what)) => Err(failed(format!("{name}: {what}"))),
        None => Ok(recorded),
    }
}

/// Why the samples of a recorded recipe cannot be checked.
fn wrong(recorded: &Recorded) -> Option<String> {
    let Some(samples) = recorded.recipe.samples.as_ref().filter(|_| recorded.case().is_ok()) else {
        return Some("a recorded recipe has grid and samples".to_owned());
    };
    wrong_size(recorded).or_else(|| malformed(samples))
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

/// Compares the digests of the reference and of all backends with the recorded one.
pub(super) fn check(recorded: &Recorded, backends: &[Backend], args: &Verify) -> Result<Vec<Finding>> {
    let case = recorded.case()?;
    let want = recorded.digest().unwrap_or_default();
    let mut digests = vec![(REFERENCE, digest(&case.reference()?))];
    for backend in backends {
        digests.push((backend.name(), digest(&case.fill(*backend)?)));
    }
    // The built-in digests are right, so that a difference from them is the build's. Those of a file may be wrong.
    let agree = digests.iter().all(|(_, found)| *found == digests[0].1);
    let wrong_digest = (args.golden.is_some() && agree).then(|| recorded.name.clone());
    let differing = digests.into_iter().filter(|(_, found)| *found != want);
    let finding = |(backend, found): (&'static str, String)| Finding {
        backend,
        what: format!("{:?} has the digest {found}; the recorded one is {want}", recorded.name),
        reproduce: command(backend, args.golden.as_deref()),
        wrong_digest: wrong_digest.clone(),
    };
    Ok(differing.map(finding).collect())
}

/// A command that checks the recorded recipes, the large grids, and those that threads share, again on one backend, without random recipes.
pub(super) fn command(backend: &str, golden: Option<&Path>) -> String {
    let mut command = "perlane verify --cases 0".to_owned();
    if let Some(path) = golden {
        command.push_str(&format!(" --golden {}", quoted(&named(path))));
    }
    if backend != REFERENCE {
        command.push_str(&format!(" --backend {backend}"));
    }
    command
}

/// A name that no program takes for an option.
fn named(path: &Path) -> String {
    let name = path.display().to_string();
    if name.len() > 1 && name.starts_with('-') { format!("./{name}") } else { name }
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
