//! Axes of small grids: cells are counted from that of the first sample, and the codes of lattice lines are computed from there on.

use crate::hash::{self, WEYL};
use crate::simd::{COUNTED, Lanes, NUMBERS};
use crate::tables::octave::Octave;
use crate::tables::place::{Even, Near};

/// Sets the codes of whole vectors of lattice lines next to each other, from one on.
#[inline(always)]
pub(in crate::kernel) fn set_codes<L: Lanes>(l: L, first: i64, codes: &mut [u32]) {
    let high = hash::high_code(first);
    if high != hash::high_code(first + codes.len() as i64) {
        for (n, code) in codes.iter_mut().enumerate() {
            *code = hash::weyl(first + n as i64);
        }
        return;
    }
    let (mut line, high) =
        (l.add_u(l.load_u(&L::words(&NUMBERS)[0]), l.splat_u(first as u32)), l.splat_u(high));
    for codes in L::words_mut(codes) {
        l.store_u(l.xor(l.mul_u(line, l.splat_u(WEYL)), high), codes);
        line = l.add_u(line, l.splat_u(L::N as u32));
    }
}

/// The cell of a lattice coordinate within ±2^51. (Everything else waits for it, and a cast to an integer and back takes longer.)
#[inline(always)]
fn cell(x: f64) -> f64 {
    // A sum with it has no bits below 1.
    let nearest = (x + COUNTED) - COUNTED;
    nearest - if nearest > x { 1.0 } else { 0.0 }
}

/// How the samples of an axis are placed: their cells are counted from that of the first one.
#[inline(always)]
pub(in crate::kernel) fn near_first(octave: &Octave, a: usize, axis: &Even) -> Near {
    let (offset, frequency) = octave.scales[a].parts();
    let base = cell((axis.world(0) + offset) * frequency);
    Near { offset, frequency, base }
}

#[cfg(test)]
mod tests;
