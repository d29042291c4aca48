//! Memory does not grow with size.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use common::{Folder, json, peak};

#[test]
fn memory_does_not_grow_with_size() {
    for (name, options) in [
        ("-", "--format raw"),
        ("x.npy", ""),
        ("x.tiff", ""),
        ("x.tiff", "--cog"),
        ("x.png", ""),
        ("x.png", "--dtype u16 --compression none"),
        ("x.apng", ""),
        ("x.y4m", ""),
        #[cfg(feature = "exr")]
        ("x.exr", ""),
        #[cfg(feature = "exr")]
        ("x.exr", "--compression none"),
        ("x.zarr", ""),
        ("x.zarr", "--shards 2048x1024 --threads 16"),
    ] {
        let folder = Folder::new();
        let run = |size: &str| {
            let common = format!("generate -o {name} --fractal none -q --overwrite {options}");
            let peak = peak(&folder, &format!("{common} --size {size}"));
            let plan = json(&folder.done(&format!("{common} --size {size} --json --dry-run")));
            let planned = plan["memory"].as_u64().unwrap() >> 20;
            assert!(peak <= planned + 24, "{name} {options}: {peak} MiB, {planned} MiB were announced");
            peak
        };
        let film = if ["x.apng", "x.y4m"].contains(&name) { "x1" } else { "" };
        let (small, large) = (run(&format!("65536x512{film}")), run(&format!("65536x1536{film}")));
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
    }
    assert!(folder.names().is_empty());
}
