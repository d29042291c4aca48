//! Normative: one sample at a time, in the words and the order of `docs/bits.md`. Read the two side by side.
//!
//! Every kernel must give these bits. The reference shares only tables, hashes, amplitudes and checks of parameters with the kernels, and is written to be
//! read, not to be fast. Each arithmetic operation rounds once, in the written order.

mod derivatives;

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use crate::error::{Error, Result, number};
use crate::exact;
use crate::grid::Axis;
#[cfg(test)]
use crate::grid::Grid;
use crate::hash;
use crate::noise::{
    Displacement, Distance, Fade, Fractal, Hash, Kind, Noise, Returns, Shape, Shaped, Terms, check_sum, terms,
};
use crate::tables::check::check_axes;
use crate::tables::octaves::Octaves;

pub use derivatives::{Planes, gradient, quantity};

/// The value of a noise at a point: world coordinates in array order, `[.., z, y, x]`, 1 to 4 of them.
///
/// # Errors
/// A parameter outside its range, or a coordinate that is not finite or beyond ±2^52 cells in one of the octaves.
///
/// ```
/// use perlane::{Grid, Noise, reference};
/// let noise = Noise::perlin(42).frequency(0.3);
/// let grid = Grid::new([5, 7]).start([-2, -3]);
/// let value = reference::sample(&noise, &grid.world([1, 4]))?;
/// assert_eq!(value.to_bits(), noise.generate(&grid)?[7 + 4].to_bits());
/// # Ok::<(), perlane::Error>(())
/// ```
pub fn sample(noise: &Noise, world: &[f64]) -> Result<f32> {
    sum(core::slice::from_ref(noise), world)
}

/// The value of the sum of several noises at a point: their octaves, one after the other, are added to the sum of their biases.
///
/// # Errors
/// As for [`sample`].
pub fn sum(noises: &[Noise], world: &[f64]) -> Result<f32> {
    Sum::new(noises, dims(world)?)?.sample(world)
}

/// The sum of several noises, prepared for many points: what all points share is computed once.
///
/// ```
/// use perlane::{Noise, reference};
/// let noise = Noise::perlin(42).fbm(6);
/// let prepared = reference::Sum::new(&[noise.clone()], 2)?;
/// for x in 0..10 {
///     let point = [0.5, f64::from(x) * 0.1];
///     assert_eq!(prepared.sample(&point)?.to_bits(), reference::sample(&noise, &point)?.to_bits());
/// }
/// # Ok::<(), perlane::Error>(())
/// ```
pub struct Sum {
    dims: usize,
    bias: f32,
    noises: Vec<Noise>,
    prepared: Vec<Prepared>,
}

impl Sum {
    /// Prepares the sum for points of `dims` coordinates.
    ///
    /// # Errors
    /// A parameter outside its range, or one that is not allowed in `dims` dimensions.
    pub fn new(noises: &[Noise], dims: usize) -> Result<Self> {
        let terms = terms(noises, dims)?;
        check_sum(noises, dims)?;
        let bias = terms.iter().fold(0.0, |bias: f64, terms| bias + terms.bias);
        let prepared = noises.iter().zip(&terms).map(|(noise, terms)| Prepared::new(noise, terms, dims));
        Ok(Sum {
            dims,
            bias: bias as f32 + 0.0, // a negative zero becomes zero
            noises: noises.to_vec(),
            prepared: prepared.collect::<Result<_>>()?,
        })
    }

    /// The value at a point: world coordinates in array order, `[.., z, y, x]`.
    ///
    /// # Errors
    /// Another number of coordinates than it was prepared for, or a coordinate that is not finite or beyond ±2^52 cells in one of the
    /// octaves.
    pub fn sample(&self, world: &[f64]) -> Result<f32> {
        let mut acc = self.bias;
        self.each_noise(world, |noise, prepared| {
            acc = prepared.add_octaves(noise, world, acc)?;
            Ok(())
        })?;
        Ok(acc)
    }

    fn each_noise(&self, world: &[f64], mut each: impl FnMut(&Noise, &Prepared) -> Result<()>) -> Result<()> {
        if world.len() != self.dims {
            let (given, allowed) = (world.len(), self.dims);
            return Err(Error::parameter(
                "point",
                format!("of {given} coordinates"),
                format!("{allowed} coordinates"),
            ));
        }
        let mut noises = self.noises.iter().zip(&self.prepared).enumerate();
        noises.try_for_each(|(layer, (noise, prepared))| {
            each(noise, prepared).map_err(|e| refusal(e, layer, &self.noises, world))
        })
    }
}

