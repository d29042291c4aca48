//! A program in Rust.

use perlane::{
    FieldParameters, Fractal, Gradients, Hash, Layers, Noise, Output, Permutation, Quantity, Warp, Window,
};

use super::numbers::{array_order, cell_size, literal, of_fractal};

/// Builders longer than this have a line for each call.
const WIDTH: usize = 90;

/// The types that a program may name.
const TYPES: [&str; 9] =
    ["Distance", "Fade", "Gradients", "Grid", "Layers", "Noise", "Permutation", "Quantity", "Returns"];

pub(super) fn text(layers: &Layers, field: FieldParameters, window: &Window) -> String {
    let noise = match layers.as_slice() {
        [noise] => noise_text(noise, window.dims(), 1),
        several => {
            let add = |noise| format!("\n        .add(1.0, {})", noise_text(noise, window.dims(), 2));
            format!("Layers::new(){}", several.iter().map(add).collect::<String>())
        }
    };
    let (grid, field) = (grid_text(window), field_text(field));
    let program = format!(
        "fn main() -> Result<(), perlane::Error> {{\n    \
         let noise = {noise};\n    \
         let grid = {grid};\n    \
         let samples: Vec<f32> = noise{field}.generate(&grid)?;\n    \
         println!(\"{{}} samples\", samples.len());\n    \
         Ok(())\n}}\n",
    );
    let named: Vec<&str> = TYPES.into_iter().filter(|name| program.contains(&format!("{name}::"))).collect();
    format!("use perlane::{{{}}};\n\n{program}", named.join(", "))
}

/// The call that makes a field of a noise; empty if the quantity is the value.
fn field_text(field: FieldParameters) -> String {
    let FieldParameters { quantity, relief, light, .. } = field;
    let default = FieldParameters::default();
    if quantity == Quantity::Value {
        return String::new();
    }
    let mut text = format!(".field(Quantity::{quantity:?})");
    if relief != default.relief {
        text += &format!(".relief({})", literal(relief));
    }
    if light != default.light {
        text += &format!(".light([{}])", light.map(literal).join(", "));
    }
    text
}

fn grid_text(window: &Window) -> String {
    let dims = window.dims();
    let shape: Vec<String> = window.shape().iter().map(usize::to_string).collect();
    let mut text = format!("Grid::new([{}])", shape.join(", "));
    let calls = [
        ("start", array_order(window.start, dims, 0, |start| start.to_string())),
        ("origin", array_order(window.origin, dims, 0.0, literal)),
        ("spacing", array_order(window.spacing, dims, 1.0, literal)),
    ];
    for (name, values) in calls {
        if let Some(values) = values {
            text += &format!(".{name}([{values}])");
        }
    }
    text
}

fn noise_text(noise: &Noise, dims: usize, indent: usize) -> String {
    let start = format!("Noise::{}({})", noise.kind.name().replace('-', "_"), noise.seed);
    let calls = calls(noise, dims);
    let length: usize = calls.iter().map(String::len).sum();
    let between = match indent.checked_add(1) {
        Some(indent) if start.len() + length > WIDTH => format!("\n{}", "    ".repeat(indent)),
        _ => String::new(),
    };
    calls.iter().fold(start, |text, call| text + &between + call)
}

/// The builder's calls for all that is not the default.
fn calls(noise: &Noise, dims: usize) -> Vec<String> {
    let base = Noise::default();
    let mut calls = Vec::new();
    let mut call = |name: &str, value: String| calls.push(format!(".{name}({value})"));
    match cell_size(noise.frequency, 1.0) {
        Some(size) => call("cell_size", literal(size)),
        None => call("frequency", literal(noise.frequency)),
    }
    if noise.fractal != Fractal::None {
        call(&noise.fractal.name().replace('-', "_"), noise.octaves.to_string());
        for (name, value) in of_fractal(noise) {
            call(name, literal(value));
        }
    }
    if noise.gradients != base.gradients {
        call("gradients", gradients(&noise.gradients));
    }
    if noise.fade != base.fade {
        call("fade", format!("Fade::{:?}", noise.fade));
    }
    if noise.distance != base.distance {
        call("distance", format!("Distance::{:?}", noise.distance));
    }
    if noise.returns != base.returns {
        call("returns", format!("Returns::{:?}", noise.returns));
    }
    if noise.jitter != base.jitter {
        call("jitter", literal(noise.jitter));
    }
    if let Hash::Permutation(chosen) = &noise.hash {
        call("permutation", permutation(chosen));
    }
    if let Some(offset) = array_order(noise.offset, dims, 0.0, literal) {
        call("offset", format!("[{offset}]"));
    }
    if let Some(period) = array_order(noise.period, dims, 0, |cells| cells.to_string()) {
        call("period", format!("[{period}]"));
    }
    match &noise.warp {
        Warp::By { amplitude, frequency, octaves, seed } if noise.is_warped() => {
            call("warp_by", literal(*amplitude));
            if let Some(frequency) = frequency {
                call("warp_frequency", literal(*frequency));
            }
            if *octaves != 1 {
                call("warp_octaves", octaves.to_string());
            }
            if let Some(seed) = seed {
                call("warp_seed", seed.to_string());
            }
        }
        Warp::Of(layers) if noise.is_warped() => {
            let xyzw = layers.xyzw_ref();
            let layers: Vec<String> =
                xyzw[..dims].iter().rev().map(|layers| warp_text(layers.as_slice(), dims)).collect();
            call("warp", format!("[{}]", layers.join(", ")));
        }
        _ => {}
    }
    if !noise.normalize {
        call("normalize", "false".to_owned());
    }
    match noise.output {
        Output::Range { low, high } => call("range", format!("{}, {}", literal(low), literal(high))),
        Output::ScaleBias { scale, bias } => {
            if scale != 1.0 {
                call("scale", literal(scale));
            }
            if bias != 0.0 {
                call("bias", literal(bias));
            }
        }
        _ => {}
    }
    calls
}

