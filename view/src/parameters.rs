//! The parameters of noises and of what is sampled of them, as pages show them. The help is that of the command line's options; a test
//! compares the two.
//!
//! A new parameter is an entry here: a page then has its control, and the recipes that it sends have its key.

use perlane::{Distance, Fade, Fractal, Gradients, Hash, Kind, Permutation, Quantity, Returns};
use serde::Serialize;

/// A parameter of a noise, or of what is sampled.
#[derive(Debug, Clone, Serialize)]
pub struct Parameter {
    /// The keys that lead to its value, in the table of the noise or in the table `field` of a recipe.
    pub path: &'static [&'static str],
    /// Its name for people.
    pub label: &'static str,
    /// The command line's option.
    pub option: &'static str,
    /// What it means: the option's help.
    pub help: &'static str,
    /// The heading under which it stands.
    pub group: &'static str,
    /// How it is set.
    pub control: Control,
    /// The parameter has a meaning only if all of these hold.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub when: &'static [When],
    /// Keys that exclude this one.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub excludes: &'static [&'static [&'static str]],
}

/// A condition on another parameter.
#[derive(Debug, Clone, Serialize)]
pub struct When {
    /// The keys that lead to the other parameter's value.
    pub path: &'static [&'static str],
    /// The values that it must have one of.
    pub is: &'static [&'static str],
}

/// How a parameter is set. The ends of sliders are not limits: the library decides what is allowed.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Control {
    /// One of these names. A recipe may have a table instead, which a page keeps.
    Choice {
        /// All names.
        names: &'static [&'static str],
    },
    /// An unsigned 64-bit integer; in JSON a string.
    Seed,
    /// A whole number.
    Integer {
        /// Ends of the slider.
        slider: [i64; 2],
        /// The value that it gets when it first has a meaning, because recipes must then state it.
        first: i64,
    },
    /// A number.
    Number {
        /// Ends of the slider.
        slider: [f64; 2],
        /// The distance of two values on the slider; 0 if they are spaced by ratios.
        step: f64,
        /// The value of noises that have the parameter and do not state it, where it is not 0 and the default noise does not have it.
        #[serde(skip_serializing_if = "Option::is_none")]
        unset: Option<f64>,
        /// The same parameter as its inverse, in samples, which is how people think of it.
        #[serde(skip_serializing_if = "Option::is_none")]
        inverse: Option<Inverse>,
    },
    /// A number for each axis; a missing one is 0.
    Axes {
        /// Whether the numbers are whole and not negative.
        whole: bool,
    },
    /// Three numbers, along x, y, z.
    Direction,
    /// Yes or no; `true` if it is missing.
    Flag {
        /// Whether the command line's option sets it to `false`.
        option_clears: bool,
    },
    /// Two numbers, or nothing.
    Span,
}

/// A parameter that is the inverse of another one, times the spacing of samples.
#[derive(Debug, Clone, Serialize)]
pub struct Inverse {
    /// Its name for people.
    pub label: &'static str,
    /// The command line's option.
    pub option: &'static str,
    /// The option's help.
    pub help: &'static str,
    /// Ends of the slider.
    pub slider: [f64; 2],
}

const LATTICE_KINDS: When = When { path: &["kind"], is: &["perlin", "value"] };
const CELLULAR: When = When { path: &["kind"], is: &["cellular"] };
const OF_CORNERS: When = When { path: &["kind"], is: &["perlin", "value", "cell"] };
const PERLIN: When = When { path: &["kind"], is: &["perlin"] };
/// All fractals but the first one, `none`.
const OF_FRACTALS: When = When { path: &["fractal", "kind"], is: Fractal::NAMES.split_at(1).1 };
const PING_PONG: When = When { path: &["fractal", "kind"], is: &["ping-pong"] };
const MULTIFRACTAL: When = When { path: &["fractal", "kind"], is: &["ridged-multi", "hybrid-multi"] };
const TILTED: When = When { path: &["quantity"], is: &["normal", "slope", "hillshade"] };
const LIT: When = When { path: &["quantity"], is: &["hillshade"] };
const PERMUTED: When = When { path: &["hash"], is: &["permutation"] };

