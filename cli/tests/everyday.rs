//! What people type without looking it up: recipes from any file, many files, repeated flags, tiles and loops.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]
#![allow(clippy::disallowed_methods, reason = "min and max compute no sample here")]

mod common;

use std::collections::BTreeSet;

use common::{Folder, json, text};

/// Whatever carries a recipe can be generated again, with other options.
#[test]
fn recipes_come_from_files_and_from_standard_input() {
    let folder = Folder::new();
    for name in ["x.png", "x.tiff", "x.zarr", "x.npy"] {
        folder.done(&format!("generate -q -o {name} --size 40x30 --cell-size 9"));
        let want = folder.done("generate -o - --size 40x30 --cell-size 9 --seed 3");
        assert_eq!(folder.done(&format!("generate {name} --seed 3 -o -")), want, "{name}");
    }
    for text in [
        "stream = 1\n[noise]\nseed = 3\n[grid]\nsize = [40, 30]",
        r#" {"stream": 1, "noise": {"seed": 3}, "grid": {"size": [40, 30]}}"#,
        // Some editors begin texts with a byte order mark.
        "\u{feff}{\"stream\": 1, \"noise\": {\"seed\": 3}, \"grid\": {\"size\": [40, 30]}}",
        "\u{feff}stream = 1\n[noise]\nseed = 3\n[grid]\nsize = [40, 30]",
    ] {
        folder.write("text", text);
        let mut command = folder.command(["generate", "-", "-o", "-", "--cell-size", "9"]);
        let output = command.stdin(std::fs::File::open(folder.path("text")).unwrap()).output().unwrap();
        assert_eq!(
            output.stdout,
            folder.done("generate -o - --fractal none --size 40x30 --cell-size 9 --seed 3")
        );
    }
    for command in
        ["generate none.png -o y.npy", "generate map.pgn -o y.npy", "show none", "zarr init x.zarr none"]
    {
        folder.fails(command, 1, &[" does not exist"]);
    }
    #[cfg(feature = "explore")]
    folder.fails("explore --no-open none", 1, &["perlane: none does not exist"]);
    folder.fails("generate - -o y.npy", 2, &["perlane: standard input: it is empty; allowed: recipes"]);
}

/// `info` and `reproduce` read a recipe from standard input, as `generate` does; no command reads numbers from there.
#[test]
fn standard_input_is_a_recipe_for_all_who_read_one() {
    let folder = Folder::new();
    folder.done("generate -q -o x.png --size 40x30");
    folder.write("x.toml", folder.done("info x.png"));
    folder.write("x.json", folder.done("info --json x.png"));
    let run = |args: &str, input: &str| {
        let mut command = folder.command(args.split(' '));
        command.stdin(std::fs::File::open(folder.path(input)).unwrap()).output().unwrap()
    };
    for input in ["x.toml", "x.json"] {
        assert_eq!(run("info -", input).stdout, folder.read("x.toml"));
        assert_eq!(run("reproduce -", input).status.code(), Some(0));
        assert_eq!(json(&run("reproduce x.png - --json", input).stdout)[1]["reproduced"], true);
    }
    // It is called the same everywhere, and is read once.
    let said = |args: &str, input: &str| text(&run(args, input).stderr);
    let named = said("reproduce -", "x.toml");
    assert!(named.starts_with("standard input: same digest "), "{named}");
    folder.write("plain.toml", "stream = 1\n[noise]\n[grid]\nsize = [4, 4]");
    let digest = "perlane: standard input has no digest (`samples.blake3`) to compare with\n";
    assert_eq!(said("reproduce -", "plain.toml"), digest);
    let other = text(&folder.read("x.toml")).replace("seed = 0", "seed = 1");
    folder.write("other.toml", other);
    assert!(
        said("reproduce -", "other.toml").starts_with("perlane: standard input: the digest it carries is ")
    );
    let again = "perlane: standard input: it was read before; allowed: - once\n";
    assert!(said("reproduce - -", "x.toml").ends_with(again));
    assert_eq!(said("info - -", "x.toml"), again);
    assert!(text(&run("info - x.png", "x.toml").stdout).starts_with("# standard input\nstream = 1"));
    for args in ["generate - -o y.npy", "zarr init y.zarr -", "show -", "info -", "reproduce -"] {
        let output = run(args, "x.png");
        let message = "perlane: recipe is standard input; allowed: a text in UTF-8, TOML or JSON; a file of numbers is read by its name\n";
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(2), message), "{args}");
    }
}

