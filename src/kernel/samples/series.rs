//! Samples of a single row, which are placed as they are computed: each vector permutes the coefficients of its cells.

use super::along::line_of_cell;
use super::{ASK, Shape, Sum, within};
use crate::kernel::coefficients::row::{Coefficients, STRIDE};
use crate::noise::Fade;
use crate::simd::{Job, Lanes, WIDEST};
use crate::tables::curves;
use crate::tables::place::{Even, Near};

/// The samples of one octave.
pub(crate) struct Samples<'a> {
    pub(crate) shape: Shape,
    pub(crate) fade: Fade,
    /// From the first sample on. Coordinates rise, and a vector spans fewer cells than it has lanes, also beyond the last sample.
    pub(crate) row: Even,
    /// Cells are counted from the first sample's.
    pub(crate) near: Near,
    /// Those of the cells from that one on.
    pub(crate) coefficients: &'a Coefficients,
    /// Whole vectors.
    pub(crate) out: &'a mut [f32],
}

/// The most samples whose numbers are found in a table.
const PART: usize = 512;

/// Vectors that are begun before the first one is stored.
const AHEAD: usize = 2;

/// The numbers of a part's samples, and of those that are begun after them.
static NUMBERS: [f64; PART + AHEAD * WIDEST] = {
    let mut numbers = [0.0; PART + AHEAD * WIDEST];
    let mut k = 0;
    while k < numbers.len() {
        numbers[k] = k as f64;
        k += 1;
    }
    numbers
};

impl Job for Samples<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Samples { shape, fade, mut row, near, coefficients, out } = self;
        let sum = Sum::<L, ASK>::new(l, shape);
        let is_plain = row.is_plain() && near.offset == 0.0;
        for out in out.chunks_mut(PART) {
            let part = Part { l, fade, row, near, coefficients };
            if is_plain {
                part.add::<true>(sum, out)
            } else {
                part.add::<false>(sum, out)
            }
            row = row.after(PART);
        }
    }
}

/// Some of the samples.
struct Part<'a, L: Lanes> {
    l: L,
    fade: Fade,
    row: Even,
    near: Near,
    coefficients: &'a Coefficients,
}

/// A vector of samples: coefficients, fractions, fades.
type Found<L> = ([<L as Lanes>::F; 4], <L as Lanes>::F, <L as Lanes>::F);

impl<L: Lanes> Part<'_, L> {
    /// From coordinate to sample is a chain of some twenty operations, each of which waits for the one before, and processors look ahead two or three vectors. So
    /// a vector is placed while the one before it finds its coefficients, and the one before that becomes samples. `PLAIN`: the numbers of samples
    /// are their coordinates, and the octave has no offset.
    #[inline(always)]
    fn add<const PLAIN: bool>(&self, sum: Sum<L, ASK>, out: &mut [f32]) {
        let l = self.l;
        let vectors = L::floats_mut(out);
        let (zero, mut placed) = (l.splat(0.0), (l.splat_u(0), l.splat(0.0)));
        let mut found = ([zero; 4], zero, zero);
        for (n, numbers) in L::doubles(&NUMBERS).iter().enumerate().take(vectors.len() + AHEAD) {
            if n >= AHEAD {
                let (line, t, u) = found;
                sum.add(line, t, u, &mut vectors[n - AHEAD..=n - AHEAD]);
            }
            found = self.find(placed);
            placed = self.place::<PLAIN>(numbers);
        }
    }

    /// The cells and fractions of the samples with these numbers, counted from the part's first sample.
    #[inline(always)]
    fn place<const PLAIN: bool>(&self, numbers: &L::Doubles) -> (L::U, L::F) {
        let (Even { origin, spacing, start }, Near { offset, frequency, base }) = (self.row, self.near);
        let mut world = [0.0; WIDEST];
        for (world, number) in world.iter_mut().zip(numbers.as_ref()) {
            let number = start + number;
            *world = if PLAIN { number } else { origin + number * spacing };
        }
        // To add -0 changes nothing, which compilers know.
        let offset = if PLAIN { -0.0 } else { offset };
        self.l.place(&L::doubles(&world)[0], offset, frequency, base)
    }

    #[inline(always)]
    fn find(&self, (cells, t): (L::U, L::F)) -> Found<L> {
        (self.line(cells), t, curves::faded(self.l, self.fade, t))
    }

    /// The coefficients of cells that rise from lane to lane.
    #[inline(always)]
    fn line(&self, cells: L::U) -> [L::F; 4] {
        let (l, coefficients) = (self.l, self.coefficients);
        let first = l.first_lane(cells);
        if const { !L::PERMUTES } {
            let mut lanes = [first; WIDEST];
            l.store_u(cells, &mut L::words_mut(&mut lanes)[0]);
            if lanes[L::N - 1] == first {
                return line_of_cell(l, coefficients, first as usize);
            }
        }
        let lane = l.add_u(cells, l.splat_u(first.wrapping_neg()));
        let base = within(first as usize, STRIDE - L::N);
        let mut line = [l.splat(0.0); 4];
        for i in 0..4 {
            line[i] = l.permute(l.load_at(coefficients, i * STRIDE + base), lane);
        }
        line
    }
}
