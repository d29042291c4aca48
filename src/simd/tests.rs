//! Compares each operation of each backend with its scalar meaning. The same properties are tested for every backend.

use core::ops::Range;

use proptest::prelude::*;

use super::Backend;
use super::Lanes;
use super::past_caches::settled;
use crate::exact;

/// Lanes with all kinds of numbers: signed zeros, subnormal numbers, infinities, ordinary ones.
fn float() -> impl Strategy<Value = f32> {
    prop_oneof![
        3 => -4.0f32..4.0,
        2 => any::<u32>().prop_map(f32::from_bits).prop_filter("NaN payloads are not compared", |v| !v.is_nan()),
        1 => prop::sample::select(vec![0.0, -0.0, 1.0, -1.0, f32::MIN_POSITIVE, 1e-45, -1e-45, f32::MAX, f32::INFINITY]),
    ]
}

fn floats() -> impl Strategy<Value = [f32; 16]> {
    prop::array::uniform16(float())
}

fn words() -> impl Strategy<Value = [u32; 16]> {
    prop::array::uniform16(any::<u32>())
}

fn lanes_of<L: Lanes>(l: L, v: L::F) -> Vec<f32> {
    let mut out = [0.0; 16];
    l.store(v, &mut L::floats_mut(&mut out)[0]);
    out[..L::N].to_vec()
}

/// The bits of integer lanes. The only way to read them is as floats, 16 bits at a time.
fn words_of<L: Lanes>(l: L, v: L::U) -> Vec<u32> {
    let low = lanes_of(l, l.to_f32(l.and(v, l.splat_u(0xFFFF))));
    let high = lanes_of(l, l.to_f32(l.shr::<16>(v)));
    low.iter().zip(high).map(|(low, high)| *low as u32 | (high as u32) << 16).collect()
}

#[track_caller]
fn same(got: Vec<f32>, want: impl Fn(usize) -> f32) {
    for (i, g) in got.iter().enumerate() {
        let w = want(i);
        assert!(g.to_bits() == w.to_bits() || g.is_nan() && w.is_nan(), "lane {i}: {g:?}, should be {w:?}");
    }
}

#[track_caller]
fn same_words(got: Vec<u32>, want: impl Fn(usize) -> u32) {
    for (i, g) in got.iter().enumerate() {
        assert_eq!(*g, want(i), "lane {i}");
    }
}

fn load<L: Lanes>(l: L, v: &[f32; 16]) -> L::F {
    l.load(&L::floats(v)[0])
}

fn load_u<L: Lanes>(l: L, v: &[u32; 16]) -> L::U {
    l.load_u(&L::words(v)[0])
}

/// Floors of numbers that are not too large, and what remains.
fn check_split<L: Lanes>(l: L, a: &[f32; 16]) {
    let (floors, rest) = l.split(load(l, a));
    let mut words = [0; 16];
    l.store_u(floors, &mut L::words_mut(&mut words)[0]);
    for (word, a) in words.iter().zip(a).take(L::N) {
        assert_eq!(*word as i32, exact::floorf(*a) as i32, "floor of {a:?}");
    }
    // The sign of a zero may be lost: nothing depends on it.
    let zero = l.splat(0.0);
    same(lanes_of(l, l.add(rest, zero)), |i| (a[i] - exact::floorf(a[i])) + 0.0);
}

