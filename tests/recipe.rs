//! Recipes as text: what is written reads back as the same value, and what is wrong is refused with its name.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

use perlane::{
    Distance, Fade, FieldParameters, Fractal, Gradients, Grid, Hash, Kind, Layers, Noise, Output, PerAxis,
    Permutation, Quantity, Recipe, Returns, Samples, Warp, Window,
};
use proptest::prelude::*;

fn toml(text: &str) -> Result<Recipe, String> {
    toml::from_str(text).map_err(|e: toml::de::Error| e.to_string())
}

fn json(text: &str) -> Result<Recipe, String> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}

fn noise(text: &str) -> Result<Noise, String> {
    toml(&format!("stream = 1\n[noise]\n{text}")).map(|recipe| recipe.layers.as_slice()[0].clone())
}

#[track_caller]
fn refused<T: std::fmt::Debug>(read: Result<T, String>, fragments: &[&str]) {
    let message = read.unwrap_err();
    for fragment in fragments {
        assert!(message.contains(fragment), "{fragment:?} is not in: {message}");
    }
}

#[test]
fn the_documented_recipe() {
    let recipe = toml(
        r#"
        stream = 1
        [noise]
        kind = "perlin"
        seed = 42
        frequency = 0.0078125
        hash = "mix"
        gradients = "directions16"
        fade = "quintic"
        period = { x = 8, y = 8 }
        fractal = { kind = "fbm", octaves = 6, lacunarity = 2.0, gain = 0.5 }
        output = { normalize = true, scale = 1.0, bias = 0.0 }
        [grid]
        size = { x = 1920, y = 1080 }
        start = { x = 0, y = -7 }
        "#,
    )
    .unwrap();
    let noise =
        Noise::perlin(42).frequency(1.0 / 128.0).gradients(Gradients::Directions16).period([8, 8]).fbm(6);
    assert_eq!(recipe.layers, noise.into());
    assert_eq!(recipe.grid, Some(Grid::new([1080, 1920]).start([-7, 0]).into()));
}

/// Every parameter as `docs/bits.md` and `docs/recipes.md` state its default.
fn spelled_out() -> Noise {
    Noise::cellular(7)
        .kind(Kind::Perlin)
        .seed(0)
        .frequency(1.0)
        .hash(Hash::Mix)
        .gradients(Gradients::Default)
        .fade(Fade::Quintic)
        .distance(Distance::Euclidean)
        .returns(Returns::F1)
        .jitter(1.0)
        .offset([0.0; 4])
        .period([0; 4])
        .warp_by(0.0)
        .warp_octaves(1)
        .fractal(Fractal::None)
        .octaves(1)
        .lacunarity(2.0)
        .gain(0.5)
        .strength(2.0)
        .level(1.0)
        .feedback(2.0)
        .normalize(true)
        .scale(1.0)
        .bias(0.0)
}

#[test]
fn defaults_are_those_of_the_pages() {
    let default = Noise::default();
    assert_eq!(default, spelled_out());
    assert_eq!((default.strength, default.level, default.feedback), (2.0, 1.0, 2.0));
    let numbers = (default.seed, default.frequency, default.octaves, default.lacunarity, default.gain);
    assert_eq!(numbers, (0, 1.0, 1, 2.0, 0.5));
    assert_eq!((default.jitter, default.normalize), (1.0, true));
    assert_eq!(default.output, Output::ScaleBias { scale: 1.0, bias: 0.0 });
    assert_eq!(default.warp, Warp::By { amplitude: 0.0, frequency: None, octaves: 1, seed: None });
    for (noise, kind) in [
        (Noise::perlin(5), Kind::Perlin),
        (Noise::value(5), Kind::Value),
        (Noise::cell(5), Kind::Cell),
        (Noise::cellular(5), Kind::Cellular),
    ] {
        assert_eq!(noise, spelled_out().kind(kind).seed(5));
    }
    assert_eq!(Noise::perlin(0).ping_pong(3), spelled_out().fractal(Fractal::PingPong).octaves(3));
    let page = include_str!("../docs/bits.md");
    assert!(page.contains("Strength 2, level 1 and feedback 2 are the defaults."));
    let field = FieldParameters::default();
    assert_eq!((field.quantity, field.relief, field.light), (Quantity::Value, 1.0, [-1.0, -1.0, 2.0]));
    let window = Window::from(Grid::new([4, 5]));
    assert_eq!(
        (window.start.xyzw(), window.origin.xyzw(), window.spacing.xyzw()),
        ([0; 4], [0.0; 4], [1.0; 4])
    );
}

