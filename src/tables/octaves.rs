//! A noise as a list of octaves, each with all that sampling needs: scales, keys, folded tables, shape. The arithmetic is that of
//! `reference.rs`, done once instead of once for each sample. Nothing here knows grids or instruction sets.

use alloc::boxed::Box;
use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::num::NonZeroU64;

use crate::error::{Error, Result};
use crate::grid::AXES;
use crate::hash;
use crate::noise::{Fade, Fractal, Hash, Kind, Noise, Shaped, Terms, cells_in_period, check_sum};
use crate::tables::cellular::Cellular;

/// Lattice coordinates beyond this are errors: from 2^53 on, cells have no fractions.
pub(crate) const LIMIT: f64 = 4_503_599_627_370_496.0; // 2^52

/// Lattice coordinates within this are near: their cells fit into 32-bit lanes, and their codes have no second term.
pub(crate) const NEAR: f64 = 1_073_741_824.0; // 2^30

/// The octaves of one or several noises, which are added to `bias` one after the other.
pub(crate) struct Octaves {
    pub(crate) id: Option<Id>,
    pub(crate) bias: f32,
    pub(crate) octaves: Vec<Octave>,
    /// What moves the samples of warped octaves, along x, y, z, w. These octaves are not warped themselves.
    pub(crate) warps: Vec<Vec<Octaves>>,
    /// Whether some octaves are [pointwise](Octave::is_pointwise).
    pub(crate) has_pointwise: bool,
    /// Whether octaves are added to a sum: there are several, or the only one cannot be written directly.
    pub(crate) is_summed: bool,
    /// Whether there are octaves, and all of them are plain: Perlin noise of up to 16 gradients in two or three dimensions, without a
    /// period, constant or warp, and at most folded.
    pub(crate) is_plain: bool,
    /// For x, y, z, w, a magnitude up to which every octave accepts all world coordinates; negative if there is none.
    accepted: [f64; 4],
}

/// A number that no other list of octaves has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Id(NonZeroU64);

impl Id {
    /// The next one. `None` on a machine without 64-bit atomics, which has no such numbers.
    fn next() -> Option<Self> {
        #[cfg(target_has_atomic = "64")]
        {
            use core::sync::atomic::{AtomicU64, Ordering};
            static LAST: AtomicU64 = AtomicU64::new(0);
            NonZeroU64::new(LAST.fetch_add(1, Ordering::Relaxed) + 1).map(Id)
        }
        #[cfg(not(target_has_atomic = "64"))]
        None
    }

    /// Its place among `places`; the next list of octaves has another one.
    pub(crate) fn spread(self, places: usize) -> usize {
        (self.0.get() % places as u64) as usize
    }
}

pub(crate) struct Octave {
    pub(crate) form: Form,
    pub(crate) kind: Kind,
    pub(crate) fade: Fade,
    /// From world to lattice, for x, y, z, w.
    pub(crate) scales: [Scale; 4],
    pub(crate) corners: Corners,
    /// `None`: added as it is. `Some((k, c))`: added as `k·|n| + c`.
    pub(crate) fold: Option<(f32, f32)>,
    /// How it is shaped before it is added, if it is more than folded. The amplitude in its tables is then 1, or the one that normalises
    /// it.
    pub(crate) shaped: Option<Shaped>,
    /// How its samples move, if they do.
    pub(crate) warp: Option<Warped>,
}

/// How the samples of an octave move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Warped {
    /// The index in [`Octaves::warps`] of what moves them.
    pub(crate) index: usize,
    /// Lattice cells of this octave per world unit, along x, y, z, w.
    pub(crate) factors: [f32; 4],
    /// The most cells by which a sample's cell may change, along x, y, z, w.
    pub(crate) reach: [i64; 4],
}

