//! An octave: all that sampling needs of it.

use crate::hash;
use crate::noise::{Fade, Kind, Shaped};
use crate::tables::cellular::Cellular;
use crate::tables::corners::Corners;
use crate::tables::scale::{LIMIT, Scale};

pub(crate) struct Octave {
    pub(crate) form: Form,
    pub(crate) kind: Kind,
    pub(crate) fade: Fade,
    /// From world to lattice, for x, y, z, w.
    pub(crate) scales: [Scale; 4],
    pub(crate) corners: Corners,
    /// How it is folded before it is added, if it is.
    pub(crate) fold: Option<Folded>,
    /// How it is shaped before it is added, if it is more than folded. The amplitude in its tables is then 1, or the one that normalises
    /// it.
    pub(crate) shaped: Option<Shaped>,
    /// How its samples move, if they do.
    pub(crate) warp: Option<Warped>,
}

/// What is added for a sample `n` of a folded octave: `k·|n| + c`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Folded {
    pub(crate) k: f32,
    pub(crate) c: f32,
}

/// How the samples of an octave move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Warped {
    /// The index in `Octaves::warps` of what moves them.
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

impl Octave {
    /// The number of components that a corner has.
    pub(crate) fn components(&self) -> usize {
        match &self.corners {
            Corners::MixFew { vectors, .. } => vectors.components,
            Corners::MixMany { table, .. } | Corners::Permutation { table, .. } => table.len(),
            Corners::MixValue { .. } => 1,
        }
    }

    /// Whether its samples come from the lines of a lattice, and are added as they are or folded.
    pub(crate) fn is_of_lattice(&self) -> bool {
        !self.is_pointwise() && self.shaped.is_none()
    }

    /// Whether it is always added to a sum, and never written directly. (The loops of `samples::Sum` do not fold or shape what they write.)
    pub(crate) fn is_added(&self) -> bool {
        self.fold.is_some() || self.shaped.is_some()
    }

    /// What its samples are added to, where a sum begins with `first`; `None`: to what memory holds. An octave that is always added to a sum first
    /// needs memory that holds it: `fill` puts it there.
    #[inline]
    pub(crate) fn start(&self, first: Option<f32>, fill: impl FnOnce(f32)) -> Option<f32> {
        match first {
            Some(bias) if self.is_added() => {
                fill(bias);
                None
            }
            _ => first,
        }
    }

    /// Whether small grids may be filled with it without tables: see `Octaves::is_plain`.
    pub(super) fn is_plain(&self, dims: usize) -> bool {
        let few = matches!(&self.corners, Corners::MixFew { vectors, .. } if vectors.components == dims);
        few && self.is_of_lattice() && matches!(dims, 2 | 3) && self.is_free(dims)
    }

    /// Its cellular noise, if small grids in two dimensions are made of it: see `Octaves::cellular_plane`.
    #[inline]
    pub(super) fn cellular_plane(&self) -> Option<&Cellular> {
        match &self.form {
            Form::Cellular(cellular) if cellular.dims == 2 => {
                (self.warp.is_none() && self.shaped.is_none() && self.is_free(2)).then_some(cellular)
            }
            _ => None,
        }
    }

    /// The least and the greatest number of cells by which a sample's cell may change, along x, y, z, w.
    pub(crate) fn reach(&self) -> [(i64, i64); 4] {
        self.warp.map_or([(0, 0); 4], |warp| warp.reach.map(|cells| (-cells, cells)))
    }

    /// Whether no axis has a period.
    fn is_free(&self, dims: usize) -> bool {
        let free = |scale: &Scale| matches!(scale, Scale::Free { frequency, .. } if *frequency > 0.0);
        self.scales[..dims].iter().all(free)
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

    /// Sets the codes of consecutive lattice coordinates along axis `a` (0 is x).
    pub(crate) fn set_codes(&self, a: usize, first: i64, codes: &mut [u32]) {
        let is_short = i32::try_from(first).is_ok() && i32::try_from(first + codes.len() as i64).is_ok();
        let is_weyl = !matches!(self.corners, Corners::Permutation { .. });
        // Most codes can be had fast: in this loop, without the coordinates' high halves and a period.
        if is_short && is_weyl && matches!(self.scales[a], Scale::Free { .. }) {
            let line = |i: usize| (first as u32).wrapping_add(i as u32);
            return codes.iter_mut().enumerate().for_each(|(i, to)| *to = line(i).wrapping_mul(hash::WEYL));
        }
        codes.iter_mut().zip(first..).for_each(|(to, c)| *to = self.code(a, c));
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
