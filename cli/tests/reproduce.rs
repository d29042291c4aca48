//! Files are what their recipes give, or `reproduce` says where not.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use common::{Folder, formats, json, text};
use perlane::Backend;

/// A file for each format and type of numbers.
const FILES: [(&str, &str); 19] = [
    ("x.npy", "--size 300x200"),
    ("u.npy", "--size 300x200x3 --dtype u16 --levels -0.3..0.4"),
    ("x.raw", "--size 300x200"),
    ("u.raw", "--size 50x40x3x2 --dtype u8"),
    ("x.png", "--size 300x200 --levels 0.5..-0.5"),
    ("u.png", "--size 300x200 --dtype u16 --fractal ridged"),
    ("c.png", "--size 300x200 --colormap terrain"),
    ("x.apng", "--size 90x70 --loop 8"),
    ("c.apng", "--size 90x70x5 --colormap viridis"),
    ("u.y4m", "--size 90x70x5 --dtype u16"),
    ("c.y4m", "--size 90x70x5 --colormap terrain"),
    ("x.tiff", "--size 300x200 --seed 18446744073709551615"),
    ("u.tiff", "--size 300x200x4 --dtype u16"),
    ("p.tiff", "--size 300x200x4 --pages"),
    ("t.tiff", "--size 1300x700 --cog --compression none --crs EPSG:4326"),
    ("v.tiff", "--size 600x530x3 --cog --dtype u8"),
    ("x.zarr", "--size 300x200 --chunks 64x64"),
    ("u.zarr", "--size 60x50x40 --chunks 16x16x16 --shards 32x32x32 --dtype u16"),
    ("n.zarr", "--size 300x200 --chunks 128x128 --dtype u8 --compression none"),
];

/// Those of builds with a feature have a test in `films.rs`.
#[test]
fn every_format_is_among_the_files() {
    for format in formats().into_iter().filter(|format| format != "exr") {
        let is_there = FILES.iter().any(|(name, _)| name.ends_with(&format!(".{format}")));
        assert!(is_there, "no {format} among the files");
    }
}

#[test]
fn files_are_reproduced() {
    let folder = Folder::new();
    for (name, options) in FILES {
        folder.done(&format!("generate -o {name} {options} --cell-size 30"));
        folder.done(&format!("reproduce {name} -q"));
        for backend in Backend::available().map(Backend::name) {
            let report =
                json(&folder.done(&format!("reproduce {name} --json --backend {backend} --threads 3")));
            assert_eq!(report["reproduced"], true, "{name}: {report}");
            assert_eq!(report["blake3"], report["recorded"]);
            assert_eq!(report["backend"], backend);
        }
    }
    // A recipe with a digest, without the file.
    folder.done("reproduce x.npy.perlane.json");
    assert_eq!(folder.done("info u.npy.perlane.json"), folder.done("info u.npy"));
    let note = text(&folder.perlane("reproduce x.npy").stderr);
    assert!(note.starts_with("x.npy: same numbers and digest "), "{note}");
}

/// A row of these is more than decoders take from strangers.
#[test]
fn wide_pictures_are_read() {
    let folder = Folder::new();
    for (name, size) in
        [("x.png", "30000000x1 --colormap terrain"), ("x.apng", "70000000x1x1"), ("x.tiff", "70000000x1")]
    {
        folder.done(&format!("generate -q -o {name} --fractal none --size {size}"));
        folder.done(&format!("info {name}"));
        folder.done(&format!("reproduce -q {name}"));
    }
}

