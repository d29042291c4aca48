//! Files that were made to harm: they are refused before they cost memory or time.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use std::io::Write;

use common::{Folder, code_and_peak, json, text};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use png::text_metadata::ITXtChunk;

/// More memory than refusing takes, in MiB.
const LITTLE: u64 = 128;

/// More processor time than refusing takes: five seconds.
const SOON: &str = "-t 5";

/// Runs a command that must fail with this code, soon, and with little memory.
#[track_caller]
fn refused(folder: &Folder, args: &str, code: i32, fragments: &[&str]) {
    let (ended, peak) = code_and_peak(folder.limited(SOON, args));
    assert_eq!(ended, Some(code), "{args}");
    assert!(peak < LITTLE, "{args}: {peak} MiB");
    folder.fails(args, code, fragments);
}

/// A recipe of 60000 x 60000 samples, with a digest of `count` samples.
fn huge(count: u64) -> serde_json::Value {
    let size = serde_json::json!({"x": 60000, "y": 60000});
    let samples = serde_json::json!({"blake3": "00".repeat(32), "count": count});
    serde_json::json!({"stream": 1, "noise": {}, "grid": {"size": size}, "samples": samples})
}

#[test]
fn recorded_recipes_are_as_long_as_their_digest_says() {
    let folder = Folder::new();
    let line = |recipe: serde_json::Value| format!("{{\"name\": \"big\", \"recipe\": {recipe}}}\n");
    folder.write("few.jsonl", line(huge(4096)));
    refused(
        &folder,
        "verify --cases 0 --golden few.jsonl",
        2,
        &["big: its grid has 3600000000 samples", "of 4096"],
    );
    folder.write("many.jsonl", line(huge(3_600_000_000)));
    let fragments = ["big: its grid has 3600000000 samples", "up to 16777216"];
    refused(&folder, "verify --cases 0 --golden many.jsonl", 2, &fragments);
}

#[test]
fn recipes_have_few_octaves_and_layers() {
    let folder = Folder::new();
    let layers = |count: usize| vec!["{\"fractal\": {\"kind\": \"fbm\", \"octaves\": 32}}"; count].join(",");
    let recipe = |layers: String| format!("{{\"stream\": 1, \"layers\": [{layers}]}}");
    folder.write("x.json", recipe(layers(20_000)));
    folder.write("y.json", recipe(layers(33)));
    folder.write("z.json", recipe(vec!["{}"; 1_000_000].join(",")));
    folder.write("z.toml", format!("stream = 1\n{}", "[[layers]]\n".repeat(300_000)));
    folder.write("long.json", recipe(vec!["{}"; 2_000_000].join(",")));
    for command in ["generate -o x.npy --size 8x8", "generate -o x.npy --size 8x8 --dry-run", "info"] {
        refused(&folder, &format!("{command} x.json"), 2, &["layers is more than 1024", "1024 octaves"]);
        refused(&folder, &format!("{command} y.json"), 2, &["layers is 1056 octaves", "1024 octaves"]);
        refused(&folder, &format!("{command} z.json"), 2, &["layers is more than 1024", "1024 octaves"]);
        refused(&folder, &format!("{command} long.json"), 2, &["long.json", "4194304 bytes"]);
    }
    // The limit is the same for texts without an end.
    let mut command = folder.command(["generate", "-", "-o", "x.npy"]);
    let output = command.stdin(std::fs::File::open(folder.path("long.json")).unwrap()).output().unwrap();
    let message = "perlane: recipe is standard input; allowed: texts of at most 4194304 bytes\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), message);
    folder.done("generate -q -o y.npy --size 8x8");
    folder.write("y.npy.perlane.json", recipe(vec!["{}"; 2_000_000].join(",")));
    refused(&folder, "info y.npy", 1, &["y.npy.perlane.json; allowed: texts of at most 4194304 bytes"]);
    let (code, peak) = code_and_peak(folder.command(["info", "z.toml"]));
    assert!(code == Some(2) && peak < 512, "{peak} MiB");
}