/// What moves samples along an axis.
fn warp_text(noises: &[Noise], dims: usize) -> String {
    if let [noise] = noises {
        return format!("Layers::from({})", noise_text(noise, dims, usize::MAX));
    }
    let add = |noise| format!(".add(1.0, {})", noise_text(noise, dims, usize::MAX));
    format!("Layers::new(){}", noises.iter().map(add).collect::<String>())
}

fn gradients(gradients: &Gradients) -> String {
    let Gradients::Custom(custom) = gradients else { return format!("Gradients::{gradients:?}") };
    let vector = |vector: &[f64; 4]| {
        let parts: Vec<String> = vector[..custom.dims()].iter().map(|part| literal(*part)).collect();
        format!("[{}]", parts.join(", "))
    };
    let vectors: Vec<String> = custom.vectors().iter().map(vector).collect();
    format!("Gradients::custom(&[{}])?", vectors.join(", "))
}

fn permutation(permutation: &Permutation) -> String {
    match permutation.as_table() {
        Some(table) => {
            let values: Vec<String> = table.iter().map(u8::to_string).collect();
            format!("Permutation::table(&[{}])?", values.join(", "))
        }
        None => format!("Permutation::{}", permutation.name().to_ascii_uppercase()),
    }
}

#[cfg(test)]
mod tests {
    use perlane::{Distance, Fade, Returns};

    use super::*;

    fn program(layers: impl Into<Layers>, dims: usize) -> String {
        text(&layers.into(), FieldParameters::default(), &Window::from_xyzw(&[1; 4][..dims]).unwrap())
    }

