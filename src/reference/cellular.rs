//! One octave of cellular noise: `bits.md` section 4.

use super::corners::Corners;
use super::place::{Place, reduce};
use crate::exact;
use crate::hash;
use crate::noise::{Distance, Noise, Returns};

impl Corners<'_> {
    /// The sample at a place. All cells that can hold one of the two nearest points are within three of the
    /// sample's own, whatever the distance and the jitter. Fewer cells often suffice, but the reference always searches them all.
    pub(super) fn cellular(&self, noise: &Noise, place: &[Place]) -> f32 {
        let (mut f_1, mut f_2, mut value) = (f32::INFINITY, f32::INFINITY, 0.0);
        let dims = place.len();
        // Rows of cells in the order of (z, y), and in each of them its cells.
        for row in 0..7i64.pow(dims as u32 - 1) {
            let [y, z] = [row % 7 - 3, row / 7 - 3];
            let state =
                self.row_state(place[1..].iter().zip([y, z]).map(|(p, by)| reduce(p.cell + by, p.period)));
            for x in -3..=3 {
                let h = hash::corner(state, hash::weyl(reduce(place[0].cell + x, place[0].period)));
                let mut v = feature_point(h, noise.jitter, dims);
                for ((v, p), offset) in v.iter_mut().zip(place).zip([x, y, z]) {
                    *v = (offset as f32 + *v) - p.t;
                }
                let distance = distance(noise.distance, &v[..dims]);
                if distance < f_1 {
                    (f_1, f_2) = (distance, f_1);
                    value = (h >> 8) as f32 * (1.0 / 8_388_608.0) - 1.0;
                } else if distance < f_2 {
                    f_2 = distance;
                }
            }
        }
        if noise.distance == Distance::Euclidean {
            (f_1, f_2) = (exact::sqrtf(f_1), exact::sqrtf(f_2));
        }
        let result = match noise.returns {
            Returns::F1 => f_1,
            Returns::F2 => f_2,
            Returns::Difference => f_2 - f_1,
            Returns::Value => value,
        };
        result * self.octave.amplitude as f32
    }
}

/// Where the point of a cell with this hash lies in the cell.
fn feature_point(h: u32, jitter: f64, dims: usize) -> [f32; 3] {
    let e = h ^ (h >> 15);
    let (fields, unit) = match dims {
        2 => ([e & 0xFFFF, e >> 16, 0], 1.0 / 65_536.0),
        _ => ([e & 1023, (e >> 11) & 1023, e >> 22], 1.0 / 1024.0),
    };
    fields.map(|field| field as f32 * (jitter * unit) as f32 + (0.5 - 0.5 * jitter) as f32)
}

/// The distance to a point at `v`, along x, y, z; the euclidean distance is squared.
fn distance(distance: Distance, v: &[f32]) -> f32 {
    let along = |v: f32| match distance {
        Distance::Euclidean | Distance::Squared => v * v,
        Distance::Manhattan | Distance::Chebyshev => v.abs(),
    };
    let outer = v[1..].iter().map(|v| along(*v)).reduce(|y, z| join(distance, y, z));
    join(distance, along(v[0]), outer.unwrap_or(0.0))
}

fn join(distance: Distance, a: f32, b: f32) -> f32 {
    match distance {
        Distance::Chebyshev => {
            if a < b {
                b
            } else {
                a
            }
        }
        _ => a + b,
    }
}
