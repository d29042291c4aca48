//! What is wrong is neither read nor written, and the message names it.

use crate::{json, noise, refused, toml};
use perlane::{Grid, Layers, Noise, Recipe, Window};

#[test]
fn unknown_keys_are_errors_everywhere() {
    for (text, key, known) in [
        ("streem = 1", "streem", "stream"),
        ("stream = 1\n[noise]\nfrequncy = 1.0", "frequncy", "frequency"),
        ("stream = 1\n[[layers]]\nwieght = 1.0", "wieght", "weight"),
        ("stream = 1\n[noise]\nfractal = { octave = 1 }", "octave", "octaves"),
        ("stream = 1\n[noise]\noutput = { normalise = true }", "normalise", "normalize"),
        ("stream = 1\n[noise]\nperiod = { t = 1 }", "`t`", "`w`"),
        ("stream = 1\n[noise]\n[grid]\nsizes = { x = 1 }", "sizes", "size"),
        ("stream = 1\n[noise]\n[samples]\nblake2 = ''", "blake2", "blake3"),
    ] {
        refused(toml(text), &["unknown field", key, known]);
    }
}

/// A list of values is not taken for a table of them in some order.
#[test]
fn lists_are_no_tables() {
    for text in [
        "noise = ['perlin', 7, 0.5]",
        "noise = []",
        "[[noise]]\nseed = 3",
        "layers = [['perlin', 3]]",
        "layers = [[]]",
        "[noise]\noutput = [true, 2.0]",
        "[noise]\nwarp = [[['perlin', 3]]]",
        "noise = {}\nfield = ['slope', 2.0, [1, 2, 3]]",
        "noise = {}\ngrid = [[3, 4]]",
        "noise = {}\nsamples = ['00', 3]",
    ] {
        refused(toml(&format!("stream = 1\n{text}")), &["invalid type: sequence, expected a table"]);
    }
    let message = |error: serde_json::Error| error.to_string();
    let expected = &["invalid type: sequence, expected a table"];
    refused(json(r#"[1, {}, [], null, null, null, null]"#), expected);
    refused(json(r#"{"stream": 1, "noise": ["perlin", 7]}"#), expected);
    refused(serde_json::from_str::<Noise>(r#"["perlin", 7]"#).map_err(message), expected);
    refused(serde_json::from_str::<Layers>(r#"[["perlin", 7]]"#).map_err(message), expected);
    refused(serde_json::from_str::<Window>("[[3, 4]]").map_err(message), expected);
    assert_eq!(json(r#"{"stream": 1, "noise": {}, "grid": null}"#).unwrap(), Noise::default().into());
}

#[test]
fn bad_values_are_named() {
    for (keys, fragments) in [
        ("frequency = 0.0", ["frequency is 0", "above 0"]),
        ("frequency = nan", ["frequency is NaN", "finite"]),
        ("frequency = -inf", ["frequency is -inf", "finite"]),
        ("fractal = { octaves = 0 }", ["octaves is 0", "1 to 32"]),
        ("fractal = { octaves = 33 }", ["octaves is 33", "1 to 32"]),
        ("fractal = { gain = inf }", ["gain is inf", "finite"]),
        ("fractal = { lacunarity = nan }", ["lacunarity is NaN", "finite"]),
        ("fractal = 'fbm'", ["fractal is fbm, without octaves", "such as octaves = 6, beside it"]),
        ("octaves = 6", ["octaves is 6, without a fractal", "fractal = \"fbm\""]),
        ("gain = 0.3", ["gain is 0.3, without a fractal", "fractal = \"fbm\""]),
        ("octaves = 6\nfractal = { kind = 'fbm' }", ["octaves is 6, beside the table", "fractal.octaves"]),
        ("period = [1, 2, 3, 4, 5]", ["invalid length 5", "a list of 1 to 4 values"]),
        ("fractal = 'fbn'", ["fractal is fbn", "allowed: none, fbm, billow"]),
        ("fractal = 3", ["3", "octaves, lacunarity, gain"]),
        (
            "kind = 'simplex'",
            ["kind is simplex; allowed: perlin, value, cell, cellular (did you mean perlin?", "line 3"],
        ),
        ("kind = 3", ["integer `3`", "a string for kind"]),
        ("fractal = { kind = 'FBM' }", ["fractal is FBM", "did you mean fbm?"]),
        ("fade = 'smooth'", ["fade is smooth", "linear, cubic, quintic"]),
        ("hash = 'md5'", ["hash is md5", "mix, permutation"]),
        ("hash = 'mix'\npermutation = 'perlin'", ["hash is mix", "permutation"]),
        ("hash = 'permutation'\npermutation = 'ken'", ["permutation is ken", "seeded"]),
        ("hash = 'permutation'\npermutation = [1, 256]", ["permutation[1] is 256", "0 to 255"]),
        ("hash = 'permutation'\npermutation = [1, 2]", ["permutation is 2 integers", "256"]),
        ("gradients = 'edgy'", ["gradients is edgy", "knight-moves"]),
        ("gradients = []", ["gradients is a list of none", "1 to 256 vectors"]),
        ("gradients = [[1, 2], [3]]", ["gradients[1] is", "2 components"]),
        ("period = { x = -1 }", ["-1", "a whole number from 0 to 4294967295 for period"]),
        ("output = { scale = inf }", ["scale is inf", "finite"]),
        ("output = { range = [0, inf] }", ["range is 0..inf", "finite"]),
        (
            "output = { range = [0, 1], bias = 1 }",
            ["range is [0.0, 1.0], beside a scale or a bias", "either a range"],
        ),
        ("output = { range = [0, 1, 2] }", ["range is [0.0, 1.0, 2.0]", "[low, high]"]),
    ] {
        refused(noise(keys), &fragments);
    }
}

/// Formats say where a value of another type stands; the library says which key it is the value of.
#[test]
fn keys_of_wrong_types_are_named() {
    let named = |recipe: &str, key: &str| {
        let message = json(recipe).unwrap_err();
        let named =
            message.contains(&format!(" for {key} at line 1")) || message.starts_with(&format!("{key} is "));
        assert!(named && !message.contains("f64"), "{recipe}: {message}");
    };
    let fractal = |inside: &str| format!(r#""fractal": {{{inside}}}"#);
    for (keys, wrong) in [
        (
            "frequency jitter lacunarity gain strength level feedback weight",
            &["\"3\"", "[]", "{}", "true"][..],
        ),
        ("period offset", &["3", "\"3\"", "[\"3\"]", "{\"x\": []}", "[1, 2, 3, 4, 5]"]),
        ("octaves", &["-1", "1.5", "\"3\"", "99999999999"]),
        ("gradients permutation", &["3", "true", "{}", "[\"3\"]"]),
        ("kind hash fade distance returns", &["true", "[]", "{}"]),
        ("output", &["3", "[]", "[true, 2.0]"]),
        ("warp", &["3", "\"3\""]),
    ] {
        for (key, value) in keys.split(' ').flat_map(|key| wrong.iter().map(move |value| (key, value))) {
            let pair = format!(r#""{key}": {value}"#);
            named(&format!(r#"{{"stream": 1, "noise": {{{pair}}}}}"#), key);
            if "lacunarity gain strength level feedback octaves".contains(key) {
                named(&format!(r#"{{"stream": 1, "noise": {{{}}}}}"#, fractal(&pair)), key);
            }
        }
    }
    for (recipe, key) in [
        (r#""stream": "1", "noise": {}"#, "stream"),
        (r#""stream": 1.0, "noise": {}"#, "stream"),
        (r#""stream": [], "noise": {}"#, "stream"),
        (r#""stream": 1, "noise": 3"#, "noise"),
        (r#""stream": 1, "layers": 3"#, "layers"),
        (r#""stream": 1, "noise": {"output": {"scale": "3"}}"#, "scale"),
        (r#""stream": 1, "noise": {"output": {"range": [0, "1"]}}"#, "range"),
        (r#""stream": 1, "noise": {"output": {"range": 3}}"#, "range"),
        (r#""stream": 1, "noise": {"output": {"normalize": 1}}"#, "normalize"),
        (r#""stream": 1, "noise": {"warp": {"amplitude": "3"}}"#, "amplitude"),
        (r#""stream": 1, "noise": {"warp": {"octaves": 1.5}}"#, "octaves"),
        (r#""stream": 1, "noise": {}, "grid": {"size": [4, -4]}"#, "size"),
        (r#""stream": 1, "noise": {}, "grid": {"size": [4], "start": [1.5]}"#, "start"),
        (r#""stream": 1, "noise": {}, "grid": {"size": [4], "origin": {"x": "3"}}"#, "origin"),
        (r#""stream": 1, "noise": {}, "grid": 3"#, "grid"),
        (r#""stream": 1, "noise": {}, "field": {"quantity": 3}"#, "quantity"),
        (r#""stream": 1, "noise": {}, "field": {"quantity": "slope", "relief": "3"}"#, "relief"),
        (r#""stream": 1, "noise": {}, "field": {"quantity": "hillshade", "light": [1, 2]}"#, "light"),
        (r#""stream": 1, "noise": {}, "field": {"quantity": "hillshade", "light": [1, 2, 3, 4]}"#, "light"),
        (r#""stream": 1, "noise": {}, "samples": {"blake3": 3, "count": 3}"#, "blake3"),
        (r#""stream": 1, "noise": {}, "samples": {"blake3": "", "count": -3}"#, "count"),
    ] {
        named(&format!("{{{recipe}}}"), key);
    }
    refused(json(r#"{"stream": 1, "noise": {"period": {"x": 1, "x": 2}}}"#), &["duplicate field `x`"]);
}

#[test]
fn bad_recipes_are_named() {
    for (text, fragments) in [
        ("[noise]", ["missing field", "stream"]),
        ("stream = 2\n[noise]\n", ["stream is 2", "allowed: 1"]),
        ("stream = 1", ["noise is missing", "layers"]),
        ("stream = 1\nlayers = []\n[noise]", ["noise", "one of noise and layers"]),
        ("stream = 1\n[[layers]]\n[[layers]]\nfrequency = 0.0", ["layers[1].frequency is 0", "above 0"]),
        ("stream = 1\n[[layers]]\n[[layers]]\ngradients = 'edgy'", ["layers[1].gradients is edgy", "edges"]),
        ("stream = 1\n[noise]\n[grid]", ["missing field", "size"]),
        ("stream = 1\n[noise]\n[grid]\nsize = { y = 4 }", ["grid.size.x is missing", "x and y"]),
        (
            "stream = 1\n[noise]\n[grid]\nsize = { x = 1, y = 4, w = 2 }",
            ["grid.size.z is missing", "x, y and z"],
        ),
        (
            "stream = 1\n[noise]\n[grid]\nsize = { x = 1 }\nstart = { y = 3 }",
            ["grid.start.y is 3", "as there is 1 axis"],
        ),
        (
            "stream = 1\n[noise]\n[grid]\nsize = { x = 1 }\nspacing = { x = 0.0 }",
            ["spacing.x is 0", "other than 0"],
        ),
        (
            "stream = 1\n[noise]\n[grid]\nsize = { x = 1 }\norigin = { x = nan }",
            ["origin.x is NaN", "finite"],
        ),
        (
            "stream = 1\n[noise]\n[grid]\nsize = { x = 2 }\nstart = { x = 9223372036854775806 }",
            ["start.x is 9223372036854775806", "2^53"],
        ),
    ] {
        refused(toml(text), &fragments);
    }
    if cfg!(target_pointer_width = "64") {
        let most = i64::MAX;
        let text = format!("stream = 1\n[noise]\n[grid]\nsize = {{ x = {most}, y = 4 }}");
        refused(toml(&text), &[&format!("size is {most}x4"), "samples along an axis"]);
    }
}

/// JSON would write NaN as null, which is read as a number that is missing: another recipe.
#[test]
fn what_would_be_refused_is_not_written() {
    let noise = || Noise::perlin(1);
    let many = Layers::from_iter(vec![noise().fbm(32); 33]);
    let warped = noise().warp([noise().bias(f64::NEG_INFINITY)]);
    for (layers, fragments) in [
        (Layers::from(noise().scale(f64::NAN)), ["scale is NaN", "finite"]),
        (Layers::new().add(1.0, noise()).add(f64::NAN, noise()), ["layers[1].weight is NaN", "finite"]),
        (noise().warp_by(1.0).warp_frequency(f64::NAN).into(), ["warp.frequency is NaN", "finite"]),
        (warped.into(), ["warp.x.bias is -inf", "finite"]),
        (many, ["layers is 1056 octaves", "1024"]),
        (noise().warp([Layers::from_iter(vec![noise().fbm(32); 32])]).into(), ["1025 octaves", "1024"]),
    ] {
        let recipe = Recipe::from(layers.clone());
        refused(serde_json::to_string(&layers).map_err(|e| e.to_string()), &fragments);
        refused(serde_json::to_string(&recipe).map_err(|e| e.to_string()), &fragments);
        refused(toml::to_string(&recipe).map_err(|e| e.to_string()), &fragments);
    }
    let long = noise().warp([Layers::from_iter(vec![noise().fbm(32); 33])]);
    for (noise, fragments) in
        [(noise().jitter(f64::NAN), ["jitter is NaN", "0 to 1"]), (long, ["noise is 1057 octaves", "1024"])]
    {
        refused(serde_json::to_string(&noise).map_err(|e| e.to_string()), &fragments);
    }
    let mut window = Window::from(Grid::new([4, 4]).origin([0.0, f64::NAN]));
    refused(serde_json::to_string(&window).map_err(|e| e.to_string()), &["origin.x is NaN", "finite"]);
    refused(
        serde_json::to_string(&Recipe::from(noise()).grid(window)).map_err(|e| e.to_string()),
        &["origin.x is NaN", "finite"],
    );
    // This one is larger than memory, and not wrong.
    window = Window::from_shape(&[1 << 31, 1 << 31]).unwrap();
    assert!(serde_json::to_string(&window).is_ok());
}

/// Recipes with values for axes that are not there, lists that are one too long, and weights that are too large for a noise.
#[test]
fn recipes_with_a_little_too_much_are_refused() {
    let refused = |text: &str, fragment: &str| {
        let error = toml::from_str::<Recipe>(&format!("stream = 1\n{text}")).unwrap_err().to_string();
        assert!(error.contains(fragment), "{fragment:?} is not in: {error}");
    };
    refused("[noise]\n[grid]\nsize = { x = 1 }\nstart = { y = 3 }", "grid.start.y is 3");
    refused("[noise]\n[grid]\nsize = { x = 1, y = 1 }\norigin = { z = 3.5 }", "grid.origin.z is 3.5");
    refused("[noise]\n[grid]\nsize = { x = 1 }\nspacing = { y = 2.0 }", "grid.spacing.y is 2");
    refused("[noise]\nwarp = [[], [], [], [], [{ seed = 3 }]]", "warp is more than 4");
    refused("[noise]\ngain = 1e-300", "gain is 1e-300, without a fractal");
    refused(
        "[noise]\nfractal = { kind = 'fbm' }\nlacunarity = 1e300",
        "lacunarity is 1e300, beside the table",
    );
    refused("[noise]\nweight = 1e300", "weight is 1e300; allowed: nothing, except in layers");
    refused("[[layers]]\nweight = 1e10\noutput = { scale = 1e30 }", "layers[0].weight is 10000000000");
    let layers = |count: usize| format!("stream = 1\nlayers = [{}]", "{},".repeat(count));
    assert_eq!(toml::from_str::<Recipe>(&layers(1024)).unwrap().layers.len(), 1024);
    let error = toml::from_str::<Recipe>(&layers(1025)).unwrap_err().to_string();
    assert!(error.contains("layers is more than 1024"), "{error}");
}
