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
