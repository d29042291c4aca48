//! The picture of the library's front page is what the example beside it computes.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

use std::io::Cursor;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use perlane_gallery::front_page;

/// The text without its picture, and the picture's pixels: how these are compressed depends on what else the build has features for.
fn parts(markdown: &str) -> (String, Vec<u8>) {
    let (before, rest) = markdown.split_once("base64,").unwrap();
    let (picture, after) = rest.split_once(')').unwrap();
    let png = BASE64_STANDARD.decode(picture).unwrap();
    let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((frame.width, frame.height), (360, 120));
    (before.to_owned() + after, pixels)
}

#[test]
fn the_picture_is_that_of_the_example() {
    let committed = include_str!("../../docs/front-page.md");
    let drawn = front_page::markdown().unwrap();
    assert!(
        parts(committed) == parts(&drawn),
        "cargo run --release -p perlane-gallery --example front_page draws it anew"
    );
    assert!(drawn.len() < 40_000, "{} bytes of text", drawn.len());
}

/// What is drawn stands on the page.
#[test]
fn the_page_has_the_example() {
    let page = include_str!("../../src/lib.rs");
    for line in include_str!("../src/front_page.rs").lines().filter(|line| line.contains("perlin(")) {
        assert!(page.contains(line.trim()), "src/lib.rs has no {line}");
    }
    assert!(page.contains("generate(&Grid::new([120, 360]))"));
}
