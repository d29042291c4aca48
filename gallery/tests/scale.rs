//! The chart of what a sample costs.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::fs;
use std::path::Path;

use perlane::Backend;
use perlane_gallery::scale::{Cost, chart};

#[test]
fn a_chart_names_its_works_and_is_deterministic() {
    let backend = Backend::portable();
    let costs: Vec<Cost> = [1024, 4096, 32768]
        .into_iter()
        .flat_map(|size| {
            ["one", "two & three"].map(|work| Cost::new(work, backend, size, 1e-9 * (size * size) as f64))
        })
        .collect();
    let svg = chart(&costs).unwrap();
    for text in ["one, portable", "two &amp; three, portable", "nanoseconds a sample", "32768"] {
        assert!(svg.contains(text), "{text}: {svg}");
    }
    assert_eq!(svg, chart(&costs).unwrap());
    assert!(chart(&[]).unwrap_err().to_string().contains("nothing"));
}

/// The picture is that of the figures.
#[test]
fn the_picture_shows_the_recorded_figures() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let lines = fs::read_to_string(docs.join("scale.jsonl")).unwrap();
    let costs: Vec<Cost> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(fs::read_to_string(docs.join("scale.svg")).unwrap(), chart(&costs).unwrap());
}
