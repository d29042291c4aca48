//! Arrays that many workers fill, some of them killed.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy knows tests by their attribute, and not what they call"
)]

mod common;

use std::process::{Child, Stdio};
use std::time::Duration;

use common::{Folder, first_backend, json, notes, text, tree};

#[track_caller]
fn same(folder: &Folder, got: &str, want: &str) {
    let (got, want) = (tree(&folder.path(got)), tree(&folder.path(want)));
    assert!(want.len() > 2);
    assert_eq!(got.keys().collect::<Vec<_>>(), want.keys().collect::<Vec<_>>());
    for (name, content) in &want {
        assert!(got[name] == *content, "{name} differs");
    }
}

/// The coordinates of an axis, from its chunk files. Asserts that the files are whole, and that what is beyond the axis' end is NaN.
fn coordinates(folder: &Folder, array: &str) -> Vec<f64> {
    let metadata = json(&folder.read(&format!("{array}/zarr.json")));
    let number = |value: &serde_json::Value| value.as_u64().unwrap() as usize;
    let length = number(&metadata["shape"][0]);
    let chunk = number(&metadata["chunk_grid"]["configuration"]["chunk_shape"][0]);
    assert_eq!(
        std::fs::read_dir(folder.path(&format!("{array}/c"))).unwrap().count(),
        length.div_ceil(chunk)
    );
    let mut numbers = Vec::new();
    for file in 0..length.div_ceil(chunk) {
        let bytes = folder.read(&format!("{array}/c/{file}"));
        assert_eq!(bytes.len(), 8 * chunk, "{array}/c/{file}");
        numbers.extend(bytes.as_chunks::<8>().0.iter().map(|bytes| f64::from_le_bytes(*bytes)));
    }
    assert!(numbers[length..].iter().all(|number| number.is_nan()), "{array}");
    numbers.truncate(length);
    numbers
}

/// Axes that are longer than a file of coordinates, and such as fill their files.
#[test]
fn coordinates_are_those_of_samples_in_every_file() {
    let folder = Folder::new();
    for length in [2, 131_071, 131_072, 131_073, 262_144, 300_000] {
        folder.done(&format!(
            "zarr init x.zarr --overwrite --no-digest --size {length}x3 --start 7,-2 --origin 0.1,5 --spacing 0.3,-0.7"
        ));
        for (axis, want) in [("x", length), ("y", 3)] {
            let found = coordinates(&folder, &format!("x.zarr/{axis}"));
            assert_eq!(found.len(), want, "{axis}");
            for (k, found) in found.into_iter().enumerate() {
                let k = k as f64;
                let want = if axis == "x" { 0.1 + (7.0 + k) * 0.3 } else { 5.0 + (-2.0 + k) * -0.7 };
                assert_eq!(found.to_bits(), want.to_bits(), "{axis} {k} of {length}: {found}, {want}");
            }
        }
    }
}

/// Coordinates of an axis take 128 MiB at most; a longer axis has none.
#[test]
fn the_longest_axes_have_no_coordinates() {
    let folder = Folder::new();
    folder.done("zarr init x.zarr --no-digest --size 16777217x3");
    assert!(!folder.path("x.zarr/x").exists() && folder.path("x.zarr/y/c/0").exists());
}

const ARRAYS: [&str; 7] = [
    "--size 1000x700 --chunks 64x64 --layout array",
    "--size 1000x700 --chunks 64x64 --crs EPSG:4326",
    "--size 1001x700 --chunks 64x64 --layout pyramid --start 7,-4",
    "--size 1000x700 --chunks 64x64 --dtype u8 --compression none --levels -0.5..0.5",
    "--size 1000x700 --chunks 32x32 --shards 128x256 --dtype u16",
    "--size 90x80x70 --chunks 32x32x32 --compression zstd:5",
    // One worker at a time, on all threads.
    "--size 4096x2048 --chunks 128x128 --shards 4096x1024",
];

