//! What each key means, and what it is where it is left out.

use crate::{json, noise, refused, toml};
use perlane::{
    Distance, Fade, FieldParameters, Fractal, Gradients, Grid, Hash, Kind, Layers, Noise, Output,
    Permutation, Quantity, Recipe, Returns, Warp, Window,
};

#[test]
fn the_documented_recipe_is_the_noise_and_grid_that_it_names() {
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
    let page = include_str!("../../docs/bits.md");
    assert!(page.contains("Strength 2, level 1 and feedback 2 are the defaults."));
    let field = FieldParameters::default();
    assert_eq!((field.quantity, field.relief, field.light), (Quantity::Value, 1.0, [-1.0, -1.0, 2.0]));
    let window = Window::from(Grid::new([4, 5]));
    assert_eq!(
        (window.start.xyzw(), window.origin.xyzw(), window.spacing.xyzw()),
        ([0; 4], [0.0; 4], [1.0; 4])
    );
}

#[test]
fn keys_that_recipes_leave_out_have_the_defaults_of_the_pages() {
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
fn the_table_field_names_the_quantity_and_its_parameters() {
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
fn short_forms_of_tables_leave_the_rest_at_defaults() {
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
    // Recipes of other kinds have no keys of cellular noise.
    assert!(!toml::to_string(&Noise::cell(1)).unwrap().contains("jitter"));
    let cells = toml::to_string(&Noise::cellular(1).returns(Returns::Difference)).unwrap();
    for line in ["kind = \"cellular\"", "distance = \"euclidean\"", "returns = \"f2-f1\"", "jitter = 1.0"] {
        assert!(cells.contains(line), "{line} is not in\n{cells}");
    }
}

/// A key that some fractals use is written for these, and for others only if it is not the default.
#[test]
fn keys_of_some_fractals_are_written_only_where_they_count() {
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
fn seeds_have_all_64_bits() {
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

/// What a program sets on a recipe is what the recipe's text has.
#[test]
fn fields_of_recipes_are_written() {
    let field = FieldParameters::from(Quantity::Hillshade).relief(8.0).light([0.0, -1.0, 0.5]);
    let recipe = Recipe::from(Noise::perlin(3)).field(field);
    let text = serde_json::to_string(&recipe).unwrap();
    assert!(text.contains(r#""quantity":"hillshade""#), "{text}");
    assert_eq!(json(&text).unwrap().field, field);
    assert_eq!(recipe.field(Quantity::Slope).field, Quantity::Slope.into());
}

/// Names of structures in RON are those of the types. Files that have them can be read as long as these names stay.
#[cfg(not(target_family = "wasm"))]
#[test]
fn structures_have_names_in_ron() {
    let text = r#"Recipe(
        stream: 1,
        noise: Some(Noise(seed: 3, output: Output(normalize: false))),
        field: Some(FieldParameters(quantity: "slope")),
        grid: Some(Window(size: [64, 48])),
        samples: Some(Samples(blake3: "00", count: 3072)),
    )"#;
    let recipe: Recipe = ron::from_str(text).unwrap();
    assert_eq!(recipe.layers, Noise::default().seed(3).normalize(false).into());
    assert_eq!((recipe.field, recipe.grid), (Quantity::Slope.into(), Some(Grid::new([48, 64]).into())));
    assert_eq!(recipe.samples.unwrap().count, 64 * 48);
}
