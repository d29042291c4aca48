//! What viewers of perlane's noise share: a server and its page, a module for browsers, a preview in terminals.
//!
//! There is no input or output here. Requests are JSON, answers are JSON or bytes, and [`call`] has all of them by name.
//!
//! - [`describe`](describe::describe): parameters with their ranges and help, colour maps, defaults. A page builds its controls from it.
//! - [`check`](check::check): a recipe's normal form, its bounds and the texts to copy, or an error that names the parameter.
//! - [`idle`](idle::idle): which options have no effect on a noise.
//! - [`tiles`]: squares of samples. Level 0 has the recipe's samples, and each further level has every other sample of the level before.
//! - [`Levels`]: samples as integers; [`contrast`]: which samples become the first and the last colour of pictures.
//! - [`seams`](seams::seams): whether tiles, backends and periods agree, bit for bit.
//! - [`seeds`]: another seed for a sum.
//! - [`digest`](digest::digest): the BLAKE3 digest of a recipe's samples.

pub mod bytes;
mod calls;
pub mod check;
pub mod colormap;
pub mod contrast;
pub mod describe;
pub mod digest;
mod error;
pub mod export;
mod given;
pub mod idle;
mod levels;
pub mod npy;
pub mod parameters;
mod recipe;
pub mod request;
pub mod scene;
pub mod seams;
pub mod seeds;
pub mod tiles;

pub use calls::{call, call_while};
pub use colormap::Colormap;
pub use error::{Error, Result};
pub use levels::Levels;
pub use scene::{Place, Scene};