    /// What stands between two parts of a program.
    fn between<'a>(program: &'a str, before: &str, after: &str) -> &'a str {
        program.split_once(before).unwrap().1.split_once(after).unwrap().0
    }

    /// The expression that makes the noise.
    fn noise(layers: impl Into<Layers>, dims: usize) -> String {
        between(&program(layers, dims), "let noise = ", ";\n").to_owned()
    }

    #[test]
    fn programs_count_samples() {
        let window = Window::from_xyzw(&[64, 48]).unwrap();
        let layers = Noise::perlin(4).cell_size(64.0).into();
        let want = "\
use perlane::{Grid, Noise};

fn main() -> Result<(), perlane::Error> {
    let noise = Noise::perlin(4).cell_size(64.0);
    let grid = Grid::new([48, 64]);
    let samples: Vec<f32> = noise.generate(&grid)?;
    println!(\"{} samples\", samples.len());
    Ok(())
}
";
        assert_eq!(text(&layers, FieldParameters::default(), &window), want);
    }

    /// What is the default has no call, and all else has one. Types that are named are imported.
    #[test]
    fn parameters_have_calls() {
        assert_eq!(noise(Noise::perlin(4).frequency(0.013), 2), "Noise::perlin(4).frequency(0.013)");
        let fractal = Noise::perlin(4).cell_size(64.0).ping_pong(3).lacunarity(1.9).gain(0.4).strength(3.0);
        let fractal = fractal.gradients(Gradients::KnightMoves).fade(Fade::Cubic).normalize(false);
        let want = "Noise::perlin(4)
        .cell_size(64.0)
        .ping_pong(3)
        .lacunarity(1.9)
        .gain(0.4)
        .strength(3.0)
        .gradients(Gradients::KnightMoves)
        .fade(Fade::Cubic)
        .normalize(false)";
        assert_eq!(noise(fractal.clone(), 2), want);
        assert!(program(fractal, 2).starts_with("use perlane::{Fade, Gradients, Grid, Noise};\n"));
        let points = Noise::cellular(4).cell_size(64.0).distance(Distance::Manhattan).returns(Returns::Value);
        let want = "Noise::cellular(4)
        .cell_size(64.0)
        .distance(Distance::Manhattan)
        .returns(Returns::Value)
        .jitter(0.5)
        .range(-2.0, 3.5)";
        assert_eq!(noise(points.jitter(0.5).range(-2.0, 3.5), 2), want);
        let placed = Noise::value(4).permutation(Permutation::SEEDED).offset([0.5, 0.0]).period([8, 0]);
        let want = "Noise::value(4)
        .cell_size(1.0)
        .permutation(Permutation::SEEDED)
        .offset([0.5, 0.0])
        .period([8, 0])
        .scale(2.0)
        .bias(-0.5)";
        assert_eq!(noise(placed.scale(2.0).bias(-0.5), 2), want);
    }

    #[test]
    fn tables_are_written_out() {
        let vectors = Gradients::custom(&[[0.5, -1.0], [1.0, 0.0]]).unwrap();
        let want =
            "Noise::perlin(4).cell_size(1.0).gradients(Gradients::custom(&[[0.5, -1.0], [1.0, 0.0]])?)";
        assert_eq!(noise(Noise::perlin(4).gradients(vectors), 2), want);
        let table: Vec<u8> = (0..=255).rev().collect();
        let own = noise(Noise::perlin(4).permutation(Permutation::table(&table).unwrap()), 2);
        let (start, end) = (".permutation(Permutation::table(&[255, 254, 253,", ", 1, 0])?)");
        assert!(own.contains(start) && own.ends_with(end), "{own}");
    }

    #[test]
    fn warps_have_calls() {
        let start = "Noise::perlin(4).cell_size(1.0)";
        let warped = Noise::perlin(4).warp_by(30.0);
        assert_eq!(noise(warped.clone(), 2), format!("{start}.warp_by(30.0)"));
        assert_eq!(noise(warped.clone().warp_by(0.0).warp_octaves(2), 2), start);
        let all = noise(warped.warp_frequency(0.5).warp_octaves(2).warp_seed(9), 2).replace("\n        ", "");
        assert_eq!(all, format!("{start}.warp_by(30.0).warp_frequency(0.5).warp_octaves(2).warp_seed(9)"));
        let sum = Layers::new().add(1.0, Noise::perlin(1)).add(1.0, Noise::value(2));
        let by_noises = Noise::perlin(4).warp([sum, Layers::new(), Noise::cell(3).into()]);
        let sum = "Layers::new().add(1.0, Noise::perlin(1).cell_size(1.0)).add(1.0, Noise::value(2).cell_size(1.0))";
        let last = "Layers::from(Noise::cell(3).cell_size(1.0))";
        let text = noise(by_noises, 3);
        assert!(text.ends_with(&format!(".warp([{sum}, Layers::new(), {last}])")), "{text}");
    }

    #[test]
    fn sums_are_added_up() {
        let sum = Layers::new().add(1.0, Noise::perlin(1)).add(0.5, Noise::value(2));
        let want = "Layers::new()
        .add(1.0, Noise::perlin(1).cell_size(1.0))
        .add(1.0, Noise::value(2).cell_size(1.0).scale(0.5))";
        assert_eq!(noise(sum, 2), want);
    }

    #[test]
    fn windows_and_quantities_have_calls() {
        let mut window = Window::from_xyzw(&[64, 48, 2]).unwrap();
        (window.start.x, window.origin.y, window.spacing.z) = (-3, 0.5, 2.0);
        let mut lit = FieldParameters::from(Quantity::Hillshade);
        let of = |field| text(&Noise::perlin(4).into(), field, &window);
        let plain = of(lit);
        let want =
            "Grid::new([2, 48, 64]).start([0, 0, -3]).origin([0.0, 0.5, 0.0]).spacing([2.0, 1.0, 1.0])";
        assert_eq!(between(&plain, "let grid = ", ";\n"), want);
        assert_eq!(between(&plain, "= noise", ".generate"), ".field(Quantity::Hillshade)");
        assert!(plain.starts_with("use perlane::{Grid, Noise, Quantity};\n"), "{plain}");
        (lit.relief, lit.light) = (-8.0, [1.0, -0.5, 1.0]);
        let want = ".field(Quantity::Hillshade).relief(-8.0).light([1.0, -0.5, 1.0])";
        assert_eq!(between(&of(lit), "= noise", ".generate"), want);
    }
}