/// The error of a point without a sample, of a noise among several: in place of the first coordinate that this file comes to, the one that grids name,
/// with octaves counted over all noises.
fn refusal(error: Error, layer: usize, noises: &[Noise], world: &[f64]) -> Error {
    if !matches!(error, Error::Coordinate { .. }) {
        return if noises.len() > 1 { error.in_layer(layer) } else { error };
    }
    let axes: Vec<Axis<'_>> = world.iter().map(|w| Axis::Listed(core::slice::from_ref(w))).collect();
    let checked = Octaves::new(noises, world.len()).and_then(|octaves| check_axes(&octaves, &axes));
    checked.err().unwrap_or(error)
}

/// The number of a point's coordinates.
fn dims(world: &[f64]) -> Result<usize> {
    match world.len() {
        dims @ 1..=4 => Ok(dims),
        other => Err(Error::parameter("point", format!("of {other} coordinates"), "1 to 4 coordinates")),
    }
}

/// What the points of one noise share.
struct Prepared {
    table: Vec<[f64; 4]>,
    permutation: Option<[u8; 256]>,
    displacements: Vec<(Displacement, Sum)>,
    octaves: Vec<Octave>,
}

/// What the points of one octave share.
struct Octave {
    /// Lattice cells per world unit along an axis without a period.
    frequency: f64,
    /// The lacunarity to the power of the octave's number.
    power: f64,
    keys: (u32, u32),
    /// The factor of vectors and values.
    amplitude: f64,
    shaped: Option<Shaped>,
}

impl Prepared {
    fn new(noise: &Noise, terms: &Terms, dims: usize) -> Result<Self> {
        let displaced = noise.displacements(dims)?.into_iter().map(|displacement| {
            let sum = Sum::new(displacement.layers.as_slice(), dims).map_err(|e| displacement.name(e))?;
            Ok((displacement, sum))
        });
        Ok(Prepared {
            table: match noise.kind {
                Kind::Perlin => noise.gradients.vectors(dims)?,
                Kind::Value | Kind::Cell | Kind::Cellular => Vec::new(),
            },
            permutation: match &noise.hash {
                Hash::Mix => None,
                Hash::Permutation(permutation) => Some(permutation.values(noise.seed)),
            },
            displacements: displaced.collect::<Result<_>>()?,
            octaves: octaves(noise, terms),
        })
    }

    /// Adds the octaves of the noise to `acc`: `bits.md` section 5.
    fn add_octaves(&self, noise: &Noise, world: &[f64], mut acc: f32) -> Result<f32> {
        let mut weight = 1.0;
        self.each_octave(noise, world, |corners, place| {
            let n = match noise.kind {
                Kind::Perlin | Kind::Value => corners.between(place),
                Kind::Cell => corners.cell(place),
                Kind::Cellular => corners.cellular(noise, place),
            };
            acc += match corners.octave.shaped {
                None => shape(noise.fractal, n, corners.octave.amplitude as f32),
                Some(shaped) => {
                    let value = value(shaped.shape, n, weight);
                    weight = clamped(value * shaped.feedback);
                    value * shaped.amplitude
                }
            };
        })?;
        Ok(acc)
    }

