//! The named gradient sets: `bits.md` sections 3 and 6.

use alloc::vec::Vec;

/// A named set of some number of dimensions.
pub(super) struct Set {
    /// The components x, y, z, w of each vector; a constant is the component after the last axis.
    pub(super) vectors: fn() -> Vec<[f64; 4]>,
    /// The supremum of the absolute value of one octave of amplitude 1, with the linear, the cubic and the quintic fade.
    pub(super) suprema: [f64; 3],
    /// The greatest derivative of such an octave that a search found.
    pub(super) derivative_suprema: [f64; 3],
}

pub(super) const SIGNS: Set = Set {
    vectors: || [xy(1.0, 0.0), xy(-1.0, 0.0)].to_vec(),
    suprema: [0.5; 3],
    derivative_suprema: [2.0, 1.4143, 1.3473],
};

pub(super) const DIRECTIONS16: Set = Set {
    vectors: || CIRCLE.to_vec(),
    suprema: [HALF_DIAGONAL; 3],
    derivative_suprema: [2.2305, 1.6795, 2.0673],
};

pub(super) const DIRECTIONS8: Set = Set {
    vectors: || CIRCLE.iter().copied().step_by(2).collect(),
    suprema: [HALF_DIAGONAL; 3],
    derivative_suprema: [2.1215, 1.6795, 2.0029],
};

pub(super) const DIAGONALS: Set = Set {
    vectors: || [xy(1.0, 1.0), xy(-1.0, 1.0), xy(-1.0, -1.0), xy(1.0, -1.0)].to_vec(),
    suprema: [1.0; 3],
    derivative_suprema: [3.0, 2.375, 2.75],
};

pub(super) const AXES: Set = Set {
    vectors: || [xy(0.0, 1.0), xy(0.0, -1.0), xy(1.0, 0.0), xy(-1.0, 0.0)].to_vec(),
    suprema: [0.5625, 0.543509526419, 0.535276439051],
    derivative_suprema: [2.0, 1.5, 1.875],
};

pub(super) const KNIGHT_MOVES: Set = Set {
    vectors: || MOVES.to_vec(),
    suprema: [1.520833333333, 1.513947009605, 1.511170764476],
    derivative_suprema: [5.0, 3.6966, 4.625],
};

pub(super) const VALUE_GRADIENT: Set = Set {
    vectors: || {
        let with = |constant| CIRCLE.map(|[x, y, ..]| [x, y, constant, 0.0]);
        [CONSTANT, -CONSTANT].into_iter().flat_map(with).collect()
    },
    // Those of the directions plus the constant, because the weights of the corners sum to 1.
    suprema: [0.957106781187; 3],
    derivative_suprema: [2.7306, 2.3273, 3.0048],
};

pub(super) const EDGES_3D: Set = Set {
    vectors: || EDGES.to_vec(),
    suprema: [1.064828162343, 1.04490518961, 1.036353811212],
    derivative_suprema: [3.125, 3.0, 3.75],
};

pub(super) const EDGES_4D: Set = Set {
    vectors: || (0..32).map(edge_4d).collect(),
    suprema: [1.565313239721, 1.545199921528, 1.536582334047],
    derivative_suprema: [4.1299, 4.5, 5.625],
};

/// Half the diagonal of a cell, rounded up.
#[expect(clippy::approx_constant, reason = "the published literal, rounded up, not the constant")]
const HALF_DIAGONAL: f64 = 0.707106781187;

const fn xy(x: f64, y: f64) -> [f64; 4] {
    [x, y, 0.0, 0.0]
}

const fn xyz(x: f64, y: f64, z: f64) -> [f64; 4] {
    [x, y, z, 0.0]
}

/// cos 22.5°, sin 22.5° and sin 45° as literals, as another library's sine may round to other bits.
const C1: f64 = 0.9238795325112867;
const S1: f64 = 0.3826834323650898;
const S2: f64 = core::f64::consts::FRAC_1_SQRT_2;

const CIRCLE: [[f64; 4]; 16] = [
    xy(1.0, 0.0),
    xy(C1, S1),
    xy(S2, S2),
    xy(S1, C1),
    xy(0.0, 1.0),
    xy(-S1, C1),
    xy(-S2, S2),
    xy(-C1, S1),
    xy(-1.0, 0.0),
    xy(-C1, -S1),
    xy(-S2, -S2),
    xy(-S1, -C1),
    xy(0.0, -1.0),
    xy(S1, -C1),
    xy(S2, -S2),
    xy(C1, -S1),
];

/// The constant of the value-gradient set.
const CONSTANT: f64 = 0.25;

const MOVES: [[f64; 4]; 8] = [
    xy(1.0, 2.0),
    xy(2.0, 1.0),
    xy(-1.0, 2.0),
    xy(-2.0, 1.0),
    xy(-1.0, -2.0),
    xy(-2.0, -1.0),
    xy(1.0, -2.0),
    xy(2.0, -1.0),
];

const EDGES: [[f64; 4]; 16] = [
    xyz(1.0, 1.0, 0.0),
    xyz(-1.0, 1.0, 0.0),
    xyz(1.0, -1.0, 0.0),
    xyz(-1.0, -1.0, 0.0),
    xyz(1.0, 0.0, 1.0),
    xyz(-1.0, 0.0, 1.0),
    xyz(1.0, 0.0, -1.0),
    xyz(-1.0, 0.0, -1.0),
    xyz(0.0, 1.0, 1.0),
    xyz(0.0, -1.0, 1.0),
    xyz(0.0, 1.0, -1.0),
    xyz(0.0, -1.0, -1.0),
    xyz(1.0, 1.0, 0.0),
    xyz(0.0, -1.0, 1.0),
    xyz(-1.0, 1.0, 0.0),
    xyz(0.0, -1.0, -1.0),
];

/// Entry `h` of the 4-D edges: `h >> 3` chooses the axis that is 0, and bits 0, 1 and 2 negate the other three in turn.
fn edge_4d(h: usize) -> [f64; 4] {
    let axes = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]][h >> 3];
    let mut edge = [0.0; 4];
    for (bit, axis) in axes.into_iter().enumerate() {
        edge[axis] = if h >> bit & 1 == 0 { 1.0 } else { -1.0 };
    }
    edge
}
