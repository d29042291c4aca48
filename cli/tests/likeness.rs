//! What a file that is made like another one has of that: how it is stored, and where it lies. Notes say what is left out.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use common::{Folder, exchange, json, notes, text};

const PLACE: &str = "--origin 500005,4599995 --spacing 10,-10 --crs EPSG:32633";

/// A TIFF like another one is stored as that is, and lies where that lies, unless options say otherwise.
#[test]
fn tiffs_are_stored_like_others() {
    let folder = Folder::new();
    for options in [
        "--size 700x600 --cog --nodata -9999",
        "--size 700x600 --cog --compression none",
        "--size 700x600 --compression zstd --dtype u16 --nodata 0",
        "--size 70x60x3 --pages",
        "--size 70x60",
    ] {
        let place = if options.contains("x3") {
            PLACE.replace("9995", "9995,0").replace("-10", "-10,1")
        } else {
            PLACE.to_owned()
        };
        let options = format!("--cell-size 50 --range 1..2500 {place} {options}");
        folder.done(&format!("generate -q --overwrite -o x.tif {options}"));
        assert_eq!(notes(&folder, "generate --overwrite x.tif --seed 3 -o y.tif"), "", "{options}");
        folder.done(&format!("generate -q --overwrite -o want.tif {options} --seed 3"));
        assert!(folder.read("y.tif") == folder.read("want.tif"), "{options}");
    }
    let common = format!("--size 70x60 --cell-size 50 {PLACE}");
    folder.done(&format!("generate -q --overwrite -o x.tif {common} --cog --nodata -9999"));
    folder.done("generate -q --overwrite x.tif -o y.tif --crs EPSG:25833 --nodata none --compression zstd");
    let other = common.replace("32633", "25833");
    folder.done(&format!("generate -q --overwrite -o want.tif {other} --compression zstd"));
    assert!(folder.read("y.tif") == folder.read("want.tif"));
    // Cloud-optimised files are compressed, unless options say otherwise.
    folder.done(&format!("generate -q -o plain.tif {common}"));
    folder.done("generate -q --overwrite plain.tif -o y.tif --cog");
    folder.done(&format!("generate -q --overwrite -o want.tif {common} --cog"));
    assert!(folder.read("y.tif") == folder.read("want.tif"));
    // Pages are not compressed, and options may ask for either.
    folder.done("generate -q --overwrite -o p.tif --size 70x60x3 --pages --cell-size 50");
    let note = notes(&folder, "generate --overwrite p.tif -o y.tif --compression deflate");
    assert_eq!(
        note,
        "note: the layout in pages of the recipe's file is left out, because compressed TIFF has bands\n"
    );
    folder.done("generate -q --overwrite y.tif -o q.tif --pages");
    assert!(folder.read("q.tif") == folder.read("p.tif"));
    folder.done("generate -q --overwrite x.tif -o y.tif --crs none");
    assert!(text(&folder.done("info y.tif")).contains("no coordinate reference system"));

    // What another format cannot hold is said, and what it can is kept.
    let note = notes(&folder, "generate --overwrite x.tif -o y.png");
    assert!(note.contains("note: the coordinate reference system EPSG:32633 of the recipe's file is left out, because PNG has none\n"), "{note}");
    assert!(
        note.contains(
            "note: the number -9999 for no data of the recipe's file is left out, because PNG has none\n"
        ),
        "{note}"
    );
    let note = notes(&folder, "generate --overwrite x.tif -o y.tif --dtype u8");
    assert!(
        note.contains(
            "the number -9999 for no data of the recipe's file is left out, because u8 does not hold it"
        ),
        "{note}"
    );
    notes(&folder, "generate --overwrite x.tif -o y.zarr");
    assert_eq!(json(&folder.read("y.zarr/noise/zarr.json"))["attributes"]["proj:code"], "EPSG:32633");
    // A recipe by itself has none of it.
    folder.write("x.toml", folder.done("info x.tif"));
    assert_eq!(notes(&folder, "generate --overwrite x.toml -o y.png"), "");
}

