//! Values that were computed elsewhere: `tests/vectors`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests may panic, and compare with formulas in f64"
)]

mod common;

use common::{Window, assert_bits, backends, hex64, numbers, recipe, vectors};
use perlane::{Fade, Fractal, Gradients, Kind, Layers, Noise, PerAxis, Permutation, Warp, hash, reference};
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

/// The lattice coordinates of a vector file's row, x first.
fn coordinates(row: &Value) -> Vec<i64> {
    let xyzw = row["coords_xyzw"].as_array().unwrap().iter();
    xyzw.map(|c| c.as_str().unwrap().parse().unwrap()).collect()
}

#[test]
fn corner_hashes() {
    for row in vectors("hash_mix.json")["rows"].as_array().unwrap() {
        let xyzw = coordinates(row);
        let wzy: Vec<i64> = xyzw[1..].iter().rev().copied().collect();
        let keys = hash::keys(row["seed"].as_str().unwrap().parse().unwrap());
        let got = hash::corner(hash::row_state(keys, &wzy), hash::weyl(xyzw[0]));
        assert_eq!(u64::from(got), hex64(&row["hash"]), "{row}");
    }
}

/// A vector file's list of 256 numbers.
fn table(list: &Value) -> [u8; 256] {
    let numbers: Vec<u8> =
        list.as_array().unwrap().iter().map(|n| u8::try_from(n.as_u64().unwrap()).unwrap()).collect();
    numbers.try_into().unwrap()
}

#[test]
fn shuffled_permutations() {
    let v = vectors("permutation.json");
    let shuffled = v["shuffled"].as_object().unwrap();
    assert_eq!(shuffled.len(), 5);
    for (seed, want) in shuffled {
        let (seed, want) = (seed.parse().unwrap(), table(want));
        assert_eq!(hash::shuffled(seed), want, "seed {seed}");
        assert_eq!(Permutation::SEEDED.values(seed), want, "seed {seed}");
    }
}