/// What recipes leave out is what the pages say.
#[test]
fn recipes_leave_defaults_out() {
    assert_eq!(noise(""), Ok(spelled_out()));
    for text in ["output = {}", "warp = {}", "warp = []", "fractal = {}", "offset = {}", "period = {}"] {
        assert_eq!(noise(text), Ok(spelled_out()), "{text}");
    }
    let warp = Warp::By { amplitude: 2.5, frequency: None, octaves: 1, seed: None };
    assert_eq!(noise("warp = { amplitude = 2.5 }").unwrap().warp, warp);
    assert_eq!(noise("output = { scale = 3.0 }"), Ok(spelled_out().scale(3.0)));
    assert_eq!(noise("output = { bias = 3.0 }"), Ok(spelled_out().bias(3.0)));
    assert_eq!(noise("output = { range = [3.0, 4.0] }"), Ok(spelled_out().range(3.0, 4.0)));
    assert_eq!(noise("hash = \"permutation\""), Ok(spelled_out().permutation(Permutation::PERLIN)));
    for &fractal in Fractal::ALL {
        let named = noise(&format!("fractal = {{ kind = \"{fractal}\" }}"));
        assert_eq!(named, Ok(spelled_out().fractal(fractal)));
    }
    let recipe =
        toml("stream = 1\n[[layers]]\n[field]\nquantity = \"hillshade\"\n[grid]\nsize = [5, 4]").unwrap();
    assert_eq!(recipe.layers, Layers::from(spelled_out()));
    assert_eq!((recipe.field.relief, recipe.field.light), (1.0, [-1.0, -1.0, 2.0]));
    let grid = Grid::new([4, 5]).start([0; 2]).origin([0.0; 2]).spacing([1.0; 2]);
    assert_eq!(recipe.grid, Some(grid.into()));
}

#[test]
fn the_table_field_says_what_is_sampled() {
    let field =
        |text: &str| toml(&format!("stream = 1\n[noise]\n[field]\n{text}")).map(|recipe| recipe.field);
    assert_eq!(field("quantity = \"curl\"").unwrap(), FieldParameters::from(Quantity::Curl));
    assert_eq!(field("quantity = \"normal-map\"\nrelief = 2").unwrap().relief, 2.0);
    refused(field("quantity = \"Normal\""), &["quantity is Normal", "did you mean normal?"]);
    refused(field("relief = 2"), &["quantity"]);
    refused(field("quantity = \"slope\"\nrelief = 0"), &["relief is 0", "1e-30 to 1e30"]);
    refused(field("quantity = \"hillshade\"\nlight = [0, 0, 0]"), &["light is 0, 0, 0"]);
    refused(field("quantity = \"hillshade\"\nlight = [0, 1]"), &["light", "3"]);
    refused(field("quantity = \"slope\"\nlamp = 3"), &["lamp", "quantity"]);
}

#[test]
fn missing_keys_have_the_defaults() {
    assert_eq!(noise("").unwrap(), Noise::default());
    assert_eq!(noise("fractal = {}\noutput = {}\nperiod = {}").unwrap(), Noise::default());
    assert_eq!(noise("fractal = 'ridged'\noctaves = 4").unwrap(), Noise::default().ridged(4));
    let short = noise("octaves = 3\nfractal = 'fbm'\ngain = 0.4\nlacunarity = 1.9").unwrap();
    assert_eq!(short, Noise::default().fbm(3).gain(0.4).lacunarity(1.9));
    assert_eq!(noise("fractal = 'none'\noctaves = 1").unwrap(), Noise::default());
    assert_eq!(noise("period = [3, 4]").unwrap(), Noise::default().period([4, 3]));
    assert_eq!(noise("hash = 'permutation'").unwrap(), Noise::default().permutation(Permutation::PERLIN));
    assert_eq!(noise("gradients = [[1, 0.5], [-1, 0]]").unwrap().gradients.name(), "custom");
}