fn check_floats<L: Lanes>(l: L, a: [f32; 16], b: [f32; 16]) {
    let (x, y) = (load(l, &a), load(l, &b));
    same(lanes_of(l, x), |i| a[i]);
    same(lanes_of(l, l.splat(a[3])), |_| a[3]);
    same(lanes_of(l, l.add(x, y)), |i| a[i] + b[i]);
    same(lanes_of(l, l.sub(x, y)), |i| a[i] - b[i]);
    same(lanes_of(l, l.mul(x, y)), |i| a[i] * b[i]);
    same(lanes_of(l, l.abs(x)), |i| a[i].abs());
    same(lanes_of(l, l.div(x, l.add(l.abs(y), l.splat(0.5)))), |i| a[i] / (b[i].abs() + 0.5));
    same(lanes_of(l, l.sqrt(l.abs(x))), |i| exact::sqrtf(a[i].abs()));
    check_split(
        l,
        &a.map(|a| if a.abs() <= 4_194_304.0 { a } else { a.to_bits() as f32 / 4096.0 - 524_288.0 }),
    );
    for (x, y, a, b) in [(x, y, a, b), (y, x, b, a), (x, x, a, a)] {
        let below = l.below(x, y);
        same(lanes_of(l, l.select(below, x, l.splat(7.0))), |i| if a[i] < b[i] { a[i] } else { 7.0 });
        assert_eq!(l.any(below), (0..L::N).any(|i| a[i] < b[i]));
        let kept: Vec<f32> = (0..L::N).filter(|&i| a[i] < b[i]).map(|i| b[i]).collect();
        let (compressed, count) = l.compress(below, y);
        assert_eq!(count, kept.len());
        same(lanes_of(l, compressed)[..count].to_vec(), |i| kept[i]);
        same(lanes_of(l, l.lesser(x, y)), |i| if a[i] < b[i] { a[i] } else { b[i] });
        same(lanes_of(l, l.greater(x, y)), |i| if a[i] > b[i] { a[i] } else { b[i] });
    }
    let positive = |a: [f32; 16]| a.map(|a| if a.is_nan() { f32::INFINITY } else { a.abs() });
    let (c, d) = (positive(a), positive(b));
    let (z, w) = (load(l, &c), load(l, &d));
    for (z, w, c, d) in [(z, w, c, d), (w, z, d, c), (z, z, c, c)] {
        same(lanes_of(l, l.lesser_positive(z, w)), |i| if c[i] < d[i] { c[i] } else { d[i] });
        same(lanes_of(l, l.greater_positive(z, w)), |i| if c[i] > d[i] { c[i] } else { d[i] });
    }
    // Of numbers below zero, only the sign of the result is told.
    let numbers = |a: [f32; 16]| a.map(|a| if a.is_nan() { -1.0 } else { a + 0.0 });
    let (c, d) = (numbers(a), numbers(b));
    let (z, w) = (load(l, &c), load(l, &d));
    let lesser = lanes_of(l, l.lesser_positive(z, w));
    let greater = lanes_of(l, l.greater_positive(z, w));
    for i in (0..L::N).filter(|&i| c[i] < 0.0 || d[i] < 0.0) {
        assert!(lesser[i] < 0.0, "{} of {} and {}", lesser[i], c[i], d[i]);
        match (c[i] < 0.0, d[i] < 0.0) {
            (true, true) => assert!(greater[i] < 0.0, "{} of {} and {}", greater[i], c[i], d[i]),
            (true, false) => assert_eq!(greater[i].to_bits(), d[i].to_bits()),
            _ => assert_eq!(greater[i].to_bits(), c[i].to_bits()),
        }
    }
    // Two roundings, never one.
    same(lanes_of(l, l.add(l.mul(x, y), x)), |i| a[i] * b[i] + a[i]);
    same(lanes_of(l, l.sub(l.mul(x, y), x)), |i| a[i] * b[i] - a[i]);
    let long: Vec<f32> = a.iter().chain(&b).copied().collect();
    same(lanes_of(l, l.load_at(&long, 7)), |i| long[7 + i]);
    same(lanes_of(l, l.load_halves(&long, 3, 17)), |i| if i < 8 { long[3 + i] } else { long[9 + i] });
    same(lanes_of(l, l.halves(a[1], b[2])), |i| if i < 8 { a[1] } else { b[2] });
    let fours: Vec<&[f32; 4]> = (0..4).map(|k| a[4 * (k * 3 % 4)..].first_chunk().unwrap()).collect();
    let concat = l.concat([fours[0], fours[1], fours[2], fours[3]]);
    same(lanes_of(l, concat), |i| fours[i / 4][i % 4]);
    let interleaved = |low: usize| move |i: usize| [a, b][i % 2][i / 4 * 4 + low + i % 4 / 2];
    same(lanes_of(l, l.interleave_low(x, y)), interleaved(0));
    same(lanes_of(l, l.interleave_high(x, y)), interleaved(2));
    same(lanes_of(l, l.next(x, y)), |i| if i + 1 < L::N { a[i + 1] } else { b[0] });
}