const fn parameter(
    path: &'static [&'static str],
    [group, label, option]: [&'static str; 3],
    help: &'static str,
    control: Control,
) -> Parameter {
    Parameter { path, label, option, help, group, control, when: &[], excludes: &[] }
}

/// The parameters of a noise, in the order in which a page shows them.
pub const PARAMETERS: &[Parameter] = &[
    parameter(
        &["kind"],
        ["Noise", "Kind", "noise"],
        "Kind of noise [default: perlin]",
        Control::Choice { names: Kind::NAMES },
    ),
    parameter(
        &["seed"],
        ["Noise", "Seed", "seed"],
        "Seed, any unsigned 64-bit integer; with several layers: seed of the first; the other seeds shift by the same amount [default: 0]",
        Control::Seed,
    ),
    parameter(
        &["frequency"],
        ["Noise", "Frequency", "frequency"],
        "Lattice cells per world unit",
        Control::Number {
            slider: [1.0 / 4096.0, 1.0],
            step: 0.0,
            unset: None,
            inverse: Some(Inverse {
                label: "Cell size",
                option: "cell-size",
                help: "Samples per lattice cell along x; sets the frequency to 1 / (SAMPLES * |spacing along x|), which is rounded: a cell may have a sample more or less [default: 256]",
                slider: [1.0, 4096.0],
            }),
        },
    ),
    parameter(
        &["fractal", "kind"],
        ["Fractal", "Fractal", "fractal"],
        "How octaves are summed; none is a single octave [default: fbm]",
        Control::Choice { names: Fractal::NAMES },
    ),
    Parameter {
        when: &[OF_FRACTALS],
        ..parameter(
            &["fractal", "octaves"],
            ["Fractal", "Octaves", "octaves"],
            "Number of octaves, 1 to 32 [default: 6]",
            Control::Integer { slider: [1, 12], first: 6 },
        )
    },
    Parameter {
        when: &[OF_FRACTALS],
        ..parameter(
            &["fractal", "lacunarity"],
            ["Fractal", "Lacunarity", "lacunarity"],
            "Ratio of each octave's frequency to that of the octave before [default: 2]",
            Control::Number { slider: [1.0, 4.0], step: 0.01, unset: None, inverse: None },
        )
    },
    Parameter {
        when: &[OF_FRACTALS],
        ..parameter(
            &["fractal", "gain"],
            ["Fractal", "Gain", "gain"],
            "Ratio of each octave's amplitude to that of the octave before [default: 0.5]",
            Control::Number { slider: [0.0, 1.0], step: 0.01, unset: None, inverse: None },
        )
    },
    Parameter {
        when: &[PING_PONG],
        ..parameter(
            &["fractal", "strength"],
            ["Fractal", "Strength", "strength"],
            "How often ping-pong noise goes back and forth, 0 to 1000 [default: 2]",
            Control::Number { slider: [0.0, 8.0], step: 0.05, unset: Some(2.0), inverse: None },
        )
    },
    Parameter {
        when: &[MULTIFRACTAL],
        ..parameter(
            &["fractal", "level"],
            ["Fractal", "Level", "level"],
            "What octaves of ridged-multi and hybrid-multi are measured from (Musgrave's offset), 0 to 1000 [default: 1]",
            Control::Number { slider: [0.0, 2.0], step: 0.01, unset: Some(1.0), inverse: None },
        )
    },
    Parameter {
        when: &[MULTIFRACTAL],
        ..parameter(
            &["fractal", "feedback"],
            ["Fractal", "Feedback", "feedback"],
            "How much an octave of ridged-multi and hybrid-multi weights those after it (Musgrave's gain), 0 to 1000 [default: 2]",
            Control::Number { slider: [0.0, 4.0], step: 0.01, unset: Some(2.0), inverse: None },
        )
    },
    Parameter {
        when: &[PERLIN],
        ..parameter(
            &["gradients"],
            ["Lattice", "Gradients", "gradients"],
            "Gradient set of perlin noise",
            Control::Choice { names: Gradients::NAMES },
        )
    },
    Parameter {
        when: &[LATTICE_KINDS],
        ..parameter(
            &["fade"],
            ["Lattice", "Fade", "fade"],
            "Interpolation between lattice corners, of perlin and value noise [default: quintic]",
            Control::Choice { names: Fade::NAMES },
        )
    },
    Parameter {
        when: &[CELLULAR],
        ..parameter(
            &["distance"],
            ["Points", "Distance", "distance"],
            "How cellular noise measures the distance to a point [default: euclidean]",
            Control::Choice { names: Distance::NAMES },
        )
    },
    Parameter {
        when: &[CELLULAR],
        ..parameter(
            &["returns"],
            ["Points", "Returns", "returns"],
            "What cellular noise makes of the nearest points: their distances, each normalised by its own supremum, or the value of the nearest one's cell [default: f1]",
            Control::Choice { names: Returns::NAMES },
        )
    },
    Parameter {
        when: &[CELLULAR],
        ..parameter(
            &["jitter"],
            ["Points", "Jitter", "jitter"],
            "How far the points of cellular noise may be from the centres of their cells, 0 to 1 [default: 1]",
            Control::Number { slider: [0.0, 1.0], step: 0.01, unset: Some(1.0), inverse: None },
        )
    },
    Parameter {
        when: &[OF_CORNERS],
        ..parameter(
            &["hash"],
            ["Lattice", "Hash", "hash"],
            "How lattice corners get their random numbers: an arithmetic hash, or a permutation table [default: mix]",
            Control::Choice { names: Hash::NAMES },
        )
    },
    Parameter {
        when: &[OF_CORNERS, PERMUTED],
        ..parameter(
            &["permutation"],
            ["Lattice", "Permutation", "permutation"],
            "Permutation table: perlin, seeded, or a file of 256 integers; implies --hash permutation",
            Control::Choice { names: Permutation::NAMES },
        )
    },
    parameter(
        &["period"],
        ["Lattice", "Period", "period"],
        "Lattice cells after which the noise repeats along each axis; with 0 it does not repeat",
        Control::Axes { whole: true },
    ),
    parameter(
        &["warp", "amplitude"],
        ["Warp", "Warp amplitude", "warp"],
        "Domain warp by Perlin noise: the most that samples move along each axis, in world units; 0 is no warp [default: 0]",
        Control::Number { slider: [0.0, 512.0], step: 1.0, unset: None, inverse: None },
    ),
    parameter(
        &["warp", "frequency"],
        ["Warp", "Warp frequency", "warp-frequency"],
        "Lattice cells of the warp's noise per world unit [default: as many as the noise has]",
        Control::Number { slider: [1.0 / 4096.0, 1.0], step: 0.0, unset: None, inverse: None },
    ),
    parameter(
        &["warp", "octaves"],
        ["Warp", "Warp octaves", "warp-octaves"],
        "Number of octaves of the warp's noise, 1 to 32 [default: 1]",
        Control::Integer { slider: [1, 12], first: 1 },
    ),
    parameter(
        &["warp", "seed"],
        ["Warp", "Warp seed", "warp-seed"],
        "Seed of the warp's noise along x; those along y, z and w are the next ones [default: the noise's seed + 1]",
        Control::Seed,
    ),
    parameter(
        &["output", "normalize"],
        ["Output", "Normalize", "no-normalize"],
        "Do not normalise: output the plain sum of octaves",
        Control::Flag { option_clears: true },
    ),
    Parameter {
        excludes: &[&["output", "scale"], &["output", "bias"]],
        ..parameter(
            &["output", "range"],
            ["Output", "Range", "range"],
            "Scale and shift the noise so that its range, for most kinds -1..1, becomes this",
            Control::Span,
        )
    },
    Parameter {
        excludes: &[&["output", "range"]],
        ..parameter(
            &["output", "scale"],
            ["Output", "Scale", "scale"],
            "Multiply the noise by this [default: 1]",
            Control::Number { slider: [-2.0, 2.0], step: 0.01, unset: None, inverse: None },
        )
    },
    Parameter {
        excludes: &[&["output", "range"]],
        ..parameter(
            &["output", "bias"],
            ["Output", "Bias", "bias"],
            "Add this to the scaled noise [default: 0]",
            Control::Number { slider: [-1.0, 1.0], step: 0.01, unset: None, inverse: None },
        )
    },
];