/// Names that start with a dash are names, unless an option was probably meant.
#[test]
fn outputs_may_start_with_a_dash() {
    let folder = Folder::new();
    for output in ["-o -x.npy", "--output -x.npy", "--output=-x.npy", "-o-x.npy", "-o ./-x.npy"] {
        folder.done(&format!("generate -q --overwrite --size 8x8 {output}"));
        assert_eq!(folder.names(), ["-x.npy", "-x.npy.perlane.json"], "{output}");
    }
    assert_eq!(folder.done("generate --size 8x8 -o -").len(), 256);
    for (args, name) in [("-o --size 8x8", "--size"), ("--size 8x8 -o -q", "-q"), ("-o --tile", "--tile")] {
        let help = format!("or - for standard output; a file of this name is ./{name}");
        folder.fails(&format!("generate {args}"), 2, &[&format!("'{name}' for '--output"), &help]);
    }
    folder.fails("generate -o", 2, &["a value is required for '--output"]);
}

/// Options over recipes: one that takes the place of what the recipe says of the same thing is noted.
#[test]
fn a_range_that_is_left_out_is_noted() {
    let folder = Folder::new();
    folder.write(
        "r.toml",
        "stream = 1\n[noise]\nfrequency = 0.1\n[noise.output]\nrange = [0.0, 1.0]\n[grid]\nsize = [9, 9]",
    );
    let run = |args: &str| {
        let output = folder.perlane(args);
        assert_eq!(output.status.code(), Some(0), "{args}");
        text(&output.stderr)
    };
    for command in ["generate --dry-run r.toml", "zarr init --overwrite --json x.zarr r.toml"] {
        for option in ["scale", "bias"] {
            let note = format!(
                "note: the range 0..1 of the recipe is left out, because --{option} scales and shifts the noise itself\n"
            );
            assert_eq!(run(&format!("{command} --{option} 2")), note);
            assert_eq!(run(&format!("{command} --{option} 2 -q")), "");
        }
        assert_eq!(run(&format!("{command} --range 0..2")), "");
        assert_eq!(run(&format!("{command} --seed 2")), "");
    }
}

/// Scripts may state what the help calls the default.
#[test]
fn defaults_can_be_stated() {
    let folder = Folder::new();
    for (name, options) in [
        ("x.npy", "--start 0 --origin 0 --spacing 1"),
        ("x.png", "--colormap grey"),
        ("x.png", "--dtype u16 --colormap grey"),
        ("x.tif", "--nodata none"),
    ] {
        let (_, extension) = name.split_once('.').unwrap();
        let dtype = if options.contains("u16") { "--dtype u16" } else { "" };
        folder.done(&format!("generate -q --overwrite -o plain.{extension} --size 40x30 {dtype}"));
        folder.done(&format!("generate -q --overwrite -o {name} --size 40x30 {options}"));
        assert_eq!(folder.read(name), folder.read(&format!("plain.{extension}")), "{options}");
    }
}

/// A recipe's plain sum can be normalised again.
#[test]
fn normalising_can_be_asked_for() {
    let folder = Folder::new();
    folder.done("generate -q -o raw.npy --size 20x10 --raw");
    let want = folder.done("generate -o - --size 20x10");
    assert_eq!(folder.done("generate raw.npy -o - --normalize"), want);
    assert_eq!(folder.done("generate -o - --size 20x10 --raw --normalize"), want);
}

