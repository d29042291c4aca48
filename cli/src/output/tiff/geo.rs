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

/// The directory of keys: its version, the number of keys, and for each key its name, place (0: here), count and value.
fn keys(crs: Crs) -> Vec<u16> {
    let raster = (RASTER_TYPE, PIXEL_IS_AREA);
    let keys = match crs.is_geographic() {
        true => [(MODEL_TYPE, GEOGRAPHIC), raster, (GEOGRAPHIC_SYSTEM, crs.code())],
        false => [(MODEL_TYPE, PROJECTED), raster, (PROJECTED_SYSTEM, crs.code())],
    };
    let header = [1, 1, 0, keys.len() as u16];
    header.into_iter().chain(keys.iter().flat_map(|(key, value)| [*key, 0, 1, *value])).collect()
}
