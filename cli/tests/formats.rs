//! What is in the files: the library's samples, bit for bit, and their recipe.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]
#![allow(clippy::disallowed_methods, reason = "min and max compute no sample here")]

mod common;

use common::{Folder, assert_samples, json, level, npy, text};
use perlane::{Distance, Fade, Gradients, Grid, Hash, Layers, Noise, Permutation, Recipe, Returns};

/// The noise that `generate` makes unless told otherwise, with cells of 256 samples.
fn default_noise() -> Noise {
    Noise::perlin(0).fbm(6).frequency(1.0 / 256.0)
}

#[test]
fn npy_has_the_library_s_bits() {
    let folder = Folder::new();
    folder.done("generate -o x.npy --size 300x200");
    let file = folder.read("x.npy");
    let (shape, dtype, data) = npy(&file);
    assert_eq!((&*shape, &*dtype), ("(200, 300)", "<f4"));
    assert_samples(data, &default_noise().generate(&Grid::new([200, 300])).unwrap());
}

#[test]
fn the_default_size_is_1024() {
    let folder = Folder::new();
    folder.done("generate -o x.npy");
    let file = folder.read("x.npy");
    let (shape, _, data) = npy(&file);
    assert_eq!(shape, "(1024, 1024)");
    assert_samples(data, &default_noise().generate(&Grid::new([1024, 1024])).unwrap());
}

/// Windows of several bands, cut along each of their axes.
#[test]
fn bands_have_the_bits_of_the_whole() {
    let folder = Folder::new();
    let noise = Noise::perlin(3).frequency(1.0 / 50.0);
    let args = "--seed 3 --cell-size 50 --fractal none --overwrite";
    folder.done(&format!("generate -o x.raw --size 5000001 --start -77 {args}"));
    let want = noise.generate(&Grid::new([5_000_001]).start([-77]));
    assert_samples(&folder.read("x.raw"), &want.unwrap());

    folder.done(&format!("generate -o x.raw --size 3001x1402 --start -5,7 {args}"));
    let want = noise.generate(&Grid::new([1402, 3001]).start([7, -5]));
    assert_samples(&folder.read("x.raw"), &want.unwrap());

    folder.done(&format!("generate -o x.npy --size 200x130x101 --start 1,2,-3 {args}"));
    let want = noise.generate(&Grid::new([101, 130, 200]).start([-3, 2, 1])).unwrap();
    let file = folder.read("x.npy");
    let (shape, _, data) = npy(&file);
    assert_eq!(shape, "(101, 130, 200)");
    assert_samples(data, &want);

    folder.done(&format!("generate -o x.npy --size 1600x1500x2x2 --start 0,0,4,9 {args}"));
    let want = noise.generate(&Grid::new([2, 2, 1500, 1600]).start([9, 4, 0, 0])).unwrap();
    let file = folder.read("x.npy");
    let (shape, _, data) = npy(&file);
    assert_eq!(shape, "(2, 2, 1500, 1600)");
    assert_samples(data, &want);
}

#[test]
fn one_axis_and_no_samples() {
    let folder = Folder::new();
    folder.done("generate -o x.npy --size 7");
    assert_eq!(npy(&folder.read("x.npy")).0, "(7,)");
    folder.done("generate -o e.npy --size 0x0");
    let file = folder.read("e.npy");
    assert_eq!(npy(&file), ("(0, 0)".to_owned(), "<f4".to_owned(), &[][..]));
    folder.done("generate -o e.raw --size 0x1125899906842624x1125899906842624");
    assert!(folder.read("e.raw").is_empty());
    assert_eq!(json(&folder.read("e.raw.perlane.json"))["samples"]["count"], 0);
}

#[test]
fn threads_and_backends_do_not_matter() {
    let folder = Folder::new();
    let want = folder.done("generate -o - --size 500x400");
    assert_samples(&want, &default_noise().generate(&Grid::new([400, 500])).unwrap());
    for backend in perlane::Backend::available() {
        for threads in [1, 3] {
            let args = format!("generate -o - --size 500x400 --threads {threads} --backend {backend}");
            assert!(folder.done(&args) == want, "{args}");
        }
    }
}