/// The most octaves that there may be, on grids of each shape: a dry run takes little, and states what a run takes.
#[test]
fn dry_runs_state_the_memory_of_many_octaves() {
    let folder = Folder::new();
    let layer =
        "{\"frequency\": 0.01, \"fractal\": {\"kind\": \"fbm\", \"octaves\": 32, \"lacunarity\": 1.01}}";
    folder.write("x.json", format!("{{\"stream\": 1, \"layers\": [{}]}}", vec![layer; 32].join(",")));
    for size in ["8x8", "8x8x8x8", "3000", "200x20", "5000x4"] {
        let common = format!("generate x.json -o x.npy --overwrite -q --size {size}");
        let (code, dry) = code_and_peak(folder.limited(SOON, &format!("{common} --dry-run")));
        let plan = json(&folder.done(&format!("{common} --dry-run --json")));
        let planned = plan["memory"].as_u64().unwrap() >> 20;
        let peak = common::peak(&folder, &common);
        assert!(code == Some(0) && dry <= planned + 8, "{size}: a dry run took {dry} MiB of {planned}");
        assert!(peak <= planned + 8, "{size}: {peak} MiB, {planned} were announced");
        assert!(planned <= 3 * peak + 48, "{size}: {peak} MiB, {planned} were announced");
    }
}

/// A megabyte that inflates to a gibibyte.
fn bomb() -> Vec<u8> {
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::best());
    let zeros = vec![b' '; 1 << 20];
    (0..1024).for_each(|_| zlib.write_all(&zeros).unwrap());
    zlib.finish().unwrap()
}

fn picture(text: impl FnOnce(&mut png::Writer<&mut Vec<u8>>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1024, 1024);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![0; 1 << 20]).unwrap();
    text(&mut writer);
    writer.finish().unwrap();
    bytes
}

#[test]
fn texts_of_pictures_inflate_to_little() {
    let folder = Folder::new();
    let chunk = [b"perlane\0\x01\0\0\0".to_vec(), bomb()].concat();
    folder.write("x.png", picture(|writer| writer.write_chunk(png::chunk::iTXt, &chunk).unwrap()));
    for command in ["info", "reproduce"] {
        refused(
            &folder,
            &format!("{command} x.png"),
            1,
            &["the recipe in x.png is longer than 4194304 bytes"],
        );
    }
    let profile = [b"p\0\0".to_vec(), bomb()].concat();
    folder.write("y.png", picture(|writer| writer.write_chunk(png::chunk::iCCP, &profile).unwrap()));
    refused(&folder, "info y.png", 1, &["no iTXt chunk perlane"]);
    // A row of 16 GiB.
    let mut wide = picture(|_| ());
    wide[16..20].copy_from_slice(&0x7fff_ffff_u32.to_be_bytes());
    wide[24..26].copy_from_slice(&[16, 6]);
    let mut crc = flate2::Crc::new();
    crc.update(&wide[12..29]);
    wide[29..33].copy_from_slice(&crc.sum().to_be_bytes());
    folder.write("wide.png", wide);
    refused(&folder, "info wide.png", 1, &["wide.png"]);
}

