//! A noise as a list of octaves, each with all that sampling needs: scales, keys, folded tables, shape. The arithmetic is that of
//! `reference`, done once instead of once for each sample. Nothing here knows grids or instruction sets.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::num::NonZeroU64;

use crate::error::Result;
use crate::hash;
use crate::noise::{Fractal, Hash, Kind, Noise, Terms, check_sum};
use crate::tables::cellular::Cellular;
use crate::tables::corners::{Corners, Table, mix_vectors_of, permutation_values, stretch, table};
use crate::tables::octave::{Folded, Form, Octave, Warped};
use crate::tables::scale::{LIMIT, NEAR, Scale};

/// The octaves of one or several noises, which are added to `bias` one after the other.
pub(crate) struct Octaves {
    pub(crate) id: Option<Id>,
    pub(crate) bias: f32,
    pub(crate) octaves: Vec<Octave>,
    /// What moves the samples of warped octaves, along x, y, z, w. These octaves are not warped themselves.
    pub(crate) warps: Vec<Vec<Octaves>>,
    /// Where these octaves move samples: which of [`all`](Self::all) octaves of the noise that they move is the first of them.
    first: usize,
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
}

impl Octaves {
    /// The octaves in `dims` dimensions.
    ///
    /// # Errors
    /// A parameter outside its range, or one that is not allowed in `dims` dimensions.
    pub(crate) fn new(noises: &[Noise], dims: usize) -> Result<Self> {
        Self::of_sets(noises, 1, dims)
    }

    /// The octaves of several sets of as many noises, one set after the other. They differ in seeds alone, and are not added to each other.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub(crate) fn of_sets(noises: &[Noise], sets: usize, dims: usize) -> Result<Self> {
        let layers = noises.len() / sets;
        let (mut bias, mut octaves, mut warps) = (0.0, Vec::new(), Vec::<Vec<Octaves>>::new());
        for (i, noise) in noises.iter().enumerate() {
            let first = octaves.len();
            let pushed = push_octaves(noise, dims, &mut octaves).and_then(|bias| {
                push_warp(noise, dims, &mut octaves[first..], &mut warps)?;
                Ok(bias)
            });
            bias += pushed.map_err(|e| e.in_layer_of(layers, i % layers))?;
        }
        check_sum(&noises[..layers], dims)?;
        let bias = bias as f32 + 0.0; // a sum that starts with -0 could end there
        let has_pointwise = octaves.iter().any(Octave::is_pointwise);
        let is_summed = octaves.len() > 1 || octaves.iter().any(Octave::is_added) || !warps.is_empty();
        let mut first = octaves.len();
        for moves in warps.iter_mut().flatten() {
            moves.first = first;
            first += moves.octaves.len();
        }
        let (id, accepted, is_plain, first) = (Id::next(), [-1.0; 4], false, 0);
        let mut all =
            Octaves { id, bias, octaves, warps, first, has_pointwise, is_summed, is_plain, accepted };
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

    /// Which of [`all`](Self::all) octaves is the first of those that move samples along axis `a`, counted from x, in a warp.
    pub(crate) fn first_of(&self, warp: usize, a: usize) -> usize {
        self.warps[warp][a].first
    }

    /// All octaves that need tables: those that are summed, then those that move samples.
    pub(crate) fn all(&self) -> impl DoubleEndedIterator<Item = &Octave> {
        self.octaves.iter().chain(self.displacements().flat_map(|moves| &moves.octaves))
    }

    /// The number of [`all`](Self::all) octaves.
    pub(crate) fn count(&self) -> usize {
        self.octaves.len() + self.displacements().map(|moves| moves.octaves.len()).sum::<usize>()
    }

    /// The only octave, if it is cellular noise in two dimensions, without a period or a warp, and at most folded.
    #[inline]
    pub(crate) fn cellular_plane(&self) -> Option<(&Octave, &Cellular)> {
        match &self.octaves[..] {
            [octave] => Some((octave, octave.cellular_plane()?)),
            _ => None,
        }
    }

    /// The only octave's cellular noise, if its samples are written as they are found: they are not added to others, folded, shaped or warped.
    pub(crate) fn cells(&self) -> Option<&Cellular> {
        match &self.octaves.first()?.form {
            Form::Cellular(cellular) if !self.is_summed => Some(cellular),
            _ => None,
        }
    }

    /// Whether some octaves are warped.
    pub(crate) fn is_warped(&self) -> bool {
        !self.warps.is_empty()
    }

    /// Whether every octave surely accepts a world coordinate along an axis. `false` says nothing: it takes a closer look to tell.
    #[inline]
    pub(crate) fn surely_accept(&self, axis: usize, world: f64) -> bool {
        world.abs() <= self.surely_accepted(axis)
    }