/// How an octave's samples are made.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    /// From the corners around each sample: along a row, each of two lattice columns gives a line, and samples fade from one to the other.
    /// `corners` has the vectors or values.
    Lattice,
    /// From the points in the cells around each sample.
    Cellular(Cellular),
}

/// How a corner's lattice coordinates become its vector (Perlin) or value, amplitude included.
#[allow(
    clippy::large_enum_variant,
    reason = "the usual one is the largest, and it should be had without another allocation"
)]
pub(crate) enum Corners {
    /// `Mix` and up to 16 gradients, in the first `components` of four. `opposite`: there are 16, and entry `k + 8` is entry `k` with
    /// its sign bits inverted.
    MixFew { keys: (u32, u32), len: u32, opposite: bool, components: usize, table: [[f32; 16]; 4] },
    /// `Mix` and up to 256 gradients.
    MixMany { keys: (u32, u32), len: u32, table: Table },
    /// `Mix` and a value.
    MixValue { keys: (u32, u32), amplitude: f32 },
    /// A permutation; the table has an entry for each of its 256 results.
    Permutation { links: Arc<[u32; 256]>, table: Table },
}

/// Up to 256 vectors, component by component. Entries after the last vector are 0.
pub(crate) type Table = Box<[[f32; 256]]>;

/// From a world coordinate to a lattice coordinate along one axis.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Scale {
    Free { offset: f64, frequency: f64 },
    Periodic { offset: f64, frequency: f64, period: f64, ratio: f64, cells: i64 },
}

impl Octaves {
    /// The octaves in `dims` dimensions.
    ///
    /// # Errors
    /// A parameter outside its range, or one that is not allowed in `dims` dimensions.
    pub(crate) fn new(noises: &[Noise], dims: usize) -> Result<Self> {
        let (mut bias, mut octaves, mut warps) = (0.0, Vec::new(), Vec::new());
        for (i, noise) in noises.iter().enumerate() {
            let first = octaves.len();
            let pushed = push_octaves(noise, dims, &mut octaves).and_then(|bias| {
                push_warp(noise, dims, &mut octaves[first..], &mut warps)?;
                Ok(bias)
            });
            bias += pushed.map_err(|e| if noises.len() > 1 { e.in_layer(i) } else { e })?;
        }
        check_sum(noises, dims)?;
        let bias = bias as f32 + 0.0; // a sum that starts with -0 could end there
        let has_pointwise = octaves.iter().any(Octave::is_pointwise);
        let is_summed = octaves.len() > 1 || octaves.iter().any(Octave::is_added) || !warps.is_empty();
        let (id, accepted) = (Id::next(), [-1.0; 4]);
        let mut all =
            Octaves { id, bias, octaves, warps, has_pointwise, is_summed, is_plain: false, accepted };
        // Programs that must be small look at every octave each time.
        let quick = !cfg!(perlane_small);
        for axis in (0..dims).filter(|_| quick) {
            all.accepted[axis] = all.within(axis, LIMIT).unwrap_or(-1.0);
        }
        all.is_plain = !all.octaves.is_empty() && all.octaves.iter().all(|octave| octave.is_plain(dims));
        Ok(all)
    }

    /// What moves samples, one for each axis of each warp.
    pub(crate) fn displacements(&self) -> impl DoubleEndedIterator<Item = &Octaves> {
        self.warps.iter().flatten()
    }

    /// All octaves that need tables: those that are summed, then those that move samples.
    pub(crate) fn all(&self) -> impl DoubleEndedIterator<Item = &Octave> {
        self.octaves.iter().chain(self.displacements().flat_map(|moves| &moves.octaves))
    }

    /// The number of [`all`](Self::all) octaves.
    pub(crate) fn tables(&self) -> usize {
        self.octaves.len() + self.displacements().map(|moves| moves.octaves.len()).sum::<usize>()
    }

    /// Whether some octaves are warped.
    pub(crate) fn is_warped(&self) -> bool {
        !self.warps.is_empty()
    }