/// A text of a TIFF is as long as its directory says, and the decoder makes room for it before it reads any of it.
#[test]
fn texts_of_tiffs_are_short() {
    let folder = Folder::new();
    folder.done("generate -q -o x.tif --size 8x8 --nodata 5");
    let own = folder.read("x.tif");
    for (tag, claimed, command, want) in [
        (270u16, 0xffff_fff0_u32, "info", "perlane: the recipe in c.tif is longer than 4194304 bytes;"),
        (270, 0x3fff_ffff, "reproduce", "perlane: the recipe in c.tif is longer than 4194304 bytes;"),
        (
            42113,
            0xffff_fff0,
            "info",
            "# TIFF of 8x8 f32, no coordinate reference system, no number for no data\n",
        ),
    ] {
        // A text's entry in the directory: its tag, its type, and how long it is.
        let entry = [tag.to_le_bytes(), 2u16.to_le_bytes()].concat();
        let place = own.windows(4).position(|bytes| bytes == entry).unwrap() + 4;
        let mut claims = own.clone();
        claims[place..place + 4].copy_from_slice(&claimed.to_le_bytes());
        folder.write("c.tif", claims);
        let output = folder.perlane(&format!("{command} c.tif"));
        let (out, message) = (text(&output.stdout), text(&output.stderr));
        assert!(out.starts_with(want) || message.starts_with(want), "{command}: {out}{message}");
        assert!(message.lines().count() <= 1, "{message}");
        let (_, peak) = code_and_peak(folder.limited(SOON, &format!("{command} c.tif")));
        assert!(peak < LITTLE, "{peak} MiB");
    }
}

/// What the recipe says and what the file is are compared before 3.6 G samples are generated.
#[test]
fn files_smaller_than_their_recipe_are_told_at_once() {
    let folder = Folder::new();
    let text = huge(3_600_000_000).to_string();
    let mut plain = huge(0);
    plain.as_object_mut().unwrap().remove("samples");
    plain["numbers"] = serde_json::json!({"dtype": "u8", "levels": [-1, 1]});
    let plain = plain.to_string();
    folder.write(
        "x.png",
        picture(|writer| writer.write_text_chunk(&ITXtChunk::new("perlane", plain)).unwrap()),
    );
    refused(&folder, "reproduce x.png", 1, &["x.png does not match its recipe: it is 1024x1024"]);
    for name in ["x.npy", "x.raw"] {
        folder.done(&format!("generate -q -o {name} --size 64x64"));
        folder.write(&format!("{name}.perlane.json"), &text);
        let what = if name == "x.npy" { "its header says '<f4', [64, 64]" } else { "it ends too early" };
        refused(&folder, &format!("reproduce {name}"), 1, &[what]);
    }
    folder.write("x.json", huge(4096).to_string());
    refused(&folder, "reproduce x.json", 1, &["the digest it carries is of 4096 samples", "3600000000"]);
    // A TIFF and an array whose recipe was exchanged, the former by one of the same length.
    folder.done("generate -q -o x.tiff --size 64x64");
    let tiff = folder.read("x.tiff");
    let exchanged = String::from_utf8_lossy(&tiff).replace("   \"x\": 64", "\"x\": 60000");
    let at = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).position(|part| part == what);
    assert!(exchanged.contains("\"x\": 60000"));
    let mut tiff = tiff;
    let place = at(&tiff, b"   \"x\": 64").unwrap();
    tiff[place..place + 10].copy_from_slice(b"\"x\": 60000");
    let place = at(&tiff, b"   \"count\": 4096").unwrap();
    tiff[place..place + 16].copy_from_slice(b"\"count\": 3840000");
    folder.write("x.tiff", tiff);
    refused(&folder, "reproduce x.tiff", 1, &["its first page is 64x64, and the recipe gives 60000x64"]);
    folder.done("generate -q -o x.zarr --size 64x64");
    let metadata = String::from_utf8(folder.read("x.zarr/noise/zarr.json")).unwrap();
    folder.write(
        "x.zarr/noise/zarr.json",
        metadata.replace("x\\\":64", "x\\\":60000").replace("count\\\":4096", "count\\\":3840000"),
    );
    refused(
        &folder,
        "reproduce x.zarr",
        1,
        &["zarr.json has the shape [64, 64] and the type float32, and the recipe gives [64, 60000]"],
    );
}

