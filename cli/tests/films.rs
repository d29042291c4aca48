//! Animations and films: their frames are the library's samples, in the order of time.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use common::{Folder, json, text};

/// The header of a y4m file, and its frames.
#[track_caller]
fn y4m(bytes: &[u8], frame: usize) -> (String, Vec<&[u8]>) {
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    let frames = bytes[end + 1..].chunks(6 + frame);
    let numbers = |chunk: &'_ [u8]| assert!(chunk.starts_with(b"FRAME\n") && chunk.len() == 6 + frame);
    frames.clone().for_each(numbers);
    (text(&bytes[..end]), frames.map(|chunk| &chunk[6..]).collect())
}

/// The control chunks of frames: their numbers, delays and sizes; and the pixels of each frame.
fn apng(bytes: &[u8]) -> (png::AnimationControl, Vec<png::FrameControl>, Vec<Vec<u8>>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let control = reader.info().animation_control.unwrap();
    let (mut frames, mut pixels) = (Vec::new(), Vec::new());
    for _ in 0..control.num_frames {
        let mut data = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut data).unwrap();
        frames.push(*reader.info().frame_control.as_ref().unwrap());
        pixels.push(data);
    }
    reader.finish().unwrap();
    (control, frames, pixels)
}

/// Raw numbers of the same levels, frame by frame.
fn raw(folder: &Folder, options: &str, frame: usize) -> Vec<Vec<u8>> {
    folder.done(&format!("generate -o - --format raw {options}")).chunks(frame).map(<[u8]>::to_vec).collect()
}

#[test]
fn frames_are_those_of_the_numbers() {
    let folder = Folder::new();
    // The second has frames of more than a slab.
    for (size, dtype, frame) in
        [("60x50x7", "u8", 3000), ("3000x1500x2", "u8", 4_500_000), ("60x50x7", "u16", 6000)]
    {
        let options = format!("--size {size} --dtype {dtype} --cell-size 30 --levels -0.5..0.5");
        let want = raw(&folder, &options, frame);
        folder.done(&format!("generate -q --overwrite -o x.y4m {options} --fps 12"));
        let file = folder.read("x.y4m");
        let (header, frames) = y4m(&file, frame);
        let (width, rest) = size.split_once('x').unwrap();
        let (height, count) = rest.split_once('x').unwrap();
        let space = if dtype == "u8" { "mono" } else { "mono16" };
        let stated = format!("YUV4MPEG2 W{width} H{height} F12:1 Ip A1:1 C{space} XCOLORRANGE=FULL");
        assert_eq!((&*header, frames.len()), (&*stated, count.parse().unwrap()));
        assert!(header.len() <= 80, "what ffmpeg reads at most");
        assert!(frames == want, "{size} {dtype}");
        // Frames differ.
        assert!(want[0] != want[1]);

        folder.done(&format!("generate -q --overwrite -o x.apng {options} --fps 12"));
        let (control, frames, pixels) = apng(&folder.read("x.apng"));
        assert_eq!((control.num_frames.to_string(), control.num_plays), (count.to_owned(), 0));
        for frame in frames {
            assert_eq!((frame.delay_num, frame.delay_den, frame.x_offset, frame.y_offset), (1, 12, 0, 0));
            assert_eq!((frame.width.to_string(), frame.height.to_string()), (width.into(), height.into()));
        }
        let little = |pixels: Vec<u8>| match dtype {
            "u8" => pixels,
            _ => pixels.chunks(2).flat_map(|number| [number[1], number[0]]).collect(),
        };
        assert!(pixels.into_iter().map(little).collect::<Vec<_>>() == want, "{size} {dtype}");
    }
}

/// Films of television have 24000/1001 frames per second.
#[test]
fn rates_may_be_fractions() {
    let folder = Folder::new();
    let options = "--size 60x50x2 --fps 24000/1001";
    folder.done(&format!("generate -q -o x.y4m {options}"));
    assert!(y4m(&folder.read("x.y4m"), 3000).0.contains(" F24000:1001 "));
    folder.done(&format!("generate -q -o x.apng {options}"));
    let (_, frames, _) = apng(&folder.read("x.apng"));
    assert!(frames.iter().all(|frame| (frame.delay_num, frame.delay_den) == (1001, 24000)));
    for wrong in ["24000/", "1/0", "25.5"] {
        folder.fails(&format!("generate -o y.y4m --size 9x9x2 --fps {wrong}"), 2, &["such as 24000/1001"]);
    }
}

