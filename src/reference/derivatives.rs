//! Normative: derivatives, and the quantities made of them, one point at a time: `docs/bits.md` section 6.

use alloc::vec;
use alloc::vec::Vec;

use super::corners::{Corners, corner, lerp};
use super::place::Place;
use super::shaping::shape;
use super::sum::Sum;
use crate::error::{Result, point_dims};
use crate::exact;
use crate::noise::{Fade, Fractal, Kind, Noise};
use crate::quantity::{Derived, FieldParameters, Quantity};

/// The value of the sum of several noises at a point, then its derivatives by the world coordinates, in array order, `[.., z, y, x]`.
///
/// # Errors
/// As for [`sum`](fn@super::sum), and a noise that has no derivatives.
///
/// ```
/// use perlane::{Noise, reference};
/// let noise = Noise::perlin(42).frequency(0.3);
/// let [value, by_y, by_x] = reference::gradient(&[noise], &[0.5, 0.25])?[..] else { panic!() };
/// # assert!(value != by_y && by_y != by_x);
/// # Ok::<(), perlane::Error>(())
/// ```
pub fn gradient(noises: &[Noise], world: &[f64]) -> Result<Vec<f32>> {
    quantity(noises, Quantity::Gradient, world)
}

/// The planes of a quantity at a point, as [`Field::sample`](crate::Field::sample) returns them.
///
/// # Errors
/// As for [`Field::sample`](crate::Field::sample).
pub fn quantity(noises: &[Noise], of: impl Into<FieldParameters>, world: &[f64]) -> Result<Vec<f32>> {
    Planes::new(noises, of, point_dims(world)?)?.sample(world)
}

/// A quantity of the sum of several noises, prepared for many points: what all points share is computed once.
#[derive(Debug)]
pub struct Planes(Sums);

#[derive(Debug)]
enum Sums {
    /// The noises themselves, which need not have derivatives.
    Value(Sum),
    /// What is made of the derivatives of one or several sets of noises.
    Derived { derived: Derived, dims: usize, sets: Vec<Sum> },
}

impl Planes {
    /// Prepares the quantity for points of `dims` coordinates.
    ///
    /// # Errors
    /// A parameter outside its range, or one that is not allowed in `dims` dimensions, and a noise that does not have the quantity.
    pub fn new(noises: &[Noise], of: impl Into<FieldParameters>, dims: usize) -> Result<Self> {
        let derived = Derived::new(of.into())?;
        if derived.quantity == Quantity::Value {
            return Ok(Planes(Sums::Value(Sum::new(noises, dims)?)));
        }
        let all = derived.noises(noises, dims)?;
        let set = |set: usize| Sum::new(&all[set * noises.len()..][..noises.len()], dims);
        let sets = (0..derived.sets(dims)).map(set).collect::<Result<_>>()?;
        Ok(Planes(Sums::Derived { derived, dims, sets }))
    }

    /// The quantity's numbers at a point: world coordinates in array order, `[.., z, y, x]`.
    ///
    /// # Errors
    /// As for [`Sum::sample`].
    pub fn sample(&self, world: &[f64]) -> Result<Vec<f32>> {
        match &self.0 {
            Sums::Value(sum) => Ok(vec![sum.sample(world)?]),
            Sums::Derived { derived, dims, sets } => {
                let sets = sets.iter().map(|sum| sum.gradient(world)).collect::<Result<Vec<_>>>()?;
                Ok(made(derived, *dims, &sets))
            }
        }
    }
}

impl Sum {
    /// The value, then the derivatives by w, z, y, x, for those axes that exist.
    fn gradient(&self, world: &[f64]) -> Result<Vec<f32>> {
        let dims = world.len();
        let mut acc = vec![0.0; 1 + dims];
        acc[0] = self.bias;
        self.each_noise(world, |noise, prepared| {
            prepared.each_octave(noise, world, |corners, place| {
                let (n, derivatives) = corners.octave_and_derivatives(noise.fade, place);
                let amplitude = corners.octave.amplitude as f32;
                acc[0] += shape(noise.fractal, n, amplitude);
                for (axis, d) in derivatives.into_iter().enumerate() {
                    acc[dims - axis] += shape_derivative(noise.fractal, n, amplitude, d);
                }
            })
        })?;
        Ok(acc)
    }
}

/// A derivative `d` of an octave's sample `n`, folded, as it is added.
fn shape_derivative(fractal: Fractal, n: f32, amplitude: f32, d: f32) -> f32 {
    let sign = if amplitude < 0.0 { -1.0 } else { 1.0 };
    let k = match fractal {
        Fractal::None | Fractal::Fbm => return d,
        // These are refused before.
        Fractal::PingPong | Fractal::RidgedMulti | Fractal::HybridMulti => return d,
        Fractal::Billow => 2.0 * sign,
        Fractal::Ridged => -2.0 * sign,
        Fractal::Turbulence => sign,
    };
    if n < 0.0 { -(k * d) } else { k * d }
}

