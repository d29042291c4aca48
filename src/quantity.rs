//! What is sampled of a noise: its value, its derivatives, or normals, slopes, hillshade and curl made of these.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::{Error, Result, axes, listed, number, require, require_dims};
use crate::exact;
use crate::noise::{Fractal, Hash, Kind, Noise, bounds};

/// What is sampled of a noise. The names of the variants are in [`NAMES`](Self::NAMES), and `docs/bits.md` defines their arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Quantity {
    /// The value: one plane.
    #[default]
    Value,
    /// The value, then its derivative by each world coordinate, in array order, `[.., z, y, x]`, as in `numpy.gradient`. There is one plane
    /// more than there are axes. Derivatives are in units of the value per world unit.
    #[doc(alias = "derivative")]
    #[doc(alias = "partial derivatives")]
    Gradient,
    /// The unit normal of the surface whose height is the value, in two dimensions: planes x, y, z. z is positive.
    #[doc(alias = "normal map")]
    Normal,
    /// The steepness of the surface, rise over run, which is the length of the gradient: one plane.
    #[doc(alias = "steepness")]
    Slope,
    /// The cosine between the surface's normal and the direction of a light (Lambert), from 0 (turned away, or dark) to 1: one plane, in two
    /// dimensions.
    #[doc(alias = "shaded relief")]
    Hillshade,
    /// A field without sources, for flows. In two dimensions the noise is the field's stream function `ψ`, and the planes x, y are `(∂ψ/∂y,
    /// −∂ψ/∂x)`. In three dimensions the planes x, y, z are the curl of a vector potential; its components are the noise with its own seed,
    /// with the next seed, and with the one after that (Bridson, Hourihan, Nordenstam, "Curl-Noise for Procedural Fluid Flow", SIGGRAPH
    /// 2007).
    #[doc(alias = "curl noise")]
    #[doc(alias = "flow field")]
    Curl,
}

impl Quantity {
    /// The number of planes in `dims` dimensions. Where the quantity does not exist, the number means nothing.
    #[must_use]
    pub fn planes(self, dims: usize) -> usize {
        match self {
            Quantity::Value | Quantity::Slope | Quantity::Hillshade => 1,
            Quantity::Gradient => dims.saturating_add(1),
            Quantity::Normal => 3,
            Quantity::Curl => dims,
        }
    }

    /// Whether it is made of the slopes of a surface, so that a [relief](FieldParameters::relief) changes it.
    #[must_use]
    pub fn has_relief(self) -> bool {
        matches!(self, Quantity::Normal | Quantity::Slope | Quantity::Hillshade)
    }

    /// The names of the planes in 1 to 4 dimensions: `value`, `dy`, `dx` and so on for the gradient, `x`, `y`, `z` for vectors, and the
    /// quantity's own name otherwise. Where the quantity does not exist, there may be fewer names than [`planes`](Self::planes) says.
    ///
    /// ```
    /// use perlane::Quantity;
    /// assert_eq!(Quantity::Gradient.plane_names(2), ["value", "dy", "dx"]);
    /// assert_eq!(Quantity::Curl.plane_names(3), ["x", "y", "z"]);
    /// ```
    #[must_use]
    pub fn plane_names(self, dims: usize) -> Vec<&'static str> {
        const DERIVATIVES: [&str; 4] = ["dw", "dz", "dy", "dx"];
        match self {
            Quantity::Gradient => {
                let axes = &DERIVATIVES[4 - dims.min(4)..];
                core::iter::once("value").chain(axes.iter().copied()).collect()
            }
            Quantity::Normal | Quantity::Curl => {
                ["x", "y", "z"].into_iter().take(self.planes(dims)).collect()
            }
            Quantity::Value => vec!["value"],
            Quantity::Slope => vec!["slope"],
            Quantity::Hillshade => vec!["hillshade"],
        }
    }

    /// Checks that the quantity exists in `dims` dimensions.
    fn check_dims(self, dims: usize) -> Result<()> {
        require_dims(dims)?;
        let allowed = match self {
            Quantity::Normal | Quantity::Hillshade => "with 2 axes (a surface)",
            Quantity::Curl => "with 2 or 3 axes",
            Quantity::Value | Quantity::Gradient | Quantity::Slope => "with 1 to 4 axes",
        };
        let holds = match self {
            Quantity::Normal | Quantity::Hillshade => dims == 2,
            Quantity::Curl => (2..=3).contains(&dims),
            Quantity::Value | Quantity::Gradient | Quantity::Slope => true,
        };
        if holds {
            return Ok(());
        }
        let value = format!("{self}, and the grid or points have {}", axes(dims));
        Err(Error::parameter("quantity", value, format!("{self} {allowed}")))
    }
}

