//! A noise as a list of octaves, each with all that sampling needs: scales, keys, folded tables, shape. Same arithmetic as
//! `reference.rs`, done once instead of per sample. Nothing here knows grids or instruction sets.

use alloc::boxed::Box;
use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::grid::AXES;
use crate::hash;
use crate::noise::{Fade, Fractal, Hash, Kind, Noise, check_sum};

/// Lattice coordinates beyond this are errors: from 2^53 on, cells have no fractions.
pub(crate) const LIMIT: f64 = 4_503_599_627_370_496.0; // 2^52

/// The octaves of one or several noises, summed one after the other on `bias`.
pub(crate) struct Octaves {
    pub(crate) bias: f32,
    pub(crate) octaves: Vec<Octave>,
}

pub(crate) struct Octave {
    pub(crate) kind: Kind,
    pub(crate) fade: Fade,
    /// From world to lattice, for x, y, z, w.
    pub(crate) scales: [Scale; 4],
    pub(crate) corners: Corners,
    /// `None`: added as it is. `Some((k, c))`: added as `k·|n| + c`.
    pub(crate) fold: Option<(f32, f32)>,
}

/// How a corner's lattice coordinates become its vector (Perlin) or value, amplitude included.
pub(crate) enum Corners {
    /// `Mix` and a gradient table.
    MixTable { keys: (u32, u32), len: u32, table: Table },
    /// `Mix` and a value.
    MixValue { keys: (u32, u32), amplitude: f32 },
    /// A permutation; the table has an entry for each of its 256 results.
    Permutation { links: Arc<[u32; 256]>, table: Table },
}

/// Up to 256 vectors, a component at a time. Entries from the vectors' number on are 0.
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
    /// A parameter outside its range, or one that does not go with `dims`.
    pub(crate) fn new(noises: &[Noise], dims: usize) -> Result<Self> {
        let bias = noises.iter().fold(0.0, |bias: f64, noise| bias + noise.bias);
        let mut octaves = Vec::new();
        for (i, noise) in noises.iter().enumerate() {
            let pushed = push_octaves(noise, dims, &mut octaves);
            pushed.map_err(|e| if noises.len() > 1 { e.in_layer(i) } else { e })?;
        }
        check_sum(noises, dims)?;
        let bias = bias as f32 + 0.0; // a sum that starts with -0 could end there
        Ok(Octaves { bias, octaves })
    }
}

fn push_octaves(noise: &Noise, dims: usize, octaves: &mut Vec<Octave>) -> Result<()> {
    noise.validate()?;
    noise.validate_dims(dims)?;
    let vectors = match noise.kind {
        Kind::Perlin => noise.gradients.vectors(dims)?,
        Kind::Value | Kind::Cell => Vec::new(),
    };
    let supremum = noise.supremum(dims)?;
    let permutation = match &noise.hash {
        Hash::Mix => None,
        Hash::Permutation(p) => Some(Arc::new(p.values(noise.seed).map(u32::from))),
    };
    let (mut frequency, mut power) = (noise.frequency, 1.0);
    for (o, amplitude) in noise.amplitudes(supremum)?.enumerate() {
        let corners = match (&permutation, noise.kind) {
            (Some(links), Kind::Perlin) => {
                Corners::Permutation { links: links.clone(), table: table(&vectors, dims, amplitude, 256) }
            }
            (Some(links), _) => {
                Corners::Permutation { links: links.clone(), table: permutation_values(amplitude) }
            }
            (None, kind) => {
                let keys = hash::keys(hash::octave_seed(noise.seed, o as u32));
                match kind {
                    Kind::Perlin => Corners::MixTable {
                        keys,
                        len: vectors.len() as u32,
                        table: table(&vectors, dims, amplitude, vectors.len()),
                    },
                    Kind::Value | Kind::Cell => Corners::MixValue { keys, amplitude: amplitude as f32 },
                }
            }
        };
        let mut scales = noise.offset.map(|offset| Scale::Free { offset, frequency });
        for (axis, scale) in scales.iter_mut().enumerate().take(dims) {
            if noise.period[axis] != 0 {
                *scale = Scale::periodic(noise, axis, power)?;
            }
        }
        let fold = fold(noise.fractal, amplitude as f32);
        octaves.push(Octave { kind: noise.kind, fade: noise.fade, scales, corners, fold });
        frequency *= noise.lacunarity;
        power *= noise.lacunarity;
    }
    Ok(())
}