#[test]
fn every_option_of_the_noise() {
    let folder = Folder::new();
    folder.write("slopes.txt", "# x y\n1 0.5\n-1, 0.5 # comment\n\n0 -1\n");
    let reversed: Vec<u8> = (0..=255).rev().collect();
    let lines: Vec<String> =
        reversed.chunks(16).map(|row| format!("{row:?}").replace(['[', ']'], "")).collect();
    folder.write("reversed.txt", lines.join("\n"));
    let slopes = Gradients::custom(&[[1.0, 0.5], [-1.0, 0.5], [0.0, -1.0]]).unwrap();
    let base = Noise::default;
    for (options, noise) in [
        ("--frequency 0.125", base().fbm(6).frequency(0.125)),
        ("--cell-size 10", base().fbm(6).frequency(0.1)),
        (
            "--noise value --frequency 0.1 --seed 18446744073709551615",
            Noise::value(u64::MAX).fbm(6).frequency(0.1),
        ),
        ("--noise cell --frequency 0.1 --fractal none", Noise::cell(0).frequency(0.1)),
        (
            "--noise cellular --frequency 0.1 --fractal none --distance manhattan --returns f2-f1 --jitter 0.7",
            Noise::cellular(0)
                .frequency(0.1)
                .distance(Distance::Manhattan)
                .returns(Returns::Difference)
                .jitter(0.7),
        ),
        ("--warp 9 --frequency 0.1", base().fbm(6).frequency(0.1).warp_by(9.0)),
        (
            "--warp 9 --warp-frequency 0.05 --warp-octaves 3 --warp-seed 7 --seed 3 --frequency 0.1 --fractal none",
            base().seed(3).frequency(0.1).warp([9, 8, 7].map(|seed| {
                // The third axis has no noise in pictures.
                if seed == 9 {
                    Layers::new()
                } else {
                    Noise::perlin(seed).frequency(0.05).fbm(3).scale(9.0).into()
                }
            })),
        ),
        ("--fractal billow --octaves 3 --frequency 0.1", base().billow(3).frequency(0.1)),
        (
            "--fractal ridged --octaves 3 --gain -0.7 --frequency 0.1",
            base().ridged(3).gain(-0.7).frequency(0.1),
        ),
        (
            "--fractal turbulence --persistence 0.6 --lacunarity 1.9 --frequency 0.1",
            base().turbulence(6).gain(0.6).lacunarity(1.9).frequency(0.1),
        ),
        (
            "--fractal ping-pong --octaves 2 --strength 3.5 --frequency 0.1",
            base().ping_pong(2).strength(3.5).frequency(0.1),
        ),
        (
            "--fractal ridged-multi --level 0.9 --feedback 1.5 --gain 0.6 --frequency 0.1",
            base().ridged_multi(6).level(0.9).feedback(1.5).gain(0.6).frequency(0.1),
        ),
        (
            "--fractal hybrid-multifractal --level 0.7 --frequency 0.1 --gradients value-gradient",
            base().hybrid_multi(6).level(0.7).frequency(0.1).gradients(Gradients::ValueGradient),
        ),
        (
            "--gradients diagonals --frequency 0.1",
            base().fbm(6).gradients(Gradients::Diagonals).frequency(0.1),
        ),
        ("--gradients slopes.txt --frequency 0.1", base().fbm(6).gradients(slopes).frequency(0.1)),
        ("--fade linear --frequency 0.1", base().fbm(6).fade(Fade::Linear).frequency(0.1)),
        ("--hash permutation --frequency 0.1", base().fbm(6).permutation(Permutation::PERLIN).frequency(0.1)),
        ("--hash mix --frequency 0.1", base().fbm(6).hash(Hash::Mix).frequency(0.1)),
        (
            "--permutation seeded --seed 9 --frequency 0.1",
            Noise::perlin(9).fbm(6).permutation(Permutation::SEEDED).frequency(0.1),
        ),
        (
            "--permutation reversed.txt --frequency 0.1",
            base().fbm(6).permutation(Permutation::table(&reversed).unwrap()).frequency(0.1),
        ),
        ("--period 3,5 --frequency 0.125", base().fbm(6).period([5, 3]).frequency(0.125)),
        ("--period 3 --frequency 0.125", base().fbm(6).period([3]).frequency(0.125)),
        ("--raw --frequency 0.1", base().fbm(6).normalize(false).frequency(0.1)),
        ("--range -3..-1 --frequency 0.1", base().fbm(6).range(-3.0, -1.0).frequency(0.1)),
        ("--scale -2 --bias -0.5 --frequency 0.1", base().fbm(6).scale(-2.0).bias(-0.5).frequency(0.1)),
    ] {
        let got = folder.done(&format!("generate -o - --size 60x50 {options}"));
        let want = noise.generate(&Grid::new([50, 60])).unwrap();
        assert!(want.iter().any(|v| *v != want[0]), "{options} makes a picture without features");
        assert_samples(&got, &want);
    }
}

