//! One sample of cellular noise, without tables or lanes.

use crate::exact;
use crate::hash::{corner, link, unit_value};
use crate::noise::{Distance, Returns};
use crate::tables::cellular::{Cellular, MOST_RADIUS};
use crate::tables::octave::Octave;

/// The octave at a point, given world coordinates in array order. `None` where a coordinate is not finite, or beyond the lattice.
pub(in crate::kernel) fn sample(
    octave: &Octave,
    cellular: &Cellular,
    point: &[f64],
    moves: &[f32; 4],
) -> Option<f32> {
    let mut place = PlaceOfPoint { t: [0.0; 3], codes: [[0; 2 * MOST_RADIUS + 1]; 3] };
    for (a, world) in point.iter().rev().enumerate().take(3) {
        let (cell, t) = octave.place(a, *world, moves[a])?;
        place.t[a] = t;
        for k in MOST_RADIUS - cellular.radius..=MOST_RADIUS + cellular.radius {
            place.codes[a][k] = octave.code(a, cell + k as i64 - MOST_RADIUS as i64);
        }
    }
    let mut found = place.nearest(cellular, 1);
    if cellular.radius > 1 && place.may_be_farther(cellular, &found) {
        found = place.nearest(cellular, cellular.radius);
    }
    let rooted = |d: f32| if cellular.distance == Distance::Euclidean { exact::sqrtf(d) } else { d };
    let result = match cellular.returns {
        Returns::F1 => rooted(found.first),
        Returns::F2 => rooted(found.second),
        Returns::Difference => rooted(found.second) - rooted(found.first),
        Returns::Value => unit_value(found.hash),
    };
    Some(result * cellular.amplitude)
}

/// Where a point lies along x, y, z, and the codes of the lattice lines around it.
struct PlaceOfPoint {
    t: [f32; 3],
    codes: [[u32; 2 * MOST_RADIUS + 1]; 3],
}

/// The two least distances, and the hash of the nearest point's cell.
struct Found {
    first: f32,
    second: f32,
    hash: u32,
}

impl PlaceOfPoint {
    /// The nearest points in the cells up to `radius` away.
    fn nearest(&self, cellular: &Cellular, radius: usize) -> Found {
        let mut found = Found { first: f32::INFINITY, second: f32::INFINITY, hash: 0 };
        let around = MOST_RADIUS - radius..=MOST_RADIUS + radius;
        let keys = cellular.keys;
        let three = cellular.dims == 3;
        let planes = if three { around.clone() } else { MOST_RADIUS..=MOST_RADIUS };
        for kz in planes {
            let plane = if three { link(keys.0, self.codes[2][kz], keys.1) } else { keys.0 };
            for ky in around.clone() {
                let r = link(plane, self.codes[1][ky], keys.1);
                for kx in around.clone() {
                    let hash = corner((r, r.rotate_left(16)), self.codes[0][kx]);
                    let d = self.distance(cellular, [kx, ky, kz], hash);
                    if d < found.first {
                        found = Found { first: d, second: found.first, hash };
                    } else if d < found.second {
                        found.second = d;
                    }
                }
            }
        }
        found
    }

    /// The distance to a cell's point; for the euclidean distance, its square.
    fn distance(&self, cellular: &Cellular, cell: [usize; 3], hash: u32) -> f32 {
        let e = hash ^ (hash >> 15);
        let fields = match cellular.dims {
            2 => [e & 0xFFFF, e >> 16, 0],
            _ => [e & 1023, (e >> 11) & 1023, e >> 22],
        };
        let mut v = [0.0; 3];
        for a in 0..3 {
            let point = fields[a] as f32 * cellular.unit + cellular.least;
            v[a] = ((cell[a] as f32 - MOST_RADIUS as f32) + point) - self.t[a];
        }
        let part = |v: f32| match cellular.distance {
            Distance::Euclidean | Distance::Squared => v * v,
            Distance::Manhattan | Distance::Chebyshev => v.abs(),
        };
        let join = |a: f32, b: f32| match cellular.distance {
            Distance::Chebyshev if a < b => b,
            Distance::Chebyshev => a,
            _ => a + b,
        };
        let [x, y, z] = v.map(part);
        join(x, if cellular.dims == 3 { join(y, z) } else { y })
    }

    /// Whether a point beyond the neighbouring cells may be nearer than what was found, as in `neighbours`.
    fn may_be_farther(&self, cellular: &Cellular, found: &Found) -> bool {
        let mut greatest = 0.5;
        for &t in &self.t[..cellular.dims] {
            let m = if t < 0.5 { 1.0 - t } else { t };
            greatest = if m > greatest { m } else { greatest };
        }
        let bound = 2.0 + cellular.least - 1.0 / 1024.0 - greatest;
        let square = matches!(cellular.distance, Distance::Euclidean | Distance::Squared);
        let wanted = if cellular.points() == 1 { found.first } else { found.second };
        wanted > if square { bound * bound } else { bound }
    }
}
