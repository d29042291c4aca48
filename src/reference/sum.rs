//! The sum of the octaves of some noises: `bits.md` section 5.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use super::corners::Corners;
use super::octave::{Octave, octaves};
use super::place::Place;
use super::shaping::{clamped, shape, value};
use crate::error::{Error, Result, coordinates, require_dims};
use crate::grid::Axis;
use crate::noise::{Displacement, Hash, Kind, Noise, Terms, terms};
use crate::tables::check::check_axes;
use crate::tables::octaves::Octaves;

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
    pub(super) bias: f32,
    noises: Vec<Noise>,
    prepared: Vec<PreparedNoise>,
}

impl fmt::Debug for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sum { dims, noises, .. } = self;
        f.debug_struct("Sum").field("dims", dims).field("noises", noises).finish_non_exhaustive()
    }
}

impl Sum {
    /// Prepares the sum for points of `dims` coordinates.
    ///
    /// # Errors
    /// A parameter outside its range, or one that is not allowed in `dims` dimensions.
    pub fn new(noises: &[Noise], dims: usize) -> Result<Self> {
        require_dims(dims)?;
        // Only its checks matter here: the reference refuses what grids refuse, before a point is sampled.
        Octaves::new(noises, dims)?;
        let terms = terms(noises, dims)?;
        let bias = terms.iter().fold(0.0, |bias: f64, terms| bias + terms.bias);
        let prepared = noises.iter().zip(&terms).enumerate().map(|(layer, (noise, terms))| {
            PreparedNoise::new(noise, terms, dims).map_err(|e| e.in_layer_of(noises.len(), layer))
        });
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

    pub(super) fn each_noise(
        &self,
        world: &[f64],
        mut each: impl FnMut(&Noise, &PreparedNoise) -> Result<()>,
    ) -> Result<()> {
        if world.len() != self.dims {
            let given = format!("of {}", coordinates(world.len()));
            return Err(Error::parameter("point", given, coordinates(self.dims)));
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
        return error.in_layer_of(noises.len(), layer);
    }
    let axes: Vec<Axis<'_>> = world.iter().map(|w| Axis::Listed(core::slice::from_ref(w))).collect();
    let checked = Octaves::new(noises, world.len()).and_then(|octaves| check_axes(&octaves, &axes));
    checked.err().unwrap_or(error)
}

/// What the points of one noise share.
pub(super) struct PreparedNoise {
    table: Vec<[f64; 4]>,
    permutation: Option<[u8; 256]>,
    displacements: Vec<(Displacement, Sum)>,
    octaves: Vec<Octave>,
}

impl PreparedNoise {
    fn new(noise: &Noise, terms: &Terms, dims: usize) -> Result<Self> {
        let displaced = noise.displacements(dims)?.into_iter().map(|displacement| {
            let sum = Sum::new(displacement.layers.as_slice(), dims).map_err(|e| displacement.name(e))?;
            Ok((displacement, sum))
        });
        Ok(PreparedNoise {
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
    pub(super) fn each_octave(
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
            each(
                &Corners { noise, table: &self.table, permutation: self.permutation.as_ref(), octave },
                place,
            );
        }
        Ok(())
    }
}
