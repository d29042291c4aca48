//! Derivatives and the quantities made of them: in every format, with their recipe, and what is refused.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use std::fs::File;

use common::{Folder, assert_samples, json, level, npy, text};
use perlane::{Backend, Grid, Noise, Quantity, Recipe};
use tiff::tags::Tag;

fn noise() -> Noise {
    Noise::perlin(0).fbm(6).frequency(1.0 / 30.0)
}

/// A file for each format, type of numbers and quantity that go together.
const FILES: &[(&str, &str)] = &[
    ("g.npy", "--size 90x70 --quantity gradient"),
    ("g1.npy", "--size 700 --quantity gradient"),
    ("g4.npy", "--size 9x8x7x6 --quantity gradient"),
    ("c3.npy", "--size 30x20x10 --quantity curl --dtype u16 --levels -0.2..0.2"),
    ("g.raw", "--size 90x70 --quantity gradient --seed 5"),
    ("s.npy", "--size 90x70 --quantity slope --relief 30"),
    ("n.png", "--size 90x70 --quantity normal --relief 30"),
    ("n16.png", "--size 90x70 --quantity normal --relief -30 --dtype u16"),
    ("h.png", "--size 90x70 --quantity hillshade --relief 30 --light 1,0.5,1"),
    ("h16.png", "--size 90x70 --quantity hillshade --relief 30 --dtype u16"),
    ("hc.png", "--size 90x70 --quantity hillshade --relief 30 --colormap terrain"),
    ("s.png", "--size 90x70 --quantity slope --levels 0..0.2"),
    ("s.apng", "--size 40x30x5 --quantity slope --levels 0..0.2"),
    ("s.y4m", "--size 40x30x5 --quantity slope --levels 0..0.2"),
    ("g.tiff", "--size 90x70 --quantity gradient"),
    ("n.tiff", "--size 90x70 --quantity normal --pages"),
    ("c.tiff", "--size 700x530 --quantity curl --cog"),
    ("g.zarr", "--size 90x70 --quantity gradient --chunks 32x32"),
    ("gs.zarr", "--size 90x70 --quantity gradient --chunks 16x16 --shards 32x32 --layout array"),
    ("c.zarr", "--size 30x20x10 --quantity curl --chunks 16x16x8"),
    ("hp.zarr", "--size 90x70 --quantity hillshade --chunks 16x16 --layout pyramid"),
    #[cfg(feature = "exr")]
    ("n.exr", "--size 90x70 --quantity normal"),
];

#[test]
fn files_are_reproduced() {
    let folder = Folder::new();
    for (name, options) in FILES {
        folder.done(&format!("generate -q -o {name} {options} --cell-size 30"));
        for backend in Backend::available().map(Backend::name) {
            let report =
                json(&folder.done(&format!("reproduce {name} --json --backend {backend} --threads 3")));
            assert_eq!(report["reproduced"], true, "{name}: {report}");
            assert_eq!(report["blake3"], report["recorded"], "{name}");
        }
        // The recipe of a file makes the same samples again.
        let digest = |name: &str| json(&folder.done(&format!("info --json {name}")))["samples"].clone();
        if !name.ends_with(".zarr") {
            folder.done(&format!("generate -q {name} -o again.npy --overwrite"));
            assert_eq!(digest("again.npy"), digest(name), "{name}");
        }
    }
    folder.done("reproduce g.npy.perlane.json");
}

/// In a map whose y points up, the usual light comes from below.
#[test]
fn a_light_from_below_is_mentioned() {
    let folder = Folder::new();
    let notes = |options: &str| {
        let command =
            format!("generate --overwrite -o h.png --size 30x20 --cell-size 9 --quantity {options}");
        text(&folder.perlane(&command).stderr).matches("--light -1,1,2").count()
    };
    assert_eq!(notes("hillshade --relief 4 --spacing 1,-1"), 1);
    assert_eq!(notes("hillshade --relief 4"), 0);
    assert_eq!(notes("hillshade --spacing 1,-1 --light -1,1,2"), 0);
    assert_eq!(notes("slope --spacing 1,-1 --levels 0..1"), 0);
}

#[test]
fn a_wrong_number_is_found_in_any_plane() {
    let folder = Folder::new();
    folder.done("generate -q -o g.npy --size 40x30 --quantity gradient --cell-size 9");
    let mut file = folder.read("g.npy");
    let at = file.len() - 4 * (40 * 30 - (7 * 40 + 3));
    file[at] ^= 1;
    folder.write("g.npy", file);
    folder.fails("reproduce g.npy", 1, &["sample 3,7,2 is"]);
    folder.done("generate -q -o n.png --size 40x30 --quantity normal --cell-size 9");
    let other = text(&folder.done("info n.png")).replace("relief = 1.0", "relief = 9.0");
    folder.write("n.toml", other);
    folder.fails("reproduce n.toml", 1, &["the digest it carries is"]);
}