#[test]
fn parts_make_the_whole_byte_for_byte() {
    for options in ARRAYS {
        let folder = Folder::new();
        folder.done(&format!("generate -o one.zarr {options}"));
        folder.done(&format!("zarr init parts.zarr {options}"));
        let chunks = |file: &String| {
            file.starts_with("c/") || file.starts_with("noise/c/") || file.starts_with("0/c/")
        };
        assert!(
            !tree(&folder.path("parts.zarr")).keys().any(chunks),
            "metadata and coordinates, and nothing else"
        );
        // Any order, again, and more parts than there are files for.
        for part in ["3/5", "1/5", "5/5", "1/5", "2/5", "4/5", "700/1000"] {
            folder.done(&format!(
                "zarr fill parts.zarr --part {part} --threads 3 --backend {}",
                first_backend()
            ));
        }
        same(&folder, "parts.zarr", "one.zarr");
        folder.done("reproduce parts.zarr");
        folder.done(&format!("zarr init again.zarr {options}"));
        let report = json(&folder.done("zarr fill again.zarr --json --threads 1"));
        assert!(report["written"].as_u64().unwrap() > 0);
        same(&folder, "again.zarr", "one.zarr");
        let report = json(&folder.done("zarr fill again.zarr --json"));
        assert_eq!((&report["written"], &report["part"]), (&0.into(), &"1/1".into()));
    }
}

/// Coordinates and levels are part of what is compared.
#[test]
fn damaged_coordinates_and_levels_are_found() {
    let folder = Folder::new();
    folder.done("generate -q -o x.zarr --size 60x50");
    let mut coordinates = folder.read("x.zarr/x/c/0");
    coordinates[80] ^= 1;
    folder.write("x.zarr/x/c/0", coordinates);
    folder.fails("reproduce x.zarr", 1, &["x.zarr/x/c/0: it has not the coordinates"]);
    folder.done("generate -q -o p.zarr --layout pyramid --size 200x100 --chunks 64x64 --compression none");
    let mut level = folder.read("p.zarr/2/c/0/0");
    level[80] ^= 1;
    folder.write("p.zarr/2/c/0/0", level);
    folder.fails("reproduce p.zarr", 1, &["p.zarr/2/c/0/0", "number 20 in it"]);
    let other =
        String::from_utf8(folder.read("p.zarr/1/zarr.json")).unwrap().replacen("seed\\\":0", "seed\\\":1", 1);
    folder.write("p.zarr/1/zarr.json", other);
    folder.fails("reproduce p.zarr", 1, &["level 1 is not level 0 at twice the spacing"]);
}

/// A level has a recipe of its own, which must be that of the level before at twice the spacing, and a digest.
#[test]
fn levels_have_recipes_of_one_kind() {
    let folder = Folder::new();
    folder.done("generate -q -o x.zarr --layout pyramid --size 90x70 --chunks 32x32 --quantity slope");
    let file = "x.zarr/1/zarr.json";
    let good = json(&folder.read(file));
    let level = "level 1 is not level 0 at twice the spacing";
    for (key, value, what) in [
        (
            "/samples/blake3",
            "0".repeat(64).into(),
            "x.zarr/1: the digest it carries is not that of its recipe",
        ),
        ("/grid/spacing/y", 3.0.into(), level),
        ("/field/quantity", "hillshade".into(), level),
    ] {
        let mut metadata = good.clone();
        let mut recipe = json(metadata["attributes"]["perlane"].as_str().unwrap().as_bytes());
        *recipe.pointer_mut(key).unwrap() = value;
        metadata["attributes"]["perlane"] = recipe.to_string().into();
        folder.write(file, metadata.to_string());
        folder.fails("reproduce x.zarr", 1, &["x.zarr does not match its recipe: ", what]);
    }
}

/// The metadata of a group has that of all levels, each with the recipe, unless it would be longer than what readers take.
#[test]
fn levels_of_long_recipes_are_read() {
    let folder = Folder::new();
    let vector = |i: u32| [f64::from(i).sin(), f64::from(i).cos()];
    let layer = |i: u32| serde_json::json!({"gradients": (i..i + 256).map(vector).collect::<Vec<_>>()});
    for (layers, levels, consolidated) in [(300, 6, false), (300, 2, true)] {
        let layers: Vec<_> = (0..layers).map(layer).collect();
        folder.write("r.json", serde_json::json!({"stream": 1, "layers": layers}).to_string());
        let size = format!("--size {}x2 --chunks 4x2", 2 << levels);
        folder.done(&format!("generate r.json -q -o x.zarr --layout pyramid --overwrite {size}"));
        let group = json(&folder.read("x.zarr/zarr.json"));
        let listed = group["attributes"]["ome"]["multiscales"][0]["datasets"].as_array().unwrap().len();
        assert_eq!((listed, group.get("consolidated_metadata").is_some()), (levels, consolidated));
        folder.done("reproduce -q x.zarr");
        folder.done("generate -q x.zarr -o y.zarr --overwrite");
    }
}