#[test]
fn every_option_of_the_window() {
    let folder = Folder::new();
    let options = "--start -5,7 --origin -1.5,0.25 --spacing 0.5,-2 --cell-size 8";
    let got = folder.done(&format!("generate -o - --size 60x50 {options}"));
    let grid = Grid::new([50, 60]).start([7, -5]).origin([0.25, -1.5]).spacing([-2.0, 0.5]);
    let noise = default_noise().frequency(0.25);
    assert_samples(&got, &noise.generate(&grid).unwrap());
    // Cells are 256 samples by default, whatever a sample is in the world.
    let got = folder.done("generate -o - --size 60x50 --spacing -3");
    let grid = Grid::new([50, 60]).spacing([-3.0; 2]);
    assert_samples(&got, &default_noise().frequency(1.0 / 768.0).generate(&grid).unwrap());
}

fn decode(png: &[u8]) -> (png::OutputInfo, Vec<u8>, Option<String>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut data).unwrap();
    reader.finish().unwrap();
    let chunk = reader.info().utf8_text.iter().find(|chunk| chunk.keyword == "perlane");
    let recipe = chunk.map(|chunk| chunk.get_text().unwrap());
    (info, data, recipe)
}

/// Each integer is the one that its sample becomes.
#[track_caller]
fn assert_levels(got: impl IntoIterator<Item = u16>, max: u16, want: &[f32], low: f64, high: f64) {
    let mut count = 0;
    for (got, &sample) in got.into_iter().zip(want) {
        assert_eq!(got, level(sample, max, low, high), "{sample}");
        count += 1;
    }
    assert_eq!(count, want.len());
}

fn big_endian(data: &[u8]) -> impl Iterator<Item = u16> {
    data.chunks_exact(2).map(|b| u16::from_be_bytes([b[0], b[1]]))
}

#[test]
fn pictures() {
    let folder = Folder::new();
    let noise = default_noise().frequency(0.1);
    let want = noise.generate(&Grid::new([50, 60])).unwrap();

    folder.done("generate -o x.png --size 60x50 --frequency 0.1 --levels -1..1");
    let (info, data, _) = decode(&folder.read("x.png"));
    assert_eq!((info.width, info.height), (60, 50));
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Grayscale, png::BitDepth::Eight));
    assert_levels(data.into_iter().map(u16::from), 255, &want, -1.0, 1.0);

    folder.done("generate -o y.png --size 60x50 --frequency 0.1 --dtype u16 --levels 0.1..-0.2");
    let (info, data, _) = decode(&folder.read("y.png"));
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Grayscale, png::BitDepth::Sixteen));
    assert!(
        big_endian(&data).any(|v| v == 0) && big_endian(&data).any(|v| v == 65535),
        "clamped at both ends"
    );
    assert_levels(big_endian(&data), 65535, &want, 0.1, -0.2);

    // One end, and nothing behind it.
    let file = folder.read("x.png");
    assert_eq!(file.windows(4).filter(|w| w == b"IEND").count(), 1);
    assert!(file.ends_with(b"IEND\xaeB`\x82"));

    let picture = folder.done("generate -o - --format png --size 60x50 --frequency 0.1 --levels -1..1");
    assert_eq!(picture, folder.read("x.png"));
}

