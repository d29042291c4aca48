//! What people who make maps meet: files beside files, places on Earth, numbers that mean no data, and programs that write files anew.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use common::{Folder, exchange, json, notes, text};

const PLACE: &str = "--origin 500005,4599995 --spacing 10,-10 --crs EPSG:32633";

/// Overviews, statistics and masks beside a file are those of the file that was there before.
#[test]
fn what_gdal_keeps_beside_a_file_goes_with_it() {
    let folder = Folder::new();
    for name in ["x.tif", "x.png"] {
        let beside = ["ovr", "aux.xml", "msk"].map(|ending| format!("{name}.{ending}"));
        folder.done(&format!("generate -q -o {name} --size 40x30"));
        beside.iter().for_each(|name| folder.write(name, "of the first file"));
        folder.fails(&format!("generate -o {name} --size 40x30"), 1, &["exists; --overwrite"]);
        folder.fails(&format!("generate -o {name} --overwrite --size 0x0"), 2, &["size is 0"]);
        assert!(beside.iter().all(|name| folder.path(name).exists()), "the file stays, and what is its");
        folder.done(&format!("generate -q -o {name} --overwrite --size 40x30 --seed 1"));
        assert!(beside.iter().all(|name| !folder.path(name).exists()), "{:?}", folder.names());
        std::fs::remove_file(folder.path(name)).unwrap();
    }
    // What lies beside a file that was not there is of nobody's file.
    folder.write("x.tif.msk", "of another file");
    folder.done("generate -q -o x.tif --overwrite --size 4x4");
    assert_eq!(folder.read("x.tif.msk"), b"of another file");
    ["x.tif", "x.tif.msk"].iter().for_each(|name| std::fs::remove_file(folder.path(name)).unwrap());
    // A name that is as long as names can be leaves no room for theirs.
    let long = format!("{}.png", "x".repeat(246));
    for overwrite in ["", "--overwrite"] {
        folder.done(&format!("generate -q -o {long} --size 4x4 {overwrite}"));
    }
    std::fs::remove_file(folder.path(&long)).unwrap();
    folder.write("x.npy.msk", "of another program");
    folder.done("generate -q -o x.npy --overwrite --size 4x4");
    assert_eq!(folder.names(), ["x.npy", "x.npy.msk", "x.npy.perlane.json"]);
}