/// A quantity, with its relief and light: all that a [`Field`](crate::Field) has besides its noise, and the content of the table `field` of
/// a recipe. [`Sample::field`](crate::Sample::field) takes it in place of a quantity.
///
/// ```
/// use perlane::{FieldParameters, Noise, Quantity};
/// let shade = FieldParameters::from(Quantity::Hillshade).relief(8.0);
/// let noise = Noise::perlin(3).frequency(0.1);
/// assert_eq!(noise.field(shade).sample(&[0.5, 0.5])?, noise.field(Quantity::Hillshade).relief(8.0).sample(&[0.5, 0.5])?);
/// # Ok::<(), perlane::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct FieldParameters {
    /// What is sampled; the value, by default.
    pub quantity: Quantity,
    /// The height, in world units, that a sample of 1 stands for in normals, slopes and hillshade: 1 by default. Its magnitude is from
    /// 1e-30 to 1e30.
    pub relief: f64,
    /// The direction to the light, for hillshade: a vector x, y, z of any length from 1e-30 to 1e30, (−1, −1, 2) by default.
    pub light: [f64; 3],
}

impl Default for FieldParameters {
    fn default() -> Self {
        FieldParameters { quantity: Quantity::Value, relief: 1.0, light: [-1.0, -1.0, 2.0] }
    }
}

impl From<Quantity> for FieldParameters {
    fn from(quantity: Quantity) -> Self {
        FieldParameters { quantity, ..FieldParameters::default() }
    }
}

impl FieldParameters {
    /// The height, in world units, that a sample of 1 stands for in normals, slopes and hillshade: from 1e-30 to 1e30 in size, by default 1.
    #[must_use]
    pub fn relief(mut self, relief: f64) -> Self {
        self.relief = relief;
        self
    }

    /// The direction to the light of hillshade: a vector x, y, z of any length from 1e-30 to 1e30, by default (−1, −1, 2).
    #[must_use]
    pub fn light(mut self, light: [f64; 3]) -> Self {
        self.light = light;
        self
    }

    /// Checks relief and light.
    ///
    /// # Errors
    /// The first of them outside its range.
    pub fn validate(&self) -> Result<()> {
        Derived::new(*self).map(drop)
    }
}

/// A quantity, with relief and light as kernels use them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Derived {
    pub(crate) quantity: Quantity,
    /// Derivatives are multiplied by this before normals, slopes and shades are made of them.
    pub(crate) relief: f32,
    /// The same as it was given, for errors.
    given_relief: f64,
    /// The unit vector to the light, along x, y, z.
    pub(crate) light: [f32; 3],
}

impl Derived {
    /// Checks relief and light, and converts them to what kernels use.
    ///
    /// # Errors
    /// A relief or a light outside its range.
    pub(crate) fn new(parameters: FieldParameters) -> Result<Self> {
        let FieldParameters { quantity, relief, light } = parameters;
        require(
            (1e-30..=1e30).contains(&relief.abs()),
            "relief",
            number(relief),
            "numbers from 1e-30 to 1e30 in size (world units of height for a sample of 1)",
        )?;
        let length = exact::sqrt(light.iter().map(|c| c * c).sum());
        if !(1e-30..=1e30).contains(&length) {
            let [x, y, z] = light.map(number);
            let allowed = "vectors x, y, z to the light, of lengths from 1e-30 to 1e30";
            return Err(Error::parameter("light", format!("{x}, {y}, {z}"), allowed));
        }
        let light = light.map(|c| (c / length) as f32);
        Ok(Derived { quantity, relief: relief as f32, given_relief: relief, light })
    }

    /// How many noises the quantity is made of, for each noise of the user.
    pub(crate) fn sets(&self, dims: usize) -> usize {
        if self.quantity == Quantity::Curl && dims == 3 { 3 } else { 1 }
    }

    /// How many planes of values and derivatives the quantity is made of.
    pub(crate) fn staged(&self, dims: usize) -> usize {
        self.sets(dims) * (1 + dims)
    }

    /// The number of planes of the result.
    pub(crate) fn planes(&self, dims: usize) -> usize {
        self.quantity.planes(dims)
    }