/// What is made like a film is as fast as that, unless options say otherwise.
#[test]
fn frame_rates_are_those_of_the_recipes_file() {
    let folder = Folder::new();
    let noted = |args: &str| {
        let output = folder.perlane(&format!("generate --overwrite {args}"));
        assert!(output.status.success(), "{args}: {}", text(&output.stderr));
        text(&output.stderr).lines().filter(|line| line.starts_with("note: ")).collect::<String>()
    };
    let options = "--size 20x20x5 --cell-size 9";
    for rate in ["5", "24000/1001", "25"] {
        for (from, to) in [("r.apng", "s.apng"), ("r.apng", "s.y4m"), ("r.y4m", "s.apng"), ("r.y4m", "s.y4m")]
        {
            noted(&format!("-o {from} {options} --fps {rate}"));
            assert_eq!(noted(&format!("{from} --seed 3 -o {to}")), "");
            noted(&format!("-o want-{to} {options} --fps {rate} --seed 3"));
            assert!(folder.read(to) == folder.read(&format!("want-{to}")), "{from} {to} {rate}");
        }
        // Nobody chose the default.
        let note = noted("r.apng -o s.npy");
        let left_out = "note: the frame rate 5 of the recipe's file is left out, because npy has none";
        assert_eq!(note.contains(left_out), rate == "5", "{note}");
        assert_eq!(note.contains("frame rate"), rate != "25", "{note}");
    }
    noted(&format!("-o r.apng {options} --fps 5"));
    noted("r.apng --fps 25 -o s.apng");
    noted(&format!("-o want.apng {options}"));
    assert!(folder.read("s.apng") == folder.read("want.apng"));
}

/// Grey of a colour is its luma; the planes of a frame follow each other.
#[test]
fn colours_are_luma_and_chroma() {
    let folder = Folder::new();
    let options = "--size 60x50x3 --cell-size 30 --levels -0.5..0.5 --colormap viridis";
    folder.done(&format!("generate -q -o x.y4m {options}"));
    folder.done(&format!("generate -q -o x.apng {options}"));
    let (file, (_, _, colours)) = (folder.read("x.y4m"), apng(&folder.read("x.apng")));
    let (header, frames) = y4m(&file, 9000);
    assert!(header.contains(" C444 "), "{header}");
    for (frame, colours) in frames.iter().zip(&colours) {
        for (at, rgb) in colours.chunks(3).enumerate() {
            let [r, g, b] = [0, 1, 2].map(|i| f64::from(rgb[i]));
            let [y, cb, cr] = [0, 1, 2].map(|plane| f64::from(frame[plane * 3000 + at]) - 128.0);
            let luma = y + 128.0;
            let back = [luma + 1.402 * cr, luma - 0.344_136 * cb - 0.714_136 * cr, luma + 1.772 * cb];
            for (back, color) in back.into_iter().zip([r, g, b]) {
                assert!((back - color).abs() < 2.0, "{rgb:?} {back}");
            }
        }
    }
}

#[test]
fn threads_do_not_matter_to_films() {
    let folder = Folder::new();
    let mut formats = vec!["apng", "y4m"];
    if cfg!(feature = "exr") {
        formats.push("exr");
    }
    for format in formats {
        let run = |threads: u32| {
            let options = format!("--size 900x700x5 --cell-size 30 --threads {threads}");
            folder.done(&format!("generate -q --overwrite -o x.{format} {options}"));
            folder.read(&format!("x.{format}"))
        };
        assert!(run(1) == run(3), "{format}");
    }
}

/// The frame after the last is the first: the same noise, two loops long, repeats.
#[test]
fn loops_close() {
    let folder = Folder::new();
    for (frames, cells) in [(1, 2), (24, 2), (40, 2), (49, 2), (50, 3), (60, 3), (100, 5), (1000, 50)] {
        let recipe = text(&folder.done(&format!("generate --dry-run --size 40x30 --loop {frames}")));
        let recipe: perlane::Recipe = toml::from_str(&recipe).unwrap();
        // 20 frames for each cell, and at least 2 cells.
        assert_eq!(recipe.layers.as_slice()[0].period.z, cells, "{frames} frames");
    }
    folder.done("generate -q -o x.y4m --size 40x30 --loop 24 --cell-size 12");
    let recipe = json(&folder.done("info --json x.y4m"));
    assert_eq!((&recipe["grid"]["size"]["z"], &recipe["noise"]["period"]["z"]), (&24.into(), &2.into()));
    let levels = recipe["numbers"]["levels"].as_array().unwrap();
    let levels = format!("{}..{}", levels[0], levels[1]);
    let twice = folder.done(&format!("generate x.y4m -o - --format y4m --size 40x30x48 --levels {levels}"));
    let (once, (_, frames)) = (folder.read("x.y4m"), y4m(&twice, 1200));
    assert!(frames[..24] == frames[24..] && frames[..24] == y4m(&once, 1200).1[..]);
}

