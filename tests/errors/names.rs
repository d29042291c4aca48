//! Names, and tables of vectors and integers.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use perlane::{Distance, Error, Fade, Fractal, Gradients, Hash, Kind, Noise, Permutation, Returns};

#[test]
fn wrong_tables_are_named() {
    let text = |e: Error| e.to_string();
    assert_eq!(
        text(Gradients::custom::<[f64; 2]>(&[]).unwrap_err()),
        "gradients is a list of none; allowed: 1 to 256 vectors"
    );
    assert_eq!(
        text(Gradients::custom(&[[1.0]; 257]).unwrap_err()),
        "gradients is a list of more than 256; allowed: 1 to 256 vectors"
    );
    assert_eq!(
        text(Gradients::custom(&[[1.0; 5]]).unwrap_err()),
        "gradients is a vector of 5 components; allowed: 1 to 4 components"
    );
    let ragged = [vec![1.0, 2.0], vec![1.0]];
    assert_eq!(
        text(Gradients::custom(&ragged).unwrap_err()),
        "gradients[1] is a vector of 1 component; allowed: 2 components, like the first vector"
    );
    assert_eq!(
        text(Gradients::custom(&[vec![1.0], vec![]]).unwrap_err()),
        "gradients[1] is a vector of 0 components; allowed: 1 component, like the first vector"
    );
    assert_eq!(
        text(Gradients::custom(&[[1.0, f64::NAN]]).unwrap_err()),
        "gradients[0] is NaN; allowed: components that are 0 or from 1e-30 to 1e30 in size"
    );
    assert!(
        text(Gradients::from_name("hexagons").unwrap_err())
            .starts_with("gradients is hexagons; allowed: default, signs, directions16")
    );
    let other = |components: &[f64], dims| {
        let set = Gradients::custom(&[components.to_vec()]).unwrap();
        text(Noise::perlin(1).gradients(set).bounds(dims).unwrap_err())
    };
    assert!(other(&[1.0, 0.0], 1).ends_with(", or vectors of 1 component"));
    assert!(other(&[1.0], 2).ends_with(", or vectors of 2 components"));
    let mut table: Vec<u8> = (0..=255).collect();
    table[9] = 4;
    assert_eq!(
        text(Permutation::table(&table).unwrap_err()),
        "permutation[9] is 4, which already stands at [4] (9 is missing); allowed: 256 integers, each of 0 to 255 exactly once"
    );
    assert_eq!(
        text(Permutation::table(&table[1..]).unwrap_err()),
        "permutation is 255 integers; allowed: 256 integers, each of 0 to 255 exactly once"
    );
}

/// Each name leads to its value and back, and no two values share one.
#[test]
fn each_name_leads_to_its_value_and_back() {
    fn check<T: Clone + PartialEq + Debug + Display + FromStr<Err = Error>>(all: &[T], names: &[&str]) {
        assert_eq!(all.iter().map(T::to_string).collect::<Vec<_>>(), names);
        for (value, name) in all.iter().zip(names) {
            assert_eq!(name.parse::<T>().as_ref(), Ok(value), "{name}");
        }
    }
    check(Kind::ALL, Kind::NAMES);
    check(Fade::ALL, Fade::NAMES);
    check(Fractal::ALL, Fractal::NAMES);
    check(Gradients::ALL, Gradients::NAMES);
    for set in Gradients::ALL {
        let exists = |dims| Noise::perlin(1).gradients(set.clone()).bounds(dims).is_ok();
        assert!((1..=4).any(exists), "{set} exists in no dimensions");
    }
    for name in Hash::NAMES {
        assert_eq!(Hash::from_name(name).unwrap().name(), *name);
    }
    for name in Permutation::NAMES {
        assert_eq!(Permutation::from_name(name).unwrap().name(), *name);
    }
    assert_eq!(Gradients::custom(&[[1.0]]).unwrap().name(), "custom");
    assert_eq!(Kind::from_name("white"), Ok(Kind::Cell));
    assert_eq!(Fade::from_name("smootherstep"), Ok(Fade::Quintic));
}

/// A name of another library, and one in another spelling, are told what was meant.
#[test]
fn unknown_names_are_told_what_was_meant() {
    fn message<T: Debug>(found: Result<T, Error>) -> String {
        found.unwrap_err().to_string()
    }
    assert_eq!(
        message(Kind::from_name("OpenSimplex2")),
        "kind is OpenSimplex2; allowed: perlin, value, cell, cellular (did you mean perlin? there is no simplex noise; \
         Perlin noise is the nearest to it)"
    );
    for worley in ["worley", "voronoi", "cellular"] {
        assert_eq!(Kind::from_name(worley), Ok(Kind::Cellular));
    }
    assert_eq!(Kind::from_name("cell-value-noise"), Ok(Kind::Cell));
    for other in ["CellularDistance", "cell-value", "CellValue", "CellDistance"] {
        assert!(message(Kind::from_name(other)).contains("did you mean cellular"), "{other}");
    }
    assert!(message(Distance::from_name("max-axis")).contains("did you mean chebyshev?"));
    assert!(message(Returns::from_name("distance2-add")).contains("f1, f2, f2-f1, value"));
    assert_eq!(message(Fade::from_name("sine")), "fade is sine; allowed: linear, cubic, quintic");
    assert!(message(Gradients::from_name("knight_moves")).ends_with("(did you mean knight-moves?)"));
    assert!(message(Fractal::from_name("Ridged")).ends_with("(did you mean ridged?)"));
    assert_eq!(Fractal::from_name("ridged-multifractal"), Ok(Fractal::RidgedMulti));
    assert!(message(Fractal::from_name("PingPong")).ends_with("(did you mean ping-pong?)"));
    assert!(message(Fractal::from_name("basic-multi")).contains("did you mean hybrid-multi?"));
    assert!(
        message(Fractal::from_name("DomainWarpProgressive")).contains("did you mean the parameter warp?")
    );
    assert!(message(Gradients::from_name("ValueGradient")).ends_with("(did you mean value-gradient?)"));
    // Three letters are the beginning of a name, and one letter in three may be wrong.
    assert!(message(Fractal::from_name("rid")).ends_with("(did you mean ridged?)"));
    assert!(!message(Fractal::from_name("ri")).contains("did you mean"));
    assert!(message(Fractal::from_name("fmb")).ends_with("(did you mean fbm?)"));
    assert!(message(Fractal::from_name("bilow")).ends_with("(did you mean billow?)"));
    assert!(
        message(Fractal::from_name("bilo")).ends_with(
            "allowed: none, fbm, billow, ridged, turbulence, ping-pong, ridged-multi, hybrid-multi"
        )
    );
    assert!(message(Permutation::from_name("")).starts_with("permutation is \"\"; allowed: perlin, seeded"));
}

/// Nobody would see a blank name without quotes.
#[test]
fn blank_names_are_quoted_and_short() {
    let message = |name: &str| name.parse::<Kind>().unwrap_err().to_string();
    assert!(message("").starts_with("kind is \"\"; allowed: "), "{}", message(""));
    assert!(message(" ").starts_with("kind is \" \"; allowed: "), "{}", message(" "));
    assert!(message("\t").starts_with("kind is \"\\t\"; allowed: "), "{}", message("\t"));
    let long = message(&" ".repeat(1000));
    assert!(long.starts_with(&format!("kind is \"{}…\"; allowed: ", " ".repeat(200))), "{long}");
}