    /// Whether every octave accepts a world coordinate along an axis; `false` may also mean that it takes a closer look to tell.
    #[inline]
    pub(crate) fn surely_accept(&self, axis: usize, world: f64) -> bool {
        world.abs() <= self.accepted[axis]
    }

    /// A magnitude up to which all world coordinates along an axis are near in every octave, and so within [`LIMIT`].
    pub(crate) fn near(&self, axis: usize) -> Option<f64> {
        self.within(axis, NEAR)
    }

    /// A magnitude up to which all world coordinates along an axis are less than `cells` cells from 0 in every octave.
    fn within(&self, axis: usize, cells: f64) -> Option<f64> {
        let scales = || self.all().map(|octave| octave.scales[axis].parts());
        let half = |(offset, frequency): (f64, f64)| cells / 2.0 / frequency.abs() - offset.abs();
        let bound = scales().map(half).fold(f64::MAX, f64::min);
        // Rounding keeps the order of numbers, so it suffices to check the farthest coordinate.
        let within = |(offset, frequency): (f64, f64)| (bound + offset.abs()) * frequency.abs() < cells;
        (bound >= 0.0 && scales().all(within)).then_some(bound)
    }
}

/// Adds a noise's octaves; returns its bias.
fn push_octaves(noise: &Noise, dims: usize, octaves: &mut Vec<Octave>) -> Result<f64> {
    let terms = Terms::new(noise, dims)?;
    let vectors = match noise.kind {
        Kind::Perlin => noise.gradients.vectors(dims)?,
        Kind::Value | Kind::Cell | Kind::Cellular => Vec::new(),
    };
    let permutation = match &noise.hash {
        Hash::Mix => None,
        Hash::Permutation(p) => Some(Arc::new(p.values(noise.seed).map(u32::from))),
    };
    let mix_vectors = stretch(&vectors);
    let components = dims + usize::from(noise.gradients.has_constants());
    let (mut frequency, mut power) = (noise.frequency, 1.0);
    for (o, (amplitude, shaped)) in terms.amplitudes().zip(terms.shaped()).enumerate() {
        let fold = fold(noise.fractal, amplitude as f32);
        let amplitude = shaped.map_or(amplitude, |shaped| shaped.unit);
        let corners = match (&permutation, noise.kind) {
            (Some(links), Kind::Perlin) => Corners::Permutation {
                links: links.clone(),
                table: table(&vectors, components, amplitude, 256),
            },
            (Some(links), _) => {
                Corners::Permutation { links: links.clone(), table: permutation_values(amplitude) }
            }
            (None, kind) => {
                let keys = hash::keys(hash::octave_seed(noise.seed, o as u32));
                match kind {
                    Kind::Perlin => mix_vectors_of(keys, &mix_vectors, components, amplitude),
                    Kind::Value | Kind::Cell | Kind::Cellular => {
                        Corners::MixValue { keys, amplitude: amplitude as f32 }
                    }
                }
            }
        };
        let mut scales = noise.offset.xyzw().map(|offset| Scale::Free { offset, frequency });
        for (axis, scale) in scales.iter_mut().enumerate().take(dims) {
            if noise.period.xyzw()[axis] != 0 {
                *scale = Scale::periodic(noise, axis, power)?;
            }
        }
        let form = if noise.kind == Kind::Cellular {
            let keys = hash::keys(hash::octave_seed(noise.seed, o as u32));
            Form::Cellular(Cellular::new(noise, dims, keys, amplitude))
        } else {
            Form::Lattice
        };
        octaves.push(Octave {
            form,
            kind: noise.kind,
            fade: noise.fade,
            scales,
            corners,
            fold,
            shaped,
            warp: None,
        });
        frequency *= noise.lacunarity;
        power *= noise.lacunarity;
    }
    Ok(terms.bias)
}

