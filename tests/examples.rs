//! The examples, those that draw pictures at small sizes.
#![allow(clippy::unwrap_used, reason = "tests may panic")]
#![allow(dead_code, reason = "each example has a main of its own")]

#[path = "../examples/first_light.rs"]
mod first_light;
#[path = "../examples/flow.rs"]
mod flow;
#[path = "../examples/heightmap.rs"]
mod heightmap;
#[path = "../examples/planet.rs"]
mod planet;

/// The first steps check by themselves that bits are the same.
#[test]
fn first_steps() {
    first_light::main().unwrap();
}

/// Heights are far from each other, and none is at an end of the numbers of 16 bits, where others would have been cut off.
#[test]
fn a_heightmap() {
    let heights = heightmap::heights(heightmap::terrain(), [256, 512]).unwrap();
    assert_eq!(heights.len(), 256 * 512);
    let (least, most) = (heights.iter().min().unwrap(), heights.iter().max().unwrap());
    assert!(*least > 0 && *most < u16::MAX && most - least > 20_000, "{least} {most}");
}

/// There is a planet in the middle of a dark sky, with sea and land, and day and night.
#[test]
fn a_planet() {
    let side = 96;
    let pixels = planet::planet(side).unwrap();
    assert_eq!(pixels.len(), side * side);
    assert_eq!([pixels[0], pixels[side - 1]], [[6, 8, 16]; 2]);
    let blue = pixels.iter().filter(|[r, _, b]| *b > 60 && b > r).count();
    let land = pixels.iter().filter(|[r, g, b]| *g > 40 && (g > b || r > b)).count();
    assert!(blue > side * side / 20 && land > side * side / 50, "{blue} {land}");
}

/// Lines cover some of the paper, not all of it.
#[test]
fn a_flow() {
    let pixels = flow::flow(160, 90).unwrap();
    assert_eq!(pixels.len(), 160 * 90);
    let dark = pixels.iter().filter(|level| **level < 128).count();
    let white = pixels.iter().filter(|level| **level > 250).count();
    assert!(dark > 400 && white > 400, "{dark} {white}");
}
