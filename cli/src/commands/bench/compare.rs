//! `perlane bench --compare`: new rates divided by those that were printed as JSON before.

use std::path::Path;

use perlane::Backend;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::rate::{self, Rate};
use super::row::{Measured, Row};
use super::table::{self, Cell, Cells, MARK};
use super::workloads::Workload;
use crate::commands::machine::Machine;
use crate::error::{Error, Result};
use crate::input::text_file;
use crate::text;

/// What is needed of a report that was printed before. Other keys are ignored, so that those of other versions can be read.
#[derive(Deserialize)]
#[serde(expecting = "a table")]
pub(crate) struct Old {
    rows: Vec<OldRow>,
    quick: bool,
    // One by one: errors about flattened keys do not name them.
    version: String,
    processor: String,
    os: String,
    arch: String,
}

#[derive(Deserialize)]
#[serde(expecting = "a row of bench --json")]
struct OldRow {
    name: String,
    samples: usize,
    fill: Rate,
    backends: Vec<OldBackend>,
}

#[derive(Deserialize)]
#[serde(expecting = "a backend of bench --json")]
struct OldBackend {
    name: String,
    #[serde(deserialize_with = "rate::above_zero")]
    samples_per_second: f64,
    quartiles: [f64; 2],
}

#[derive(Serialize)]
pub(crate) struct Comparison {
    file: String,
    #[serde(flatten)]
    old: Machine,
    quick: bool,
    rows: Vec<Ratios>,
}

/// The ratios of a row that both reports have.
#[derive(Serialize)]
struct Ratios {
    name: String,
    fill: Ratio,
    backends: Vec<Named>,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    #[serde(flatten)]
    ratio: Ratio,
}

#[derive(Serialize)]
struct Ratio {
    /// The new rate divided by the old one.
    ratio: f64,
    /// Whether the quartiles of the old and of the new rounds have rates in common.
    overlap: bool,
}

impl Old {
    /// Reads the report, which must have a rate that can be compared: that of one of the workloads and one of the backends.
    pub(crate) fn read(path: &Path, workloads: &[Workload], backends: &[Backend]) -> Result<Self> {
        let text = text_file::read("compare", path)?;
        let old: Old = perlane_recipes::parse_json(&text).map_err(|e| no_report(path, &text, &e))?;
        let is_measured = |old: &OldBackend| backends.iter().any(|backend| backend.name() == old.name);
        let is_there = |workload: &Workload| {
            let row = old.row(&workload.name, workload.samples);
            row.is_some_and(|row| row.backends.iter().any(is_measured))
        };
        if !workloads.iter().any(is_there) {
            let allowed = format!("{REPORT} for a row and a backend that are measured now");
            return Err(Error::parameter("compare", path.display(), allowed));
        }
        Ok(old)
    }

    /// The row of the same name. With `--quick`, some have fewer samples, and are not the same work.
    fn row(&self, name: &str, samples: usize) -> Option<&OldRow> {
        self.rows.iter().find(|row| row.name == name && row.samples == samples)
    }

    fn machine(&self) -> Machine {
        let Old { version, processor, os, arch, .. } = self;
        let [version, processor, os, arch] = [version, processor, os, arch].map(String::clone);
        Machine { version, processor, os, arch }
    }

    pub(crate) fn compare(&self, path: &Path, rows: &[Row]) -> Comparison {
        let of_row = |new: &Row| Some(Ratios::new(new, self.row(&new.name, new.samples)?));
        Comparison {
            file: path.display().to_string(),
            old: self.machine(),
            quick: self.quick,
            rows: rows.iter().filter_map(of_row).collect(),
        }
    }
}

/// What a file of old rates is.
const REPORT: &str = "what bench --json printed";

/// The error about a text that is not a report.
fn no_report(path: &Path, text: &str, error: &perlane_recipes::Error) -> Error {
    let refused = |what: &str| Error::parameter("compare", path.display(), format!("{REPORT}; {what}"));
    if text.trim().is_empty() {
        // Shells empty the file into which they redirect, before the program reads it.
        return refused("this file is empty: write new rates to another file than the one to compare with");
    }
    match serde_json::from_str::<IgnoredAny>(text) {
        Err(_) => refused(&format!("this is not JSON: {error}")),
        Ok(_) => Error::parse(path, format!("{error}; allowed: {REPORT}")),
    }
}

impl OldBackend {
    fn rate(&self) -> Rate {
        Rate { samples_per_second: self.samples_per_second, quartiles: self.quartiles }
    }
}

impl Ratios {
    fn new(new: &Row, old: &OldRow) -> Self {
        let of_backend = |new: &Measured| {
            let old = old.backends.iter().find(|old| old.name == new.name)?;
            Some(Named { name: new.name, ratio: Ratio::new(&new.rate, &old.rate()) })
        };
        Ratios {
            name: new.name.clone(),
            fill: Ratio::new(&new.fill, &old.fill),
            backends: new.backends.iter().filter_map(of_backend).collect(),
        }
    }

    fn cells(&self, backends: &[&str]) -> Cells {
        let of_backend = |name: &&str| {
            let there = self.backends.iter().find(|backend| backend.name == *name);
            there.map_or(Cell::plain("-"), |backend| backend.ratio.cell())
        };
        let rates = std::iter::once(self.fill.cell()).chain(backends.iter().map(of_backend));
        Cells { workload: self.name.clone(), rates: rates.collect(), last: String::new() }
    }
}

impl Ratio {
    fn new(new: &Rate, old: &Rate) -> Self {
        Ratio { ratio: new.samples_per_second / old.samples_per_second, overlap: new.overlaps(old) }
    }

    fn cell(&self) -> Cell {
        Cell { text: format!("{:.2}", self.ratio), marked: self.overlap }
    }
}

impl Comparison {
    /// The ratios as a table, and both machines.
    pub(crate) fn text(&self, (new, quick): (&Machine, bool), backends: &[&str]) -> String {
        let mut rows = vec![Cells::heading(backends, "")];
        rows.extend(self.rows.iter().map(|row| row.cells(backends)));
        format!(
            "\nNew rates divided by the old ones of {file}\nnew: {new}{}\nold: {old}{}\n\n{table}\
             {MARK} The quartiles of the old and of the new rounds overlap, so that the ratio may be chance.\n",
            if quick { ", quick" } else { "" },
            if self.quick { ", quick" } else { "" },
            file = text::line(&self.file),
            // A file may say anything, also what a terminal would obey.
            old = text::line(&self.old.to_string()),
            table = table::text(&rows),
        )
    }
}