/// Counts of workers are those of all levels.
#[test]
fn reports_count_the_files_of_all_levels() {
    let folder = Folder::new();
    let init = json(&folder.done("zarr init x.zarr --layout pyramid --size 90x70 --chunks 16x16 --json"));
    let (half, rest) =
        (folder.done("zarr fill x.zarr --part 1/2 --json"), folder.done("zarr fill x.zarr --json"));
    let (half, rest) = (json(&half), json(&rest));
    let chunks = tree(&folder.path("x.zarr"));
    let chunks: Vec<_> = chunks.iter().filter(|(name, _)| name.contains("/c/")).collect();
    let number = |report: &serde_json::Value, key: &str| report[key].as_u64().unwrap();
    assert_eq!((chunks.len() as u64, number(&half, "present")), (number(&init, "files"), 0));
    assert_eq!(number(&rest, "present"), number(&half, "written"));
    assert_eq!(number(&rest, "present") + number(&rest, "written"), number(&init, "files"));
    let bytes = chunks.iter().map(|(_, content)| content.len() as u64).sum::<u64>();
    assert_eq!(number(&half, "file_bytes") + number(&rest, "file_bytes"), bytes);
}

/// What programs show of arrays and axes.
#[test]
fn attributes_say_what_an_array_is() {
    let folder = Folder::new();
    folder.write("two.toml", "stream = 1\n[[layers]]\n[[layers]]\n");
    for (options, name) in [
        ("--fractal none", "perlin noise"),
        ("--octaves 3", "perlin noise, fbm of 3 octaves"),
        ("--octaves 3 --quantity slope", "slope of perlin noise, fbm of 3 octaves"),
        ("two.toml", "sum of 2 noises"),
    ] {
        folder.done(&format!("zarr init -q --overwrite x.zarr --size 4x4 --no-digest {options}"));
        let attributes =
            |node: &str| json(&folder.read(&format!("x.zarr/{node}zarr.json")))["attributes"].take();
        let (group, noise) = (attributes(""), attributes("noise/"));
        assert_eq!((&group["title"], &noise["long_name"]), (&name.into(), &name.into()));
        assert_eq!((&group["Conventions"], &noise["units"]), (&"CF-1.11".into(), &"1".into()));
        let axis = serde_json::json!({"long_name": "y, in world units", "units": "1"});
        assert_eq!(attributes("y/"), axis);
    }
    folder.done("zarr init -q g.zarr --size 4x4 --no-digest --quantity gradient --crs EPSG:32633");
    let noise = json(&folder.read("g.zarr/noise/zarr.json"));
    assert_eq!(noise["attributes"]["planes"], "value dy dx");
    assert_eq!(noise["dimension_names"], serde_json::json!(["quantity", "y", "x"]));
    for axis in ["x", "y"] {
        let name = format!("projection_{axis}_coordinate");
        let want = serde_json::json!({"axis": axis.to_uppercase(), "standard_name": name, "long_name": axis, "units": "metre"});
        assert_eq!(json(&folder.read(&format!("g.zarr/{axis}/zarr.json")))["attributes"], want);
    }
    folder.done("zarr init -q p.zarr --size 4x4x4x2 --no-digest --layout pyramid");
    let axes = json(&folder.read("p.zarr/zarr.json"))["attributes"]["ome"]["multiscales"][0]["axes"].take();
    let [z, y, x] = ["z", "y", "x"].map(|name| serde_json::json!({"name": name, "type": "space"}));
    assert_eq!(axes, serde_json::json!([{"name": "w"}, z, y, x]), "a fourth axis is of no space");
}