    /// Calls `each` for each octave: with its corners, and with the point's place along x, y, z, w.
    fn each_octave(
        &self,
        noise: &Noise,
        world: &[f64],
        mut each: impl FnMut(&Corners<'_>, &[Place]),
    ) -> Result<()> {
        let dims = world.len();
        // The warp is sampled at the unwarped point, before the offset is added.
        let mut moves = [0.0; 4];
        for (to, (displacement, sum)) in moves.iter_mut().zip(&self.displacements) {
            *to = sum.sample(world).map_err(|e| displacement.name(e))?;
        }
        let mut xyzw = [0.0; 4];
        for ((to, w), offset) in xyzw.iter_mut().zip(world.iter().rev()).zip(noise.offset.xyzw()) {
            *to = w + offset;
        }
        for (o, octave) in self.octaves.iter().enumerate() {
            let mut places = [Place::default(); 4];
            let place = &mut places[..dims];
            for (axis, to) in place.iter_mut().enumerate() {
                *to = Place::new(noise, octave, axis, o, xyzw[axis])?;
            }
            for ((place, (displacement, _)), w) in place.iter_mut().zip(&self.displacements).zip(moves) {
                displacement.cells(o, place.factor)?;
                *place = place.displaced(noise.fade, w);
            }
            each(&Corners { noise, prepared: self, octave }, place);
        }
        Ok(())
    }
}

fn octaves(noise: &Noise, terms: &Terms) -> Vec<Octave> {
    let (mut frequency, mut power) = (noise.frequency, 1.0);
    let octave = |(o, (amplitude, shaped)): (usize, (f64, Option<Shaped>))| {
        let octave = Octave {
            frequency,
            power,
            keys: hash::keys(hash::octave_seed(noise.seed, o as u32)),
            amplitude: shaped.map_or(amplitude, |shaped| shaped.unit),
            shaped,
        };
        frequency *= noise.lacunarity;
        power *= noise.lacunarity;
        octave
    };
    terms.amplitudes().zip(terms.shaped()).enumerate().map(octave).collect()
}

/// An octave's sample `n`, shaped and weighted, before it is multiplied by the amplitude: `bits.md` section 5.
fn value(shape: Shape, n: f32, weight: f32) -> f32 {
    match shape {
        Shape::PingPong { strength } => {
            let t = (n + 1.0) * strength;
            let even = exact::rintf(t * 0.5) * 2.0;
            (t - even).abs() * 2.0 - 1.0
        }
        Shape::RidgedMulti { level } => {
            let s = level - n.abs();
            (s * s) * weight
        }
        Shape::HybridMulti { level } => (n + level) * weight,
    }
}

/// Limits a weight to 0 to 1.
fn clamped(weight: f32) -> f32 {
    if weight < 0.0 {
        0.0
    } else if weight < 1.0 {
        weight
    } else {
        1.0
    }
}

/// An octave's sample `n`, folded, as it is added: `bits.md` section 5. For a negative amplitude it is the negative of that for the
/// positive one.
fn shape(fractal: Fractal, n: f32, amplitude: f32) -> f32 {
    let sign = if amplitude < 0.0 { -1.0 } else { 1.0 };
    match fractal {
        Fractal::None | Fractal::Fbm | Fractal::PingPong | Fractal::RidgedMulti | Fractal::HybridMulti => n,
        Fractal::Billow => (2.0 * sign) * n.abs() - amplitude,
        Fractal::Ridged => amplitude - (2.0 * sign) * n.abs(),
        Fractal::Turbulence => sign * n.abs(),
    }
}

/// Where a sample lies along one axis, in one octave: `bits.md` section 1.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The lattice coordinates of the two corners.
    corners: [i64; 2],
    /// The fraction, and its fade.
    t: f32,
    u: f32,
    /// The cell, not reduced to the period, and the period; 0 if there is none.
    cell: i64,
    period: i64,
    /// Lattice cells per world unit.
    factor: f32,
}

impl Place {
    fn new(noise: &Noise, octave: &Octave, axis: usize, o: usize, world: f64) -> Result<Self> {
        let period = noise.period.xyzw()[axis];
        if period == 0 {
            let x = check(world * octave.frequency, axis, o, world)?;
            return Ok(Self::at(noise.fade, x, 0, octave.frequency as f32));
        }
        // The coordinate is reduced to one period of octave 0. So samples one period apart have the same bits in every octave.
        let x = check(world * noise.frequency, axis, o, world)?;
        let p = f64::from(period);
        let mut p_o = exact::floor(p * octave.power + 0.5);
        if p_o < 1.0 {
            p_o = 1.0;
        }
        if p_o > LIMIT {
            let name = format!("period.{}", crate::grid::AXES[axis]);
            return Err(Error::parameter(name, period, "periods of at most 2^52 cells in every octave"));
        }
        let r = x % p; // exact
        let r = if r < 0.0 { r + p } else { r };
        Ok(Self::at(noise.fade, r * (p_o / p), p_o as i64, (noise.frequency * (p_o / p)) as f32))
    }

    fn at(fade: Fade, x: f64, period: i64, factor: f32) -> Self {
        let c = exact::floor(x);
        Self::within(fade, c as i64, (x - c) as f32, period, factor)
    }

    /// Where the sample lies once it has moved `w` world units: `bits.md` section 1.
    fn displaced(&self, fade: Fade, w: f32) -> Self {
        let s = self.t + w * self.factor;
        let k = exact::floorf(s);
        Self::within(fade, self.cell + k as i64, s - k, self.period, self.factor)
    }

    /// The place at fraction `t` of cell `i`.
    fn within(fade: Fade, i: i64, t: f32, period: i64, factor: f32) -> Self {
        let u = match fade {
            Fade::Linear => t,
            Fade::Cubic => (t * t) * (3.0 - 2.0 * t),
            Fade::Quintic => ((t * t) * t) * ((t * ((t * 6.0) - 15.0)) + 10.0),
        };
        let corners = [reduce(i, period), reduce(i + 1, period)];
        Place { corners, t, u, cell: i, period, factor }
    }
}

/// A lattice coordinate, reduced to its period.
fn reduce(c: i64, period: i64) -> i64 {
    if period == 0 { c } else { c.rem_euclid(period) }
}

const LIMIT: f64 = 4_503_599_627_370_496.0; // 2^52