#[test]
fn arrays_are_stored_like_others() {
    let folder = Folder::new();
    let metadata = |name: &str| json(&folder.read(name));
    for options in [
        "--size 700x600 --chunks 100x70",
        "--size 700x600 --chunks 32x32 --shards 128x64 --compression zstd:7",
        "--size 300x200 --chunks 64x64 --layout pyramid --compression none",
        "--size 300x200 --layout array",
        "--size 64x50 --quantity gradient --chunks 16x16 --shards 32x32",
    ] {
        let common = format!("--cell-size 50 {PLACE} {options}");
        let noise = if options.contains("array") {
            ""
        } else if options.contains("pyramid") {
            "1/"
        } else {
            "noise/"
        };
        folder.done(&format!("generate -q --overwrite -o x.zarr {common}"));
        folder.done(&format!("generate -q --overwrite -o want.zarr {common} --seed 3"));
        let notes = notes(&folder, "generate --overwrite x.zarr --seed 3 -o y.zarr");
        assert!(!notes.contains("left out"), "{options}: {notes}");
        folder.done("zarr init -q --overwrite z.zarr x.zarr --seed 3");
        for name in ["y.zarr", "z.zarr"] {
            assert_eq!(
                metadata(&format!("{name}/{noise}zarr.json")),
                metadata(&format!("want.zarr/{noise}zarr.json")),
                "{options}"
            );
        }
    }
    // A pyramid has 2 axes or more, and one plane.
    folder.done("generate -q --overwrite -o x.zarr --size 60x50 --layout pyramid");
    for (options, axes) in [("--size 60", 1), ("--quantity gradient", 3)] {
        let note = notes(&folder, &format!("generate --overwrite x.zarr -o y.zarr {options}"));
        let why = "note: the layout pyramid of the recipe's file is left out, because pyramids have 2 to 4 axes, and one plane\n";
        assert!(note.contains(why), "{options}: {note}");
        let shape = &metadata("y.zarr/noise/zarr.json")["shape"];
        assert_eq!(shape.as_array().unwrap().len(), axes, "{options}");
    }
    // Default chunks are those of the new size.
    folder.done("generate -q --overwrite -o x.zarr --size 60x50");
    folder.done("generate -q --overwrite x.zarr -o y.zarr --size 1000x700");
    let chunk = &metadata("y.zarr/noise/zarr.json")["chunk_grid"]["configuration"]["chunk_shape"];
    assert_eq!(*chunk, serde_json::json!([512, 512]));
}

/// A compound system has a horizontal and a vertical part, each of which GeoTIFF has by its own code.
#[test]
fn compound_systems_are_kept() {
    let folder = Folder::new();
    for code in [5554, 9518] {
        folder.done(&format!("generate -q --overwrite -o x.tif --size 8x8 --crs EPSG:{code} --spacing 1,-1"));
        assert!(text(&folder.done("info x.tif")).contains(&format!("f32, EPSG:{code}, no number")), "{code}");
        assert_eq!(notes(&folder, "generate --overwrite x.tif -o y.tif"), "");
        assert!(folder.read("y.tif") == folder.read("x.tif"));
        folder.done("generate -q --overwrite x.tif -o y.zarr");
        let noise = json(&folder.read("y.zarr/noise/zarr.json"));
        assert_eq!(noise["attributes"]["proj:code"], format!("EPSG:{code}"));
    }
}

/// A picture that one tile holds is the same with and without `--cog`, and a larger one is not.
#[test]
fn files_that_are_too_small_for_overviews_are_noted() {
    let folder = Folder::new();
    folder.done("generate -q -o small.tif --size 512x400 --cog");
    folder.done("generate -q -o same.tif --size 512x400 --compression deflate");
    assert!(folder.read("small.tif") == folder.read("same.tif"));
    folder.done("generate -q -o large.tif --size 513x4 --cog");
    folder.done("generate -q -o plain.tif --size 512x400");
    let note = "note: the recipe's file is too small for overviews, and does not say whether --cog made it; the new one has overviews only with --cog\n";
    for (source, options, want) in [
        ("small", "--size 513x4", note),
        ("small", "--size 4x513", note),
        ("small", "--size 512x512", ""),
        ("small", "--size 600x500 --cog", ""),
        ("large", "--size 600x500", ""),
        ("plain", "--size 600x500", ""),
    ] {
        let command = format!("generate {source}.tif -o new.tif --overwrite {options}");
        assert_eq!(notes(&folder, &command), want, "{source} {options}");
    }
}