/// What is written has one name; what is read may have another library's.
#[test]
fn names_of_other_libraries_are_read() {
    assert_eq!(noise("kind = 'white-noise'").unwrap(), Noise::default().kind(Kind::Cell));
    assert_eq!(noise("fade = 'smoothstep'").unwrap(), Noise::default().fade(Fade::Cubic));
    assert!(toml::to_string(&Noise::cell(1)).unwrap().contains("kind = \"cell\""));
    assert_eq!(
        noise("fractal = 'hybrid-multifractal'\noctaves = 3").unwrap(),
        Noise::default().hybrid_multi(3)
    );
    // Other kinds' recipes have no keys of cellular noise.
    assert!(!toml::to_string(&Noise::cell(1)).unwrap().contains("jitter"));
    let cells = toml::to_string(&Noise::cellular(1).returns(Returns::Difference)).unwrap();
    for line in ["kind = \"cellular\"", "distance = \"euclidean\"", "returns = \"f2-f1\"", "jitter = 1.0"] {
        assert!(cells.contains(line), "{line} is not in\n{cells}");
    }
}

/// Keys of some fractals stand in their recipes, and in no other's.
#[test]
fn keys_of_ping_pong_and_multifractals() {
    let keys = |noise: &Noise| {
        let text = toml::to_string(noise).unwrap();
        ["strength", "level", "feedback"].map(|key| text.contains(key))
    };
    assert_eq!(keys(&Noise::perlin(1).fbm(3)), [false, false, false]);
    assert_eq!(keys(&Noise::perlin(1).ping_pong(3)), [true, false, false]);
    assert_eq!(keys(&Noise::perlin(1).ridged_multi(3)), [false, true, true]);
    assert_eq!(keys(&Noise::perlin(1).fbm(3).level(0.5)), [false, true, false]);
    let noises = [
        ("fractal = 'ping-pong'\noctaves = 3\nstrength = 4.5", Noise::default().ping_pong(3).strength(4.5)),
        (
            "fractal = { kind = 'ridged-multi', octaves = 3, level = 0.9, feedback = 1.5 }",
            Noise::default().ridged_multi(3).level(0.9).feedback(1.5),
        ),
        ("fractal = { kind = 'hybrid-multi', octaves = 2 }", Noise::default().hybrid_multi(2)),
    ];
    for (text, want) in noises {
        assert_eq!(noise(text).unwrap(), want);
        assert_eq!(toml::from_str::<Noise>(&toml::to_string(&want).unwrap()).unwrap(), want);
    }
    refused(noise("fractal = 'ping-pong'\noctaves = 3\nstrength = -1.0"), &["strength is -1", "0 to 1000"]);
    refused(noise("level = 0.5"), &["level is 0.5", "with a fractal, such as"]);
    refused(noise("fractal = { kind = 'fbm', levl = 1.0 }"), &["levl", "level"]);
}

