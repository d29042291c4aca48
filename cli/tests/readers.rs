//! What is written is read by programs that others wrote: NumPy, Pillow, tifffile, GDAL, zarr-python, xarray, tensorstore, ffmpeg.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy knows tests by their attribute, and not what they call"
)]

mod common;

use common::{Folder, json, read, text};

/// Dtype, size, options.
type Case = (&'static str, &'static str, &'static str);

/// Writes files and, as streams of raw numbers, what they must hold; a reader must find the same.
#[track_caller]
fn agrees(reader: &str, extension: &str, cases: impl IntoIterator<Item = Case>) {
    let folder = Folder::new();
    let mut list = Vec::new();
    for (n, (dtype, size, options)) in cases.into_iter().enumerate() {
        let levels = if dtype == "f32" { "" } else { "--levels -0.6..0.6" };
        let common = format!("--size {size} --dtype {dtype} --cell-size 40 --seed 5 {levels}");
        folder.done(&format!("generate -o {n}.{extension} {common} {options}"));
        folder.write(&format!("{n}.want"), folder.done(&format!("generate -o - {common}")));
        let numpy = match dtype {
            "f32" => "<f4",
            "u16" => "<u2",
            _ => "u1",
        };
        let shape: Vec<usize> = size.split('x').rev().map(|len| len.parse().unwrap()).collect();
        list.push(serde_json::json!([format!("{n}.{extension}"), format!("{n}.want"), numpy, shape]));
    }
    assert!(!list.is_empty());
    folder.write("list.json", serde_json::to_vec(&list).unwrap());
    let read = read(&folder, &[reader, "list.json"]);
    assert_eq!(text(&read), format!("{} files agree\n", list.len()));
}

const DTYPES: [&str; 3] = ["f32", "u16", "u8"];

#[test]
fn numpy_reads_npy() {
    let sizes = ["1001", "301x200", "31x20x10", "7x6x5x4", "0x4"];
    agrees("npy", "npy", DTYPES.into_iter().flat_map(|dtype| sizes.map(|size| (dtype, size, ""))));
}

#[test]
fn pillow_reads_png() {
    let options = ["", "--compression none", "--compression deflate:9"];
    let cases = ["u16", "u8"].into_iter().flat_map(|dtype| {
        options.into_iter().flat_map(move |options| ["1301x900", "1x1"].map(|size| (dtype, size, options)))
    });
    agrees("png", "png", cases);
}

#[test]
fn tifffile_reads_tiff() {
    let sizes = ["1301x900", "1x1", "100000x3", "301x200x5"];
    agrees("tiff", "tif", DTYPES.into_iter().flat_map(|dtype| sizes.map(|size| (dtype, size, ""))));
}

#[test]
fn pillow_reads_tiff() {
    agrees("pillow_tiff", "tiff", DTYPES.map(|dtype| (dtype, "1301x900", "")));
}

#[test]
fn zarr_python_reads_zarr() {
    let cases = [
        ("1301x900", ""),
        ("1301x900", "--compression none --chunks 100x70"),
        ("1301x900", "--compression zstd:9 --chunks 64x32 --shards 256x128"),
        ("300000", ""),
        ("101x99x70", ""),
        ("101x99x70", "--chunks 20x30x40 --shards 40x60x40"),
        ("33x20x9x17", "--chunks 16x16x4x8"),
        ("3x2", "--chunks 50x50"),
        ("0x4", ""),
    ];
    agrees(
        "zarr",
        "zarr",
        DTYPES.into_iter().flat_map(|dtype| cases.map(|(size, options)| (dtype, size, options))),
    );
}

/// All chunks are there even if each of their numbers is the fill value.
#[test]
fn zarr_python_reads_flat_arrays() {
    let folder = Folder::new();
    folder.done("generate -o x.zarr --size 700x600 --dtype u8 --scale 0 --levels 0..1");
    folder.write("want", vec![0; 700 * 600]);
    assert!(folder.path("x.zarr/noise/c/1/1").exists());
    folder.write("list.json", r#"[["x.zarr", "want", "u1", [600, 700]]]"#);
    assert_eq!(text(&read(&folder, &["zarr", "list.json"])), "1 files agree\n");
}

/// `xarray.open_zarr("w.zarr")`: names, coordinates, place; the same for GDAL and tensorstore.
#[test]
fn xarray_gdal_and_tensorstore_open_datasets() {
    let folder = Folder::new();
    let common = "--size 90x70 --origin 500000,4600000 --spacing 10,-10 --cell-size 30 --seed 3";
    for (name, dtype) in [("w", "f32"), ("u", "u8 --levels -0.2..0.2")] {
        let options = format!("{common} --dtype {dtype}");
        folder.done(&format!("generate -q -o {name}.zarr --crs epsg:32633 --chunks 32x32 {options}"));
        folder.done(&format!("generate -q -o {name}.raw {options}"));
    }
    read(&folder, &["dataset", "."]);
    read(&folder, &["store_again", "."]);
    folder.done("reproduce again.zarr");
    // xarray has made samples of the integers, and integers of the samples.
    folder.done("reproduce integers.zarr");
    folder.done("generate -q -o g.zarr --size 36x18x3 --spacing 10,-10,0.5 --crs EPSG:4326");
    read(&folder, &["degrees", "."]);
}

/// The manual's list of systems with well-known text, and the geographic systems that projected ones of it have.
#[test]
fn proj_has_the_same_systems() {
    let folder = Folder::new();
    let zones = (32601..=32660).chain(32701..=32760).chain(25828..=25838).chain(26901..=26923);
    let projected = [2056, 2154, 2193, 3031, 3035, 3395, 3413, 3857, 5070, 6933, 27700];
    let geographic = [4150, 4167, 4171, 4258, 4269, 4277, 4326];
    let mapping = |code: u16| {
        folder.done(&format!("generate -q --overwrite -o x.zarr --size 2x2 --crs EPSG:{code}"));
        let metadata = json(&folder.read("x.zarr/spatial_ref/zarr.json"));
        serde_json::json!([code, metadata["attributes"]])
    };
    let cases: Vec<_> = zones.chain(projected).chain(geographic).map(mapping).collect();
    folder.write("list.json", serde_json::to_vec(&cases).unwrap());
    assert_eq!(text(&read(&folder, &["systems", "list.json"])), "172 systems agree\n");
}

#[test]
fn zarr_python_reads_pyramids() {
    let folder = Folder::new();
    let place = "--size 90x70x5 --start 8,-12,2 --spacing 0.5 --cell-size 9";
    folder.done(&format!("generate -q -o p.zarr --layout pyramid --chunks 16x16x16 {place}"));
    folder.done(&format!("generate -q -o a.zarr --layout array {place}"));
    read(&folder, &["pyramid", "."]);
    folder.done("reproduce p.zarr");
    folder.done(&format!("zarr init q.zarr --layout pyramid --chunks 16x16x16 {place}"));
    folder.done("zarr fill q.zarr --part 2/2");
    folder.done("zarr fill q.zarr --part 1/2");
    folder.done("reproduce q.zarr");
}

/// Where pictures lie: pixels around samples, both ways up; and no number is no data unless that is asked for.
#[test]
fn gdal_places_pictures() {
    let folder = Folder::new();
    let common = "--size 90x70 --origin 500000,4600000 --cell-size 30 --seed 3";
    folder.done(&format!("generate -q -o w.raw --spacing 10,-10 {common}"));
    folder.done(&format!("generate -q -o north.tif --crs EPSG:32633 --spacing 10,-10 {common}"));
    folder.done(&format!("generate -q -o south.tif --crs EPSG:32633 --spacing 10 {common}"));
    let world = "--size 36x18x3 --origin -175,85,0 --spacing 10,-10,1";
    folder.done(&format!("generate -q -o degrees.tif --crs EPSG:4326 --nodata -9999 {world}"));
    folder.done("generate -q -o nan.tif --size 36x18 --nodata nan");
    folder.done("generate -q -o infinite.tif --size 36x18 --nodata -inf");
    folder.done("generate -q -o compound.tif --size 9x9 --spacing 10,-10 --crs EPSG:5554");
    // Programs would take any key for a system without a name.
    let place = "--size 9x9 --origin 100,200";
    folder.done(&format!("generate -q -o placed.tif --spacing 10,-10 {place}"));
    folder.done(&format!("generate -q -o placed-south.tif --spacing 10 {place}"));
    folder.done("generate -q -o planes.tif --size 36x18 --quantity gradient --dtype u16 --levels -1..2");
    folder.done(
        "generate -q -o planes-cog.tif --cog --size 36x18 --quantity gradient --dtype u16 --levels -1..2",
    );
    folder.done("generate -q -o planes-pages.tif --pages --size 36x18 --quantity gradient");
    read(&folder, &["geotiff", "."]);
}

#[test]
fn rio_cogeo_validates_cogs() {
    let folder = Folder::new();
    let mut list = Vec::new();
    for (name, numpy, shape, samples, layout) in [
        ("a", "<f4", vec![700, 1300], "--size 1300x700 --spacing 10,-10", "--crs EPSG:3857"),
        ("b", "<u2", vec![2100, 600], "--size 600x2100 --dtype u16", "--compression zstd:3"),
        ("c", "u1", vec![3, 513, 1025], "--size 1025x513x3 --dtype u8", "--compression deflate:9"),
        ("d", "<f4", vec![520, 520], "--size 520x520 --start -6,8", "--compression none"),
        ("e", "<f4", vec![2, 100, 90], "--size 90x100x2", "--compression zstd"),
    ] {
        let common = format!("--cell-size 50 {samples}");
        folder.done(&format!("generate -q -o {name}.tif --cog {layout} {common}"));
        folder.done(&format!("generate -q -o {name}.raw {common}"));
        folder.done(&format!("reproduce -q {name}.tif"));
        list.push(serde_json::json!([name, numpy, shape]));
    }
    folder.write("list.json", serde_json::to_vec(&list).unwrap());
    read(&folder, &["cogs", "."]);
}

/// Files that GDAL has written anew are compared, or it is said what cannot be read; that is no difference from the recipe.
#[test]
fn what_gdal_rewrites_is_reproduced() {
    let folder = Folder::new();
    folder.done("generate -q -o x.tif --size 700x600 --cell-size 50");
    folder.done("generate -q -o z.tif --size 70x60x3 --cell-size 50");
    folder.done("generate -q -o u.tif --size 700x600x3 --cell-size 50 --dtype u8");
    folder.done("generate -q -o l.tif --size 700x500 --cell-size 123.4 --seed 31 --octaves 7 --dtype u8");
    folder.done("generate -q -o c.tif --size 1300x1100 --cell-size 50 --cog");
    read(&folder, &["rewrite", "."]);
    let note = |name: &str| {
        let output = folder.perlane(&format!("reproduce {name}"));
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{message}");
        message.lines().find_map(|line| line.strip_prefix("note: ").map(str::to_owned))
    };
    for name in ["lzw.tif", "zstd.tif", "big.tif", "pixel.tif", "pixel-lzw.tif", "lzw8.tif"] {
        assert_eq!(note(name), None, "{name}");
    }
    // Overviews and masks that GDAL has made are not the recipe's, and are not its data either.
    for name in ["cog.tif", "average.tif", "thirds.tif", "cog-average.tif"] {
        let note = note(name).unwrap();
        assert!(note.contains("not made as --cog makes"), "{note}");
        let report = json(&folder.done(&format!("reproduce --json {name}")));
        assert_eq!((&report["reproduced"], report["notes"].as_array().unwrap().len()), (&true.into(), 1));
    }
    assert!(note("mask.tif").unwrap().contains("its mask is not compared"));
    // An overview that is cut off is none that another program has made in its own way.
    let whole = folder.read("average.tif");
    folder.write("cut.tif", &whole[..whole.len() - 50_000]);
    folder.fails("reproduce cut.tif", 1, &["overview "]);
    folder.fails("reproduce lerc.tif", 1, &["cannot read lerc.tif: compression method", "unsupported"]);
    folder.fails(
        "reproduce band.tif",
        1,
        &["band.tif does not match its recipe: it has 1 band, and the recipe gives 3"],
    );
    // LZW data that is cut off cannot be decoded, which says nothing of its numbers.
    let mut cut = folder.read("lzw8.tif");
    let place = cut.len() / 2;
    cut[place..place + 64].fill(0xff);
    folder.write("cut.tif", cut);
    folder.fails("reproduce cut.tif", 1, &["cannot read cut.tif: a strip or tile cannot be decoded: "]);
}

/// Films of grey frames, by two programs; frames that need several calls of the encoder are among them.
#[test]
fn pillow_and_ffmpeg_read_films() {
    let sizes = ["60x50x7", "1x1x2", "1301x900x4"];
    let cases =
        || ["u16", "u8"].into_iter().flat_map(move |dtype| sizes.map(|size| (dtype, size, "--fps 12")));
    agrees("apng", "apng", cases());
    agrees("film", "apng", cases());
    agrees("film", "y4m", cases());
}

#[test]
fn films_have_colours() {
    let folder = Folder::new();
    for name in ["c.y4m", "c.apng"] {
        let options = "--size 60x50x7 --cell-size 20 --colormap terrain --fps 10";
        folder.done(&format!("generate -q -o {name} {options}"));
    }
    read(&folder, &["colours", "."]);
}

#[cfg(feature = "exr")]
#[test]
fn openexr_reads_exr() {
    let options = ["", "--compression none"];
    let sizes = ["301x200", "1x1", "301x200x5", "3000x1501", "100000x33"];
    agrees("exr", "exr", options.into_iter().flat_map(|options| sizes.map(|size| ("f32", size, options))));
}

#[test]
fn others_find_the_recipe() {
    let folder = Folder::new();
    let mut names = vec!["x.tif", "x.zarr", "x.png", "y.tif", "x.apng"];
    if cfg!(feature = "exr") {
        names.push("x.exr");
    }
    for name in names {
        let size = if ["y.tif", "x.apng"].contains(&name) { "60x50x3" } else { "60x50" };
        folder.done(&format!("generate -o {name} --size {size} --seed 3"));
        let found = json(&read(&folder, &["recipe", name]));
        assert_eq!(found, json(&folder.done(&format!("info --json {name}"))), "{name}");
        assert_eq!(found["samples"]["blake3"].as_str().unwrap().len(), 64);
    }
}

/// The README's film: grey frames by a pipe, as lossless video, and back.
#[test]
fn ffmpeg_reads_raw() {
    let folder = Folder::new();
    let readme = include_str!("../../README.md");
    let line = readme.lines().find(|line| line.contains("| ffmpeg")).expect("a line with ffmpeg");
    let ffmpeg = text(&read(&folder, &["ffmpeg", ""]));
    let (generate, encode) = line.split('#').next().unwrap().trim().split_once(" | ffmpeg ").unwrap();
    // A film is not lossless; these numbers are to come back.
    let (input, _) = encode.split_once(" -pix_fmt yuv420p").unwrap();
    let run = |script: &str| {
        let output = folder.script(script).output().unwrap();
        assert!(output.status.success(), "{script}: {}", text(&output.stderr));
        output.stdout
    };
    let generate = generate.replacen("perlane", "$perlane", 1);
    let ffmpeg = ffmpeg.trim();
    run(&format!("{generate} | {ffmpeg} -loglevel error {encode}"));
    assert!(folder.read("clip.mp4").len() > 1000);
    run(&format!("{generate} | {ffmpeg} -loglevel error {input} -c:v ffv1 clip.mkv"));
    let back = run(&format!("{ffmpeg} -loglevel error -i clip.mkv -f rawvideo -pix_fmt gray -"));
    let numbers = generate.replacen("--format y4m", "--format raw --dtype u8", 1);
    assert!(back == run(&numbers), "the frames that went in");
}
