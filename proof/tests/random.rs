//! Random cases on every backend of this machine.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;
#[path = "../../tests/common/parameters.rs"]
mod parameters;

use std::collections::BTreeSet;

use arbitrary::Unstructured;
use common::{backends, part_of_cases};
use perlane::{Backend, Distance, Fade, Fractal, Gradients, Hash, Kind, Noise, Output, PerAxis, Returns};
use perlane_proof::{Case, compare};

/// Compares this machine's part of so many cases, and the first ones, on every backend.
fn equal_the_reference(cases: usize, first: usize, numbered: fn(u64) -> Case) {
    let (n, of) = part_of_cases();
    for number in (0..cases).filter(|number| number % of < n || *number < first) {
        let case = numbered(number as u64);
        let want = case.reference().unwrap();
        for backend in backends() {
            let difference = compare(&case, backend, &want).unwrap();
            assert_eq!(difference, None, "case {number}: {}", serde_json::to_string(&case.recipe()).unwrap());
        }
    }
}

#[test]
fn random_cases_equal_the_reference_on_every_backend() {
    equal_the_reference(150, 40, |number| Case::numbered(1, number));
}

#[test]
fn tall_and_wide_cases_equal_the_reference_on_every_backend() {
    equal_the_reference(12, 4, |number| Case::tall_and_wide(1, number));
}

/// The comparison sees a single wrong bit in any sample.
#[test]
fn one_wrong_bit_is_a_difference() {
    let backend = Backend::detect();
    let numbered = |n| Case::numbered(2, n);
    let case = (0..).map(numbered).find(|case| case.samples().is_ok_and(|n| n > 20)).unwrap();
    let right = case.reference().unwrap();
    for at in [0, 7, right.len() - 1] {
        let mut want = right.clone();
        want[at] = f32::from_bits(want[at].to_bits() ^ 1);
        let difference = compare(&case, backend, &want).unwrap().unwrap();
        assert_eq!((difference.got, difference.want), (right[at].to_bits(), want[at].to_bits()));
        assert!(difference.to_string().starts_with(&format!("{backend}, whole: sample [")), "{difference}");
    }
    let short = &right[1..];
    assert!(compare(&case, backend, short).unwrap().is_some(), "a sample too few");
}

/// The sequence is the same everywhere: recorded reproductions stay valid.
#[test]
fn cases_are_numbered_alike_on_every_machine() {
    let text: String =
        (0..50).map(|n| serde_json::to_string(&Case::numbered(3, n).recipe()).unwrap()).collect();
    let digest = blake3::hash(text.as_bytes()).to_hex();
    assert_eq!(digest.as_str(), "5eb01c8f1d9e14db8ee28af8cf38a51992add12ea925b84031b7e3a887e1e4b0");
}

/// Every choice is among the cases, in every number of dimensions in which it exists.
#[test]
fn cases_have_every_choice() {
    let (mut wanted, mut covered) = (BTreeSet::new(), BTreeSet::new());
    let choices = |noise: &Noise, dims: usize| {
        let Noise { kind, fade, fractal, gradients, hash, distance, returns, .. } = noise;
        let mut names = vec![format!("kind {kind}"), format!("fade {fade}"), format!("fractal {fractal}")];
        names.extend([format!("gradients {gradients}"), format!("hash {hash}")]);
        if *kind == Kind::Cellular {
            names.extend([format!("distance {distance}"), format!("returns {returns}")]);
        }
        names.into_iter().map(move |name| format!("{name} in {dims}-D"))
    };
    for dims in 1..=4 {
        let noise = Noise::default();
        let mut all: Vec<Noise> = Kind::ALL.iter().map(|kind| noise.clone().kind(*kind)).collect();
        all.extend(Fade::ALL.iter().map(|fade| noise.clone().fade(*fade)));
        all.extend(Fractal::ALL.iter().map(|fractal| noise.clone().fractal(*fractal)));
        all.extend(Gradients::ALL.iter().map(|set| noise.clone().gradients(set.clone())));
        all.extend(Hash::NAMES.iter().map(|name| noise.clone().hash(Hash::from_name(name).unwrap())));
        all.extend(Distance::ALL.iter().map(|distance| Noise::cellular(0).distance(*distance)));
        all.extend(Returns::ALL.iter().map(|returns| Noise::cellular(0).returns(*returns)));
        let exist = all.iter().filter(|noise| noise.bounds(dims).is_ok());
        wanted.extend(exist.flat_map(|noise| choices(noise, dims)));
    }
    for case in (0..400).map(|n| Case::numbered(4, n)) {
        let noises = case.layers.as_slice().iter();
        covered.extend(noises.flat_map(|noise| choices(noise, case.window.dims())));
    }
    let missing: Vec<_> = wanted.difference(&covered).collect();
    assert!(missing.is_empty() && wanted.len() > 60, "{missing:?} of {}", wanted.len());
}

