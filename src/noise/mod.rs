//! `Noise`: what to sample. A plain value; nothing here knows grids or instruction sets.

pub(crate) mod gradients;
mod layers;
mod names;

use alloc::format;

use crate::error::{Error, Result, number, require};
use crate::grid::AXES;
use crate::per_axis::PerAxis;
pub use gradients::{CustomGradients, Gradients, Permutation};
pub use layers::Layers;
pub(crate) use layers::{bounds, validate};

/// What stands at the corners of the lattice, and what lies between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Kind {
    /// Gradient noise: a random slope at each corner, 0 at each corner (Perlin, "An Image Synthesizer", SIGGRAPH 1985).
    #[default]
    Perlin,
    /// A random value at each corner, faded between corners.
    Value,
    /// One random value for each lattice cell; white noise where a cell is one sample.
    Cell,
}

/// How values fade from corner to corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Fade {
    /// `t`: creases at the lattice lines.
    Linear,
    /// `3t² − 2t³`: continuous slope (Perlin 1985).
    Cubic,
    /// `6t⁵ − 15t⁴ + 10t³`: continuous curvature (Perlin 2002).
    #[default]
    Quintic,
}

/// How octaves are folded before they are summed. `A` is an octave's amplitude.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Fractal {
    /// One octave.
    #[default]
    None,
    /// Fractal Brownian motion: the plain sum.
    Fbm,
    /// `2|n| − A`: round humps, creased valleys.
    Billow,
    /// `A − 2|n|`: sharp ridges (Musgrave, in "Texturing and Modeling", without the feedback between octaves).
    Ridged,
    /// `|n|` (Perlin 1985).
    Turbulence,
}

/// How the corners of the lattice get their random numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Hash {
    /// An arithmetic hash of 64-bit coordinates and a 64-bit seed, with no period.
    #[default]
    Mix,
    /// The textbooks' table of 256, with a period of 256 cells on every axis.
    Permutation(Permutation),
}

/// A noise: kind, seed, hash, gradients, fade, period, fractal and output.
///
/// A plain value: make it with [`perlin`](Self::perlin), [`value`](Self::value) or [`cell`](Self::cell), change it with the
/// methods of the same names as the fields, and sample it on a [`Grid`](crate::Grid), at points or along axes. Parameters are
/// checked when it is sampled (or by [`validate`](Self::validate)).
///
/// ```
/// use perlane::{Grid, Noise};
/// let noise = Noise::perlin(42).frequency(1.0 / 128.0).fbm(6);
/// let grid = Grid::new([64, 96]).start([0, 1 << 40]);
/// let image: Vec<f32> = noise.generate(&grid)?; // 64 rows of 96 samples
/// assert!(image.iter().all(|v| (-1.0..=1.0).contains(v)));
/// # Ok::<(), perlane::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Noise {
    /// What stands at the corners.
    pub kind: Kind,
    /// Any 64-bit number.
    pub seed: u64,
    /// Lattice cells per world unit in octave 0: finite, above 0.
    pub frequency: f64,
    /// How corners get their random numbers.
    pub hash: Hash,
    /// The vectors of Perlin noise; other kinds ignore them.
    pub gradients: Gradients,
    /// How values fade from corner to corner; cell noise ignores it.
    pub fade: Fade,
    /// World units that are added to coordinates: the phase of this noise among others. Finite.
    pub offset: PerAxis<f64>,
    /// Lattice cells of octave 0 after which the noise repeats; 0 where it does not.
    pub period: PerAxis<u32>,
    /// How octaves are folded and summed.
    pub fractal: Fractal,
    /// The number of octaves, 1 to 32; [`Fractal::None`] uses one.
    pub octaves: u32,
    /// The ratio of an octave's frequency to the one before: finite, above 0.
    pub lacunarity: f64,
    /// The ratio of an octave's amplitude to the one before (also called persistence): finite.
    pub gain: f64,
    /// Whether amplitudes are divided by their proven bound, so that the unscaled noise stays inside [−1, 1].
    pub normalize: bool,
    /// What the noise is multiplied by: finite.
    pub scale: f64,
    /// What is added to the scaled noise: finite.
    pub bias: f64,
}