/// Adds what moves the octaves of a noise, if they are warped.
fn push_warp(
    noise: &Noise,
    dims: usize,
    octaves: &mut [Octave],
    warps: &mut Vec<Vec<Octaves>>,
) -> Result<()> {
    let displacements = noise.displacements(dims)?;
    if displacements.is_empty() {
        return Ok(());
    }
    for (o, octave) in octaves.iter_mut().enumerate() {
        let mut warped = Warped { index: warps.len(), factors: [0.0; 4], reach: [0; 4] };
        for (a, displacement) in displacements.iter().enumerate() {
            let factor = octave.scales[a].factor();
            // Samples may be beyond their bounds by a few millionths.
            let cells = displacement.cells(o, factor)? * (1.0 + 1.0 / 65_536.0);
            (warped.factors[a], warped.reach[a]) = (factor, cells as i64 + 1);
        }
        octave.warp = Some(warped);
    }
    let moves = displacements.iter().map(|d| Octaves::new(d.layers.as_slice(), dims).map_err(|e| d.name(e)));
    warps.push(moves.collect::<Result<_>>()?);
    Ok(())
}

/// Vectors for `Mix`, which chooses them by the top bits of a hash. A table of 1, 2, 4 or 8 vectors becomes one of 16, which has each
/// vector several times in a row. So four bits choose the vector that fewer bits chose, and kernels know the number of bits.
fn stretch(vectors: &[[f64; 4]]) -> Vec<[f64; 4]> {
    let times = match vectors.len() {
        len @ (1 | 2 | 4 | 8) => 16 / len,
        _ => 1,
    };
    vectors.iter().flat_map(|vector| core::iter::repeat_n(*vector, times)).collect()
}

/// The corners of `Mix` and these vectors.
fn mix_vectors_of(keys: (u32, u32), vectors: &[[f64; 4]], components: usize, amplitude: f64) -> Corners {
    let len = vectors.len() as u32;
    if vectors.len() > 16 {
        return Corners::MixMany { keys, len, table: table(vectors, components, amplitude, vectors.len()) };
    }
    let mut table = [[0.0; 16]; 4];
    for (h, vector) in vectors.iter().enumerate() {
        for (column, g) in table.iter_mut().zip(vector).take(components) {
            column[h] = (amplitude * g) as f32;
        }
    }
    let opposite = vectors.len() == 16 && make_opposite(&mut table[..components]);
    Corners::MixFew { keys, len, opposite, components, table }
}

/// `G_o` of the first `entries` hashes; the vectors start again if there are fewer.
fn table(vectors: &[[f64; 4]], components: usize, amplitude: f64, entries: usize) -> Table {
    let mut table = alloc::vec![[0.0; 256]; components].into_boxed_slice();
    for (h, vector) in vectors.iter().cycle().take(entries).enumerate() {
        for (column, g) in table.iter_mut().zip(vector) {
            column[h] = (amplitude * g) as f32;
        }
    }
    table
}

/// Whether entry `k + 8` of a table of 16 is the opposite of entry `k`. If so, its zeros get the opposite sign too. No sample depends on
/// the sign of a zero in a gradient: it only affects the sign of other zeros, and no sum of octaves is ever -0.
fn make_opposite(table: &mut [[f32; 16]]) -> bool {
    let is = table.iter().all(|column| (0..8).all(|k| column[k + 8] == -column[k]));
    for column in table.iter_mut().filter(|_| is) {
        for k in 0..8 {
            column[k + 8] = -column[k];
        }
    }
    is
}

fn permutation_values(amplitude: f64) -> Table {
    let value = |h: usize| (h as f32 * (2.0f64 / 255.0) as f32 - 1.0) * amplitude as f32;
    Box::new([core::array::from_fn(value)])
}

