//! Text for people, progress bars, and Ctrl-C.

pub(crate) mod console;
pub(crate) mod interrupt;
pub(crate) mod progress;