impl Default for Noise {
    /// Perlin noise with seed 0.
    fn default() -> Self {
        Noise {
            kind: Kind::Perlin,
            seed: 0,
            frequency: 1.0,
            hash: Hash::Mix,
            gradients: Gradients::Default,
            fade: Fade::Quintic,
            offset: PerAxis::default(),
            period: PerAxis::default(),
            fractal: Fractal::None,
            octaves: 1,
            lacunarity: 2.0,
            gain: 0.5,
            normalize: true,
            scale: 1.0,
            bias: 0.0,
        }
    }
}

impl Noise {
    /// The most octaves a fractal may have.
    pub const MAX_OCTAVES: u32 = 32;

    /// Perlin (gradient) noise.
    pub fn perlin(seed: u64) -> Self {
        Noise { seed, ..Noise::default() }
    }

    /// Value noise.
    pub fn value(seed: u64) -> Self {
        Noise { seed, kind: Kind::Value, ..Noise::default() }
    }

    /// Cell noise; white noise at frequency 1 on a grid of spacing 1.
    pub fn cell(seed: u64) -> Self {
        Noise { seed, kind: Kind::Cell, ..Noise::default() }
    }

    /// What stands at the corners.
    pub fn kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// Any 64-bit number.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Lattice cells per world unit in octave 0: finite, above 0.
    pub fn frequency(mut self, frequency: f64) -> Self {
        self.frequency = frequency;
        self
    }

    /// How corners get their random numbers.
    pub fn hash(mut self, hash: Hash) -> Self {
        self.hash = hash;
        self
    }

    /// The textbooks' hash, with this permutation.
    pub fn permutation(self, permutation: Permutation) -> Self {
        self.hash(Hash::Permutation(permutation))
    }

    /// The vectors of Perlin noise.
    pub fn gradients(mut self, gradients: Gradients) -> Self {
        self.gradients = gradients;
        self
    }

    /// How values fade from corner to corner.
    pub fn fade(mut self, fade: Fade) -> Self {
        self.fade = fade;
        self
    }

    /// World units that are added to coordinates, as an array `[.., z, y, x]` or a [`PerAxis`]: the phase of a noise among
    /// [`Layers`](crate::Layers). Finite.
    pub fn offset(mut self, offset: impl Into<PerAxis<f64>>) -> Self {
        self.offset = offset.into();
        self
    }

    /// Lattice cells of octave 0 after which the noise repeats, as an array `[.., z, y, x]` or a [`PerAxis`]; 0 where it does not.
    /// Octave `o` repeats after `period · lacunarity^o` cells, rounded to a whole number, in the same distance.
    ///
    /// Samples one period apart are equal to the bit where their distance in octave 0 is exact: where
    /// `frequency · spacing` is, say, a multiple of a power of one half.
    ///
    /// ```
    /// use perlane::{Grid, Noise};
    /// let noise = Noise::perlin(1).frequency(1.0 / 16.0).fbm(3).lacunarity(1.9).period([0, 3]);
    /// let row = noise.generate(&Grid::new([1, 97]))?;
    /// assert_eq!(row[..49], row[48..]); // 3 cells are 48 samples
    /// # Ok::<(), perlane::Error>(())
    /// ```
    pub fn period(mut self, period: impl Into<PerAxis<u32>>) -> Self {
        self.period = period.into();
        self
    }

    /// How octaves are folded and summed; [`octaves`](Self::octaves) says how many.
    pub fn fractal(mut self, fractal: Fractal) -> Self {
        self.fractal = fractal;
        self
    }

    /// The number of octaves: 1 to 32.
    pub fn octaves(mut self, octaves: u32) -> Self {
        self.octaves = octaves;
        self
    }

    /// Fractal Brownian motion of that many octaves.
    pub fn fbm(self, octaves: u32) -> Self {
        self.fractal(Fractal::Fbm).octaves(octaves)
    }

    /// Billow of that many octaves.
    pub fn billow(self, octaves: u32) -> Self {
        self.fractal(Fractal::Billow).octaves(octaves)
    }

    /// Ridged noise of that many octaves.
    pub fn ridged(self, octaves: u32) -> Self {
        self.fractal(Fractal::Ridged).octaves(octaves)
    }

    /// Turbulence of that many octaves.
    pub fn turbulence(self, octaves: u32) -> Self {
        self.fractal(Fractal::Turbulence).octaves(octaves)
    }

    /// The ratio of an octave's frequency to the one before: finite, above 0.
    pub fn lacunarity(mut self, lacunarity: f64) -> Self {
        self.lacunarity = lacunarity;
        self
    }

    /// The ratio of an octave's amplitude to the one before: finite.
    pub fn gain(mut self, gain: f64) -> Self {
        self.gain = gain;
        self
    }

