//! What the gallery promises of all its pictures.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::sync::LazyLock;

use perlane::{Fade, Fractal, Gradients, Kind, Noise};
use perlane_gallery::{Canvas, Picture, pictures};

/// All pictures, which take long: rendered once for all tests.
static PICTURES: LazyLock<Vec<Picture>> = LazyLock::new(|| pictures().unwrap());

/// The folder of the manual's pictures.
const DRAWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/gallery");

/// `cargo run --release -p perlane-gallery` draws the manual's pictures anew.
#[test]
fn pictures_are_those_of_the_manual() {
    assert!(PICTURES.len() > 40);
    for picture in &*PICTURES {
        let path = Path::new(DRAWN).join(&picture.name).with_extension("png");
        let drawn = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(pixels(&picture.png().unwrap()) == pixels(&drawn), "{} is another picture", path.display());
    }
}

/// The frames of a picture, as bytes of red, green and blue; a new version of the encoder may pack them in another way.
fn pixels(file: &[u8]) -> Vec<Vec<u8>> {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let frames = reader.info().animation_control().map_or(1, |animation| animation.num_frames);
    let mut frame = || {
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let size = reader.next_frame(&mut bytes).unwrap().buffer_size();
        bytes.truncate(size);
        bytes
    };
    (0..frames).map(|_| frame()).collect()
}

#[test]
fn every_choice_has_a_small_picture() {
    let is_flat = |set: &&Gradients| Noise::perlin(0).gradients((*set).clone()).bounds(2).is_ok();
    let sets = Gradients::ALL.iter().filter(|set| **set != Gradients::Default).filter(is_flat);
    // The names of a choice's picture, one of which must be there. (`ridged-multi` is no picture of `ridged`.)
    let mut wanted: Vec<Vec<String>> = sets.map(|set| vec![set.to_string()]).collect();
    wanted.extend(Fade::ALL.iter().map(|fade| vec![format!("perlin-{fade}")]));
    wanted.extend(Fractal::ALL.iter().map(|fractal| vec![fractal.to_string()]));
    let of_kind = |kind: &Kind| ["", "-2d", "-f1"].map(|what| format!("{kind}{what}")).to_vec();
    wanted.extend(Kind::ALL.iter().map(of_kind));
    assert!(wanted.len() >= 20, "{wanted:?}");
    for names in wanted {
        let is_one = |picture: &Picture| names.iter().any(|name| picture.name == format!("small/{name}"));
        assert!(PICTURES.iter().any(is_one), "no picture {names:?}");
    }
}

#[test]
fn every_picture_has_contrast() {
    for picture in &*PICTURES {
        let mut levels: Vec<u32> = picture.canvas.pixels().iter().map(brightness).collect();
        levels.sort_unstable();
        // Not the extremes, which may be labels; but plots are mostly paper.
        let (dark, light) = (levels[levels.len() / 100], levels[levels.len() - 1 - levels.len() / 100]);
        assert!(light - dark > 80, "{}: from {dark} to {light} only", picture.name);
        let colours: BTreeSet<_> = picture.canvas.pixels().iter().collect();
        assert!(colours.len() > 8, "{}: {} colours", picture.name, colours.len());
    }
}

#[test]
fn no_small_picture_is_mostly_clipped() {
    for picture in PICTURES.iter().filter(|p| p.name.starts_with("small/")) {
        if picture.name != "small/curve" {
            let clipped = share(&picture.canvas, |level| level == 0);
            assert!(clipped < 0.1, "{}: {clipped} of it is black", picture.name);
        }
    }
}

#[test]
fn sizes() {
    let sizes: BTreeMap<_, _> =
        PICTURES.iter().map(|p| (&p.name[..], (p.canvas.width(), p.canvas.height()))).collect();
    assert_eq!(sizes["terrain"], (1024, 512));
    assert_eq!(sizes["grey"], (500, 500));
    assert_eq!(sizes["grey-fbm"], (500, 500));
    assert!((1100..=1200).contains(&sizes["contact-sheet"].0));
    for (name, size) in sizes {
        if name.starts_with("small/") {
            // A wider one has a caption that is wider than the picture, and would be cut on the contact sheet.
            assert_eq!(size.0, 176, "{name}");
        }
    }
}

#[test]
fn files_are_small() {
    let total: usize = PICTURES.iter().map(|p| p.png().unwrap().len()).sum();
    assert!(total < 3_000_000, "{total} bytes");
}

/// The part of the pixels whose brightness is so.
fn share(canvas: &Canvas, so: impl Fn(u32) -> bool) -> f64 {
    let count = canvas.pixels().iter().filter(|p| so(brightness(p))).count();
    count as f64 / canvas.pixels().len() as f64
}

fn brightness(pixel: &[u8; 3]) -> u32 {
    pixel.iter().map(|&c| u32::from(c)).sum::<u32>() / 3
}
