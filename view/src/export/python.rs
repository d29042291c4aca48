//! A program in Python.

use perlane::{FieldParameters, Fractal, Gradients, Hash, Layers, Noise, Output, Quantity, Warp, Window};

use super::numbers::{array_order, cell_size, of_fractal, plain};

/// Calls longer than this have a line for each argument.
const WIDTH: usize = 90;

pub(super) fn text(layers: &Layers, field: FieldParameters, window: &Window) -> String {
    let dims = window.dims();
    let noise = match layers.as_slice() {
        [noise] => noise_text(noise, dims, ""),
        several => {
            let layer = |noise| format!("    {},\n", noise_text(noise, dims, "    "));
            format!("perlane.Layers([\n{}])", several.iter().map(layer).collect::<String>())
        }
    };
    format!(
        "import perlane\n\nnoise = {noise}\nsamples = noise.{}\nprint(samples.shape)\n",
        sampling(field, window)
    )
}

/// The call that samples a window.
fn sampling(field: FieldParameters, window: &Window) -> String {
    let FieldParameters { quantity, relief, light, .. } = field;
    let (default, window) = (FieldParameters::default(), grid_arguments(window));
    if quantity == Quantity::Value {
        return format!("grid({window})");
    }
    let mut arguments = vec![quoted(quantity.name()), window];
    if relief != default.relief {
        arguments.push(format!("relief={}", plain(relief)));
    }
    if light != default.light {
        arguments.push(format!("light=({})", light.map(plain).join(", ")));
    }
    format!("field({})", arguments.join(", "))
}

fn grid_arguments(window: &Window) -> String {
    let dims = window.dims();
    let shape: Vec<String> = window.shape().iter().map(usize::to_string).collect();
    let mut text = format!("({})", shape.join(", "));
    let arguments = [
        ("start", array_order(window.start, dims, 0, |start| start.to_string())),
        ("origin", array_order(window.origin, dims, 0.0, plain)),
        ("spacing", array_order(window.spacing, dims, 1.0, plain)),
    ];
    for (name, values) in arguments {
        if let Some(values) = values {
            text += &format!(", {name}=({values})");
        }
    }
    text
}

fn noise_text(noise: &Noise, dims: usize, indent: &str) -> String {
    let arguments = arguments(noise, dims);
    let length: usize = arguments.iter().map(|argument| argument.len() + 2).sum();
    if length < WIDTH {
        return format!("perlane.Noise({})", arguments.join(", "));
    }
    let lines: Vec<String> = arguments.iter().map(|argument| format!("{indent}    {argument},\n")).collect();
    format!("perlane.Noise(\n{}{indent})", lines.concat())
}

/// The arguments for all that is not the default.
fn arguments(noise: &Noise, dims: usize) -> Vec<String> {
    let base = Noise::default();
    let mut arguments = vec![quoted(noise.kind.name()), format!("seed={}", noise.seed)];
    let mut add = |name: &str, value: String| arguments.push(format!("{name}={value}"));
    match cell_size(noise.frequency, 1.0) {
        Some(size) => add("frequency", format!("1 / {}", plain(size))),
        None => add("frequency", plain(noise.frequency)),
    }
    if noise.fractal != Fractal::None {
        add("fractal", quoted(noise.fractal.name()));
        add("octaves", noise.octaves.to_string());
        for (name, value) in of_fractal(noise) {
            add(name, plain(value));
        }
    }
    if noise.gradients != base.gradients {
        add("gradients", gradients(&noise.gradients));
    }
    if noise.fade != base.fade {
        add("fade", quoted(noise.fade.name()));
    }
    if noise.distance != base.distance {
        add("distance", quoted(noise.distance.name()));
    }
    if noise.returns != base.returns {
        add("returns", quoted(noise.returns.name()));
    }
    if noise.jitter != base.jitter {
        add("jitter", plain(noise.jitter));
    }
    if let Hash::Permutation(permutation) = &noise.hash {
        let table = permutation.as_table().map(|table| list(table.iter().map(u8::to_string)));
        add("permutation", table.unwrap_or_else(|| quoted(permutation.name())));
    }
    if let Some(offset) = array_order(noise.offset, dims, 0.0, plain) {
        add("offset", format!("({offset})"));
    }
    if let Some(period) = array_order(noise.period, dims, 0, |cells| cells.to_string()) {
        add("period", format!("({period})"));
    }
    match &noise.warp {
        Warp::By { amplitude, frequency, octaves, seed } if noise.is_warped() => {
            add("warp", plain(*amplitude));
            if let Some(frequency) = frequency {
                add("warp_frequency", plain(*frequency));
            }
            if *octaves != 1 {
                add("warp_octaves", octaves.to_string());
            }
            if let Some(seed) = seed {
                add("warp_seed", seed.to_string());
            }
        }
        Warp::Of(layers) if noise.is_warped() => {
            let xyzw = layers.xyzw_ref();
            add("warp", list(xyzw[..dims].iter().rev().map(|layers| warp_text(layers.as_slice(), dims))));
        }
        _ => {}
    }
    if !noise.normalize {
        add("normalize", "False".to_owned());
    }
    match noise.output {
        Output::Range { low, high } => add("range", format!("({}, {})", plain(low), plain(high))),
        Output::ScaleBias { scale, bias } => {
            if scale != 1.0 {
                add("scale", plain(scale));
            }
            if bias != 0.0 {
                add("bias", plain(bias));
            }
        }
        _ => {}
    }
    arguments
}

