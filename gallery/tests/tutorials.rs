//! The Rust of `docs/tutorials.md` compiles, samples, and stands there as it stands here.

use perlane::{Fade, Gradients, Grid, Kind, Layers, Noise, Permutation};

const PAGE: &str = include_str!("../../docs/tutorials.md");

/// The expression, if the page has it.
macro_rules! on_page {
    ($($expression:tt)*) => {{
        let text = format!("`{}`", stringify!($($expression)*));
        assert!(bare(PAGE).contains(&bare(&text)), "docs/tutorials.md has no {text}");
        $($expression)*
    }};
}

/// Without spaces, the table's escapes of `|`, and the braces that formatting adds to closures.
fn bare(text: &str) -> String {
    text.replace("\\|", "|").replace(|c: char| c.is_whitespace() || "{}".contains(c), "")
}

fn textbook() -> Noise {
    Noise::perlin(0).permutation(Permutation::PERLIN).normalize(false)
}

/// Whether samples differ: those of Perlin noise at its lattice's corners are all 0.
fn varies(samples: &[f32]) -> bool {
    samples.iter().any(|sample| *sample != samples[0])
}

#[test]
fn recipes() -> perlane::Result<()> {
    let values: Vec<u8> = (0..=255).rev().collect();
    let table = on_page!(textbook().kind(Kind::Value).period([255]).scale(127.5).bias(127.5));
    let octaves = on_page!((0..8).fold(Layers::new(), |sum, o| {
        sum.add(1.0 / f64::from(1 << o), table.clone().frequency(f64::from(1 << o)))
    }));
    let wave = on_page!(Noise::value(1).frequency(0.25).scale(3.0).bias(4.0));
    let waves = on_page!(
        Layers::new()
            .add(3.0, Noise::value(1).frequency(0.25))
            .add(1.0, Noise::value(2).offset([5.0]))
            .add(0.35, Noise::value(3).frequency(4.0))
    );
    for line in [Layers::from(table), octaves, wave.into(), waves] {
        let samples = line.generate(&on_page!(Grid::new([1000]).spacing([0.02]).origin([10.0])))?;
        assert!(varies(&samples), "{line:?}");
    }
    for plane in [
        on_page!(textbook().gradients(Gradients::Diagonals).frequency(0.01)),
        on_page!(textbook().gradients(Gradients::Diagonals).frequency(0.005).fbm(6)),
        on_page!(
            textbook().permutation(Permutation::table(&values)?).gradients(Gradients::Axes).frequency(0.01)
        ),
        on_page!(
            textbook()
                .permutation(Permutation::table(&values)?)
                .gradients(Gradients::Axes)
                .frequency(0.01)
                .fbm(4)
        ),
        on_page!(textbook().gradients(Gradients::KnightMoves).frequency(0.01)),
        on_page!(Noise::perlin(1).fade(Fade::Cubic).frequency(0.01)),
        on_page!(Noise::cell(1)),
        on_page!(Noise::value(1).frequency(0.02)),
        on_page!(Noise::perlin(1).frequency(0.01).turbulence(6)),
        on_page!(Noise::perlin(1).frequency(0.01).ridged_multi(8).gain(0.5).level(1.0).feedback(2.0)),
        on_page!(Noise::perlin(1).frequency(0.01).hybrid_multi(8).gain(0.84).level(0.7).feedback(1.0)),
        on_page!(Noise::perlin(1).frequency(1.0 / 64.0).period([8, 8]).fbm(6)),
    ] {
        assert!(varies(&plane.generate(&Grid::new([50, 50]))?), "{plane:?}");
    }
    let masked = [[1.0, 1.0, 0.0]; 16];
    for space in [
        on_page!(textbook().gradients(Gradients::Edges).frequency(1.0 / 32.0)),
        on_page!(textbook().gradients(Gradients::Edges).frequency(1.0 / 32.0).period([7, 7, 7])),
        on_page!(
            textbook()
                .gradients(Gradients::Edges)
                .frequency(1.0 / 50.0)
                .fbm(5)
                .gain(0.6)
                .scale(0.5 / 2.3056)
                .bias(0.5)
        ),
        on_page!(textbook().gradients(Gradients::custom(&masked)?).frequency(1.0 / 32.0)),
        on_page!(Noise::perlin(1).frequency(1.0 / 64.0).period([4, 0, 0])),
    ] {
        assert!(varies(&space.generate(&Grid::new([4, 8, 8]))?), "{space:?}");
    }
    on_page!(Grid::new([64, 256, 256]).spacing([4.0, 1.0, 1.0])).validate()
}