#[test]
fn seeds_of_64_bits() {
    assert_eq!(noise("seed = '18446744073709551615'").unwrap().seed, u64::MAX);
    assert_eq!(noise("seed = 9223372036854775807").unwrap().seed, i64::MAX as u64);
    assert_eq!(
        json(r#"{"stream":1,"noise":{"seed":18446744073709551615}}"#).unwrap(),
        Noise::perlin(u64::MAX).into()
    );
    for bad in ["-1", "1.5", "'18446744073709551616'", "'x'"] {
        refused(noise(&format!("seed = {bad}")), &["seed is ", bad.trim_matches('\''), "2^64 - 1"]);
    }
}

#[test]
fn weights_go_into_scale_and_bias() {
    let recipe = toml(
        "stream = 1\n[[layers]]\nseed = 1\n[[layers]]\nseed = 2\nweight = -0.25\noutput = { scale = 3.0, bias = 2.0 }",
    );
    let want = Layers::new().add(1.0, Noise::perlin(1)).add(1.0, Noise::perlin(2).scale(-0.75).bias(-0.5));
    assert_eq!(recipe.unwrap().layers, want);
    refused(noise("weight = 2.0"), &["weight is 2", "layers"]);
    refused(toml("stream = 1\n[[layers]]\nweight = inf"), &["layers[0].weight is inf"]);
}

#[test]
fn ranges_are_read_and_written() {
    let noise = noise("output = { normalize = false, range = [-3, 1.5] }").unwrap();
    assert_eq!(noise, Noise::default().normalize(false).range(-3.0, 1.5));
    assert!(toml::to_string(&noise).unwrap().contains("range = [-3.0, 1.5]"));
    let recipe = toml("stream = 1\n[[layers]]\nweight = -2.0\noutput = { range = [0, 1] }").unwrap();
    assert_eq!(recipe.layers, Layers::new().add(1.0, Noise::default().range(-0.0, -2.0)));
}

#[test]
fn warps_are_read_and_written() {
    let by = noise("warp = { amplitude = 3, seed = 9 }").unwrap();
    assert_eq!(by, Noise::default().warp_by(3.0).warp_seed(9));
    assert!(toml::to_string(&by).unwrap().contains("[warp]\namplitude = 3.0\noctaves = 1\nseed = 9"));
    let text = "[[noise.warp]]\nseed = 1\n[[noise.warp]]\nkind = 'value'\noutput = { scale = 4 }";
    let of = noise(text).unwrap();
    assert_eq!(of, Noise::default().warp([Noise::value(0).scale(4.0), Noise::perlin(1)]));
    assert!(toml::to_string(&of).unwrap().contains("[[warp]]\n"), "{}", toml::to_string(&of).unwrap());
    let layers = noise("warp = [[], [{ seed = 1 }, { seed = 2, weight = 0.5 }]]").unwrap();
    let sum = Layers::new().add(1.0, Noise::perlin(1)).add(0.5, Noise::perlin(2));
    assert_eq!(layers, Noise::default().warp([sum, Layers::new()]));
    assert_eq!(noise("warp = []").unwrap(), Noise::default());
    // Nothing is read deeper than one warp.
    let deep = format!("{{\"stream\":1,\"noise\":{}{}}}", "{\"warp\":[".repeat(60), "]}".repeat(60));
    refused(json(&deep), &["warp.x.warp is given", "cannot be warped themselves"]);
    let many = format!("warp = [[{}]]", "{ fractal = 'fbm', octaves = 32 },".repeat(32));
    refused(toml(&format!("stream = 1\n[[layers]]\n{many}")), &["layers is 1025 octaves", "1024"]);
    refused(toml(&format!("stream = 1\n[noise]\n{many}")), &["noise is 1025 octaves", "1024"]);
}

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

/// A list of values is no table, whatever the order of its keys.
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

/// JSON writes NaN as null, and null is read as a number that is missing.
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
    // It is larger than memory, not wrong.
    window = Window::from_shape(&[1 << 31, 1 << 31]).unwrap();
    assert!(serde_json::to_string(&window).is_ok());
}

#[test]
fn windows_become_grids_of_their_dimension_only() {
    let window = Window::from_xyzw(&[5, 4, 3]).unwrap();
    assert_eq!(window.to_grid::<3>().unwrap(), Grid::new([3, 4, 5]));
    assert_eq!(Grid::<3>::try_from(window), window.to_grid());
    assert_eq!(Grid::<2>::try_from(window), window.to_grid());
    assert_eq!(window.to_grid::<2>().unwrap_err().to_string(), "grid is of 3 axes; allowed: 2 axes");
    assert_eq!(Window::from_shape(&[3, 4, 5]), Ok(window));
    // Axes that are not there do not count, and look the same nonetheless.
    let of_grid = Window::from(Grid::new([4, 5]));
    assert_eq!(format!("{of_grid:?}"), format!("{:?}", Window::from_shape(&[4, 5]).unwrap()));
    assert_eq!(window.shape(), [3, 4, 5]);
    assert_eq!(Window::from_shape(&[]).unwrap_err().to_string(), "shape is of 0 axes; allowed: 1 to 4 axes");
    assert_eq!(
        Window::from_xyzw(&[1; 5]).unwrap_err().to_string(),
        "size is of 5 axes; allowed: 1 to 4 axes"
    );
    assert_eq!(Window::from_shape(&[0, usize::MAX, usize::MAX]).unwrap().samples(), Ok(0));
}