/// What moves samples along an axis.
fn warp_text(noises: &[Noise], dims: usize) -> String {
    let each = |noise| format!("perlane.Noise({})", arguments(noise, dims).join(", "));
    match noises {
        [] => "None".to_owned(),
        [noise] => each(noise),
        several => format!("perlane.Layers({})", list(several.iter().map(each))),
    }
}

fn gradients(gradients: &Gradients) -> String {
    let Gradients::Custom(custom) = gradients else { return quoted(gradients.name()) };
    let vectors = custom.vectors().iter();
    list(vectors.map(|vector| list(vector[..custom.dims()].iter().map(|part| plain(*part)))))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

#[cfg(test)]
mod tests {
    use perlane::{Distance, Fade, Permutation, Returns};

    use super::*;

    /// The line that makes the noise, without the name before it.
    fn noise(layers: impl Into<Layers>, dims: usize) -> String {
        let window = Window::from_xyzw(&[1; 4][..dims]).unwrap();
        let program = text(&layers.into(), FieldParameters::default(), &window);
        let (_, rest) = program.split_once("noise = ").unwrap();
        rest.split_once("\nsamples = ").unwrap().0.to_owned()
    }

    fn call(field: FieldParameters, window: &Window) -> String {
        let program = text(&Noise::perlin(4).into(), field, window);
        let line = program.lines().find_map(|line| line.strip_prefix("samples = noise."));
        line.unwrap().to_owned()
    }

    #[test]
    fn programs_print_the_shape() {
        let layers = Noise::perlin(4).cell_size(64.0).into();
        let window = Window::from_xyzw(&[64, 48]).unwrap();
        let want = "import perlane\n\nnoise = perlane.Noise(\"perlin\", seed=4, frequency=1 / 64)\n\
                    samples = noise.grid((48, 64))\nprint(samples.shape)\n";
        assert_eq!(text(&layers, FieldParameters::default(), &window), want);
    }

    /// What is the default has no argument, and all else has one.
    #[test]
    fn parameters_have_arguments() {
        assert_eq!(
            noise(Noise::perlin(4).frequency(0.013), 2),
            "perlane.Noise(\"perlin\", seed=4, frequency=0.013)"
        );
        let fractal = Noise::perlin(4).cell_size(64.0).ping_pong(3).lacunarity(1.9).gain(0.4).strength(3.0);
        let fractal = fractal.gradients(Gradients::KnightMoves).fade(Fade::Cubic).normalize(false);
        let want = "perlane.Noise(
    \"perlin\",
    seed=4,
    frequency=1 / 64,
    fractal=\"ping-pong\",
    octaves=3,
    lacunarity=1.9,
    gain=0.4,
    strength=3,
    gradients=\"knight-moves\",
    fade=\"cubic\",
    normalize=False,
)";
        assert_eq!(noise(fractal, 2), want);
        let points = Noise::cellular(4).cell_size(64.0).distance(Distance::Manhattan).returns(Returns::Value);
        let want = "perlane.Noise(
    \"cellular\",
    seed=4,
    frequency=1 / 64,
    distance=\"manhattan\",
    returns=\"value\",
    jitter=0.5,
    range=(-2, 3.5),
)";
        assert_eq!(noise(points.jitter(0.5).range(-2.0, 3.5), 2), want);
        let placed = Noise::value(4).permutation(Permutation::SEEDED).offset([0.5, 0.0]).period([8, 0]);
        let want = "perlane.Noise(
    \"value\",
    seed=4,
    frequency=1 / 1,
    permutation=\"seeded\",
    offset=(0.5, 0),
    period=(8, 0),
    scale=2,
    bias=-0.5,
)";
        assert_eq!(noise(placed.scale(2.0).bias(-0.5), 2), want);
    }

    #[test]
    fn tables_are_written_out() {
        let vectors = Gradients::custom(&[[0.5, -1.0], [1.0, 0.0]]).unwrap();
        let want = "perlane.Noise(\"perlin\", seed=4, frequency=1 / 1, gradients=[[0.5, -1], [1, 0]])";
        assert_eq!(noise(Noise::perlin(4).gradients(vectors), 2), want);
        let table: Vec<u8> = (0..=255).rev().collect();
        let own = noise(Noise::perlin(4).permutation(Permutation::table(&table).unwrap()), 2);
        assert!(own.contains("    permutation=[255, 254, 253,") && own.contains(", 1, 0],\n"), "{own}");
    }

    #[test]
    fn warps_have_arguments() {
        let start = "perlane.Noise(\"perlin\", seed=4, frequency=1 / 1";
        let warped = Noise::perlin(4).warp_by(30.0);
        assert_eq!(noise(warped.clone(), 2), format!("{start}, warp=30)"));
        assert_eq!(noise(warped.clone().warp_by(0.0).warp_octaves(2), 2), format!("{start})"));
        let all = noise(warped.warp_frequency(0.5).warp_octaves(2).warp_seed(9), 2);
        let lines = "    warp=30,\n    warp_frequency=0.5,\n    warp_octaves=2,\n    warp_seed=9,\n";
        assert!(all.contains(lines), "{all}");
        let sum = Layers::new().add(1.0, Noise::perlin(1)).add(1.0, Noise::value(2));
        let by_noises = Noise::perlin(4).warp([sum, Layers::new(), Noise::cell(3).into()]);
        let first = "perlane.Layers([perlane.Noise(\"perlin\", seed=1, frequency=1 / 1), \
                     perlane.Noise(\"value\", seed=2, frequency=1 / 1)])";
        let last = "perlane.Noise(\"cell\", seed=3, frequency=1 / 1)";
        let text = noise(by_noises, 3);
        assert!(text.contains(&format!("    warp=[{first}, None, {last}],\n")), "{text}");
    }

    #[test]
    fn sums_are_lists() {
        let sum = Layers::new().add(1.0, Noise::perlin(1)).add(0.5, Noise::value(2));
        let want = "perlane.Layers([
    perlane.Noise(\"perlin\", seed=1, frequency=1 / 1),
    perlane.Noise(\"value\", seed=2, frequency=1 / 1, scale=0.5),
])";
        assert_eq!(noise(sum, 2), want);
    }

    #[test]
    fn windows_and_quantities_have_arguments() {
        let mut window = Window::from_xyzw(&[64, 48, 2]).unwrap();
        let value = FieldParameters::default();
        assert_eq!(call(value, &window), "grid((2, 48, 64))");
        (window.start.x, window.origin.y, window.spacing.z) = (-3, 0.5, 2.0);
        let grid = "(2, 48, 64), start=(0, 0, -3), origin=(0, 0.5, 0), spacing=(2, 1, 1)";
        assert_eq!(call(value, &window), format!("grid({grid})"));
        let mut lit = FieldParameters::from(Quantity::Hillshade);
        assert_eq!(call(lit, &window), format!("field(\"hillshade\", {grid})"));
        (lit.relief, lit.light) = (-8.0, [1.0, -0.5, 1.0]);
        let want = format!("field(\"hillshade\", {grid}, relief=-8, light=(1, -0.5, 1))");
        assert_eq!(call(lit, &window), want);
    }
}