#[test]
fn films_that_are_cut_or_changed_are_found() {
    let folder = Folder::new();
    let options = "--size 40x30x4 --cell-size 12";
    folder.done(&format!("generate -q -o x.y4m {options}"));
    let good = folder.read("x.y4m");
    for (file, what) in [
        (good[..good.len() - 1206].to_vec(), "it ends too early"),
        (good[..good.len() - 1].to_vec(), "it ends too early"),
        ([&good[..], b"FRAME\n", &[0; 1200]].concat(), "it is longer than it should be"),
        ([&good[..good.len() - 1206], b"frame\n", &[0; 1200]].concat(), "a frame begins without its header"),
        ([&good[..], b"\nmore"].concat(), "a frame begins without its header"),
        (text(&good).replacen("W40 H30", "W30 H40", 1).into_bytes(), "its header says"),
        (text(&good).replacen("Cmono", "Cmono16", 1).into_bytes(), "its header says"),
        (b"YUV4MPEG2 W40 H30 Cmono\n".to_vec(), "it ends too early"),
        ([&b"YUV4MPEG2 "[..], &[b'x'; 100_000]].concat(), "does not end"),
    ] {
        folder.write("x.y4m", file);
        folder.fails("reproduce x.y4m", 1, &["x.y4m does not match its recipe", what]);
    }
    // ffmpeg says of each frame that it is progressive, and others add fields to the header.
    let line = text(&good[..good.len() - 4 * 1206 - 1]);
    let mut other = format!("{line} XNOTE={}\n", "x".repeat(1000)).into_bytes();
    let frames = good[line.len() + 1..].chunks(1206);
    frames.for_each(|frame| other.extend([b"FRAME Ip\n", &frame[6..]].concat()));
    folder.write("x.y4m", other);
    folder.done("reproduce -q x.y4m");

    // Frames of another animation, with this one's recipe.
    folder.done(&format!("generate -q -o x.apng {options}"));
    folder.done("generate -q -o y.apng --size 40x30x4 --cell-size 12 --seed 1");
    folder.done("generate -q -o z.apng --size 40x30x3 --cell-size 12");
    let recipe = |file: &[u8]| file.windows(4).position(|kind| kind == b"iTXt").unwrap() - 4;
    let good = folder.read("x.apng");
    for (other, what) in [("y.apng", "but the recipe gives"), ("z.apng", "it is 40x30, 3 frames")] {
        let other = folder.read(other);
        folder.write("m.apng", [&other[..recipe(&other)], &good[recipe(&good)..]].concat());
        folder.fails("reproduce m.apng", 1, &["m.apng does not match its recipe", what]);
    }
}

#[cfg(feature = "exr")]
#[test]
fn exr_carries_its_recipe() {
    let folder = Folder::new();
    for (name, options) in [
        ("x.exr", "--size 301x203"),
        ("y.exr", "--size 301x203x3 --compression none"),
        ("z.exr", "--size 30x20x1"),
    ] {
        let options = format!("{options} --cell-size 30 --seed 9");
        folder.done(&format!("generate -q -o {name} {options}"));
        folder.done(&format!("reproduce -q {name}"));
        let digest = blake3::hash(&folder.done(&format!("generate -o - {options}"))).to_hex();
        assert_eq!(json(&folder.done(&format!("info --json {name}")))["samples"]["blake3"], digest.as_str());
        let good = folder.read(name);
        for at in [good.len() / 2, good.len() * 2 / 3, good.len() - 9] {
            let mut bad = good.clone();
            bad[at] ^= 0x40;
            folder.write(name, bad);
            folder.fails(&format!("reproduce {name}"), 1, &[name, "does not match its recipe"]);
        }
        folder.write(name, &good[..good.len() - 100]);
        folder.fails(&format!("reproduce {name}"), 1, &[name, "does not match its recipe"]);
    }
    folder.done("generate -q -o f.exr --size 301x203x1 --start 0,0,2 --cell-size 30 --seed 9");
    folder.write("none.exr", b"\x76\x2f\x31\x01 and no more");
    folder.fails("info none.exr", 1, &["cannot read none.exr"]);
    folder.fails("generate -o w.exr --size 4x4x2000", 2, &["size is 2000 along z", "1024 parts"]);
    folder.fails("generate -o w.exr --dtype u8", 2, &["dtype is u8", "f32 in EXR"]);
    folder.fails("generate -o w.exr --compression zstd", 2, &["compression is zstd", "none, zip in EXR"]);
}

