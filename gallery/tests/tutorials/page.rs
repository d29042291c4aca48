//! `docs/tutorials.md`: its rows, its blocks, and what its commands ask for.

use perlane::{Fade, Fractal, Gradients, Kind, Layers, Noise, PerAxis, Permutation, Window};
use perlane_recipes::from_toml;

pub(crate) const PAGE: &str = include_str!("../../../docs/tutorials.md");

/// Without spaces, the table's escapes of `|`, and the braces that formatting adds to closures.
pub(crate) fn bare(text: &str) -> String {
    text.replace("\\|", "|").replace(|c: char| c.is_whitespace() || "{}".contains(c), "")
}

/// The rows of the table.
pub(crate) fn rows() -> impl Iterator<Item = &'static str> {
    PAGE.lines().filter(|line| line.starts_with("| ") && line.contains("perlane generate"))
}

/// The row that has this Rust.
pub(crate) fn row_of(rust: &str) -> &'static str {
    let text = bare(&format!("`{rust}`"));
    rows().find(|row| bare(row).contains(&text)).unwrap_or_else(|| panic!("docs/tutorials.md has no {text}"))
}

/// The pictures of the gallery that a text links.
pub(crate) fn linked(text: &str) -> impl Iterator<Item = &str> {
    text.split("](gallery/").skip(1).map(|rest| rest.split_once(".png)").unwrap().0)
}

/// The command of a row.
pub(crate) fn command(row: &str) -> &str {
    row.split('`').find(|span| span.starts_with("perlane generate")).unwrap()
}

/// The content of the fenced block that follows `name`.
fn block(name: &str) -> &'static str {
    let after = PAGE.split_once(&format!("\n`{name}`")).unwrap().1;
    let fence = after.split_once("```").unwrap().1;
    fence.split_once('\n').unwrap().1.split_once("```").unwrap().0
}

/// The options of a command with their values; `--raw` has none.
pub(crate) fn options(command: &str) -> Vec<(&str, &str)> {
    let mut words = command.split_whitespace().skip_while(|word| !word.starts_with('-'));
    let mut options = Vec::new();
    while let Some(option) = words.next() {
        let value = if option == "--raw" { "" } else { words.next().unwrap() };
        options.push((option, value));
    }
    options
}

/// What a command asks for: the recipe that it names, or the noise of its options. `None` if these name a table, which tests have not.
pub(crate) fn asked(command: &str) -> Option<(Layers, Window)> {
    if let Some(name) = command.split_whitespace().find(|word| word.ends_with(".toml")) {
        let recipe = from_toml(block(name)).unwrap();
        return Some((recipe.layers, recipe.grid.unwrap()));
    }
    let options = options(command);
    if options.iter().any(|(_, value)| value.ends_with(".txt")) {
        return None;
    }
    let noise =
        options.iter().fold(Noise::default().fbm(6), |noise, (option, value)| set(noise, option, value));
    // One octave is as many as the fractal takes.
    let noise = if noise.fractal == Fractal::None { noise.octaves(1) } else { noise };
    Some((noise.into(), window(&options)))
}

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

/// Numbers for axes, x first.
fn axes<T: std::str::FromStr<Err: std::fmt::Debug> + Default>(text: &str, separator: char) -> PerAxis<T> {
    let mut numbers = text.split(separator).map(|number| number.parse().unwrap());
    let mut next = || numbers.next().unwrap_or_default();
    PerAxis { x: next(), y: next(), z: next(), w: next() }
}

/// The noise with an option, as the command line understands it.
fn set(noise: Noise, option: &str, value: &str) -> Noise {
    match option {
        "--noise" => noise.kind(Kind::from_name(value).unwrap()),
        "--seed" => noise.seed(value.parse().unwrap()),
        "--permutation" if value == "perlin" => noise.permutation(Permutation::PERLIN),
        "--gradients" => noise.gradients(Gradients::from_name(value).unwrap()),
        "--fade" => noise.fade(Fade::from_name(value).unwrap()),
        "--frequency" => noise.frequency(number(value)),
        "--cell-size" => noise.frequency(1.0 / number(value)),
        "--period" => noise.period(axes::<u32>(value, ',')),
        "--fractal" => noise.fractal(Fractal::from_name(value).unwrap()),
        "--octaves" => noise.octaves(value.parse().unwrap()),
        "--gain" | "--persistence" => noise.gain(number(value)),
        "--level" => noise.level(number(value)),
        "--feedback" => noise.feedback(number(value)),
        "--raw" => noise.normalize(false),
        "--scale" => noise.scale(number(value)),
        "--bias" => noise.bias(number(value)),
        "-o" | "--size" | "--spacing" | "--origin" | "--levels" => noise,
        _ => panic!("this test does not know {option} {value}"),
    }
}

fn window(options: &[(&str, &str)]) -> Window {
    let of = |name| options.iter().find(|(option, _)| *option == name).map(|(_, value)| *value);
    let size: Vec<usize> = of("--size").unwrap().split('x').map(|side| side.parse().unwrap()).collect();
    let mut window = Window::from_xyzw(&size).unwrap();
    window.spacing = of("--spacing").map_or(window.spacing, |value| axes(value, ','));
    window.origin = of("--origin").map_or(window.origin, |value| axes(value, ','));
    window
}