/// A byte of the numbers flips, anywhere.
#[test]
fn corrupted_files_are_found() {
    let folder = Folder::new();
    let mut padding = 0;
    for (name, options) in FILES {
        folder.done(&format!("generate -o {name} {options} --cell-size 30"));
        let file = match name.split_once('.').unwrap() {
            ("x", "zarr") => "x.zarr/noise/c/1/2".to_owned(),
            ("u", "zarr") => "u.zarr/noise/c/1/0/1".to_owned(),
            ("n", "zarr") => "n.zarr/noise/c/0/2".to_owned(),
            _ => name.to_owned(),
        };
        let good = folder.read(&file);
        // Formats have what matters in the middle.
        for at in [good.len() / 2, good.len() / 3, good.len() * 2 / 3] {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            folder.write(&file, bad);
            let what = match name.ends_with("png") {
                true => "does not match its recipe: its pixels are damaged, as the checksum of a chunk ",
                false => "does not match its recipe",
            };
            if name.ends_with("tiff") && good[at] == 0 {
                // Tiles are padded, and what pads them is nobody's sample.
                padding += 1;
                continue;
            }
            // Data that cannot be inflated are no numbers that could differ.
            let message = text(&folder.perlane(&format!("reproduce {name}")).stderr);
            let what = if name == "v.tiff" && message.contains("cannot read v.tiff: ") {
                "a strip or tile cannot be decoded: corrupt deflate stream"
            } else {
                what
            };
            folder.fails(&format!("reproduce {name}"), 1, &[name, what]);
        }
        folder.write(&file, &good);
        folder.done(&format!("reproduce {name} -q"));
    }
    assert!(padding <= 2, "{padding} bytes of {} were no sample's", 3 * FILES.len());
}

#[test]
fn differences_are_told_where_they_are() {
    let folder = Folder::new();
    folder.done("generate -o x.npy --size 30x20");
    let good = folder.read("x.npy");
    let mut bad = good.clone();
    bad[128 + 4 * (7 * 30 + 11)..][..4].copy_from_slice(&2.5f32.to_le_bytes());
    folder.write("x.npy", &bad);
    folder.fails("reproduce x.npy", 1, &["sample 11,7 is 2.5, but the recipe gives "]);
    let output = folder.perlane("reproduce x.npy --json");
    assert_eq!(output.status.code(), Some(1));
    let report = json(&output.stdout);
    assert_eq!((&report["reproduced"], &report["blake3"]), (&false.into(), &report["recorded"]));
    assert!(report["difference"].as_str().unwrap().contains("sample 11,7"));

    folder.write("x.npy", &good[..good.len() - 1]);
    folder.fails("reproduce x.npy", 1, &["x.npy does not match its recipe: it ends too early"]);
    folder.fails("reproduce x.npy", 1, &["it has 2399 bytes of numbers, but its recipe gives 2400"]);
    folder.write("x.npy", [&good[..], &[0]].concat());
    folder.fails(
        "reproduce x.npy",
        1,
        &["it is longer", "it has 2401 bytes of numbers, but its recipe gives 2400"],
    );
    folder.write("x.npy", text(&good[..128]).replace("(20, 30)", "(30, 20)"));
    let mut other = good.clone();
    let header = String::from_utf8_lossy(&good[10..128]).replace("(20, 30)", "(30, 20)");
    other[10..128].copy_from_slice(header.as_bytes());
    folder.write("x.npy", other);
    folder.fails("reproduce x.npy", 1, &["its header says '<f4', [30, 20]"]);
    folder.write("x.npy", &good);

    // The recipe says something else than the numbers do.
    let sidecar = text(&folder.read("x.npy.perlane.json"));
    folder.write("x.npy.perlane.json", sidecar.replace("\"seed\": 0", "\"seed\": 1"));
    folder.fails("reproduce x.npy", 1, &["sample 1,0 is", "the digest it carries is"]);
    folder.fails("reproduce x.npy.perlane.json", 1, &["the digest it carries is"]);
    folder.write("x.npy.perlane.json", sidecar.replace("\"count\": 600", "\"count\": 599"));
    folder.fails("reproduce x.npy", 1, &["the digest it carries is"]);
    folder.write("r.toml", "stream = 1\n[noise]\n[grid]\nsize = { x = 4 }");
    folder.fails("reproduce r.toml", 2, &["r.toml has no digest (`samples.blake3`) to compare with"]);
}

