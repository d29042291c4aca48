//! `perlane bench`: measures what each backend of this machine computes in a second, beside a plain fill of the same buffer.

mod compare;
mod measure;
mod rate;
mod report;
mod row;
mod table;
mod workloads;

use perlane_rounds::Effort;

use crate::args::Bench;
use crate::error::{Error, Result};
use crate::terminal::progress::Progress;
use crate::terminal::{console, interrupt};
use crate::text;
use compare::Old;
use report::Report;
use workloads::Workload;

pub(crate) fn run(args: &Bench) -> Result<()> {
    interrupt::exit_at_once()?;
    let backends = args.backend.all()?;
    let workloads = select(workloads::all(args.quick)?, &args.only)?;
    let compare = args.compare.as_deref();
    let old =
        compare.map(|path| Ok::<_, Error>((path, Old::read(path, &workloads, &backends)?))).transpose()?;
    let effort = if args.quick { Effort::QUICK } else { Effort::FULL };
    let progress = Progress::of_items("measuring", "rows", workloads.len(), !args.quiet);
    let mut rows = Vec::new();
    for workload in &workloads {
        rows.push(measure::row(workload, &backends, &effort)?);
        progress.add(1);
    }
    drop(progress);
    let comparison = old.map(|(path, old)| old.compare(path, &rows));
    let report = Report::new(args.quick, &effort, rows, comparison);
    let text = if args.json { text::to_json(&report)? } else { report.text() };
    let written = console::write(text.as_bytes());
    // That backends differ is told, also where nobody reads the report any more.
    report.disagreement().map_or(written, |what| Err(Error::BackendsDiffer { what }))
}

/// The workloads whose names contain one of these texts, or all; letter case does not matter. Each text must be in a name.
fn select(workloads: Vec<Workload>, only: &[String]) -> Result<Vec<Workload>> {
    let contains = |workload: &Workload, text: &String| {
        // Every name contains the empty text, which is most often a variable of a script that is not set.
        !text.trim().is_empty() && workload.name.to_lowercase().contains(&text.to_lowercase())
    };
    if let Some(text) = only.iter().find(|text| !workloads.iter().any(|workload| contains(workload, text))) {
        let names: Vec<&str> = workloads.iter().map(|workload| workload.name.as_str()).collect();
        return Err(Error::parameter("only", text, format!("a part of one of: {}", names.join("; "))));
    }
    let wanted = |workload: &Workload| only.is_empty() || only.iter().any(|text| contains(workload, text));
    Ok(workloads.into_iter().filter(wanted).collect())
}
