//! Pixels around samples.

use perlane::{PerAxis, Window};

/// World coordinates x and y of the outer corner of the first sample's pixel: samples are at the middles of pixels.
pub(crate) fn corner(window: &Window) -> [f64; 2] {
    let (first, spacing) = (window.world(PerAxis::default()), window.spacing);
    [first.x - spacing.x / 2.0, first.y - spacing.y / 2.0]
}
