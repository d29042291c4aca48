//! Where on Earth a picture lies, by the tags of GeoTIFF.

use perlane::Window;
use tiff::TiffResult;
use tiff::tags::Tag;

use super::file::FileDecoder;
use crate::format::pixels::corner;

/// A matrix of 4 × 4 numbers that turns pixels into world coordinates.
const MODEL_TRANSFORMATION: Tag = Tag::Unknown(34264);

/// GeoTIFF's keys and their values.
const RASTER_TYPE: u16 = 1025;
const PIXEL_IS_POINT: u16 = 2;
const GEOGRAPHIC_SYSTEM: u16 = 2048;
const PROJECTED_SYSTEM: u16 = 3072;
const VERTICAL_SYSTEM: u16 = 4096;

/// The value of a key whose system is described by other keys.
pub(crate) const USER_DEFINED: u16 = 32767;

/// The corner of the first pixel, and the distance from each pixel to the next, along x and y.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Place {
    corner: [f64; 2],
    spacing: [f64; 2],
    /// Whether rows of pixels lie along an axis.
    rotated: bool,
}

impl Place {
    /// Where the picture of a window lies.
    fn of_window(window: &Window) -> Self {
        let spacing = window.spacing;
        Place { corner: corner(window), spacing: [spacing.x, spacing.y], rotated: false }
    }

    /// Whether two places are the same, but for roundings of programs that write them anew.
    fn is_near(&self, other: &Self) -> bool {
        // Other programs may round to nine digits or so, but never by as much as a tenth of a pixel.
        let near = |axis: usize, a: f64, b: f64| {
            let pixel = other.spacing[axis].abs();
            (a - b).abs() <= 1e-6 * pixel + (1e-9 * b.abs()).min(0.1 * pixel)
        };
        let all = |axis| near(axis, self.corner[axis], other.corner[axis]);
        let spacings = |axis: usize| (self.spacing[axis] / other.spacing[axis] - 1.0).abs() <= 1e-9;
        !self.rotated && (0..2).all(all) && (0..2).all(spacings)
    }

    fn describe(&self) -> String {
        let ([left, top], [x, y]) = (self.corner, self.spacing);
        format!("the corner {left},{top} and the spacing {x},{y}")
    }
}

/// What a picture says of its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Georeference {
    /// `None` if there are no tags about it.
    place: Option<Place>,
    /// The EPSG code of the coordinate reference system, or [`USER_DEFINED`].
    pub(crate) crs: Option<u16>,
    /// The same of a vertical system.
    pub(crate) vertical: Option<u16>,
}

impl Georeference {
    pub(super) fn read(decoder: &mut FileDecoder) -> TiffResult<Self> {
        let keys: Vec<u16> = decoder.find_tag_unsigned_vec(Tag::GeoKeyDirectoryTag)?.unwrap_or_default();
        let key = |name: u16| {
            let entries = keys.get(4..).unwrap_or_default().as_chunks::<4>().0;
            // The value is here, and not among those of another tag.
            entries.iter().find(|[key, place, ..]| *key == name && *place == 0).map(|entry| entry[3])
        };
        // Numbers of another type say nothing that programs understand.
        let mut doubles = |tag| -> TiffResult<Vec<f64>> {
            Ok(decoder.find_tag(tag)?.and_then(|value| value.into_f64_vec().ok()).unwrap_or_default())
        };
        let matrix = doubles(MODEL_TRANSFORMATION)?;
        let (scale, tie) = (doubles(Tag::ModelPixelScaleTag)?, doubles(Tag::ModelTiepointTag)?);
        let place = match (&matrix[..], &scale[..], &tie[..]) {
            (&[x, shear, _, left, turn, y, _, top, ..], ..) => {
                Some(Place { corner: [left, top], spacing: [x, y], rotated: shear != 0.0 || turn != 0.0 })
            }
            (_, &[x, y, ..], &[i, j, _, left, top, ..]) => {
                Some(Place { corner: [left - i * x, top + j * y], spacing: [x, -y], rotated: false })
            }
            _ => None,
        };
        let is_point = key(RASTER_TYPE) == Some(PIXEL_IS_POINT);
        let crs = key(PROJECTED_SYSTEM).or(key(GEOGRAPHIC_SYSTEM));
        let place = place.map(|place| if is_point { of_middles(place) } else { place });
        Ok(Georeference { place, crs, vertical: key(VERTICAL_SYSTEM) })
    }

    /// How a place differs from that of the recipe; `None` if it does not, or if the picture says nothing of it.
    pub(super) fn difference(&self, window: &Window) -> Option<String> {
        let (found, want) = (self.place?, Place::of_window(window));
        if found.is_near(&want) {
            return None;
        }
        let turned = if found.rotated { "; it is rotated" } else { "" };
        Some(format!("it states {}{turned}, but the recipe gives {}", found.describe(), want.describe()))
    }
}

/// The place of a picture whose tags are about the middle of the first pixel, and not its corner.
fn of_middles(place: Place) -> Place {
    let [left, top] = place.corner;
    let [x, y] = place.spacing;
    Place { corner: [left - x / 2.0, top - y / 2.0], ..place }
}