fn fold(fractal: Fractal, amplitude: f32) -> Option<(f32, f32)> {
    let sign = if amplitude < 0.0 { -1.0 } else { 1.0 };
    match fractal {
        Fractal::None | Fractal::Fbm => None,
        Fractal::PingPong | Fractal::RidgedMulti | Fractal::HybridMulti => None,
        Fractal::Billow => Some((2.0 * sign, -amplitude)),
        Fractal::Ridged => Some((-2.0 * sign, amplitude)),
        Fractal::Turbulence => Some((sign, 0.0)),
    }
}

impl Octave {
    /// The number of components that a corner has.
    pub(crate) fn components(&self) -> usize {
        match &self.corners {
            Corners::MixFew { components, .. } => *components,
            Corners::MixMany { table, .. } | Corners::Permutation { table, .. } => table.len(),
            Corners::MixValue { .. } => 1,
        }
    }

    /// Whether it is always added to a sum, and never written directly: no loop folds or shapes samples and then writes them.
    pub(crate) fn is_added(&self) -> bool {
        self.fold.is_some() || self.shaped.is_some()
    }

    /// Whether it is one of those that small tiles are made of: see [`Octaves::is_plain`].
    fn is_plain(&self, dims: usize) -> bool {
        let few = matches!(self.corners, Corners::MixFew { components, .. } if components == dims);
        let free = |scale: &Scale| matches!(scale, Scale::Free { frequency, .. } if *frequency > 0.0);
        few && !self.is_pointwise()
            && self.shaped.is_none()
            && matches!(dims, 2 | 3)
            && self.scales[..dims].iter().all(free)
    }

    /// Whether a corner's vector in `dims` dimensions is followed by a constant.
    pub(crate) fn has_constants(&self, dims: usize) -> bool {
        self.kind == Kind::Perlin && self.components() > dims
    }

    /// Whether each sample is made from its own cell, and not from the lattice lines of a row.
    pub(crate) fn is_pointwise(&self) -> bool {
        self.warp.is_some() || matches!(self.form, Form::Cellular(_))
    }

    /// The cell and the fraction of a coordinate along axis `a` (0 is x). If the octave is warped, the coordinate has moved `w` world
    /// units. `None` if the coordinate is not finite, or beyond the lattice.
    #[inline]
    pub(crate) fn place(&self, a: usize, world: f64, w: f32) -> Option<(i64, f32)> {
        let scale = &self.scales[a];
        let within = scale.checked(world).abs() <= LIMIT;
        if !within {
            return None;
        }
        let place = scale.place(world);
        Some(self.warp.map_or(place, |warped| warped.displace(a, place, w)))
    }

    /// The code of a lattice coordinate along axis `a` (0 is x), which the hash takes in place of the coordinate.
    pub(crate) fn code(&self, a: usize, c: i64) -> u32 {
        let c = self.scales[a].reduce(c);
        if a == 0 { self.column_code(c) } else { self.line_code(c) }
    }

    /// The code of a lattice coordinate, reduced to its period, along an axis other than x.
    pub(crate) fn line_code(&self, c: i64) -> u32 {
        match &self.corners {
            Corners::Permutation { .. } => c as u32 & 255,
            _ => hash::weyl(c),
        }
    }

    /// The code of a lattice coordinate, reduced to its period, along the x axis.
    pub(crate) fn column_code(&self, c: i64) -> u32 {
        match &self.corners {
            Corners::Permutation { links, .. } => links[(c & 255) as usize],
            _ => hash::weyl(c),
        }
    }

    /// Replaces each fraction by its [`fade`](Self::fade).
    pub(crate) fn fade_all(&self, t: &mut [f32]) {
        // The fade is chosen once, so that compilers vectorise the loops.
        match self.fade {
            Fade::Linear => {}
            Fade::Cubic => t.iter_mut().for_each(|t| *t = cubic(*t)),
            Fade::Quintic => t.iter_mut().for_each(|t| *t = quintic(*t)),
        }
    }

