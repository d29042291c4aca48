//! The larger pictures: the tutorials' figures and things made of noise.

pub(crate) mod animation;
pub(crate) mod clouds;
pub(crate) mod curves;
pub(crate) mod gradients;
pub(crate) mod grey;
pub(crate) mod layers;
pub(crate) mod mountains;
pub(crate) mod sines;
pub(crate) mod terrain;
pub(crate) mod tiles;
pub(crate) mod values;
pub(crate) mod warp;

use crate::reduce::reduced;
use crate::{Picture, Result, tutorials};

pub(crate) fn all() -> Result<Vec<Picture>> {
    Ok(vec![
        Picture::new("grey", grey::single()?),
        Picture::new("grey-fbm", grey::fbm()?),
        Picture::new("curves", curves::octaves()?),
        Picture::new("superposition", curves::superposition()?),
        Picture::new("white", values::white()?),
        Picture::new("value-fades", values::fades()?),
        Picture::new("gradients", gradients::value_gradient()?),
        Picture::new("tiling", tiles::tiling()?),
        Picture::new("animation", animation::strip()?),
        Picture::new("layers", layers::figure()?),
        Picture::new("clouds", reduced(&clouds::clouds(480, 320, 160.0)?)),
        Picture::new("marble", reduced(&sines::marble(480, 320, &tutorials::turbulence().0)?)),
        Picture::new("warp", reduced(&warp::warp(480, 320, 128.0)?)),
        Picture::new("mountains", reduced(&mountains::mountains(480, 320, 160.0)?)),
        Picture::new("terrain", reduced(&terrain::terrain()?)),
    ])
}