/// Fields name their axes, and arrays are in array order: neither can be taken for the other.
#[test]
fn axes_have_names() {
    let noise = Noise::perlin(1).period([3, 8]).offset([0.5, 0.0, -1.0]);
    assert_eq!(noise.period, PerAxis { x: 8, y: 3, z: 0, w: 0 });
    assert_eq!(noise.offset, PerAxis { x: -1.0, y: 0.0, z: 0.5, w: 0.0 });
    assert_eq!(noise.clone().period(PerAxis { x: 8, y: 3, ..PerAxis::default() }), noise);
    assert_eq!(noise.offset.array_order(), [0.5, 0.0, -1.0]);
    let text = toml::to_string(&noise).unwrap();
    assert!(text.contains("[offset]\nx = -1.0\nz = 0.5\n"), "{text}");
    assert!(text.contains("[period]\nx = 8\ny = 3\n"), "{text}");
    let mut window = Window::from_shape(&[4, 5]).unwrap();
    window.start.y = -7;
    assert_eq!(window.to_grid(), Ok(Grid::new([4, 5]).start([-7, 0])));
    // What an axis that is not there has is nobody's.
    window.origin.w = 3.0;
    assert_eq!(window, Grid::new([4, 5]).start([-7, 0]).into());
    assert_ne!(window, Window::from_shape(&[4, 5, 1]).unwrap());
}

fn number(positive: bool) -> impl Strategy<Value = f64> {
    let sign =
        if positive { prop::num::f64::POSITIVE } else { prop::num::f64::POSITIVE | prop::num::f64::NEGATIVE };
    // Amplitudes must stay within f32: no huge ones.
    (sign | prop::num::f64::NORMAL).prop_map(move |v| {
        let v = if positive { v.abs() } else { v };
        if (1e-9..1e9).contains(&v.abs()) {
            v
        } else {
            v.signum() * (1.0 + v.to_bits() as f64 / 18_446_744_073_709_551_616.0)
        }
    })
}

fn gradients() -> impl Strategy<Value = Gradients> {
    let named = prop::sample::select(Gradients::ALL);
    let custom = (1..=4usize)
        .prop_flat_map(|dims| prop::collection::vec(prop::collection::vec(number(false), dims), 1..9))
        .prop_map(|vectors| Gradients::custom(&vectors).unwrap());
    prop_oneof![named, custom]
}

fn hash() -> impl Strategy<Value = Hash> {
    let table = Just((0..=255u8).collect::<Vec<_>>()).prop_shuffle();
    prop_oneof![
        Just(Hash::Mix),
        Just(Hash::Permutation(Permutation::PERLIN)),
        Just(Hash::Permutation(Permutation::SEEDED)),
        table.prop_map(|t| Hash::Permutation(Permutation::table(&t).unwrap())),
    ]
}

/// A strength, level or feedback: the default, or one of few or many that keep octaves within f32.
fn shaping(default: f64) -> impl Strategy<Value = f64> {
    prop_oneof![Just(default), Just(0.0), 0.0..=1000.0]
}

prop_compose! {
    fn any_noise()(
        kind in prop::sample::select(Kind::ALL),
        fade in prop::sample::select(Fade::ALL),
        fractal in prop::sample::select(Fractal::ALL),
        (seed, period) in (any::<u64>(), any::<[u32; 4]>()),
        (frequency, lacunarity) in (number(true), number(true)),
        (scale, bias) in (number(false), number(false)),
        // Small enough for 32 octaves' amplitudes.
        gain in -1.5..1.5f64,
        (octaves, normalize, ranged) in (1..=32u32, any::<bool>(), any::<bool>()),
        (hash, gradients) in (hash(), gradients()),
        distance in prop::sample::select(Distance::ALL),
        returns in prop::sample::select(Returns::ALL),
        jitter in prop_oneof![Just(1.0), 0.0..=1.0],
        offset in prop_oneof![Just([0.0; 4]), prop::array::uniform4(number(false))],
        (strength, level, feedback) in (shaping(2.0), shaping(1.0), shaping(2.0)),
    ) -> Noise {
        let hash = if kind == Kind::Cellular { Hash::Mix } else { hash };
        let noise = Noise::default().kind(kind).fade(fade).fractal(fractal).seed(seed).period(period).frequency(frequency)
            .lacunarity(lacunarity).scale(scale).bias(bias).gain(gain).octaves(octaves).normalize(normalize)
            .hash(hash).gradients(gradients).distance(distance).returns(returns).jitter(jitter)
            .offset(offset).strength(strength).level(level).feedback(feedback);
        if ranged { noise.range(scale, bias) } else { noise }
    }
}

