//! Tiles: squares of samples with a frame of one sample around them, so that slopes at their edges can be drawn.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::bytes;
use crate::error::{Error, Result};
use crate::given::{self, Key};
use crate::request;
use crate::scene::{Index, Place, Scene, levels};

/// Samples along each side of a tile.
pub const TILE: usize = 256;

/// Samples around a tile on each side.
pub const GUTTER: usize = 1;

/// Samples along each side of a tile and its gutter.
pub const SIDE: usize = TILE + 2 * GUTTER;

/// The most tiles of a request, which bounds the work that a request can cause.
pub const MAX_TILES: usize = 256;

/// Which tile: sample (0, 0) of the level is the first one of tile (0, 0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Tile {
    /// The level: every 2^z-th sample.
    #[serde(deserialize_with = "z")]
    pub z: i32,
    /// The number of the tile along x; tile 0 has sample 0.
    #[serde(deserialize_with = "x")]
    pub x: Index,
    /// The number of the tile along y; tile 0 has sample 0.
    #[serde(deserialize_with = "y")]
    pub y: Index,
}

/// A request for tiles: `{"recipe", "plane", "tiles": [{"z", "x", "y"}]}`. The plane is a name, or missing: the first one.
#[derive(Debug)]
pub struct TilesRequest {
    /// What is sampled.
    pub scene: Scene,
    /// The tiles, in the order in which they are wanted.
    pub tiles: Vec<Tile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct Wire {
    recipe: Value,
    plane: Option<String>,
    tiles: Vec<Tile>,
}

fn z<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    Key { name: "tile.z", allowed: &levels(), read: given::number }.one(deserializer)
}

fn x<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Index, D::Error> {
    number("tile.x", deserializer)
}

fn y<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Index, D::Error> {
    number("tile.y", deserializer)
}

/// The number of a tile along an axis.
fn number<'de, D: Deserializer<'de>>(name: &'static str, deserializer: D) -> Result<Index, D::Error> {
    let read = |along: &Value| given::integer(along).map(Index);
    Key { name, allowed: "64-bit integers", read }.one(deserializer)
}

impl TilesRequest {
    /// Reads a request.
    ///
    /// # Errors
    /// Wrong JSON, a wrong recipe, no tiles, or too many of them.
    pub fn from_json(request: &[u8]) -> Result<Self> {
        let Wire { recipe, plane, tiles } = request::read(request)?;
        if !(1..=MAX_TILES).contains(&tiles.len()) {
            return Err(Error::parameter("the number of tiles", tiles.len(), format!("1 to {MAX_TILES}")));
        }
        Ok(TilesRequest { scene: Scene::from_json(&recipe)?.with_plane(plane.as_deref())?, tiles })
    }
}

/// The samples of a tile and its gutter.
///
/// # Errors
/// Coordinates beyond what can be sampled.
pub fn samples(scene: &Scene, tile: Tile) -> Result<Vec<f32>> {
    place_samples(scene, &with_gutter(tile)?)
}

/// The samples of a place.
///
/// # Errors
/// Coordinates beyond what can be sampled.
pub fn place_samples(scene: &Scene, place: &Place) -> Result<Vec<f32>> {
    scene.fill_plane(&scene.window(place)?)
}

fn with_gutter(tile: Tile) -> Result<Place> {
    let start = [first("tile.x", tile.x, GUTTER)?, first("tile.y", tile.y, GUTTER)?];
    Ok(Place { size: vec![SIDE, SIDE], start, level: tile.z })
}

/// The index along an axis of the sample that lies `before` samples before a tile's first one.
fn first(name: &'static str, Index(tile): Index, before: usize) -> Result<Index> {
    let first = tile.checked_mul(TILE as i64).and_then(|first| first.checked_sub(before as i64));
    first.map(Index).ok_or_else(|| Error::parameter(name, tile, "tiles whose samples have 64-bit indices"))
}

