//! One octave of Perlin, value or cell noise: `bits.md` sections 2 to 4.

use super::octave::Octave;
use super::place::Place;
use crate::hash;
use crate::noise::{Kind, Noise};

/// The random vectors and values at the corners of an octave: `bits.md` sections 2 and 3.
pub(super) struct Corners<'a> {
    pub(super) noise: &'a Noise,
    /// The octave's vectors, before they are multiplied by its amplitude.
    pub(super) table: &'a [[f64; 4]],
    pub(super) permutation: Option<&'a [u8; 256]>,
    pub(super) octave: &'a Octave,
}

impl Corners<'_> {
    /// The vector at a corner, multiplied by the amplitude; lattice coordinates are x, y, z, w.
    pub(super) fn gradient(&self, xyzw: &[i64]) -> [f32; 4] {
        let table = self.table;
        let index = match self.permutation {
            None => hash::table_index(self.mix(xyzw), table.len()),
            Some(p) => usize::from(hash::permute(p, xyzw)) % table.len(),
        };
        table[index].map(|g| (self.octave.amplitude * g) as f32)
    }

    /// The value at a corner, in [−1, 1], multiplied by the amplitude.
    fn value(&self, xyzw: &[i64]) -> f32 {
        let unit = match self.permutation {
            None => (self.mix(xyzw) >> 8) as f32 * (1.0 / 8_388_608.0) - 1.0,
            Some(p) => f32::from(hash::permute(p, xyzw)) * (2.0f64 / 255.0) as f32 - 1.0,
        };
        unit * self.octave.amplitude as f32
    }

    fn mix(&self, xyzw: &[i64]) -> u32 {
        hash::corner(self.row_state(xyzw[1..].iter().copied()), hash::weyl(xyzw[0]))
    }

    /// The hash of a row's lattice coordinates y, z, w.
    pub(super) fn row_state(&self, yzw: impl DoubleEndedIterator<Item = i64>) -> (u32, u32) {
        let (mut wzy, mut count) = ([0; 3], 0);
        for coordinate in yzw.rev() {
            wzy[count] = coordinate;
            count += 1;
        }
        hash::row_state(self.octave.keys, &wzy[..count])
    }

    /// Cell noise: the value at the cell's lower corner.
    pub(super) fn cell(&self, place: &[Place]) -> f32 {
        self.value(&corner(0, 0, place)[..place.len()])
    }

    /// One octave of Perlin or value noise, a line through each of the two columns, faded: `bits.md` section 4.
    pub(super) fn between(&self, place: &[Place]) -> f32 {
        let (s_0, o_0) = self.column(0, place);
        let (s_1, o_1) = self.column(1, place);
        let ds = s_1 - s_0;
        let d_o = (o_1 - s_1) - o_0;
        let (t, u) = (place[0].t, place[0].u);
        (s_0 * t + o_0) + u * (ds * t + d_o)
    }

    /// Slope and offset of column `k`: those of its corners, interpolated along y, then z, then w.
    pub(super) fn column(&self, k: usize, place: &[Place]) -> (f32, f32) {
        let mut lines = self.lines(k, place);
        for (a, p) in place.iter().enumerate().skip(1) {
            for b in 0..1 << (place.len() - 1 - a) {
                let (low, high) = (lines[2 * b], lines[2 * b + 1]);
                lines[b] = (lerp(low.0, high.0, p.u), lerp(low.1, high.1, p.u));
            }
        }
        lines[0]
    }

    /// Slope and offset at each corner of column `k`; bits 0, 1, 2 of an index are y, z, w.
    pub(super) fn lines(&self, k: usize, place: &[Place]) -> [(f32, f32); 8] {
        let dims = place.len();
        let line = |b: usize| {
            let corner = &corner(k, b, place)[..dims];
            match self.noise.kind {
                Kind::Perlin => {
                    let g = self.gradient(corner);
                    let terms =
                        place[1..].iter().enumerate().map(|(a, p)| g[a + 1] * (p.t - (b >> a & 1) as f32));
                    let constant = self.noise.gradients.has_constants().then(|| g[dims]);
                    (g[0], constant.into_iter().chain(terms).reduce(|sum, term| sum + term).unwrap_or(0.0))
                }
                Kind::Value | Kind::Cell | Kind::Cellular => (0.0, self.value(corner)),
            }
        };
        let mut lines = [(0.0, 0.0); 8];
        for (b, to) in lines[..1 << (dims - 1)].iter_mut().enumerate() {
            *to = line(b);
        }
        lines
    }
}

/// The lattice coordinates x, y, z, w of the corner of column `k` whose bits 0, 1, 2 are y, z, w.
pub(super) fn corner(k: usize, b: usize, place: &[Place]) -> [i64; 4] {
    let mut xyzw = [0; 4];
    xyzw[0] = place[0].corners[k];
    for (a, p) in place[1..].iter().enumerate() {
        xyzw[a + 1] = p.corners[b >> a & 1];
    }
    xyzw
}

pub(super) fn lerp(a: f32, b: f32, u: f32) -> f32 {
    a + u * (b - a)
}