#[test]
fn coloured_pictures() {
    let folder = Folder::new();
    folder.done("generate -o grey.png --size 60x50 --frequency 0.1 --levels 0.4..-0.4");
    folder.done("generate -o colour.png --size 60x50 --frequency 0.1 --levels 0.4..-0.4 --colormap terrain");
    let (info, colours, _) = decode(&folder.read("colour.png"));
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    let (_, levels, _) = decode(&folder.read("grey.png"));
    let mut seen = std::collections::HashMap::new();
    for (colour, level) in colours.chunks_exact(3).zip(levels) {
        assert_eq!(seen.entry(level).or_insert(colour), &colour, "one colour for each level");
    }
    assert_eq!((seen[&0], seen[&255]), (&[18, 42, 88][..], &[255, 255, 255][..]));
    assert!(seen.len() > 100, "{}", seen.len());
}

/// Folded noise, and noise that is not normalised, have bounds of their own, which `--range` maps.
#[test]
fn ranges_are_those_of_the_bounds() {
    let folder = Folder::new();
    for (fractal, low, high) in [
        ("ridged", 2.0f32, 5.0f32),
        ("billow", 5.0, 2.0),
        ("turbulence", 0.0, 1.0),
        ("turbulence --raw", 0.0, 1.0),
        ("ridged --raw", 0.0, 65535.0),
        ("ping-pong", 2.0, 5.0),
        ("ridged-multi", 0.0, 1.0),
        ("hybrid-multi --raw", -1.0, 1.0),
        ("none --raw --gradients default", 1.0, 0.0),
    ] {
        let options = format!("--size 200x200 --frequency 0.31 --seed 3 --fractal {fractal}");
        let octaves = if fractal.starts_with("none") { "" } else { " --octaves 2" };
        let options = options + octaves;
        folder.done(&format!("generate -o x.npy --overwrite {options} --range {low}..{high}"));
        let file = folder.read("x.npy");
        let samples = npy(&file).2.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let (least, most) = samples.fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(v), b.max(v)));
        let (floor, ceiling) = (low.min(high), low.max(high));
        let slack = 1e-5 * (ceiling - floor);
        assert!(least >= floor - slack && most <= ceiling + slack, "{fractal}: {least}..{most}");
        assert!(most - least > 0.7 * (ceiling - floor), "{fractal} uses its range: {least}..{most}");
    }
}

#[test]
fn integers() {
    let folder = Folder::new();
    let noise = default_noise().frequency(0.1);
    let grid = Grid::new([50, 60]);
    let want = noise.clone().range(2.0, 5.0).generate(&grid).unwrap();

    folder.done("generate -o x.npy --dtype u8 --size 60x50 --frequency 0.1 --range 2..5");
    let file = folder.read("x.npy");
    let (shape, dtype, data) = npy(&file);
    assert_eq!((&*shape, &*dtype), ("(50, 60)", "|u1"));
    assert_levels(data.iter().copied().map(u16::from), 255, &want, 2.0, 5.0);
    // The digest is of the samples, not of the integers.
    let digest = blake3::hash(&want.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>());
    let recipe = json(&folder.read("x.npy.perlane.json"));
    assert_eq!(recipe["samples"]["blake3"], digest.to_hex().as_str());

    let want = noise.normalize(false).generate(&grid).unwrap();
    folder.done("generate -o x.raw --dtype u16 --size 60x50 --frequency 0.1 --raw --levels -1..1");
    let data = folder.read("x.raw");
    let little_endian = data.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]]));
    assert_levels(little_endian, 65535, &want, -1.0, 1.0);
    folder.done("generate -o y.npy --dtype u16 --size 60x50 --frequency 0.1 --raw --levels -1..1");
    let file = folder.read("y.npy");
    let (_, dtype, same) = npy(&file);
    assert_eq!(dtype, "<u2");
    assert!(same == data);
}