/// Numbers as a file of a PC's byte order has them.
fn doubles(numbers: &[f64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// A pixel is a place from its upper left corner on, which is half a spacing before its sample. Its width and its height are numbers of their own.
#[test]
fn pixels_that_are_not_square_have_their_place() {
    let folder = Folder::new();
    let place = |spacing: &str| {
        folder.done(&format!(
            "generate -q --overwrite -o x.tif --size 6x5 --origin 500010,4599980 --spacing {spacing} --crs EPSG:32633"
        ));
        folder.read("x.tif")
    };
    let has = |file: &[u8], numbers: &[f64]| {
        let bytes = doubles(numbers);
        file.windows(bytes.len()).any(|window| window == bytes)
    };
    let usual = place("20,-40");
    assert!(has(&usual, &[20.0, 40.0, 0.0]));
    assert!(has(&usual, &[0.0, 0.0, 0.0, 500_000.0, 4_600_000.0, 0.0]));
    for (spacing, rows) in [
        ("20,40", [[20.0, 0.0, 0.0, 500_000.0], [0.0, 40.0, 0.0, 4_599_960.0]]),
        ("-20,-40", [[-20.0, 0.0, 0.0, 500_020.0], [0.0, -40.0, 0.0, 4_600_000.0]]),
    ] {
        let rest = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        assert!(has(&place(spacing), &[rows.as_flattened(), &rest].concat()), "{spacing}");
    }
}

/// Other programs state the same place in other ways: by a pixel that is not the first, or by the middle of pixels.
#[test]
fn places_may_be_stated_in_other_ways() {
    let folder = Folder::new();
    folder.done(&format!("generate -q -o x.tif --size 64x50 {PLACE}"));
    let tie = |numbers: [f64; 6]| doubles(&numbers);
    let first = tie([0.0, 0.0, 0.0, 500_000.0, 4_600_000.0, 0.0]);
    let good = folder.read("x.tif");
    exchange(&folder, "x.tif", &first, &tie([3.0, 5.0, 0.0, 500_030.0, 4_599_950.0, 0.0]));
    folder.done("reproduce -q x.tif");
    assert_eq!(notes(&folder, "generate x.tif -o y.tif"), "");
    folder.write("x.tif", good);
    let key = |value: u16| [1025, 0, 1, value].into_iter().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    exchange(&folder, "x.tif", &key(1), &key(2));
    folder.fails("reproduce x.tif", 1, &["it states the corner 499995,4600005 and the spacing 10,-10, but"]);
    exchange(&folder, "x.tif", &first, &tie([0.0, 0.0, 0.0, 500_005.0, 4_599_995.0, 0.0]));
    folder.done("reproduce -q x.tif");
    exchange(
        &folder,
        "x.tif",
        &tie([0.0, 0.0, 0.0, 500_005.0, 4_599_995.0, 0.0]),
        &tie([2.0, 1.0, 0.0, 500_025.0, 4_599_985.0, 0.0]),
    );
    folder.done("reproduce -q x.tif");
}

/// Rows or columns that do not lie along an axis have another place than those of any recipe.
#[test]
fn places_that_are_turned_are_found() {
    let folder = Folder::new();
    folder.done("generate -q -o x.tif --size 64x50 --origin 500005,4600005 --spacing 10 --crs EPSG:32633");
    let matrix = |shear, turn| doubles(&[10.0, shear, 0.0, 500_000.0, turn, 10.0, 0.0, 4_600_000.0]);
    folder.done("reproduce -q x.tif");
    let good = folder.read("x.tif");
    for (shear, turn) in [(0.5, 0.0), (0.0, 0.5), (0.5, -0.5)] {
        exchange(&folder, "x.tif", &matrix(0.0, 0.0), &matrix(shear, turn));
        let found =
            "it states the corner 500000,4600000 and the spacing 10,10; it is rotated, but the recipe gives";
        folder.fails("reproduce x.tif", 1, &[found]);
        folder.write("x.tif", &good);
    }
}

/// Other programs round places to nine digits or so, which moves no pixel that anyone sees.
#[test]
fn roundings_of_places_are_no_differences() {
    let folder = Folder::new();
    folder.done(&format!("generate -q -o far.tif --size 64x50 {PLACE}"));
    folder.done("generate -q -o near.tif --size 64x50 --origin 20,-20 --spacing 20,-20 --crs EPSG:32633");
    for (name, from, rounded, moved) in [
        ("far.tif", 4.6e6, 4_600_000.004, 4_600_000.1),
        ("near.tif", 10.0, 10.000_015, 10.001),
        ("near.tif", 20.0, 20.000_000_01, 20.000_001),
    ] {
        let good = folder.read(name);
        exchange(&folder, name, &f64::to_le_bytes(from), &f64::to_le_bytes(rounded));
        folder.done(&format!("reproduce -q {name}"));
        exchange(&folder, name, &f64::to_le_bytes(rounded), &f64::to_le_bytes(moved));
        folder.fails(&format!("reproduce {name}"), 1, &["it states the corner"]);
        folder.write(name, good);
    }
}

/// Overviews lie before the picture, and may be of one row or column.
#[test]
fn overviews_are_compared() {
    let folder = Folder::new();
    for size in ["700x600", "1300x1", "1x1300"] {
        folder.done(&format!("generate -q --overwrite -o x.tif --size {size} --cog"));
        folder.done("reproduce -q x.tif");
    }
    // An overview whose numbers are not in the file is no other program's, and is not only noted.
    folder.done("generate -q --overwrite -o x.tif --size 700x600 --cog");
    let mut decoder =
        tiff::decoder::Decoder::new(std::fs::File::open(folder.path("x.tif")).unwrap()).unwrap();
    decoder.next_image().unwrap();
    let place = decoder.get_tag_u32(tiff::tags::Tag::TileOffsets).unwrap();
    exchange(&folder, "x.tif", &place.to_le_bytes(), &u32::MAX.to_le_bytes());
    folder.fails("reproduce x.tif", 1, &["x.tif does not match its recipe: overview 1: it ends too early"]);
}

/// Masks are none of the recipe's data, also those of overviews.
#[test]
fn masks_are_noted() {
    let folder = Folder::new();
    for (size, what) in [("700x20", "its mask is"), ("1300x20", "its 2 masks are")] {
        folder.done(&format!("generate -q --overwrite -o x.tif --size {size} --cog"));
        let kind = |bits: u32| [&[254, 0, 4, 0, 1, 0, 0, 0], &bits.to_le_bytes()[..]].concat();
        exchange(&folder, "x.tif", &kind(1), &kind(5));
        let note = format!("note: x.tif: {what} not compared, as the recipe gives no mask\n");
        assert_eq!(notes(&folder, "reproduce x.tif"), note);
    }
}

/// Other programs cut files, move them, and keep the recipe.
#[test]
fn files_that_were_cut_or_moved_are_found() {
    let folder = Folder::new();
    folder.done(&format!("generate -q -o x.tif --size 64x50 {PLACE}"));
    folder.done("generate -q -o x.png --size 64x50");
    assert_eq!(notes(&folder, "info x.tif x.png"), "");
    let good = folder.read("x.tif");
    exchange(&folder, "x.tif", &500_000f64.to_le_bytes(), &500_010f64.to_le_bytes());
    folder.fails("reproduce x.tif", 1, &[
        "x.tif does not match its recipe: it states the corner 500010,4600000 and the spacing 10,-10, but the recipe gives the corner 500000,4600000",
    ]);
    // The numbers are compared all the same.
    exchange(&folder, "x.tif", b"\"seed\": 0", b"\"seed\": 1");
    folder.fails("reproduce x.tif", 1, &["it states the corner 500010,", "; sample "]);
    folder.write("x.tif", good);
    // A pixel of a millimetre may be moved by four of them, which is little beside its northing.
    folder.done(
        "generate -q -o mm.tif --size 8x8 --origin 500000,4600000 --spacing 0.001,-0.001 --crs EPSG:32633",
    );
    exchange(&folder, "mm.tif", &(4.6e6_f64 + 0.0005).to_le_bytes(), &(4.6e6_f64 + 0.0045).to_le_bytes());
    folder.fails("reproduce mm.tif", 1, &["mm.tif does not match its recipe: it states the corner"]);
    exchange(&folder, "x.tif", b"\"x\": 64", b"\"x\": 99");
    let note = "note: x.tif is 64x50, but the grid of its recipe is 99x50; it was made from another file, whose recipe it has kept\n";
    for command in [
        "info x.tif",
        "info --json x.tif",
        "generate x.tif -o y.npy --overwrite",
        "zarr init z.zarr x.tif --overwrite",
    ] {
        assert!(notes(&folder, command).contains(note), "{command}");
    }
    folder.done("generate -q -o x.zarr --size 64x50");
    let mut metadata = json(&folder.read("x.zarr/noise/zarr.json"));
    metadata["shape"][1] = 60.into();
    folder.write("x.zarr/noise/zarr.json", metadata.to_string());
    assert!(
        notes(&folder, "info x.zarr").contains("note: x.zarr is 60x50, but the grid of its recipe is 64x50")
    );
    folder.fails(
        "reproduce x.zarr",
        1,
        &["zarr.json has the shape [50, 60] and the type float32, and the recipe gives [50, 64] and float32"],
    );
}

#[test]
fn info_says_what_a_tiff_is() {
    let folder = Folder::new();
    folder.done(&format!("generate -q -o x.tif --size 64x50 --nodata -9999 {PLACE}"));
    folder.done("generate -q -o y.tif --size 64x50x3 --dtype u8");
    let first = |name: &str| text(&folder.done(&format!("info {name}"))).lines().next().unwrap().to_owned();
    assert_eq!(first("x.tif"), "# TIFF of 64x50 f32, EPSG:32633, -9999 is no data");
    assert_eq!(
        first("y.tif"),
        "# TIFF of 64x50 u8, 3 bands, no coordinate reference system, no number for no data"
    );
    // It is still a recipe.
    folder.write("x.toml", folder.done("info x.tif"));
    folder.done("reproduce x.toml");
}

/// Samples that happen to be the number for no data become holes.
#[test]
fn holes_are_noted() {
    let folder = Folder::new();
    for (options, dtype, number) in [
        ("", "u8", 128),
        ("--cog", "u8", 128),
        ("--levels -0.2..0.3", "u16", 0),
        ("--levels 0.3..-0.2", "u16", 0),
        ("--levels -0.2..0.3", "u16", u16::MAX),
        ("--levels 0.3..-0.2", "u16", u16::MAX),
    ] {
        let common = format!("--size 256x256 --dtype {dtype} {options}");
        let raw = folder.done(&format!("generate -o - {} --format raw", common.replace("--cog", "")));
        let count = match dtype {
            "u8" => raw.iter().filter(|byte| u16::from(**byte) == number).count(),
            _ => raw.chunks(2).filter(|bytes| *bytes == number.to_le_bytes()).count(),
        };
        let note = notes(&folder, &format!("generate --overwrite -o x.tif --nodata {number} {common}"));
        assert!(count > 0);
        assert_eq!(
            note,
            format!(
                "note: {count} of 65536 numbers are {number}, and programs show no data there; --nodata none shows all\n"
            )
        );
    }
    let raw = folder.done("generate -o - --size 8x8 --dtype u16 --cell-size 5 --format raw");
    let numbers: Vec<u16> = raw.chunks(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]])).collect();
    let is_alone = |number: &&u16| numbers.iter().filter(|other| other == number).count() == 1;
    let number = numbers.iter().find(is_alone).unwrap();
    let note = notes(
        &folder,
        &format!("generate --overwrite -o x.tif --size 8x8 --dtype u16 --cell-size 5 --nodata {number}"),
    );
    assert!(note.starts_with(&format!("note: 1 of 64 numbers is {number}, ")), "{note}");
    // Programs round the number to those of the file.
    let noise = "--size 40x40 --range -0.9..1.1 --cell-size 10 --fractal none";
    let raw = folder.done(&format!("generate -o - --format raw {noise}"));
    let count = raw.chunks(4).filter(|bytes| *bytes == 0.1f32.to_le_bytes()).count();
    let note = notes(&folder, &format!("generate --overwrite -o x.tif --nodata 0.1 {noise}"));
    assert!(count > 0 && note.starts_with(&format!("note: {count} of 1600 numbers are 0.1, ")), "{note}");
    // Others would take a number that 64 bits do not hold for 0, and `none` is idle where there is no such number.
    folder.fails(
        "generate -o z.tif --size 4x4 --nodata 1e-400",
        2,
        &["allowed: numbers such as -9999, nan, or none"],
    );
    folder.done("generate -q -o z.png --size 4x4 --nodata none --crs none");
    // What is refused is refused before anything is counted.
    let refused = folder.perlane("generate -o x.tif --size 256x256 --dtype u8 --nodata 128");
    let message = text(&refused.stderr);
    assert!(message.contains("x.tif exists; --overwrite") && !message.contains("note: "), "{message}");
    for nodata in ["-9999", "nan", "none"] {
        assert_eq!(
            notes(&folder, &format!("generate --overwrite -o x.tif --size 64x64 --nodata {nodata}")),
            ""
        );
    }
}

