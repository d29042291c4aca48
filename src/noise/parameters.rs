//! `Noise`: the parameters of a noise, as a plain value that is not yet checked. `Layers` and `Warp` are here too, because they contain
//! noises and noises contain them.

use alloc::vec::Vec;

use crate::noise::choices::{Distance, Fade, Fractal, Hash, Kind, Returns};
use crate::noise::gradients::Gradients;
use crate::noise::output::Output;
use crate::noise::permutation::Permutation;
use crate::per_axis::PerAxis;

/// A noise: all the parameters that decide its samples, and the methods to compute them.
///
/// It is a plain value. Make one with [`perlin`](Self::perlin), [`value`](Self::value), [`cell`](Self::cell) or
/// [`cellular`](Self::cellular), change it with the methods that are named like its fields, and sample it on a [`Grid`](crate::Grid), at
/// points or along axes. Parameters are checked when it is sampled, or by [`validate`](Self::validate): all numbers, also those that its kind or
/// fractal ignores.
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
#[must_use]
#[doc(alias = "fractal noise")]
#[doc(alias = "octave noise")]
#[doc(alias = "gradient noise")]
#[doc(alias = "simplex")]
#[doc(alias = "opensimplex")]
#[non_exhaustive]
pub struct Noise {
    /// How a value is made from the random numbers of the lattice.
    pub kind: Kind,
    /// Any 64-bit number.
    pub seed: u64,
    /// Lattice cells per world unit in octave 0: finite, above 0.
    pub frequency: f64,
    /// How corners get their random numbers.
    pub hash: Hash,
    /// The vectors of Perlin noise; other kinds ignore them.
    pub gradients: Gradients,
    /// How values fade from corner to corner; cell and cellular noise ignore it.
    pub fade: Fade,
    /// How cellular noise measures distances; other kinds ignore it.
    pub distance: Distance,
    /// What cellular noise makes of the nearest points; other kinds ignore it.
    pub returns: Returns,
    /// How far the points of cellular noise may be from the centres of their cells, 0 to 1: 0 is a square lattice, 1 anywhere in the
    /// cell. Other kinds ignore it.
    pub jitter: f64,
    /// World units that are added to coordinates, to shift this noise against others: finite.
    pub offset: PerAxis<f64>,
    /// The period along each axis, in lattice cells of octave 0; 0 means that the noise does not repeat.
    pub period: PerAxis<u32>,
    /// The domain warp: what moves the places at which the noise is sampled.
    pub warp: Warp,
    /// How octaves are folded and summed.
    pub fractal: Fractal,
    /// The number of octaves, 1 to 32; [`Fractal::None`] uses one.
    pub octaves: u32,
    /// The ratio of an octave's frequency to the one before: finite, above 0.
    pub lacunarity: f64,
    /// The ratio of an octave's amplitude to the one before (also called persistence): finite, with amplitudes that add up to at most 1e200.
    /// Where the noise is not normalised, they must be within the range of `f32`; the weights of hybrid-multi noise, which the gain multiplies,
    /// within 1e37.
    #[doc(alias = "persistence")]
    pub gain: f64,
    /// How often ping-pong noise goes back and forth: 0 to 1000. Other fractals ignore it.
    pub strength: f64,
    /// What the octaves of ridged-multi and hybrid-multi noise are measured from (Musgrave's offset): 0 to 1000. Other fractals ignore it.
    pub level: f64,
    /// How strongly an octave of ridged-multi and hybrid-multi noise affects the weight of the next one (Musgrave's gain): 0 to 1000. Other
    /// fractals ignore it.
    pub feedback: f64,
    /// Whether amplitudes are divided by their proven bound, so that the sum of octaves stays within [−1, 1], or near it:
    /// [`bounds`](Self::bounds) says where.
    pub normalize: bool,
    /// What the sum of octaves becomes.
    pub output: Output,
    /// A weight that [`Layers::add`](crate::Layers::add) could not make part of the output, because it is not finite, or makes the output too large; else 1.
    pub(crate) weight: f64,
}

