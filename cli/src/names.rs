//! Names of the library's choices, as options and recipes write them.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use perlane::{Fade, Fractal, Kind};

/// A choice among a few values with names.
pub(crate) trait Named: Copy + Send + Sync + 'static {
    const ALL: &'static [Self];

    fn name(self) -> &'static str;

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.name() == name)
    }
}

/// Parses an option whose values are the names of `T`.
pub(crate) fn parser<T: Named>() -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(T::ALL.iter().map(|value| value.name()));
    names.try_map(|name| T::from_name(&name).ok_or("not a known name"))
}

impl Named for Kind {
    const ALL: &'static [Self] = &[Kind::Perlin, Kind::Value, Kind::Cell];

    fn name(self) -> &'static str {
        match self {
            Kind::Perlin => "perlin",
            Kind::Value => "value",
            Kind::Cell => "cell",
        }
    }
}

impl Named for Fade {
    const ALL: &'static [Self] = &[Fade::Linear, Fade::Cubic, Fade::Quintic];

    fn name(self) -> &'static str {
        match self {
            Fade::Linear => "linear",
            Fade::Cubic => "cubic",
            Fade::Quintic => "quintic",
        }
    }
}

impl Named for Fractal {
    const ALL: &'static [Self] =
        &[Fractal::None, Fractal::Fbm, Fractal::Billow, Fractal::Ridged, Fractal::Turbulence];

    fn name(self) -> &'static str {
        match self {
            Fractal::None => "none",
            Fractal::Fbm => "fbm",
            Fractal::Billow => "billow",
            Fractal::Ridged => "ridged",
            Fractal::Turbulence => "turbulence",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_those_of_recipes<T: Named + serde::Serialize>() {
        for value in T::ALL {
            assert_eq!(serde_json::to_value(value).unwrap(), value.name());
        }
    }

    #[test]
    fn names_are_those_of_recipes() {
        are_those_of_recipes::<Kind>();
        are_those_of_recipes::<Fade>();
        are_those_of_recipes::<Fractal>();
    }
}
