//! An axis of one octave, tabulated: where its samples lie on the lattice, and the lattice lines that they need. This takes f64 arithmetic, once for
//! each sample of an axis, and not for each sample of the grid.

use alloc::vec::Vec;

use super::fades::fade_all;
use super::place::{self, Even, Near, cell_of, halves_of};
use crate::grid::Axis;
use crate::noise::Fade;
use crate::simd::{Backend, Job, Lanes, WIDEST};
use crate::tables::octave::Octave;
use crate::tables::octaves::Octaves;
use crate::tables::scale::{NEAR, Scale};

/// Lanes of the narrowest vectors.
const LEAST_LANES: usize = 8;

/// About how many samples of a row kernels compute together: a strip of columns.
pub(crate) const STRIP: usize = 512;

/// The most samples of a row that kernels compute together.
pub(crate) const MOST_COLUMNS: usize = STRIP + WIDEST;

/// Memory for coordinates while tables are made.
#[derive(Default)]
pub(crate) struct Coordinates {
    /// World coordinates, and zeros up to whole vectors.
    world: Vec<f64>,
    /// Cells as 64-bit integers.
    cells: Vec<i64>,
}

impl Coordinates {
    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<f64>() * (self.world.capacity() + self.cells.capacity())
    }
}

/// Axes of more samples are long: each fill of them takes far more time than to allocate memory.
const LONG: usize = 1 << 13;

/// The elements of a table for `len` samples: whole vectors, with room for one vector more.
fn padded(len: usize) -> usize {
    (len + WIDEST).next_multiple_of(WIDEST)
}

/// An axis of one octave, tabulated. When it is filled again, it uses the same memory.
#[derive(Default)]
pub(crate) struct AxisTable {
    t: Vec<f32>,
    u: Vec<f32>,
    first: Vec<u32>,
    /// How many elements of these are in use.
    len: usize,
    /// The codes of lattice lines, neighbours next to each other. Zeros follow, so that a vector may be loaded at any line. On an x axis
    /// whose samples do not share lines: the code of each sample's first line. In an octave that is not made from lattice lines: the low
    /// half of each sample's cell.
    pub(crate) codes: Vec<u32>,
    /// On an x axis whose samples do not share lines: the code of each sample's second line. In an octave that is not made from lattice
    /// lines: the high half of each sample's cell. Otherwise empty.
    pub(crate) seconds: Vec<u32>,
    /// In an octave that is not made from lattice lines: whether lattice coordinates never decrease, or never increase.
    pub(crate) monotone: bool,
    /// In such an octave: whether all cells are within [`NEAR`] of 0.
    pub(crate) near: bool,
    /// Upper bounds on the number of lines from a sample's first line to the first line of the last sample in a vector that begins with it:
    /// for vectors of 8 lanes, and for those of the backend. They mean nothing if samples do not share lines.
    widest: [u32; 2],
}

static NO_AXIS: AxisTable = AxisTable {
    t: Vec::new(),
    u: Vec::new(),
    first: Vec::new(),
    len: 0,
    codes: Vec::new(),
    seconds: Vec::new(),
    monotone: false,
    near: false,
    widest: [0; 2],
};

