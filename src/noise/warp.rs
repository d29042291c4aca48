//! Domain warp: noises that move the places at which another one is sampled.

use alloc::format;
use alloc::vec::Vec;

use crate::error::{Error, Result, as_there_are, number, require};
use crate::exact;
use crate::grid::AXES;
use crate::noise::bounds::roundings;
use crate::noise::output::{MOST, greater_magnitude};
use crate::noise::parameters::{Layers, Noise, Warp};
use crate::noise::period::{MOST_IN_PERIOD, of_last_octave};
use crate::noise::validate::are_finite;

/// The most cells that a sample may move. Up to this, cells and fractions of a move are exact in `f32`.
const MOST_CELLS: f64 = 1_048_576.0; // 2^20

/// Samples of value noise may be beyond their bounds: those of 32 octaves of a ridged multifractal by 0.0013 of the interval between these, which is at most
/// twice the greater bound (bits.md, section 5).
const BEYOND: f64 = 1.0 + 1.0 / 256.0;

/// The numbers of [`Warp::By`].
struct WarpParts<'a> {
    amplitude: &'a mut f64,
    frequency: &'a mut Option<f64>,
    octaves: &'a mut u32,
    seed: &'a mut Option<u64>,
}

impl Noise {
    /// Domain warp: each sample moves along each axis, by as many world units as the value of a noise or layers, before this noise is
    /// sampled. `noises` are in array order, `[.., z, y, x]`. They are sampled at the place from which a sample moves, and this noise's
    /// [`offset`](Self::offset) has no effect on them.
    ///
    /// The [`bounds`](Self::bounds) do not change. A noise with a period still repeats if the warp has the same period in world units.
    /// Noises that warp cannot be warped themselves, and no sample may move further than 2^20 cells of an octave. If one of them
    /// has a warp of amplitude 0, the frequency, octaves and seed of that are dropped.
    ///
    /// ```
    /// use perlane::{Grid, Noise};
    /// let swirl = |seed| Noise::perlin(seed).cell_size(96.0).fbm(2).scale(40.0); // up to 40 samples away
    /// let marble = Noise::perlin(1).cell_size(48.0).ridged(4).warp([swirl(2), swirl(3)]);
    /// let image = marble.generate(&Grid::new([64, 96]))?;
    /// assert_ne!(image, Noise::perlin(1).cell_size(48.0).ridged(4).generate(&Grid::new([64, 96]))?);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    #[doc(alias = "domain warp")]
    #[doc(alias = "displace")]
    #[doc(alias = "distort")]
    pub fn warp<T: Into<Layers>, const D: usize>(mut self, noises: [T; D]) -> Self {
        let unwarped = |layers: T| {
            let mut layers = layers.into();
            // Recipes have no table `warp` within a warp, and what comes back from one should be the same noise.
            layers
                .as_mut_slice()
                .iter_mut()
                .filter(|noise| !noise.is_warped())
                .for_each(|noise| noise.warp = Warp::default());
            layers
        };
        self.warp = Warp::Of(noises.map(unwarped).into());
        self
    }

    /// Domain warp by Perlin noise: samples move up to `amplitude` world units along every axis; 0 is no warp.
    ///
    /// By default the warp has the noise's frequency and one octave; [`warp_frequency`](Self::warp_frequency) and
    /// [`warp_octaves`](Self::warp_octaves) change that. If the noise has a period, the warp repeats with it. This takes the place of a
    /// [warp by other noises](Self::warp), which is dropped.
    ///
    /// ```
    /// use perlane::{Grid, Noise};
    /// let noise = Noise::perlin(7).cell_size(32.0).fbm(4);
    /// let warped = noise.clone().warp_by(20.0).warp_octaves(3);
    /// let by_hand = |seed| Noise::perlin(seed).cell_size(32.0).fbm(3).scale(20.0);
    /// let grid = Grid::new([48, 64]);
    /// assert_eq!(warped.generate(&grid)?, noise.warp([by_hand(9), by_hand(8)]).generate(&grid)?); // x has seed 8, y 9
    /// # Ok::<(), perlane::Error>(())
    /// ```
    #[doc(alias = "domain warp")]
    #[doc(alias = "turbulence")]
    pub fn warp_by(self, amplitude: f64) -> Self {
        self.with_warp(|parts| *parts.amplitude = amplitude)
    }

    /// The frequency of the warp of [`warp_by`](Self::warp_by), in lattice cells per world unit: finite, above 0. If the noise has a
    /// period, a whole number of these cells must fit into it. Noises given by [`warp`](Self::warp) are dropped.
    pub fn warp_frequency(self, frequency: f64) -> Self {
        self.with_warp(|parts| *parts.frequency = Some(frequency))
    }

