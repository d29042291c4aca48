//! What people see and press: text, progress bars, Ctrl-C.

pub(crate) mod console;
pub(crate) mod interrupt;
pub(crate) mod progress;