/// What extensions are called is a format's name too.
#[test]
fn formats_are_known_by_their_extensions() {
    let folder = Folder::new();
    folder.done("generate -q -o a.tiff --size 40x30");
    folder.done("generate -q -o b --format TIF --size 40x30");
    assert_eq!(folder.read("a.tiff"), folder.read("b"));
}

/// A file made like another one has its type, levels and colours, where its format can.
#[test]
fn files_are_made_like_others() {
    let folder = Folder::new();
    let numbers = |name: &str| json(&folder.done(&format!("info --json {name}")))["numbers"].clone();
    let made = |command: &str| {
        let output = folder.perlane(&format!("generate --overwrite {command}"));
        assert!(output.status.success(), "{command}: {}", text(&output.stderr));
        let stderr = text(&output.stderr);
        stderr
            .lines()
            .filter(|line| line.starts_with("note: "))
            .map(|line| line.to_owned() + "\n")
            .collect::<String>()
    };
    folder.done("generate -q -o map.png --size 60x40 --cell-size 16 --octaves 3 --colormap terrain");
    assert_eq!(made("map.png --seed 3 -o other.png"), "");
    assert_eq!(numbers("other.png")["colormap"], "terrain");
    folder
        .done("generate -q -o same.png --size 60x40 --cell-size 16 --octaves 3 --colormap terrain --seed 3");
    assert_eq!(folder.read("same.png"), folder.read("other.png"));
    // Nobody chose the levels of the picture, so they follow the range of the noise.
    made("map.png --range 0..2000 -o high.png");
    assert!(numbers("high.png")["levels"][1].as_f64().unwrap() > 1000.0);
    made("map.png --colormap grey -o grey.png");
    assert_eq!(numbers("grey.png")["colormap"], serde_json::Value::Null);

    folder.done(
        "generate -q -o dem.tif --size 60x40 --cell-size 16 --dtype u16 --range 0..2000 --levels 0..4000",
    );
    assert_eq!(made("dem.tif --seed 3 -o other.tif"), "");
    assert_eq!(numbers("other.tif"), numbers("dem.tif"));
    folder.done("zarr init -q x.zarr dem.tif");
    assert_eq!(numbers("x.zarr"), numbers("dem.tif"));
    assert_eq!(made("dem.tif -o small.png --dtype u8"), "");
    assert_eq!(numbers("small.png")["levels"][1], 4000.0);
    assert_eq!(made("dem.tif -o slope.tif --quantity slope --dtype u16 --levels 0..1"), "");

    // Levels that somebody chose stay, also where files of another format would have them.
    folder.done("generate -q -o whole.png --size 64x64 --cell-size 20 --levels -1..1");
    assert_eq!(made("whole.png -o again.png"), "");
    assert_eq!(folder.read("again.png"), folder.read("whole.png"));
    folder.done("generate -q -o shade.png --size 64x64 --cell-size 50 --quantity hillshade --relief 60");
    assert_eq!(made("shade.png -o bent.png --quantity normal"), "");
    folder.done("generate -q -o same-bent.png --size 64x64 --cell-size 50 --quantity normal --relief 60");
    assert_eq!(folder.read("bent.png"), folder.read("same-bent.png"));
    assert_eq!(
        made("map.png -o normal.png --quantity normal"),
        "note: the colormap terrain of the recipe's file is left out, because components of normals are colours\n"
    );

    assert_eq!(
        made("map.png -o deep.png --dtype u16"),
        "note: the colormap terrain of the recipe's file is left out, because PNG of u16 has no colours\n"
    );
    assert_eq!(numbers("deep.png")["dtype"], "u16");

    let note = made("map.png -o map.npy");
    assert_eq!(
        note,
        "note: the colormap terrain of the recipe's file is left out, because npy of f32 has no colours\n"
    );
    let note = made("dem.tif -o dem.npy --dtype f32");
    assert_eq!(
        note,
        "note: the range of levels 0..4000 of the recipe's file is left out, because numbers of f32 are the samples\n"
    );
}