/// The same in tiles, which are cut at the picture's edges, and follow each other band by band.
#[test]
fn differences_in_tiles_are_told_where_they_are() {
    let folder = Folder::new();
    folder.done("generate -q -o x.tiff --size 600x20x2 --cog --compression none");
    let file = std::fs::File::open(folder.path("x.tiff")).unwrap();
    let tiles = tiff::decoder::Decoder::new(file).unwrap().get_tag_u32_vec(tiff::tags::Tag::TileOffsets);
    let mut bad = folder.read("x.tiff");
    let place = tiles.unwrap()[3] as usize + 4 * (5 * 512 + 11);
    bad[place..place + 4].copy_from_slice(&2.5f32.to_le_bytes());
    folder.write("x.tiff", bad);
    folder.fails("reproduce x.tiff", 1, &["sample 523,5,1 is 2.5, but the recipe gives "]);
}

/// Headers of npy that say something else than the recipe: both are told.
#[test]
fn headers_that_differ_are_told_beside_what_is_expected() {
    let folder = Folder::new();
    folder.done("generate -o x.npy --size 30x20");
    let good = folder.read("x.npy");
    let want = "but its recipe gives '<f4', [20, 30], fortran_order False";
    for (from, to, found) in [
        ("False, ", "True,  ", "its header says '<f4', [20, 30], fortran_order True"),
        ("<f4", ">f4", "its header says '>f4', [20, 30], fortran_order False"),
        ("<f4", "<f8", "its header says '<f8', [20, 30], fortran_order False"),
    ] {
        let header = String::from_utf8_lossy(&good[10..128]).replace(from, to);
        folder.write("x.npy", [&good[..10], header.as_bytes(), &good[128..]].concat());
        folder.fails("reproduce x.npy", 1, &[found, want]);
    }
}

/// A file is broken that carries what can be read, and is no recipe of its numbers: the message names it, as one of several may be meant.
#[test]
fn files_with_wrong_recipes_are_named() {
    let folder = Folder::new();
    folder.done("generate -o x.npy --size 30x20");
    folder.done("generate -o w.zarr --layout array --size 30x20");
    let sidecar = text(&folder.read("x.npy.perlane.json"));
    let without_grid = |recipe: &str| {
        let mut table = json(recipe.as_bytes());
        table.as_object_mut().unwrap().remove("grid").unwrap();
        table.to_string()
    };
    let wrong = "x.npy: the recipe's grid is missing; allowed: recipes with a grid";
    for (recipe, fragment) in
        [(without_grid(&sidecar), wrong), (sidecar.replace("0.00390625", "1e300"), "x.npy: ")]
    {
        assert_ne!(recipe, sidecar);
        folder.write("x.npy.perlane.json", &recipe);
        folder.fails("reproduce x.npy", 1, &[fragment]);
        folder.fails("reproduce x.npy --backend mmx", 2, &["backend is mmx"]);
    }
    let mut store = json(&folder.read("w.zarr/zarr.json"));
    let recipe = without_grid(store["attributes"]["perlane"].as_str().unwrap());
    store["attributes"]["perlane"] = recipe.into();
    folder.write("w.zarr/zarr.json", store.to_string());
    for command in ["reproduce w.zarr", "zarr fill w.zarr"] {
        folder.fails(command, 1, &["w.zarr: the recipe's grid is missing"]);
    }
}

/// What no samples can have is no digest, and so is not said to differ. A recipe is wrong then, and a file that carries one is broken.
#[test]
fn digests_that_are_none() {
    let folder = Folder::new();
    folder.done("generate -o x.npy --size 30x20");
    let sidecar = text(&folder.read("x.npy.perlane.json"));
    let digest = json(sidecar.as_bytes())["samples"]["blake3"].as_str().unwrap().to_owned();
    let (long, upper) = (format!("{digest}0"), digest.to_uppercase());
    for wrong in ["xyz", "", &long, &upper] {
        folder.write("x.npy.perlane.json", sidecar.replace(&digest, wrong));
        let message = format!(
            "x.npy: samples.blake3 is {wrong}; allowed: 64 hexadecimal digits, from 0 to 9 and a to f"
        );
        folder.fails("reproduce x.npy", 1, &[&message]);
        folder.fails("reproduce x.npy.perlane.json", 2, &["x.npy.perlane.json: samples.blake3 is"]);
    }
}

