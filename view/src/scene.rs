//! A scene: what is sampled, and the sampling lattice that it is seen on.

use perlane::{Backend, Field, FieldParameters, Layers, Recipe, Window};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::contrast;
use crate::error::{Error, Result};
use crate::given::{self, Key};
use crate::recipe;

/// The finest level: 2^30 samples between two of the recipe's.
pub const MIN_LEVEL: i32 = -30;

/// The coarsest level: every 2^62nd of the recipe's samples.
pub const MAX_LEVEL: i32 = 62;

/// A quantity of a noise, and a sampling lattice of 2 to 4 axes. Pictures show x and y, at the index along the other axes at which the
/// recipe's grid starts. If there are several planes, pictures show one of them.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The noise.
    pub layers: Layers,
    /// What is sampled of it.
    pub field: FieldParameters,
    /// The recipe's grid, of at least two axes.
    pub grid: Window,
    /// The number of the plane that pictures show.
    plane: usize,
}

/// A rectangle of samples of a level.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct Place {
    /// The number of samples along x, y, and z if there is one; by default 1.
    #[serde(deserialize_with = "size")]
    pub size: Vec<usize>,
    /// Index of the first sample along x and y, in samples of the level.
    #[serde(deserialize_with = "start")]
    pub start: [Index; 2],
    /// Level `n` has every 2^n-th of the recipe's samples along x and y; negative levels have samples between them.
    #[serde(default, deserialize_with = "level")]
    pub level: i32,
}

/// An index of a sample. In JSON it is a number or a string, because a page's numbers end at 2^53.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Index(pub i64);

fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<usize>, D::Error> {
    let read = |along: &Value| along.as_u64()?.try_into().ok();
    Key { name: "size", allowed: "whole numbers", read }.list(deserializer)
}

fn start<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Index; 2], D::Error> {
    let read = |along: &Value| given::integer(along).map(Index);
    Key { name: "start", allowed: "integers from -2^53 to 2^53", read }.pair(deserializer)
}

fn level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    Key { name: "level", allowed: &levels(), read: given::number }.one(deserializer)
}

impl Scene {
    /// A scene of a recipe. One without a grid has two axes and a sample at every world unit.
    ///
    /// # Errors
    /// A wrong parameter, or a grid of one axis.
    pub fn new(recipe: Recipe) -> Result<Self> {
        let grid = match recipe.grid {
            Some(grid) => grid,
            None => Window::from_xyzw(&[1, 1])?,
        };
        if grid.dims() < 2 {
            let value = format!("{}, which has 1 axis", grid.size.x);
            return Err(Error::parameter("size", value, "2 to 4 axes"));
        }
        let Recipe { layers, field, .. } = recipe;
        // If noise and quantity are right, there is a sample at 0.
        layers.field(field).check(&Window::from_xyzw(&[1; 4][..grid.dims()])?)?;
        Ok(Scene { layers, field, grid, plane: 0 })
    }

    /// A scene of a recipe's JSON.
    ///
    /// # Errors
    /// A wrong recipe, or a grid of one axis.
    pub fn from_json(value: &Value) -> Result<Self> {
        Scene::new(recipe::read(value)?)
    }

    /// The same scene with pictures of the plane of this name, by default of the first plane.
    ///
    /// # Errors
    /// A name that no plane of the quantity has.
    pub fn with_plane(mut self, name: Option<&str>) -> Result<Self> {
        if let Some(name) = name {
            let names = self.plane_names();
            let plane = names.iter().position(|known| *known == name);
            let refused = || {
                let value = format!("{name}, of {}", self.field.quantity);
                Error::parameter("plane", value, names.join(", "))
            };
            self.plane = plane.ok_or_else(refused)?;
        }
        Ok(self)
    }