    /// The number of octaves of the warp of [`warp_by`](Self::warp_by): 1 to 32. If the noise has a period, each octave has at most 2^52 cells in it.
    /// Noises given by [`warp`](Self::warp) are dropped.
    pub fn warp_octaves(self, octaves: u32) -> Self {
        self.with_warp(|parts| *parts.octaves = octaves)
    }

    /// The seed of the warp of [`warp_by`](Self::warp_by) along x, by default the noise's seed plus 1. Along y, z and w, the warp has the
    /// next seeds. Noises given by [`warp`](Self::warp) are dropped.
    pub fn warp_seed(self, seed: u64) -> Self {
        self.with_warp(|parts| *parts.seed = Some(seed))
    }

    /// Changes one of the numbers of [`Warp::By`]. If the warp had noises for each axis, the default takes their place first.
    fn with_warp(mut self, change: impl FnOnce(WarpParts<'_>)) -> Self {
        if let Warp::Of(_) = self.warp {
            self.warp = Warp::default();
        }
        if let Warp::By { amplitude, frequency, octaves, seed } = &mut self.warp {
            change(WarpParts { amplitude, frequency, octaves, seed });
        }
        self
    }

    /// Whether samples move.
    #[must_use]
    pub fn is_warped(&self) -> bool {
        match &self.warp {
            Warp::By { amplitude, .. } => *amplitude != 0.0,
            Warp::Of(layers) => layers.xyzw_ref().iter().any(|layers| !layers.as_slice().is_empty()),
        }
    }

    /// Checks what can be checked without a grid.
    pub(super) fn validate_warp(&self) -> Result<()> {
        match &self.warp {
            Warp::By { amplitude, frequency, octaves, .. } => {
                let allowed = "finite numbers from -1e37 to 1e37 (world units)";
                require(amplitude.abs() <= MOST, "warp.amplitude", number(*amplitude), allowed)?;
                require((1..=Self::MAX_OCTAVES).contains(octaves), "warp.octaves", octaves, "1 to 32")?;
                let given = frequency.unwrap_or(1.0);
                let allowed = "finite numbers above 0 (lattice cells per world unit)";
                require(given.is_finite() && given > 0.0, "warp.frequency", number(given), allowed)?;
                self.validate_octaves_of_warp(*frequency, *octaves)
            }
            Warp::Of(layers) => {
                for (axis, layers) in AXES.into_iter().zip(layers.xyzw_ref()) {
                    if let Some(noise) = layers.as_slice().iter().find(|noise| noise.is_warped()) {
                        let name = format!("warp.{axis}");
                        let value = format!("{} noise that is warped itself", noise.kind);
                        return Err(Error::parameter(name, value, "noises without a warp of their own"));
                    }
                    layers.validate().map_err(|e| e.in_warp(axis))?;
                }
                Ok(())
            }
        }
    }

    /// Checks that the frequencies of a warp's octaves are finite, if it moves anything. Without a frequency, it has that of the noise.
    fn validate_octaves_of_warp(&self, given: Option<f64>, octaves: u32) -> Result<()> {
        let (name, frequency) =
            given.map_or(("frequency", self.frequency), |given| ("warp.frequency", given));
        if !self.is_warped() || are_finite(frequency, Self::default().lacunarity, octaves) {
            return Ok(());
        }
        let allowed = "numbers that keep the frequencies of all octaves of the warp finite";
        Err(Error::parameter(name, number(frequency), allowed))
    }

    /// Checks that nothing moves along axes that the grid does not have.
    pub(super) fn validate_warp_dims(&self, dims: usize) -> Result<()> {
        let Warp::Of(layers) = &self.warp else { return Ok(()) };
        let mut beyond = AXES.into_iter().zip(layers.xyzw_ref()).skip(dims);
        match beyond.find(|(_, layers)| !layers.as_slice().is_empty()) {
            Some((axis, _)) => Err(Error::parameter(
                format!("warp.{axis}"),
                "given",
                format!("nothing, {}", as_there_are(dims)),
            )),
            None => Ok(()),
        }
    }

    /// What moves the samples of a valid noise along each of its axes, x first; empty if the noise is not warped.
    pub(crate) fn displacements(&self, dims: usize) -> Result<Vec<Displacement>> {
        if !self.is_warped() {
            return Ok(Vec::new());
        }
        let mut displacements = Vec::with_capacity(dims);
        for (a, axis) in AXES.into_iter().enumerate().take(dims) {
            let layers = match &self.warp {
                Warp::Of(layers) => layers.xyzw_ref()[a].clone(),
                Warp::By { amplitude, frequency, octaves, seed } => {
                    let frequency = frequency.unwrap_or(self.frequency);
                    let seed = seed.unwrap_or(self.seed.wrapping_add(1)).wrapping_add(a as u64);
                    let mut noise = Noise::perlin(seed).frequency(frequency).fbm(*octaves).scale(*amplitude);
                    for (to, period) in noise.period.xyzw_mut().into_iter().zip(self.period.xyzw()).take(dims)
                    {
                        *to = self.period_of_warp(period, frequency, *octaves)?;
                    }
                    noise.into()
                }
            };
            let most = greater_magnitude(layers.bounds(dims).map_err(|e| e.in_warp(axis))?);
            let roundings = roundings(layers.as_slice(), dims).map_err(|e| e.in_warp(axis))?;
            let (named, frequency) = (matches!(self.warp, Warp::Of(_)), self.frequency);
            displacements.push(Displacement { axis, named, frequency, layers, most, roundings });
        }
        Ok(displacements)
    }

    /// How many octaves a noise has in `dims` dimensions: those that are summed, and those that move samples along each axis.
    pub(crate) fn octaves_and_moves(&self, dims: usize) -> usize {
        let moves = match &self.warp {
            Warp::By { octaves, .. } if self.is_warped() => dims.saturating_mul(*octaves as usize),
            Warp::By { .. } => 0,
            Warp::Of(layers) => {
                let noises = layers.xyzw_ref().into_iter().take(dims).flat_map(|layers| layers.as_slice());
                noises.fold(0, |sum: usize, noise| sum.saturating_add(noise.octave_count() as usize))
            }
        };
        moves.saturating_add(self.octave_count() as usize)
    }

    /// The period of a warp of this frequency, in its own cells, for a noise whose period is `period` cells.
    fn period_of_warp(&self, period: u32, frequency: f64, octaves: u32) -> Result<u32> {
        let cells = f64::from(period) * (frequency / self.frequency);
        let whole = exact::floor(cells + 0.5);
        if period != 0
            && !(whole >= 1.0 && whole <= f64::from(u32::MAX) && (cells - whole).abs() <= 1e-9 * whole)
        {
            let value = format!("{} ({} cells in the noise's period)", number(frequency), number(cells));
            let allowed =
                "frequencies that have a whole number of cells in the noise's period, from 1 to 2^32 - 1";
            return Err(Error::parameter("warp.frequency", value, allowed));
        }
        // The tables refuse such a period, too, but they know only that of the warp, which nobody gave.
        let last = of_last_octave(whole, Self::default().lacunarity, octaves);
        if last > MOST_IN_PERIOD {
            let value = format!("{octaves} (the last has {} cells in the noise's period)", number(last));
            let allowed = "octaves of at most 2^52 cells in the noise's period";
            return Err(Error::parameter("warp.octaves", value, allowed));
        }
        Ok(whole as u32)
    }
}

/// What moves the samples of a noise along an axis.
pub(crate) struct Displacement {
    axis: char,
    /// Whether the user gave a noise for each axis, and not an amplitude for all.
    named: bool,
    /// The frequency of the noise that is moved.
    frequency: f64,
    pub(crate) layers: Layers,
    /// The most world units that samples move.
    most: f64,
    /// How many more these may be, because what moves them is rounded.
    roundings: f64,
}

impl Displacement {
    /// The error with this axis before the parameter's name, where the user gave noises.
    pub(crate) fn name(&self, error: Error) -> Error {
        if self.named { error.in_warp(self.axis) } else { error }
    }