/// GDAL takes infinities for numbers that mean no data, too.
#[test]
fn infinities_may_mean_no_data() {
    let folder = Folder::new();
    for nodata in ["inf", "-inf"] {
        let file = "--overwrite --size 4x4 --cell-size 3";
        assert_eq!(notes(&folder, &format!("generate -o x.tif {file} --nodata={nodata}")), "");
        assert_eq!(notes(&folder, "generate x.tif -o y.tif --overwrite"), "");
        for name in ["x.tif", "y.tif"] {
            let info = text(&folder.done(&format!("info {name}")));
            assert!(info.contains(&format!(", {nodata} is no data\n")), "{info}");
        }
    }
    folder.fails(
        "generate -o z.tif --dtype u8 --nodata inf",
        2,
        &["nodata is inf; allowed: numbers that u8 holds"],
    );
}

/// What turns integers into samples is said of every band, however many there are.
#[test]
fn all_bands_have_a_scale() {
    let folder = Folder::new();
    for options in ["", "--cog"] {
        folder.done(&format!("generate -q --overwrite -o x.tif --size 3x2x1500 --dtype u8 {options}"));
        let bytes = folder.read("x.tif");
        let bytes = String::from_utf8_lossy(&bytes);
        for role in ["scale", "offset"] {
            assert!(bytes.contains(&format!("sample=\"1499\" role=\"{role}\"")), "{role} {options}");
        }
        folder.done("reproduce x.tif");
    }
}

