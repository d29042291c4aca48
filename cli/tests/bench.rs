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
    assert!(distinct.contains("3-D 128x128x128, fbm 6 from 0.02"), "slow ones are smaller: {distinct:?}");
    let available: Vec<&str> = Backend::available().map(Backend::name).collect();
    for row in rows(&report) {
        assert_eq!(names(row), available, "{row}");
        assert!((5..=7).contains(&row["rounds"].as_u64().unwrap()), "{row}");
        for backend in row["backends"].as_array().unwrap() {
            assert_eq!(backend["blake3"], row["blake3"], "{row}");
            let rate = |of: &Value| of["samples_per_second"].as_f64().unwrap();
            let quartiles = [0, 1].map(|end| backend["quartiles"][end].as_f64().unwrap());
            assert!(quartiles[0] <= rate(backend) && rate(backend) <= quartiles[1], "{row}");
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
    // Long names do not move what follows them.
    let digests = lines[4..].iter().filter(|line| !line.starts_with('~'));
    for line in digests {
        assert_eq!(line.rfind(' '), lines[3].rfind(' '), "{table}");
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
fn several_rows_and_backends() {
    let available: Vec<&str> = Backend::available().map(Backend::name).collect();
    let asked = if available.len() > 2 { &available[1..] } else { &available[..] };
    let options: String = asked.iter().rev().map(|name| format!(" --backend {name}")).collect();
    let only = "--only 3.3 --only SINGLE --only single";
    let report = json(&Folder::new().done(&format!("bench --quick --json {only}{options}")));
    let found: Vec<&str> = rows(&report).iter().map(|row| row["name"].as_str().unwrap()).collect();
    let singles = ["single samples in 2-D, 64 a cell", "single samples in 2-D, fbm 6"];
    assert_eq!(found, [&["2-D 1024x1024, 3.3 samples a cell"][..], &singles].concat());
    assert!(rows(&report).iter().all(|row| names(row) == asked), "{report}");
}

/// Each new rate divided by the old one, for rows and backends that both have.
#[test]
fn comparison_with_old_rates() {
    let folder = Folder::new();
    let name = first_backend();
    let command = format!("bench --quick --only single --backend {name}");
    let mut old = json(&folder.done(&format!("{command} --json")));
    old["processor"] = "Another One".into();
    old["rows"].as_array_mut().unwrap().truncate(1);
    // A rate that no machine has, without spread, and a fill whose quartiles have everything between them.
    old["rows"][0]["backends"][0]["samples_per_second"] = 1.0.into();
    old["rows"][0]["backends"][0]["quartiles"] = vec![1.0, 1.0].into();
    old["rows"][0]["fill"]["quartiles"] = vec![0.0, 1e18].into();
    folder.write("old.json", old.to_string());
    let report = json(&folder.done(&format!("{command} --json --compare old.json")));
    let compared = &report["comparison"];
    assert_eq!((&compared["file"], &compared["processor"]), (&"old.json".into(), &"Another One".into()));
    let [row] = rows(compared) else { panic!("{compared}") };
    assert_eq!(names(row), [name]);
    assert_eq!(row["backends"][0]["ratio"], report["rows"][0]["backends"][0]["samples_per_second"]);
    assert_eq!((&row["backends"][0]["overlap"], &row["fill"]["overlap"]), (&false.into(), &true.into()));

    let text = text(&folder.done(&format!("{command} --compare old.json")));
    let (_, compared) = text.split_once("\nNew rates divided by the old ones of old.json\n").unwrap();
    let lines: Vec<&str> = compared.lines().collect();
    assert!(lines[0].starts_with("new: perlane ") && lines[0].ends_with(", quick"), "{text}");
    assert!(lines[1].starts_with("old: perlane ") && lines[1].contains(" on Another One, "), "{text}");
    assert_eq!(lines[3].split_whitespace().collect::<Vec<_>>(), ["workload", "fill", name]);
    let (fill, rate) =
        lines[4].strip_prefix("single samples in 2-D, 64 a cell ").unwrap().split_once('~').unwrap();
    assert!(fill.trim().parse::<f64>().unwrap() > 0.0 && rate.trim().parse::<f64>().unwrap() > 1e3, "{text}");
    assert!(lines[5].starts_with("~ ") && lines.len() == 6, "{text}");
}

/// Names in a file are printed, but terminals do not obey them.
#[test]
fn control_characters_of_old_rates() {
    let folder = Folder::new();
    let command = format!("bench --quick --only single --backend {}", first_backend());
    let mut old = json(&folder.done(&format!("{command} --json")));
    old["processor"] = "\u{1b}[31mred\nnew: one".into();
    folder.write("old.json", old.to_string());
    let table = text(&folder.done(&format!("{command} --compare old.json")));
    assert!(table.contains(" on \\u{1b}[31mred\\nnew: one, "), "{table}");
}

/// What cannot be compared is refused before anything is measured.
#[test]
fn old_rates_that_are_none() {
    let folder = Folder::new();
    folder.fails("bench --quick --compare none.json", 1, &["none.json does not exist"]);
    folder.write("x.json", "{}");
    folder.fails(
        "bench --quick --compare x.json",
        2,
        &["x.json: line 1, column 2: the key `rows` is missing; allowed: what bench --json printed"],
    );
    folder.write("list.json", "[]");
    let messages = ["list.json: line 1, column ", "expected a table; allowed: what bench --json printed"];
    folder.fails("bench --quick --compare list.json", 2, &messages);
    folder.write("table.txt", "perlane 0.1.0, stream 1\n");
    let message =
        "compare is table.txt; allowed: what bench --json printed; this is not JSON: line 1, column 1";
    folder.fails("bench --quick --compare table.txt", 2, &[message]);
    for empty in ["", "\n"] {
        folder.write("empty.json", empty);
        let message = "compare is empty.json; allowed: what bench --json printed; this file is empty: write";
        folder.fails("bench --quick --compare empty.json", 2, &[message]);
    }
    let old = json(&folder.done("bench --quick --json --only single"));
    // A rate is divided by: there would be no number in the JSON if it were 0.
    for (of, key) in [("/rows/0/backends/0", "rows[0].backends[0]"), ("/rows/0/fill", "rows[0].fill")] {
        for wrong in [0.0, -5.0] {
            let mut none = old.clone();
            none.pointer_mut(of).unwrap()["samples_per_second"] = wrong.into();
            folder.write("zero.json", none.to_string());
            let messages = [&*format!("{key}.samples_per_second: "), "expected a number above 0"];
            folder.fails("bench --quick --only single --compare zero.json", 2, &messages);
        }
    }
    let mut wrong = old.clone();
    wrong["version"] = 1.into();
    folder.write("wrong.json", wrong.to_string());
    folder.fails("bench --quick --only single --compare wrong.json", 2, &["wrong.json", "version: "]);
    folder.write("other.json", old.to_string());
    let message = "compare is other.json; allowed: what bench --json printed for a row and a backend that are measured now";
    folder.fails("bench --quick --only 3.3 --compare other.json", 2, &[message]);
    // Of a backend that is not measured now, there is no rate to divide.
    let mut backend = old.clone();
    let of_rows = backend["rows"].as_array_mut().unwrap().iter_mut();
    of_rows.for_each(|row| row["backends"].as_array_mut().unwrap().truncate(1));
    backend["rows"][0]["backends"][0]["name"] = "mmx".into();
    backend["rows"].as_array_mut().unwrap().truncate(1);
    folder.write("backend.json", backend.to_string());
    let message = message.replace("other.json", "backend.json");
    folder.fails("bench --quick --only single --compare backend.json", 2, &[&message]);
    // Rows of other grids have the same name, and are not the same work.
    let gradient = "bench --quick --json --only gradient --backend portable";
    let mut large = json(&folder.done(gradient));
    large["rows"].as_array_mut().unwrap().iter_mut().for_each(|row| row["samples"] = 1.into());
    folder.write("large.json", large.to_string());
    folder.fails("bench --quick --only gradient --compare large.json", 2, &["compare is large.json"]);
}

#[test]
fn wrong_arguments() {
    let folder = Folder::new();
    folder.fails("bench --only 3.3 --only nothing", 2, &["only is nothing"]);
    folder.fails("bench --backend mmx", 2, &["backend is mmx", &backends()]);
    folder.fails("bench --only nothing", 2, &["only is nothing", "tiles of 64x64", "points in 3-D"]);
    folder.fails("bench --threads 2", 2, &["--threads"]);
    // All names contain the empty text.
    for empty in ["", " "] {
        let output = folder.command(["bench", "--only", "3.3", "--only", empty]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = text(&output.stderr);
        assert!(
            message.starts_with("perlane: only is \"") && message.contains("; allowed: a part of"),
            "{message}"
        );
    }
}
