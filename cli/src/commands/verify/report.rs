//! The output of `perlane verify`: a table for people, and the same as JSON.

use std::fmt::Display;

use perlane::Backend;
use serde::Serialize;

use crate::commands::machine::Machine;
use crate::counted::counted;

/// The row of the reference. It is not a backend: it computes one sample at a time, by the definition of the stream.
pub(crate) const REFERENCE: &str = "reference";

/// The most differences that are reported one by one.
const MAX_DIFFERENCES: usize = 20;

#[derive(Serialize)]
pub(crate) struct Report {
    /// Reports of a difference are of this output, and say little without the processor.
    #[serde(flatten)]
    machine: Machine,
    stream: u64,
    seed: u64,
    cases: u64,
    rows: Vec<Row>,
    /// The first differences.
    differences: Vec<Finding>,
    identical: bool,
}

/// What was checked on a backend.
#[derive(Serialize, Default)]
struct Row {
    name: &'static str,
    available: bool,
    /// Why the backend was not checked.
    reason: Option<&'static str>,
    golden: Count,
    random: Count,
    large: Count,
    shared: Count,
}

#[derive(Serialize, Default)]
struct Count {
    checked: usize,
    different: usize,
}

/// A difference from the expected result.
#[derive(Serialize, Clone)]
pub(crate) struct Finding {
    pub(crate) backend: &'static str,
    pub(crate) what: String,
    /// A command that shows the difference again.
    pub(crate) reproduce: String,
    /// The name of the recorded recipe, if all backends agree with the reference, so that the recorded digest is wrong and the build is right.
    #[serde(skip)]
    pub(crate) wrong_digest: Option<String>,
}

/// How many recipes were checked, and what was found.
pub(crate) struct Checked {
    pub(crate) recipes: usize,
    pub(crate) findings: Vec<Finding>,
}

impl Checked {
    fn count(&self, backend: &str) -> Count {
        let different = self.findings.iter().filter(|finding| finding.backend == backend).count();
        Count { checked: self.recipes, different }
    }
}

impl Report {
    pub(crate) fn new(
        seed: u64,
        backends: &[Backend],
        [golden, random, large, shared]: [&Checked; 4],
    ) -> Self {
        let reference =
            Row { name: REFERENCE, available: true, golden: golden.count(REFERENCE), ..Row::default() };
        let row = |name: &'static str| match backends.iter().find(|backend| backend.name() == name) {
            Some(_) => Row {
                name,
                available: true,
                reason: None,
                golden: golden.count(name),
                random: random.count(name),
                large: large.count(name),
                shared: shared.count(name),
            },
            None => Row {
                name,
                available: Backend::absence(name).is_none(),
                reason: Some(Backend::absence(name).unwrap_or("not asked for")),
                ..Row::default()
            },
        };
        let all = [golden, random, large, shared].into_iter().flat_map(|checked| &checked.findings);
        let differences: Vec<Finding> = all.take(MAX_DIFFERENCES).cloned().collect();
        Report {
            machine: Machine::this(),
            stream: 1,
            seed,
            cases: random.recipes as u64,
            rows: [reference].into_iter().chain(Backend::NAMES.iter().copied().map(row)).collect(),
            identical: differences.is_empty(),
            differences,
        }
    }

    pub(crate) fn table(&self) -> String {
        let Machine { version, processor, os, arch } = &self.machine;
        let mut table = format!("perlane {version}, stream {}, on {processor}, {os} {arch}\n\n", self.stream);
        table.push_str(&line(
            "backend",
            ["recorded digests", "random recipes", "large grids", "shared by threads"],
        ));
        for row in &self.rows {
            table.push_str(&row.line());
        }
        for Finding { backend, what, reproduce, .. } in &self.differences {
            table.push_str(&format!("\n{backend}: {what}\n  reproduce: {reproduce}\n"));
        }
        let found: usize = self.rows.iter().map(Row::different).sum();
        let hidden = found.saturating_sub(self.differences.len());
        if hidden > 0 {
            table.push_str(&format!("\nnot shown: {}\n", counted(hidden, "more difference")));
        }
        if self.identical {
            table.push_str(&format!(
                "\nEvery sample that was checked has the bits that stream {} defines.\n",
                self.stream
            ));
        }
        table
    }
}

impl Row {
    fn different(&self) -> usize {
        [&self.golden, &self.random, &self.large, &self.shared].map(|count| count.different).iter().sum()
    }

    fn line(&self) -> String {
        match self.reason {
            Some(reason) => format!("{:<10} not checked: {reason}\n", self.name),
            // The reference has no random recipes, because those are compared with the reference itself, as grids that threads share are; and large grids are compared with their parts.
            None if self.name == REFERENCE => line(self.name, [self.golden.cell().as_str(), "", "", ""]),
            None => line(self.name, [&self.golden, &self.random, &self.large, &self.shared].map(Count::cell)),
        }
    }
}

/// A line of the table.
fn line(name: &str, [golden, random, large, shared]: [impl Display; 4]) -> String {
    format!("{name:<10} {golden:>16} {random:>22} {large:>15} {shared:>18}").trim_end().to_owned() + "\n"
}

impl Count {
    fn cell(&self) -> String {
        match self.different {
            _ if self.checked == 0 => "-".to_owned(),
            0 => format!("{} same", self.checked),
            n => format!("{n} of {} DIFFER", self.checked),
        }
    }
}