/// The same for films; a frame of theirs has no memory before the file is known to have so many bytes.
#[test]
fn films_smaller_than_their_recipe_are_told_at_once() {
    let folder = Folder::new();
    let recipe = |count: u64| {
        let mut recipe = huge(count);
        recipe["grid"]["size"]["z"] = 2.into();
        recipe["numbers"] = serde_json::json!({"dtype": "u8", "levels": [-1, 1], "colormap": "terrain"});
        recipe.to_string()
    };
    let film = b"YUV4MPEG2 W60000 H60000 F25:1 Ip A1:1 C444 XCOLORRANGE=FULL\nFRAME\n";
    folder.write("x.y4m", film);
    folder.write("x.y4m.perlane.json", recipe(7_200_000_000));
    refused(&folder, "reproduce x.y4m", 1, &["x.y4m does not match its recipe: it ends too early"]);
    folder.write("x.y4m", [&b"YUV4MPEG2 "[..], &[b'W'; 100_000]].concat());
    refused(&folder, "reproduce x.y4m", 1, &["a line of its headers does not end"]);

    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 8, 8);
    encoder.set_animated(2, 0).unwrap();
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[0; 64]).unwrap();
    writer.write_image_data(&[0; 64]).unwrap();
    writer.write_text_chunk(&ITXtChunk::new("perlane", recipe(7_200_000_000))).unwrap();
    writer.finish().unwrap();
    folder.write("x.apng", bytes);
    refused(&folder, "reproduce x.apng", 1, &["x.apng does not match its recipe: it is 8x8, 2 frames"]);
}

#[cfg(feature = "exr")]
#[test]
fn attributes_of_exr_are_limited() {
    let folder = Folder::new();
    // An attribute of a gibibyte, in a file that takes no room on the disk.
    let head = [&b"\x76\x2f\x31\x01\x02\0\0\0perlane\0string\0"[..], &(1u32 << 30).to_le_bytes()].concat();
    folder.write("x.exr", &head);
    let file = std::fs::OpenOptions::new().write(true).open(folder.path("x.exr")).unwrap();
    file.set_len((1 << 30) + 1000).unwrap();
    refused(&folder, "info x.exr", 1, &["cannot read x.exr"]);
    // A recipe of 60000 x 60000 samples in a file of 64 x 64.
    folder.done("generate -q -o y.exr --size 64x64");
    let mut bytes = folder.read("y.exr");
    for (from, to) in [("   \"x\": 64", "\"x\": 60000"), ("   \"count\": 4096", "\"count\": 3840000")] {
        let place = bytes.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
        bytes[place..place + to.len()].copy_from_slice(to.as_bytes());
    }
    folder.write("y.exr", bytes);
    refused(&folder, "reproduce y.exr", 1, &["y.exr does not match its recipe: a part is 64x64"]);
}

#[test]
fn arrays_are_not_larger_than_they_say() {
    let folder = Folder::new();
    folder.done("generate -q -o x.zarr --size 64x64");
    let metadata = String::from_utf8(folder.read("x.zarr/noise/zarr.json")).unwrap();
    let mut chunk = json(metadata.as_bytes());
    chunk["chunk_grid"]["configuration"]["chunk_shape"][0] = (1u64 << 62).into();
    folder.write("x.zarr/noise/zarr.json", chunk.to_string());
    refused(&folder, "info x.zarr", 1, &["4611686018427387904", "up to 67108864 samples"]);
    folder.write("x.zarr/noise/zarr.json", metadata.replace("\"zstd\"", "\"blosc\""));
    refused(&folder, "info x.zarr", 1, &["blosc", "those that perlane writes"]);
    folder.write("x.zarr/noise/zarr.json", &metadata);
    folder.write("x.zarr/noise/c/0/0", zstd::encode_all(&vec![0; 1 << 29][..], 1).unwrap());
    refused(&folder, "reproduce x.zarr", 1, &["does not inflate to 16384 bytes"]);
    folder.write("x.zarr/noise/c/0/0", zstd::bulk::compress(&vec![0; 1 << 29], 1).unwrap());
    refused(&folder, "reproduce x.zarr", 1, &["does not inflate to 16384 bytes"]);

    folder.done("generate -q -o s.zarr --size 64x64 --chunks 32x32 --shards 64x64");
    let shard = folder.read("s.zarr/noise/c/0/0");
    let bomb = zstd::bulk::compress(&vec![0; 1 << 29], 1).unwrap();
    let index = &shard[shard.len() - 68..];
    let entry = [0u64.to_le_bytes(), (bomb.len() as u64).to_le_bytes()].concat();
    folder.write("s.zarr/noise/c/0/0", [&bomb[..], &entry, &index[16..]].concat());
    refused(&folder, "reproduce s.zarr", 1, &["does not inflate to 4096 bytes"]);
    folder.write("s.zarr/noise/c/0/0", [&u64::MAX.to_le_bytes()[..], &[7; 60]].concat());
    refused(&folder, "reproduce s.zarr", 1, &["a chunk in it lies beyond its end"]);
}