/// What perlane does not read says nothing of the numbers, and so is no difference.
#[cfg(feature = "exr")]
#[test]
fn exr_from_bottom_to_top_is_not_read() {
    let folder = Folder::new();
    folder.done("generate -q -o x.exr --size 30x40");
    let mut file = folder.read("x.exr");
    let order = b"lineOrder\0lineOrder\0\x01\0\0\0";
    let place = file.windows(order.len()).position(|part| part == order).unwrap() + order.len();
    file[place] = 1;
    folder.write("x.exr", file);
    folder.fails(
        "reproduce x.exr",
        1,
        &["cannot read x.exr: its blocks are not whole rows from top to bottom"],
    );
}

/// Parts, channels and blocks that are not those of the recipe.
#[cfg(feature = "exr")]
#[test]
fn exr_of_other_parts_is_found() {
    let folder = Folder::new();
    let differs = |good: &[u8], changes: &[(&[u8], &[u8])], what: &str| {
        let mut file = good.to_vec();
        for (from, to) in changes {
            let place = file.windows(from.len()).position(|part| part == *from).unwrap();
            file[place..place + to.len()].copy_from_slice(to);
        }
        folder.write("x.exr", file);
        folder.fails("reproduce x.exr", 1, &["x.exr does not match its recipe: ", what]);
    };
    folder.done("generate -q -o x.exr --size 6x1x2 --compression none");
    let good = folder.read("x.exr");
    differs(&good, &[(b"\"z\": 2", b"\"z\": 1"), (b"\"count\": 12", b"\"count\":  6")], "it has 2 parts");
    let channel = b"chlist\0\x13\0\0\0Y\0\x02";
    differs(
        &good,
        &[(channel, b"chlist\0\x13\0\0\0Z\0\x02")],
        "a part is 6x1, of the channels [(\"Z\", F32)]",
    );
    differs(&good, &[(channel, b"chlist\0\x13\0\0\0Y\0\0")], "a part is 6x1, of the channels [(\"Y\", U32)]");
    // The numbers of both blocks' parts: each block has its part, its row, and the bytes of its samples.
    let block = |part: u32| [part, 0, 24].map(u32::to_le_bytes).concat();
    let (first, second) = (block(0), block(1));
    let order = "it cannot be decoded: its blocks are not whole rows from top to bottom";
    differs(&good, &[(&second, &first), (&first, &second)], order);
    // The same for rows, in a file of one part.
    folder.done("generate -q --overwrite -o x.exr --size 6x2 --compression none");
    let block = |row: u32| [row, 24].map(u32::to_le_bytes).concat();
    let (first, second) = (block(0), block(1));
    differs(&folder.read("x.exr"), &[(&second, &first), (&first, &second)], order);
}

/// Programs show the names of parts.
#[cfg(feature = "exr")]
#[test]
fn exr_names_its_parts() {
    use exr::compression::Compression;
    let folder = Folder::new();
    for (options, names, compression) in [
        ("--size 30x20x2", &["z0", "z1"][..], Compression::ZIP16),
        ("--size 30x20 --quantity normal", &["x", "y", "z"], Compression::ZIP16),
        (
            "--size 30x20 --quantity gradient --compression none",
            &["value", "dy", "dx"],
            Compression::Uncompressed,
        ),
    ] {
        folder.done(&format!("generate -q --overwrite -o x.exr --cell-size 9 {options}"));
        let headers = exr::meta::MetaData::read_from_file(folder.path("x.exr"), false).unwrap().headers;
        let found =
            headers.iter().map(|header| header.own_attributes.layer_name.as_ref().unwrap().to_string());
        assert_eq!(found.collect::<Vec<_>>(), names);
        assert!(headers.iter().all(|header| header.compression == compression), "{options}");
    }
}

#[cfg(not(feature = "exr"))]
#[test]
fn exr_is_told_how_to_get() {
    Folder::new().fails("generate -o x.exr", 2, &["extension is exr", "exr in builds with --features exr"]);
}