/// Samples in the middle of two integers, but for what rounds the factor: 1/49 is no float, so that each product is a little below. Quotients would be in
/// the middle.
#[test]
fn integers_are_exact_in_every_format() {
    let folder = Folder::new();
    let last = |bytes: &[u8], count: usize| bytes[bytes.len() - count..].to_vec();
    for (sample, divisor, want) in [(563.5, 49, 11), (0.5, 1, 1), (10.5, 1, 11), (73.5, 49, 1), (24.5, 49, 0)]
    {
        for (dtype, max) in [("u8", 255), ("u16", 65535u16)] {
            let high = u32::from(max) * divisor;
            assert_eq!(level(sample, max, 0.0, f64::from(high)), want, "{sample} of 0..{high}");
            let options = format!("--size 3x2 --scale 0 --bias {sample} --dtype {dtype} --levels 0..{high}");
            for name in ["x.npy", "x.raw", "x.png", "x.tif", "x.zarr"] {
                let packed = if ["x.tif", "x.zarr"].contains(&name) { " --compression none" } else { "" };
                folder.done(&format!("generate -q --overwrite -o {name} {options}{packed}"));
            }
            let bytes = if dtype == "u8" { vec![want as u8; 6] } else { want.to_le_bytes().repeat(6) };
            assert_eq!(last(&folder.read("x.npy"), bytes.len()), bytes, "npy of {options}");
            assert_eq!(folder.read("x.raw"), bytes, "raw of {options}");
            assert_eq!(folder.read("x.zarr/noise/c/0/0"), bytes, "Zarr of {options}");
            assert_eq!(tiff(&folder.read("x.tif")), [want; 6], "TIFF of {options}");
            let (_, picture, _) = decode(&folder.read("x.png"));
            let picture: Vec<u16> = match dtype {
                "u8" => picture.into_iter().map(u16::from).collect(),
                _ => big_endian(&picture).collect(),
            };
            assert_eq!(picture, [want; 6], "PNG of {options}");
        }
    }
}

/// The integers of a TIFF of one band.
#[allow(clippy::panic, reason = "clippy knows tests by their attribute, and not what they call")]
fn tiff(file: &[u8]) -> Vec<u16> {
    use tiff::decoder::{Decoder, DecodingResult};
    match Decoder::new(std::io::Cursor::new(file)).unwrap().read_image().unwrap() {
        DecodingResult::U8(bytes) => bytes.into_iter().map(u16::from).collect(),
        DecodingResult::U16(numbers) => numbers,
        _ => panic!("neither of 8 nor of 16 bits"),
    }
}

/// The recipe that a file carries, read by the library and by the program, gives the same samples again.
#[test]
fn recipes_travel_with_their_files() {
    let folder = Folder::new();
    let options =
        "--size 90x40 --start -8,3 --seed 12345678901234567890 --fractal ridged --frequency 0.1 --period 7,0";
    let want = folder.done(&format!("generate -o - {options}"));
    let digest = blake3::hash(&want).to_hex();
    folder.done(&format!("generate -o x.npy {options}"));
    folder.done(&format!("generate -o x.raw {options}"));
    folder.done(&format!("generate -o x.png {options}"));
    assert_eq!(
        folder.names(),
        ["x.npy", "x.npy.perlane.json", "x.png", "x.raw", "x.raw.perlane.json"],
        "nothing else"
    );
    let texts = [
        text(&folder.read("x.npy.perlane.json")),
        text(&folder.read("x.raw.perlane.json")),
        decode(&folder.read("x.png")).2.unwrap(),
        text(&folder.done("info --json x.npy")),
        text(&folder.done("info --json x.raw")),
        text(&folder.done("info --json x.png")),
        text(&folder.done("info --json x.npy.perlane.json")),
    ];
    for (i, text) in texts.iter().enumerate() {
        assert_eq!(json(text.as_bytes())["stream"], 1);
        let recipe: Recipe = serde_json::from_str(text).unwrap();
        let samples = recipe.samples.unwrap();
        assert_eq!((&*samples.blake3, samples.count), (&*digest, 90 * 40));
        let grid = recipe.grid.unwrap().to_grid::<2>().unwrap();
        assert_samples(&want, &recipe.layers.generate(&grid).unwrap());
        let name = format!("again{i}.json");
        folder.write(&name, text);
        assert!(folder.done(&format!("generate {name} -o -")) == want, "{i}");
    }
    // What `info` prints without --json is a recipe, too.
    folder.write("again.toml", folder.done("info x.png"));
    assert!(folder.done("generate again.toml -o -") == want);
}

