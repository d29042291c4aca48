//! The levels of pictures that say none, which are those of viewers.

use perlane::Layers;
use perlane_view::contrast;

use crate::values::Span;

/// The samples that nearly all of a noise with these bounds lies between, in two or three digits.
pub(crate) fn levels(layers: &Layers, dims: usize, bounds: Span) -> Span {
    let [low, high] = contrast::levels(layers, dims, [bounds.low, bounds.high]);
    Span { low, high }
}