/// A domain warp, which moves the places at which a noise is sampled: see [`Noise::warp`] and [`Noise::warp_by`].
#[derive(Debug, Clone, PartialEq)]
#[doc(alias = "displacement")]
#[non_exhaustive]
pub enum Warp {
    /// Perlin noise moves samples along every axis, with a seed of its own for each axis. An amplitude of 0 means no warp.
    By {
        /// The most that samples move along an axis, in world units: from -1e37 to 1e37.
        amplitude: f64,
        /// Lattice cells of the warp per world unit: finite, above 0. `None` means the noise's own frequency.
        frequency: Option<f64>,
        /// Octaves of the warp, 1 to 32.
        octaves: u32,
        /// The seed of the warp along x; y, z and w have the next seeds. `None` means the noise's seed plus 1.
        seed: Option<u64>,
    },
    /// A noise or layers for each axis. Their samples are displacements in world units. Along an axis without layers, nothing moves.
    Of(PerAxis<Layers>),
}

impl Default for Warp {
    /// No warp.
    fn default() -> Self {
        Warp::By { amplitude: 0.0, frequency: None, octaves: 1, seed: None }
    }
}

/// A weighted sum of noises, each with parameters of its own.
///
/// It is sampled like a [`Noise`], and no layer needs a buffer: the octaves of all layers are added, one after the other, to the sum of the
/// biases. Without layers, all samples are 0.
///
/// ```
/// use perlane::{Grid, Layers, Noise};
/// let terrain = Layers::new()
///     .add(1.0, Noise::perlin(1).frequency(1.0 / 256.0).ridged(6))
///     .add(0.25, Noise::value(2).frequency(1.0 / 32.0))
///     .add(1.0, Noise::perlin(3).frequency(1.0 / 8.0).scale(0.05));
/// let heights = terrain.generate(&Grid::new([64, 64]))?;
/// # assert_eq!(heights.len(), 4096);
/// # Ok::<(), perlane::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[must_use]
#[doc(alias = "blend")]
#[doc(alias = "superposition")]
pub struct Layers(pub(super) Vec<Noise>);

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
            distance: Distance::Euclidean,
            returns: Returns::F1,
            jitter: 1.0,
            offset: PerAxis::default(),
            period: PerAxis::default(),
            warp: Warp::default(),
            fractal: Fractal::None,
            octaves: 1,
            lacunarity: 2.0,
            gain: 0.5,
            strength: 2.0,
            level: 1.0,
            feedback: 2.0,
            normalize: true,
            output: Output::default(),
            weight: 1.0,
        }
    }
}

impl Noise {
    /// The most octaves a fractal may have.
    pub const MAX_OCTAVES: u32 = 32;

    /// Perlin noise: gradient noise, one octave, of frequency 1.
    ///
    /// It is 0 at every lattice corner. So at frequency 1 it is 0 at every sample of a grid of spacing 1.
    #[doc(alias = "gradient noise")]
    #[doc(alias = "simplex")]
    pub fn perlin(seed: u64) -> Self {
        Noise { seed, ..Noise::default() }
    }

    /// Value noise: one octave, of frequency 1.
    pub fn value(seed: u64) -> Self {
        Noise { seed, kind: Kind::Value, ..Noise::default() }
    }

    /// Cell value noise: one octave, of frequency 1. That is white noise on a grid of spacing 1. For Worley noise see
    /// [`cellular`](Self::cellular).
    #[doc(alias = "white noise")]
    pub fn cell(seed: u64) -> Self {
        Noise { seed, kind: Kind::Cell, ..Noise::default() }
    }

    /// Cellular (Worley) noise: the distance to the nearest of random points, one in each cell; one octave, of frequency 1.
    ///
    /// It exists in 2 and 3 dimensions. Normalised distances lie in [0, 1], not [−1, 1].
    ///
    /// ```
    /// use perlane::{Distance, Grid, Noise, Returns};
    /// let stones = Noise::cellular(42).cell_size(24.0).returns(Returns::Difference).jitter(0.9);
    /// let image = stones.generate(&Grid::new([64, 96]))?;
    /// assert!(image.iter().all(|v| (0.0..=1.0).contains(v)));
    /// let scales = Noise::cellular(42).cell_size(24.0).distance(Distance::Manhattan).generate(&Grid::new([64, 96]))?;
    /// assert_ne!(image, scales);
    /// # Ok::<(), perlane::Error>(())
    /// ```
    #[doc(alias = "worley")]
    #[doc(alias = "voronoi")]
    pub fn cellular(seed: u64) -> Self {
        Noise { seed, kind: Kind::Cellular, ..Noise::default() }
    }

