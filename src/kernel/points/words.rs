//! The word of a cell: the places in a table of up to 16 vectors that its corners have.

use crate::simd::{Job, Lanes, WIDEST};

/// Bits for each corner in a cell's word.
pub(super) const fn bits(dims: usize) -> usize {
    32 >> dims
}

/// The table place of corner `i` where a cell's word has it.
#[inline(always)]
fn for_corner<L: Lanes, const D: usize>(l: L, place: L::U, i: usize) -> L::U {
    match i * bits(D) {
        0 => place,
        4 => l.shl::<4>(place),
        8 => l.shl::<8>(place),
        12 => l.shl::<12>(place),
        16 => l.shl::<16>(place),
        20 => l.shl::<20>(place),
        24 => l.shl::<24>(place),
        _ => l.shl::<28>(place),
    }
}

/// The part of a cell's word for corner `i`, in the low bits. The bits above do not matter, because tables have 16 entries.
#[inline(always)]
pub(super) fn of_corner<L: Lanes, const D: usize>(l: L, word: L::U, i: usize) -> L::U {
    match i * bits(D) {
        0 => word,
        4 => l.shr::<4>(word),
        8 => l.shr::<8>(word),
        12 => l.shr::<12>(word),
        16 => l.shr::<16>(word),
        20 => l.shr::<20>(word),
        24 => l.shr::<24>(word),
        _ => l.shr::<28>(word),
    }
}

/// Sets the words of some rows of cells, given the table places of the corners around them.
pub(super) struct SetWords<'a, const D: usize> {
    /// The planes of corners on both sides along z, which in two dimensions are one. Row `n` of a plane begins at `n * stride`, and a vector may be
    /// loaded at each of its cells' corners.
    pub(super) planes: [&'a [u32]; 2],
    pub(super) stride: usize,
    /// Cells of a row.
    pub(super) width: usize,
    pub(super) rows: usize,
    /// From the first row on, and a vector more than all rows have.
    pub(super) words: &'a mut [u32],
}

/// Lanes that count, followed by lanes that do not.
static COUNT: [u32; 2 * WIDEST] = {
    let mut lanes = [0; 2 * WIDEST];
    let mut i = 0;
    while i < WIDEST {
        lanes[i] = u32::MAX;
        i += 1;
    }
    lanes
};

impl<const D: usize> Job for SetWords<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let SetWords { planes, stride, width, rows, words } = self;
        for row in 0..rows {
            let mut lines: [&[u32]; 4] = [&[]; 4];
            for (i, line) in lines.iter_mut().enumerate().take(1 << (D - 1)) {
                *line = &planes[i >> 1][(row + (i & 1)) * stride..][..stride];
            }
            let words = &mut words[row * width..][..width.next_multiple_of(L::N)];
            for (v, to) in L::words_mut(words).iter_mut().enumerate() {
                let x = v * L::N;
                let mut word = l.load_u_at(lines[0], x);
                for i in 1..1 << D {
                    word = l.xor(word, for_corner::<L, D>(l, l.load_u_at(lines[i >> 1], x + (i & 1)), i));
                }
                // The last vector reaches into the next row, whose words may be there already.
                if width - x < L::N {
                    let held = l.load_u(to);
                    let counts = l.load_u_at(&COUNT, WIDEST - (width - x));
                    word = l.xor(held, l.and(l.xor(held, word), counts));
                }
                l.store_u(word, to);
            }
        }
    }
}