#[test]
fn planes_are_the_first_axis() {
    let folder = Folder::new();
    folder.done("generate -q -o g.npy --size 90x70 --quantity gradient --cell-size 30");
    let file = folder.read("g.npy");
    let (shape, _, data) = npy(&file);
    assert_eq!(shape, "(3, 70, 90)");
    assert_samples(data, &noise().field(Quantity::Gradient).generate(&Grid::new([70, 90])).unwrap());

    folder.done(
        "generate -q -o h.raw --size 90x70 --quantity hillshade --relief 4 --light 1,2,3 --cell-size 30",
    );
    let shade = noise();
    let shade = shade.field(Quantity::Hillshade).relief(4.0).light([1.0, 2.0, 3.0]);
    assert_samples(&folder.read("h.raw"), &shade.generate(&Grid::new([70, 90])).unwrap());

    let piped = folder.done("generate -q -o - --size 90x70 --quantity gradient --cell-size 30");
    assert_samples(&piped, &noise().field(Quantity::Gradient).generate(&Grid::new([70, 90])).unwrap());
}

/// Planes that are larger than a slab are written one after the other, and have the bits of the whole.
#[test]
fn planes_of_many_slabs_have_the_bits_of_the_whole() {
    let folder = Folder::new();
    folder.done("generate -q -o g.npy --size 3001x1502 --quantity curl --cell-size 30");
    let file = folder.read("g.npy");
    let (shape, _, data) = npy(&file);
    assert_eq!(shape, "(2, 1502, 3001)");
    assert_samples(data, &noise().field(Quantity::Curl).generate(&Grid::new([1502, 3001])).unwrap());
}

#[test]
fn normal_maps_are_red_green_blue() {
    let folder = Folder::new();
    folder.done("generate -q -o n.png --size 33x17 --quantity normal --relief 30 --cell-size 30");
    folder.done("generate -q -o w.png --size 33x17 --quantity normal --relief 30 --cell-size 30 --dtype u16");
    let planes = noise().field(Quantity::Normal).relief(30.0).generate(&Grid::new([17, 33])).unwrap();
    for (name, max) in [("n.png", 255), ("w.png", 65535)] {
        let mut reader = png::Decoder::new(std::io::Cursor::new(folder.read(name))).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height, info.color_type), (33, 17, png::ColorType::Rgb));
        for k in 0..33 * 17 {
            for plane in 0..3 {
                let want = level(planes[plane * 33 * 17 + k], max, -1.0, 1.0);
                let found = match max {
                    255 => u16::from(pixels[3 * k + plane]),
                    _ => u16::from_be_bytes([pixels[6 * k + 2 * plane], pixels[6 * k + 2 * plane + 1]]),
                };
                assert_eq!(found, want, "{name} {k} {plane}");
            }
        }
    }
}

/// Shades are from 0, which is dark, to 1 in full light.
#[test]
fn hillshades_are_grey_from_dark_to_light() {
    let folder = Folder::new();
    let planes = noise().field(Quantity::Hillshade).relief(30.0).generate(&Grid::new([17, 33])).unwrap();
    for (dtype, max) in [("u8", 255), ("u16", 65535)] {
        let options = format!("--size 33x17 --quantity hillshade --relief 30 --cell-size 30 --dtype {dtype}");
        folder.done(&format!("generate -q -o h.npy --overwrite {options}"));
        folder.done(&format!("generate -q -o h.png --overwrite {options}"));
        let file = folder.read("h.npy");
        let (_, _, data) = npy(&file);
        let found: Vec<u16> = match max {
            255 => data.iter().copied().map(u16::from).collect(),
            _ => data.as_chunks::<2>().0.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect(),
        };
        let want: Vec<u16> = planes.iter().map(|shade| level(*shade, max, 0.0, 1.0)).collect();
        assert_eq!(found, want, "{dtype}");
        assert_eq!(
            json(&folder.done("info --json h.png"))["numbers"]["levels"],
            serde_json::json!([0.0, 1.0])
        );
    }
}

#[test]
fn arrays_and_info_name_their_planes() {
    let folder = Folder::new();
    folder.done("generate -q -o g.zarr --size 90x70 --quantity gradient --cell-size 30 --layout array");
    let metadata = json(&folder.read("g.zarr/zarr.json"));
    assert_eq!(metadata["shape"], serde_json::json!([3, 70, 90]));
    assert_eq!(metadata["dimension_names"], serde_json::json!(["quantity", "y", "x"]));
    assert_eq!(metadata["attributes"]["planes"], "value dy dx");
    let info = text(&folder.done("info g.zarr"));
    assert!(info.starts_with("# gradient: value within -"), "{info}");
    assert!(info.contains("dx within -") && info.contains("quantity = \"gradient\""), "{info}");
    let recipe: Recipe = toml::from_str(&info).unwrap();
    assert_eq!(recipe.field.quantity, Quantity::Gradient);
    let plan =
        json(&folder.done("generate --dry-run --json --size 90x70 --quantity curl --format npy -o x.npy"));
    assert_eq!(plan["shape"], serde_json::json!([2, 70, 90]));
}