impl AxisTable {
    /// The table of an axis that does not exist. It counts as one line, whose code is 0.
    pub(crate) fn none() -> &'static AxisTable {
        &NO_AXIS
    }

    /// Each sample's fraction.
    pub(crate) fn t(&self) -> &[f32] {
        &self.t[..self.len]
    }

    /// The fractions' fades.
    pub(crate) fn u(&self) -> &[f32] {
        &self.u[..self.len]
    }

    /// Each sample's first line, as an index into `codes`; the second is the next one. Never decreases.
    pub(crate) fn first(&self) -> &[u32] {
        &self.first[..self.len]
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        let AxisTable { t, u, first, codes, seconds, .. } = self;
        let elements = t.capacity() + u.capacity() + first.capacity() + codes.capacity() + seconds.capacity();
        size_of::<f32>() * elements
    }

    /// The cell of each sample, not reduced to the period, of an octave that is not made from lattice lines.
    pub(crate) fn cell(&self, k: usize) -> i64 {
        cell_of([self.codes[k], self.seconds[k]])
    }

    /// Whether samples share no lines, so that each has codes of its own.
    pub(crate) fn is_own(&self) -> bool {
        !self.seconds.is_empty()
    }

    /// Upper bound on the number of lines from a sample's first line to the first line of the last sample in a vector that begins with it.
    /// `lanes` is 8, or the number of lanes of the backend for which the table was made.
    pub(crate) fn widest(&self, lanes: usize) -> u32 {
        self.widest[usize::from(lanes > LEAST_LANES)]
    }

    /// Fills the table of axis `a` (0 is x).
    fn fill(
        &mut self,
        octave: &Octave,
        a: usize,
        axis: &Axis<'_>,
        coordinates: &mut Coordinates,
        backend: Backend,
    ) {
        let Coordinates { world, cells } = coordinates;
        let (scale, len) = (&octave.scales[a], axis.len());
        self.len = padded(len);
        cells.clear();
        if self.t.len() < self.len {
            self.grow();
        }
        self.codes.clear();
        self.seconds.clear();
        self.widest = [u32::MAX; 2];
        let lines = Lines { octave, scale, a, lanes: backend.lanes() };
        let rate = match *scale {
            Scale::Free { offset, frequency } => steady_rate(axis, offset, frequency),
            Scale::Periodic { .. } => None,
        };
        if !octave.is_pointwise() && !is_dense(axis, scale) {
            lines.reserve(self, len);
            cells.reserve_exact(self.len);
        }
        if let Some(near) = near(axis, scale, rate.is_some()) {
            let to = place::Places {
                cells: &mut self.first[..self.len],
                t: &mut self.t[..self.len],
                u: &mut self.u[..self.len],
            };
            let steady = rate.map(|rate| Cells::at_rate(rate, lines.lanes));
            let shape = backend.run(PlaceNear { fade: octave.fade, axis, world, near, steady, to });
            let base = near.base as i64;
            if !octave.is_pointwise() && shape.gapless && shape.widest[1] < lines.lanes as u32 {
                self.widest = shape.widest;
                let last = self.first[len - 1];
                return lines.push_run(base, last as usize + 2, &mut self.codes);
            }
            cells.extend(self.first().iter().map(|&cell| base + i64::from(cell as i32)));
        } else {
            self.place_far(octave, scale, axis, cells);
        }
        if octave.is_pointwise() {
            self.list_cells(cells, rate.is_some());
        } else {
            lines.list(self, &cells[..len]);
        }
    }

    /// Makes room for `len` elements.
    #[cold]
    fn grow(&mut self) {
        self.t.resize(self.len, 0.0);
        self.u.resize(self.len, 0.0);
        self.first.resize(self.len, 0);
    }

    /// Lists the cell of each sample, and of the padding. Coordinates of a steady axis rise, so that its ends say all.
    fn list_cells(&mut self, cells: &[i64], is_steady: bool) {
        self.codes.reserve_exact(self.len);
        self.codes.extend(cells.iter().map(|cell| halves_of(*cell)[0]));
        self.seconds.reserve_exact(self.len);
        self.seconds.extend(cells.iter().map(|cell| halves_of(*cell)[1]));
        let is_near = |cell: &i64| cell.unsigned_abs() < NEAR as u64;
        if let ([first, .., last], true) = (cells, is_steady) {
            self.monotone = true;
            self.near = is_near(first) && is_near(last);
            return;
        }
        // The loop has no early exit, so that compilers vectorise it.
        let (mut rises, mut falls) = (true, true);
        let t = &self.t[..self.len];
        let (cell_pairs, t_pairs) = (cells.iter().zip(&cells[1..]), t.iter().zip(&t[1..]));
        for ((before, after), (t_before, t_after)) in cell_pairs.zip(t_pairs) {
            rises &= (before < after) | ((before == after) & (t_before <= t_after));
            falls &= (before > after) | ((before == after) & (t_before >= t_after));
        }
        self.monotone = rises | falls;
        self.near = cells.iter().fold(true, |near, cell| near & is_near(cell));
    }

    /// Places samples one by one; puts their cells into `cells`.
    fn place_far(&mut self, octave: &Octave, scale: &Scale, axis: &Axis<'_>, cells: &mut Vec<i64>) {
        for (k, t) in self.t[..self.len].iter_mut().enumerate() {
            let (cell, fraction) = scale.place(axis.world(if k < axis.len() { k } else { axis.len() - 1 }));
            *t = fraction;
            cells.push(cell);
        }
        let (t, u) = (&self.t[..self.len], &mut self.u[..self.len]);
        u.copy_from_slice(t);
        fade_all(octave.fade, u);
    }
}