    /// How a value is made from the random numbers of the lattice: by default Perlin noise.
    pub fn kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// Any 64-bit number, by default 0.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Lattice cells per world unit in octave 0: finite, above 0, by default 1. [`cell_size`](Self::cell_size) sets its inverse. Perlin
    /// noise is 0 at lattice corners: at frequency 1 on a grid of spacing 1, that is everywhere.
    #[doc(alias = "zoom")]
    pub fn frequency(mut self, frequency: f64) -> Self {
        self.frequency = frequency;
        self
    }

    /// World units per lattice cell in octave 0, the inverse of [`frequency`](Self::frequency): finite, above 0.
    ///
    /// The frequency becomes `1 / size`, rounded to the nearest `f64`. So lattice corners lie exactly at multiples of a size that is a power
    /// of two; for other sizes they are off by about one part in 2^53.
    ///
    /// ```
    /// use perlane::Noise;
    /// assert_eq!(Noise::perlin(1).cell_size(128.0), Noise::perlin(1).frequency(1.0 / 128.0));
    /// ```
    #[doc(alias = "wavelength")]
    #[doc(alias = "scale")]
    pub fn cell_size(self, size: f64) -> Self {
        self.frequency(1.0 / size)
    }

    /// How corners get their random numbers: by default from an arithmetic hash.
    pub fn hash(mut self, hash: Hash) -> Self {
        self.hash = hash;
        self
    }

    /// Takes the random numbers from this permutation, as in textbooks.
    pub fn permutation(self, permutation: Permutation) -> Self {
        self.hash(Hash::Permutation(permutation))
    }

    /// The vectors of Perlin noise, by default [`Gradients::Default`].
    pub fn gradients(mut self, gradients: Gradients) -> Self {
        self.gradients = gradients;
        self
    }

    /// How values fade from corner to corner: by default with the quintic.
    #[doc(alias = "smoothstep")]
    #[doc(alias = "interpolation")]
    pub fn fade(mut self, fade: Fade) -> Self {
        self.fade = fade;
        self
    }

    /// How cellular noise measures distances: by default as euclidean ones.
    #[doc(alias = "metric")]
    pub fn distance(mut self, distance: Distance) -> Self {
        self.distance = distance;
        self
    }

    /// What cellular noise makes of the nearest points: by default the distance to the nearest one.
    #[doc(alias = "return type")]
    pub fn returns(mut self, returns: Returns) -> Self {
        self.returns = returns;
        self
    }

    /// How far the points of cellular noise may be from the centres of their cells: 0 (a square lattice) to 1 (anywhere in the
    /// cell), by default 1.
    #[doc(alias = "randomness")]
    pub fn jitter(mut self, jitter: f64) -> Self {
        self.jitter = jitter;
        self
    }

    /// World units that are added to coordinates, as an array `[.., z, y, x]` or a [`PerAxis`]: finite. It shifts one of several
    /// [`Layers`](crate::Layers) against the others.
    #[doc(alias = "phase")]
    pub fn offset(mut self, offset: impl Into<PerAxis<f64>>) -> Self {
        self.offset = offset.into();
        self
    }