/// The parameters of what is sampled, in the order in which a page shows them.
pub const FIELD: &[Parameter] = &[
    parameter(
        &["quantity"],
        ["Quantity", "Quantity", "quantity"],
        "What to sample; where it has several planes, they are the first axis: gradient has value, .., dy, dx; normal has x, y, z; curl has x, y[, z] [default: value]",
        Control::Choice { names: Quantity::NAMES },
    ),
    Parameter {
        when: &[TILTED],
        ..parameter(
            &["relief"],
            ["Quantity", "Surface relief", "relief"],
            "World units of height that a sample of 1 stands for, in normals, slopes and hillshade [default: 1]",
            Control::Number { slider: [1.0, 4096.0], step: 0.0, unset: None, inverse: None },
        )
    },
    Parameter {
        when: &[LIT],
        ..parameter(
            &["light"],
            ["Quantity", "Light direction", "light"],
            "Direction to the light of hillshade; z points out of the surface [default: -1,-1,2, which is top left in a picture; if the spacing along y is negative, top left is -1,1,2]",
            Control::Direction,
        )
    },
];

#[cfg(test)]
mod tests {
    use super::{Control, FIELD, PARAMETERS, Parameter};
    use std::collections::BTreeSet;

    use perlane::{FieldParameters, Noise, Quantity, Window};
    use serde_json::json;

