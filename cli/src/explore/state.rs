//! The server's state: the recipe with which it was started, its port, and its threads.

use perlane::Recipe;
use perlane_view::{Scene, describe};

use crate::error::{Error, Result};
use crate::explore::work::Work;
use crate::metadata::{MAX_BYTES, Metadata};
use crate::values::Span;

pub(crate) struct State {
    pub(crate) port: u16,
    /// What the page needs to build itself, as JSON.
    pub(crate) description: Vec<u8>,
    /// The planes of this recipe, for tiles that other programs request.
    pub(crate) planes: Vec<Plane>,
    pub(crate) work: Work,
}

/// A plane of the recipe's quantity.
pub(crate) struct Plane {
    pub(crate) name: &'static str,
    pub(crate) scene: Scene,
    /// The range of nearly all of its samples: the levels of tiles whose request has none.
    pub(crate) typical: Span,
}

impl State {
    pub(crate) fn new(recipe: Recipe, port: u16) -> Result<Self> {
        // The page sends the recipe back with each request, and no longer one is taken.
        let metadata = Metadata { recipe, numbers: None };
        let json = metadata.to_short_json(MAX_BYTES)?;
        let described = describe::describe(json.as_bytes())?;
        let description = serde_json::to_vec(&described).map_err(|e| Error::io("write JSON", e))?;
        let scene = Scene::new(metadata.recipe)?;
        let plane = |(name, [low, high]): (_, [f64; 2])| -> Result<Plane> {
            let scene = scene.clone().with_plane(Some(name))?;
            Ok(Plane { name, scene, typical: Span { low, high } })
        };
        let levels = scene.typical_levels_of_planes()?;
        let planes = scene.plane_names().into_iter().zip(levels).map(plane).collect::<Result<_>>()?;
        Ok(State { port, description, planes, work: Work::new() })
    }
}
