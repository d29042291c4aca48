//! The first sample that is not what it should be.

use std::fmt;

use perlane::Backend;

use crate::Case;

/// The first sample that is not what it should be.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The backend that computed it.
    pub backend: &'static str,
    /// How it was sampled. [`compare`](crate::compare) has `whole`, `tiles`, `samplers`, `prepared`, `rows with gaps`, `axes`, `points`, `point by point`,
    /// `single`, `points in f32`, `point by point in f32` and `after another noise`. [`compare_large`](crate::compare_large) has `large` and
    /// `large on threads`. `compare_shared` has `grid on threads`, `prepared on threads`, `axes on threads` and `points on threads`.
    pub way: &'static str,
    /// Its index along each axis, slowest axis first. If there are several planes, the index of its plane comes first.
    pub index: Vec<usize>,
    /// The bits that it has.
    pub got: u32,
    /// The bits that it should have.
    pub want: u32,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { backend, way, index, got, want } = self;
        let (g, w) = (f32::from_bits(*got), f32::from_bits(*want));
        write!(f, "{backend}, {way}: sample {index:?} is {got:08x} ({g}), should be {want:08x} ({w})")
    }
}

/// The first sample of a case that differs.
pub(crate) fn difference(
    case: &Case,
    backend: Backend,
    way: &'static str,
    got: &[f32],
    want: &[f32],
) -> Option<Difference> {
    let flat = first_difference(got, want)?;
    let bits = |samples: &[f32]| samples.get(flat).copied().unwrap_or(f32::NAN).to_bits();
    let (index, backend) = (case.index_of_sample(flat), backend.name());
    Some(Difference { backend, way, index, got: bits(got), want: bits(want) })
}

pub(crate) fn first_difference(got: &[f32], want: &[f32]) -> Option<usize> {
    let same_length = got.len() == want.len();
    let differ = got.iter().zip(want).position(|(g, w)| g.to_bits() != w.to_bits());
    differ.or_else(|| (!same_length).then(|| got.len().min(want.len())))
}
