//! `perlane bench`: what each backend of this machine does in a second, beside a plain fill of the same buffer.

mod machine;
mod measure;
mod report;
mod works;

use perlane::Backend;
use perlane_rounds::Effort;

use crate::args::Bench;
use crate::error::{Error, Result};
use crate::resolve::resolve_backend;
use crate::terminal::progress::Progress;
use crate::terminal::{console, interrupt};
use crate::text;
use report::Report;
use works::Work;

pub(crate) fn run(args: &Bench) -> Result<()> {
    interrupt::exit_at_once()?;
    let backends: Vec<Backend> = match &args.backend {
        Some(name) => vec![resolve_backend(Some(name))?],
        None => Backend::available().collect(),
    };
    let works = chosen(works::all(args.quick)?, args.only.as_deref())?;
    let effort = if args.quick { Effort::QUICK } else { Effort::FULL };
    let progress = Progress::of_rows("measuring", works.len(), !args.quiet);
    let mut rows = Vec::new();
    for work in &works {
        rows.push(measure::row(work, &backends, &effort)?);
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

/// The rows whose names have the text in them, capital letters or not.
fn chosen(works: Vec<Work>, only: Option<&str>) -> Result<Vec<Work>> {
    let Some(text) = only else { return Ok(works) };
    let names: Vec<String> = works.iter().map(|work| work.name.clone()).collect();
    let wanted = |work: &Work| work.name.to_lowercase().contains(&text.to_lowercase());
    let chosen: Vec<Work> = works.into_iter().filter(wanted).collect();
    if chosen.is_empty() {
        return Err(Error::parameter("--only", text, format!("a part of one of: {}", names.join("; "))));
    }
    Ok(chosen)
}