    /// The names of the quantity's planes.
    pub fn plane_names(&self) -> Vec<&'static str> {
        self.field.quantity.plane_names(self.grid.dims())
    }

    /// What is sampled.
    pub fn sampled(&self) -> Field<'_> {
        self.layers.field(self.field)
    }

    /// The recipe of a window.
    pub fn recipe(&self, window: Window) -> Recipe {
        Recipe::from(self.layers.clone()).field(self.field).grid(window)
    }

    /// The least and the greatest value of the plane that pictures show.
    ///
    /// # Errors
    /// A wrong parameter.
    pub fn bounds(&self) -> Result<[f64; 2]> {
        let (low, high) = self.sampled().bounds(self.grid.dims())?[self.plane];
        Ok([low, high])
    }

    /// The range of nearly all samples of that plane, at any place: the default levels of colours.
    ///
    /// # Errors
    /// A wrong parameter.
    pub fn typical_levels(&self) -> Result<[f64; 2]> {
        Ok(self.levels_of(self.plane, self.bounds()?, &mut Vec::new()))
    }

    /// The [typical levels](Self::typical_levels) of each plane.
    ///
    /// # Errors
    /// A wrong parameter.
    pub fn typical_levels_of_planes(&self) -> Result<Vec<[f64; 2]>> {
        let mut planes = Vec::new();
        let bounds = self.sampled().bounds(self.grid.dims())?.into_iter().enumerate();
        Ok(bounds.map(|(plane, (low, high))| self.levels_of(plane, [low, high], &mut planes)).collect())
    }

    fn levels_of(&self, plane: usize, bounds: [f64; 2], planes: &mut Vec<f32>) -> [f64; 2] {
        contrast::plane_levels(&self.layers, self.field, plane, self.grid.dims(), bounds, planes)
    }

    /// The number of samples of all planes of a window.
    ///
    /// # Errors
    /// A window of more samples than memory has addresses for.
    pub fn samples(&self, window: &Window) -> Result<usize> {
        Ok(window.samples()?.saturating_mul(self.sampled().planes(window.dims())))
    }

    /// The samples of all planes of a window, one plane after the other.
    ///
    /// # Errors
    /// A window of other dimensions, or coordinates beyond what can be sampled.
    pub fn fill(&self, window: &Window) -> Result<Vec<f32>> {
        self.fill_with(Backend::detect(), window)
    }

    /// [`fill`](Self::fill) with the instructions of that backend.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill).
    pub fn fill_with(&self, backend: Backend, window: &Window) -> Result<Vec<f32>> {
        let mut out = vec![0.0; self.samples(window)?];
        self.sampled().fill_with(backend, window, &mut out)?;
        Ok(out)
    }

    /// The samples of a window that pictures show: those of one plane.
    ///
    /// # Errors
    /// As for [`fill`](Self::fill).
    pub fn fill_plane(&self, window: &Window) -> Result<Vec<f32>> {
        Ok(self.of_plane(self.fill(window)?))
    }

    /// The samples that pictures show, out of those of all planes.
    pub fn of_plane(&self, mut samples: Vec<f32>) -> Vec<f32> {
        let count = samples.len() / self.sampled().planes(self.grid.dims());
        samples.copy_within(self.plane * count..(self.plane + 1) * count, 0);
        samples.truncate(count);
        samples
    }

    /// The samples of a place as a window of the recipe's lattice.
    ///
    /// # Errors
    /// A size, level or start that is not allowed.
    pub fn window(&self, place: &Place) -> Result<Window> {
        let dims = self.grid.dims();
        if !(2..=dims).contains(&place.size.len()) {
            let count = place.size.len();
            let value = format!("of {count} {}", if count == 1 { "axis" } else { "axes" });
            let allowed = if dims == 2 { "2 axes".to_owned() } else { format!("2 to {dims} axes") };
            return Err(Error::parameter("size", value, allowed));
        }
        let mut size = [1; 4];
        size[..place.size.len()].copy_from_slice(&place.size);
        let mut window = Window::from_xyzw(&size[..dims])?;
        let step = step(place.level)?;
        let Window { start, origin, spacing, .. } = self.grid;
        (window.start, window.origin, window.spacing) = (start, origin, spacing);
        [window.start.x, window.start.y] = place.start.map(|Index(start)| start);
        window.spacing.x *= step;
        window.spacing.y *= step;
        self.sampled().check(&window)?;
        Ok(window)
    }
}

