//! The recorded recipes on every backend of this machine, and what they cover.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may panic")]

mod common;
#[path = "../../tests/common/parameters.rs"]
mod parameters;

use std::collections::BTreeSet;
use std::sync::{LazyLock, OnceLock};

use common::{backends, part_of_cases};
use perlane::{
    Backend, Distance, Fade, Fractal, Gradients, Hash, Kind, Noise, Output, PerAxis, Permutation, Quantity,
    Returns, Warp,
};
use perlane_proof::golden::{self, Recorded};
use perlane_proof::{Case, compare, digest};

const CHANGED: &str = "its samples are no longer those that were recorded. Samples of a released stream version never change: \
     find what changed them, or make a new stream version";

fn each(check: impl Fn(&Recorded, &Case)) {
    for recorded in golden::recorded().unwrap() {
        check(&recorded, &recorded.case().unwrap());
    }
}

#[test]
fn every_backend_gives_the_recorded_digests() {
    each(|recorded, case| {
        for backend in backends() {
            let found = digest(&case.fill(backend).unwrap());
            assert_eq!(Some(found), recorded.digest(), "{} on {backend}: {CHANGED}", recorded.name);
        }
    });
}

/// The reference's samples of a recorded recipe, which the first test that asks for them computes: that takes most of the time of these tests.
fn reference(at: usize, case: &Case) -> &'static [f32] {
    static SAMPLES: LazyLock<Vec<OnceLock<Vec<f32>>>> =
        LazyLock::new(|| golden::recorded().unwrap().iter().map(|_| OnceLock::new()).collect());
    SAMPLES[at].get_or_init(|| case.reference().unwrap())
}

#[test]
fn the_reference_gives_the_recorded_digests() {
    for (at, recorded) in golden::recorded().unwrap().iter().enumerate() {
        let found = digest(reference(at, &recorded.case().unwrap()));
        assert_eq!(Some(found), recorded.digest(), "{} by the reference: {CHANGED}", recorded.name);
    }
}

/// Emulated machines take a part of the recipes, spread over all of them.
#[test]
fn every_way_to_sample_gives_the_same_samples() {
    let (n, of) = part_of_cases();
    let recorded = golden::recorded().unwrap();
    let taken: Vec<usize> = (0..recorded.len()).filter(|at| (at + 1) * n / of > at * n / of).collect();
    assert!(!taken.is_empty() && taken.len() == recorded.len() * n / of, "{} recipes", taken.len());
    for at in taken {
        let case = recorded[at].case().unwrap();
        for backend in backends() {
            let different = compare(&case, backend, reference(at, &case)).unwrap();
            assert_eq!(different, None, "{}", recorded[at].name);
        }
    }
}

/// A recipe whose samples are all alike would record nothing.
#[test]
fn recorded_samples_vary() {
    each(|recorded, case| {
        let samples = case.fill(Backend::detect()).unwrap();
        let varied = samples.iter().any(|v| v.to_bits() != samples[0].to_bits());
        assert!(varied || samples.len() == 1, "{}", recorded.name);
        assert_eq!(recorded.recipe.samples.as_ref().map(|s| s.count), Some(samples.len() as u64));
    });
}

#[test]
fn recorded_recipes_read_back() {
    for (line, recorded) in golden::GOLDEN.lines().zip(golden::recorded().unwrap()) {
        assert_eq!(serde_json::to_string(&recorded).unwrap(), line);
    }
}

fn hash_name(noise: &Noise) -> &'static str {
    match &noise.hash {
        Hash::Mix => "mix",
        Hash::Permutation(p) if *p == Permutation::PERLIN => "perlin",
        Hash::Permutation(p) if *p == Permutation::SEEDED => "seeded",
        Hash::Permutation(_) => "table",
        other => other.name(),
    }
}

/// What the reference takes from the same code as the kernels: the scale and bias of ranges, late amplitudes, the seeds of warps, folds of values.
fn covered_of_shared_code(recorded: &Recorded) -> BTreeSet<String> {
    let (mut covered, field) = (BTreeSet::new(), recorded.recipe.field);
    let dims = recorded.recipe.grid.unwrap().dims();
    covered.insert(format!("{} relief below 0: {}", field.quantity, field.relief < 0.0));
    for noise in recorded.recipe.layers.as_slice() {
        let (fractal, positive) = (noise.fractal, noise.gain > 0.0);
        if let Output::Range { low, high } = noise.output {
            covered.insert(format!("range {fractal} gain {positive} normalised {}", noise.normalize));
            covered.insert(format!("range {fractal} rising {}", low < high));
        }
        covered.insert(format!("{} octaves", noise.octave_count()));
        covered.insert(format!("{} {fractal}", noise.kind));
        covered.insert(format!("{} {fractal} {dims}", noise.kind));
        if let (true, Warp::By { seed, .. }) = (noise.is_warped(), &noise.warp) {
            let (own, last) = (noise.seed == u64::MAX, *seed == Some(u64::MAX));
            covered.insert(format!("{} warped {dims}, last seeds {own} {last}", noise.kind));
        }
    }
    covered
}

