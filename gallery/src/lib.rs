//! The pictures of `docs/gallery`: each noise, gradient set, fade and fractal, the figures that tutorials draw, and a few
//! things made of noise.
//!
//! Rendering is deterministic: it gives the same files, byte for byte, each time.

/// The programs of the book run.
#[cfg(doctest)]
mod book {
    macro_rules! pages {
        ($($name:ident $page:literal),+ $(,)?) => {
            $(#[doc = include_str!(concat!("../../docs/book/", $page, ".md"))] struct $name;)+
        };
    }

    pages! {
        Start "start",
        Heightmap "cookbook/heightmap",
        Tiles "cookbook/tiles",
        Seamless "cookbook/seamless",
        Loop "cookbook/loop",
        Voxels "cookbook/voxels",
        Planet "cookbook/planet",
        Flow "cookbook/flow",
        Masks "cookbook/masks",
        Large "cookbook/large",
        Cluster "cookbook/cluster",
    }
}

mod canvas;
mod colour;
mod encode;
mod figures;
pub mod front_page;
mod panels;
mod plot;
mod reduce;
mod relief;
mod sample;
pub mod scale;
mod sheet;
mod swatches;
mod text;
pub mod tutorials;

pub use canvas::{Canvas, Rgb};

/// What rendering returns. An error comes from the library, from `plotters` or from `png`.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// A file of the gallery.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Path below the gallery's folder, without the extension.
    pub name: String,
    /// Its pixels.
    pub canvas: Canvas,
}

impl Picture {
    fn new(name: impl Into<String>, canvas: Canvas) -> Self {
        Picture { name: name.into(), canvas }
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    /// Errors of the encoder.
    pub fn png(&self) -> Result<Vec<u8>> {
        encode::png(&self.canvas)
    }
}

/// All pictures: the small ones, the contact sheet of them, and the figures.
///
/// # Errors
/// A recipe that is wrong, or a plot that cannot be drawn.
pub fn pictures() -> Result<Vec<Picture>> {
    let sections = swatches::sections()?;
    let mut pictures = vec![Picture::new("contact-sheet", reduce::reduced(&sheet::contact_sheet(&sections)))];
    for swatch in sections.iter().flat_map(|section| &section.swatches) {
        pictures.push(Picture::new(format!("small/{}", swatch.name), swatch.labelled()));
    }
    pictures.extend(figures::all()?);
    Ok(pictures)
}
