//! Which backends there are: what the other tests cover on this machine.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test that reports")]

use perlane::{Backend, Grid, Noise};

/// With `PERLANE_EXPECT` (names with commas between), fails unless exactly these are there, so that a run that was to cover one
/// cannot pass without it. The library itself reads no environment variable.
#[test]
fn backends_are_those_expected() {
    let available: Vec<&str> = Backend::available().map(Backend::name).collect();
    eprintln!("backends tested on this machine: {}", available.join(", "));
    for name in Backend::NAMES {
        let absence = Backend::absence(name);
        assert_eq!(absence.is_none(), available.contains(name), "{name}");
        if let Some(reason) = absence {
            assert_ne!(reason, "no such backend", "{name}");
            eprintln!("not tested: {name} ({reason})");
        }
    }
    if let Ok(expected) = std::env::var("PERLANE_EXPECT") {
        assert_eq!(available.join(","), expected);
    }
}

#[test]
fn names_and_constructors_agree() {
    let made =
        [Some(Backend::portable()), Backend::avx2(), Backend::avx512(), Backend::neon(), Backend::simd128()];
    assert_eq!(made.len(), Backend::NAMES.len());
    for (name, made) in Backend::NAMES.iter().copied().zip(made) {
        assert_eq!(Backend::from_name(name).ok(), made);
        if let Some(backend) = made {
            assert_eq!((backend.name(), backend.to_string()), (name, name.to_owned()));
            assert!([8, 16].contains(&backend.lanes()));
        }
    }
    assert_eq!(Backend::absence("mmx"), Some("no such backend"));
}

/// The error about an unknown name says of each backend that there is, or why it is not.
#[test]
fn errors_name_all_backends() {
    let error = Backend::from_name("mmx").unwrap_err();
    assert_eq!("mmx".parse::<Backend>().unwrap_err(), error);
    let error = error.to_string();
    let (allowed, absent) = error.split_once("; not ").unwrap();
    let available: Vec<&str> = Backend::available().map(Backend::name).collect();
    assert_eq!(allowed, format!("backend is mmx; allowed: {}", available.join(", ")));
    let absent: Vec<String> = absent.split("; not ").map(str::to_owned).collect();
    let reasons = |name: &&str| Backend::absence(name).map(|reason| format!("{name}: {reason}"));
    assert_eq!(absent, Backend::NAMES.iter().filter_map(reasons).collect::<Vec<_>>());
}

/// The best one is the last one, and on a machine without AVX2 it is the portable one.
#[test]
fn detection_falls_back() {
    let best = Backend::detect();
    assert_eq!(Backend::available().last(), Some(best));
    let vectors = Backend::avx512().or(Backend::avx2()).or(Backend::neon()).or(Backend::simd128());
    assert_eq!(best, vectors.unwrap_or(Backend::portable()));
    assert_eq!(Noise::perlin(1).generate(&Grid::new([3])).unwrap().len(), 3);
}

/// Where the processor says that it has AVX2, detection must find it.
#[cfg(target_arch = "x86_64")]
#[test]
fn detection_skips_nothing() {
    assert_eq!(Backend::avx2().is_some(), is_x86_feature_detected!("avx2"));
    if Backend::absence("avx512") != Some("left out of this build") {
        assert_eq!(Backend::avx512().is_some(), is_x86_feature_detected!("avx512f"));
    }
}