#[test]
fn options_change_what_a_recipe_says() {
    let folder = Folder::new();
    folder.write(
        "r.toml",
        "stream = 1\n[noise]\nfrequency = 0.1\n[field]\nquantity = \"hillshade\"\nrelief = 3.0\n[grid]\nsize = { x = 8, y = 8 }\n",
    );
    let plan = |options: &str| {
        json(&folder.done(&format!("generate r.toml --dry-run --json {options}")))["recipe"]["field"].clone()
    };
    assert_eq!(
        plan(""),
        serde_json::json!({"quantity": "hillshade", "relief": 3.0, "light": [-1.0, -1.0, 2.0]})
    );
    assert_eq!(plan("--light 0,0,1")["light"], serde_json::json!([0.0, 0.0, 1.0]));
    assert_eq!(plan("--quantity normal"), serde_json::json!({"quantity": "normal", "relief": 3.0}));
    assert_eq!(plan("--quantity value"), serde_json::Value::Null);
}

#[test]
fn what_is_refused() {
    let folder = Folder::new();
    let cases: &[(&str, &[&str])] = &[
        ("x.npy --quantity normals3", &["normals3", "value, gradient, normal, slope, hillshade, curl"]),
        ("x.npy --quantity Normal", &["did you mean normal?"]),
        ("x.npy --quantity aspect", &["gradient has both derivatives"]),
        ("x.npy --quantity gradient --noise cell", &["gradient of cell noise", "perlin and value"]),
        ("x.npy --quantity normal --size 4", &["normal, and the grid or points have 1 axis;", "2 axes"]),
        ("x.npy --quantity normal --size 4x4x4", &["normal, and the grid or points have 3 axes", "2 axes"]),
        ("x.npy --quantity curl --size 4x4x4 --permutation perlin", &["hash = mix"]),
        ("x.npy --relief 3", &["relief is 3, with --quantity value", "normal, slope, hillshade"]),
        ("x.npy --quantity slope --light 1,1,1", &["light is 1,1,1, with --quantity slope", "hillshade"]),
        ("x.npy --quantity hillshade --light 1,1", &["'1,1' for '--light", "allowed: three numbers, X,Y,Z"]),
        ("x.npy --quantity hillshade --light=", &["'' for '--light", "allowed: three numbers, X,Y,Z"]),
        ("x.npy --quantity hillshade --light 1,2,3,4", &["allowed: three numbers, X,Y,Z"]),
        ("x.npy --quantity hillshade --light 1,x,3", &["'1,x,3' for '--light", "allowed: numbers such as"]),
        ("x.npy --quantity hillshade --light 0,0,0", &["light is 0, 0, 0", "lengths"]),
        ("x.npy --quantity slope --relief 0", &["relief is 0"]),
        ("x.npy --quantity slope --dtype u8", &["levels is missing", "--quantity slope"]),
        ("x.png --quantity slope", &["levels is missing"]),
        (
            "x.png --quantity gradient",
            &["gradient, which has 3 planes", "value, normal, slope, hillshade in PNG"],
        ),
        ("x.png --quantity normal --colormap terrain", &["colormap is terrain", "components are colours"]),
        ("x.apng --size 4x4x4 --quantity curl", &["curl, which has 3 planes", "value, slope in APNG"]),
        ("x.tiff --size 4x4x4 --quantity gradient", &["gradient, which has 4 planes", "npy, raw, zarr"]),
        ("x.zarr --size 4x4x4x4 --quantity gradient", &["gradient, which has 5 planes", "npy, raw"]),
        (
            "x.zarr --quantity gradient --layout pyramid",
            &["pyramid, of the planes of gradient", "dataset and array"],
        ),
        ("- --format png --quantity normal", &["normal on standard output", "npy and raw"]),
    ];
    for (options, fragments) in cases {
        folder.fails(&format!("generate -o {options}"), 2, fragments);
    }
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

/// A page says which plane it is, for GDAL and for programs that show names of pages.
#[test]
fn pages_have_the_names_of_planes() {
    let folder = Folder::new();
    folder.done("generate -q -o g.tif --size 9x7 --quantity gradient --pages");
    folder.done("generate -q -o z.tif --size 9x7x2 --pages");
    let pages = |file: &str| {
        let mut decoder = tiff::decoder::Decoder::new(File::open(folder.path(file)).unwrap()).unwrap();
        let mut pages = Vec::new();
        loop {
            let mut text = |tag| Some(decoder.find_tag(Tag::Unknown(tag)).unwrap()?.into_string().unwrap());
            pages.push((text(285), text(42112)));
            if !decoder.more_images() {
                return pages;
            }
            decoder.next_image().unwrap();
        }
    };
    let page = |name: &str| {
        let item = format!("<Item name=\"DESCRIPTION\" sample=\"0\" role=\"description\">{name}</Item>");
        (Some(name.to_owned()), Some(format!("<GDALMetadata>{item}</GDALMetadata>")))
    };
    assert_eq!(pages("g.tif"), ["value", "dy", "dx"].map(page));
    assert_eq!(pages("z.tif"), [(None, None), (None, None)], "a z has no name");
}
