//! The Rust of `docs/tutorials.md` compiles, samples, and stands there as it stands here; commands ask for the same noise.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may panic")]

mod figures;
mod page;

use page::{asked, command, row_of};
use perlane::{Gradients, Grid, Layers, Noise, Permutation};
use perlane_gallery::tutorials::{self, textbook};

/// The expression, if the page has it. If it is a noise or layers, the command of its row asks for the same.
macro_rules! on_page {
    ($($expression:tt)*) => { checked(($($expression)*, stringify!($($expression)*))) };
}

fn checked<T: Clone + Into<Layers>>((noise, rust): (T, &'static str)) -> T {
    let command = command(row_of(rust));
    if let Some((layers, _)) = asked(command) {
        assert_eq!(layers, noise.clone().into(), "{rust}: {command}");
    }
    noise
}

/// Whether samples differ: those of Perlin noise at its lattice's corners are all 0.
fn varies(samples: &[f32]) -> bool {
    samples.iter().any(|sample| *sample != samples[0])
}

#[test]
fn curves() -> perlane::Result<()> {
    let table = checked(tutorials::table());
    let wave = on_page!(Noise::value(1).frequency(0.25).scale(3.0).bias(4.0));
    let grid = Grid::new([1000]).spacing([0.02]).origin([10.0]);
    let row = row_of("Grid::new([1000]).spacing([0.02]).origin([10.0])");
    assert_eq!(asked(command(row)), Some((wave.clone().into(), grid.into())));
    for line in [Layers::from(table), tutorials::octaves().noise, wave.into(), tutorials::waves().noise] {
        assert!(varies(&line.generate(&grid)?), "{line:?}");
    }
    Ok(())
}

#[test]
fn planes() -> perlane::Result<()> {
    let values: Vec<u8> = (0..=255).rev().collect();
    for plane in [
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
        on_page!(Noise::value(1).frequency(0.02)),
        on_page!(Noise::perlin(1).frequency(0.01).turbulence(6)),
        on_page!(Noise::perlin(1).frequency(0.01).ridged_multi(8).gain(0.5).level(1.0).feedback(2.0)),
        checked(tutorials::hybrid()),
    ] {
        assert!(varies(&plane.generate(&Grid::new([50, 50]))?), "{plane:?}");
    }
    Ok(())
}

#[test]
fn spaces() -> perlane::Result<()> {
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
    ] {
        assert!(varies(&space.generate(&Grid::new([4, 8, 8]))?), "{space:?}");
    }
    Ok(())
}

/// The README has the numbers of the page.
#[test]
fn the_hybrid_of_the_readme() {
    let readme = include_str!("../../../README.md");
    let options = readme.split('`').find(|span| span.starts_with("--fractal hybrid-multi")).unwrap();
    let command = format!("perlane generate --size 500x500 --seed 1 --octaves 8 --frequency 0.01 {options}");
    assert_eq!(asked(&command).unwrap().0, tutorials::hybrid().0.into(), "{options}");
}

/// A new row needs a test here, and another number.
#[test]
fn no_row_is_left_out() {
    assert_eq!(page::rows().count(), 22);
}