fn check_words<L: Lanes>(l: L, a: [u32; 16], b: [u32; 16]) {
    let (x, y) = (load_u(l, &a), load_u(l, &b));
    same_words(words_of(l, x), |i| a[i]);
    let mut stored = [0; 16];
    l.store_u(x, &mut L::words_mut(&mut stored)[0]);
    assert_eq!(stored[..L::N], a[..L::N]);
    same_words(words_of(l, l.splat_u(a[5])), |_| a[5]);
    same_words(words_of(l, l.add_u(x, y)), |i| a[i].wrapping_add(b[i]));
    same_words(words_of(l, l.mul_u(x, y)), |i| a[i].wrapping_mul(b[i]));
    same_words(words_of(l, l.xor(x, y)), |i| a[i] ^ b[i]);
    same_words(words_of(l, l.and(x, y)), |i| a[i] & b[i]);
    same_words(words_of(l, l.shr::<1>(x)), |i| a[i] >> 1);
    same_words(words_of(l, l.shr::<15>(x)), |i| a[i] >> 15);
    same_words(words_of(l, l.shr::<31>(x)), |i| a[i] >> 31);
    same_words(words_of(l, l.shl::<1>(x)), |i| a[i] << 1);
    same_words(words_of(l, l.shl::<12>(x)), |i| a[i] << 12);
    same_words(words_of(l, l.shl::<31>(x)), |i| a[i] << 31);
    assert_eq!(l.first_lane(x), a[0]);
    same_words(words_of(l, l.rotate16(x)), |i| a[i].rotate_left(16));
    same(lanes_of(l, l.to_f32(l.shr::<8>(x))), |i| (a[i] >> 8) as f32);
    let (yes, no) = (l.splat(1.0), l.splat(-2.0));
    for (x, y, a, b) in [(x, y, a, b), (y, x, b, a), (x, x, a, a)] {
        same(lanes_of(l, l.select(l.above(x, y), yes, no)), |i| {
            if a[i] as i32 > b[i] as i32 { 1.0 } else { -2.0 }
        });
    }
}

fn check_lookups<L: Lanes>(l: L, v: [f32; 16], index: [u32; 16], seed: u32) {
    let table: [f32; 256] = core::array::from_fn(|i| (i as u32 ^ seed) as f32);
    let words = table.map(f32::to_bits);
    let within = index.map(|i| i % L::N as u32);
    let (x, i) = (load(l, &v), load_u(l, &index));
    same(lanes_of(l, l.permute(x, load_u(l, &within))), |k| v[within[k] as usize]);
    same(lanes_of(l, l.pick16(table.first_chunk().unwrap(), i)), |k| table[index[k] as usize & 15]);
    let halves = [load(l, &v), l.load_at(&[v, v].concat(), 8)];
    same(lanes_of(l, l.pick16_of(halves, i)), |k| v[index[k] as usize & 15]);
    let opposite: [f32; 16] = core::array::from_fn(|i| if i < 8 { v[i] } else { -v[i - 8] });
    same(lanes_of(l, l.pick_opposite(&opposite, i)), |k| opposite[index[k] as usize & 15]);
    let halves = [load(l, &opposite), l.load_at(&[opposite, opposite].concat(), 8)];
    same(lanes_of(l, l.pick_opposite_of(halves, i)), |k| opposite[index[k] as usize & 15]);
    let bytes = core::array::from_fn(|i| (37 * i as u32).wrapping_add(seed) as u8);
    let picked = l.and(l.pick_byte(&bytes, i), l.splat_u(255));
    same_words(words_of(l, picked), |k| u32::from(bytes[index[k] as usize & 15]));
    same(lanes_of(l, l.pick4(table.first_chunk().unwrap(), i)), |k| table[index[k] as usize & 3]);
    same(lanes_of(l, l.pick256(&table, i)), |k| table[index[k] as usize & 255]);
    same_words(words_of(l, l.pick256_u(&words, i)), |k| words[index[k] as usize & 255]);
    for len in [1, 7, 256] {
        same_words(words_of(l, l.gather(&words[..len], i)), |k| words[(index[k] as usize).min(len - 1)]);
        let small = index.map(|i| i % 300);
        same_words(words_of(l, l.gather(&words[..len], load_u(l, &small))), |k| {
            words[(small[k] as usize).min(len - 1)]
        });
    }
}

/// Coordinates around whole numbers and elsewhere, within the range of `place`.
fn coordinates() -> impl Strategy<Value = [f64; 16]> {
    let one = prop_oneof![
        2 => -1e9..1e9,
        2 => -4.0..4.0,
        2 => (-1_073_741_824i32..=1_073_741_824, -2i64..=2).prop_map(|(whole, ulps)| {
            let x = f64::from(whole);
            if x == 0.0 { x } else { f64::from_bits((x.to_bits() as i64 + ulps) as u64).clamp(-1_073_741_824.0, 1_073_741_824.0) }
        }),
        1 => prop::sample::select(vec![0.0, -0.0, 5e-324, -5e-324, -1e-30, 0.999_999_999_999, -0.999_999_999_999]),
    ];
    prop::array::uniform16(one)
}