/// The distance in cells from one sample to the next, if the axis is steady: if its samples are evenly spaced by less than a cell, and its
/// coordinates are so small that roundings are below [`SLACK`]. Then samples skip no cell, and the rate says how many cells a vector spans.
pub(crate) fn steady_rate(axis: &Axis<'_>, offset: f64, frequency: f64) -> Option<f64> {
    let Axis::Even { origin, spacing, start, len } = *axis else { return None };
    let (first, last) = (start as f64, (start + (len as i64 - 1)) as f64);
    let rate = spacing * frequency;
    let small = |world: f64| (world * frequency).abs() < STEADY;
    let all_small = small(origin) && small(offset) && small(first * spacing) && small(last * spacing);
    // Cells fit into 32-bit lanes, counted from the first one.
    let near = len as f64 * rate < NEAR;
    (all_small && near && rate > 0.0 && rate < 1.0 - SLACK).then_some(rate)
}

/// Whether samples are so near to each other that vectors span few cells wherever the axis lies, but for places that are very far away. Then tables are made
/// in one way; otherwise, another place may need another one, and more memory.
fn is_dense(axis: &Axis<'_>, scale: &Scale) -> bool {
    match (axis, scale) {
        (Axis::Even { spacing, .. }, Scale::Free { frequency, .. }) => spacing.abs() * frequency < 0.875,
        _ => false,
    }
}

/// Upper bound on the number of cells from a sample of a steady axis to the one `samples` after it.
pub(crate) fn most_cells(rate: f64, samples: usize) -> u32 {
    (samples as f64 * rate + SLACK) as u32 + 1
}

/// The products of a steady axis' coordinates with the frequency are less than this: 2^36.
pub(crate) const STEADY: f64 = 68_719_476_736.0;

/// More than the roundings of two coordinates add up to. A coordinate is the sum of three such products, each part of which is rounded by at
/// most 2^-53 of itself, and so within 9 * 2^36 * 2^-53 cells, less than 2^-13.
const SLACK: f64 = 1.0 / 2048.0;

/// Vector code only places cells that are nearer to 0 than this: 2^50.
const FAR: f64 = 1_125_899_906_842_624.0;

/// How vector code places an axis whose cells are all near that of its first sample; `None` for other axes, and for those with a period. A
/// steady axis is near, so its cells are not looked at.
fn near(axis: &Axis<'_>, scale: &Scale, steady: bool) -> Option<Near> {
    let Scale::Free { offset, frequency } = *scale else { return None };
    let base = scale.place(axis.world(0)).0 as f64;
    if base.abs() >= FAR {
        return None;
    }
    let all_near = || axis.first_refused(|world| (scale.checked(world) - base).abs() < NEAR).is_none();
    (steady || all_near()).then_some(Near { offset, frequency, base })
}

/// How vector code computes the coordinates of an even axis; `None` if some sample numbers are not exact in `f64`.
pub(crate) fn even(axis: &Axis<'_>) -> Option<Even> {
    const EXACT: i64 = 1 << 52;
    let Axis::Even { origin, spacing, start, len } = *axis else { return None };
    let exact = (-EXACT..EXACT).contains(&start) && u32::try_from(len).is_ok();
    exact.then_some(Even { origin, spacing, start: start as f64 })
}

struct PlaceNear<'a> {
    fade: Fade,
    axis: &'a Axis<'a>,
    /// Memory for a list of coordinates.
    world: &'a mut Vec<f64>,
    near: Near,
    /// How cells follow each other, if it is known.
    steady: Option<Cells>,
    to: place::Places<'a>,
}

/// How cells follow each other.
#[derive(Clone, Copy)]
struct Cells {
    /// Whether each sample is in the cell of the sample before, or in the next one.
    gapless: bool,
    /// Upper bounds on the number of cells from a sample to the last one in a vector that begins with it: for vectors of 8 lanes, and for
    /// those of the backend.
    widest: [u32; 2],
}