/// Every parameter is among the cases, too.
#[test]
fn cases_vary_every_parameter() {
    let cases = (0..400).map(|n| Case::numbered(4, n));
    let noises: Vec<Noise> = cases.flat_map(|case| case.layers.as_slice().to_vec()).collect();
    assert_eq!(parameters::never_varied(&noises), [""; 0], "missing in `unwarped`, in proof/src/random.rs");
}

/// Random cases reach what they are meant to reach.
#[test]
fn cases_are_varied() {
    let cases: Vec<Case> = (0..400).map(|n| Case::numbered(4, n)).collect();
    let share = |what: &dyn Fn(&Case) -> bool| cases.iter().filter(|case| what(case)).count();
    for dims in 1..=4 {
        assert!(share(&|case| case.window.dims() == dims) > 50, "{dims}-D");
    }
    assert!(share(&|case| case.layers.as_slice().len() > 1) > 10);
    assert!(share(&|case| case.layers.as_slice().iter().any(|n| n.period != PerAxis::default())) > 50);
    assert!(share(&|case| case.window.size.x > 512) > 10);
    assert!(share(&|case| case.window.start.xyzw().iter().any(|s| s.unsigned_abs() > 1 << 31)) > 20);
    assert!(share(&|case| case.window.samples().unwrap() == 0) > 5);
    let column = |case: &Case| case.window.size.x == 1 && case.window.samples().unwrap() > 100;
    assert!(share(&column) > 10);
    let block = |case: &Case| {
        case.window.size.z > 4 && case.window.size.y > 16 && case.window.samples().unwrap() > 1000
    };
    assert!(share(&block) > 3);
    let any = |what: &dyn Fn(&Noise) -> bool| share(&|case| case.layers.as_slice().iter().any(what));
    assert!(any(&|noise| matches!(noise.output, Output::Range { .. })) > 10);
    assert!(any(&|noise| noise.octave_count() > 8) > 5);
    for (quantity, least) in [("gradient", 8), ("slope", 8), ("curl", 3), ("normal", 2), ("hillshade", 2)] {
        let found = share(&|case| case.field.quantity.name() == quantity);
        assert!(found >= least, "{quantity}: {found}");
    }
}

/// Tall and wide cases are so, of both numbers of dimensions, and vary in what they are made of.
#[test]
fn tall_and_wide_cases_are_varied() {
    let cases: Vec<Case> = (0..100).map(|n| Case::tall_and_wide(4, n)).collect();
    let share = |what: &dyn Fn(&Case) -> bool| cases.iter().filter(|case| what(case)).count();
    assert_eq!(share(&|case| case.window.size.x >= 40 && case.window.size.y > 8), cases.len());
    for dims in [2, 3] {
        assert!(share(&|case| case.window.dims() == dims) > 10, "{dims}-D");
    }
    let of_every_machine = BTreeSet::from_iter((0..4).map(|n| Case::tall_and_wide(1, n).window.dims()));
    assert_eq!(of_every_machine, BTreeSet::from([2, 3]));
    assert!(share(&|case| case.window.size.x > 100 && case.window.size.y > 30) > 3);
    assert!(share(&|case| case.field.quantity.name() != "value") > 5);
    assert!(share(&|case| case.layers.as_slice().iter().any(Noise::is_warped)) > 5);
    let digests: BTreeSet<String> =
        cases.iter().map(|case| serde_json::to_string(&case.recipe()).unwrap()).collect();
    assert_eq!(digests.len(), cases.len());
}

#[test]
fn any_bytes_are_a_case() {
    for fill in [0x00, 0xFF, 0x55] {
        let bytes = [fill; 4096];
        let case = Case::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        let _accepted_or_refused = case.check();
    }
    assert!(Case::arbitrary(&mut Unstructured::new(&[])).is_ok(), "no bytes at all");
}
