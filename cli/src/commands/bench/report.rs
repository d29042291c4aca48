//! The output of `perlane bench`: a table for people, and the same as JSON.

use perlane_rounds::Effort;
use serde::Serialize;

use super::compare::Comparison;
use super::row::Row;
use super::table::{self, Cells, MARK};
use crate::commands::machine::Machine;

#[derive(Serialize)]
pub(crate) struct Report {
    #[serde(flatten)]
    machine: Machine,
    quick: bool,
    stream: u64,
    threads: usize,
    /// The least time of a turn.
    turn_seconds: f64,
    rows: Vec<Row>,
    identical: bool,
    /// With `--compare`.
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<Comparison>,
}

impl Report {
    pub(crate) fn new(quick: bool, effort: &Effort, rows: Vec<Row>, comparison: Option<Comparison>) -> Self {
        Report {
            machine: Machine::this(),
            quick,
            stream: 1,
            threads: 1,
            turn_seconds: effort.turn.as_secs_f64(),
            identical: rows.iter().all(|row| row.blake3.is_some()),
            rows,
            comparison,
        }
    }

    /// A table that is at most 120 columns wide with four backends, and the comparison with old rates.
    pub(crate) fn text(&self) -> String {
        let Machine { version, processor, os, arch } = &self.machine;
        let first = self.rows.first();
        let backends: Vec<&str> = first.into_iter().flat_map(|row| &row.backends).map(|b| b.name).collect();
        let mut rows = vec![Cells::heading(&backends, "digest")];
        rows.extend(self.rows.iter().map(Row::cells));
        let doubtful = rows.iter().flat_map(|row| &row.rates).any(|cell| cell.marked);
        let table = table::text(&rows);
        let legend = if doubtful {
            format!(
                "{MARK} This rate says little: the quartiles of its rounds are more than 20 % of their median apart.\n"
            )
        } else {
            String::new()
        };
        let compared = self.comparison.as_ref().map(|old| old.text((&self.machine, self.quick), &backends));
        format!(
            "perlane {version}, stream {stream}, on {processor}, {os} {arch}, one thread\n\
             Million samples a second, and the percentage of the rate of a plain fill of the same buffer\n\n\
             {table}{legend}{compared}",
            stream = self.stream,
            compared = compared.unwrap_or_default(),
        )
    }

    /// The first row whose backends computed different samples, and the digest of each of these backends.
    pub(crate) fn disagreement(&self) -> Option<String> {
        let row = self.rows.iter().find(|row| row.blake3.is_none())?;
        Some(format!("{}: {}", row.name, row.digests()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::rate::Rate;
    use super::super::row::{Measured, common};
    use super::*;

    fn row(name: &str, digests: [&str; 3]) -> Row {
        let rate = Rate { samples_per_second: 1.234e9, quartiles: [1.2e9, 1.3e9] };
        let names = ["first", "second", "third"];
        let backends = names.into_iter().zip(digests).map(|(name, digest)| Measured {
            name,
            rate: rate.clone(),
            share: 0.25,
            blake3: digest.repeat(32),
        });
        Row {
            name: name.to_owned(),
            samples: 4,
            octaves: 1,
            rounds: 5,
            fill: rate.clone(),
            backends: backends.collect(),
            blake3: common(&digests.map(|digest| digest.repeat(32))),
            recipe: None,
        }
    }

    fn report(rows: Vec<Row>) -> Report {
        Report::new(true, &Effort::QUICK, rows, None)
    }

    #[test]
    fn backends_that_agree() {
        let report = report(vec![row("a", ["12", "12", "12"])]);
        assert_eq!((report.identical, report.disagreement()), (true, None));
        let last = report.text().lines().last().unwrap().to_owned();
        assert_eq!(last.split_whitespace().collect::<Vec<_>>()[..4], ["a", "1,234", "1,234", "25%"]);
        assert!(last.ends_with(" 1212121212121212"), "{last}");
    }

    #[test]
    fn backends_that_differ_are_named_with_their_row() {
        let report = report(vec![row("a", ["12", "12", "12"]), row("b", ["12", "12", "34"])]);
        assert!(!report.identical);
        let what = report.disagreement().unwrap();
        assert_eq!(what, "b: first 1212121212121212, second 1212121212121212, third 3434343434343434");
        assert!(report.text().ends_with("  DIFFERENT\n"));
    }

    /// The rate itself is marked, and a line says what this means.
    #[test]
    fn rates_whose_rounds_differ_are_marked() {
        let (calm, mut noisy) = (row("a", ["12", "12", "12"]), row("b", ["12", "12", "12"]));
        noisy.backends[1].rate.quartiles = [1e9, 1.3e9];
        let text = report(vec![calm, noisy]).text();
        let [.., calm, noisy, legend] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
        assert_eq!(noisy, "b         1,234  1,234  25%  1,234  25%~ 1,234  25%  1212121212121212");
        assert_eq!(calm, noisy.replace('b', "a").replace('~', " "));
        assert!(legend.starts_with("~ This rate says little"), "{legend}");
    }
}