/// Also where what is cut off only pads the last tile.
#[test]
fn files_that_are_cut_off_are_found() {
    let folder = Folder::new();
    for (options, cut) in [
        ("--cog --size 300x200", 1000),
        ("--compression deflate --size 300x200", 1000),
        ("--compression zstd --size 300x200", 10),
        ("--compression zstd --size 300x200", 1),
        ("--compression deflate --size 600x530x3 --dtype u8", 3),
    ] {
        folder.done(&format!("generate -q --overwrite -o x.tiff {options}"));
        let good = folder.read("x.tiff");
        folder.write("x.tiff", &good[..good.len() - cut]);
        folder.fails("reproduce x.tiff", 1, &["x.tiff does not match its recipe: it ends too early"]);
        folder.write("x.tiff", &good);
        folder.done("reproduce -q x.tiff");
    }
}

/// Pages that are too many, too few, or not all alike.
#[test]
fn pages_that_differ_are_found() {
    let folder = Folder::new();
    folder.done("generate -q -o x.tiff --size 8x6x3 --pages");
    let good = folder.read("x.tiff");
    // Bytes are replaced where they are last: in the last page, and in the recipe.
    let differs = |changes: &[(&[u8], &[u8])], what: &str| {
        let mut file = good.clone();
        for (from, to) in changes {
            let place = file.windows(from.len()).rposition(|part| part == *from).unwrap();
            file[place..place + to.len()].copy_from_slice(to);
        }
        folder.write("x.tiff", file);
        folder.fails("reproduce x.tiff", 1, &[&format!("x.tiff does not match its recipe: {what}")]);
    };
    differs(
        &[(b"\"z\": 3", b"\"z\": 2"), (b"\"count\": 144", b"\"count\":  96")],
        "it has more pages than it should",
    );
    differs(&[(b"\"z\": 3", b"\"z\": 4"), (b"\"count\": 144", b"\"count\": 192")], "it ends too early");
    let width = |width: u32| [&[0, 1, 4, 0, 1, 0, 0, 0], &width.to_le_bytes()[..]].concat();
    differs(&[(&width(8), &width(7))], "a page is 7x6, and the recipe gives 8x6x3");
}

/// The recipe of a picture is in a chunk of its own, and is read whatever has become of the others.
#[test]
fn recipes_of_damaged_pictures_are_read() {
    let folder = Folder::new();
    for (name, options, pixels) in [("x.png", "--size 60x50", "IDAT"), ("x.apng", "--size 60x50x3", "fdAT")] {
        folder.done(&format!("generate -q -o {name} {options}"));
        let (good, recipe) = (folder.read(name), folder.done(&format!("info {name}")));
        let damage = |kind: &str, from: usize| {
            let place = good.windows(4).rposition(|part| part == kind.as_bytes()).unwrap();
            let mut bad = good.clone();
            bad[place + from] ^= 1;
            folder.write(name, bad);
        };
        for (kind, at, what) in [
            (pixels, 4, format!("its pixels are damaged, as the checksum of a chunk {pixels} shows")),
            ("IHDR", 12, "its chunk IHDR is damaged, as the checksum shows".to_owned()),
        ] {
            damage(kind, at);
            assert_eq!(folder.done(&format!("info {name}")), recipe, "{kind}");
            folder.done(&format!("generate -q {name} -o again.png --overwrite --size 60x50"));
            let what = format!("{name} does not match its recipe: {what}\n");
            folder.fails(&format!("reproduce {name}"), 1, &[&what]);
        }
        // The recipe itself, the length of its chunk, and what is not there.
        damage("iTXt", 30);
        let what =
            format!("cannot read {name}: its recipe is damaged, as the checksum of its chunk iTXt shows\n");
        folder.fails(&format!("info {name}"), 1, &[&what]);
        let place = good.windows(4).rposition(|part| part == b"iTXt").unwrap();
        let mut bad = good.clone();
        bad[place - 1] ^= 1;
        folder.write(name, bad);
        folder.fails(&format!("info {name}"), 1, &[&format!("cannot read {name}: ")]);
        folder.write(name, &good[..place + 30]);
        folder.fails(&format!("info {name}"), 1, &[&format!("cannot read {name}: it ends too early\n")]);
    }
}