/// Without a digest, arrays too large to be generated twice; they are reproduced by their numbers.
#[test]
fn the_digest_is_left_out_on_request() {
    let folder = Folder::new();
    let report = json(&folder.done("zarr init x.zarr --size 300x200 --chunks 100x100 --no-digest --json"));
    assert_eq!((&report["files"], &report["blake3"]), (&6.into(), &serde_json::Value::Null));
    folder.done("zarr fill x.zarr");
    let output = folder.perlane("reproduce x.zarr");
    assert!(text(&output.stderr).contains("the file carries no digest"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(0));
    let mut chunk = folder.read("x.zarr/noise/c/1/1");
    chunk[200] ^= 1;
    folder.write("x.zarr/noise/c/1/1", chunk);
    folder.fails("reproduce x.zarr", 1, &["x.zarr/noise/c/1/1"]);
}

fn spawn(folder: &Folder, part: usize) -> Child {
    let mut command = folder.command(["zarr", "fill", "x.zarr", "--part", &format!("{part}/4"), "-q"]);
    command.stderr(Stdio::piped()).spawn().unwrap()
}

/// Workers at the same time, killed at moments that no one chose, until all have ended by themselves.
#[test]
fn killed_workers_are_run_again() {
    let folder = Folder::new();
    let options = "--size 2000x2000 --chunks 64x64 --octaves 12 --compression zstd:9";
    folder.done(&format!("generate -o one.zarr {options}"));
    folder.done(&format!("zarr init x.zarr {options}"));
    let (mut kills, mut random) = (0, std::process::id());
    for round in 0.. {
        let mut workers: Vec<Child> = (1..=4).chain([2]).map(|part| spawn(&folder, part)).collect();
        // Later rounds are not killed.
        if round < 12 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            std::thread::sleep(Duration::from_millis(u64::from(random >> 16) % 60));
            for worker in &mut workers {
                worker.kill().unwrap();
            }
        }
        let ends: Vec<_> = workers.into_iter().map(|worker| worker.wait_with_output().unwrap()).collect();
        for end in &ends {
            match end.status.code() {
                Some(0) => {}
                None => kills += 1,
                // Windows gives this code to a program that is killed.
                Some(1) if cfg!(windows) && end.stderr.is_empty() => kills += 1,
                Some(code) => panic!("{code}: {}", text(&end.stderr)),
            }
        }
        // Whatever is there is complete.
        let (there, whole) = (tree(&folder.path("x.zarr")), tree(&folder.path("one.zarr")));
        for (name, content) in there.iter().filter(|(name, _)| !name.contains(".part")) {
            assert!(whole[name] == *content, "{name} after round {round}");
        }
        if ends.iter().all(|end| end.status.success()) && round >= 12 {
            break;
        }
    }
    assert!(kills > 5, "{kills} were killed while they worked");
    same(&folder, "x.zarr", "one.zarr");
    folder.done("reproduce x.zarr");
}

/// What a killed worker has left goes with the next one that works in the same folder.
#[test]
fn what_is_left_of_workers_is_removed() {
    let folder = Folder::new();
    folder.done("generate -q -o x.zarr --layout array --size 9x9");
    folder.write("x.zarr/c/0/.perlane-killed.part", "");
    folder.done("zarr fill -q x.zarr");
    assert_eq!(tree(&folder.path("x.zarr")).keys().collect::<Vec<_>>(), ["c/0/0", "zarr.json"]);
}

