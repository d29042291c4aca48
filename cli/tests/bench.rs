//! `perlane bench`: its rows, and that backends agree. What it measures is no matter of tests.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use std::collections::BTreeSet;

use common::{Folder, backends, first_backend, json, text};
use perlane::{Backend, Grid, Noise};
use perlane_proof::digest;
use serde_json::Value;

fn rows(report: &Value) -> &[Value] {
    report["rows"].as_array().unwrap()
}

fn names(row: &Value) -> Vec<&str> {
    row["backends"].as_array().unwrap().iter().map(|backend| backend["name"].as_str().unwrap()).collect()
}

#[test]
fn every_row_and_backend() {
    let folder = Folder::new();
    let report = json(&folder.done("bench --quick --json"));
    assert_eq!((&report["identical"], &report["stream"]), (&true.into(), &1.into()));
    assert_eq!((&report["threads"], &report["quick"]), (&1.into(), &true.into()));
    assert_eq!(report["arch"], std::env::consts::ARCH);
    assert!(!report["processor"].as_str().unwrap().is_empty());
    let distinct: BTreeSet<_> = rows(&report).iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(rows(&report).len(), distinct.len());
    assert!(distinct.len() >= 35, "{distinct:?}");
    let available: Vec<&str> = Backend::available().map(Backend::name).collect();
    for row in rows(&report) {
        assert_eq!(names(row), available, "{row}");
        assert!((5..=7).contains(&row["rounds"].as_u64().unwrap()), "{row}");
        for backend in row["backends"].as_array().unwrap() {
            assert_eq!(backend["blake3"], row["blake3"], "{row}");
            let rate = |of: &Value| of["samples_per_second"].as_f64().unwrap();
            let share = backend["share"].as_f64().unwrap();
            assert!(share > 0.0, "{row}");
            assert!((share * rate(&row["fill"]) / rate(backend) - 1.0).abs() < 1e-9, "{row}");
        }
    }
}

#[test]
fn digests_are_those_of_the_samples() {
    let folder = Folder::new();
    let report = json(&folder.done("bench --quick --json --only 3.3"));
    let [row] = rows(&report) else { panic!("{report}") };
    let samples = Noise::perlin(1).frequency(1.0 / 3.3).generate(&Grid::new([1024, 1024])).unwrap();
    assert_eq!(row["blake3"], digest(&samples));
    assert_eq!((&row["samples"], &row["octaves"]), (&samples.len().into(), &1.into()));
    folder.write("row.json", row["recipe"].to_string());
    folder.done("reproduce row.json");
}

#[test]
fn a_table_within_120_columns() {
    let table = text(&Folder::new().done("bench --quick --only FBM"));
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].contains("stream 1") && lines[0].contains(std::env::consts::OS), "{table}");
    let columns: Vec<&str> = lines[3].split_whitespace().collect();
    let backends = Backend::available().map(Backend::name);
    assert_eq!(
        columns,
        ["workload", "fill"].into_iter().chain(backends).chain(["digest"]).collect::<Vec<_>>()
    );
    assert!(lines[4..].len() >= 6, "{table}");
    for line in &lines[3..] {
        assert!(line.len() <= 120 && line.len() >= 60, "{line}");
    }
}

#[test]
fn one_backend() {
    let name = first_backend();
    let report = json(&Folder::new().done(&format!("bench --quick --json --only 20 --backend {name}")));
    assert!(!rows(&report).is_empty());
    assert!(rows(&report).iter().all(|row| names(row) == [name]));
}

#[test]
fn wrong_arguments() {
    let folder = Folder::new();
    folder.fails("bench --backend mmx", 2, &["backend is mmx", &backends()]);
    folder.fails("bench --only nothing", 2, &["only is nothing", "tiles of 64x64", "points in 3-D"]);
    folder.fails("bench --threads 2", 2, &["--threads"]);
}
