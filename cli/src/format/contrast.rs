//! Default levels of pictures, which viewers share.

use perlane::Layers;
use perlane_view::contrast;

use crate::values::Span;

/// The range of nearly all samples of a noise with these bounds, in two or three digits.
pub(crate) fn levels(layers: &Layers, dims: usize, bounds: Span) -> Span {
    let [low, high] = contrast::levels(layers, dims, [bounds.low, bounds.high]);
    Span { low, high }
}
