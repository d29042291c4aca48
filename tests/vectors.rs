//! Values that were computed elsewhere: `tests/vectors`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may panic")]

mod common;

use common::{Window, assert_bits, hex64, numbers, recipe, vectors};
use perlane::{Backend, Fade, Gradients, Kind, Noise, Permutation, hash, reference};
use serde_json::Value;

#[test]
fn splitmix_and_octave_seeds() {
    let v = vectors("hash_mix.json");
    for (seed, want) in v["splitmix64"].as_object().unwrap() {
        assert_eq!(hash::splitmix64(seed.parse().unwrap()), hex64(want), "seed {seed}");
    }
    let seeds = &v["octave_seeds"];
    let seed = seeds["seed"].as_str().unwrap().parse().unwrap();
    for (o, want) in seeds["octaves"].as_array().unwrap().iter().enumerate() {
        assert_eq!(hash::octave_seed(seed, o as u32), hex64(want), "octave {o}");
    }
}

#[test]
fn corner_hashes() {
    for row in vectors("hash_mix.json")["rows"].as_array().unwrap() {
        let xyzw: Vec<i64> = row["coords_xyzw"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| c.as_str().unwrap().parse().unwrap())
            .collect();
        let wzy: Vec<i64> = xyzw[1..].iter().rev().copied().collect();
        let keys = hash::keys(row["seed"].as_str().unwrap().parse().unwrap());
        let got = hash::corner(hash::row_state(keys, &wzy), hash::weyl(xyzw[0]));
        assert_eq!(u64::from(got), hex64(&row["hash"]), "{row}");
    }
}

#[test]
fn bit_patterns_of_version_1() {
    let v = vectors("bits_v1.json");
    let cases = v["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 15);
    for case in cases {
        let (noise, window) = recipe(&case["recipe"]);
        let want: Vec<f32> =
            case["f32_hex"].as_array().unwrap().iter().map(|h| f32::from_bits(hex64(h) as u32)).collect();
        assert_bits(&noise, &"reference", &window, &window.reference(&noise).unwrap(), &want);
        for backend in Backend::available() {
            assert_bits(&noise, &backend, &window, &window.fill(&noise, backend).unwrap(), &want);
        }
    }
}

/// Values of additions to version 1. What is not here yet is passed over: `wanted` says what is.
#[test]
fn bit_patterns_of_additions() {
    let v = vectors("kinds_v1.json");
    let wanted = |recipe: &Value| {
        (recipe["kind"] == "cellular" || recipe["gradients"] == "value-gradient")
            && recipe.get("warp").is_none()
    };
    let mut count = 0;
    for case in v["cases"].as_array().unwrap().iter().filter(|case| wanted(&case["recipe"])) {
        let (noise, window) = recipe(&case["recipe"]);
        let want: Vec<f32> =
            case["f32_hex"].as_array().unwrap().iter().map(|h| f32::from_bits(hex64(h) as u32)).collect();
        assert_bits(&noise, &"reference", &window, &window.reference(&noise).unwrap(), &want);
        for backend in Backend::available() {
            assert_bits(&noise, &backend, &window, &window.fill(&noise, backend).unwrap(), &want);
        }
        count += 1;
    }
    assert_eq!(count, 15);
}

/// Ken Perlin's reference implementation of improved noise.
#[test]
fn improved_noise_2002() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/perlin2002.csv");
    let noise = Noise::perlin(0).permutation(Permutation::PERLIN).normalize(false);
    let mut count = 0;
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let f: Vec<f64> = line.split(',').take(4).map(|f| f.parse().unwrap()).collect();
        assert_close(noise.sample(&[f[2], f[1], f[0]]).unwrap(), f[3], 1.0, &line);
        count += 1;
    }
    assert_eq!(count, 20);
}

#[track_caller]
fn assert_close(got: f32, want: f64, amplitude: f64, what: &dyn std::fmt::Display) {
    let error = (f64::from(got) - want).abs();
    assert!(error <= 2e-6 * amplitude, "{what}: {got}, should be {want}, off by {error}");
}

fn articles() -> (Value, Vec<[f64; 3]>) {
    let v = vectors("articles.json");
    let [x, y, z] = ["x", "y", "z"].map(|axis| numbers(&v["points"][axis]));
    let points = (0..x.len()).map(|i| [z[i], y[i], x[i]]).collect();
    (v, points)
}

/// Compares a noise with a list of values at the articles' points.
fn check_article(noise: &Noise, dims: usize, points: &[[f64; 3]], want: &Value, amplitude: f64) {
    let want = numbers(want);
    assert_eq!(want.len(), points.len());
    for (point, want) in points.iter().zip(want) {
        let got = reference::sample(noise, &point[3 - dims..]).unwrap();
        assert_close(got, want, amplitude, &format!("{noise:?} at {point:?}"));
    }
}

fn textbook() -> Noise {
    Noise::perlin(0).permutation(Permutation::PERLIN).normalize(false)
}

#[test]
fn article_a_diagonals() {
    let (v, points) = articles();
    let a = &v["a_2d_diagonals"];
    let noise = textbook().gradients(Gradients::Diagonals);
    check_article(&noise, 2, &points, &a["noise"], 1.0);
    let fbm = noise.frequency(0.005).fbm(6);
    check_article(
        &fbm,
        2,
        &points,
        &a["fbm_octaves6_gain0.5_lacunarity2_frequency0.005_not_normalised"],
        1.96875,
    );
}