/// A noise that is warped by numbers, or by noises; or not warped.
fn any_warped() -> impl Strategy<Value = Noise> {
    let by = (number(false), prop::option::of(number(true)), 1..=32u32, prop::option::of(any::<u64>()));
    let by =
        by.prop_map(|(amplitude, frequency, octaves, seed)| Warp::By { amplitude, frequency, octaves, seed });
    // A recipe has at most 1024 octaves.
    let few = any_noise().prop_map(|noise| Noise::octaves(noise, 4));
    let of = prop::collection::vec(prop::collection::vec(few, 0..3), 0..=4).prop_map(|axes| {
        let mut warp = PerAxis::<Layers>::default();
        for (to, noises) in warp.xyzw_mut().into_iter().zip(axes) {
            *to = noises.into_iter().collect();
        }
        if warp == PerAxis::default() { Warp::default() } else { Warp::Of(warp) }
    });
    (any_noise(), prop_oneof![Just(Warp::default()), by, of]).prop_map(|(mut noise, warp)| {
        noise.warp = warp;
        noise
    })
}

prop_compose! {
    fn any_window()(
        // The largest fit the smallest address space.
        size in prop::collection::vec(0..140usize, 1..=4),
        start in any::<[i32; 4]>(),
        origin in prop::array::uniform4(number(false)),
        spacing in prop::array::uniform4(number(false)),
    ) -> Window {
        let mut window = Window::from_xyzw(&size).unwrap();
        window.start = start.map(|start| i64::from(start) << 21).into();
        window.origin = origin.into();
        window.spacing = spacing.into();
        window
    }
}

/// A window is checked alike where it stands in a recipe, is written and is read. It may have more samples than a buffer.
#[test]
fn windows_larger_than_buffers_are_kept() {
    let noise = || Recipe::from(Noise::perlin(1).frequency(1e-9));
    let large = noise().grid(Grid::new([1 << 22, 1 << 22, 1 << 22]));
    assert_eq!(large.validate(), Ok(()));
    assert_eq!(json(&serde_json::to_string(&large).unwrap()).unwrap(), large);
    for (grid, part) in [
        (Grid::new([20, 20]).start([1 << 53, 0]), "start.y is 9007199254740992"),
        (Grid::new([1, 20]).start([-1 << 54, 0]), "start.y is -18014398509481984"),
        #[cfg(target_pointer_width = "64")]
        (Grid::new([1 << 55, 1]), "size is 1x36028797018963968; allowed: at most 2^54 + 1 samples"),
        (Grid::new([2, 2]).spacing([1.0, 0.0]), "spacing.x is 0"),
    ] {
        let recipe = noise().grid(grid);
        let refused = recipe.validate().unwrap_err().to_string();
        assert!(refused.contains(part), "{refused}");
        assert!(serde_json::to_string(&recipe).unwrap_err().to_string().contains(&refused));
    }
    // Nothing is sampled of an empty window, wherever it starts.
    let empty = noise().grid(Grid::new([0, 4]).start([1 << 54, 0]));
    assert_eq!(empty.validate(), Ok(()));
    assert_eq!(json(&serde_json::to_string(&empty).unwrap()).unwrap(), empty);
    let many: Layers = (0..1025).map(Noise::value).sum();
    let refused = Recipe::from(many.clone()).validate().unwrap_err().to_string();
    assert!(refused.starts_with("layers is 1025 octaves"), "{refused}");
    assert_eq!(many.validate(), Ok(()), "layers that are not written may have more");
}