/// A chunk of a PNG file.
fn chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(kind);
    crc.update(content);
    let length = content.len() as u32;
    [&length.to_be_bytes(), &kind[..], content, &crc.sum().to_be_bytes()].concat()
}

/// Checksums do not show what another program wrote wrong.
#[test]
fn pictures_whose_chunks_are_wrong_say_what_is() {
    let folder = Folder::new();
    folder.done("generate -q -o good.png --size 60x50");
    let good = folder.read("good.png");
    let of = |kind: &[u8; 4]| {
        let place = good.windows(4).rposition(|part| part == kind).unwrap() - 4;
        let length = u32::from_be_bytes(good[place..place + 4].try_into().unwrap());
        place..place + length as usize + 12
    };
    let with = |kind: &[u8; 4], other: &[u8]| {
        let range = of(kind);
        folder.write("x.png", [&good[..range.start], other, &good[range.end..]].concat());
    };
    for (recipe, what) in [
        (&b"perlane\0\0\0\0\0\xff"[..], "its recipe is no text in UTF-8"),
        (b"perlane\0\x02\0\0\0{}", "its recipe is not as texts in PNG are"),
        (b"perlane\0\0\0{}", "its recipe is not as texts in PNG are"),
    ] {
        with(b"iTXt", &chunk(b"iTXt", recipe));
        folder.fails("info x.png", 1, &[&format!("cannot read x.png: {what}\n")]);
    }
    // No picture has three bits a sample.
    with(b"IHDR", &chunk(b"IHDR", &[0, 0, 0, 60, 0, 0, 0, 50, 3, 0, 0, 0, 0]));
    let what = "its chunks are not those of a picture, although their checksums are right";
    folder.fails(
        "reproduce x.png",
        1,
        &[&format!("x.png does not match its recipe: it cannot be decoded: {what}\n")],
    );
    let mut longer = good.clone();
    longer[of(b"IHDR").start + 3] -= 2;
    folder.write("x.png", longer);
    folder.fails("info x.png", 1, &["cannot read x.png: the length of one of its chunks is wrong\n"]);
}

/// Programs that convert numbers keep the recipe.
#[test]
fn types_that_differ_are_named() {
    let folder = Folder::new();
    folder.done("generate -q -o x.tiff --size 8x6");
    folder.done("generate -q -o y.tiff --size 8x6x2 --dtype u8");
    let shorts = |shorts: &[u16]| shorts.iter().flat_map(|short| short.to_le_bytes()).collect::<Vec<u8>>();
    for (name, from, to, what) in [
        (
            "x.tiff",
            &[258, 3, 1, 0, 32][..],
            &[258, 3, 1, 0, 64][..],
            "numbers are f64, and the recipe gives f32",
        ),
        ("x.tiff", &[339, 3, 1, 0, 3], &[339, 3, 1, 0, 2], "numbers are i32, and the recipe gives f32"),
        (
            "y.tiff",
            &[258, 3, 2, 0, 8, 8],
            &[258, 3, 2, 0, 16, 16],
            "numbers are u16, and the recipe gives u8",
        ),
    ] {
        let (good, from) = (folder.read(name), shorts(from));
        let mut file = good.clone();
        let place = file.windows(from.len()).position(|part| part == from).unwrap();
        file[place..place + from.len()].copy_from_slice(&shorts(to));
        folder.write(name, file);
        folder.fails(&format!("reproduce {name}"), 1, &[&format!("does not match its recipe: its {what}")]);
        folder.write(name, good);
    }
}

/// Also where a file ends within its header. A reader of a new format is tested by its files above.
#[test]
fn files_that_end_anywhere_are_refused() {
    let folder = Folder::new();
    for (name, options) in FILES.iter().filter(|(name, _)| !name.ends_with(".zarr")) {
        folder.done(&format!("generate -o {name} {options} --cell-size 30"));
        let good = folder.read(name);
        for length in [1, 5, 11, 30, 100, good.len() / 2] {
            folder.write(name, &good[..length]);
            let output = folder.perlane(&format!("reproduce {name}"));
            let refused = matches!(output.status.code(), Some(1 | 2));
            assert!(refused, "{name}, {length} bytes: {}", text(&output.stderr));
        }
    }
}

