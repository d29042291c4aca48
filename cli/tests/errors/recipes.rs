//! Recipes that are wrong, or that cannot be sampled.

use crate::common::{Folder, text};

#[test]
fn wrong_recipes_say_where() {
    let folder = Folder::new();
    folder.write("unknown.toml", "stream = 1\n[noise]\nfrequncy = 1.0");
    folder.write("unknown.json", r#"{"stream": 1, "noise": {"fractal": {"octave": 3}}}"#);
    folder.write("stream.toml", "stream = 2\n[noise]");
    folder.write("value.toml", "stream = 1\n[noise]\nfrequency = -1.0");
    folder.write("broken.toml", "stream = ");
    folder.write("broken.json", "{");
    folder.write("octaves.json", r#"{"stream": 1, "noise": {"fractal": {"kind": "fbm", "octaves": -3}}}"#);
    folder.write("many.json", r#"{"stream": 1, "noise": {"octaves": 99999999999}}"#);
    folder.write("beyond.json", r#"{"stream": 1, "noise": {"seed": 18446744073709551616}}"#);
    folder.write("size.json", r#"{"stream": 1, "noise": {}, "grid": {"size": [4, -4]}}"#);
    folder.write("start.json", r#"{"stream": 1, "noise": {}, "grid": {"size": [4, 4], "start": [1.5, 2]}}"#);
    folder.write("text.json", r#"{"stream": 1, "layers": [{}, {"frequency": "3"}]}"#);
    folder.write("stream.json", r#"{"stream": "1"}"#);
    folder.write("grid.json", r#"{"stream": 1, "noise": {}, "grid": {}}"#);
    folder.write("twice.json", r#"{"stream": 1, "noise": {}, "noise": {}}"#);
    folder.write("nothing.toml", "[noise]");
    folder.write("nothing.json", r#"{"noise": {}}"#);
    folder.write("after.json", r#"{"stream": 1, "noise": {}} x"#);
    let cases: &[(&str, &[&str])] = &[
        (
            "octaves.json",
            &[
                "octaves.json, line 1, column 64: noise.fractal.octaves: invalid value: integer `-3`",
                "a whole number from 1 to 32",
            ],
        ),
        ("many.json", &["noise.octaves: invalid value: integer `99999999999`, expected a whole number"]),
        ("beyond.json", &["seed is 18446744073709551616; allowed: integers from 0 to 2^64 - 1"]),
        ("size.json", &["grid.size[1]: invalid value: integer `-4`, expected a whole number from 0 on"]),
        ("start.json", &["grid.start[0]: invalid type: floating point `1.5`, expected a whole number"]),
        ("text.json", &["layers[1].frequency: invalid type: string \"3\", expected a number"]),
        ("twice.json", &["perlane: twice.json, line 1, column 34: duplicate key `noise`\n"]),
        ("nothing.toml", &["the key `stream` is missing (write stream = 1)"]),
        ("nothing.json", &["the key `stream` is missing (write \"stream\": 1)"]),
        ("after.json", &["perlane: after.json, line 1, column 28: trailing characters\n"]),
        ("stream.json", &["perlane: stream.json, line 1, column 14: stream is \"1\"; allowed: 1\n"]),
        (
            "grid.json",
            &["perlane: grid.json, line 1, column 37: the key `size` of the table `grid` is missing\n"],
        ),
        ("unknown.toml", &["unknown.toml", "line 3", "`frequncy`; did you mean `frequency`?"]),
        ("unknown.json", &["unknown.json", "`octave`; did you mean `octaves`?"]),
        ("stream.toml", &["stream.toml", "stream is 2", "allowed: 1"]),
        ("value.toml", &["value.toml", "frequency is -1", "above 0"]),
        ("broken.toml", &["broken.toml", "line 1"]),
        ("broken.json", &["broken.json", "line 1"]),
    ];
    for (recipe, fragments) in cases {
        folder.fails(&format!("generate {recipe} -o x.npy"), 2, fragments);
        folder.fails(&format!("info {recipe}"), 2, fragments);
    }
    folder.fails("generate none.toml -o x.npy", 1, &["none.toml does not exist"]);
    folder.write("binary.toml", [0xff, 0xfe]);
    folder.fails("generate binary.toml -o x.npy", 2, &["recipe is binary.toml", "UTF-8"]);
    std::fs::create_dir(folder.path("folder.json")).unwrap();
    folder.fails("generate folder.json -o x.npy", 1, &["recipe is folder.json", "this is a folder"]);
}

/// `info` says of a recipe without a grid with how many axes it can be sampled, and why a grid cannot be.
#[test]
fn info_says_with_how_many_axes_a_recipe_can_be_sampled() {
    let folder = Folder::new();
    let solid = "frequency = 0.1\ngradients = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]\n";
    let flat = "frequency = 0.1\ngradients = [[1.0, 0.0], [0.0, 1.0]]\n";
    let noise = format!("stream = 1\n[noise]\n{solid}");
    folder.write("any.toml", "stream = 1\n[noise]\n");
    folder.write("solid.toml", &noise);
    folder.write("cells.toml", "stream = 1\n[noise]\nkind = \"cellular\"\n");
    folder.write("shade.toml", "stream = 1\n[noise]\n[field]\nquantity = \"hillshade\"\n");
    folder.write("grid.toml", format!("{noise}[grid]\nsize = {{ x = 4, y = 4 }}\n"));
    folder.write("good.toml", format!("{noise}[grid]\nsize = {{ x = 4, y = 4, z = 4 }}\n"));
    folder.write("none.toml", format!("stream = 1\n[[layers]]\n{solid}[[layers]]\n{flat}"));
    let comment = |file: &str| {
        let info = text(&folder.done(&format!("info {file}")));
        let recipe = info.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
        assert!(toml::from_str::<perlane::Recipe>(&recipe).is_ok(), "{info}");
        info.lines().filter(|line| line.starts_with('#')).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(comment("any.toml"), "");
    assert_eq!(comment("good.toml"), "");
    assert_eq!(comment("solid.toml"), "# This recipe can be sampled only on grids of 3 axes.");
    assert_eq!(comment("cells.toml"), "# This recipe can be sampled only on grids of 2 or 3 axes.");
    assert_eq!(comment("shade.toml"), "# This recipe can be sampled only on grids of 2 axes.");
    // Where a grid is far away, it may be sampled nevertheless.
    folder.write("far.toml", "stream = 1\n[noise]\nfrequency = 1.0\noffset = { x = 1e16 }\n");
    assert_eq!(comment("far.toml"), "");
    folder.done("generate far.toml --size 4x4x4 --origin=-1e16,0,0 -o far.npy");
    let of_grid = comment("grid.toml");
    let why = "# This grid cannot be sampled: gradients is a table of 3-component vectors, in 2-D; ";
    assert!(of_grid.starts_with(why), "{of_grid}");
    let of_none = comment("none.toml");
    assert!(
        of_none.starts_with("# This recipe cannot be sampled: layers[0].gradients is a table"),
        "{of_none}"
    );
    folder.done("info --json any.toml grid.toml none.toml");
    folder.fails("generate grid.toml -o x.npy", 2, &["gradients is a table of 3-component vectors, in 2-D"]);
}

/// A text that is no recipe is a wrong recipe, however that shows.
#[test]
fn texts_that_are_no_recipes_are_wrong_recipes() {
    let folder = Folder::new();
    folder.write("latin.toml", b"# caf\xe9\nstream = 1\n");
    folder.fails("generate latin.toml -o x.npy", 2, &["recipe is latin.toml; allowed: texts in UTF-8"]);
    for (name, content) in [("empty.toml", ""), ("empty.json", " \n")] {
        folder.write(name, content);
        for command in ["info", "reproduce", "generate -o x.npy"] {
            let message = format!("perlane: {name}: it is empty; allowed: recipes in TOML or JSON");
            folder.fails(&format!("{command} {name}"), 2, &[&message]);
        }
    }
    // The tests' standard input is empty.
    folder.fails("generate -o x.npy -", 2, &["perlane: standard input: it is empty; allowed: recipes"]);
}
