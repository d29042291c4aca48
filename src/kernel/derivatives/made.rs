//! Quantities that are computed from values and derivatives, sample by sample.

use crate::quantity::{Derived, Quantity};
use crate::simd::{Job, Lanes};

/// Computes a quantity from planes, and stores it in the place of the first planes.
pub(super) struct Made<'a> {
    pub(super) derived: &'a Derived,
    pub(super) dims: usize,
    /// For each of the noises, whole vectors: the value, then the derivatives by w, z, y, x, for the axes that exist.
    pub(super) staging: &'a mut [f32],
    /// Elements of a plane.
    pub(super) plane: usize,
}

impl Job for Made<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Made { derived, dims, staging, plane } = self;
        let mut planes = StagedPlanes { staging, plane };
        let relief = l.splat(derived.relief);
        match (derived.quantity, dims) {
            (Quantity::Value | Quantity::Gradient, _) => {}
            (Quantity::Slope, _) => {
                for v in (0..plane).step_by(L::N) {
                    let mut sum = planes.squared(l, dims, relief, v);
                    for n in (1..dims).rev() {
                        sum = l.add(sum, planes.squared(l, n, relief, v));
                    }
                    planes.store(l, 0, v, l.sqrt(sum));
                }
            }
            (Quantity::Normal, _) => {
                for v in (0..plane).step_by(L::N) {
                    let Facing { x, y, length } = planes.facing(l, relief, v);
                    let down = l.splat(-1.0);
                    planes.store(l, 0, v, l.div(l.mul(down, x), length));
                    planes.store(l, 1, v, l.div(l.mul(down, y), length));
                    planes.store(l, 2, v, l.div(l.splat(1.0), length));
                }
            }
            (Quantity::Hillshade, _) => {
                let [x, y, z] = derived.light;
                let light = [l.splat(x), l.splat(y), l.splat(z)];
                for v in (0..plane).step_by(L::N) {
                    let Facing { x, y, length } = planes.facing(l, relief, v);
                    let away = l.add(l.mul(light[0], x), l.mul(light[1], y));
                    let shade = l.div(l.sub(light[2], away), length);
                    let shade = l.lesser(l.greater(shade, l.splat(0.0)), l.splat(1.0));
                    planes.store(l, 0, v, shade);
                }
            }
            (Quantity::Curl, 3) => {
                for v in (0..plane).step_by(L::N) {
                    // The planes of the potentials along x, y, z start at 0, 4, 8: the value, then the derivatives by z, y, x.
                    let mut curl = [l.splat(0.0); 3];
                    for (component, (plus, minus)) in curl.iter_mut().zip([(10, 5), (1, 11), (7, 2)]) {
                        *component = l.sub(planes.load(l, plus, v), planes.load(l, minus, v));
                    }
                    for (n, component) in curl.into_iter().enumerate() {
                        planes.store(l, n, v, component);
                    }
                }
            }
            (Quantity::Curl, _) => {
                for v in (0..plane).step_by(L::N) {
                    let (y, x) = (planes.load(l, 1, v), planes.load(l, 2, v));
                    planes.store(l, 0, v, y);
                    planes.store(l, 1, v, l.mul(l.splat(-1.0), x));
                }
            }
        }
    }
}

struct StagedPlanes<'a> {
    staging: &'a mut [f32],
    plane: usize,
}

/// The slopes of a surface along x and y, and the length of its upward normal (-x, -y, 1).
struct Facing<L: Lanes> {
    x: L::F,
    y: L::F,
    length: L::F,
}

impl StagedPlanes<'_> {
    #[inline(always)]
    fn load<L: Lanes>(&self, l: L, n: usize, v: usize) -> L::F {
        l.load_at(self.staging, n * self.plane + v)
    }

    #[inline(always)]
    fn store<L: Lanes>(&mut self, l: L, n: usize, v: usize, value: L::F) {
        l.store(value, &mut L::floats_mut(&mut self.staging[n * self.plane + v..][..L::N])[0]);
    }

    /// The square of `relief` times a plane.
    #[inline(always)]
    fn squared<L: Lanes>(&self, l: L, n: usize, relief: L::F, v: usize) -> L::F {
        let slope = l.mul(relief, self.load(l, n, v));
        l.mul(slope, slope)
    }

    #[inline(always)]
    fn facing<L: Lanes>(&self, l: L, relief: L::F, v: usize) -> Facing<L> {
        let (x, y) = (l.mul(relief, self.load(l, 2, v)), l.mul(relief, self.load(l, 1, v)));
        let squared = l.add(l.add(l.mul(x, x), l.mul(y, y)), l.splat(1.0));
        Facing { x, y, length: l.sqrt(squared) }
    }
}
