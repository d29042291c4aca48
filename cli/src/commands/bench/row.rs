//! The results of a workload: what each backend computed, and how fast.

use indicatif::HumanCount;
use perlane::Recipe;
use serde::Serialize;

use super::rate::Rate;
use super::table::{Cell, Cells};

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

impl Row {
    pub(crate) fn cells(&self) -> Cells {
        let fill = Cell { text: millions(&self.fill), marked: self.fill.is_doubtful() };
        let rates = std::iter::once(fill).chain(self.backends.iter().map(Measured::cell));
        let digest = self.blake3.as_deref().map_or("DIFFERENT", short);
        Cells { workload: self.name.clone(), rates: rates.collect(), last: digest.to_owned() }
    }

    /// The digest of each backend.
    pub(crate) fn digests(&self) -> String {
        let each = self.backends.iter().map(|backend| format!("{} {}", backend.name, short(&backend.blake3)));
        each.collect::<Vec<_>>().join(", ")
    }
}

impl Measured {
    fn cell(&self) -> Cell {
        let text = format!("{} {:>4}", millions(&self.rate), percent(self.share));
        Cell { text, marked: self.rate.is_doubtful() }
    }
}

/// Million samples a second. Small rates get decimals.
fn millions(rate: &Rate) -> String {
    let millions = rate.samples_per_second / 1e6;
    match decimals(millions) {
        0 => HumanCount(millions.round() as u64).to_string(),
        decimals => format!("{millions:.decimals$}"),
    }
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

/// A percentage. Small shares get decimals.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    format!("{percent:.*}%", decimals(percent))
}

/// How many decimals a number gets, so that it does not become 0.
fn decimals(number: f64) -> usize {
    [9.95, 0.095, 0.0095].iter().take_while(|limit| number < **limit).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares() {
        let shares = [0.000283, 0.0084, 0.0994, 0.0996, 0.4, 1.02].map(percent);
        assert_eq!(shares, ["0.03%", "0.8%", "9.9%", "10%", "40%", "102%"]);
    }

    #[test]
    fn rates() {
        let rates = [1.234e6, 9.96e6, 123.4e6, 12_345.6e6];
        let rates = rates.map(|rate| millions(&Rate { samples_per_second: rate, quartiles: [rate, rate] }));
        assert_eq!(rates, ["1.2", "10", "123", "12,346"]);
    }
}