/// Chunks of several shapes, and such as do not fill their shard, would be samples of no place in the array.
#[test]
fn arrays_have_chunks_of_one_shape() {
    let folder = Folder::new();
    folder.done("generate -q -o x.zarr --layout array --size 64x64 --chunks 32x32 --shards 64x64");
    let good = json(&folder.read("x.zarr/zarr.json"));
    for lengths in [[1u64 << 33, 1 << 33], [64, 128], [48, 64]] {
        let mut metadata = good.clone();
        metadata["codecs"][0]["configuration"]["chunk_shape"] = lengths.into();
        folder.write("x.zarr/zarr.json", metadata.to_string());
        for command in ["info", "reproduce", "zarr fill"] {
            let fragment = format!("zarr.json: chunks of {lengths:?} samples in shards; allowed: ");
            refused(&folder, &format!("{command} x.zarr"), 1, &[&fragment, "divide the shards, [64, 64]"]);
        }
    }
    let mut metadata = good;
    metadata["chunk_grid"] =
        serde_json::json!({"name": "rectangular", "configuration": {"chunk_shape": [64, [32, 8, 8, 8, 8]]}});
    folder.write("x.zarr/zarr.json", metadata.to_string());
    for command in ["info", "reproduce", "zarr fill"] {
        refused(&folder, &format!("{command} x.zarr"), 1, &["chunk_grid is rectangular; allowed: regular"]);
    }
}

/// Opening a pipe would wait for a writer.
#[test]
fn pipes_are_no_metadata() {
    let folder = Folder::new();
    folder.done("generate -q -o x.zarr --size 8x8");
    folder.done("generate -q -o x.npy --size 8x8");
    for (name, file, command) in [
        ("x.zarr", "x.zarr/x/zarr.json", "reproduce"),
        ("x.zarr", "x.zarr/noise/zarr.json", "info"),
        ("x.zarr", "x.zarr/noise/zarr.json", "zarr fill"),
        ("x.zarr", "x.zarr/zarr.json", "reproduce"),
        ("x.zarr", "x.zarr/zarr.json", "generate --size 8x8 --overwrite -o"),
        ("x.npy", "x.npy.perlane.json", "info"),
    ] {
        let good = folder.read(file);
        std::fs::remove_file(folder.path(file)).unwrap();
        assert!(folder.here("mkfifo").arg(folder.path(file)).status().unwrap().success());
        refused(&folder, &format!("{command} {name}"), 1, &[name]);
        std::fs::remove_file(folder.path(file)).unwrap();
        folder.write(file, good);
    }
}