/// Where an option names chunks or shards, those that none names stay if both fit.
#[test]
fn chunks_and_shards_stay_where_they_fit() {
    let folder = Folder::new();
    folder.done("generate -q -o x.zarr --layout array --size 100x100 --chunks 10x10 --shards 50x50");
    folder.done("generate -q -o plain.zarr --layout array --size 100x100 --chunks 10x10");
    folder.done("generate -q -o usual.zarr --layout array --size 100x100 --shards 50x50");
    let left_out = |size: &str, why: &str| {
        format!("note: the size {size} of the recipe's file is left out, because {why}\n")
    };
    let axes = "the new size has another number of axes, 3";
    for (source, options, same, note) in [
        ("x", "--chunks 25x5", "--chunks 25x5 --shards 50x50", String::new()),
        ("x", "--shards 40x20", "--chunks 10x10 --shards 40x20", String::new()),
        ("x", "--chunks 5x5 --shards 20x20", "--chunks 5x5 --shards 20x20", String::new()),
        (
            "x",
            "--chunks 20x10",
            "--chunks 20x10",
            left_out("50x50 of shards", "the new chunks, 20x10, do not divide it"),
        ),
        (
            "x",
            "--shards 40x45",
            "--shards 40x45",
            left_out("10x10 of chunks", "it does not divide the new shards, 40x45"),
        ),
        (
            "x",
            "--size 100x100x4",
            "--size 100x100x4",
            left_out("10x10 of chunks", axes) + &left_out("50x50 of shards", axes),
        ),
        ("plain", "--shards 50x50", "--chunks 10x10 --shards 50x50", String::new()),
        ("plain", "--size 100x100x4", "--size 100x100x4", left_out("10x10 of chunks", axes)),
        // Chunks that nobody has chosen follow the new shards.
        ("usual", "--shards 30x30", "--shards 30x30", String::new()),
    ] {
        let command = format!("generate --overwrite {source}.zarr -o y.zarr {options}");
        assert_eq!(notes(&folder, &command), note, "{source} {options}");
        let size = if same.contains("size") { "" } else { "--size 100x100" };
        folder.done(&format!("generate -q --overwrite -o want.zarr --layout array {size} {same}"));
        let [got, want] = ["y", "want"].map(|name| json(&folder.read(&format!("{name}.zarr/zarr.json"))));
        assert_eq!(got, want, "{source} {options}");
    }
    folder.fails("generate x.zarr -o z.zarr --chunks 0x10", 2, &["chunks is 0x10; allowed: 1 to"]);
}

/// What no option of this program names is left out where a file is made like another one.
#[test]
fn what_others_have_chosen_is_noted() {
    let folder = Folder::new();
    folder.done(&format!("generate -q -o x.tif --size 64x50 --nodata -9999 {PLACE}"));
    let good = folder.read("x.tif");
    let shorts = |shorts: &[u16]| shorts.iter().flat_map(|short| short.to_le_bytes()).collect::<Vec<u8>>();
    let first = || text(&folder.done("info x.tif")).lines().next().unwrap().to_owned();
    let place = "note: the coordinate reference system of the recipe's file is left out, because it has no EPSG code that --crs takes\n";
    let heights = "note: the vertical coordinate reference system EPSG:5773 of the recipe's file is left out, because EPSG has no code for it together with EPSG:32633\n";
    let other_heights = "note: the vertical coordinate reference system of the recipe's file is left out, because it has no EPSG code\n";
    let compression =
        "note: the compression of the recipe's file is left out, because perlane does not write it\n";
    for (from, to, note, says) in [
        // A system and the one that it is based on; a system that other keys describe; one whose code is a number elsewhere; LZMA; signed integers; a number with a space behind.
        (shorts(&[1024, 0, 1, 1]), shorts(&[2048, 0, 1, 4326]), "", "f32, EPSG:32633"),
        (shorts(&[3072, 0, 1, 32633]), shorts(&[3072, 0, 1, 32767]), place, "system without a code, -9999"),
        (
            shorts(&[3072, 0, 1, 32633]),
            shorts(&[3072, 34736, 1, 32633]),
            "",
            "no coordinate reference system",
        ),
        (shorts(&[259, 3, 1, 0, 1]), shorts(&[259, 3, 1, 0, 34925]), compression, "f32, EPSG:32633, -9999"),
        (shorts(&[339, 3, 1, 0, 3]), shorts(&[339, 3, 1, 0, 2]), "", "64x50 i32, "),
        (b"-9999\0".to_vec(), b"-999 \0".to_vec(), "", "-999 is no data"),
        // Heights, which take the place of what the file says of pixels.
        (shorts(&[1025, 0, 1, 1]), shorts(&[4096, 0, 1, 5773]), heights, "f32, EPSG:32633+5773, -9999"),
        (
            shorts(&[1025, 0, 1, 1]),
            shorts(&[4096, 0, 1, 32767]),
            other_heights,
            "f32, EPSG:32633 with a vertical system without a code, -9999",
        ),
    ] {
        exchange(&folder, "x.tif", &from, &to);
        assert!(first().contains(says), "{}", first());
        assert_eq!(notes(&folder, "generate x.tif -o y.tif --overwrite"), note, "{says}");
        folder.write("x.tif", &good);
    }
    // The number of deflate in the first files that had it.
    folder.done("generate -q -o want.tif --size 64x50 --compression deflate");
    folder.write("x.tif", folder.read("want.tif"));
    exchange(&folder, "x.tif", &shorts(&[259, 3, 1, 0, 8]), &shorts(&[259, 3, 1, 0, 32946]));
    assert_eq!(notes(&folder, "generate x.tif -o y.tif --overwrite"), "");
    assert!(folder.read("y.tif") == folder.read("want.tif"));
}
