//! `Noise`: what to sample. A plain value; nothing here knows grids or instruction sets.

use crate::noise::choices::{Fade, Fractal, Hash, Kind};
use crate::noise::gradients::Gradients;
use crate::noise::permutation::Permutation;
use crate::per_axis::PerAxis;

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
}