impl Job for PlaceNear<'_> {
    type Output = Cells;

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) -> Cells {
        let PlaceNear { fade, axis, world, near, steady, to } = self;
        let place::Places { cells, t, u } = to;
        let len = axis.len();
        let whole = len.next_multiple_of(L::N).min(cells.len());
        let to = place::Places { cells: &mut cells[..whole], t: &mut t[..whole], u: &mut u[..whole] };
        match even(axis) {
            Some(even) => match near.plain(&even) {
                Some(near) => place::place_even::<L, true>(l, fade, even, near, to),
                None => place::place_even::<L, false>(l, fade, even, near, to),
            },
            None => {
                world.clear();
                world.extend((0..len).map(|k| axis.world(k)));
                world.resize(whole, 0.0);
                place::place(l, fade, L::doubles(world).iter().copied(), near, to);
            }
        }
        repeat_last(len, t);
        repeat_last(len, u);
        repeat_last(len, cells);
        match steady {
            Some(shape) => shape,
            None => Cells::of(cells, L::N),
        }
    }
}

impl Cells {
    /// For a steady axis.
    fn at_rate(rate: f64, lanes: usize) -> Self {
        Cells { gapless: true, widest: [most_cells(rate, LEAST_LANES - 1), most_cells(rate, lanes - 1)] }
    }

    /// For any axis.
    #[inline(always)]
    fn of(cells: &[u32], lanes: usize) -> Self {
        // These loops have no early exit, so that compilers vectorise them.
        let most = |n: usize| {
            let steps = cells.iter().zip(&cells[n..]).map(|(a, b)| b.wrapping_sub(*a));
            steps.fold(0, |most, step| if step > most { step } else { most })
        };
        let of_all = most(lanes - 1);
        let widest = [if lanes > LEAST_LANES { most(LEAST_LANES - 1) } else { of_all }, of_all];
        Cells { gapless: most(1) <= 1, widest }
    }
}

/// Fills the rest of a table of `len` samples with the last one. The rest is at least as long as the widest vector, and shorter than two.
#[inline(always)]
fn repeat_last<T: Copy>(len: usize, table: &mut [T]) {
    let (last, rest) = ([table[len - 1]; WIDEST], &mut table[len..]);
    if let Some(first) = rest.first_chunk_mut() {
        *first = last;
    }
    if let Some(end) = rest.last_chunk_mut() {
        *end = last;
    }
}

/// The lattice lines of an axis.
struct Lines<'a> {
    octave: &'a Octave,
    scale: &'a Scale,
    /// The axis, counted from x.
    a: usize,
    /// Lanes of a vector.
    lanes: usize,
}