    /// The period along each axis, in lattice cells of octave 0, as an array `[.., z, y, x]` or a [`PerAxis`]; 0 means that the noise does
    /// not repeat. All octaves repeat after the same distance: octave `o` has `period · lacunarity^o` cells in a period, rounded to a whole
    /// number.
    ///
    /// Samples one period apart have the same bits if the distance between them is exact in floating-point arithmetic: for example, if
    /// `frequency · spacing` is a power of two.
    ///
    /// ```
    /// use perlane::{Grid, Noise};
    /// let noise = Noise::perlin(1).frequency(1.0 / 16.0).fbm(3).lacunarity(1.9).period([0, 3]);
    /// let row = noise.generate(&Grid::new([1, 97]))?;
    /// assert_eq!(row[..49], row[48..]); // 3 cells are 48 samples
    /// # Ok::<(), perlane::Error>(())
    /// ```
    #[doc(alias = "seamless")]
    #[doc(alias = "tileable")]
    #[doc(alias = "wrap")]
    #[doc(alias = "loop")]
    pub fn period(mut self, period: impl Into<PerAxis<u32>>) -> Self {
        self.period = period.into();
        self
    }

    /// How octaves are folded and summed; [`octaves`](Self::octaves) says how many.
    pub fn fractal(mut self, fractal: Fractal) -> Self {
        self.fractal = fractal;
        self
    }

    /// The number of octaves: 1 to 32, by default 1. It has an effect only with a [`fractal`](Self::fractal); [`fbm`](Self::fbm) and similar methods
    /// set both. (In Python, octaves without a fractal make an fbm; in recipes, they are an error.)
    pub fn octaves(mut self, octaves: u32) -> Self {
        self.octaves = octaves;
        self
    }

    /// Fractal Brownian motion of that many octaves: see [`Fractal::Fbm`].
    #[doc(alias = "fractal noise")]
    #[doc(alias = "octave noise")]
    pub fn fbm(self, octaves: u32) -> Self {
        self.fractal(Fractal::Fbm).octaves(octaves)
    }

    /// Billow noise of that many octaves: see [`Fractal::Billow`].
    pub fn billow(self, octaves: u32) -> Self {
        self.fractal(Fractal::Billow).octaves(octaves)
    }

    /// Ridged noise of that many octaves: see [`Fractal::Ridged`].
    pub fn ridged(self, octaves: u32) -> Self {
        self.fractal(Fractal::Ridged).octaves(octaves)
    }

    /// Turbulence of that many octaves: see [`Fractal::Turbulence`].
    pub fn turbulence(self, octaves: u32) -> Self {
        self.fractal(Fractal::Turbulence).octaves(octaves)
    }

    /// Ping-pong noise of that many octaves: see [`Fractal::PingPong`].
    pub fn ping_pong(self, octaves: u32) -> Self {
        self.fractal(Fractal::PingPong).octaves(octaves)
    }

    /// Musgrave's ridged multifractal of that many octaves: see [`Fractal::RidgedMulti`].
    ///
    /// ```
    /// use perlane::{Grid, Noise};
    /// let mountains = Noise::perlin(42).frequency(1.0 / 64.0).ridged_multi(8).feedback(2.0);
    /// let heights = mountains.generate(&Grid::new([64, 96]))?;
    /// assert!(heights.iter().all(|h| (0.0..=1.0).contains(h)));
    /// # Ok::<(), perlane::Error>(())
    /// ```
    pub fn ridged_multi(self, octaves: u32) -> Self {
        self.fractal(Fractal::RidgedMulti).octaves(octaves)
    }

    /// Musgrave's hybrid multifractal of that many octaves: see [`Fractal::HybridMulti`].
    pub fn hybrid_multi(self, octaves: u32) -> Self {
        self.fractal(Fractal::HybridMulti).octaves(octaves)
    }

    /// The ratio of an octave's frequency to the one before: finite, above 0, by default 2.
    pub fn lacunarity(mut self, lacunarity: f64) -> Self {
        self.lacunarity = lacunarity;
        self
    }

    /// The ratio of an octave's amplitude to the one before (also called persistence): finite, by default 0.5. In Musgrave's multifractals it is
    /// `lacunarity^-H`, with `H` = 0.25 in his examples, which is 0.84.
    #[doc(alias = "persistence")]
    #[doc(alias = "H")]
    pub fn gain(mut self, gain: f64) -> Self {
        self.gain = gain;
        self
    }

    /// How often [ping-pong noise](Fractal::PingPong) goes back and forth, from an octave's least value to its greatest: 0 to 1000, by
    /// default 2.
    #[doc(alias = "ping pong strength")]
    pub fn strength(mut self, strength: f64) -> Self {
        self.strength = strength;
        self
    }

