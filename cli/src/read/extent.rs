//! Whether a file has as many numbers as its recipe has samples. Other programs cut files, and keep their recipes.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use perlane::Window;

use crate::format::formats::Format;
use crate::metadata::Metadata;
use crate::output::zarr::array::ZarrArray;
use crate::output::zarr::store;
use crate::read::tiff::facts;
use crate::values::Size;

/// A note about a file whose size is not that of its recipe's grid. `None` also for formats whose size is compared only by `reproduce`.
pub(crate) fn note(path: &Path, format: Format, metadata: &Metadata) -> Option<String> {
    let window = metadata.recipe.grid.as_ref()?;
    let found = size(path, format, metadata, window)?;
    let want = Size(window.size.xyzw()[..found.0.len().min(window.dims())].to_vec());
    (found != want).then(|| {
        format!(
            "note: {} is {found}, but the grid of its recipe is {want}; it was made from another file, whose recipe it has kept",
            path.display()
        )
    })
}

/// The size of a file's pictures along x and y, or of an array along all axes of its grid.
fn size(path: &Path, format: Format, metadata: &Metadata, window: &Window) -> Option<Size> {
    match format {
        Format::Tiff => facts::read(path).ok().map(|facts| Size(vec![facts.width, facts.height])),
        Format::Png | Format::Apng => of_png(path),
        Format::Zarr => {
            let array = ZarrArray::open(store::folders(path).ok()?.first()?).ok()?;
            let planes = metadata.recipe.field.quantity.planes(window.dims());
            let axes = array.codec.shape().iter().skip(usize::from(planes > 1)).rev();
            Some(Size(axes.map(|length| *length as usize).collect()))
        }
        Format::Npy | Format::Raw | Format::Y4m => None,
        #[cfg(feature = "exr")]
        Format::Exr => None,
    }
}

/// The size that a PNG's first chunk states.
fn of_png(path: &Path) -> Option<Size> {
    let mut start = [0; 24];
    File::open(path).ok()?.read_exact(&mut start).ok()?;
    let [.., a, b, c, d, e, f, g, h] = start;
    Some(Size([[a, b, c, d], [e, f, g, h]].map(|length| u32::from_be_bytes(length) as usize).to_vec()))
}