fn check_places<L: Lanes>(l: L, world: [f64; 16], offset: f64, frequency: f64) {
    let far = 2_251_798_739_943_423.0; // 2^51 - 2^30 - 1
    for (offset, frequency, base) in [
        (0.0, 1.0, 0.0),
        (-0.0, 1.0, 0.0),
        (offset, frequency, 0.0),
        (far, 1.0, far),
        (-far, 1.0, -far),
        (123_456_789_123.0, 1.0, 123_456_789_123.0),
    ] {
        let (cells, fractions) = l.place(&L::doubles(&world)[0], offset, frequency, base);
        let x = world.map(|w| (w + offset) * frequency);
        same_words(words_of(l, cells), |i| (exact::floor(x[i]) - base) as i32 as u32);
        same(lanes_of(l, fractions), |i| (x[i] - exact::floor(x[i])) as f32);
    }
}

/// Cell and fraction of every `step`th f32 that is a coordinate within the range of `place`.
fn check_every_place<L: Lanes>(l: L, step: u32) {
    let mut bits = 0u64;
    while bits <= u64::from(u32::MAX) {
        let world: [f64; 16] = core::array::from_fn(|i| {
            let x = f64::from(f32::from_bits((bits + i as u64 * u64::from(step)) as u32));
            if x.abs() <= 1_073_741_824.0 { x } else { 0.0 }
        });
        let (cells, fractions) = l.place(&L::doubles(&world)[0], 0.0, 1.0, 0.0);
        let (mut words, mut floats) = ([0; 16], [0.0; 16]);
        l.store_u(cells, &mut L::words_mut(&mut words)[0]);
        l.store(fractions, &mut L::floats_mut(&mut floats)[0]);
        for i in 0..L::N {
            let floor = exact::floor(world[i]);
            assert_eq!(words[i], floor as i32 as u32, "{:e}", world[i]);
            assert_eq!(floats[i].to_bits(), ((world[i] - floor) as f32).to_bits(), "{:e}", world[i]);
        }
        bits += L::N as u64 * u64::from(step);
    }
}

/// Copies rows of `width` elements to any place in memory. What is between the rows must stay as it was.
fn check_copies<L: Lanes>(l: L, width: usize, at: usize, rows: usize, gap: usize) {
    let from: Vec<f32> = (0..(width + 3) * rows).map(|k| k as f32).collect();
    let stride = width + gap;
    let mut to = vec![-1.0; at + stride * rows];
    settled(|streams| streams.copy(l, (&from, width + 3), (&mut to[at..], stride), width));
    for (k, got) in to.iter().enumerate() {
        let (row, column) = (k.wrapping_sub(at) / stride, k.wrapping_sub(at) % stride);
        let copied = k >= at && column < width;
        assert_eq!(*got, if copied { (row * (width + 3) + column) as f32 } else { -1.0 }, "{k}");
    }
}

/// Stores some lanes of a line at any place in memory, past the caches where that can be done. What is around them must stay as it was.
fn check_streams<L: Lanes>(l: L, v: [f32; 16], at: usize, lanes: Range<usize>) {
    let mut memory = [f32::NAN; 64];
    let at = memory.as_ptr().align_offset(64) + at;
    let to = &mut memory[at..at + 16];
    let load = |k: usize| l.load(&L::floats(&v)[k]);
    settled(|streams| match L::N {
        8 => streams.store(l, [load(0), load(1)], to, &lanes),
        _ => streams.store(l, [load(0)], to, &lanes),
    });
    for (i, got) in memory.iter().enumerate() {
        let stored = i >= at && lanes.contains(&(i - at));
        assert!(if stored { got.to_bits() == v[i - at].to_bits() } else { got.is_nan() }, "{i}");
    }
}

fn check_views<L: Lanes>() {
    let mut v = [0.0; 50];
    assert_eq!(L::floats(&v).len(), 50 / L::N);
    assert_eq!(L::floats_mut(&mut v).len(), 50 / L::N);
    assert_eq!(L::words(&[0; 50]).len(), 50 / L::N);
    assert_eq!(L::doubles(&[0.0; 50]).len(), 50 / L::N);
    assert_eq!(L::floats(&v)[0].as_ref().len(), L::N);
    assert_eq!(crate::simd::WIDEST % L::N, 0);
}