/// `G_o` of the first `entries` hashes; a permutation's go round the vectors.
fn table(vectors: &[[f64; 4]], dims: usize, amplitude: f64, entries: usize) -> Table {
    let mut table = alloc::vec![[0.0; 256]; dims].into_boxed_slice();
    for (h, vector) in vectors.iter().cycle().take(entries).enumerate() {
        for (column, g) in table.iter_mut().zip(vector) {
            column[h] = (amplitude * g) as f32;
        }
    }
    table
}

fn permutation_values(amplitude: f64) -> Table {
    let value = |h: usize| (h as f32 * (2.0f64 / 255.0) as f32 - 1.0) * amplitude as f32;
    Box::new([core::array::from_fn(value)])
}

fn fold(fractal: Fractal, amplitude: f32) -> Option<(f32, f32)> {
    let sign = if amplitude < 0.0 { -1.0 } else { 1.0 };
    match fractal {
        Fractal::None | Fractal::Fbm => None,
        Fractal::Billow => Some((2.0 * sign, -amplitude)),
        Fractal::Ridged => Some((-2.0 * sign, amplitude)),
        Fractal::Turbulence => Some((sign, 0.0)),
    }
}

impl Octave {
    /// The number of components that a corner has.
    pub(crate) fn components(&self) -> usize {
        match &self.corners {
            Corners::MixTable { table, .. } | Corners::Permutation { table, .. } => table.len(),
            Corners::MixValue { .. } => 1,
        }
    }

    /// What stands for a lattice coordinate, reduced to its period, of an axis other than x.
    pub(crate) fn line_code(&self, c: i64) -> u32 {
        match &self.corners {
            Corners::Permutation { .. } => c as u32 & 255,
            _ => hash::weyl(c),
        }
    }

    /// What stands for a lattice coordinate, reduced to its period, of the x axis.
    pub(crate) fn column_code(&self, c: i64) -> u32 {
        match &self.corners {
            Corners::Permutation { links, .. } => links[(c & 255) as usize],
            _ => hash::weyl(c),
        }
    }

    /// [`fade`](Self::fade) of each.
    pub(crate) fn fade_all(&self, t: &mut [f32]) {
        // The choice is made once, so that compilers do the rest in lanes.
        match self.fade {
            Fade::Linear => {}
            Fade::Cubic => t.iter_mut().for_each(|t| *t = cubic(*t)),
            Fade::Quintic => t.iter_mut().for_each(|t| *t = quintic(*t)),
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

fn cubic(t: f32) -> f32 {
    (t * t) * (3.0 - 2.0 * t)
}

fn quintic(t: f32) -> f32 {
    ((t * t) * t) * ((t * ((t * 6.0) - 15.0)) + 10.0)
}

impl Scale {
    fn periodic(noise: &Noise, axis: usize, power: f64) -> Result<Self> {
        let (offset, frequency, period) = (noise.offset[axis], noise.frequency, noise.period[axis]);
        let p = f64::from(period);
        let mut cells = libm::floor(p * power + 0.5);
        if cells < 1.0 {
            cells = 1.0;
        }
        if cells > LIMIT {
            let allowed = "periods of at most 2^52 cells in every octave";
            return Err(Error::parameter(format!("period.{}", AXES[axis]), period, allowed));
        }
        Ok(Scale::Periodic { offset, frequency, period: p, ratio: cells / p, cells: cells as i64 })
    }

    /// The coordinate that must be finite and within ±[`LIMIT`].
    #[inline]
    pub(crate) fn checked(&self, world: f64) -> f64 {
        match self {
            Scale::Free { offset, frequency } | Scale::Periodic { offset, frequency, .. } => {
                (world + offset) * frequency
            }
        }
    }

    /// Whether coordinates that `other` accepts are all accepted here: those of the same offset and no greater frequency.
    pub(crate) fn accepts_all_of(&self, other: &Scale) -> bool {
        let part = |scale: &Scale| match *scale {
            Scale::Free { offset, frequency } | Scale::Periodic { offset, frequency, .. } => {
                (offset, frequency)
            }
        };
        part(self).0 == part(other).0 && part(self).1 <= part(other).1
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

    /// Every coordinate that is an `f32`; the ones beyond the limit are refused before.
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