/// The derivative of a fade at a fraction.
fn fade_slope(fade: Fade, t: f32) -> f32 {
    match fade {
        Fade::Linear => 1.0,
        Fade::Cubic => (6.0 * t) * (1.0 - t),
        Fade::Quintic => {
            let q = t * (1.0 - t);
            (q * q) * 30.0
        }
    }
}

impl Corners<'_> {
    /// One octave of Perlin or value noise, and its derivatives by x, y, z, w in world units.
    fn octave_and_derivatives(&self, fade: Fade, place: &[Place]) -> (f32, Vec<f32>) {
        let (t, u) = (place[0].t, place[0].u);
        let [(s_0, o_0), (s_1, o_1)] = [0, 1].map(|k| self.column(k, place));
        let (ds, d_o) = (s_1 - s_0, (o_1 - s_1) - o_0);
        let r = ds * t + d_o;
        let n = (s_0 * t + o_0) + u * r;
        let mut derivatives = vec![((s_0 + u * ds) + fade_slope(fade, t) * r) * place[0].factor];
        for axis in 1..place.len() {
            let [(s_0, o_0), (s_1, o_1)] = [0, 1].map(|k| self.column_derivative(k, axis, fade, place));
            let (ds, d_o) = (s_1 - s_0, (o_1 - s_1) - o_0);
            derivatives.push(((s_0 * t + o_0) + u * (ds * t + d_o)) * place[axis].factor);
        }
        (n, derivatives)
    }

    /// The derivatives of slope and offset of column `k` along axis y, z or w (1, 2, 3).
    fn column_derivative(&self, k: usize, axis: usize, fade: Fade, place: &[Place]) -> (f32, f32) {
        let lines = self.lines(k, place);
        let component = |b: usize| match self.noise.kind {
            Kind::Perlin => self.gradient(&corner(k, b, place)[..place.len()])[axis],
            _ => 0.0,
        };
        // Slope, offset, and component along the axis.
        let mut ends: Vec<[f32; 3]> = lines[..1 << (place.len() - 1)]
            .iter()
            .enumerate()
            .map(|(b, (s, o))| [*s, *o, component(b)])
            .collect();
        for (a, p) in place.iter().enumerate().skip(1) {
            let step = |ends: &[[f32; 3]]| {
                let ([s_0, o_0, p_0], [s_1, o_1, p_1]) = (ends[0], ends[1]);
                if a == axis {
                    let slope = fade_slope(fade, p.t);
                    [slope * (s_1 - s_0), lerp(p_0, p_1, p.u) + slope * (o_1 - o_0), 0.0]
                } else {
                    [lerp(s_0, s_1, p.u), lerp(o_0, o_1, p.u), lerp(p_0, p_1, p.u)]
                }
            };
            ends = ends.chunks(2).map(step).collect();
        }
        (ends[0][0], ends[0][1])
    }
}

/// Makes a quantity from lists of a value and its derivatives in array order, one for each set of noises.
fn made(derived: &Derived, dims: usize, sets: &[Vec<f32>]) -> Vec<f32> {
    let first = &sets[0];
    let tilted = |d: f32| derived.relief * d;
    match derived.quantity {
        Quantity::Value => vec![first[0]],
        Quantity::Gradient => first.clone(),
        Quantity::Slope => {
            let squares = first[1..].iter().rev().map(|d| tilted(*d) * tilted(*d));
            vec![exact::sqrtf(squares.reduce(|sum, square| sum + square).unwrap_or(0.0))]
        }
        Quantity::Normal => {
            let (x, y) = (tilted(first[2]), tilted(first[1]));
            let length = exact::sqrtf((x * x + y * y) + 1.0);
            vec![-x / length, -y / length, 1.0 / length]
        }
        Quantity::Hillshade => {
            let (x, y) = (tilted(first[2]), tilted(first[1]));
            let length = exact::sqrtf((x * x + y * y) + 1.0);
            let [to_x, to_y, to_z] = derived.light;
            let shade = (to_z - (to_x * x + to_y * y)) / length;
            // A clamp would let -0 pass.
            let lit = if shade > 0.0 { shade } else { 0.0 };
            vec![if lit < 1.0 { lit } else { 1.0 }]
        }
        Quantity::Curl if dims == 3 => {
            let [z, y, x] = [1, 2, 3];
            vec![sets[2][y] - sets[1][z], sets[0][z] - sets[2][x], sets[1][x] - sets[0][y]]
        }
        Quantity::Curl => vec![first[1], -first[2]],
    }
}