    /// What the octaves of [ridged](Fractal::RidgedMulti) and [hybrid](Fractal::HybridMulti) multifractals are measured from: 0 to 1000, by
    /// default 1. It is Musgrave's offset; he uses 0.7 for the hybrid multifractal.
    #[doc(alias = "offset")]
    pub fn level(mut self, level: f64) -> Self {
        self.level = level;
        self
    }

    /// How strongly an octave of [ridged](Fractal::RidgedMulti) and [hybrid](Fractal::HybridMulti) multifractals affects the weight of the
    /// next one: 0 to 1000, by default 2. It is Musgrave's gain; he uses 1 for the hybrid multifractal.
    #[doc(alias = "gain")]
    #[doc(alias = "sharpness")]
    pub fn feedback(mut self, feedback: f64) -> Self {
        self.feedback = feedback;
        self
    }

    /// Whether amplitudes are divided by their proven bound, so that the sum of octaves stays within [−1, 1], or near it:
    /// [`bounds`](Self::bounds) says where. By default true. If not, the first octave has amplitude 1, as
    /// in textbooks.
    pub fn normalize(mut self, normalize: bool) -> Self {
        self.normalize = normalize;
        self
    }

    /// How the sum of octaves is mapped to samples; [`scale`](Self::scale), [`bias`](Self::bias) and [`range`](Self::range) are shorter.
    pub fn output(mut self, output: Output) -> Self {
        self.output = output;
        self
    }

    /// What the sum of octaves is multiplied by: by default 1, and from -1e37 to 1e37, so that no sample is infinite. This drops a [range](Self::range) that
    /// was set before.
    #[doc(alias = "amplitude")]
    pub fn scale(self, scale: f64) -> Self {
        let bias = self.scale_and_bias().1;
        self.with_output(Output::ScaleBias { scale, bias })
    }

    /// What is added to the scaled sum: from -1e37 to 1e37, by default 0. This drops a [range](Self::range) that was set before.
    pub fn bias(mut self, bias: f64) -> Self {
        self.output = Output::ScaleBias { scale: self.scale_and_bias().0, bias };
        self
    }

    fn scale_and_bias(&self) -> (f64, f64) {
        match self.output {
            Output::ScaleBias { scale, bias } => (scale, bias),
            Output::Range { .. } => (1.0, 0.0),
        }
    }

    /// Maps the least value that the sum of octaves can have to `low`, and the greatest to `high`; `low` may be the greater of the two.
    /// Both are from -1e37 to 1e37.
    ///
    /// So samples stay within the range, for every kind, gradient set and fractal, normalised or not. The least and the greatest value
    /// follow from all parameters and the number of dimensions when the noise is sampled: it makes no difference whether `range` is called
    /// before or after other methods. This drops a scale and a bias that were set before.
    ///
    /// Because samples are rounded to `f32`, they may exceed an end by a few millionths of the larger end, and fractals of value noise by more:
    /// [`bounds`](Self::bounds) says why.
    ///
    /// ```
    /// use perlane::{Grid, Noise};
    /// let noise = Noise::perlin(3).frequency(1.0 / 16.0).range(0.0, 65535.0).ridged(4);
    /// let heights = noise.generate(&Grid::new([64, 64]))?;
    /// assert!(heights.iter().all(|h| (-0.1..65535.1).contains(h)));
    /// # Ok::<(), perlane::Error>(())
    /// ```
    #[doc(alias = "remap")]
    #[doc(alias = "normalize")]
    pub fn range(self, low: f64, high: f64) -> Self {
        self.with_output(Output::Range { low, high })
    }

    /// The same noise with another output, which takes the place of what a weight has scaled.
    fn with_output(mut self, output: Output) -> Self {
        self.output = output;
        if self.weight.is_finite() {
            self.weight = 1.0;
        }
        self
    }

    /// The number of octaves that are summed: one where the fractal is [`Fractal::None`].
    #[must_use]
    pub fn octave_count(&self) -> u32 {
        if self.fractal == Fractal::None { 1 } else { self.octaves }
    }
}