    /// The derivative of the [`fade`](Self::fade) at `t`.
    pub(crate) fn fade_slope(&self, t: f32) -> f32 {
        match self.fade {
            Fade::Linear => 1.0,
            Fade::Cubic => (6.0 * t) * (1.0 - t),
            Fade::Quintic => {
                let q = t * (1.0 - t);
                (q * q) * 30.0
            }
        }
    }

    pub(crate) fn fade(&self, t: f32) -> f32 {
        match self.fade {
            Fade::Linear => t,
            Fade::Cubic => cubic(t),
            Fade::Quintic => quintic(t),
        }
    }
}

impl Warped {
    /// The cell and the fraction of a sample that has moved `w` world units along an axis, from those before it moved.
    #[inline]
    pub(crate) fn displace(&self, axis: usize, (cell, t): (i64, f32), w: f32) -> (i64, f32) {
        let s = t + w * self.factors[axis];
        // Truncation and a correction, as in `Scale::place`.
        let truncated = s as i32;
        let k = truncated - i32::from(s < truncated as f32);
        (cell + i64::from(k), s - k as f32)
    }
}

fn cubic(t: f32) -> f32 {
    (t * t) * (3.0 - 2.0 * t)
}

fn quintic(t: f32) -> f32 {
    ((t * t) * t) * ((t * ((t * 6.0) - 15.0)) + 10.0)
}

impl Scale {
    fn periodic(noise: &Noise, axis: usize, power: f64) -> Result<Self> {
        let (offset, frequency, period) =
            (noise.offset.xyzw()[axis], noise.frequency, noise.period.xyzw()[axis]);
        let p = f64::from(period);
        let cells = cells_in_period(period, power);
        if cells > LIMIT {
            let allowed = "periods of at most 2^52 cells in every octave";
            return Err(Error::parameter(format!("period.{}", AXES[axis]), period, allowed));
        }
        Ok(Scale::Periodic { offset, frequency, period: p, ratio: cells / p, cells: cells as i64 })
    }

    /// The coordinate that must be finite and within ±[`LIMIT`].
    #[inline]
    pub(crate) fn checked(&self, world: f64) -> f64 {
        let (offset, frequency) = self.parts();
        (world + offset) * frequency
    }

    /// Whether this scale surely accepts all coordinates that `other` accepts: it has the same offset and no greater frequency.
    pub(crate) fn accepts_all_of(&self, other: &Scale) -> bool {
        let (own, other) = (self.parts(), other.parts());
        own.0 == other.0 && own.1 <= other.1
    }

    /// Offset and frequency.
    #[inline]
    pub(crate) fn parts(&self) -> (f64, f64) {
        match *self {
            Scale::Free { offset, frequency } | Scale::Periodic { offset, frequency, .. } => {
                (offset, frequency)
            }
        }
    }

    /// Cell and fraction at a coordinate whose [`checked`](Self::checked) is within the limit.
    #[inline]
    pub(crate) fn place(&self, world: f64) -> (i64, f32) {
        let x = match self {
            Scale::Free { .. } => self.checked(world),
            Scale::Periodic { period, ratio, .. } => {
                let r = self.checked(world) % period;
                (if r < 0.0 { r + period } else { r }) * ratio
            }
        };
        // Truncation and a correction: exact within the limit, and no call on machines without a rounding instruction.
        let truncated = x as i64;
        let cell = truncated - i64::from(x < truncated as f64);
        (cell, (x - cell as f64) as f32 + 0.0)
    }

    /// Lattice cells per world unit.
    pub(crate) fn factor(&self) -> f32 {
        match *self {
            Scale::Free { frequency, .. } => frequency as f32,
            Scale::Periodic { frequency, ratio, .. } => (frequency * ratio) as f32,
        }
    }

