//! The table of ratios.

use crate::job::Job;
use crate::peers;

/// The names of the libraries, and what the columns mean.
pub(crate) fn header() -> String {
    let peers = peers::ALL.map(|peer| peer.name.to_owned());
    "Million samples a second, one thread; of fill: the part of what a plain fill of the same buffer does.\n\
     Under a peer: its own rate, and how many times as fast perlane is.\n\n"
        .to_owned()
        + &line("work", "", "M/s", "of fill", &peers)
}

/// The rates of the fill and of other libraries, and a row for each backend of perlane.
pub(crate) fn rows(job: &Job, fill: f64, ours: &[(&str, f64)], theirs: &[f64]) -> String {
    let rates: Vec<String> = theirs.iter().map(|rate| millions(*rate)).collect();
    let mut rows = line(&job.name, "fill", &millions(fill), "", &rates);
    for (backend, rate) in ours {
        let ratios: Vec<String> = theirs.iter().map(|their| format!("{:.1}x", rate / their)).collect();
        let share = format!("{:.1}%", 100.0 * rate / fill);
        rows.push_str(&line("", backend, &millions(*rate), &share, &ratios));
    }
    rows
}

fn millions(rate: f64) -> String {
    let millions = rate / 1e6;
    if millions < 100.0 { format!("{millions:.1}") } else { format!("{millions:.0}") }
}

fn line(work: &str, backend: &str, rate: &str, share: &str, peers: &[String]) -> String {
    let cells: String = peers::ALL
        .iter()
        .zip(peers)
        .map(|(peer, cell)| format!("  {cell:>0$}", peer.name.len().max(7)))
        .collect();
    let text = format!("{work:<32}  {backend:<8}  {rate:>7}  {share:>7}{cells}");
    format!("{}\n", text.trim_end())
}
