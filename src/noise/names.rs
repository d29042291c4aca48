//! All names in one place: kinds, distances, fades, fractals, gradient sets, quantities, hashes and permutations. Recipes, the command line
//! and Python read and write names through it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, Result, listed};
use crate::noise::choices::{Distance, Fade, Fractal, Hash, Kind, Returns};
use crate::noise::gradients::Gradients;
use crate::noise::permutation::Permutation;
use crate::noise::spelling::{nearest, plain};
use crate::quantity::Quantity;

/// Names of other libraries for something that this one does not have, and the hint to show.
struct Elsewhere {
    names: &'static [&'static str],
    hint: &'static str,
}

/// A value's name, and other libraries' names for the same thing.
struct Entry {
    name: &'static str,
    aliases: &'static [&'static str],
}

/// Gives a type that has `name` and `from_name` also `Display` and `FromStr`.
macro_rules! by_name {
    ($type:ident) => {
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl core::str::FromStr for $type {
            type Err = Error;

            fn from_str(name: &str) -> Result<Self> {
                Self::from_name(name)
            }
        }
    };
}

/// Gives a type `ALL`, `NAMES`, `name`, `from_name`, `Display` and `FromStr`. Values that have no name of their own, such as a user's
/// vectors, are listed as `unnamed`. The match in `name` is exhaustive, so that a new variant without a name does not compile.
macro_rules! named {
    (
        $type:ident, $parameter:literal;
        named { $($value:ident = $name:literal $(also $($alias:literal)+)?;)+ }
        unnamed { $($other:pat = $called:literal;)? }
        elsewhere { $($($theirs:literal)+ => $hint:literal;)* }
    ) => {
        impl $type {
            /// All values that have a name of their own.
            pub const ALL: &'static [$type] = &[$($type::$value),+];

            /// The names of [`ALL`](Self::ALL), in the same order.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// Other names that [`from_name`](Self::from_name) takes.
            #[doc(hidden)]
            pub const ALIASES: &'static [&'static str] = &[$($($($alias,)+)?)+];

            /// The name in recipes, on the command line and in Python.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $($type::$value => $name,)+
                    $($other => $called,)?
                }
            }

            /// The value with this name. These names are accepted, with some that other libraries have for the same thing:
            #[doc = concat!($("\n- `", $name, "`" $(, ", also" $(, " `", $alias, "`")+)?,)+ "\n")]
            ///
            /// # Errors
            /// Any other name. The message lists the allowed names; for a name of another library, or a misspelt one, it says what is nearest.
            pub fn from_name(name: &str) -> Result<Self> {
                const TABLE: &[Entry] = &[$(Entry { name: $name, aliases: &[$($($alias),+)?] }),+];
                const ELSEWHERE: &[Elsewhere] = &[$(Elsewhere { names: &[$($theirs),+], hint: $hint }),*];
                find($parameter, name, TABLE, ELSEWHERE).map(|number| Self::ALL[number].clone())
            }
        }

        by_name!($type);
    };
}

named! {
    Kind, "kind";
    named {
        Perlin = "perlin" also "perlin-noise" "gradient" "gradient-noise";
        Value = "value" also "value-noise";
        Cell = "cell" also "cell-value-noise" "white" "white-noise";
        Cellular = "cellular" also "worley" "voronoi";
    }
    unnamed {}
    elsewhere {
        "simplex" "opensimplex" "opensimplex2" "opensimplex2s" "supersimplex" =>
            "did you mean perlin? there is no simplex noise; Perlin noise is the nearest to it";
        "cell-value" =>
            "did you mean cellular, with value for its parameter returns: cells around scattered points? the cells of cell are square";
        "cell-distance" "cellular-value" "cellular-distance" =>
            "did you mean cellular? its parameter returns chooses a distance or the nearest point's value";
        "value-cubic" "cubic" =>
            "did you mean value? there is no interpolation of four values; value noise is the nearest to it";
    }
}

named! {
    Distance, "distance";
    named {
        Euclidean = "euclidean";
        Squared = "squared" also "euclidean-squared" "euclidean-sq";
        Manhattan = "manhattan" also "taxicab";
        Chebyshev = "chebyshev" also "chessboard";
    }
    unnamed {}
    elsewhere {
        "max-axis" "maximum" => "did you mean chebyshev?";
        "hybrid" "minkowski" => "there is nothing like it";
    }
}

named! {
    Returns, "returns";
    named {
        F1 = "f1" also "distance";
        F2 = "f2" also "distance2";
        Difference = "f2-f1" also "distance2-sub";
        Value = "value" also "cell-value";
    }
    unnamed {}
    elsewhere {
        "f3" "f4" "distance2-add" "distance2-mul" "distance2-div" =>
            "there is nothing like it; layers of f1 and f2 have the same seed's points";
    }
}

named! {
    Fade, "fade";
    named {
        Linear = "linear" also "lerp";
        Cubic = "cubic" also "hermite" "smoothstep";
        Quintic = "quintic" also "smootherstep";
    }
    unnamed {}
    elsewhere {
        "cosine" "cos" => "did you mean cubic? there is no cosine; the cubic fade is the nearest to it";
        "none" "nearest" => "values always fade; cell noise has no fade";
    }
}