    /// People and their screen readers know a control by its label alone.
    #[test]
    fn no_two_parameters_have_the_same_label() {
        let all = || PARAMETERS.iter().chain(FIELD);
        let labels: BTreeSet<&str> = all().map(|parameter| parameter.label).collect();
        assert_eq!(labels.len(), all().count(), "{labels:?}");
    }

    /// A page hides what changes no sample.
    #[test]
    fn parameters_of_quantities_are_shown_where_they_change_samples() {
        let window = Window::from_xyzw(&[8, 8]).unwrap();
        let noise = Noise::perlin(1).frequency(0.13);
        let samples = |field: FieldParameters| noise.field(field).generate(&window).unwrap();
        for &quantity in Quantity::ALL {
            let field = FieldParameters::from(quantity);
            let (mut relief, mut light) = (field, field);
            (relief.relief, light.light) = (3.0, [1.0, 2.0, 3.0]);
            for (option, changed) in [("relief", relief), ("light", light)] {
                let parameter = FIELD.iter().find(|parameter| parameter.option == option).unwrap();
                let shown = parameter.when.iter().all(|when| when.is.contains(&quantity.name()));
                assert_eq!(shown, samples(changed) != samples(field), "{option} of {quantity}");
            }
        }
    }

    /// A recipe without a fractal is one octave.
    #[test]
    fn parameters_of_fractals_are_shown_with_fractals() {
        let of_fractals = PARAMETERS.iter().filter(|p| p.path[0] == "fractal" && p.path[1] != "kind");
        for Parameter { when, option, .. } in of_fractals {
            let of_kinds = when.iter().find(|when| when.path == ["fractal", "kind"]);
            assert!(of_kinds.is_some_and(|kinds| !kinds.is.contains(&"none")), "{option}");
        }
    }

    /// A page takes out of a recipe what excludes a parameter that somebody sets, and nothing else.
    #[test]
    fn excluded_keys_are_those_that_recipes_refuse() {
        let output = || PARAMETERS.iter().filter(|parameter| parameter.path[0] == "output");
        for one in output() {
            for other in output().filter(|other| other.path != one.path) {
                let mut recipe = json!({ "output": {} });
                for parameter in [one, other] {
                    recipe["output"][parameter.path[1]] = match parameter.control {
                        Control::Flag { .. } => json!(false),
                        Control::Span => json!([0.0, 9.0]),
                        _ => json!(0.5),
                    };
                }
                let refused = serde_json::from_value::<Noise>(recipe).is_err();
                let excluded = one.excludes.contains(&other.path);
                assert_eq!(excluded, refused, "{} with {}", one.option, other.option);
            }
        }
    }

    /// A slider of ratios starts above 0.
    #[test]
    fn sliders_go_from_less_to_more() {
        for Parameter { option, control, .. } in PARAMETERS.iter().chain(FIELD) {
            let (first, last, by_ratios) = match control {
                Control::Integer { slider: [first, last], .. } => (*first as f64, *last as f64, false),
                Control::Number { slider: [first, last], step, .. } => (*first, *last, *step == 0.0),
                _ => continue,
            };
            assert!(first < last && (first > 0.0 || !by_ratios), "{option}: {first}..{last}");
        }
    }
}