    /// The noises that the quantity is made of, set by set.
    ///
    /// # Errors
    /// A noise that has no derivatives, derivatives that are too large, or a quantity that does not exist in `dims` dimensions.
    pub(crate) fn noises(&self, noises: &[Noise], dims: usize) -> Result<Vec<Noise>> {
        self.quantity.check_dims(dims)?;
        let mut steepest = 0.0;
        for (layer, noise) in noises.iter().enumerate() {
            let largest = self.check(noise, dims).and_then(|()| noise.largest_derivative(dims));
            steepest += largest.map_err(|e| e.in_layer_of(noises.len(), layer))?;
        }
        self.check_size(steepest)?;
        let seeded = |set: u64| {
            noises.iter().cloned().map(move |mut noise| {
                noise.seed = noise.seed.wrapping_add(set);
                noise
            })
        };
        Ok((0..self.sets(dims) as u64).flat_map(seeded).collect())
    }

    /// The least and the greatest value of each plane, for noises that have been checked.
    pub(crate) fn bounds(&self, noises: &[Noise], dims: usize) -> Result<Vec<(f64, f64)>> {
        let (mut steepest, mut octaves) = (0.0, 0.0);
        for noise in noises {
            steepest += noise.largest_derivative(dims)?;
            octaves += f64::from(noise.octave_count());
        }
        // Sums and lengths are rounded, one operation after the other.
        let within = |most: f64| (-most * rounded(octaves), most * rounded(octaves));
        let relief = f64::from(self.relief.abs());
        Ok(match self.quantity {
            Quantity::Value => vec![bounds(noises, dims)?],
            Quantity::Gradient => {
                let mut planes = vec![within(steepest); 1 + dims];
                planes[0] = bounds(noises, dims)?;
                planes
            }
            Quantity::Normal => vec![(-1.0, 1.0), (-1.0, 1.0), (0.0, 1.0)],
            Quantity::Slope => vec![(0.0, within(relief * steepest * exact::sqrt(dims as f64)).1)],
            Quantity::Hillshade => vec![(0.0, 1.0)],
            // A component is a derivative; in three dimensions, the difference of two.
            Quantity::Curl => vec![within(steepest * (dims - 1) as f64); dims],
        })
    }

    /// Checks that a noise has derivatives.
    fn check(&self, noise: &Noise, dims: usize) -> Result<()> {
        let quantity = self.quantity;
        let refuse = |value: String, allowed: String| Err(Error::parameter("quantity", value, allowed));
        let only = |what: &str| format!("value (other quantities need derivatives, which {what} have)");
        if !noise.kind.has_derivatives() {
            let kinds = Kind::ALL.iter().filter(|kind| kind.has_derivatives());
            let kinds = listed(&mut kinds.map(Kind::name), " and ");
            return refuse(
                format!("{quantity} of {} noise", noise.kind),
                only(&format!("only {kinds} noise")),
            );
        }
        if noise.is_warped() {
            return refuse(format!("{quantity} of warped noise"), only("only noises without a warp"));
        }
        if !noise.fractal.has_derivatives() {
            let fractals = Fractal::ALL.iter().filter(|fractal| fractal.has_derivatives());
            let fractals = listed(&mut fractals.map(Fractal::name), ", ");
            return refuse(format!("{quantity} of {} noise", noise.fractal), only(&fractals));
        }
        if self.sets(dims) > 1 && noise.hash != Hash::Mix {
            let allowed = "hash = mix for curls in 3 dimensions, as they take three seeds";
            return refuse(format!("{quantity} of a permutation's noise"), allowed.into());
        }
        Ok(())
    }

    /// Refuses sums of derivatives that are too large, or that the relief makes too large, where the quantity has one.
    fn check_size(&self, most: f64) -> Result<()> {
        let quantity = self.quantity;
        let relief = if quantity.has_relief() { f64::from(self.relief.abs()) } else { 0.0 };
        let derivatives = format!("{quantity} of derivatives up to {}", number(most));
        let (value, allowed) = if most > MOST {
            (derivatives, "noises whose derivatives are within 1e18")
        } else if most * relief > MOST {
            let value = format!("{derivatives}, with a relief of {}", number(self.given_relief));
            (value, "noises whose derivatives times the relief are within 1e18")
        } else {
            return Ok(());
        };
        Err(Error::parameter("quantity", value, allowed))
    }
}

/// More than the factor by which all roundings together can raise a derivative of so many octaves: each operation rounds by 2^-24. Recipes have at most
/// 1024 octaves, whose derivatives all have the same factor.
fn rounded(octaves: f64) -> f64 {
    1.0 + f64::max(0.001, octaves / f64::from(1 << 20))
}

/// Upper bound on derivatives. Up to it, their squares, and sums of these, are within the range of `f32`.
const MOST: f64 = 1e18;