named! {
    Fractal, "fractal";
    named {
        None = "none";
        Fbm = "fbm" also "fractal-brownian-motion";
        Billow = "billow";
        Ridged = "ridged";
        Turbulence = "turbulence";
        PingPong = "ping-pong";
        RidgedMulti = "ridged-multi" also "ridged-multifractal";
        HybridMulti = "hybrid-multi" also "hybrid-multifractal";
    }
    unnamed {}
    elsewhere {
        "ridge" => "did you mean ridged? its octaves do not depend on each other; those of ridged-multi do";
        "multifractal" "basic-multi" "hetero-terrain" "heterogeneous" =>
            "did you mean hybrid-multi? it is the nearest of the multifractals that there are: hybrid-multi, ridged-multi";
        "domain-warp" "domain-warp-progressive" "domain-warp-independent" =>
            "did you mean the parameter warp? it moves the samples of a noise, whatever its fractal";
    }
}

named! {
    Gradients, "gradients";
    named {
        Default = "default";
        Signs = "signs";
        Directions16 = "directions16";
        Directions8 = "directions8";
        Diagonals = "diagonals";
        Axes = "axes";
        KnightMoves = "knight-moves";
        ValueGradient = "value-gradient";
        Edges = "edges";
    }
    unnamed { Gradients::Custom(_) = "custom"; }
    elsewhere {}
}

named! {
    Quantity, "quantity";
    named {
        Value = "value";
        Gradient = "gradient" also "derivative" "derivatives";
        Normal = "normal" also "normals" "normal-map";
        Slope = "slope" also "steepness";
        Hillshade = "hillshade" also "shaded-relief";
        Curl = "curl" also "flow";
    }
    unnamed {}
    elsewhere {
        "aspect" => "gradient has both derivatives, whose arctangent is the aspect";
        "curvature" "laplacian" => "there are no second derivatives";
    }
}

impl Permutation {
    /// The names that [`from_name`](Self::from_name) takes.
    pub const NAMES: &'static [&'static str] = &["perlin", "seeded"];

    /// The name in recipes, on the command line and in Python; `custom` for a user's table.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.as_table() {
            Some(_) => "custom",
            None if *self == Permutation::SEEDED => "seeded",
            None => "perlin",
        }
    }

    /// The permutation of that name: `perlin` or `seeded`.
    ///
    /// # Errors
    /// Any other name.
    pub fn from_name(name: &str) -> Result<Self> {
        match name {
            "perlin" => Ok(Permutation::PERLIN),
            "seeded" => Ok(Permutation::SEEDED),
            _ => {
                let hint = in_parentheses(nearest(name, Self::NAMES));
                Err(Error::parameter("permutation", name, format!("perlin, seeded, or 256 integers{hint}")))
            }
        }
    }
}

by_name!(Permutation);
by_name!(Hash);

impl Hash {
    /// The names that [`from_name`](Self::from_name) takes.
    pub const NAMES: &'static [&'static str] = &["mix", "permutation"];

    /// The name in recipes, on the command line and in Python. It is that of the hash alone:
    /// [`from_name`](Self::from_name) makes Ken Perlin's table of it, whatever table the hash had.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Hash::Mix => "mix",
            Hash::Permutation(_) => "permutation",
        }
    }

    /// The hash of that name: `mix`, or `permutation` with Ken Perlin's table.
    ///
    /// # Errors
    /// Any other name.
    pub fn from_name(name: &str) -> Result<Self> {
        match name {
            "mix" => Ok(Hash::Mix),
            "permutation" => Ok(Hash::Permutation(Permutation::PERLIN)),
            _ => {
                let hint = in_parentheses(nearest(name, Self::NAMES));
                Err(Error::parameter("hash", name, format!("mix, permutation{hint}")))
            }
        }
    }
}

/// The index of the entry that has this name. The error lists the allowed names.
fn find(parameter: &'static str, given: &str, table: &[Entry], elsewhere: &[Elsewhere]) -> Result<usize> {
    let found = table.iter().position(|entry| entry.name == given || entry.aliases.contains(&given));
    if let Some(number) = found {
        return Ok(number);
    }
    let names: Vec<&str> = table.iter().map(|entry| entry.name).collect();
    let hint = in_parentheses(hint(given, table, elsewhere).or_else(|| nearest(given, &names)));
    let names = listed(&mut names.into_iter(), ", ");
    Err(Error::parameter(parameter, given, format!("{names}{hint}")))
}

fn in_parentheses(hint: Option<String>) -> String {
    hint.map(|hint| format!(" ({hint})")).unwrap_or_default()
}

/// The hint for a name of another library, or for one of this library's in another spelling.
fn hint(given: &str, table: &[Entry], elsewhere: &[Elsewhere]) -> Option<String> {
    let same = |name: &&str| plain(name).eq(plain(given));
    let own = table.iter().find(|entry| same(&entry.name) || entry.aliases.iter().any(same));
    if let Some(Entry { name, .. }) = own {
        return Some(format!("did you mean {name}?"));
    }
    elsewhere.iter().find(|other| other.names.iter().any(same)).map(|other| other.hint.into())
}