/// Indented, this recipe would be longer than what readers take, and so it has no spaces in files.
#[test]
fn long_recipes_travel_too() {
    let folder = Folder::new();
    let gradients = [[1.5, 0.5], [0.25, -1.25]].repeat(128);
    let layer = serde_json::json!({ "gradients": gradients });
    folder.write("x.json", serde_json::json!({"stream": 1, "layers": vec![layer; 330]}).to_string());
    folder.done("generate -q x.json --size 2x2 -o x.tif");
    assert!(folder.read("x.tif").len() < 4 << 20);
}

#[test]
fn options_override_recipes() {
    let folder = Folder::new();
    folder.write(
        "r.toml",
        "stream = 1\n[noise]\nseed = 5\nfrequency = 0.1\nfractal = { kind = 'ridged', octaves = 3 }\nhash = 'permutation'\n\
         permutation = 'seeded'\n[grid]\nsize = { x = 40, y = 30 }\nstart = { x = 9, y = 8 }",
    );
    let noise = Noise::perlin(5).frequency(0.1).ridged(3).permutation(Permutation::SEEDED);
    let grid = Grid::new([30, 40]).start([8, 9]);
    for (options, noise, grid) in [
        ("", noise.clone(), grid),
        ("--seed 6", noise.clone().seed(6), grid),
        ("--hash permutation", noise.clone(), grid),
        ("--hash mix", noise.clone().hash(Hash::Mix), grid),
        ("--octaves 2", noise.clone().ridged(2), grid),
        ("--fractal none", noise.clone().fractal(perlane::Fractal::None).octaves(1), grid),
        ("--start 1,-2", noise.clone(), grid.start([-2, 1])),
        ("--size 50x20", noise.clone(), Grid::new([20, 50]).start([8, 9])),
    ] {
        let got = folder.done(&format!("generate r.toml -o - {options}"));
        assert_samples(&got, &noise.generate(&grid).unwrap());
    }
    let got = folder.done("generate r.toml -o - --size 10x9x8");
    let grid = Grid::new([8, 9, 10]).start([0, 8, 9]);
    assert_samples(&got, &noise.generate(&grid).unwrap());
}

#[test]
fn layers() {
    let folder = Folder::new();
    folder.write(
        "r.json",
        r#"{"stream":1,"layers":[{"seed":1,"frequency":0.1},{"kind":"value","frequency":0.3,"weight":0.25}]}"#,
    );
    let layers =
        Layers::new().add(1.0, Noise::perlin(1).frequency(0.1)).add(0.25, Noise::value(0).frequency(0.3));
    let want = layers.generate(&Grid::new([30, 40])).unwrap();
    assert_samples(&folder.done("generate r.json -o - --size 40x30"), &want);
    folder.done("generate r.json -o x.png --size 40x30 --levels -1.25..1.25");
    let (_, data, recipe) = decode(&folder.read("x.png"));
    assert_levels(data.into_iter().map(u16::from), 255, &want, -1.25, 1.25);
    assert_eq!(serde_json::from_str::<Recipe>(&recipe.unwrap()).unwrap().layers, layers);
    // A seed is that of the first layer, and the second keeps its difference from it.
    let moved =
        Layers::new().add(1.0, Noise::perlin(7).frequency(0.1)).add(0.25, Noise::value(6).frequency(0.3));
    let want = moved.generate(&Grid::new([30, 40])).unwrap();
    assert_samples(&folder.done("generate r.json -o - --size 40x30 --seed 7"), &want);
    for (options, name) in [
        ("--raw", "no-normalize, also called raw,"),
        ("--cell-size 4", "cell-size"),
        ("--range 0..1", "range"),
        ("--hash mix", "hash"),
    ] {
        let fragment = format!("{name} is given for 2 layers");
        folder.fails(&format!("zarr init y.zarr r.json {options}"), 2, &[&fragment]);
    }
}