/// Errors of foreign recipes are short, and terminals obey nothing in them.
#[test]
fn messages_show_foreign_texts_safely() {
    let folder = Folder::new();
    let evil = "\\u001b[31mred\\u0007\\u009b";
    let long = "x".repeat(1 << 20);
    let recipes = [
        ("kind.toml", format!("stream = 1\n[noise]\nkind = \"{evil}\"\n")),
        ("key.toml", format!("stream = 1\n[noise]\n\"{evil}\" = 1\n")),
        ("kind.json", format!("{{\"stream\": 1, \"noise\": {{\"kind\": \"{evil}\"}}}}")),
        ("key.json", format!("{{\"stream\": 1, \"noise\": {{\"{evil}\": 1}}}}")),
        ("gradients.json", format!("{{\"stream\": 1, \"noise\": {{\"gradients\": \"{evil}\"}}}}")),
        ("permutation.json", format!("{{\"stream\": 1, \"noise\": {{\"permutation\": \"{evil}\"}}}}")),
        ("raw.toml", "stream = 1\n[noise]\nkind = \"\u{1b}[31m\u{7}\"\n".to_owned()),
        ("\u{1b}[31m.toml", "stream = 2\n".to_owned()),
        ("long-kind.toml", format!("stream = 1\n[noise]\nkind = \"{long}\"\n")),
        ("long-key.toml", format!("stream = 1\n[noise]\n{long} = 1\n")),
        ("long-key.json", format!("{{\"stream\": 1, \"noise\": {{\"{long}\": 1}}}}")),
        ("long-type.json", format!("{{\"stream\": 1, \"noise\": {{\"frequency\": \"{long}\"}}}}")),
        (
            "long-line.toml",
            format!("stream = 1\nnoise = {{ gradients = [{}], kind = 3 }}\n", "[1.0, 2.0],".repeat(90_000)),
        ),
        ("long-gradients.json", format!("{{\"stream\": 1, \"noise\": {{\"gradients\": \"{long}\"}}}}")),
    ];
    for (name, recipe) in recipes {
        folder.write(name, recipe);
        let output = folder.command(["info", name]).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(message.len() < 2000, "{name}: {} bytes", message.len());
        assert!(message.chars().all(|c| c == '\n' || !c.is_control()), "{name}: {message:?}");
    }
    let output = folder.command(["info", "\u{1b}[31m", "none"]).output().unwrap();
    assert!(!String::from_utf8(output.stderr).unwrap().contains('\u{1b}'));
}

/// A name with an end of line in it makes no line that could pass for a message of its own.
#[test]
fn names_of_several_lines_are_shown_in_one() {
    let folder = Folder::new();
    let png = "a\nx.png: same numbers and digest\n.png";
    let toml = "a\nx.png: same numbers and digest\n.toml";
    folder.write(toml, "stream = 1\nnoise = 3\n");
    let runs: [(&[&str], usize); 8] = [
        (&["generate", "--size", "9x9", "-o", png], 1),
        (&["generate", "--size", "9x9", "-o", png], 1),
        (&["reproduce", png], 1),
        (&["info", "missing\n"], 1),
        (&["reproduce", png, png, "a\nb"], 3),
        (&["zarr", "init", "x\n.zarr", "--size", "9x9"], 1),
        (&["zarr", "fill", "x\n.zarr"], 1),
        // The line of the text that is wrong is shown.
        (&["info", toml], 5),
    ];
    for (args, lines) in runs {
        let message = text(&folder.command(args).output().unwrap().stderr);
        assert_eq!(message.lines().count(), lines, "{args:?}: {message}");
        assert!(message.contains("\\n") && !message.contains("\nx.png: same"), "{args:?}: {message}");
    }
}

/// A header may claim 4 GiB, for which a parser makes room before it reads.
#[test]
fn headers_of_npy_claim_no_memory() {
    let folder = Folder::new();
    folder.done("generate -q -o x.npy --size 4x4");
    for version in [2, 3] {
        let header = [b"\x93NUMPY", &[version, 0, 255, 255, 255, 255][..], b"{'descr': '<f4'"].concat();
        folder.write("x.npy", header);
        let fragments = ["its header claims 4294967295 bytes; allowed: up to 65536"];
        refused(&folder, "reproduce x.npy", 1, &fragments);
    }
    folder.write("x.npy", b"\x93NUMPY\x02\x00\x01");
    refused(&folder, "reproduce x.npy", 1, &["x.npy does not match its recipe: it ends too early"]);
}
