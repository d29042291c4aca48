//! A command for a shell.

use perlane::{FieldParameters, Gradients, Hash, Layers, Noise, Output, Quantity, Warp, Window};

use super::numbers::{cell_size, of_fractal, plain};
use super::picture::Picture;
use crate::idle::idle;

/// Lines longer than this are broken.
const WIDTH: usize = 96;

pub(super) fn text(
    layers: &Layers,
    field: FieldParameters,
    window: &Window,
    picture: &Picture,
    toml: &str,
) -> String {
    let (file, picture) = match picture_options(field.quantity, window, picture) {
        Some(options) => ("noise.png", options),
        None => ("noise.npy", Vec::new()),
    };
    match layers.as_slice() {
        [noise] if has_options(noise) => {
            let noise = noise_options(noise, window);
            let options = [window_options(window), noise, field_options(field), picture].concat();
            wrap(&format!("perlane generate -o {file}"), &options)
        }
        _ => {
            // The recipe is on standard input: a file of its own could replace one that is there.
            let mut options = picture;
            options.push("<<'END'".to_owned());
            wrap(&format!("perlane generate - -o {file}"), &options) + toml + "END\n"
        }
    }
}

/// Whether options alone can describe the noise. A user's own tables need files; an offset, and noises that warp, need a recipe.
fn has_options(noise: &Noise) -> bool {
    let own_permutation = match &noise.hash {
        Hash::Permutation(permutation) => permutation.as_table().is_some(),
        _ => false,
    };
    let own_gradients = matches!(noise.gradients, Gradients::Custom(_));
    let own_warp = noise.is_warped() && matches!(noise.warp, Warp::Of(_));
    !own_permutation && !own_gradients && !own_warp && noise.offset.xyzw() == [0.0; 4]
}

fn window_options(window: &Window) -> Vec<String> {
    let dims = window.dims();
    let list = |values: [f64; 4]| values[..dims].iter().map(|v| plain(*v)).collect::<Vec<_>>().join(",");
    let sizes: Vec<String> = window.size.xyzw()[..dims].iter().map(usize::to_string).collect();
    let mut options = vec![format!("--size {}", sizes.join("x"))];
    let starts = &window.start.xyzw()[..dims];
    if starts.iter().any(|start| *start != 0) {
        let starts: Vec<String> = starts.iter().map(i64::to_string).collect();
        options.push(format!("--start {}", starts.join(",")));
    }
    if window.origin.xyzw()[..dims].iter().any(|origin| *origin != 0.0) {
        options.push(format!("--origin {}", list(window.origin.xyzw())));
    }
    let spacing = window.spacing.xyzw();
    if spacing[..dims].iter().all(|along| *along == spacing[0]) {
        if spacing[0] != 1.0 {
            options.push(format!("--spacing {}", plain(spacing[0])));
        }
    } else {
        options.push(format!("--spacing {}", list(spacing)));
    }
    options
}

