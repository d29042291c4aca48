//! Memory does not grow with size.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use common::{Folder, json, peak};
use serde_json::{Value, json};

#[test]
fn memory_does_not_grow_with_size() {
    // Each with the bytes of a sample in the file, or before they are compressed.
    for (name, options, bytes) in [
        ("-", "--format raw", 4),
        ("x.npy", "", 4),
        ("x.tiff", "", 4),
        ("x.tiff", "--cog", 4),
        ("x.png", "", 1),
        ("x.png", "--dtype u16 --compression none", 2),
        ("x.apng", "", 1),
        ("x.y4m", "", 1),
        #[cfg(feature = "exr")]
        ("x.exr", "", 4),
        #[cfg(feature = "exr")]
        ("x.exr", "--compression none", 4),
        ("x.png", "--quantity normal", 3),
        ("x.zarr", "", 4),
        ("x.zarr", "--layout pyramid", 4),
        ("x.zarr", "--shards 2048x1024 --threads 16", 4),
    ] {
        let folder = Folder::new();
        let run = |size: &str| {
            let common = format!("generate -o {name} --fractal none -q --overwrite {options}");
            let peak = peak(&folder, &format!("{common} --size {size}"));
            let plan = json(&folder.done(&format!("{common} --size {size} --json --dry-run")));
            let planned = plan["memory"].as_u64().unwrap() >> 20;
            assert!(peak <= planned + 16, "{name} {options}: {peak} MiB, {planned} MiB were announced");
            peak
        };
        let film = if ["x.apng", "x.y4m"].contains(&name) { "x1" } else { "" };
        // The samples of the large grid that the small one lacks take 32 MiB or a little more.
        let width = (1_usize << 15).div_ceil(bytes).next_multiple_of(1024);
        let (small, large) = (run(&format!("{width}x512{film}")), run(&format!("{width}x1536{film}")));
        assert!(large < 256, "{name} {options}: {large} MiB");
        assert!(large <= small + 16, "{name} {options}: {small} MiB, {large} MiB");
    }
    let folder = Folder::new();
    folder.done("generate -o x.zarr --size 65536x512 --fractal none");
    assert!(peak(&folder, "reproduce x.zarr") < 256);
}

/// The whole of what fits on no test machine is announced.
#[test]
fn large_grids_are_within_a_quarter_gibibyte() {
    let folder = Folder::new();
    for name in ["x.npy", "x.raw", "x.tiff", "x.png", "x.apng", "x.y4m", "x.zarr"] {
        let film = if ["x.apng", "x.y4m"].contains(&name) { "x1" } else { "" };
        let plan =
            json(&folder.done(&format!("generate -o {name} --size 65536x65536{film} --dry-run --json")));
        assert!(plan["memory"].as_u64().unwrap() < 256 << 20, "{plan}");
        if name == "x.png" {
            let normals = "--quantity normal --size 65536x65536 --dry-run --json";
            let plan = json(&folder.done(&format!("generate -o {name} {normals}")));
            assert!(plan["memory"].as_u64().unwrap() < 256 << 20, "{plan}");
        }
    }
    assert!(folder.names().is_empty());
}

/// A directory is written for each page, and not kept.
#[test]
fn memory_does_not_grow_with_pages() {
    let folder = Folder::new();
    let peak = |pages: u32| {
        peak(&folder, &format!("generate -o {pages}.tif --size 2x2x{pages} --pages --threads 1"))
    };
    let (few, many) = (peak(100), peak(200_000));
    assert!(many < few + 16, "{few} and {many} MiB");
}

/// The memory that is announced for a recipe in JSON.
fn announced(folder: &Folder, recipe: &Value) -> u64 {
    folder.write("x.json", recipe.to_string());
    json(&folder.done("generate x.json -o x.npy --size 64x48 --dry-run --json"))["memory"].as_u64().unwrap()
}

/// Octaves take as much memory where they move samples as where they are summed.
#[test]
fn octaves_of_warps_are_announced() {
    let folder = Folder::new();
    let fbm = |octaves: u32| json!({ "frequency": 0.01, "fractal": { "kind": "fbm", "octaves": octaves } });
    let warped = |octaves: u32, warp: Value| {
        let mut noise = fbm(octaves);
        noise["warp"] = warp;
        noise
    };
    let announced = |layers: &[Value]| announced(&folder, &json!({ "stream": 1, "layers": layers }));
    let plain = announced(&[fbm(8), fbm(32), fbm(32)]);
    let by_numbers = warped(8, json!({ "amplitude": 5.0, "octaves": 32 }));
    assert_eq!(announced(&[by_numbers]), plain, "a warp of 32 octaves along x, and one along y");
    assert_eq!(announced(&[warped(8, json!([fbm(32), fbm(32)]))]), plain);
    let layers = json!([[fbm(32), fbm(16)], []]);
    assert_eq!(announced(&[fbm(8), warped(16, layers)]), plain, "layers that are warped, and that warp");
    assert_eq!(announced(&[warped(32, json!({ "amplitude": 0.0, "octaves": 32 }))]), announced(&[fbm(32)]));
}

/// Curls in three dimensions are made of three noises.
#[test]
fn octaves_of_curls_are_announced() {
    let folder = Folder::new();
    let of_octaves = |quantity: &str, octaves: u32| {
        let options = format!("--quantity {quantity} --octaves {octaves} --lacunarity 1.1 --size 20x30x40");
        let plan = json(&folder.done(&format!("generate -o x.npy {options} --dry-run --json")));
        plan["memory"].as_u64().unwrap()
    };
    let of_an_octave = |quantity| (of_octaves(quantity, 32) - of_octaves(quantity, 12)) / 20;
    assert_eq!(of_an_octave("curl"), 3 * of_an_octave("gradient"));
}

/// Runs `perlane` where it may have so many KiB of addresses.
fn limited(folder: &Folder, kib: u32, args: &str) -> (Option<i32>, String) {
    let output = folder.limited(&format!("-v {kib}"), args).output().unwrap();
    (output.status.code(), common::text(&output.stderr))
}

/// A chunk is as large as users say, and where there is no memory for one, an error says so.
#[test]
fn chunks_without_memory_are_told() {
    let folder = Folder::new();
    let options = "--size 8000x8000 --chunks 8000x8000 --fractal none -q";
    for dtype in ["f32", "u16 --compression none"] {
        let (code, message) =
            limited(&folder, 400_000, &format!("generate -o x.zarr {options} --dtype {dtype}"));
        assert_eq!(code, Some(1), "{message}");
        assert!(message.starts_with("perlane: cannot allocate "), "{message}");
        assert!(folder.names().is_empty(), "{:?}", folder.names());
    }
    folder.done(&format!("zarr init x.zarr {options} --no-digest"));
    for kib in [300_000, 500_000, 700_000] {
        let (code, message) = limited(&folder, kib, "zarr fill x.zarr");
        assert!(code == Some(1) && message.starts_with("perlane: cannot allocate "), "{kib}: {message}");
    }
}

/// So is a frame of a film in colours.
#[test]
fn frames_without_memory_are_told() {
    let folder = Folder::new();
    let options = "--size 16000x16000x1 --colormap viridis --fractal none -q";
    let (code, message) = limited(&folder, 400_000, &format!("generate -o x.y4m {options}"));
    assert_eq!((code, &*message), (Some(1), "perlane: cannot allocate 768000000 bytes of memory\n"));
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}
