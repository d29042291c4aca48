//! The generate spec: everything that decides what is generated. It is checked, and has no open defaults.

use perlane::{Backend, FieldParameters, Layers, Recipe, Samples, Window};

use crate::format::chunking::Chunking;
use crate::format::compression::Compression;
use crate::format::crs::Crs;
use crate::format::formats::Format;
use crate::format::layout::Layout;
use crate::format::numbers::NumberEncoding;
use crate::metadata::Metadata;
use crate::values::{Fps, Size};

#[derive(Debug, Clone)]
pub(crate) struct GenerateSpec {
    pub(crate) layers: Layers,
    /// The quantity that is sampled.
    pub(crate) field: FieldParameters,
    /// The grid.
    pub(crate) window: Window,
    /// The number of samples in all planes.
    pub(crate) samples: usize,
    pub(crate) format: Format,
    pub(crate) numbers: NumberEncoding,
    pub(crate) compression: Compression,
    /// `None` for formats without chunks, and for existing arrays, whose metadata has the chunks.
    pub(crate) chunking: Option<Chunking>,
    /// The layout of a Zarr folder; other formats have no choice.
    pub(crate) layout: Layout,
    /// What world units are, and where on Earth they lie; for GeoTIFF and Zarr.
    pub(crate) crs: Option<Crs>,
    pub(crate) tiff: TiffLayout,
    /// Frames per second, for films.
    pub(crate) fps: Fps,
    pub(crate) backend: Backend,
    pub(crate) threads: usize,
}

/// The layout of a TIFF; unused in other formats.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TiffLayout {
    /// Whether the file has tiles instead of strips.
    pub(crate) tiled: bool,
    pub(crate) overviews: bool,
    /// Whether each z is a page instead of a band.
    pub(crate) pages: bool,
    /// The number that programs show as no data.
    pub(crate) nodata: Option<f64>,
}

impl GenerateSpec {
    /// The metadata of the file. `samples` is the digest of its samples, if it is known.
    pub(crate) fn metadata(&self, samples: Option<&Samples>) -> Metadata {
        let mut recipe = Recipe::from(self.layers.clone()).field(self.field).grid(self.window);
        recipe.samples = samples.cloned();
        Metadata { recipe, numbers: self.numbers.table() }
    }

    /// Bytes of all numbers, before compression and without headers.
    pub(crate) fn bytes(&self) -> u64 {
        self.samples as u64 * self.numbers.width() as u64
    }

    /// The window's size, along x, y, z, w.
    pub(crate) fn size(&self) -> Size {
        Size::of(&self.window)
    }

    /// The array's shape in the integers that file formats use: slowest axis first.
    pub(crate) fn shape(&self) -> Vec<u64> {
        self.array_shape().into_iter().map(|len| len as u64).collect()
    }
}
