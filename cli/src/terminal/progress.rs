//! The progress bar. It is on standard error, if that is a terminal.

use std::fmt::Write;
use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar that counts samples and shows their rate. `label` is in front of it.
    pub(crate) fn of_samples(label: &'static str, samples: usize, wanted: bool) -> Self {
        let counts = "{percent:>3}% of {human_len} samples, {rate}, {eta} left";
        Self::new(label, samples, wanted, counts)
    }

    /// A bar that counts items, such as recipes or rows.
    pub(crate) fn of_items(label: &'static str, unit: &str, count: usize, wanted: bool) -> Self {
        Self::new(label, count, wanted, &format!("{{human_pos}} of {{human_len}} {unit}, {{eta}} left"))
    }

    fn new(label: &'static str, count: usize, wanted: bool, counts: &str) -> Self {
        let visible = wanted && std::io::stderr().is_terminal();
        let target = if visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(count as u64), target);
        bar.set_message(label);
        let space = if label.is_empty() { "" } else { " " };
        if let Ok(style) = ProgressStyle::with_template(&format!("{{msg}}{space}{{wide_bar}} {counts}")) {
            let rate = |state: &ProgressState, out: &mut dyn Write| {
                // A bar that cannot be drawn must not make the program fail.
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
    /// Clears the terminal's line for the summary or the error that comes next.
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