/// Value noise on a table of 0..=255, repeated after 255 cells.
#[test]
fn article_b_value_table() {
    let (v, _) = articles();
    let b = &v["b_1d_value_table"];
    let noise = textbook().kind(Kind::Value).period([255]).scale(127.5).bias(127.5);
    for (x, want) in numbers(&b["pos"]).into_iter().zip(numbers(&b["noise"])) {
        assert_close(noise.sample(&[x]).unwrap(), want, 255.0, &x);
    }
}

#[test]
fn article_c_axes() {
    let (v, points) = articles();
    let c = &v["c_2d_axes"];
    let table: Vec<u8> = numbers(&c["permutation"]).into_iter().map(|n| n as u8).collect();
    let noise = Noise::perlin(0).normalize(false).gradients(Gradients::Axes);
    let noise = noise.permutation(Permutation::table(&table).unwrap());
    check_article(&noise, 2, &points, &c["noise"], 1.0);
    check_article(&noise.fbm(4), 2, &points, &c["sum4_of_noise(2^i*p)/2^i"], 1.875);
}

#[test]
fn article_d_knight_moves() {
    let (v, points) = articles();
    check_article(
        &textbook().gradients(Gradients::KnightMoves),
        2,
        &points,
        &v["d_2d_knight"]["noise"],
        5f64.sqrt(),
    );
}

#[test]
fn article_e_improved() {
    let (v, points) = articles();
    let e = &v["e_3d_improved"];
    check_article(&textbook(), 3, &points, &e["noise"], 1.0);
    check_article(&textbook().period([7, 7, 7]), 3, &points, &e["repeat7"], 1.0);
    let sum = 1.0 + 0.6 + 0.36 + 0.216 + 0.1296;
    let octaves = textbook().frequency(1.0 / 50.0).fbm(5).gain(0.6).scale(0.5 / sum).bias(0.5);
    check_article(&octaves, 3, &points, &e["octaves5_persistence0.6_in_0_1"], 1.0);
}

/// The gradient is the hash's bits 0, 1 and 3, out of the first 12 edges.
#[test]
fn article_f_masked() {
    let edges: [[f64; 3]; 12] = [
        [1., 1., 0.],
        [-1., 1., 0.],
        [1., -1., 0.],
        [-1., -1., 0.],
        [1., 0., 1.],
        [-1., 0., 1.],
        [1., 0., -1.],
        [-1., 0., -1.],
        [0., 1., 1.],
        [0., -1., 1.],
        [0., 1., -1.],
        [0., -1., -1.],
    ];
    let table: Vec<[f64; 3]> = (0..16).map(|h| edges[h & 0xb]).collect();
    let (v, points) = articles();
    let noise = textbook().gradients(Gradients::custom(&table).unwrap());
    check_article(&noise, 3, &points, &v["f_3d_masked"]["noise"], 1.0);
}

/// A normalised noise divides by the listed supremum, so its values times that are the raw ones.
#[test]
fn bounds_are_the_normalisers() {
    let v = vectors("bounds.json");
    let sets = [
        ("1d_signs", 1, "signs"),
        ("2d_directions16", 2, "directions16"),
        ("2d_directions8", 2, "directions8"),
        ("2d_diagonals", 2, "diagonals"),
        ("2d_axes", 2, "axes"),
        ("2d_knight_moves", 2, "knight-moves"),
        ("2d_value_gradient", 2, "value-gradient"),
        ("3d_edges", 3, "edges"),
        ("4d_edges", 4, "edges"),
    ];
    assert_eq!(v["sup"].as_object().unwrap().len(), sets.len());
    for (key, dims, name) in sets {
        for (fade, fade_name) in
            [(Fade::Linear, "linear"), (Fade::Cubic, "cubic"), (Fade::Quintic, "quintic")]
        {
            let sup = v["sup"][key][fade_name].as_f64().unwrap();
            let noise =
                Noise::perlin(7).frequency(0.37).fade(fade).gradients(Gradients::from_name(name).unwrap());
            let raw = noise.clone().normalize(false);
            let scaled = raw.clone().scale(1.0 / (sup * (1.0 + 1.0 / 1_048_576.0)));
            let window = Window::new(&[3, 5, 4, 6][..dims]);
            let (got, want) = (window.reference(&noise).unwrap(), window.reference(&scaled).unwrap());
            for (g, w) in got.iter().zip(&want) {
                assert!((g - w).abs() <= 1e-6, "{key} {fade_name}: {g} {w}");
            }
        }
    }
}

#[test]
fn edges_in_4d() {
    let listed = vectors("bounds.json")["entries_4d_edges_xyzw"].clone();
    let table: Vec<Vec<f64>> = listed.as_array().unwrap().iter().map(numbers).collect();
    let built_in = Noise::perlin(9).frequency(0.3).normalize(false);
    let custom = built_in.clone().gradients(Gradients::custom(&table).unwrap());
    let window = Window::new(&[4, 5, 6, 7]);
    let want = window.reference(&custom).unwrap();
    assert_bits(&built_in, &"edges", &window, &window.reference(&built_in).unwrap(), &want);
}
