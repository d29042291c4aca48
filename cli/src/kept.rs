//! What a new file keeps of how another one is stored, and of where that lies.

use perlane::Recipe;

use crate::args::output::{LayoutArgs, TiffArgs};
use crate::args::quantity::QuantityArgs;
use crate::args::window::WindowArgs;
use crate::error::Result;
use crate::format::chosen::Chosen;
use crate::format::crs::{Crs, CrsOrNone};
use crate::format::formats::Format;
use crate::format::layout::Layout;
use crate::numerals::shortest;
use crate::output::tiff::tiles::TILE;
use crate::read::metadata::{Source, left_out};
use crate::read::storage::Storage;
use crate::read::tiff::place::USER_DEFINED;
use crate::values::{Dtype, Fps, Nodata, Size};

/// The array that the new file has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewArray {
    pub(crate) format: Format,
    pub(crate) dtype: Dtype,
    /// The axes of its grid, the longer side of its pictures, its length along z, and its planes.
    pub(crate) dims: usize,
    pub(crate) side: usize,
    pub(crate) depth: usize,
    pub(crate) planes: usize,
}

impl NewArray {
    /// The array that options and a recipe demand, with these numbers.
    pub(crate) fn of(
        window: &WindowArgs,
        quantity: &QuantityArgs,
        recipe: Option<&Recipe>,
        numbers: &Chosen,
        format: Format,
    ) -> Result<Self> {
        let quantity = quantity.resolve(recipe.map(|recipe| recipe.field))?.quantity;
        let window = window.resolve(recipe.and_then(|recipe| recipe.grid))?;
        Ok(NewArray {
            format,
            dtype: numbers.dtype.unwrap_or(format.properties().dtypes[0]),
            dims: window.dims(),
            side: window.size.x.max(window.size.y),
            depth: window.size.z,
            planes: quantity.planes(window.dims()),
        })
    }
}

/// What the options say of the layout; what they leave out, as the file has it that the new one is made like. Notes say what is left out.
pub(crate) struct Kept {
    pub(crate) layout: LayoutArgs,
    pub(crate) tiff: TiffArgs,
    pub(crate) fps: Option<Fps>,
    pub(crate) notes: Vec<String>,
}

impl Kept {
    /// What the options say alone.
    pub(crate) fn of_options(layout: &LayoutArgs, tiff: &TiffArgs, fps: Option<Fps>) -> Self {
        Kept { layout: layout.clone(), tiff: *tiff, fps, notes: Vec::new() }
    }

    /// The same, and what a new array takes of a source.
    pub(crate) fn like(mut self, source: Option<&Source>, array: NewArray) -> Self {
        let Some((source, format)) = source.and_then(|source| Some((source, source.format?))) else {
            return self;
        };
        let storage = &source.storage;
        self.take_crs(storage, array);
        self.take_nodata(storage, array);
        self.take_fps(storage, array);
        if format == array.format {
            self.take_tiff(storage, array);
            self.take_chunks(storage, array);
            self.take_layout(storage, array);
            self.take_compression(storage);
        }
        self
    }

    fn leave_out(&mut self, what: &str, why: &str) {
        self.notes.push(left_out(what, why));
    }

    fn take_crs(&mut self, storage: &Storage, array: NewArray) {
        if self.layout.crs.is_some() {
            return;
        }
        if storage.has_other_crs {
            self.leave_out("the coordinate reference system", "it has no EPSG code that --crs takes");
        }
        let Some(crs) = storage.crs else { return };
        let what = format!("the coordinate reference system {crs}");
        if !array.format.properties().has_place {
            self.leave_out(&what, &format!("{} has none", array.format.properties().title));
        } else if array.dims < 2 {
            self.leave_out(&what, "the new size has 1 axis");
        } else {
            self.layout.crs = Some(CrsOrNone(Some(crs)));
            self.note_vertical(storage.vertical, crs);
        }
    }

    /// A code that `--crs` takes may be that of both systems together.
    fn note_vertical(&mut self, vertical: Option<u16>, crs: Crs) {
        let what = "the vertical coordinate reference system";
        match vertical {
            None => {}
            Some(USER_DEFINED) => self.leave_out(what, "it has no EPSG code"),
            Some(code) => {
                let why = format!("EPSG has no code for it together with {crs}");
                self.leave_out(&format!("{what} EPSG:{code}"), &why);
            }
        }
    }