#[test]
fn metadata_that_is_not_perlanes_is_refused() {
    let folder = Folder::new();
    folder.done("zarr init x.zarr --size 100x100");
    let good = text(&folder.read("x.zarr/noise/zarr.json"));
    for (from, to, code, fragment) in [
        ("{", "", 1, "x.zarr/noise/zarr.json: "),
        ("\"perlane\"", "\"other\"", 1, "no attribute perlane or recipe"),
        ("seed\\\":0", "sead\\\":0", 1, "did you mean `seed`?"),
        ("\"float32\"", "\"float64\"", 1, "the type float64, and the recipe gives [100, 100] and float32"),
        ("\"zstd\"", "\"zip\"", 1, "zip"),
    ] {
        folder.write("x.zarr/noise/zarr.json", good.replacen(from, to, 1));
        folder.fails("zarr fill x.zarr", code, &[fragment]);
        assert!(!tree(&folder.path("x.zarr")).keys().any(|file| file.starts_with("noise/c/")));
    }
    folder.write("x.zarr/zarr.json", r#"{"zarr_format": 3, "node_type": "table"}"#);
    folder.fails("zarr fill x.zarr", 1, &["zarr.json: node_type is table; allowed: array, group"]);
}

/// Chunks that nobody asked for fit into the shards that somebody did.
#[test]
fn shards_alone_are_enough() {
    let folder = Folder::new();
    for options in ["3x3 --shards 4x4", "1000x700 --shards 768x600", "9x9 --shards 1031x7", "5 --shards 8"] {
        folder.done(&format!("generate -q -o x.zarr --overwrite --size {options}"));
        folder.done("reproduce -q x.zarr");
    }
}

/// xarray stores the recipe of the Python package's grids as texts, in one attribute or two.
#[test]
fn recipes_may_be_texts() {
    let folder = Folder::new();
    folder.done("generate -q -o x.zarr --size 40x30 --cell-size 9");
    let file = "x.zarr/noise/zarr.json";
    let mut metadata = json(&folder.read(file));
    let recipe = metadata["attributes"]["perlane"].as_str().unwrap().to_owned();
    for attributes in [
        serde_json::json!({ "recipe": recipe }),
        serde_json::json!({ "perlane": recipe }),
        serde_json::json!({ "perlane": recipe, "recipe": recipe }),
    ] {
        metadata["attributes"] = attributes;
        folder.write(file, metadata.to_string());
        folder.done("reproduce x.zarr");
        assert_eq!(json(&folder.done("info --json x.zarr"))["grid"]["size"]["x"], 40);
        folder.done("generate -q x.zarr -o again.npy --overwrite");
    }
    metadata["attributes"] = serde_json::json!({ "perlane": "no recipe" });
    folder.write(file, metadata.to_string());
    folder.fails("info x.zarr", 1, &["perlane: the recipe in x.zarr/noise/zarr.json, line 1, column 2: "]);
}

/// xarray stores a quantity under its name, and axes under the names that users gave them.
#[test]
fn arrays_and_axes_may_have_other_names() {
    let folder = Folder::new();
    folder.done("generate -q -o x.zarr --size 40x30 --quantity gradient");
    for (from, to) in [("noise", "gradient"), ("y", "lat"), ("x", "lon")] {
        std::fs::rename(folder.path(&format!("x.zarr/{from}")), folder.path(&format!("x.zarr/{to}")))
            .unwrap();
    }
    let file = "x.zarr/gradient/zarr.json";
    let mut metadata = json(&folder.read(file));
    metadata["dimension_names"] = serde_json::json!(["quantity", "lat", "lon"]);
    folder.write(file, metadata.to_string());
    folder.done("reproduce x.zarr");
    assert_eq!(json(&folder.done("info --json x.zarr"))["field"]["quantity"], "gradient");
    let mut coordinates = folder.read("x.zarr/lat/c/0");
    coordinates[80] ^= 1;
    folder.write("x.zarr/lat/c/0", coordinates);
    folder.fails("reproduce x.zarr", 1, &["x.zarr/lat/c/0: it has not the coordinates"]);
    // The name that perlane gives comes first.
    folder.done("generate -q -o x.zarr/noise --format zarr --layout array --size 40x30 --seed 7");
    assert_eq!(json(&folder.done("info --json x.zarr"))["noise"]["seed"], 7);
}

#[test]
fn one_chunk_is_no_chunks() {
    let folder = Folder::new();
    let note = |args: &str| text(&folder.perlane(args).stderr);
    assert_eq!(note("zarr init a.zarr --size 4x4"), "a.zarr: 4x4 f32, 1 chunk file to fill\n");
    assert_eq!(note("zarr init b.zarr --size 4x4 --chunks 2x4"), "b.zarr: 4x4 f32, 2 chunk files to fill\n");
    assert!(
        note("zarr fill a.zarr").starts_with("a.zarr, part 1/1: 1 chunk file written, 0 existed already, ")
    );
    assert!(
        note("zarr fill b.zarr").starts_with("b.zarr, part 1/1: 2 chunk files written, 0 existed already, ")
    );
}

/// Where arrays lie, with north or south at the top: in datasets by CF's grid mapping, in the other layouts by GDAL's `_CRS` and by the GeoZarr
/// conventions.
#[test]
fn places_are_those_of_pixels() {
    let folder = Folder::new();
    for south in [-1.0, 1.0] {
        for (layout, nodes) in [
            ("array", &[("", 10.0)][..]),
            ("dataset", &[("", 10.0), ("noise/", 10.0)]),
            ("pyramid", &[("", 10.0), ("0/", 10.0), ("1/", 20.0)]),
        ] {
            let place = format!("--crs EPSG:32633 --spacing 10,{} --origin 500000,4600000", 10.0 * south);
            folder.done(&format!(
                "generate -q -o x.zarr --overwrite --layout {layout} --size 90x70 --chunks 64x64 {place}"
            ));
            for (node, step) in nodes {
                let metadata = json(&folder.read(&format!("x.zarr/{node}zarr.json")));
                let (attributes, down) = (&metadata["attributes"], step * south);
                // Samples are at the middles of pixels.
                let (left, top) = (500_000.0 - step / 2.0, 4_600_000.0 - down / 2.0);
                assert_eq!(attributes["proj:code"], "EPSG:32633");
                if *layout == *"dataset" {
                    let place = json(&folder.read("x.zarr/spatial_ref/zarr.json"));
                    let transform = format!("{left} {step} 0 {top} 0 {down}");
                    assert_eq!(place["attributes"]["GeoTransform"], transform, "{node}");
                    continue;
                }
                let transform = serde_json::json!([step, 0.0, left, 0.0, down, top]);
                assert_eq!(attributes["spatial:transform"], transform, "{layout} {node}");
                assert_eq!(attributes["spatial:dimensions"], serde_json::json!(["y", "x"]));
                assert_eq!(attributes["spatial:registration"], "pixel");
                assert_eq!(attributes["_CRS"]["url"], "http://www.opengis.net/def/crs/EPSG/0/32633");
            }
        }
    }
}

/// The axes of a picture in OME-NGFF do not point backwards.
#[test]
fn pyramids_with_scales_that_are_negative_are_noted() {
    let folder = Folder::new();
    let note = "note: the scale of the pyramid is its spacing, 2,-0.5, and OME-NGFF demands scales greater than 0, so that some programs refuse the pyramid\n";
    for (command, options, want) in [
        ("generate -o", "--layout pyramid --spacing 2,-0.5", note),
        ("zarr init", "--layout pyramid --spacing 2,-0.5", note),
        ("generate -o", "--layout pyramid --spacing 2,0.5", ""),
        ("generate -o", "--spacing 2,-0.5", ""),
    ] {
        assert_eq!(
            notes(&folder, &format!("{command} x.zarr --overwrite --size 40x30 --chunks 16x16 {options}")),
            want
        );
    }
    folder.done("generate -q -o y.zarr --layout pyramid --size 40x30 --chunks 16x16 --spacing 2,-0.5");
    let ome = json(&folder.read("y.zarr/zarr.json"))["attributes"]["ome"].take();
    let level = &ome["multiscales"][0]["datasets"][1]["coordinateTransformations"];
    assert_eq!(level[0]["scale"], serde_json::json!([-1.0, 4.0]), "the levels are where their samples are");
}

/// Folders, pipes and links to nothing are no chunks, whatever their names.
#[cfg(target_os = "linux")]
#[test]
fn only_files_are_chunks() {
    let folder = Folder::new();
    for (make, kind) in [
        ("mkdir x.zarr/c/1/1", "is a folder; allowed: chunk files"),
        ("mkfifo x.zarr/c/1/1", "is a pipe; allowed: chunk files"),
        ("ln -s nothing x.zarr/c/1/1", "is a link to a file that does not exist"),
    ] {
        folder.done("zarr init -q x.zarr --size 20x20 --chunks 10x10 --layout array --overwrite");
        folder.done("zarr fill -q x.zarr");
        let script = format!("rm x.zarr/c/1/1; {make}");
        assert!(folder.script(&script).status().unwrap().success());
        folder.fails("zarr fill x.zarr", 1, &["x.zarr/c/1/1 ", kind]);
        folder.fails("reproduce x.zarr", 1, &["x.zarr/c/1/1: it is "]);
        std::fs::remove_dir_all(folder.path("x.zarr")).unwrap();
    }
}
