//! Formats of serde without their types. Code that reads recipes is compiled once, in this library, instead of once for each format in each
//! program.
//!
//! They are for reading. The crate `erased-serde` does the same for writing (`serialize.rs`), where it gives a format its own errors back. For
//! reading, it makes text of them, and what they know is lost, such as the line in a file.
//!
//! [`outer`] is what a format sees, [`inner`] what the code sees that reads recipes. Between them are [`traits`].

mod error;
mod inner;
mod outer;
mod traits;

pub(super) use error::Error;
pub(super) use outer::read;
pub(super) use traits::Format;
