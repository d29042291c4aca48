//! The changes by which one noise becomes another: each parameter is among them.
#![allow(missing_docs, unreachable_pub, reason = "this has a part of the package's source")]

#[path = "../src/changes.rs"]
mod changes;
#[path = "../../tests/common/parameters.rs"]
mod parameters;

use changes::{CHANGES, changed};
use parameters::never_varied;
use perlane::{Layers, Noise};

#[test]
fn every_parameter_is_changed() {
    let noises = [Noise::default(), Noise::cellular(1).range(0.5, 2.0).ridged_multi(1)];
    for noise in noises.map(|noise| noise.offset([0.5; 4]).period([3; 4])) {
        let layers = Layers::from(noise);
        for (at, change) in CHANGES.iter().enumerate() {
            assert_ne!(changed(&layers, *change), layers, "{at}");
        }
        let others = CHANGES.iter().flat_map(|change| changed(&layers, *change).as_slice().to_vec());
        assert_eq!(never_varied(&others.collect::<Vec<_>>()), [""; 0], "missing in CHANGES");
    }
}
