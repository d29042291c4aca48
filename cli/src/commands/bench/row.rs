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

/// Million samples a second.
fn millions(rate: &Rate) -> String {
    HumanCount((rate.samples_per_second / 1e6).round() as u64).to_string()
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

    #[test]
    fn shares() {
        assert_eq!([0.0084, 0.0994, 0.0996, 0.4, 1.02].map(percent), ["0.8%", "9.9%", "10%", "40%", "102%"]);
    }
}
