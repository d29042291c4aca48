//! The output of `perlane bench`: a table for people, and the same as JSON.

use indicatif::HumanCount;
use perlane::Recipe;
use perlane_rounds::Effort;
use serde::Serialize;

use super::machine;

#[derive(Serialize)]
pub(crate) struct Report {
    version: &'static str,
    stream: u64,
    processor: String,
    os: &'static str,
    arch: &'static str,
    threads: usize,
    quick: bool,
    /// The least time of a turn.
    turn_seconds: f64,
    rows: Vec<Row>,
    identical: bool,
}

/// The results of one workload: what each backend computed, and how fast.
#[derive(Serialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) samples: usize,
    pub(crate) octaves: u32,
    pub(crate) rounds: usize,
    /// A plain fill of the same buffer.
    pub(crate) fill: Rate,
    pub(crate) backends: Vec<Measured>,
    /// The digest of the samples, if all backends agree.
    pub(crate) blake3: Option<String>,
    pub(crate) recipe: Option<Recipe>,
}

#[derive(Serialize)]
pub(crate) struct Measured {
    pub(crate) name: &'static str,
    #[serde(flatten)]
    pub(crate) rate: Rate,
    /// The rate, divided by the fill's rate.
    pub(crate) share: f64,
    pub(crate) blake3: String,
}

#[derive(Serialize, Clone)]
pub(crate) struct Rate {
    /// The median of the rounds.
    pub(crate) samples_per_second: f64,
    pub(crate) quartiles: [f64; 2],
}

impl Report {
    pub(crate) fn new(quick: bool, effort: &Effort, rows: Vec<Row>) -> Self {
        Report {
            version: env!("CARGO_PKG_VERSION"),
            stream: 1,
            processor: machine::processor(),
            os: std::env::consts::OS,
            arch: std::env::consts::ARCH,
            threads: 1,
            quick,
            turn_seconds: effort.turn.as_secs_f64(),
            identical: rows.iter().all(|row| row.blake3.is_some()),
            rows,
        }
    }

    /// A table that is at most 120 columns wide with four backends.
    pub(crate) fn table(&self) -> String {
        let Report { version, stream, processor, os, arch, .. } = self;
        let mut table = format!(
            "perlane {version}, stream {stream}, on {processor}, {os} {arch}, one thread\n\
             Million samples a second, and the percentage of the rate of a plain fill of the same buffer\n\n"
        );
        let names = self.rows.first().map(|row| row.backends.iter().map(|backend| backend.name.to_owned()));
        table.push_str(&line("workload", "fill", names.into_iter().flatten(), "digest"));
        for row in &self.rows {
            let backends = row.backends.iter().map(Measured::cell);
            table.push_str(&line(&row.name, &row.fill.millions(), backends, row.digest()));
        }
        table
    }

    /// The first row whose backends computed different samples, and the digest of each of these backends.
    pub(crate) fn disagreement(&self) -> Option<String> {
        let row = self.rows.iter().find(|row| row.blake3.is_none())?;
        let each = row.backends.iter().map(|backend| format!("{} {}", backend.name, short(&backend.blake3)));
        Some(format!("{}: {}", row.name, each.collect::<Vec<_>>().join(", ")))
    }
}

impl Row {
    fn digest(&self) -> &str {
        self.blake3.as_deref().map_or("DIFFERENT", short)
    }
}

impl Measured {
    fn cell(&self) -> String {
        format!("{} {:>4}", self.rate.millions(), percent(self.share))
    }
}

impl Rate {
    fn millions(&self) -> String {
        HumanCount((self.samples_per_second / 1e6).round() as u64).to_string()
    }
}

fn line(workload: &str, fill: &str, backends: impl Iterator<Item = String>, digest: &str) -> String {
    let cells: String = backends.map(|cell| format!("  {cell:>11}")).collect();
    format!("{workload:<34}  {fill:>6}{cells}  {digest}\n")
}

/// The digest, if all digests are the same.
pub(crate) fn common(digests: &[String]) -> Option<String> {
    let first = digests.first()?;
    digests.iter().all(|digest| digest == first).then(|| first.clone())
}

/// The beginning of a digest, long enough to compare by eye.
fn short(digest: &str) -> &str {
    digest.get(..16).unwrap_or(digest)
}

/// A percentage with at least two digits: small shares get a decimal.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent < 9.95 { format!("{percent:.1}%") } else { format!("{percent:.0}%") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, digests: [&str; 3]) -> Row {
        let rate = Rate { samples_per_second: 1.234e9, quartiles: [1e9, 2e9] };
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

    #[test]
    fn backends_that_agree() {
        let report = Report::new(true, &Effort::QUICK, vec![row("a", ["12", "12", "12"])]);
        assert_eq!((report.identical, report.disagreement()), (true, None));
        let last = report.table().lines().last().unwrap().to_owned();
        assert_eq!(last.split_whitespace().collect::<Vec<_>>()[..4], ["a", "1,234", "1,234", "25%"]);
        assert!(last.ends_with(" 1212121212121212"), "{last}");
    }

    #[test]
    fn backends_that_differ_are_named_with_their_row() {
        let rows = vec![row("a", ["12", "12", "12"]), row("b", ["12", "12", "34"])];
        let report = Report::new(true, &Effort::QUICK, rows);
        assert!(!report.identical);
        let what = report.disagreement().unwrap();
        assert_eq!(what, "b: first 1212121212121212, second 1212121212121212, third 3434343434343434");
        assert!(report.table().ends_with("  DIFFERENT\n"));
    }

    #[test]
    fn shares() {
        assert_eq!([0.0084, 0.0994, 0.0996, 0.4, 1.02].map(percent), ["0.8%", "9.9%", "10%", "40%", "102%"]);
    }
}