    /// Whether amplitudes are divided by their proven bound; if not, the sum is the textbooks' raw one.
    pub fn normalize(mut self, normalize: bool) -> Self {
        self.normalize = normalize;
        self
    }

    /// What the noise is multiplied by: finite. Free: it is folded into tables.
    pub fn scale(mut self, scale: f64) -> Self {
        self.scale = scale;
        self
    }

    /// What is added to the scaled noise: finite. Free: sums start with it.
    pub fn bias(mut self, bias: f64) -> Self {
        self.bias = bias;
        self
    }

    /// Scale and bias that map [−1, 1] to `[low, high]`; `low` may be the greater one. See [`bounds`](Self::bounds) for noises whose
    /// own range is another.
    pub fn range(self, low: f64, high: f64) -> Self {
        self.scale((high - low) / 2.0).bias((high + low) / 2.0)
    }

    /// The number of octaves that are summed.
    pub(crate) fn octave_count(&self) -> u32 {
        if self.fractal == Fractal::None { 1 } else { self.octaves }
    }

    /// Checks every parameter that can be checked without a grid.
    ///
    /// # Errors
    /// The first parameter outside its range.
    pub fn validate(&self) -> Result<()> {
        let positive = self.frequency.is_finite() && self.frequency > 0.0;
        require(
            positive,
            "frequency",
            self.frequency,
            "finite numbers above 0 (lattice cells per world unit)",
        )?;
        require((1..=Self::MAX_OCTAVES).contains(&self.octaves), "octaves", self.octaves, "1 to 32")?;
        let positive = self.lacunarity.is_finite() && self.lacunarity > 0.0;
        require(positive, "lacunarity", number(self.lacunarity), "finite numbers above 0")?;
        for (offset, axis) in self.offset.xyzw().into_iter().zip(AXES) {
            if !offset.is_finite() {
                let name = format!("offset.{axis}");
                return Err(Error::parameter(name, number(offset), "finite numbers (world units)"));
            }
        }
        require(self.gain.is_finite(), "gain", number(self.gain), "finite numbers")?;
        require(self.scale.is_finite(), "scale", number(self.scale), "finite numbers")?;
        require(
            (self.bias as f32).is_finite(),
            "bias",
            number(self.bias),
            "finite numbers within the range of f32",
        )
    }

    /// The supremum of the absolute value of one octave of amplitude 1 (an upper bound for custom gradients).
    ///
    /// # Errors
    /// Gradients that do not exist in `dims` dimensions.
    pub(crate) fn supremum(&self, dims: usize) -> Result<f64> {
        match self.kind {
            Kind::Perlin => self.gradients.supremum(dims, self.fade),
            Kind::Value | Kind::Cell => Ok(1.0),
        }
    }

    /// The least and the greatest value that a sample can have in `dims` dimensions (1 to 4): proven, and the same for every
    /// grid. `[−1, 1]` for a normalised noise; billow and ridged noise are folded at `A`, not at the supremum of an octave, and have other
    /// bounds: `[(1 − 2s)/s, 1/s]` for ridged noise of a set with supremum `s` (a few millionths wider, for roundings), and the negative of
    /// that for billow.
    ///
    /// Perlin noise without a bias never leaves them. Value noise may, by up to four millionths: the quintic fade rounds to a little more than 1
    /// just before a corner. Where a bias is added, the sum rounds to `f32`.
    ///
    /// ```
    /// use perlane::{Gradients, Noise};
    /// let noise = Noise::perlin(1).fbm(5);
    /// assert_eq!(noise.bounds(2)?, (-1.0, 1.0));
    /// assert_eq!(noise.clone().range(0.0, 255.0).bounds(3)?, (0.0, 255.0));
    /// assert_eq!(noise.clone().turbulence(5).bounds(2)?, (0.0, 1.0));
    /// let (low, high) = noise.gradients(Gradients::Diagonals).ridged(1).bounds(2)?;
    /// assert!((low + 1.0).abs() < 1e-5 && (high - 1.0).abs() < 1e-5); // the supremum of that set is 1
    /// # Ok::<(), perlane::Error>(())
    /// ```
    ///
    /// # Errors
    /// A parameter outside its range, or one that does not go with `dims`.
    pub fn bounds(&self, dims: usize) -> Result<(f64, f64)> {
        require((1..=4).contains(&dims), "dims", dims, "1 to 4")?;
        self.validate()?;
        self.validate_dims(dims)?;
        let supremum = self.supremum(dims)?;
        // The sum of |A_o|, and the least and the most that it can be when rounded to f32; the largest that the sum of |n| can be.
        let folds = self.amplitudes(supremum)?.fold(0.0, |sum: f64, a| sum + a.abs());
        let (least, most) = (folds / ROUNDING, folds * ROUNDING);
        let reach = if self.normalize { self.scale.abs() } else { most * supremum };
        let (low, high) = match self.fractal {
            Fractal::None | Fractal::Fbm => (-reach, reach),
            Fractal::Turbulence => (0.0, reach),
            Fractal::Billow => (-most, 2.0 * reach - least),
            Fractal::Ridged => (least - 2.0 * reach, most),
        };
        // An octave of negative amplitude is the negative of one of positive amplitude.
        let negative = self.raw_amplitudes().any(|a| a * self.scale < 0.0);
        let positive = self.raw_amplitudes().any(|a| a * self.scale > 0.0);
        let (low, high) = match (negative, positive) {
            (true, true) => {
                let most = if -low > high { -low } else { high };
                (-most, most)
            }
            (true, false) => (-high, -low),
            _ => (low, high),
        };
        Ok((self.bias + low, self.bias + high))
    }

