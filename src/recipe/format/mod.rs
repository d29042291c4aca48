//! Formats of serde without their types. Code that reads recipes is compiled once, in this library, instead of once for each format in each
//! program.
//!
//! The crate `erased-serde` has such types as well. It makes text of a format's errors, and what they know is lost, such as the line in a
//! file; here the format gets its own errors back.
//!
//! [`outer`] is what a format sees, [`inner`] what the code sees that reads recipes. Between them are [`traits`].

mod error;
mod inner;
mod outer;
mod traits;

pub(super) use error::Error;
pub(super) use outer::read;
pub(super) use traits::Format;