    /// A lattice coordinate reduced to the period.
    #[inline]
    pub(crate) fn reduce(&self, c: i64) -> i64 {
        match self {
            Scale::Free { .. } => c,
            Scale::Periodic { cells, .. } => c.rem_euclid(*cells),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(scale: &Scale, x: f64) {
        let (cell, t) = scale.place(x);
        let floor = libm::floor(x);
        assert_eq!((cell as f64, cell), (floor, floor as i64), "{x:e}");
        assert_eq!(t.to_bits(), ((x - floor) as f32).to_bits(), "{x:e}");
    }

    #[test]
    fn magnitudes_up_to_which_all_octaves_are_near() {
        for (frequency, offset) in
            [(1.0, 0.0), (1e-300, 5.0), (0.3, -1e8), (1.7, 1e9), (1e300, 0.0), (3e-309, 0.0)]
        {
            let noise = Noise::perlin(1).frequency(frequency).offset([offset]).fbm(3);
            let octaves = Octaves::new(&[noise], 1).unwrap();
            let scale = octaves.octaves[2].scales[0];
            for world in [octaves.accepted[0], -octaves.accepted[0]] {
                let accepted = scale.checked(world).abs() <= LIMIT;
                assert!(accepted || !octaves.surely_accept(0, world), "{frequency} {offset}");
            }
            assert!(!octaves.surely_accept(0, f64::NAN) && !octaves.surely_accept(0, f64::INFINITY));
            let Some(bound) = octaves.near(0) else {
                assert!(scale.checked(0.0).abs() > NEAR / 4.0 || frequency < 1e-300, "{frequency} {offset}");
                continue;
            };
            for world in [bound, -bound] {
                assert!(scale.checked(world).abs() < NEAR, "{frequency} {offset}");
                assert!(scale.checked(2.5 * world).abs() > NEAR / 4.0, "{frequency} {offset}");
            }
        }
    }

    #[test]
    fn stretched_tables_have_the_same_vector_for_every_hash() {
        for len in 1..=40 {
            let vectors: Vec<[f64; 4]> = (0..len).map(|k| [k as f64, 0.0, 0.0, 0.0]).collect();
            let stretched = stretch(&vectors);
            assert_eq!(stretched.len() == 16, [1, 2, 4, 8, 16].contains(&len));
            for h in (0..=u32::MAX)
                .step_by(9973)
                .chain((0..32u32).flat_map(|k| [k << 27, (k << 27).wrapping_sub(1)]))
            {
                let at = |vectors: &[[f64; 4]]| vectors[hash::table_index(h, vectors.len())];
                assert_eq!(at(&stretched), at(&vectors), "{h:#x} of {len}");
            }
        }
    }

    /// Checks every `step`-th `f32` as a coordinate, except those beyond the limit, which are refused before.
    fn check_every(step: u32) {
        let scale = Scale::Free { offset: 0.0, frequency: 1.0 };
        let mut bits = 0u32;
        loop {
            let x = f64::from(f32::from_bits(bits));
            if (-LIMIT..=LIMIT).contains(&x) {
                check(&scale, x);
                check(&scale, x * (1.0 + f64::EPSILON));
            }
            let Some(next) = bits.checked_add(step) else { return };
            bits = next;
        }
    }

    #[test]
    fn cells_and_fractions_of_many_coordinates() {
        check_every(9973);
    }

    #[test]
    #[ignore = "2^32 coordinates take a minute: the full run does them"]
    fn cells_and_fractions_of_all_f32() {
        check_every(1);
    }

    #[test]
    fn cells_around_whole_numbers() {
        let scale = Scale::Free { offset: 0.0, frequency: 1.0 };
        for whole in [0.0, 1.0, 2.0, 255.0, 65536.0, 2_147_483_648.0, 4_294_967_296.0, 1e15, LIMIT - 1.0] {
            for x in [whole, -whole, -0.0, f64::MIN_POSITIVE, -f64::MIN_POSITIVE, 0.5, -0.5] {
                for near in [x, x.next_up(), x.next_down()] {
                    check(&scale, near);
                }
            }
        }
    }
}