    /// The axes with a period or an offset must be axes of the grid.
    pub(crate) fn validate_dims(&self, dims: usize) -> Result<()> {
        for (axis, offset) in self.offset.xyzw().into_iter().enumerate().skip(dims) {
            if offset != 0.0 {
                let name = format!("offset.{}", AXES[axis]);
                return Err(Error::parameter(name, number(offset), format!("0, as there are {dims} axes")));
            }
        }
        for (axis, period) in self.period.xyzw().into_iter().enumerate().skip(dims) {
            if period != 0 {
                let name = format!("period.{}", AXES[axis]);
                return Err(Error::parameter(name, period, format!("0, as there are {dims} axes")));
            }
        }
        Ok(())
    }

    /// `a_o` of every octave, in f64.
    fn raw_amplitudes(&self) -> impl Iterator<Item = f64> + Clone + use<> {
        let gain = self.gain;
        core::iter::successors(Some(1.0f64), move |a| Some(a * gain)).take(self.octave_count() as usize)
    }

    /// `A_o` of every octave, in f64: `bits.md` section 3. `supremum` is that of one octave of amplitude 1.
    pub(crate) fn amplitudes(&self, supremum: f64) -> Result<impl Iterator<Item = f64> + Clone + use<>> {
        let (gain, scale) = (self.gain, self.scale);
        let sum = self.raw_amplitudes().fold(0.0, |sum: f64, a| sum + a.abs());
        let normaliser = if self.normalize { supremum * sum * ROUNDING } else { 1.0 };
        let raw = self.raw_amplitudes();
        let amplitudes = raw.map(move |a| a * scale / normaliser);
        if self.normalize && supremum == 0.0 {
            return Err(Error::parameter(
                "gradients",
                "all zero",
                "a vector that is not zero, or normalize = false",
            ));
        }
        if let Some(a) = amplitudes.clone().find(|&a| !(a as f32).is_finite()) {
            let (gain, scale, a) = (number(gain), number(scale), number(a));
            let value = format!("{gain} (with scale {scale}, the amplitude of an octave is {a})");
            return Err(Error::parameter(
                "gain",
                value,
                "gains and scales whose amplitudes are within the range of f32",
            ));
        }
        Ok(amplitudes)
    }
}

/// What a normaliser is enlarged by, so that roundings to f32 do not lead beyond the bound.
const ROUNDING: f64 = 1.0 + 1.0 / 1_048_576.0;

/// Checks that no sum of octaves can leave the range of f32: a sample is never infinite, and never NaN.
pub(crate) fn check_sum(noises: &[Noise], dims: usize) -> Result<()> {
    // A slope or an offset may be a few times the supremum, and a difference of two of them twice that.
    const MOST: f64 = 1e37;
    let mut total = 0.0;
    for noise in noises {
        let (low, high) = noise.bounds(dims)?;
        total += if -low > high { -low } else { high };
        if total.is_nan() || total > MOST {
            let (scale, total) = (number(noise.scale), number(total));
            let value = format!("{scale} (with all octaves and biases, samples may reach {total})");
            return Err(Error::parameter("scale", value, "scales with which samples stay below 1e37"));
        }
    }
    Ok(())
}