    /// A magnitude up to which every octave surely accepts all world coordinates along an axis; negative if there is none.
    pub(crate) fn surely_accepted(&self, axis: usize) -> f64 {
        self.accepted[axis]
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
    let tables = OfNoise::new(noise, dims)?;
    let (mut frequency, mut power) = (noise.frequency, 1.0);
    for (o, (amplitude, shaped)) in terms.amplitudes().zip(terms.shaped()).enumerate() {
        let fold = fold(noise.fractal, amplitude as f32);
        let amplitude = shaped.map_or(amplitude, |shaped| shaped.unit);
        let keys = hash::keys(hash::octave_seed(noise.seed, o as u32));
        octaves.push(Octave {
            form: match noise.kind {
                Kind::Cellular => Form::Cellular(Cellular::new(noise, dims, keys, amplitude)),
                Kind::Perlin | Kind::Value | Kind::Cell => Form::Lattice,
            },
            kind: noise.kind,
            fade: noise.fade,
            scales: scales(noise, dims, frequency, power)?,
            corners: tables.corners(noise.kind, keys, amplitude),
            fold,
            shaped,
            warp: None,
        });
        frequency *= noise.lacunarity;
        power *= noise.lacunarity;
    }
    Ok(terms.bias)
}

/// What the octaves of a noise share.
struct OfNoise {
    /// The vectors of Perlin noise, and the same in a list that hashes index.
    vectors: Vec<[f64; 4]>,
    mix_vectors: Vec<[f64; 4]>,
    /// Numbers of a vector that samples need.
    components: usize,
    permutation: Option<Arc<[u32; 256]>>,
}

impl OfNoise {
    fn new(noise: &Noise, dims: usize) -> Result<Self> {
        let vectors = match noise.kind {
            Kind::Perlin => noise.gradients.vectors(dims)?,
            Kind::Value | Kind::Cell | Kind::Cellular => Vec::new(),
        };
        Ok(OfNoise {
            mix_vectors: stretch(&vectors),
            vectors,
            components: dims + usize::from(noise.gradients.has_constants()),
            permutation: match &noise.hash {
                Hash::Mix => None,
                Hash::Permutation(p) => Some(Arc::new(p.values(noise.seed).map(u32::from))),
            },
        })
    }

    /// What is at the corners of an octave of this amplitude, whose hashes have these keys.
    fn corners(&self, kind: Kind, keys: (u32, u32), amplitude: f64) -> Corners {
        let of_table =
            |links: &Arc<[u32; 256]>, table: Table| Corners::Permutation { links: links.clone(), table };
        match (&self.permutation, kind) {
            (Some(links), Kind::Perlin) => {
                of_table(links, table(&self.vectors, self.components, amplitude, 256))
            }
            (Some(links), Kind::Value | Kind::Cell | Kind::Cellular) => {
                of_table(links, permutation_values(amplitude))
            }
            (None, Kind::Perlin) => mix_vectors_of(keys, &self.mix_vectors, self.components, amplitude),
            (None, Kind::Value | Kind::Cell | Kind::Cellular) => {
                Corners::MixValue { keys, amplitude: amplitude as f32 }
            }
        }
    }
}

/// How the axes x, y, z, w lie on an octave's lattice. `frequency` is the noise's and `power` is 1, each multiplied by the lacunarity once for each octave
/// before.
fn scales(noise: &Noise, dims: usize, frequency: f64, power: f64) -> Result<[Scale; 4]> {
    let mut scales = noise.offset.xyzw().map(|offset| Scale::Free { offset, frequency });
    for (axis, scale) in scales.iter_mut().enumerate().take(dims) {
        if noise.period.xyzw()[axis] != 0 {
            *scale = Scale::periodic(noise, axis, power)?;
        }
    }
    Ok(scales)
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
            let cells = displacement.cells(o, factor)?;
            (warped.factors[a], warped.reach[a]) = (factor, cells as i64 + 1);
        }
        octave.warp = Some(warped);
    }
    let moves = displacements.iter().map(|d| Octaves::new(d.layers.as_slice(), dims).map_err(|e| d.name(e)));
    warps.push(moves.collect::<Result<_>>()?);
    Ok(())
}

fn fold(fractal: Fractal, amplitude: f32) -> Option<Folded> {
    let sign = if amplitude < 0.0 { -1.0 } else { 1.0 };
    match fractal {
        Fractal::None | Fractal::Fbm => None,
        Fractal::PingPong | Fractal::RidgedMulti | Fractal::HybridMulti => None,
        Fractal::Billow => Some(Folded { k: 2.0 * sign, c: -amplitude }),
        Fractal::Ridged => Some(Folded { k: -2.0 * sign, c: amplitude }),
        Fractal::Turbulence => Some(Folded { k: sign, c: 0.0 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
