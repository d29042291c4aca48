//! Colour maps of pictures: a colour for each of 256 levels.

use colorous::Gradient;
use perlane::Error;

/// A name, and red, green and blue for each level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colormap {
    name: String,
    colors: Vec<[u8; 3]>,
}

/// The colour maps that `colorous` computes.
const GRADIENTS: [(&str, Gradient); 8] = [
    ("viridis", colorous::VIRIDIS),
    ("cividis", colorous::CIVIDIS),
    ("magma", colorous::MAGMA),
    ("inferno", colorous::INFERNO),
    ("plasma", colorous::PLASMA),
    ("turbo", colorous::TURBO),
    ("spectral", colorous::SPECTRAL),
    ("blues", colorous::BLUES),
];

const TERRAIN_NAME: &str = "terrain";

/// Heights in the colours of maps, by level: sea, shore, lowland, upland, rock, snow. Levels between two entries mix them.
const TERRAIN: [(u8, [u8; 3]); 9] = [
    (0, [18, 42, 88]),
    (90, [38, 94, 148]),
    (122, [112, 172, 196]),
    (127, [222, 208, 160]),
    (134, [128, 164, 88]),
    (158, [72, 122, 66]),
    (184, [122, 108, 82]),
    (206, [158, 150, 142]),
    (255, [255, 255, 255]),
];

impl Colormap {
    /// The name of the grey map, whose pictures need no colours. It is not among [`names`](Self::names).
    pub const GREY: &str = "grey";

    /// The names of all colour maps that have colours.
    pub fn names() -> impl Iterator<Item = &'static str> {
        std::iter::once(TERRAIN_NAME).chain(GRADIENTS.into_iter().map(|(name, _)| name))
    }

    /// The names that [`from_name`](Self::from_name) takes.
    pub fn all_names() -> impl Iterator<Item = &'static str> {
        std::iter::once(Self::GREY).chain(Self::names())
    }

    /// The colour map of that name.
    ///
    /// # Errors
    /// Any other name.
    pub fn from_name(name: &str) -> perlane::Result<Self> {
        let gradient = GRADIENTS.iter().find(|(known, _)| *known == name);
        let colors = match gradient {
            Some((_, gradient)) => {
                of_levels(&|level| gradient.eval_rational(usize::from(level), 256).into_array())
            }
            None if name == TERRAIN_NAME => of_levels(&terrain),
            None if name == Self::GREY => of_levels(&|level| [level; 3]),
            None => {
                let names: Vec<&str> = Self::all_names().collect();
                let allowed = names.join(", ").into();
                return Err(Error::Parameter { name: "colormap".into(), value: name.to_owned(), allowed });
            }
        };
        Ok(Colormap { name: name.to_owned(), colors })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Red, green and blue of a level.
    #[inline]
    pub fn color(&self, level: u8) -> [u8; 3] {
        self.colors[usize::from(level)]
    }
}

/// The colours of all levels.
fn of_levels(color: &dyn Fn(u8) -> [u8; 3]) -> Vec<[u8; 3]> {
    (0..=255).map(color).collect()
}

/// Mixes the two nearest entries of [`TERRAIN`].
fn terrain(level: u8) -> [u8; 3] {
    let next = TERRAIN.iter().position(|(at, _)| *at > level).unwrap_or(TERRAIN.len() - 1);
    let ((low, from), (high, to)) = (TERRAIN[next - 1], TERRAIN[next]);
    let share = f64::from(level - low) / f64::from(high - low);
    std::array::from_fn(|c| {
        (f64::from(from[c]) + share * (f64::from(to[c]) - f64::from(from[c]))).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colormaps_start_and_end_where_they_should() {
        let map = Colormap::from_name("terrain").unwrap();
        assert_eq!((map.color(0), map.color(127), map.color(255)), ([18, 42, 88], [222, 208, 160], [255; 3]));
        let map = Colormap::from_name("viridis").unwrap();
        assert_eq!((map.color(0), map.color(255)), ([68, 1, 84], [253, 231, 37]));
        let map = Colormap::from_name("grey").unwrap();
        assert_eq!((map.color(0), map.color(100), map.color(255)), ([0; 3], [100; 3], [255; 3]));
        let error = Colormap::from_name("rainbow").unwrap_err().to_string();
        assert!(error.contains("colormap is rainbow; allowed: grey, terrain, viridis"), "{error}");
    }
}