#[test]
fn maps_with_south_at_the_top_are_noted() {
    let folder = Folder::new();
    let note = notes(&folder, "generate -o x.tif --size 64x64 --crs EPSG:32633 --spacing 10");
    assert!(
        note.starts_with("note: y grows from row to row")
            && note.contains("--spacing 10,-10 has north at the top"),
        "{note}"
    );
    assert_eq!(notes(&folder, "generate -o y.tif --size 64x64 --crs EPSG:32633 --spacing 10,-10"), "");
    assert_eq!(notes(&folder, "generate -o z.tif --size 64x64 --spacing 10"), "");
}

/// xarray copies attributes into NetCDF, which has texts and numbers, and lists of numbers.
#[test]
fn attributes_of_datasets_are_plain() {
    let folder = Folder::new();
    folder.done(&format!(
        "generate -q -o x.zarr --size 64x50 --quantity gradient --dtype u8 --levels -1..1 {PLACE}"
    ));
    for node in ["", "noise/", "x/", "y/", "spatial_ref/"] {
        let metadata = json(&folder.read(&format!("x.zarr/{node}zarr.json")));
        for (key, value) in metadata["attributes"].as_object().unwrap() {
            assert!(value.is_string() || value.is_number(), "{node} {key}: {value}");
        }
    }
    let attributes =
        |node: &str| json(&folder.read(&format!("x.zarr/{node}/zarr.json")))["attributes"].clone();
    let place = attributes("spatial_ref");
    assert_eq!(place["grid_mapping_name"], "transverse_mercator");
    assert_eq!(place["longitude_of_central_meridian"], 15.0);
    assert_eq!(place["GeoTransform"], "500000 10 0 4600000 0 -10");
    assert!(place["crs_wkt"].as_str().unwrap().starts_with("PROJCS[\"WGS 84 / UTM zone 33N\""), "{place}");
    assert_eq!((&attributes("x")["units"], &attributes("y")["units"]), (&"metre".into(), &"metre".into()));
    let recipe = attributes("noise")["perlane"].as_str().unwrap().to_owned();
    assert_eq!(json(recipe.as_bytes()), json(&folder.done("info --json x.zarr")));
    // The projections of systems that are no zones, and one that CF does not have.
    let attributes = |code: u16| {
        folder
            .done(&format!("generate -q --overwrite -o x.zarr --size 8x8 --crs EPSG:{code} --spacing 1,-1"));
        json(&folder.read("x.zarr/spatial_ref/zarr.json"))["attributes"].take()
    };
    let conic = attributes(2154);
    assert_eq!(conic["grid_mapping_name"], "lambert_conformal_conic");
    assert_eq!(conic["standard_parallel"], serde_json::json!([49.0, 44.0]));
    assert_eq!(attributes(3035)["grid_mapping_name"], "lambert_azimuthal_equal_area");
    assert_eq!(attributes(3857)["grid_mapping_name"], serde_json::Value::Null);
    // Units that not everybody has, and a system whose definition is not known.
    let note = notes(&folder, "generate --overwrite -o x.zarr --size 64x50 --crs EPSG:2263 --spacing 1,-1");
    assert!(note.contains("the dataset has only the code EPSG:2263"), "{note}");
    let attributes =
        |node: &str| json(&folder.read(&format!("x.zarr/{node}/zarr.json")))["attributes"].clone();
    assert_eq!(attributes("x")["units"], "US_survey_foot");
    assert_eq!(attributes("spatial_ref")["spatial_ref"], "EPSG:2263");
    // Longitudes and latitudes, which are not in degrees.
    folder.done("generate -q --overwrite -o x.zarr --size 8x8 --crs EPSG:4807 --spacing 1,-1");
    let x = json(&folder.read("x.zarr/x/zarr.json"))["attributes"].clone();
    assert_eq!((&x["standard_name"], &x["units"]), (&"longitude".into(), &serde_json::Value::Null));
}