/// Numbers as perlane prints them are read as options.
#[test]
fn small_negative_numbers_are_numbers() {
    let folder = Folder::new();
    for options in [
        "--bias -1e-3",
        "--bias -.5",
        "--scale -2.5e-4",
        "--gain -1e-1",
        "--warp -1e+2",
        "--relief -1e-2 --quantity slope",
    ] {
        folder.done(&format!("generate -q -o x.npy --overwrite --size 4x4 {options}"));
    }
    folder.done("generate -q -o x.tif --size 4x4 --nodata -3.4028235e+38");
    let least = f64::from(f32::MIN).to_string();
    assert!(folder.read("x.tif").windows(least.len()).any(|bytes| bytes == least.as_bytes()));
    folder.fails("generate -o y.npy --size 4x4 --frequency -inf", 2, &["frequency", "-inf"]);
    folder.fails("generate -o y.npy --size 4x4 --bias --scale 2", 2, &["bias", "--scale"]);
}

/// Some names mean more elsewhere than the kind: a note says how to make that, unless it is made.
#[test]
fn names_that_mean_more_elsewhere_are_noted() {
    let folder = Folder::new();
    let note =
        |options: &str| text(&folder.perlane(&format!("generate --dry-run --size 64x64 {options}")).stderr);
    let white =
        "is a name of cell noise here; --cell-size 1 --fractal none makes a random number for each sample\n";
    let voronoi = "note: voronoi is a name of cellular noise here; --returns value --fractal none makes cells that have one number each\n";
    assert_eq!(note("--noise white"), format!("note: white {white}"));
    assert_eq!(note("--noise white-noise --fractal none"), format!("note: white-noise {white}"));
    assert_eq!(note("--noise voronoi"), voronoi);
    assert_eq!(note("--noise voronoi --fractal none"), voronoi);
    folder.write("plain.toml", "stream = 1\n[noise]\nfrequency = 1.0\n");
    for meant in [
        "--noise white --fractal none --cell-size 1",
        "--noise white --fractal none --cell-size 1 --spacing 0.3",
        "--noise white --fractal fbm --cell-size 9",
        "--noise white plain.toml",
        "--noise voronoi --fractal none --returns value",
        "--noise voronoi --fractal billow --returns f2",
        "--noise cell",
        "--noise worley",
        "--noise white --noise cell",
        "--noise white -q",
    ] {
        assert_eq!(note(meant), "", "{meant}");
    }
    let numbers = |options: &str| folder.done(&format!("generate -o - --size 64x64 --cell-size 1 {options}"));
    let white: BTreeSet<Vec<u8>> =
        numbers("-q --noise white --fractal none").chunks(4).map(<[u8]>::to_vec).collect();
    assert!(white.len() > 200, "{} of 256 levels", white.len());
}

/// No note says that samples of these are 0 on the lattice.
#[test]
fn notes_about_the_lattice_are_true() {
    let folder = Folder::new();
    let note = |options: &str| {
        let output = folder.perlane(&format!(
            "generate -o x.npy --overwrite --size 8x8 --frequency 1 --fractal none {options}"
        ));
        assert!(output.status.success());
        text(&output.stderr).contains("lattice point")
    };
    assert!(note(""));
    let advice = |options: &str| text(&folder.perlane(&format!("generate --dry-run {options}")).stderr);
    let tile = advice("--tile --size 1x1");
    assert!(
        tile.contains("lattice point") && tile.contains("a larger --size has samples between them"),
        "{tile}"
    );
    let large = advice("--size 8x8 --frequency 1e14 --fractal none");
    assert!(large.starts_with("note: frequency 1e14 puts every sample on a lattice point"), "{large}");
    assert!(large.contains("--cell-size 256 makes cells of 256 samples"), "{large}");
    assert!(!note("--gradients value-gradient") && !note("--quantity gradient"));
}