#[test]
fn missing_chunks_are_found() {
    let folder = Folder::new();
    folder.done("generate -o x.zarr --size 300x200 --chunks 64x64");
    std::fs::remove_file(folder.path("x.zarr/noise/c/2/3")).unwrap();
    folder.fails("reproduce x.zarr", 1, &["x.zarr/noise/c/2/3: it is missing"]);
    folder.done("zarr fill x.zarr");
    folder.done("reproduce x.zarr");
}

/// A pyramid lists its levels, so that one is missed whose folder is not there.
#[test]
fn missing_levels_are_found() {
    let folder = Folder::new();
    folder.done("generate -q -o x.zarr --size 200x100 --chunks 64x64 --layout pyramid");
    std::fs::remove_dir_all(folder.path("x.zarr/2")).unwrap();
    for command in ["reproduce", "zarr fill"] {
        folder.fails(&format!("{command} x.zarr"), 1, &["x.zarr/2/zarr.json does not exist"]);
    }
}

/// A dataset without the coordinates of an axis is not what its recipe gives.
#[test]
fn missing_coordinates_are_found() {
    let folder = Folder::new();
    folder.done("generate -q -o x.zarr --size 30x20");
    let good = folder.read("x.zarr/x/zarr.json");
    let group = text(&good).replace("\"node_type\": \"array\"", "\"node_type\": \"group\"");
    for bad in ["", "{}", "[]", &text(&good).replace("30", "31"), &group] {
        folder.write("x.zarr/x/zarr.json", bad);
        folder.fails("reproduce x.zarr", 1, &["x.zarr/x/zarr.json: it is not that of an array of [30]"]);
    }
    folder.write("x.zarr/x/zarr.json", &good);
    folder.done("reproduce -q x.zarr");
    // Other programs may store them in another form.
    folder.write("x.zarr/x/zarr.json", text(&good).replace("float64", "float32"));
    folder.done("reproduce -q x.zarr");
    std::fs::remove_dir_all(folder.path("x.zarr/x")).unwrap();
    folder.fails("reproduce x.zarr", 1, &["x.zarr/x/zarr.json: it is missing"]);
}

/// Names say nothing: content does.
#[test]
fn files_are_known_by_their_content() {
    let folder = Folder::new();
    folder.done("generate -o a.npy --format png --size 40x30");
    assert_eq!(folder.names(), ["a.npy"]);
    folder.done("generate -o b.png --format npy --size 40x30 --seed 7");
    folder.done("generate -o c --format tiff --size 40x30");
    folder.done("generate -o d.png --format zarr --size 40x30");
    folder.done("generate -o e.json --format raw --size 40x30");
    folder.done("generate -o f.png --format apng --size 40x30x3");
    folder.done("generate -o g.raw --format y4m --size 40x30x3");
    for name in ["a.npy", "b.png", "c", "d.png", "e.json", "f.png", "g.raw"] {
        folder.done(&format!("reproduce {name}"));
    }
    assert_eq!(json(&folder.done("info --json b.png"))["noise"]["seed"], 7);
    assert!(json(&folder.done("info --json a.npy"))["numbers"]["dtype"] == "u8");
}

/// What an overwritten file had beside it is not that of its successor.
#[test]
fn no_sidecar_stays_that_is_wrong() {
    let folder = Folder::new();
    folder.done("generate -o x.npy --size 40x30");
    folder.done("generate -o x.npy --size 40x30 --seed 3 --format png --overwrite");
    assert_eq!(folder.names(), ["x.npy"]);
    folder.done("reproduce x.npy");
    folder.done("generate -o x.npy --size 40x30 --seed 4 --overwrite");
    assert_eq!(folder.names(), ["x.npy", "x.npy.perlane.json"]);
    folder.done("reproduce x.npy");
}
