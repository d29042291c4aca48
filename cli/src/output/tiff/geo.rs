//! Where on Earth a picture lies: the tags of GeoTIFF.

use perlane::{PerAxis, Window};
use tiff::tags::Tag;

use super::directory::{Directory, Value};
use crate::format::crs::Crs;
use crate::format::pixels::corner;

/// A matrix of 4 × 4 numbers that turns pixels into world coordinates.
const MODEL_TRANSFORMATION: Tag = Tag::Unknown(34264);

/// GeoTIFF's keys and their values.
const MODEL_TYPE: u16 = 1024;
const PROJECTED: u16 = 1;
const GEOGRAPHIC: u16 = 2;
const RASTER_TYPE: u16 = 1025;
const PIXEL_IS_AREA: u16 = 1;
const GEOGRAPHIC_SYSTEM: u16 = 2048;
const PROJECTED_SYSTEM: u16 = 3072;
const VERTICAL_SYSTEM: u16 = 4096;

/// Says where a picture lies. Writes nothing if there is no coordinate reference system and world coordinates are the numbers of the pixels. Without
/// a system there are no keys either: GDAL would take any of them for a system that has no name. Pixels are areas then, too.
pub(super) fn write(directory: &mut Directory, window: &Window, crs: Option<Crs>) {
    let (first, spacing) = (window.world(PerAxis::default()), window.spacing);
    if crs.is_none() && (first.x, first.y, spacing.x, spacing.y) == (0.0, 0.0, 1.0, 1.0) {
        return;
    }
    let [left, top] = corner(window);
    if spacing.x > 0.0 && spacing.y < 0.0 {
        directory.insert(Tag::ModelPixelScaleTag, Value::Double(vec![spacing.x, -spacing.y, 0.0]));
        directory.insert(Tag::ModelTiepointTag, Value::Double(vec![0.0, 0.0, 0.0, left, top, 0.0]));
    } else {
        // South is at the top: scales have no sign.
        let rows = [[spacing.x, 0.0, 0.0, left], [0.0, spacing.y, 0.0, top], [0.0; 4], [0.0, 0.0, 0.0, 1.0]];
        directory.insert(MODEL_TRANSFORMATION, Value::Double(rows.concat()));
    }
    if let Some(crs) = crs {
        directory.insert(Tag::GeoKeyDirectoryTag, Value::Short(keys(crs)));
    }
}

/// The directory of keys: its version, the number of keys, and for each key its name, place (0: here), count and value. A vertical system needs version
/// 1.1, without which GDAL does not look for one.
fn keys(crs: Crs) -> Vec<u16> {
    let (horizontal, vertical) = crs.parts();
    let (model, system) =
        if crs.is_geographic() { (GEOGRAPHIC, GEOGRAPHIC_SYSTEM) } else { (PROJECTED, PROJECTED_SYSTEM) };
    let mut keys = vec![(MODEL_TYPE, model), (RASTER_TYPE, PIXEL_IS_AREA), (system, horizontal)];
    keys.extend(vertical.map(|vertical| (VERTICAL_SYSTEM, vertical)));
    let header = [1, 1, u16::from(vertical.is_some()), keys.len() as u16];
    header.into_iter().chain(keys.iter().flat_map(|(key, value)| [*key, 0, 1, *value])).collect()
}