#[test]
fn corner_hashes_of_permutations() {
    let v = vectors("permutation.json");
    let rows = v["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4 * 18);
    for row in rows {
        let named = row["table"].as_str().unwrap();
        let table =
            if named == "perlin" { Permutation::PERLIN.values(0) } else { table(&v["shuffled"][named]) };
        assert_eq!(
            u64::from(hash::permute(&table, &coordinates(row))),
            row["hash"].as_u64().unwrap(),
            "{row}"
        );
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
        for backend in backends() {
            assert_bits(&noise, &backend, &window, &window.fill(&noise, backend).unwrap(), &want);
        }
    }
}

/// Values of additions to version 1.
#[test]
fn bit_patterns_of_additions() {
    let v = vectors("kinds_v1.json");
    let cases = v["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 38);
    for case in cases {
        let (noise, window) = recipe(&case["recipe"]);
        let want: Vec<f32> =
            case["f32_hex"].as_array().unwrap().iter().map(|h| f32::from_bits(hex64(h) as u32)).collect();
        assert_bits(&noise, &"reference", &window, &window.reference(&noise).unwrap(), &want);
        for backend in backends() {
            assert_bits(&noise, &backend, &window, &window.fill(&noise, backend).unwrap(), &want);
        }
    }
}

/// No kind rests on the reference alone, which its author wrote.
#[test]
fn every_kind_has_bit_patterns() {
    let cases = ["bits_v1.json", "kinds_v1.json"].map(|file| vectors(file)["cases"].clone());
    let cases = cases.iter().flat_map(|cases| cases.as_array().unwrap());
    let kinds: Vec<Kind> = cases.map(|case| recipe(&case["recipe"]).0.kind).collect();
    for kind in Kind::ALL {
        assert!(kinds.contains(kind), "no case of {kind} noise in tests/vectors");
    }
}

/// The warp of amplitude 3, frequency 0.5 and two octaves that moves a noise of frequency 0.25: section 1 of the page. Seeds wrap, and periods are the noise's.
fn warp_of_the_page(noise: &Noise, seed: u64, dims: usize) -> Warp {
    let mut moves = PerAxis::<Layers>::default();
    for (a, to) in moves.xyzw_mut().into_iter().enumerate().take(dims) {
        let mut along = Noise::perlin(seed.wrapping_add(a as u64)).frequency(0.5).fbm(2).scale(3.0);
        for (cells, period) in along.period.xyzw_mut().into_iter().zip(noise.period.xyzw()) {
            *cells = 2 * period;
        }
        *to = along.into();
    }
    Warp::Of(moves)
}

#[test]
fn warps_by_numbers_are_noises_of_the_next_seeds() {
    let seeds = [(u64::MAX, None), (u64::MAX - 1, None), (5, Some(u64::MAX)), (5, Some(u64::MAX - 2))];
    for (kind, dims) in
        [Kind::Perlin, Kind::Value].into_iter().flat_map(|kind| (1..=4).map(move |d| (kind, d)))
    {
        for (own, given) in seeds {
            let mut noise = Noise::perlin(own).kind(kind).frequency(0.25).period([4, 6, 8, 3]).fbm(2);
            noise.period.xyzw_mut().into_iter().skip(dims).for_each(|period| *period = 0);
            let mut by_noises = noise.clone();
            by_noises.warp = warp_of_the_page(&noise, given.unwrap_or(own.wrapping_add(1)), dims);
            let by_numbers = noise.clone().warp_by(3.0).warp_octaves(2).warp_frequency(0.5);
            let by_numbers = given.map_or(by_numbers.clone(), |seed| by_numbers.warp_seed(seed));
            let mut window = Window::new(&[3, 2, 5, 7][4 - dims..]);
            window.spacing.fill(0.37);
            let (got, want) = (window.reference(&by_numbers).unwrap(), window.reference(&by_noises).unwrap());
            assert_bits(&by_numbers, &"reference", &window, &got, &want);
            assert_ne!(window.reference(&noise).unwrap(), want, "samples do not move");
        }
    }
}

/// Ken Perlin's table as `docs/bits.md` lists it: rows of 32 numbers.
#[test]
fn permutation_of_the_page() {
    let page = include_str!("../docs/bits.md");
    let (_, section) = page.split_once("\n## 2. ").unwrap();
    let (section, _) = section.split_once("\n## 3. ").unwrap();
    let row =
        |line: &str| line.split_whitespace().map(|number| number.parse().ok()).collect::<Option<Vec<u8>>>();
    let rows = section.lines().filter(|line| line.starts_with("    ")).filter_map(row);
    assert_eq!(rows.flatten().collect::<Vec<u8>>(), Permutation::PERLIN.values(0));
}

/// The suprema that `docs/bits.md` lists: of the quintic noise, and of the linear and the cubic one where these differ.
#[test]
fn suprema_of_the_page() {
    let page = include_str!("../docs/bits.md");
    let (_, section) = page.split_once("| set | entries |").unwrap();
    let (table, _) = section.split_once("| custom |").unwrap();
    let listed = vectors("bounds.json")["sup"].clone();
    let mut count = 0;
    for row in table.lines().skip(2) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, set, .., suprema, _] = cells[..] else { panic!("{row}") };
        let (dims, set) = (&set[..1], set.split('`').nth(1).unwrap());
        let mut name = format!("{dims}d");
        for c in set.chars() {
            name.extend(c.is_uppercase().then_some('_').into_iter().chain(c.to_lowercase()));
        }
        let numbers: Vec<f64> = suprema.split([';', ',']).map(|n| n.trim().parse().unwrap()).collect();
        let [quintic, linear, cubic] = match numbers[..] {
            [all] => [all; 3],
            [quintic, linear, cubic] => [quintic, linear, cubic],
            _ => panic!("{row}"),
        };
        let of = |fade: &str| listed[name.as_str()][fade].as_f64().unwrap_or_else(|| panic!("{name}"));
        assert_eq!([of("quintic"), of("linear"), of("cubic")], [quintic, linear, cubic], "{name}");
        count += 1;
    }
    assert_eq!(count, listed.as_object().unwrap().len());
}

/// Ken Perlin's reference implementation of improved noise.
#[test]
fn improved_noise_2002() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/perlin2002.csv");
    let noise = Noise::perlin(0).permutation(Permutation::PERLIN).normalize(false);
    let mut count = 0;
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let f: Vec<f64> = line.split(',').take(4).map(|f| f.parse().unwrap()).collect();
        assert_close(reference::sample(&noise, &[f[2], f[1], f[0]]).unwrap(), f[3], 1.0, &line);
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
        assert_close(reference::sample(&noise, &[x]).unwrap(), want, 255.0, &x);
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

/// The octaves of a noise by themselves, unnormalised, at a point.
fn octaves_of(noise: &Noise, point: &[f64]) -> Vec<f64> {
    let octave = |o: u32| {
        let single = noise.clone().fractal(Fractal::None).normalize(false);
        let single = single.seed(hash::octave_seed(noise.seed, o));
        let frequency = noise.frequency * noise.lacunarity.powi(o as i32);
        f64::from(reference::sample(&single.frequency(frequency), point).unwrap())
    };
    (0..noise.octaves).map(octave).collect()
}

