//! `perlane bench`: measures what each backend of this machine computes in a second, beside a plain fill of the same buffer.

mod machine;
mod measure;
mod report;
mod workloads;

use perlane_rounds::Effort;

use crate::args::Bench;
use crate::error::{Error, Result};
use crate::terminal::progress::Progress;
use crate::terminal::{console, interrupt};
use crate::text;
use report::Report;
use workloads::Workload;

pub(crate) fn run(args: &Bench) -> Result<()> {
    interrupt::exit_at_once()?;
    let backends = args.backend.all()?;
    let workloads = select(workloads::all(args.quick)?, args.only.as_deref())?;
    let effort = if args.quick { Effort::QUICK } else { Effort::FULL };
    let progress = Progress::of_items("measuring", "rows", workloads.len(), !args.quiet);
    let mut rows = Vec::new();
    for workload in &workloads {
        rows.push(measure::row(workload, &backends, &effort)?);
        progress.add(1);
    }
    drop(progress);
    let report = Report::new(args.quick, &effort, rows);
    let text = if args.json { text::to_json(&report)? } else { report.table() };
    console::write(text.as_bytes())?;
    match report.disagreement() {
        Some(what) => Err(Error::BackendsDiffer { what }),
        None => Ok(()),
    }
}

/// The workloads whose names contain a text; letter case does not matter.
fn select(workloads: Vec<Workload>, only: Option<&str>) -> Result<Vec<Workload>> {
    let Some(text) = only else { return Ok(workloads) };
    let names: Vec<String> = workloads.iter().map(|workload| workload.name.clone()).collect();
    let wanted = |workload: &Workload| workload.name.to_lowercase().contains(&text.to_lowercase());
    let selected: Vec<Workload> = workloads.into_iter().filter(wanted).collect();
    if selected.is_empty() {
        return Err(Error::parameter("only", text, format!("a part of one of: {}", names.join("; "))));
    }
    Ok(selected)
}