    /// The most cells that samples move in an octave with `factor` cells per world unit, with all roundings.
    ///
    /// # Errors
    /// More than 2^20, or as many more by roundings; or a factor that is not finite.
    pub(crate) fn cells(&self, octave: usize, factor: f32) -> Result<f64> {
        if !factor.is_finite() {
            let value = format!("{} (beyond f32 in octave {octave})", number(self.frequency));
            let allowed = "for warped noise, frequencies that are at most 3.4e38 in every octave";
            return Err(Error::parameter("frequency", value, allowed));
        }
        let (cells, roundings) = (self.most * f64::from(factor), self.roundings * f64::from(factor));
        if cells <= MOST_CELLS && roundings <= MOST_CELLS {
            return Ok(cells * BEYOND + roundings);
        }
        let name = if self.named { format!("warp.{}", self.axis) } else { "warp.amplitude".into() };
        let (value, allowed) = if cells <= MOST_CELLS {
            let value = format!("rounded by up to {} ({} cells", number(self.roundings), number(roundings));
            (value, "octaves whose magnitudes are not so much greater than their sum")
        } else {
            let value = format!("up to {} ({} cells", number(self.most), number(cells));
            (value, "world units that are at most 2^20 cells in every octave")
        };
        Err(Error::parameter(name, format!("{value} in octave {octave})"), allowed))
    }
}
