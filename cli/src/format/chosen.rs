//! What somebody has said of a file's numbers.

use crate::values::{Dtype, Span};

/// How numbers are made from samples; `None` where nobody has said it.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Chosen {
    pub(crate) dtype: Option<Dtype>,
    pub(crate) levels: Option<Span>,
    pub(crate) colormap: Option<String>,
}