/// `info` and `reproduce` take many files; a bad one does not hide those behind it.
#[test]
fn many_files_at_once() {
    let folder = Folder::new();
    for (name, seed) in [("a.png", 1), ("b.png", 2), ("c.png", 3)] {
        folder.done(&format!("generate -q -o {name} --size 40x30 --seed {seed}"));
    }
    let info = json(&folder.done("info a.png b.png --json"));
    assert_eq!((&info[0]["file"], &info[1]["recipe"]["noise"]["seed"]), (&"a.png".into(), &2.into()));
    assert!(text(&folder.done("info a.png b.png")).contains("# b.png\nstream = 1"));
    folder.done("reproduce a.png b.png c.png");
    let mut bad = folder.read("b.png");
    let at = bad.len() / 2;
    bad[at] ^= 1;
    folder.write("b.png", bad);
    let output = folder.perlane("reproduce a.png b.png none.png c.png");
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    for part in ["a.png: same numbers", "b.png", "none.png does not exist", "c.png: same numbers"] {
        assert!(message.contains(part), "{message}");
    }
    // Messages are in the order of the files, and the exit code is the same in any order.
    let places = ["b.png", "none.png", "c.png"].map(|name| message.find(name).unwrap());
    assert!(places.is_sorted(), "{message}");
    folder.write("wrong.toml", "stream = 2");
    for files in ["wrong.toml none.png a.png", "none.png a.png wrong.toml"] {
        for command in ["info", "info --json", "reproduce", "reproduce --json"] {
            assert_eq!(
                folder.perlane(&format!("{command} {files}")).status.code(),
                Some(2),
                "{command} {files}"
            );
        }
    }
    let reports = json(&folder.done("reproduce a.png c.png --json"));
    assert_eq!((&reports[1]["file"], &reports[1]["reproduced"]), (&"c.png".into(), &true.into()));
}

/// A report has an entry for each file, in their order, also for those that cannot be read.
#[test]
fn reports_have_files_that_failed() {
    let folder = Folder::new();
    folder.done("generate -q -o a.png --size 40x30");
    folder.done("generate -q -o b.png --size 40x30");
    for command in ["info --json a.png none b.png", "reproduce --json a.png none b.png"] {
        let output = folder.perlane(command);
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert_eq!(text(&output.stderr), "perlane: none does not exist\n");
        let report = json(&output.stdout);
        let files: Vec<_> = report.as_array().unwrap().iter().map(|entry| &entry["file"]).collect();
        assert_eq!(files, ["a.png", "none", "b.png"], "{report}");
        assert_eq!(report[1]["error"], "none does not exist");
        assert!(report[0]["error"].is_null() && report[2]["error"].is_null());
    }
    for command in ["info --json none", "reproduce --json none"] {
        let output = folder.perlane(command);
        assert_eq!(
            (output.status.code(), &*text(&output.stderr)),
            (Some(1), "perlane: none does not exist\n")
        );
        let want = serde_json::json!({"file": "none", "error": "none does not exist"});
        assert_eq!(json(&output.stdout), want, "{command}");
    }
    assert_eq!(json(&folder.done("info --json a.png"))["stream"], 1);
    let output = folder.perlane("info a.png none b.png");
    let recipes = text(&output.stdout);
    assert!(recipes.starts_with("# a.png\n") && recipes.contains("\n\n# b.png\n"), "{recipes}");
    assert_eq!(output.status.code(), Some(1));
}

/// The last of a flag that is given twice counts, as scripts expect that append to others' options.
#[test]
fn repeated_flags() {
    let folder = Folder::new();
    let once = folder.done("generate -o - --size 20x10 --seed 5 --no-normalize");
    assert_eq!(folder.done("generate -o - --size 9x9 --seed 1 --raw --raw --size 20x10 --seed 5"), once);
    let output = folder.perlane("generate -o x.npy --size 20x10 --threads 1000");
    let note = text(&output.stderr);
    assert!(output.status.success() && note.starts_with("note: 1000 threads on "), "{note}");
}

