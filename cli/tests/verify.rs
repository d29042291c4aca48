//! `perlane verify` on this machine, and on records that are wrong.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use common::{Folder, backends, first_backend, json, text};

const GOLDEN: &str = include_str!("../../proof/golden.jsonl");

#[test]
fn this_machine_computes_its_samples() {
    let report = json(&Folder::new().done("verify --cases 30 --json"));
    assert_eq!((&report["identical"], &report["stream"]), (&true.into(), &1.into()));
    assert_eq!(report["differences"].as_array().unwrap().len(), 0);
    for row in report["rows"].as_array().unwrap() {
        let available = row["available"].as_bool().unwrap();
        assert_eq!(row["golden"]["checked"], if available { GOLDEN.lines().count() } else { 0 }, "{row}");
        let random = if available && row["name"] != "reference" { 30 } else { 0 };
        assert_eq!(row["random"]["checked"], random, "{row}");
        for (key, grids) in [("large", perlane_proof::large()), ("shared", perlane_proof::shared())] {
            let grids = if random > 0 { grids.len() } else { 0 };
            assert_eq!((&row[key]["checked"], &row[key]["different"]), (&grids.into(), &0.into()), "{row}");
        }
        assert_eq!(available, row["reason"].is_null(), "{row}");
    }
}

#[test]
fn the_table_names_every_backend() {
    let folder = Folder::new();
    folder.write("three.jsonl", GOLDEN.split_inclusive('\n').take(3).collect::<String>());
    let table = text(&folder.done("verify --cases 2 --golden three.jsonl"));
    for name in perlane::Backend::NAMES {
        let line = table.lines().find(|line| line.split(' ').next() == Some(name)).unwrap();
        match perlane::Backend::absence(name) {
            None => assert!(
                line.contains(" 3 same ") && line.ends_with(" 2 same               -                  -"),
                "{line}"
            ),
            Some(reason) => assert!(line.contains("not checked") && line.ends_with(reason), "{line}"),
        }
    }
    assert!(
        table.ends_with("\nEvery sample that was checked has the bits that stream 1 defines.\n"),
        "{table}"
    );
}

/// SECURITY.md asks for this output where a machine computes other bits, so it must say which program ran where.
#[test]
fn the_output_names_the_program_and_the_machine() {
    let folder = Folder::new();
    let report = json(&folder.done("verify --case 1 --json"));
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(
        (&report["os"], &report["arch"]),
        (&std::env::consts::OS.into(), &std::env::consts::ARCH.into())
    );
    let text_of = |key: &str| report[key].as_str().unwrap().to_owned();
    let [version, processor, os, arch] = ["version", "processor", "os", "arch"].map(text_of);
    assert!(!processor.is_empty());
    let table = text(&folder.done("verify --case 1"));
    let first = format!("perlane {version}, stream 1, on {processor}, {os} {arch}\n\nbackend ");
    assert!(table.starts_with(&first), "{table}");
}

#[test]
fn a_wrong_digest_is_found_and_can_be_reproduced() {
    let folder = Folder::new();
    let line = GOLDEN.lines().nth(5).unwrap();
    let (before, digest) = line.split_once("\"blake3\":\"").unwrap();
    let first = if digest.starts_with('0') { '1' } else { '0' };
    folder.write("wrong.jsonl", format!("{before}\"blake3\":\"{first}{}\n", &digest[1..]));
    let name = first_backend();
    let command = format!("perlane verify --cases 0 --golden wrong.jsonl --backend {name}");
    let output = folder.perlane(command.strip_prefix("perlane ").unwrap());
    assert_eq!(output.status.code(), Some(1));
    let table = text(&output.stdout);
    assert!(table.contains(&format!("reproduce: {command}\n")), "{table}");
    let row = table.lines().find(|line| line.starts_with(name)).unwrap();
    assert!(row.contains("1 of 1 DIFFER"), "{row}");
    let again = folder.perlane(command.strip_prefix("perlane ").unwrap());
    assert_eq!((again.status.code(), text(&again.stdout)), (Some(1), table));
    // The build is right, and the file is not.
    let name = json(line.as_bytes())["name"].as_str().unwrap().to_owned();
    let message = format!(
        "perlane: the digest of {name:?} in wrong.jsonl is not its recipe's; all backends that were checked agree with the reference\n"
    );
    assert_eq!(text(&output.stderr), message);
    let report = folder.perlane("verify --cases 0 --golden wrong.jsonl --json");
    assert_eq!(report.status.code(), Some(1));
    assert_eq!(json(&report.stdout)["identical"], false);
}

