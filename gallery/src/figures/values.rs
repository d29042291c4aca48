//! White noise, and value noise with each fade.

use perlane::Fade;

use crate::Result;
use crate::canvas::Canvas;
use crate::panels::{Panel, rows};
use crate::tutorials;

/// Cell noise with one sample in a cell, and with more.
pub(crate) fn white() -> Result<Canvas> {
    let figure = tutorials::white();
    let cells = [
        (1.0, "White noise", "1 sample a cell"),
        (4.0, "Cell noise", "4 samples a cell"),
        (16.0, "Cell noise", "16 samples a cell"),
    ];
    let panels: Result<Vec<Panel>> = cells
        .into_iter()
        .map(|(cell, name, detail)| {
            let wider = figure.noise.clone().frequency(figure.noise.frequency / cell);
            Ok(Panel::new(figure.grey_of(&wider)?, name, detail))
        })
        .collect();
    Ok(rows(&panels?, 3))
}

/// Value noise with each fade.
pub(crate) fn fades() -> Result<Canvas> {
    let figure = tutorials::fades();
    let fades = [
        (Fade::Linear, "Value noise, linear", "t"),
        (Fade::Cubic, "Value noise, cubic", "3t² - 2t³"),
        (Fade::Quintic, "Value noise, quintic", "6t^5 - 15t^4 + 10t³"),
    ];
    let panels: Result<Vec<Panel>> = fades
        .into_iter()
        .map(|(fade, name, detail)| {
            Ok(Panel::new(figure.grey_of(&figure.noise.clone().fade(fade))?, name, detail))
        })
        .collect();
    Ok(rows(&panels?, 3))
}
