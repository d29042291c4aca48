//! What people type without looking it up: recipes from any file, many files, repeated flags, tiles and loops.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]
#![allow(clippy::disallowed_methods, reason = "min and max compute no sample here")]

mod common;

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
    ] {
        folder.write("text", text);
        let mut command = folder.command(["generate", "-", "-o", "-", "--cell-size", "9"]);
        let output = command.stdin(std::fs::File::open(folder.path("text")).unwrap()).output().unwrap();
        assert_eq!(
            output.stdout,
            folder.done("generate -o - --fractal none --size 40x30 --cell-size 9 --seed 3")
        );
    }
    folder.fails("generate none.png -o y.npy", 2, &["recipe is none.png", "- for standard input"]);
    folder.fails("generate - -o y.npy", 2, &["standard input: ", "stream"]);
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
    for part in ["a.png: same numbers", "b.png", "none.png; allowed: files that exist", "c.png: same numbers"]
    {
        assert!(message.contains(part), "{message}");
    }
    let reports = json(&folder.done("reproduce a.png c.png --json"));
    assert_eq!((&reports[1]["file"], &reports[1]["reproduced"]), (&"c.png".into(), &true.into()));
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

/// Noise that changes by a whole cell repeats with its window, sample for sample: no window's edge is an ulp before its lattice line.
#[test]
fn tiles_repeat_exactly() {
    let folder = Folder::new();
    for (size, options) in [
        ("100x1", "--cell-size 30"),
        ("640x1", "--cell-size 90"),
        ("768x1", "--cell-size 20"),
        ("1000x1", "--cell-size 30 --fractal fbm"),
        ("1080x1", "--cell-size 16"),
        ("100x1", "--frequency 0.03"),
        ("60x1", "--cell-size 7 --loop 50"),
    ] {
        let noise = format!("--noise cell --fractal none {options} --tile --size {size}");
        folder.done(&format!("generate -q --overwrite -o once.npy {noise}"));
        let once = folder.done("generate -q once.npy -o -");
        let longer = text(&folder.done("generate -q once.npy --dry-run"));
        let recipe: perlane::Recipe = toml::from_str(&longer).unwrap();
        let window = recipe.grid.unwrap();
        let thrice: Vec<String> = window.size.xyzw()[..window.dims()]
            .iter()
            .enumerate()
            .map(|(axis, size)| (size * [3, 1, 3][axis]).to_string())
            .collect();
        let samples = folder.done(&format!("generate -q once.npy -o - --size {}", thrice.join("x")));
        let row = 4 * window.size.x;
        let rows = once.len() / row;
        for (number, window) in samples.chunks_exact(row).enumerate() {
            let at = number / 3 % rows * row;
            assert!(window == &once[at..at + row], "{options}: window {number}");
        }
    }
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