#[test]
fn several_wrong_digests_are_counted() {
    let folder = Folder::new();
    let wrong = |line: &str| {
        let (before, digest) = line.split_once("\"blake3\":\"").unwrap();
        format!("{before}\"blake3\":\"{}{}\n", "0".repeat(64), &digest[64..])
    };
    folder.write("wrong.jsonl", GOLDEN.lines().take(3).map(wrong).collect::<String>());
    let message = "3 digests in wrong.jsonl are not those of their recipes, the first that of \"perlin 1-D\"; all backends";
    folder.fails("verify --cases 0 --golden wrong.jsonl --quiet", 1, &[message]);
}

/// Every backend that is asked for is checked, and no other.
#[test]
fn several_backends() {
    let folder = Folder::new();
    folder.write("one.jsonl", GOLDEN.lines().next().unwrap());
    let available: Vec<&str> = perlane::Backend::available().map(perlane::Backend::name).collect();
    let asked = if available.len() > 2 { &available[1..] } else { &available[..] };
    let options: String = asked.iter().rev().map(|name| format!(" --backend {name}")).collect();
    let report = json(&folder.done(&format!("verify --cases 1 --golden one.jsonl --json{options}")));
    for row in report["rows"].as_array().unwrap() {
        let name = row["name"].as_str().unwrap();
        let checked = name == "reference" || asked.contains(&name);
        assert_eq!(row["golden"]["checked"], usize::from(checked), "{row}");
    }
}

#[test]
fn one_case_alone() {
    let table = text(&Folder::new().done("verify --seed 12 --case 7"));
    assert!(table.contains("1 same"), "{table}");
    assert_eq!(Folder::new().done("verify --case 7 --quiet"), b"");
}

#[test]
fn wrong_arguments() {
    let folder = Folder::new();
    folder.write("bad.jsonl", "\n{\"name\": 3}\n");
    folder.write("bare.jsonl", r#"{"name": "n", "recipe": {"stream": 1, "noise": {}}}"#);
    folder.fails("verify --golden bad.jsonl", 2, &["bad.jsonl: line 2, column ", "string"]);
    folder.fails("verify --golden bare.jsonl", 2, &["bare.jsonl: n: ", "grid and samples"]);
    folder.write("empty.jsonl", "");
    folder.fails("verify --golden empty.jsonl --cases 0", 2, &["empty.jsonl: it has no recorded recipe"]);
    folder.write("cut.jsonl", &GOLDEN[..GOLDEN.len() / 2]);
    folder.fails("verify --golden cut.jsonl --cases 0", 2, &["cut.jsonl: line "]);
    let line = GOLDEN.lines().next().unwrap();
    folder.write("indented.jsonl", serde_json::to_string_pretty(&json(line.as_bytes())).unwrap());
    let message = "indented.jsonl: line 1: it ends within a recorded recipe; allowed: one recipe a line";
    folder.fails("verify --golden indented.jsonl --cases 0", 2, &[message]);
    let (before, digest) = line.split_once("\"blake3\":\"").unwrap();
    folder.write("short.jsonl", format!("{before}\"blake3\":\"xyz{}", &digest[64..]));
    let message = "samples.blake3 is xyz; allowed: 64 hexadecimal digits";
    folder.fails("verify --golden short.jsonl --cases 0", 2, &["short.jsonl: ", message]);
    folder.fails("verify --golden none.jsonl", 1, &["none.jsonl does not exist"]);
    folder.fails("verify --backend mmx", 2, &["backend is mmx", &backends()]);
    folder.fails("verify --cases 3 --case 2", 2, &["--cases", "--case"]);
    let message = "seed is 5, with --cases 0; allowed: only with --cases 1 or more, or with --case";
    folder.fails("verify --cases 0 --seed 5", 2, &[message]);
}