/// Conversions of words to floats, for words `first`, `first + step` and so on, up to 2^32 - 1.
fn check_conversions<L: Lanes>(l: L, first: u32, step: u32) {
    let mut word = u64::from(first);
    while word <= u64::from(u32::MAX) {
        let words: [u32; 16] = core::array::from_fn(|i| (word + i as u64 * u64::from(step)) as u32);
        let v = load_u(l, &words);
        let mut high = [0.0; 16];
        l.store(l.to_f32(l.shr::<8>(v)), &mut L::floats_mut(&mut high)[0]);
        let mut low = [0.0; 16];
        l.store(l.to_f32(l.and(v, l.splat_u(0xFF_FFFF))), &mut L::floats_mut(&mut low)[0]);
        for i in 0..L::N {
            assert_eq!(high[i].to_bits(), ((words[i] >> 8) as f32).to_bits(), "{:#x} >> 8", words[i]);
            assert_eq!(low[i].to_bits(), ((words[i] & 0xFF_FFFF) as f32).to_bits(), "{:#x}", words[i]);
        }
        word += L::N as u64 * u64::from(step);
    }
}

/// The tests of a backend. If the machine does not have it, they say so.
macro_rules! backend {
    ($name:ident, $token:expr) => {
        mod $name {
            use super::*;

            proptest! {
                #[test]
                fn float_operations(a in floats(), b in floats()) {
                    if let Some(l) = $token { check_floats(l, a, b) }
                }

                #[test]
                fn word_operations(a in words(), b in words()) {
                    if let Some(l) = $token { check_words(l, a, b) }
                }

                #[test]
                fn places(world in coordinates(), offset in -1.0..1.0, frequency in 0.0..0.99) {
                    if let Some(l) = $token { check_places(l, world, offset, frequency) }
                }

                #[test]
                fn copies(width in 1usize..150, at in 0usize..40, rows in 0usize..5, gap in 0usize..40) {
                    if let Some(l) = $token { check_copies(l, width, at, rows, gap) }
                }

                #[test]
                fn streams(v in floats(), at in prop_oneof![Just(0), 0usize..17], start in 0usize..17, end in 0usize..17) {
                    for lanes in [0..16, start..start.max(end)] {
                        if let Some(l) = $token { check_streams(l, v, at, lanes) }
                    }
                }

                #[test]
                fn lookups(v in floats(), index in words(), seed in 0u32..1000) {
                    if let Some(l) = $token { check_lookups(l, v, index, seed) }
                }
            }

            #[test]
            fn conversions() {
                if let Some(l) = $token {
                    check_conversions(l, 1, 5003)
                }
            }

            #[test]
            #[ignore = "2^32 words take a while: the full run does them"]
            fn conversions_of_every_word() {
                if let Some(l) = $token {
                    check_conversions(l, 0, 1)
                }
            }

            #[test]
            fn places_of_many_floats() {
                if let Some(l) = $token {
                    check_every_place(l, 4999)
                }
            }

            #[test]
            #[ignore = "2^32 coordinates take a while: the full run does them"]
            fn places_of_every_float() {
                if let Some(l) = $token {
                    check_every_place(l, 1)
                }
            }

            #[test]
            fn views() {
                fn of<L: Lanes>(token: Option<L>) {
                    check_views::<L>();
                    if token.is_none() {
                        eprintln!("{}: not on this machine, operations not tested", stringify!($name));
                    }
                }
                of($token);
            }
        }
    };
}

/// Instantiates the suite for the token of each backend, and checks that none is missing.
macro_rules! backends {
    ($($(#[$there:meta])* $name:ident: $token:expr;)+) => {
        $($(#[$there])* backend!($name, $token);)+

        #[test]
        fn every_backend_has_the_suite() {
            let suites = [$($(#[$there])* stringify!($name)),+];
            for name in Backend::available().map(Backend::name) {
                // What is portable here has the name of its vectors.
                assert!(name == "portable" || suites.contains(&name), "{name} is not among {suites:?}");
            }
        }
    };
}

backends! {
    #[cfg(has_wide)]
    wide: Some(crate::simd::wide::Wide);
    #[cfg(has_sse2)]
    sse2: Some(crate::simd::sse2::Sse2);
    #[cfg(has_avx2)]
    avx2: crate::simd::avx2::Avx2::new();
    #[cfg(has_avx512)]
    avx512: crate::simd::avx512::Avx512::new();
    #[cfg(has_neon)]
    neon: Some(crate::simd::neon::Neon);
    #[cfg(has_simd128)]
    simd128: Some(crate::simd::simd128::Simd128);
}