/// Opposite edges of a tile, and the last and the first frame, are as far apart as neighbours.
#[test]
fn tiles_and_loops_meet() {
    let folder = Folder::new();
    let samples = |options: &str| -> Vec<f32> {
        let bytes = folder.done(&format!("generate -o - {options}"));
        bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
    };
    let (w, h, frames) = (100, 70, 48);
    let tile = samples("--size 100x70 --cell-size 33 --tile");
    let step = |a: usize, b: usize, of: &[f32]| (of[a] - of[b]).abs();
    let rows =
        |y: usize, below: usize| (0..w).map(|x| step(y * w + x, below * w + x, &tile)).fold(0.0, f32::max);
    let largest = (1..h).map(|y| rows(y, y - 1)).fold(0.0, f32::max);
    assert!(rows(h - 1, 0) <= largest && largest < 0.2, "{} {largest}", rows(h - 1, 0));
    let columns = (0..h).map(|y| step(y * w + w - 1, y * w, &tile)).fold(0.0, f32::max);
    assert!(columns < 0.2, "{columns}");
    // The same edges of a picture that is no tile.
    let open = samples("--size 100x70 --cell-size 33");
    assert!((0..w).any(|x| step((h - 1) * w + x, x, &open) > 0.2));

    let film = samples("--size 100x70 --cell-size 33 --loop 48");
    let frame = |n: usize| &film[n * w * h..(n + 1) * w * h];
    let change =
        |a: usize, b: usize| frame(a).iter().zip(frame(b)).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    let largest = (1..frames).map(|n| change(n, n - 1)).fold(0.0, f32::max);
    assert!(change(frames - 1, 0) <= 1.2 * largest, "{} {largest}", change(frames - 1, 0));
    assert!(change(frames / 2, 0) > 2.0 * largest, "it moves");
    folder.fails("generate -o x.npy --tile --period 3,3", 2, &["--tile", "--period"]);
    folder.fails("generate -o x.npy --loop 9 --size 3x3x3x3", 2, &["size is 3x3x3x3", "--loop"]);
}

/// The recipe that these options of `--tile` and `--loop` make, and what is noted about it.
fn tiled(folder: &Folder, options: &str) -> (perlane::Recipe, String) {
    let output = folder.perlane(&format!("generate --dry-run {options}"));
    assert!(output.status.success(), "{options}: {}", text(&output.stderr));
    (toml::from_str(&text(&output.stdout)).unwrap(), text(&output.stderr))
}

/// The axes along which some sample differs from that a window before or after.
fn differing(recipe: &perlane::Recipe) -> Vec<usize> {
    let window = recipe.grid.unwrap();
    let bits = |window: &perlane::Window| -> Vec<u32> {
        recipe.layers.generate(window).unwrap().into_iter().map(f32::to_bits).collect()
    };
    let once = bits(&window);
    let repeats = |axis: &usize| recipe.layers.as_slice()[0].period.xyzw()[*axis] > 0;
    let differs = |axis: &usize| {
        [-1, 1, 2].into_iter().any(|windows| {
            let mut moved = window;
            *moved.start.xyzw_mut()[*axis] += windows * window.size.xyzw()[*axis] as i64;
            bits(&moved) != once
        })
    };
    (0..window.dims()).filter(repeats).filter(differs).collect()
}