prop_compose! {
    fn any_recipe()(
        noises in prop::collection::vec(any_warped(), 0..4),
        grid in prop::option::of(any_window()),
        count in prop::option::of(0..isize::MAX as u64),
        quantity in prop::sample::select(Quantity::ALL),
        relief in prop::sample::select(vec![1.0, 0.1, -30.0]),
        light in prop::sample::select(vec![[-1.0, -1.0, 2.0], [0.25, 0.1, 1e-3]]),
    ) -> Recipe {
        let mut field = FieldParameters::from(quantity);
        (field.relief, field.light) = (relief, light);
        let samples = count.map(|count| Samples { blake3: "0123".to_owned(), count });
        let mut recipe = Recipe::from(Layers::from_iter(noises)).field(field);
        (recipe.grid, recipe.samples) = (grid, samples);
        recipe
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn recipes_survive_json_toml_and_ron(recipe in any_recipe()) {
        prop_assert_eq!(recipe.validate(), Ok(()));
        let text = serde_json::to_string(&recipe).unwrap();
        prop_assert_eq!(&json(&text).unwrap(), &recipe, "{}", text);
        let text = toml::to_string(&recipe).unwrap();
        prop_assert_eq!(&toml(&text).unwrap(), &recipe, "{}", text);
        let text = ron::to_string(&recipe).unwrap();
        prop_assert_eq!(&ron::from_str::<Recipe>(&text).unwrap(), &recipe, "{}", text);
    }

    #[test]
    fn noises_layers_fields_and_windows_survive_by_themselves(recipe in any_recipe()) {
        let text = toml::to_string(&recipe.field).unwrap();
        prop_assert_eq!(toml::from_str::<FieldParameters>(&text).unwrap(), recipe.field);
        let text = serde_json::to_string(&recipe.layers).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Layers>(&text).unwrap(), &recipe.layers);
        for noise in recipe.layers.as_slice() {
            let text = toml::to_string(noise).unwrap();
            prop_assert_eq!(&toml::from_str::<Noise>(&text).unwrap(), noise);
        }
        if let Some(window) = recipe.grid {
            let text = serde_json::to_string(&window).unwrap();
            prop_assert_eq!(serde_json::from_str::<Window>(&text).unwrap(), window);
        }
    }
}

/// Windows that differ in any one number differ.
#[test]
fn windows_that_differ() {
    let window = Window::from(Grid::new([4, 5]));
    for other in [
        Grid::new([4, 6]),
        Grid::new([3, 5]),
        Grid::new([4, 5]).start([0, 1]),
        Grid::new([4, 5]).start([1, 0]),
        Grid::new([4, 5]).origin([0.0, 0.5]),
        Grid::new([4, 5]).origin([0.5, 0.0]),
        Grid::new([4, 5]).spacing([1.0, -1.0]),
        Grid::new([4, 5]).spacing([2.0, 1.0]),
    ] {
        assert_ne!(window, other.into(), "{other:?}");
    }
}

/// Recipes with values for axes that are not there, lists that are one too long, and weights that are too large for a noise.
#[test]
fn recipes_with_a_little_too_much() {
    let refused = |text: &str, fragment: &str| {
        let error = toml::from_str::<Recipe>(&format!("stream = 1\n{text}")).unwrap_err().to_string();
        assert!(error.contains(fragment), "{fragment:?} is not in: {error}");
    };
    refused("[noise]\n[grid]\nsize = { x = 1 }\nstart = { y = 3 }", "grid.start.y is 3");
    refused("[noise]\n[grid]\nsize = { x = 1, y = 1 }\norigin = { z = 3.5 }", "grid.origin.z is 3.5");
    refused("[noise]\n[grid]\nsize = { x = 1 }\nspacing = { y = 2.0 }", "grid.spacing.y is 2");
    refused("[noise]\nwarp = [[], [], [], [], [{ seed = 3 }]]", "warp is more than 4");
    refused("[[layers]]\nweight = 1e10\noutput = { scale = 1e30 }", "layers[0].weight is 10000000000");
    let layers = |count: usize| format!("stream = 1\nlayers = [{}]", "{},".repeat(count));
    assert_eq!(toml::from_str::<Recipe>(&layers(1024)).unwrap().layers.len(), 1024);
    let error = toml::from_str::<Recipe>(&layers(1025)).unwrap_err().to_string();
    assert!(error.contains("layers is more than 1024"), "{error}");
}