fn noise_options(noise: &Noise, window: &Window) -> Vec<String> {
    let base = Noise::default();
    let mut options = Vec::new();
    // The command line refuses options that change nothing.
    let mut add = |option: &str, value: String| {
        if idle(option, noise).is_none() {
            options.push(format!("--{option} {value}"));
        }
    };
    if noise.kind != base.kind {
        add("noise", noise.kind.to_string());
    }
    add("seed", noise.seed.to_string());
    match cell_size(noise.frequency, window.spacing.x.abs()) {
        Some(size) => add("cell-size", plain(size)),
        None => add("frequency", plain(noise.frequency)),
    }
    add("fractal", noise.fractal.to_string());
    add("octaves", noise.octaves.to_string());
    for (name, value) in of_fractal(noise) {
        add(name, plain(value));
    }
    if noise.gradients != base.gradients {
        add("gradients", noise.gradients.to_string());
    }
    if noise.fade != base.fade {
        add("fade", noise.fade.to_string());
    }
    if noise.distance != base.distance {
        add("distance", noise.distance.to_string());
    }
    if noise.returns != base.returns {
        add("returns", noise.returns.to_string());
    }
    if noise.jitter != base.jitter {
        add("jitter", plain(noise.jitter));
    }
    if let Hash::Permutation(permutation) = &noise.hash {
        add("permutation", permutation.name().to_owned());
    }
    let period = &noise.period.xyzw()[..window.dims()];
    if period.iter().any(|cells| *cells != 0) {
        add("period", period.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
    }
    if let Warp::By { amplitude, frequency, octaves, seed } = &noise.warp
        && noise.is_warped()
    {
        add("warp", plain(*amplitude));
        if let Some(frequency) = frequency {
            add("warp-frequency", plain(*frequency));
        }
        if *octaves != 1 {
            add("warp-octaves", octaves.to_string());
        }
        if let Some(seed) = seed {
            add("warp-seed", seed.to_string());
        }
    }
    match noise.output {
        Output::Range { low, high } => add("range", format!("{}..{}", plain(low), plain(high))),
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
    if !noise.normalize {
        options.push("--no-normalize".to_owned());
    }
    options
}

/// The quantity, with those parameters that the command line accepts with it.
fn field_options(field: FieldParameters) -> Vec<String> {
    let FieldParameters { quantity, relief, light, .. } = field;
    let default = FieldParameters::default();
    let (lit, mut options) = (quantity == Quantity::Hillshade, Vec::new());
    if quantity != default.quantity {
        options.push(format!("--quantity {quantity}"));
    }
    if relief != default.relief && quantity.has_relief() {
        options.push(format!("--relief {}", plain(relief)));
    }
    if lit && light != default.light {
        options.push(format!("--light {}", light.map(plain).join(",")));
    }
    options
}

/// How a picture is drawn; `None` if a file of numbers is written instead.
fn picture_options(quantity: Quantity, window: &Window, picture: &Picture) -> Option<Vec<String>> {
    let drawn = match quantity {
        // The components of normals become colours.
        Quantity::Normal => return (window.dims() == 2).then(Vec::new),
        Quantity::Value | Quantity::Hillshade => true,
        // The command line has no default levels for slopes.
        Quantity::Slope => picture.levels.is_some(),
        // Pictures have no place for several planes.
        _ => false,
    };
    if !drawn || window.dims() != 2 {
        return None;
    }
    let colormap = picture.colormap.iter().map(|name| format!("--colormap {name}"));
    let levels =
        picture.levels.iter().map(|[low, high]| format!("--levels {}..{}", plain(*low), plain(*high)));
    Some(colormap.chain(levels).collect())
}

/// Options after a command, on as many lines as they need.
fn wrap(command: &str, options: &[String]) -> String {
    let (mut text, mut line) = (String::new(), command.to_owned());
    for option in options {
        if line.len() + 1 + option.len() > WIDTH {
            text += &line;
            text += " \\\n";
            line = format!("   {option}");
        } else {
            line += " ";
            line += option;
        }
    }
    text + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(layers: &Layers, size: &[usize]) -> String {
        field_command(layers, FieldParameters::default(), size)
    }

    fn field_command(layers: &Layers, field: FieldParameters, size: &[usize]) -> String {
        let picture = Picture { colormap: Some("terrain".to_owned()), levels: Some([-0.5, 0.5]) };
        text(layers, field, &Window::from_xyzw(size).unwrap(), &picture, "stream = 1\n")
    }

    #[test]
    fn files_hold_the_axes() {
        let one = Noise::perlin(4).cell_size(64.0).fbm(5).into();
        let want = "perlane generate -o noise.png --size 64x48 --seed 4 --cell-size 64 --fractal fbm --octaves 5 \\\n   \
                    --colormap terrain --levels -0.5..0.5\n";
        assert_eq!(command(&one, &[64, 48]), want);
        let want = "perlane generate -o noise.npy --size 64x48x1 --seed 4 --cell-size 64 --fractal fbm --octaves 5\n";
        assert_eq!(command(&one, &[64, 48, 1]), want);
    }

    #[test]
    fn quantities_have_options() {
        let noise: Layers = Noise::perlin(4).cell_size(64.0).into();
        let of = |quantity, size: &[usize]| {
            let mut field = FieldParameters::from(quantity);
            (field.relief, field.light) = (-8.0, [1.0, -0.5, 1.0]);
            field_command(&noise, field, size).replace(" \\\n   ", " ")
        };
        let start = |file: &str, size: &str| {
            format!("perlane generate -o noise.{file} --size {size} --seed 4 --cell-size 64 --fractal none")
        };
        let picture = "--colormap terrain --levels -0.5..0.5";
        let (flat, solid) = (&[64, 48][..], &[64, 48, 1][..]);
        let want = format!(
            "{} --quantity hillshade --relief -8 --light 1,-0.5,1 {picture}\n",
            start("png", "64x48")
        );
        assert_eq!(of(Quantity::Hillshade, flat), want);
        let want = format!("{} --quantity slope --relief -8 {picture}\n", start("png", "64x48"));
        assert_eq!(of(Quantity::Slope, flat), want);
        let want = format!("{} --quantity normal --relief -8\n", start("png", "64x48"));
        assert_eq!(of(Quantity::Normal, flat), want);
        let want = format!("{} --quantity normal --relief -8\n", start("npy", "64x48x1"));
        assert_eq!(of(Quantity::Normal, solid), want);
        let want = format!("{} --quantity gradient\n", start("npy", "64x48"));
        assert_eq!(of(Quantity::Gradient, flat), want);
        let want = format!("{} --quantity curl\n", start("npy", "64x48x1"));
        assert_eq!(of(Quantity::Curl, solid), want);
        let slope = FieldParameters::from(Quantity::Slope);
        let window = Window::from_xyzw(flat).unwrap();
        let plain = text(&noise, slope, &window, &Picture::default(), "");
        assert!(plain.contains("noise.npy"), "pictures of slopes need levels: {plain}");
    }

    #[test]
    fn points_have_options() {
        let noise = Noise::cellular(4).cell_size(64.0).distance(perlane::Distance::Manhattan);
        let noise = noise.returns(perlane::Returns::Difference).jitter(0.5).into();
        let want = "perlane generate -o noise.npy --size 64x48x1 --noise cellular --seed 4 --cell-size 64 \\\n   \
                    --fractal none --distance manhattan --returns f2-f1 --jitter 0.5\n";
        assert_eq!(command(&noise, &[64, 48, 1]), want);
    }

    /// A page keeps the parameters of kinds and fractals that were chosen earlier.
    #[test]
    fn what_changes_nothing_has_no_option() {
        let noise = Noise::perlin(4).cell_size(64.0).ridged_multi(3).level(0.7).feedback(1.5).strength(3.0);
        let noise = noise.returns(perlane::Returns::Difference).jitter(0.5);
        let start = "perlane generate -o noise.npy --size 64x48x1 --seed 4 --cell-size 64";
        let of = |noise: &Noise| command(&noise.clone().into(), &[64, 48, 1]).replace(" \\\n   ", " ");
        assert_eq!(
            of(&noise),
            format!("{start} --fractal ridged-multi --octaves 3 --level 0.7 --feedback 1.5\n")
        );
        assert_eq!(of(&noise.fbm(3)), format!("{start} --fractal fbm --octaves 3\n"));
        let noise = Noise::perlin(4).cell_size(64.0).permutation(perlane::Permutation::PERLIN);
        let want = format!("{} --fractal none --permutation perlin\n", start.replace(" --seed 4", ""));
        assert_eq!(of(&noise), want);
    }

    #[test]
    fn warps_by_numbers_have_options() {
        let noise =
            Noise::perlin(4).cell_size(64.0).warp_by(30.0).warp_frequency(0.5).warp_octaves(2).warp_seed(9);
        let want = "perlane generate -o noise.npy --size 64x48x1 --seed 4 --cell-size 64 --fractal none --warp 30 \\\n   \
                    --warp-frequency 0.5 --warp-octaves 2 --warp-seed 9\n";
        assert_eq!(command(&noise.clone().into(), &[64, 48, 1]), want);
        let plain = command(&noise.warp_by(0.0).into(), &[64, 48, 1]);
        assert!(!plain.contains("--warp"), "{plain}");
    }

    /// What is the default has no option, and all else has one.
    #[test]
    fn parameters_have_options() {
        let of = |noise: Noise| {
            let command = command(&noise.into(), &[64, 48, 1]).replace(" \\\n   ", " ");
            command.split_once(" --cell-size ").unwrap().1.trim_end().to_owned()
        };
        let noise = Noise::perlin(4).cell_size(64.0);
        let fractal = noise.clone().ping_pong(3).lacunarity(1.9).gain(0.4).strength(3.0);
        let fractal = fractal.gradients(Gradients::KnightMoves).fade(perlane::Fade::Cubic).normalize(false);
        let want = "64 --fractal ping-pong --octaves 3 --lacunarity 1.9 --gain 0.4 --strength 3 \
                    --gradients knight-moves --fade cubic --no-normalize";
        assert_eq!(of(fractal), want);
        let seeded = noise.clone().permutation(perlane::Permutation::SEEDED).period([0, 0, 8]);
        assert_eq!(of(seeded.scale(2.0)), "64 --fractal none --permutation seeded --period 8,0,0 --scale 2");
        assert_eq!(of(noise.clone().bias(-0.5)), "64 --fractal none --bias -0.5");
        assert_eq!(of(noise.clone().range(-2.0, 3.5)), "64 --fractal none --range -2..3.5");
        assert_eq!(of(noise.warp_by(30.0)), "64 --fractal none --warp 30");
    }

    #[test]
    fn windows_have_options() {
        let noise: Layers = Noise::perlin(4).cell_size(64.0).into();
        let of = |window: &Window| {
            let text = text(&noise, FieldParameters::default(), window, &Picture::default(), "");
            text.strip_prefix("perlane generate -o noise.png ").unwrap().replace(" \\\n   ", " ")
        };
        let mut window = Window::from_xyzw(&[64, 48]).unwrap();
        (window.start.y, window.origin.x) = (-7, 0.5);
        (window.spacing.x, window.spacing.y) = (0.5, 0.5);
        let end = "--fractal none\n";
        let want = "--size 64x48 --start 0,-7 --origin 0.5,0 --spacing 0.5 --seed 4 --cell-size 128";
        assert_eq!(of(&window), format!("{want} {end}"));
        // Cell sizes are counts of samples, whatever the direction.
        window.spacing.x = -0.5;
        let want = "--size 64x48 --start 0,-7 --origin 0.5,0 --spacing -0.5,0.5 --seed 4 --cell-size 128";
        assert_eq!(of(&window), format!("{want} {end}"));
    }

    #[test]
    fn lines_end_where_they_are_full() {
        // There is no room for another letter, or none for the space before it.
        for length in [WIDTH - 8, WIDTH - 9] {
            let options = ["x".repeat(length), "y".to_owned()];
            assert_eq!(wrap("command", &options), format!("command {} \\\n   y\n", options[0]));
        }
        let options = ["x".repeat(WIDTH - 10), "y".to_owned()];
        assert_eq!(wrap("command", &options), format!("command {} y\n", options[0]));
    }

    #[test]
    fn what_options_cannot_say_is_in_a_recipe() {
        let warped: Layers = Noise::perlin(4).warp([Noise::perlin(1), Noise::perlin(2)]).into();
        let moved: Layers = Noise::perlin(4).offset([0.5, 0.0]).into();
        let several = Layers::new().add(1.0, Noise::perlin(1)).add(0.5, Noise::value(2));
        let table: Vec<u8> = (0..=255).rev().collect();
        let permuted = Noise::perlin(4).permutation(perlane::Permutation::table(&table).unwrap()).into();
        let turned =
            Noise::perlin(4).gradients(Gradients::custom(&[[0.5, -1.0], [1.0, 0.0]]).unwrap()).into();
        for layers in [moved, several, warped, permuted, turned] {
            let want = "perlane generate - -o noise.png --colormap terrain --levels -0.5..0.5 <<'END'\nstream = 1\nEND\n";
            assert_eq!(command(&layers, &[64, 48]), want);
        }
    }
}