impl Lines<'_> {
    /// The code of a lattice coordinate that has been reduced to its period.
    fn code(&self, c: i64) -> u32 {
        if self.a == 0 { self.octave.column_code(c) } else { self.octave.line_code(c) }
    }

    /// Pushes the codes of `count` lines from `first` on, as the first of all; there is no period.
    fn push_run(&self, first: i64, count: usize, codes: &mut Vec<u32>) {
        // The same axis elsewhere may need a few more lines; this leaves room for them.
        if codes.capacity() < count + WIDEST {
            codes.reserve(count + 8 + WIDEST);
        }
        codes.resize(count + WIDEST, 0);
        self.octave.set_codes(self.a, first, &mut codes[..count]);
    }

    /// Lists the lines of samples in these cells. On an x axis, kernels must gain by sharing the lines; otherwise each sample gets codes of
    /// its own.
    fn list(&self, table: &mut AxisTable, cells: &[i64]) {
        let most = if self.a == 0 { cells.len() + 1 } else { usize::MAX };
        self.reserve(table, cells.len());
        if self.list_shared(table, cells, most) {
            let first = table.first();
            let from = |n: usize| first.iter().zip(&first[n..]).map(|(a, b)| b - a).max().unwrap_or(0);
            let widest = [from(LEAST_LANES - 1), from(self.lanes - 1)];
            // For a strip, kernels have room for as many columns as samples. An uneven axis may need more in one strip, even if not on the
            // whole.
            let fits = from(MOST_COLUMNS.min(first.len() - 1)) <= STRIP as u32;
            table.widest = widest;
            if self.a != 0 || (widest[1] < self.lanes as u32 && fits) {
                return;
            }
        }
        self.list_own(table, cells);
    }

    /// Makes room for the lines of so many samples: as many as they may have, because the same axis elsewhere may have more lines than here. On a long
    /// axis other than x, room for few comes first, because more would be much memory.
    fn reserve(&self, table: &mut AxisTable, samples: usize) {
        let codes = match (self.a, samples) {
            (0, _) => {
                table.seconds.reserve_exact(table.len);
                table.len + WIDEST
            }
            (_, ..=LONG) => 2 * samples + WIDEST,
            _ => 48 + samples / 4,
        };
        table.codes.reserve_exact(codes);
    }

    /// Lists lines in the order in which samples need them; returns `false` if there are more than `most`.
    fn list_shared(&self, table: &mut AxisTable, cells: &[i64], most: usize) -> bool {
        let AxisTable { codes, first, len: padded, .. } = table;
        // The cell of the sample before, and its second line.
        let (mut before, mut last) = (None, None);
        for (first, &cell) in first.iter_mut().zip(cells) {
            if before != Some(cell) {
                let (left, right) = (self.scale.reduce(cell), self.scale.reduce(cell + 1));
                if last != Some(left) {
                    codes.push(self.code(left));
                }
                codes.push(self.code(right));
                (before, last) = (Some(cell), Some(right));
                if codes.len() > most {
                    return false;
                }
            }
            *first = codes.len() as u32 - 2;
        }
        let end = first[cells.len() - 1];
        first[cells.len()..*padded].fill(end);
        codes.resize(codes.len() + WIDEST, 0);
        true
    }

    /// Lists two codes for each sample.
    fn list_own(&self, table: &mut AxisTable, cells: &[i64]) {
        let AxisTable { codes, seconds, len: padded, .. } = table;
        for (side, to) in [codes, seconds].into_iter().enumerate() {
            to.clear();
            to.extend(cells.iter().map(|cell| self.code(self.scale.reduce(cell + side as i64))));
            to.resize(*padded, 0);
        }
    }
}

/// Fills the tables of axis `a` (0 is x), which must have samples, for all octaves from `first` on. The tables before it may hold anything.
pub(crate) fn tabulate(
    tables: &mut Vec<AxisTable>,
    (octaves, first): (&Octaves, usize),
    a: usize,
    axis: &Axis<'_>,
    coordinates: &mut Coordinates,
    backend: Backend,
) {
    let count = octaves.count();
    if tables.len() < count {
        tables.resize_with(count, AxisTable::default);
    }
    for (table, octave) in tables.iter_mut().zip(octaves.all()).skip(first) {
        table.fill(octave, a, axis, coordinates, backend);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples of a steady axis skip no cell, and vectors of them span no more than its rate says, whatever the roundings.
    #[test]
    fn a_steady_rate_bounds_what_vectors_span() {
        let mut steady = 0;
        for (frequency, spacing) in
            [(1.0, 0.125), (0.1, 1.0), (0.3, 3.1), (0.5, 1.9999), (1e-3, 1.0), (7.0, 1.0 / 7.5)]
        {
            for start in [0, -7, 1 << 20, -(1 << 27), 1 << 35, -(1 << 36) + 500, (1 << 39) + 3, 1 << 45] {
                for origin in [0.0, 0.1, -1e6, 3e7, 1e15] {
                    let scale = Scale::Free { offset: 0.3, frequency };
                    let axis = Axis::Even { origin, spacing, start, len: 300 };
                    let Some(rate) = steady_rate(&axis, 0.3, frequency) else { continue };
                    steady += 1;
                    let cells: Vec<i64> = (0..300).map(|k| scale.place(axis.world(k)).0).collect();
                    let most =
                        |n: usize| cells.iter().zip(&cells[n..]).map(|(a, b)| b - a).max().unwrap_or(0);
                    assert!(cells.is_sorted() && most(1) <= 1, "{axis:?} {scale:?}");
                    for lanes in [8, 16] {
                        let Cells { gapless, widest } = Cells::at_rate(rate, lanes);
                        assert!(gapless && most(7) <= widest[0].into(), "{axis:?} {scale:?}");
                        assert!(most(lanes - 1) <= widest[1].into(), "{axis:?} {scale:?}");
                    }
                }
            }
        }
        assert!(steady > 50, "{steady} steady axes");
    }
}