#[test]
fn what_the_reference_shares_is_recorded() {
    let covered: BTreeSet<_> = golden::recorded().unwrap().iter().flat_map(covered_of_shared_code).collect();
    let mut wanted = BTreeSet::new();
    let fractals = Fractal::ALL.iter().filter(|fractal| **fractal != Fractal::None);
    for fractal in fractals {
        for either in [true, false] {
            wanted.extend([true, false].map(|n| format!("range {fractal} gain {either} normalised {n}")));
            wanted.insert(format!("range {fractal} rising {either}"));
        }
        wanted.extend(["value", "cell"].map(|kind| format!("{kind} {fractal}")));
    }
    for folded in [Fractal::Billow, Fractal::Ridged, Fractal::Turbulence] {
        wanted.extend([1, 3, 4].map(|dims| format!("value {folded} {dims}")));
    }
    wanted.extend([10, 20, 32].map(|octaves| format!("{octaves} octaves")));
    for dims in [2, 3] {
        wanted.extend(["true false", "false true"].map(|s| format!("perlin warped {dims}, last seeds {s}")));
        wanted.insert(format!("value warped {dims}, last seeds true true"));
    }
    for quantity in [Quantity::Normal, Quantity::Slope, Quantity::Hillshade] {
        wanted.extend([true, false].map(|below| format!("{quantity} relief below 0: {below}")));
    }
    let missing: Vec<_> = wanted.difference(&covered).collect();
    assert!(missing.is_empty(), "not recorded: {missing:?}");
}

#[test]
fn every_kind_of_recipe_is_recorded() {
    let mut covered = BTreeSet::new();
    let (mut count, mut far) = (0, 0);
    each(|recorded, _| assert!(recorded.digest().is_some(), "{}", recorded.name));
    for recorded in golden::recorded().unwrap() {
        count += 1;
        let window = recorded.recipe.grid.unwrap();
        let dims = window.dims();
        covered.insert(format!("{} {dims}", recorded.recipe.field.quantity));
        far += usize::from(window.start.xyzw().iter().any(|s| s.unsigned_abs() > 1 << 31));
        for noise in recorded.recipe.layers.as_slice() {
            let periodic = noise.period != PerAxis::default();
            let gradients = noise.gradients.name();
            covered.insert(format!("{:?} {dims}", noise.kind));
            if noise.kind == Kind::Cellular {
                covered.insert(format!("{} {} {dims}", noise.distance, noise.returns));
                covered.insert(format!("jitter below 1: {} {dims}", noise.jitter < 1.0));
            }
            covered.insert(format!("{:?} {dims}", noise.fractal));
            covered.insert(format!("{:?} {dims}", noise.fade));
            covered.insert(format!("{} {dims}", hash_name(noise)));
            covered.insert(format!("gradients {gradients} {dims}"));
            covered.insert(format!("periodic {periodic} {dims}"));
            covered.insert(format!("warped {} {dims}", noise.is_warped()));
            if noise.is_warped() {
                covered.insert(format!("warped {:?}, periodic {periodic}", noise.kind));
            }
        }
    }
    let noises: Vec<Noise> = golden::recorded()
        .unwrap()
        .iter()
        .flat_map(|recorded| recorded.recipe.layers.as_slice().to_vec())
        .collect();
    assert_eq!(parameters::never_varied(&noises), [""; 0], "the same in all recorded recipes");
    assert!(count >= 64, "{count} recipes");
    assert!(far >= 5, "{far} far away");
    let mut wanted = BTreeSet::new();
    for dims in 1..=4 {
        let exists = |kind: &&Kind| Noise::default().kind(**kind).bounds(dims).is_ok();
        wanted.extend(Kind::ALL.iter().filter(exists).map(|kind| format!("{kind:?} {dims}")));
        if Noise::cellular(0).bounds(dims).is_ok() {
            for distance in Distance::ALL {
                wanted.extend(Returns::ALL.iter().map(|returns| format!("{distance} {returns} {dims}")));
            }
            wanted.extend([true, false].map(|below| format!("jitter below 1: {below} {dims}")));
        }
        wanted.extend(Fade::ALL.iter().map(|fade| format!("{fade:?} {dims}")));
        wanted.extend(Fractal::ALL.iter().map(|fractal| format!("{fractal:?} {dims}")));
        wanted.extend(["mix", "perlin", "seeded"].map(|hash| format!("{hash} {dims}")));
        wanted.extend([true, false].map(|periodic| format!("periodic {periodic} {dims}")));
        wanted.insert(format!("warped true {dims}"));
        wanted.insert(format!("gradients custom {dims}"));
        let there_is = |quantity: &&Quantity| Noise::default().field(**quantity).bounds(dims).is_ok();
        if matches!(dims, 2 | 3) {
            wanted.extend(Quantity::ALL.iter().filter(there_is).map(|quantity| format!("{quantity} {dims}")));
        }
        for name in Gradients::NAMES {
            let gradients = Gradients::from_name(name).unwrap();
            if Noise::default().gradients(gradients).bounds(dims).is_ok() {
                wanted.insert(format!("gradients {name} {dims}"));
            }
        }
    }
    wanted.extend(Kind::ALL.iter().map(|kind| format!("warped {kind:?}, periodic false")));
    wanted.extend(["Perlin", "Cellular"].map(|kind| format!("warped {kind}, periodic true")));
    let missing: Vec<_> = wanted.difference(&covered).collect();
    assert!(missing.is_empty(), "not recorded: {missing:?}");
    assert!(covered.contains("table 2") && covered.contains("table 3"));
}
