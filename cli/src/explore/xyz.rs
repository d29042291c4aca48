//! Tiles for other programs: `/tiles/{z}/{x}/{y}.png` and `.f32`, of the recipe with which the server was started. They are numbered like map tiles:
//! each zoom level doubles the detail, and x and y count from the north-western corner.
//!
//! `.f32` has numbers, and so no colours.
//!
//! At zoom 16 a pixel is a sample. The world of zoom 0 is one tile, with 2^24 samples along each side. Sample (0, 0) is in its middle, where a map
//! has latitude and longitude 0.

use std::sync::Arc;

use hyper::header::{CONTENT_TYPE, HeaderValue};
use perlane_view::bytes;
use perlane_view::scene::Index;
use perlane_view::tiles::{TILE, place_samples};
use perlane_view::{Colormap, Levels, Place};
use png::{BitDepth, ColorType, Compression, Encoder};

use crate::error::{Error, Result};
use crate::explore::replies::{BYTES, Refusal, Reply, ok, shown_elsewhere};
use crate::explore::state::{Plane, State};
use crate::format::levels;
use crate::values::Span;

/// The zoom level at which a pixel is a sample.
const SAMPLES_ZOOM: i32 = 16;

/// The greatest zoom level. At level 30, 2^14 pixels lie between two samples.
const MAX_ZOOM: u32 = 30;

const PNG: &str = "image/png";

/// The place of a tile, and its file format.
pub(crate) struct Address {
    place: Place,
    picture: bool,
}

impl Address {
    /// Reads `{z}/{x}/{y}.png` or `.f32`.
    pub(crate) fn parse(rest: &str) -> Result<Self> {
        let unknown = || Error::parameter("tile", rest, "{z}/{x}/{y}.png, {z}/{x}/{y}.f32");
        let parts: Vec<&str> = rest.split('/').collect();
        let &[zoom, x, file] = &parts[..] else { return Err(unknown()) };
        let (y, extension) = file.split_once('.').ok_or_else(unknown)?;
        let picture = match extension {
            "png" => true,
            "f32" => false,
            _ => return Err(Error::parameter("extension", extension, "png, f32")),
        };
        let zoom = number("zoom", zoom, MAX_ZOOM, "")?;
        let (last, at_zoom) = ((1 << zoom) - 1, format!(" at zoom {zoom}"));
        let [x, y] = [number("x", x, last, &at_zoom)?, number("y", y, last, &at_zoom)?];
        // Half of the world's samples at this zoom lie before sample 0.
        let half = (TILE as i64 / 2) << zoom;
        let start = [x, y].map(|along| Index(i64::from(along) * TILE as i64 - half));
        let place = Place { size: vec![TILE, TILE], start, level: SAMPLES_ZOOM - zoom as i32 };
        Ok(Address { place, picture })
    }
}

/// The number in a part of an address, at most `most`; `when` says where this is the most.
fn number(name: &str, text: &str, most: u32, when: &str) -> Result<u32> {
    let range = if most == 0 { "0".to_owned() } else { format!("0 to {most}") };
    let found = digits(text).filter(|number| *number <= most);
    found.ok_or_else(|| Error::parameter(name, text, range + when))
}

/// A number without a sign.
fn digits(text: &str) -> Option<u32> {
    text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Which plane is shown, and how its numbers become colours: `?plane=NAME&colormap=NAME&levels=LO..HI`.
struct Look {
    /// The number of the plane.
    plane: usize,
    colormap: Option<Colormap>,
    levels: Levels,
}

impl Look {
    /// Reads a query, of a `picture` or of numbers.
    fn parse(query: &str, planes: &[Plane], picture: bool) -> Result<Self> {
        let (mut plane, mut colormap, mut asked) = (0, None, None);
        for part in query.split('&').filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                Some(("plane", name)) => plane = plane_number(name, planes)?,
                Some(("colormap", Colormap::GREY)) if picture => colormap = None,
                Some(("colormap", name)) if picture => colormap = Some(Colormap::from_name(name)?),
                Some(("levels", span)) if picture => {
                    let parsed: std::result::Result<Span, String> = span.parse();
                    asked = Some(parsed.map_err(|allowed| {
                        Error::parameter("levels", span, allowed.trim_start_matches("allowed: "))
                    })?);
                }
                _ => {
                    let pictures = "plane=NAME, colormap=NAME, levels=LO..HI";
                    let allowed = if picture { pictures } else { "plane=NAME for .f32" };
                    return Err(Error::parameter("the query", part, allowed));
                }
            }
        }
        let levels = levels::resolve(asked, planes[plane].typical, u8::MAX.into())?;
        Ok(Look { plane, colormap, levels })
    }
}

