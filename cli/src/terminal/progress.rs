//! The progress bar: on standard error, only where somebody looks at it.

use std::fmt::Write;
use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Of samples. `doing` is a word or two in front of the bar.
    pub(crate) fn new(doing: &'static str, samples: usize, wanted: bool) -> Self {
        Self::with(
            doing,
            samples,
            wanted,
            "{msg}{wide_bar} {percent:>3}% of {human_len} samples, {rate}, {eta} left",
        )
    }

    /// Of recipes.
    pub(crate) fn of_recipes(doing: &'static str, recipes: usize, wanted: bool) -> Self {
        Self::with(doing, recipes, wanted, "{msg} {wide_bar} {human_pos} of {human_len} recipes, {eta} left")
    }

    /// Of the rows of a table.
    pub(crate) fn of_rows(doing: &'static str, rows: usize, wanted: bool) -> Self {
        Self::with(doing, rows, wanted, "{msg} {wide_bar} {human_pos} of {human_len} rows, {eta} left")
    }

    fn with(doing: &'static str, count: usize, wanted: bool, template: &str) -> Self {
        let visible = wanted && std::io::stderr().is_terminal();
        let target = if visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(count as u64), target);
        bar.set_message(doing);
        if let Ok(style) = ProgressStyle::with_template(template) {
            let rate = |state: &ProgressState, out: &mut dyn Write| {
                // A progress bar that cannot be drawn is no reason to fail.
                let _ = write!(out, "{:.0} M/s", state.per_sec() / 1e6);
            };
            bar.set_style(style.with_key("rate", rate));
        }
        Progress(bar)
    }

    pub(crate) fn add(&self, count: usize) {
        self.0.inc(count as u64);
    }
}

impl Drop for Progress {
    /// The terminal's line is free for what comes next, be it a summary or an error.
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
