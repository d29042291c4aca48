//! Forty recipes that are wrong, and what is said of each.

mod common;

use common::Folder;

/// Line 1 is `stream = 1` in those that do not say otherwise.
const NOISE: &str = "stream = 1\n[noise]\n";
const GRID: &str = "stream = 1\n[noise]\n[grid]\n";

/// What comes after, the text, and the message.
const WRONG: [(&str, &str, &[&str]); 72] = [
    // The whole.
    ("", "# a comment", &["the key `stream` is missing (write "]),
    ("", "stream = 1", &["noise is missing", "one of noise and layers"]),
    ("", "stream = 2\n[noise]", &["stream is 2", "allowed: 1"]),
    ("", "stream = 'one'\n[noise]", &["line 1", "stream is \"one\"; allowed: 1"]),
    ("", "stream = ", &["line 1"]),
    ("", "[noise\nseed = 1", &["line 1"]),
    ("", "stream = 1\nseed = 4\n[noise]", &["unknown key `seed`"]),
    ("", "stream = 1\n[noises]\n", &["unknown key `noises`; did you mean `noise`?"]),
    ("", "stream = 1\n[noise]\n[layers]\n", &["invalid type: a table, expected a list of noises"]),
    ("", "stream = 1\n[noise]\n[[layers]]\n", &["noise is given beside layers"]),
    ("", "stream = 1\nstream = 1\n[noise]", &["duplicate key"]),
    // Keys of the noise.
    (NOISE, "frequncy = 1.0", &["line 3", "unknown key `frequncy`; did you mean `frequency`?"]),
    (NOISE, "sede = 1", &["unknown key `sede`; did you mean `seed`?"]),
    (NOISE, "octaves = 3", &["octaves is 3, without a fractal", "fractal = \"fbm\""]),
    (NOISE, "fractal = { octave = 3 }", &["unknown key `octave`; did you mean `octaves`?"]),
    (NOISE, "output = { normalise = true }", &["unknown key `normalise`; did you mean `normalize`?"]),
    (NOISE, "period = { q = 3 }", &["unknown key `q`; expected "]),
    (NOISE, "persistence = 0.4", &["unknown key `persistence`; did you mean `gain`?"]),
    (
        NOISE,
        "cell_size = 3",
        &["unknown key `cell_size`; did you mean `frequency`? it is 1 / the size of a cell"],
    ),
    (NOISE, "scale = 3.0", &["unknown key `scale`; did you mean `output`? it is a table"]),
    ("", "stream = 1\nsize = [4, 4]\n[noise]", &["unknown key `size`; did you mean `grid`?"]),
    (NOISE, "kind = 'perlim'", &["kind is perlim", "did you mean perlin?"]),
    (NOISE, "distance = 'euclid'", &["distance is euclid", "did you mean euclidean?"]),
    (NOISE, "hash = 'permutatoin'", &["hash is permutatoin", "did you mean permutation?"]),
    (NOISE, "[field]\nquantity = 'norml'", &["quantity is norml", "did you mean normal?"]),
    (NOISE, "weight = 2.0", &["weight is 2", "except in layers"]),
    // Values of the noise.
    (NOISE, "kind = 'simplex'", &["line 3", "kind is simplex", "did you mean perlin?"]),
    (NOISE, "seed = -1", &["seed is -1", "0 to 2^64 - 1"]),
    (NOISE, "seed = 1.0", &["seed is 1.0; allowed: integers"]),
    (NOISE, "octaves = -1", &["invalid value: integer `-1`", "expected a whole number from 1 to 32"]),
    (NOISE, "warp = { octaves = -1 }", &["expected a whole number from 1 to 32"]),
    (NOISE, "fractal = { octaves = 99999999999 }", &["expected a whole number from 1 to 32"]),
    (NOISE, "color = 3", &["unknown key `color`", "`weight` (in layers)"]),
    ("", "stream = 1\n[[layers]]\n[[layers]]\nweight = 1e300", &["layers[1].weight is 1e300", "1e37"]),
    ("", "stream = 1\n[[layers]]\nweight = nan", &["layers[0].weight is NaN", "finite"]),
    (NOISE, "seed = 1.5", &["seed is 1.5", "integers"]),
    (NOISE, "seed = 'many'", &["seed is \"many\""]),
    (NOISE, "frequency = 0.0", &["frequency is 0", "above 0"]),
    (NOISE, "frequency = inf", &["frequency is inf", "finite"]),
    (NOISE, "frequency = 'fast'", &["line 3", "invalid type: string"]),
    (NOISE, "hash = 'md5'", &["hash is md5", "mix, permutation"]),
    (NOISE, "hash = 'mix'\npermutation = 'perlin'", &["hash is mix", "where a permutation is given"]),
    (NOISE, "hash = 'permutation'\npermutation = 'ken'", &["permutation is ken", "perlin, seeded"]),
    (NOISE, "hash = 'permutation'\npermutation = [1, 2]", &["permutation is 2 integers", "256 integers"]),
    (NOISE, "hash = 'permutation'\npermutation = [256]", &["permutation[0] is 256", "0 to 255"]),
    (NOISE, "gradients = 'round'", &["gradients is round", "directions16"]),
    (NOISE, "gradients = []", &["gradients is a list of none", "1 to 256 vectors"]),
    (NOISE, "gradients = [[1.0, 2.0], [3.0]]", &["gradients[1]"]),
    (NOISE, "fade = 'cosine'", &["fade is cosine", "did you mean cubic?"]),
    (NOISE, "fractal = 'fbn'", &["fractal is fbn", "fbm"]),
    (NOISE, "fractal = { kind = 'fbm', octaves = 33 }", &["octaves is 33", "1 to 32"]),
    (NOISE, "fractal = { kind = 'fbm', lacunarity = -2.0 }", &["lacunarity is -2", "above 0"]),
    (NOISE, "output = { scale = nan }", &["scale is NaN", "finite"]),
    // What warps the noise.
    (NOISE, "warp = 3.0", &["line 3", "expected a table of amplitude, frequency, octaves, seed, or a list"]),
    (NOISE, "warp = { amplitud = 3.0 }", &["unknown key `amplitud`; did you mean `amplitude`?"]),
    (NOISE, "warp = { amplitude = inf }", &["warp.amplitude is inf", "finite"]),
    (NOISE, "warp = { amplitude = 1.0, octaves = 0 }", &["warp.octaves is 0", "1 to 32"]),
    (NOISE, "[[noise.warp]]\nfrequncy = 2.0", &["unknown key `frequncy`; did you mean `frequency`?"]),
    (NOISE, "[[noise.warp]]\n[[noise.warp]]\nfrequency = 0.0", &["warp.y.frequency is 0", "above 0"]),
    (
        NOISE,
        "[[noise.warp]]\nwarp = { amplitude = 1.0 }",
        &["warp.x.warp is given", "cannot be warped themselves"],
    ),
    (NOISE, "warp = [{}, {}, {}, {}, {}]", &["warp is more than 4", "at most 4 axes"]),
    // The grid.
    (GRID, "", &["line 3", "the key `size` of the table `grid` is missing"]),
    (NOISE, "[numbers]\nlevels = [0.0, 1.0]", &["the key `dtype` of the table `numbers` is missing"]),
    (NOISE, "frequency = [1.0]", &["line 3", "invalid type: a list, expected a number"]),
    (NOISE, "fade = {}", &["line 3", "invalid type: a table, expected "]),
    (GRID, "size = { y = 4 }", &["grid.size.x is missing"]),
    (GRID, "size = { x = 4 }\nstart = { y = 1 }", &["grid.start.y is 1", "as there is 1 axis"]),
    (
        GRID,
        "size = { x = -4 }",
        &["line 4", "invalid value: integer `-4`", "expected a whole number from 0 on"],
    ),
    (GRID, "size = { x = 4 }\nspacing = { x = 0.0 }", &["spacing.x is 0", "other than 0"]),
    (NOISE, "[numbers]\ndtype = 'u8'\nlevels = [0.0, 1.0]\nlevel = 3", &["unknown key `level`"]),
    (NOISE, "[numbers]\ndtype = 'u9'\nlevels = [0.0, 1.0]", &["`u9`"]),
    (GRID, "sizes = { x = 4 }", &["unknown key `sizes`; did you mean `size`?"]),
];

