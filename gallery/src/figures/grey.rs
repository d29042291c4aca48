//! The tutorials' grey image: 500 by 500 samples, diagonal gradients on Ken Perlin's table.

use crate::Result;
use crate::canvas::Canvas;
use crate::tutorials;

/// One octave.
pub(crate) fn single() -> Result<Canvas> {
    let figure = tutorials::grey();
    figure.grey_of(&figure.noise)
}

/// Six octaves.
pub(crate) fn fbm() -> Result<Canvas> {
    let figure = tutorials::grey_fbm();
    figure.grey_of(&figure.noise)
}