/// Arrays whose recipe is an object, as it was at first.
#[test]
fn recipes_may_be_objects() {
    let folder = Folder::new();
    folder.done("generate -q -o x.zarr --size 40x30");
    let mut metadata = json(&folder.read("x.zarr/noise/zarr.json"));
    let recipe = json(metadata["attributes"]["perlane"].as_str().unwrap().as_bytes());
    metadata["attributes"]["perlane"] = recipe;
    folder.write("x.zarr/noise/zarr.json", metadata.to_string());
    folder.done("reproduce -q x.zarr");
    folder.done("generate -q x.zarr -o x.npy");
    folder.done("generate -q -o x.zarr --overwrite --size 4x4");
}

/// Dask stores arrays under any name, and without coordinates.
#[test]
fn arrays_need_no_coordinates_of_others() {
    let folder = Folder::new();
    folder.done("generate -q -o x.zarr --size 40x30");
    for name in ["x", "y"] {
        std::fs::remove_dir_all(folder.path(&format!("x.zarr/{name}"))).unwrap();
    }
    folder.fails("reproduce x.zarr", 1, &["x.zarr/y/zarr.json: it is missing"]);
    std::fs::rename(folder.path("x.zarr/noise"), folder.path("x.zarr/b")).unwrap();
    folder.write("x.zarr/zarr.json", r#"{"zarr_format": 3, "node_type": "group", "attributes": {}}"#);
    folder.done("reproduce x.zarr");
}

#[test]
fn zarr_2_is_called_so() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("x.zarr")).unwrap();
    folder.write("x.zarr/.zarray", "{}");
    for command in ["info", "reproduce", "generate -o y.npy"] {
        folder.fails(
            &format!("{command} x.zarr"),
            1,
            &["x.zarr is Zarr 2; allowed: Zarr 3", "perlane.open reads Zarr 2"],
        );
    }
}

#[test]
fn codes_are_those_of_systems() {
    let folder = Folder::new();
    for code in ["9999", "5773", "4978"] {
        folder.fails(
            &format!("generate -o x.tif --crs EPSG:{code}"),
            2,
            &[
                &format!("'EPSG:{code}' for '--crs"),
                "codes of projected and geographic systems in EPSG's dataset",
            ],
        );
    }
    for code in ["32633", "4326", "3857", "4979", "5554"] {
        folder.done(&format!("generate -q -o x.tif --overwrite --size 4x4 --crs EPSG:{code}"));
    }
}