/// The levels that there are, as errors say it.
pub(crate) fn levels() -> String {
    format!("integers from {MIN_LEVEL} to {MAX_LEVEL}")
}

/// The distance of a level's samples, in samples of level 0: a power of two, so that products with it are exact.
fn step(level: i32) -> Result<f64> {
    if !(MIN_LEVEL..=MAX_LEVEL).contains(&level) {
        return Err(Error::parameter("level", level, levels()));
    }
    let step = (1u64 << level.unsigned_abs()) as f64;
    Ok(if level < 0 { 1.0 / step } else { step })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn scene(grid: Value) -> Result<Scene> {
        Scene::from_json(&json!({ "stream": 1, "noise": { "frequency": 0.01 }, "grid": grid }))
    }

    fn place(size: &[usize], start: [i64; 2], level: i32) -> Place {
        Place { size: size.to_vec(), start: start.map(Index), level }
    }

    #[test]
    fn coarse_levels_have_the_samples_of_fine_ones() {
        let scene = scene(json!({ "size": { "x": 1, "y": 1 }, "spacing": { "x": 0.7, "y": 0.3 } })).unwrap();
        // Negative levels are finer than the recipe.
        for level in [0, -1, -2, -20] {
            let fine = scene.fill(&scene.window(&place(&[64, 64], [-32, 64], level)).unwrap()).unwrap();
            let coarse = scene.fill(&scene.window(&place(&[16, 16], [-8, 16], level + 2)).unwrap()).unwrap();
            for y in 0..16 {
                for x in 0..16 {
                    assert_eq!(coarse[16 * y + x].to_bits(), fine[64 * 4 * y + 4 * x].to_bits(), "{level}");
                }
            }
        }
    }

    #[test]
    fn other_axes_stay_where_the_grid_starts() {
        let grid = json!({ "size": { "x": 1, "y": 1, "z": 9 }, "start": { "z": 5 }, "spacing": { "x": 2.0, "z": 3.0 }, "origin": { "y": 0.5 } });
        let window = scene(grid).unwrap().window(&place(&[8, 4], [1, 2], 1)).unwrap();
        assert_eq!((window.size.x, window.size.y, window.size.z), (8, 4, 1));
        assert_eq!((window.start.x, window.start.y, window.start.z), (1, 2, 5));
        assert_eq!((window.spacing.x, window.spacing.y, window.spacing.z), (4.0, 2.0, 3.0));
        assert_eq!((window.origin.x, window.origin.y, window.origin.z), (0.0, 0.5, 0.0));
    }

    #[test]
    fn wrong_places_are_refused() {
        let flat = scene(json!({ "size": { "x": 1, "y": 1 } })).unwrap();
        let refused = |p: &Place| flat.window(p).unwrap_err().to_string();
        assert!(refused(&place(&[4], [0, 0], 0)).starts_with("size is of 1 axis; allowed: 2 axes"));
        assert!(refused(&place(&[4, 4, 4], [0, 0], 0)).starts_with("size is of 3 axes; allowed: 2 axes"));
        assert!(
            refused(&place(&[4, 4], [0, 0], 63)).starts_with("level is 63; allowed: integers from -30 to 62")
        );
        assert!(
            refused(&place(&[4, 4], [0, 0], -31)).starts_with("level is -31; allowed: integers from -30")
        );
        assert!(flat.window(&place(&[4, 4], [0, 0], -30)).is_ok());
        assert!(refused(&place(&[4, 4], [i64::MAX, 0], 0)).starts_with("start.x is 9223372036854775807"));
        assert!(refused(&place(&[4, 4], [1 << 52, 0], 10)).contains("2^52 cells"));
        let wrong = scene(json!({ "size": { "x": 5 } })).unwrap_err().to_string();
        assert_eq!(wrong, "size is 5, which has 1 axis; allowed: 2 to 4 axes");
    }

    #[test]
    fn levels_of_all_planes_are_those_of_each() {
        for (quantity, planes) in
            [("value", 1), ("gradient", 3), ("normal", 3), ("hillshade", 1), ("curl", 2)]
        {
            let recipe =
                json!({ "stream": 1, "noise": { "frequency": 0.01 }, "field": { "quantity": quantity } });
            let scene = Scene::from_json(&recipe).unwrap();
            let each: Vec<[f64; 2]> = (scene.plane_names().into_iter())
                .map(|name| scene.clone().with_plane(Some(name)).unwrap().typical_levels().unwrap())
                .collect();
            assert_eq!(scene.typical_levels_of_planes().unwrap(), each, "{quantity}");
            assert_eq!(each.len(), planes, "{quantity}");
        }
    }

    /// Nearly all samples of each plane are within its levels, and these are closer than the bounds. Hillshade has its bounds, which mean dark
    /// and light.
    #[test]
    fn planes_have_levels_of_their_own() {
        for quantity in ["value", "gradient", "normal", "hillshade", "curl"] {
            let field = json!({ "quantity": quantity, "relief": 2.0 });
            let field = if ["normal", "hillshade"].contains(&quantity) {
                field
            } else {
                json!({ "quantity": quantity })
            };
            let noise = json!({ "frequency": 0.01, "fractal": { "kind": "fbm", "octaves": 3 } });
            let scene = Scene::from_json(&json!({ "stream": 1, "noise": noise, "field": field })).unwrap();
            let window = scene.window(&place(&[200, 200], [-3000, 70], 5)).unwrap();
            for name in scene.plane_names() {
                let plane = scene.clone().with_plane(Some(name)).unwrap();
                let ([low, high], [least, most]) = (plane.typical_levels().unwrap(), plane.bounds().unwrap());
                let samples = plane.fill_plane(&window).unwrap();
                let inside = samples.iter().filter(|v| (low..=high).contains(&f64::from(**v))).count();
                assert!(inside > 39_000, "{name} of {quantity}: {inside} within {low}..{high}");
                match quantity {
                    "hillshade" => assert_eq!([low, high], [least, most]),
                    _ => assert!(high - low < 0.9 * (most - least), "{name} of {quantity}: {low}..{high}"),
                }
            }
        }
    }

    #[test]
    fn indices_are_numbers_or_strings() {
        let first = |index: Value| {
            let place: serde_json::Result<Place> =
                serde_json::from_value(json!({ "size": [1, 1], "start": [index, 0] }));
            place.map(|place| place.start[0].0).ok()
        };
        assert_eq!(first(json!(-7)), Some(-7));
        assert_eq!(first(json!("9223372036854775807")), Some(i64::MAX));
        assert_eq!(first(json!("9223372036854775808")), None);
        assert_eq!(first(json!(1.5)), None);
    }

    #[test]
    fn values_of_other_types_are_named() {
        for (key, value, message) in [
            ("start", json!([0.5, 0]), "start is 0.5; allowed: integers from -2^53 to 2^53"),
            ("start", json!([0, "x"]), "start is \"x\"; allowed: integers from -2^53 to 2^53"),
            ("start", json!([0]), "start is [0]; allowed: lists of 2 integers from -2^53 to 2^53"),
            ("size", json!([8.5, 8]), "size is 8.5; allowed: whole numbers"),
            ("size", json!([-1, 3]), "size is -1; allowed: whole numbers"),
            ("size", json!(8), "size is 8; allowed: lists of whole numbers"),
            (
                "level",
                json!(1_099_511_627_776_u64),
                "level is 1099511627776; allowed: integers from -30 to 62",
            ),
            ("level", json!(null), "level is null; allowed: integers from -30 to 62"),
        ] {
            let mut place = json!({ "size": [1, 1], "start": [0, 0] });
            place[key] = value;
            let error = Error::from(serde_json::from_value::<Place>(place).unwrap_err());
            let named = (error.to_string(), error.parameter_name());
            assert_eq!(named, (message.to_owned(), Some(key.to_owned())));
        }
        let error = serde_json::from_value::<Place>(json!(3)).unwrap_err().to_string();
        assert_eq!(error, "invalid type: integer `3`, expected a table");
    }
}