/// A tile's part of an answer: its number in the request, what follows (0: samples, 1: the message of an error) and the number of bytes
/// that follow, each as little-endian `u32`; then the samples as little-endian `f32`, or the message.
pub fn frame(number: u32, tile: &Result<Vec<f32>>) -> Vec<u8> {
    let mut frame = Vec::new();
    push_frame(&mut frame, number, tile);
    frame
}

/// Appends a tile's part of an answer.
pub(crate) fn push_frame(frames: &mut Vec<u8>, number: u32, tile: &Result<Vec<f32>>) {
    let mut head = |kind: u32, length: usize| {
        frames.reserve(12 + length);
        [number, kind, length as u32].iter().for_each(|word| frames.extend_from_slice(&word.to_le_bytes()));
    };
    match tile {
        Ok(samples) => {
            head(0, size_of_val(&samples[..]));
            bytes::push_samples(frames, samples);
        }
        Err(e) => {
            let message = e.to_string();
            head(1, message.len());
            frames.extend_from_slice(message.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn scene() -> Scene {
        let noise = json!({ "frequency": 0.013, "fractal": { "kind": "fbm", "octaves": 3 } });
        Scene::from_json(&json!({ "stream": 1, "noise": noise })).unwrap()
    }

    fn tile(z: i32, x: i64, y: i64) -> Tile {
        Tile { z, x: Index(x), y: Index(y) }
    }

    /// `==` would take -0 for +0.
    fn bits(samples: &[f32]) -> Vec<u32> {
        samples.iter().map(|sample| sample.to_bits()).collect()
    }

    #[test]
    fn tiles_overlap_by_their_gutters() {
        let scene = scene();
        let (left, right) =
            (samples(&scene, tile(0, -1, 3)).unwrap(), samples(&scene, tile(0, 0, 3)).unwrap());
        assert_eq!((left.len(), right.len()), (258 * 258, 258 * 258));
        for y in 0..SIDE {
            assert_eq!(left[y * SIDE + TILE].to_bits(), right[y * SIDE].to_bits());
            assert_eq!(left[y * SIDE + TILE + 1].to_bits(), right[y * SIDE + 1].to_bits());
        }
        let inner = Place { size: vec![TILE, TILE], start: [Index(-256), Index(768)], level: 0 };
        let inner = place_samples(&scene, &inner).unwrap();
        for y in 0..TILE {
            assert_eq!(bits(&inner[y * TILE..][..TILE]), bits(&left[(y + 1) * SIDE + 1..][..TILE]));
        }
    }

    /// Derivatives are by world units, whatever the level and the spacing: coarse tiles have every other sample of fine ones, and at level 0
    /// they are those of the recipe.
    #[test]
    fn tiles_show_a_plane_of_the_quantity() {
        let noise = json!({ "frequency": 0.013, "fractal": { "kind": "fbm", "octaves": 3 } });
        for (field, planes) in [
            (json!({ "quantity": "gradient" }), &["value", "dy", "dx"][..]),
            (json!({ "quantity": "normal", "relief": 20.0 }), &["x", "y", "z"]),
            (json!({ "quantity": "slope", "relief": 20.0 }), &["slope"]),
            (json!({ "quantity": "hillshade", "relief": 20.0, "light": [1.0, 0.0, 1.0] }), &["hillshade"]),
            (json!({ "quantity": "curl" }), &["x", "y"]),
        ] {
            let recipe = json!({
                "stream": 1, "noise": noise, "field": field,
                "grid": { "size": { "x": 1, "y": 1 }, "spacing": { "x": 0.5, "y": 2.0 } },
            });
            let scene = Scene::from_json(&recipe).unwrap();
            assert_eq!(scene.plane_names(), planes);
            let window = scene.window(&with_gutter(tile(0, 3, -2)).unwrap()).unwrap();
            let want = scene.sampled().generate(&window).unwrap();
            for (number, name) in planes.iter().enumerate() {
                let scene = scene.clone().with_plane(Some(name)).unwrap();
                let fine = samples(&scene, tile(0, 3, -2)).unwrap();
                assert_eq!(
                    bits(&fine),
                    bits(&want[number * SIDE * SIDE..][..SIDE * SIDE]),
                    "{name} of {field}"
                );
                let [low, high] = scene.bounds().unwrap();
                assert!(fine.iter().all(|v| (low..=high).contains(&f64::from(*v))), "{name} of {field}");
                let coarse = samples(&scene, tile(1, 1, -1)).unwrap();
                for (x, y) in [(0, 0), (7, 90), (126, 127)] {
                    let (x0, y0) = (x + 128, y);
                    let fine = fine[(2 * y + 1) * SIDE + 2 * x + 1];
                    assert_eq!(
                        coarse[(y0 + 1) * SIDE + x0 + 1].to_bits(),
                        fine.to_bits(),
                        "{name} of {field}"
                    );
                }
            }
            let request = json!({ "recipe": recipe, "plane": planes[planes.len() - 1], "tiles": [{ "z": 0, "x": 0, "y": 0 }] });
            let TilesRequest { scene: asked, .. } =
                TilesRequest::from_json(request.to_string().as_bytes()).unwrap();
            let last = samples(&scene.with_plane(planes.last().copied()).unwrap(), tile(0, 0, 0)).unwrap();
            assert_eq!(bits(&samples(&asked, tile(0, 0, 0)).unwrap()), bits(&last));
        }
        let refused = scene().with_plane(Some("dx")).unwrap_err().to_string();
        assert_eq!(refused, "plane is dx, of value; allowed: value");
    }

    #[test]
    fn tiles_far_away_are_errors_in_their_frames() {
        let far = samples(&scene(), tile(40, 1 << 40, 0));
        let message = far.as_ref().unwrap_err().to_string();
        assert!(message.contains("2^52 cells"), "{message}");
        let frame = frame(7, &far);
        assert_eq!(frame[..12], [[7, 0, 0, 0], [1, 0, 0, 0], (message.len() as u32).to_le_bytes()].concat());
        assert_eq!(&frame[12..], message.as_bytes());
        assert!(samples(&scene(), tile(0, i64::MAX, 0)).unwrap_err().to_string().starts_with("tile.x is"));
        assert!(samples(&scene(), tile(0, 0, i64::MIN)).unwrap_err().to_string().starts_with("tile.y is"));
    }

    #[test]
    fn requests_have_a_bounded_number_of_tiles() {
        let request = |count: usize| {
            let tiles = vec![json!({ "z": 0, "x": "1", "y": -1 }); count];
            let json = json!({ "recipe": { "stream": 1, "noise": {} }, "tiles": tiles });
            TilesRequest::from_json(json.to_string().as_bytes())
                .map(|r| r.tiles.len())
                .map_err(|e| e.to_string())
        };
        assert_eq!(request(256), Ok(256));
        assert_eq!(request(257), Err("the number of tiles is 257; allowed: 1 to 256".to_owned()));
        assert!(request(0).is_err());
    }

    #[test]
    fn numbers_of_tiles_are_integers() {
        let request = |tile: Value| {
            let json = json!({ "recipe": { "stream": 1, "noise": {} }, "tiles": [tile] });
            TilesRequest::from_json(json.to_string().as_bytes()).unwrap_err().to_string()
        };
        let wrong = request(json!({ "z": 0, "x": 0.5, "y": 0 }));
        assert_eq!(wrong, "tile.x is 0.5; allowed: 64-bit integers");
        let wrong = request(json!({ "z": 0, "x": 0, "y": "9223372036854775808" }));
        assert_eq!(wrong, "tile.y is \"9223372036854775808\"; allowed: 64-bit integers");
        let wrong = request(json!({ "z": 0.5, "x": 0, "y": 0 }));
        assert_eq!(wrong, "tile.z is 0.5; allowed: integers from -30 to 62");
        assert_eq!(request(json!(7)), "invalid type: integer `7`, expected a table");
    }
}