#[test]
fn wrong_recipes_are_refused_with_the_reason() {
    let folder = Folder::new();
    for (before, text, fragments) in WRONG {
        let recipe = format!("{before}{text}");
        folder.write("wrong.toml", &recipe);
        for command in ["generate wrong.toml -o x.npy", "info wrong.toml", "zarr init x.zarr wrong.toml"] {
            let fragments = [&["perlane: wrong.toml: "], fragments].concat();
            folder.fails(command, 2, &fragments);
        }
        assert_eq!(folder.names(), ["wrong.toml"], "{recipe}");
    }
}

/// The same in JSON, where a value of the one is one of the other.
#[test]
fn wrong_recipes_in_json() {
    let folder = Folder::new();
    let mut refused = 0;
    for (before, text, fragments) in WRONG {
        let Ok(toml::Value::Table(table)) = toml::from_str(&format!("{before}{text}")) else { continue };
        let json = serde_json::to_string(&table).unwrap_or_default();
        // JSON has no infinities, and lines are others.
        if json.contains("null") {
            continue;
        }
        folder.write("wrong.json", json);
        let fragments: Vec<&str> = fragments.iter().filter(|f| !f.starts_with("line ")).copied().collect();
        folder.fails("generate wrong.json -o x.npy", 2, &fragments);
        refused += 1;
    }
    assert!(refused >= 60, "{refused} of {} recipes", WRONG.len());
    assert_eq!(folder.names(), ["wrong.json"]);
}