/// `RidgedMultifractal` of Ebert et al., "Texturing and Modeling", line by line.
fn ridged_of_the_book(octaves: &[f64], lacunarity: f64, h: f64, offset: f64, gain: f64) -> f64 {
    let exponents: Vec<f64> = (0..octaves.len()).map(|i| lacunarity.powi(i as i32).powf(-h)).collect();
    let mut signal = (offset - octaves[0].abs()).powi(2);
    let mut result = signal;
    for (n, exponent) in octaves.iter().zip(exponents).skip(1) {
        let weight = (signal * gain).clamp(0.0, 1.0);
        signal = (offset - n.abs()).powi(2) * weight;
        result += signal * exponent;
    }
    result
}

/// `HybridMultifractal` of the same book, but for its weights, which may be negative there.
fn hybrid_of_the_book(octaves: &[f64], lacunarity: f64, h: f64, offset: f64) -> f64 {
    let exponents: Vec<f64> = (0..octaves.len()).map(|i| lacunarity.powi(i as i32).powf(-h)).collect();
    let mut result = octaves[0] + offset;
    let mut weight = result;
    for (n, exponent) in octaves.iter().zip(exponents).skip(1) {
        weight = weight.clamp(0.0, 1.0);
        let signal = (n + offset) * exponent;
        result += weight * signal;
        weight *= signal;
    }
    result
}

/// FastNoiseLite's `PingPong` and `GenFractalPingPong`, without its weighted strength.
fn ping_pong_of_fast_noise(octaves: &[f64], gain: f64, strength: f64) -> f64 {
    let ping_pong = |t: f64| {
        let t = t - f64::from((t * 0.5) as i32) * 2.0;
        if t < 1.0 { t } else { 2.0 - t }
    };
    let mut amplitude = 1.0;
    let mut sum = 0.0;
    for n in octaves {
        sum += (ping_pong((n + 1.0) * strength) - 0.5) * 2.0 * amplitude;
        amplitude *= gain;
    }
    sum
}

#[test]
fn fractals_of_books_and_libraries() {
    for (i, kind) in [Kind::Perlin, Kind::Value, Kind::Perlin].into_iter().enumerate() {
        let noise = Noise::perlin(77 + i as u64).kind(kind).frequency(0.37).octaves(6).normalize(false);
        let noise = noise.lacunarity(2.1);
        for n in 0..400 {
            let point = [0.31 * f64::from(n), 9.7 - 0.13 * f64::from(n), 0.7][i % 2..].to_vec();
            let octaves = octaves_of(&noise, &point);
            let (h, offset, feedback) = (0.9, 1.0, 2.0);
            let gain = noise.lacunarity.powf(-h);
            let ridged =
                noise.clone().fractal(Fractal::RidgedMulti).gain(gain).level(offset).feedback(feedback);
            let want = ridged_of_the_book(&octaves, noise.lacunarity, h, offset, feedback);
            assert_close(reference::sample(&ridged, &point).unwrap(), want, 8.0, &"ridged-multi");
            let hybrid = noise.clone().fractal(Fractal::HybridMulti).gain(gain).level(0.7).feedback(1.0);
            let want = hybrid_of_the_book(&octaves, noise.lacunarity, h, 0.7);
            assert_close(reference::sample(&hybrid, &point).unwrap(), want, 8.0, &"hybrid-multi");
            let back_and_forth = noise.clone().fractal(Fractal::PingPong).gain(0.6).strength(3.4);
            let want = ping_pong_of_fast_noise(&octaves, 0.6, 3.4);
            assert_close(reference::sample(&back_and_forth, &point).unwrap(), want, 8.0, &"ping-pong");
        }
    }
}

/// Not normalised, a noise of one octave may reach the listed supremum times e, in every bit. Normalised, it has the samples that are scaled by the inverse.
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
    let e = 1.0 + 2f64.powi(-20);
    for (key, dims, name) in sets {
        for (fade, fade_name) in
            [(Fade::Linear, "linear"), (Fade::Cubic, "cubic"), (Fade::Quintic, "quintic")]
        {
            let sup = v["sup"][key][fade_name].as_f64().unwrap();
            let noise =
                Noise::perlin(7).frequency(0.37).fade(fade).gradients(Gradients::from_name(name).unwrap());
            let raw = noise.clone().normalize(false);
            let (low, high) = raw.bounds(dims).unwrap();
            let ends = [low, high].map(f64::to_bits);
            assert_eq!(ends, [-(sup * e), sup * e].map(f64::to_bits), "{key} {fade_name}: {low}..={high}");
            let scaled = raw.scale(1.0 / (sup * e));
            let window = Window::new(&[3, 5, 4, 6][..dims]);
            let (got, want) = (window.reference(&noise).unwrap(), window.reference(&scaled).unwrap());
            assert_bits(&noise, &format!("{key} {fade_name}"), &window, &got, &want);
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