fn check(x: f64, axis: usize, octave: usize, world: f64) -> Result<f64> {
    if (-LIMIT..=LIMIT).contains(&x) {
        return Ok(x);
    }
    let (axis, world, lattice) = (crate::grid::AXES[axis], number(world).to_string(), number(x).to_string());
    Err(Error::Coordinate { axis, index: 0, world, octave, lattice })
}

/// The random vectors and values at the corners of an octave: `bits.md` sections 2 and 3.
struct Corners<'a> {
    noise: &'a Noise,
    prepared: &'a Prepared,
    octave: &'a Octave,
}

impl Corners<'_> {
    /// The vector at a corner, multiplied by the amplitude; lattice coordinates are x, y, z, w.
    fn gradient(&self, xyzw: &[i64]) -> [f32; 4] {
        let table = &self.prepared.table;
        let index = match &self.prepared.permutation {
            None => hash::table_index(self.mix(xyzw), table.len()),
            Some(p) => usize::from(hash::permute(p, xyzw)) % table.len(),
        };
        table[index].map(|g| (self.octave.amplitude * g) as f32)
    }

    /// The value at a corner, in [−1, 1], multiplied by the amplitude.
    fn value(&self, xyzw: &[i64]) -> f32 {
        let unit = match &self.prepared.permutation {
            None => (self.mix(xyzw) >> 8) as f32 * (1.0 / 8_388_608.0) - 1.0,
            Some(p) => f32::from(hash::permute(p, xyzw)) * (2.0f64 / 255.0) as f32 - 1.0,
        };
        unit * self.octave.amplitude as f32
    }

    fn mix(&self, xyzw: &[i64]) -> u32 {
        hash::corner(self.row_state(xyzw[1..].iter().copied()), hash::weyl(xyzw[0]))
    }

    /// The hash of a row's lattice coordinates y, z, w.
    fn row_state(&self, yzw: impl DoubleEndedIterator<Item = i64>) -> (u32, u32) {
        let (mut wzy, mut count) = ([0; 3], 0);
        for coordinate in yzw.rev() {
            wzy[count] = coordinate;
            count += 1;
        }
        hash::row_state(self.octave.keys, &wzy[..count])
    }

    /// Cell noise: the value at the cell's lower corner.
    fn cell(&self, place: &[Place]) -> f32 {
        self.value(&corner(0, 0, place)[..place.len()])
    }

    /// One octave of cellular noise: `bits.md` section 4. All cells that can hold one of the two nearest points are within three of the
    /// sample's own, whatever the distance and the jitter. Fewer cells often suffice, but the reference always searches them all.
    fn cellular(&self, noise: &Noise, place: &[Place]) -> f32 {
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

    /// One octave of Perlin or value noise, a line through each of the two columns, faded: `bits.md` section 4.
    fn between(&self, place: &[Place]) -> f32 {
        let (s_0, o_0) = self.column(0, place);
        let (s_1, o_1) = self.column(1, place);
        let ds = s_1 - s_0;
        let d_o = (o_1 - s_1) - o_0;
        let (t, u) = (place[0].t, place[0].u);
        (s_0 * t + o_0) + u * (ds * t + d_o)
    }

    /// Slope and offset of column `k`: those of its corners, interpolated along y, then z, then w.
    fn column(&self, k: usize, place: &[Place]) -> (f32, f32) {
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
    fn lines(&self, k: usize, place: &[Place]) -> [(f32, f32); 8] {
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
fn corner(k: usize, b: usize, place: &[Place]) -> [i64; 4] {
    let mut xyzw = [0; 4];
    xyzw[0] = place[0].corners[k];
    for (a, p) in place[1..].iter().enumerate() {
        xyzw[a + 1] = p.corners[b >> a & 1];
    }
    xyzw
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

fn lerp(a: f32, b: f32, u: f32) -> f32 {
    a + u * (b - a)
}

/// The samples of a grid.
#[cfg(test)]
pub(crate) fn samples_of_grid<const D: usize>(noise: &Noise, grid: &Grid<D>) -> Vec<f32> {
    let sum = Sum::new(core::slice::from_ref(noise), D).unwrap();
    worlds_of_grid(grid).map(|world| sum.sample(&world).unwrap()).collect()
}

/// The world coordinates of a grid's samples, in C order.
#[cfg(test)]
pub(crate) fn worlds_of_grid<const D: usize>(grid: &Grid<D>) -> impl Iterator<Item = [f64; D]> {
    let world = |flat: usize| {
        let mut rest = flat;
        let mut index = [0; D];
        for a in (0..D).rev() {
            (index[a], rest) = (rest % grid.shape[a], rest / grid.shape[a]);
        }
        grid.world(index)
    };
    (0..grid.samples().unwrap()).map(world)
}