/// Numbers that 64 bits do not hold are infinite in TOML, and no numbers in JSON. The message names the key, and the number as it is written.
#[test]
fn large_numbers_are_refused_by_their_keys() {
    let folder = Folder::new();
    for (text, what) in [
        ("\"noise\": {\"frequency\": 1e999}", "line 1, column 42: noise.frequency is 1e999; "),
        (
            "\"noise\": {\"gradients\": [[2, -1.5e99999999999]]}",
            "noise.gradients[0][1] is -1.5e99999999999; ",
        ),
        ("\"layers\": [{}, {\"weight\": 1e400}]", "layers[1].weight is 1e400; "),
        ("\"noise\": {}, \"grid\": {\"spacing\": {\"x\": -1e999}}", "grid.spacing.x is -1e999; "),
        (
            "\"noise\": {}, \"numbers\": {\"dtype\": \"u8\", \"levels\": [1e999, 2]}",
            "numbers.levels[0] is 1e999; ",
        ),
    ] {
        folder.write("x.json", format!("{{\"stream\": 1, {text}}}"));
        let allowed = "allowed: numbers from -1.7976931348623157e308 to 1.7976931348623157e308\n";
        folder.fails("info x.json", 2, &["perlane: x.json, line 1, column ", what, allowed]);
    }
}

/// TOML has dates and times, and no key takes one.
#[test]
fn dates_are_no_values() {
    let folder = Folder::new();
    for (text, expected) in [
        ("stream = 2020-01-01", "the whole number 1 for stream"),
        ("stream = 1\n[noise]\nfrequency = 2020-01-01", "a number for frequency"),
        ("stream = 1\n[noise]\nseed = 07:32:00", "a seed: an integer, or a string of digits"),
        ("stream = 1\n[noise]\nfractal = 1979-05-27T07:32:00Z", "a table of `kind`, `octaves`, "),
        ("stream = 1\n[noise]\nperiod = 2020-01-01", "a table of `x`, `y`, `z`, `w`\n"),
        ("stream = 1\nlayers = [2020-01-01]", "a table of `kind`, `seed`, "),
    ] {
        folder.write("x.toml", text);
        folder.fails("info x.toml", 2, &["invalid type: a date or time, expected ", expected]);
    }
    folder.write("x.toml", "stream = 1\n[noise]\n[numbers]\ndtype = 2020-01-01");
    folder.fails("info x.toml", 2, &["dtype = 2020-01-01", "invalid type; expected a string\n"]);
}

/// A permutation implies the hash that uses it, as on the command line.
#[test]
fn a_permutation_implies_its_hash() {
    let folder = Folder::new();
    folder.write("r.toml", "stream = 1\n[noise]\nfrequency = 0.1\npermutation = \"perlin\"\n");
    let options = "--size 8x8 --frequency 0.1 --fractal none --permutation perlin";
    assert_eq!(
        folder.done("generate r.toml -o - --size 8x8"),
        folder.done(&format!("generate -o - {options}"))
    );
}

/// Some editors begin texts with it.
#[test]
fn a_mark_of_the_byte_order_is_no_part_of_a_recipe() {
    let folder = Folder::new();
    folder.write("marked.json", "\u{feff}{\"stream\": 1, \"noise\": {}, \"grid\": {\"size\": [4, 4]}}");
    folder.write("marked.toml", "\u{feff}stream = 1\n[noise]\n[grid]\nsize = { x = 4, y = 4 }\n");
    for name in ["marked.json", "marked.toml"] {
        folder.done(&format!("generate {name} -o {name}.npy"));
    }
}