    fn take_nodata(&mut self, storage: &Storage, array: NewArray) {
        let Some(nodata) = storage.nodata.filter(|_| self.tiff.nodata.is_none()) else { return };
        let what = format!("the number {} for no data", shortest(nodata));
        if array.format != Format::Tiff {
            self.leave_out(&what, &format!("{} has none", array.format.properties().title));
        } else if !array.dtype.holds(nodata) {
            self.leave_out(&what, &format!("{} does not hold it", array.dtype.name()));
        } else {
            self.tiff.nodata = Some(Nodata(Some(nodata)));
        }
    }

    fn take_fps(&mut self, storage: &Storage, array: NewArray) {
        let Some(fps) = storage.fps.filter(|_| self.fps.is_none()) else { return };
        let format = array.format.properties();
        if format.film {
            self.fps = Some(fps);
        } else {
            self.leave_out(&format!("the frame rate {fps}"), &format!("{} has none", format.title));
        }
    }

    fn take_tiff(&mut self, storage: &Storage, array: NewArray) {
        let has_pages = array.depth > 1 || array.planes > 1;
        self.tiff.cog |= storage.cog && !self.tiff.pages;
        if storage.may_be_cog && array.side > TILE && !self.tiff.cog && !self.tiff.pages {
            self.notes.push(
                "note: the recipe's file is too small for overviews, and does not say whether --cog made it; the new one has overviews only with --cog"
                    .to_owned(),
            );
        }
        let tiled =
            self.tiff.cog || self.layout.compression.as_deref().is_some_and(|method| method != "none");
        if storage.pages && has_pages && tiled {
            self.leave_out("the layout in pages", "compressed TIFF has bands");
        } else {
            self.tiff.pages |= storage.pages && has_pages;
        }
    }

    /// Pages are not compressed.
    fn take_compression(&mut self, storage: &Storage) {
        if self.layout.compression.is_some() {
            return;
        }
        if self.tiff.pages {
            if storage.has_other_compression || storage.compression.as_deref().is_some_and(|c| c != "none") {
                self.leave_out("the compression", "perlane does not compress pages");
            }
            return;
        }
        if storage.has_other_compression {
            self.leave_out("the compression", "perlane does not write it");
        }
        // `--cog` compresses, unless options say otherwise.
        let is_plain = storage.compression.as_deref() == Some("none");
        if !(is_plain && self.tiff.cog && !storage.cog) {
            self.layout.compression.clone_from(&storage.compression);
        }
    }

    /// The chunks or the shards that no option names stay if they fit those that one names.
    fn take_chunks(&mut self, storage: &Storage, array: NewArray) {
        let (chunks, shards) = (self.layout.chunks.clone(), self.layout.shards.clone());
        if let Some(kept) = storage.chunks.as_ref().filter(|_| chunks.is_none()) {
            let unfit = shards.as_ref().filter(|shards| !divides(kept, shards));
            let why = unfit.map(|shards| format!("it does not divide the new shards, {shards}"));
            self.layout.chunks = self.fitting("chunks", kept, why, array);
        }
        if let Some(kept) = storage.shards.as_ref().filter(|_| shards.is_none()) {
            let unfit = chunks.as_ref().filter(|chunks| !divides(chunks, kept));
            let why = unfit.map(|chunks| format!("the new chunks, {chunks}, do not divide it"));
            self.layout.shards = self.fitting("shards", kept, why, array);
        }
    }

    /// The size of the source's chunks or shards, unless it has other axes than the new array, or there is another reason to leave it out.
    fn fitting(&mut self, name: &str, size: &Size, why: Option<String>, array: NewArray) -> Option<Size> {
        let other_axes = size.0.len() != array.dims;
        let axes = other_axes.then(|| format!("the new size has another number of axes, {}", array.dims));
        let Some(why) = axes.or(why) else { return Some(size.clone()) };
        self.leave_out(&format!("the size {size} of {name}"), &why);
        None
    }

    fn take_layout(&mut self, storage: &Storage, array: NewArray) {
        let Some(layout) = storage.layout.filter(|_| self.layout.layout.is_none()) else { return };
        if layout == Layout::Pyramid && (array.dims < 2 || array.planes > 1) {
            self.leave_out("the layout pyramid", "pyramids have 2 to 4 axes, and one plane");
        } else {
            self.layout.layout = Some(layout);
        }
    }
}

/// Whether chunks of one size fill shards of another one.
fn divides(chunks: &Size, shards: &Size) -> bool {
    shards.0.iter().zip(&chunks.0).all(|(shard, chunk)| shard.checked_rem(*chunk) == Some(0))
}