/// A tile repeats sample for sample in all octaves, also noise that changes by a whole cell: no window's samples are an ulp beside the first one's.
#[test]
fn tiles_repeat_exactly() {
    let folder = Folder::new();
    for options in [
        "--size 256x96 --cell-size 20 --noise cell",
        "--size 640x96 --cell-size 7 --noise cell",
        "--size 240x128 --cell-size 16 --spacing 0.1 --noise cell",
        "--size 480x256 --cell-size 32 --spacing 0.3 --noise cell",
        "--size 58x46 --cell-size 10 --loop 3 --noise cell --lacunarity 3",
        "--size 100x77 --cell-size 20 --loop 12",
        "--size 100x1 --cell-size 30 --noise cell --fractal none",
        "--size 100x200 --frequency 0.03 --noise cell",
        "--size 60x1 --cell-size 7 --loop 50 --noise cell --fractal none",
        "--size 300x200 --cell-size 33.3 --spacing 0.3,-0.7 --origin 500005,4599995",
        "--size 90x70 --cell-size 20 --start 5000,-3",
        "--size 333x77 --noise cellular --cell-size 11 --lacunarity 1.9",
        "--size 640x480",
    ] {
        let (recipe, notes) = tiled(&folder, &format!("--tile {options}"));
        assert_eq!((differing(&recipe), notes.as_str()), (vec![], ""), "{options}");
    }
}

/// Windows and cells of many sizes repeat exactly.
#[test]
fn tiles_of_many_sizes_repeat_exactly() {
    let folder = Folder::new();
    let mut state = 1u64;
    let mut below = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    for _ in 0..60 {
        let kind = ["perlin", "cell", "value"][below(3) as usize];
        let (width, height) = (20 + below(400), 20 + below(200));
        // Two cells or more, so that nothing is noted.
        let cell_size = 2.0 + below(80) as f64 / 10.0;
        let lacunarity = ["2", "3", "1.9"][below(3) as usize];
        let options = format!(
            "--tile --noise {kind} --size {width}x{height} --cell-size {cell_size} --lacunarity {lacunarity}"
        );
        let (recipe, notes) = tiled(&folder, &options);
        assert_eq!((differing(&recipe), notes.as_str()), (vec![], ""), "{options}");
    }
}

/// Where no numbers make windows repeat exactly, a note says so.
#[test]
fn inexact_tiles_are_noted() {
    let folder = Folder::new();
    for (options, part) in [
        ("--size 333x77 --frequency 0.0317", "along x, samples a window apart may differ by roundings"),
        ("--size 100x77 --cell-size 20 --warp 9", "along x, the warp of samples a window apart may differ"),
    ] {
        let (recipe, notes) = tiled(&folder, &format!("--tile {options}"));
        assert!(notes.contains(part), "{options}: {notes}");
        assert_ne!(differing(&recipe), [0; 0], "{options}");
    }
    let (recipe, notes) = tiled(&folder, "--tile --size 256x128 --cell-size 32 --warp 9");
    assert_eq!((differing(&recipe), notes.as_str()), (vec![], ""));
}

/// A picture without levels is not grey on grey; its levels are those of the noise, so that tiles fit, and they are stated.
#[test]
fn pictures_have_contrast() {
    let folder = Folder::new();
    let levels = |name: &str| json(&folder.done(&format!("info --json {name}")))["numbers"]["levels"].clone();
    let output = folder.perlane("generate -o a.png --size 512x512 --cell-size 32");
    let stated = text(&output.stderr);
    folder.done("generate -q -o b.png --size 64x64 --start 7000,-90 --cell-size 32");
    assert_eq!(levels("a.png"), levels("b.png"));
    let [low, high] = [0, 1].map(|end| levels("a.png")[end].as_f64().unwrap());
    assert!(-0.75 < low && low < -0.4 && high == -low, "{low} {high}");
    assert!(stated.contains(&format!("512x512 u8 of {low}..{high}")), "{stated}");
    // What the picture shows, in as many shades.
    let span = format!("--levels {low}..{high}");
    let shades =
        folder.done(&format!("generate -o - --format raw --dtype u8 --size 512x512 --cell-size 32 {span}"));
    let at_ends = shades.iter().filter(|shade| [0, 255].contains(*shade)).count();
    let middle = shades.iter().filter(|shade| (64..192).contains(*shade)).count();
    assert!(at_ends < shades.len() / 100, "{at_ends}");
    assert!(middle < shades.len() * 9 / 10, "{middle} of {} are grey", shades.len());
}
