//! Faults that a system may refuse to make, and scripts that make them.

use std::io::Write;
use std::process::{Command, Output};

use super::Folder;

/// A program in a folder, behind the one that it runs under, if there is any.
pub(crate) fn run_under(folder: &Folder, before: &[&str], args: &[&str]) -> Command {
    let all = [before, args].concat();
    let mut command = folder.here(all[0]);
    command.args(&all[1..]);
    command
}

/// Runs a script with `$perlane` in a folder.
pub(crate) fn sh(folder: &Folder, before: &[&str], script: &str) -> Output {
    run_under(folder, before, &["sh", "-c", script]).output().unwrap()
}

/// What a system may refuse to test.
const REFUSABLE: [&str; 4] = ["mounts", "permissions", "links", "traces"];

/// Says that something is not tested. Fails where `PERLANE_EXPECT_FAULTS` (names of [`REFUSABLE`] with commas between) says that it must be.
pub(crate) fn not_tested(refused: &str, what: &str) {
    let expected = std::env::var("PERLANE_EXPECT_FAULTS").unwrap_or_default();
    let expected: Vec<&str> = expected.split(',').filter(|name| !name.is_empty()).collect();
    assert!(expected.iter().all(|name| REFUSABLE.contains(name)), "PERLANE_EXPECT_FAULTS is {expected:?}");
    assert!(!expected.contains(&refused), "not tested: {what}");
    // Not by eprintln, which nobody sees of a test that passes.
    let _ = writeln!(std::io::stderr(), "NOT TESTED: {what}");
}

/// The command that gives a script file systems of its own; `None` where nobody may mount.
pub(crate) fn unshare(folder: &Folder) -> Option<&'static [&'static str]> {
    let ways: [&[&str]; 2] = [&["unshare", "--mount"], &["unshare", "--mount", "--map-root-user"]];
    let mounts = "mkdir -p probe && mount -t tmpfs -o size=1m none probe";
    let way = ways.into_iter().find(|way| sh(folder, way, mounts).status.success());
    if way.is_none() {
        not_tested("mounts", "full and read-only disks, as this system refuses to mount any");
    }
    way
}
