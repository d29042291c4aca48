//! The keys that `--json` prints are those that docs/command-line.md lists: all of them, and no others.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use std::collections::BTreeSet;

use common::{Folder, json};
use serde_json::Value;

const MANUAL: &str = include_str!("../../docs/command-line.md");
const GOLDEN: &str = include_str!("../../proof/golden.jsonl");

/// The rows of the table below a heading: their cells.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let section = MANUAL.split_once(&format!("\n## {heading}\n")).unwrap().1;
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

/// The keys that a table lists for a command; for all, if its rows name no commands.
fn listed(heading: &str, command: Option<&str>) -> BTreeSet<String> {
    let of_command = |row: &Vec<&str>| command.is_none_or(|name| row[1].split(", ").any(|by| by == name));
    let keys = table(heading).into_iter().filter(of_command).map(|row| row[0]);
    keys.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// The keys of an object, and of those in it. Recipes have a list of their own.
fn keys(value: &Value, within: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(_) if within.ends_with("recipe") => drop(found.insert(within.to_owned())),
        Value::Object(map) => {
            let dot = if within.is_empty() { "" } else { "." };
            map.iter().for_each(|(key, value)| keys(value, &format!("{within}{dot}{key}"), found));
        }
        Value::Array(list) if list.first().is_some_and(Value::is_object) => {
            let within = if within.is_empty() { "".to_owned() } else { format!("{within}[]") };
            list.iter().for_each(|value| keys(value, &within, found));
        }
        _ => drop(found.insert(within.to_owned())),
    }
}

/// The keys that a run prints.
#[track_caller]
fn printed(folder: &Folder, args: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    keys(&json(&folder.perlane(args).stdout), "", &mut found);
    found
}

#[test]
fn keys_are_those_of_the_manual() {
    let folder = Folder::new();
    let commands = [
        ("generate", "generate -o x.npy --size 8x8"),
        ("generate", "generate -o x.zarr --size 8x8 --layout pyramid"),
        ("dry run", "generate --dry-run --size 8x8"),
        ("init", "zarr init y.zarr --size 8x8"),
        ("init", "zarr init z.zarr --size 8x8 --no-digest"),
        ("fill", "zarr fill y.zarr"),
        ("info", "info"),
        ("info of files", "info x.npy none"),
        ("reproduce", "reproduce x.npy none"),
    ];
    for (command, args) in commands {
        let printed = printed(&folder, &format!("{args} --json"));
        assert_eq!(printed, listed("What `--json` prints", Some(command)), "{args}");
    }
}

#[test]
fn keys_of_verify_and_bench_are_those_of_the_manual() {
    let folder = Folder::new();
    // With a difference, as others have no keys.
    let line = GOLDEN.lines().next().unwrap();
    let (before, digest) = line.split_once("\"blake3\":\"").unwrap();
    folder.write("wrong.jsonl", format!("{before}\"blake3\":\"{}{}", "0".repeat(64), &digest[64..]));
    let verified = printed(&folder, "verify --cases 0 --golden wrong.jsonl --json");
    assert_eq!(verified, listed("Verifying", None));
    let bench = "bench --quick --only 3.3 --json";
    folder.write("old.json", folder.done(bench));
    assert_eq!(printed(&folder, &format!("{bench} --compare old.json")), listed("Measuring", None));
}

/// One is what the samples take, the other what was written.
#[test]
fn bytes_are_those_of_samples_or_of_files() {
    let folder = Folder::new();
    for name in ["x.npy", "x.png", "x.raw", "x.tif"] {
        let report = json(&folder.done(&format!("generate -o {name} --size 40x30 --json")));
        assert_eq!(report["file_bytes"], folder.read(name).len(), "{name}");
        assert_eq!(report["sample_bytes"], if name == "x.png" { 1200 } else { 4800 }, "{name}");
    }
    folder.done("zarr init y.zarr --size 40x30");
    let (filled, whole) = ("zarr fill y.zarr --json", "generate -o z.zarr --size 40x30 --json");
    for (name, args) in [("y.zarr/noise/c/0/0", filled), ("z.zarr/noise/c/0/0", whole)] {
        let report = json(&folder.done(args));
        assert_eq!(report["file_bytes"], folder.read(name).len(), "{args}");
    }
}
