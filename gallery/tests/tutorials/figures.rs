//! The figures that `docs/tutorials.md` links show what their rows say.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use perlane::{Grid, Sample, Window};
use perlane_gallery::tutorials::{self, Figure};

use crate::page::{self, bare, linked, rows};

/// Every link of the table is to a figure whose recipe is that of its row, in Rust and as a command.
#[test]
fn rows_have_the_recipes_of_their_figures() {
    let figures = [
        compare(&tutorials::grey()),
        compare(&tutorials::grey_fbm()),
        compare(&tutorials::octaves()),
        compare(&tutorials::waves()),
        compare(&tutorials::layers()),
        compare(&tutorials::fades()),
        compare(&tutorials::white()),
        compare(&tutorials::tile()),
        compare(&tutorials::animation()),
    ];
    assert_eq!(BTreeSet::from(figures), rows().flat_map(linked).collect());
}

/// The row that links a picture.
fn row_with(name: &str) -> &'static str {
    let row = rows().find(|row| linked(row).any(|picture| picture == name));
    row.unwrap_or_else(|| panic!("docs/tutorials.md has no row with {name}"))
}

/// Some rows have numbers of the recipe in words, too.
#[test]
fn rows_describe_their_figures() {
    let (grey, fbm) = (tutorials::grey(), tutorials::grey_fbm());
    let [height, width] = grey.grid.shape;
    says("grey", &format!("{width} × {height} grey levels at frequency {}", grey.noise.frequency));
    says("grey-fbm", &format!("{} octaves", fbm.noise.octaves));
    let tile = tutorials::tile();
    says("tiling", &format!("{} samples, {} cells", tile.grid.shape[1], tile.noise.period.x));
    says("animation", &format!("{} frames", tutorials::animation().grid.shape[0]));
}

fn says(name: &str, words: &str) {
    assert!(row_with(name).contains(words), "{name}: its row does not say {words}");
}

/// Compares a figure with its row, and returns its name.
fn compare<T: Sample, const D: usize>(figure: &Figure<T, D>) -> &'static str
where
    Grid<D>: Into<Window>,
{
    let name = figure.picture;
    let row = row_with(name);
    for rust in &figure.rust {
        assert!(bare(row).contains(&bare(&format!("`{rust}`"))), "{name}: its row has no `{rust}`");
    }
    let command = page::command(row);
    let (layers, window) = page::asked(command).unwrap();
    // The recipe of the curves has the first two octaves, and says how others follow.
    let shown = if name == "curves" { &figure.noise.noises()[..2] } else { figure.noise.noises() };
    assert_eq!(layers.as_slice(), shown, "{name}: {command}");
    assert_eq!(window, figure.grid.into(), "{name}: {command}");
    compare_levels(command, figure.levels);
    name
}

/// A command that draws a picture has the figure's levels.
fn compare_levels(command: &str, (low, high): (f64, f64)) {
    if command.contains(".png") {
        let levels = format!("{low}..{high}");
        assert!(page::options(command).contains(&("--levels", &levels)), "{command}: not {levels}");
    }
}

/// The pictures have the samples of the recipes. (Plots are drawn from the recipes too, but their samples cannot be read from them.)
#[test]
fn figures_show_the_samples_of_their_recipes() {
    // Panels begin 8 pixels from the edge and from each other.
    shows(&tutorials::grey(), &[(0, 0)], 0);
    shows(&tutorials::grey_fbm(), &[(0, 0)], 0);
    shows(&tutorials::white(), &[(0, 8)], 8);
    shows(&tutorials::fades(), &[(0, 8 + 192 + 8)], 8);
    shows(&tutorials::tile(), &[(0, 8), (0, 8 + 192 + 8), (0, 8 + 192 + 8 + 192)], 8);
    shows(&tutorials::layers(), &[(0, 8 + 3 * (180 + 8))], 8);
    let frames: Vec<_> = (0..8).map(|i| (8 * i, 8 + i * (112 + 8))).collect();
    shows(&tutorials::animation(), &frames, 8);
}

/// Compares a picture with the grey levels of samples. A panel has the frame with this number, from this column on.
fn shows<T: Sample, const D: usize>(figure: &Figure<T, D>, panels: &[(usize, usize)], top: usize) {
    let (width, height) = (figure.grid.shape[D - 1], figure.grid.shape[D - 2]);
    let samples = figure.noise.generate(&figure.grid).unwrap();
    let (low, high) = figure.levels;
    let level = |&v: &f32| ((f64::from(v) - low) * (255.0 / (high - low))).clamp(0.0, 255.0).round() as u8;
    let (pixels, across) = drawn(figure.picture);
    for &(frame, left) in panels {
        let rows = samples.chunks_exact(width).skip(frame * height).take(height);
        for (y, row) in rows.enumerate() {
            let at = (top + y) * across + left;
            let levels: Vec<u8> = row.iter().map(level).collect();
            assert!(levels == pixels[at..at + width], "{}: frame {frame}, row {y}", figure.picture);
        }
    }
}

/// The pixels of a grey picture of the manual, and how many a row has.
fn drawn(name: &str) -> (Vec<u8>, usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/gallery");
    let file = File::open(folder.join(name).with_extension("png")).unwrap();
    let mut reader = png::Decoder::new(BufReader::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(frame.color_type, png::ColorType::Grayscale, "{name}");
    (pixels, frame.width as usize)
}

/// The page has the noise of the marble.
#[test]
fn the_marble_has_the_turbulence_of_the_page() {
    let (_, rust) = tutorials::turbulence();
    let item = page::PAGE.split("\n- ").find(|item| linked(item).any(|picture| picture == "marble")).unwrap();
    assert!(bare(item).contains(&bare(&format!("`{rust}`"))), "{item}");
}
