//! The picture of the library's front page is what the example beside it computes.

use perlane_gallery::front_page;

#[test]
fn the_picture_is_that_of_the_example() {
    let committed = include_str!("../../docs/front-page.md");
    let drawn = front_page::markdown().unwrap();
    assert!(committed == drawn, "cargo run --release -p perlane-gallery --example front_page draws it anew");
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