/// The number of the plane with this name.
fn plane_number(name: &str, planes: &[Plane]) -> Result<usize> {
    let found = planes.iter().position(|plane| plane.name == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = planes.iter().map(|plane| plane.name).collect();
        Error::parameter("plane", name, names.join(", "))
    })
}

pub(crate) async fn answer(
    state: &Arc<State>,
    address: Address,
    query: &str,
) -> std::result::Result<Reply, Refusal> {
    let (shared, picture) = (state.clone(), address.picture);
    let look = Look::parse(query, &state.planes, picture)?;
    let bytes = state.work.run(move || draw(&shared.planes, &address, &look)).await??;
    let mut reply = ok(BYTES, bytes);
    if picture {
        reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(PNG));
    }
    Ok(shown_elsewhere(reply))
}

fn draw(planes: &[Plane], address: &Address, look: &Look) -> std::result::Result<Vec<u8>, Refusal> {
    let samples = place_samples(&planes[look.plane].scene, &address.place)?;
    if !address.picture {
        return Ok(bytes::of_samples(&samples));
    }
    Ok(picture(&samples, look).map_err(|e| Error::io("draw a tile", e))?)
}

fn picture(samples: &[f32], look: &Look) -> std::result::Result<Vec<u8>, png::EncodingError> {
    let levels = samples.iter().map(|sample| look.levels.level(*sample) as u8);
    let (color, pixels): (ColorType, Vec<u8>) = match &look.colormap {
        None => (ColorType::Grayscale, levels.collect()),
        Some(map) => (ColorType::Rgb, levels.flat_map(|level| map.color(level)).collect()),
    };
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, TILE as u32, TILE as u32);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_maps() {
        let tile = |text| {
            let address = Address::parse(text).unwrap();
            let [x, y] = address.place.start;
            (address.place.level, x.0, y.0, address.picture)
        };
        assert_eq!(tile("16/32768/32768.png"), (0, 0, 0, true), "sample 0 is in the middle");
        assert_eq!(tile("16/32767/32769.f32"), (0, -256, 256, false));
        assert_eq!(tile("0/0/0.png"), (16, -128, -128, true), "and so it is in the world's one tile");
        assert_eq!(tile("1/0/1.png"), (15, -256, 0, true));
        assert_eq!(tile("20/0/0.png"), (-4, -(1 << 27), -(1 << 27), true));
        assert_eq!(tile("30/0/0.png"), (-14, -(1 << 37), -(1 << 37), true));
    }

    #[test]
    fn wrong_addresses_say_what_is_allowed() {
        for (address, name, value, allowed) in [
            ("1/0/2.png", "y", "2", "0 to 1 at zoom 1"),
            ("1/2/0.png", "x", "2", "0 to 1 at zoom 1"),
            ("1/-1/0.png", "x", "-1", "0 to 1 at zoom 1"),
            ("1/+1/0.png", "x", "+1", "0 to 1 at zoom 1"),
            ("1/0/4294967296.png", "y", "4294967296", "0 to 1 at zoom 1"),
            ("0/0/1.png", "y", "1", "0 at zoom 0"),
            ("30/1073741824/0.f32", "x", "1073741824", "0 to 1073741823 at zoom 30"),
            ("31/0/0.png", "zoom", "31", "0 to 30"),
            ("a/0/0.png", "zoom", "a", "0 to 30"),
            ("1/0/0.jpg", "extension", "jpg", "png, f32"),
            ("", "tile", "\"\"", "{z}/{x}/{y}.png, {z}/{x}/{y}.f32"),
            ("1/0/0", "tile", "1/0/0", "{z}/{x}/{y}.png, {z}/{x}/{y}.f32"),
            ("1/0.png", "tile", "1/0.png", "{z}/{x}/{y}.png, {z}/{x}/{y}.f32"),
            ("1/0/0/0.png", "tile", "1/0/0/0.png", "{z}/{x}/{y}.png, {z}/{x}/{y}.f32"),
        ] {
            let error = Address::parse(address).err().unwrap().to_string();
            assert_eq!(error, format!("{name} is {value}; allowed: {allowed}"));
        }
    }
}
