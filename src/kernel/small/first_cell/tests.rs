//! Cells, and the codes of lattice lines.

use super::*;
use crate::simd::{Backend, Job};

/// Whole vectors of lattice lines.
const LINES: usize = 80;

#[test]
fn cells_are_floors() {
    let mut numbers = alloc::vec![0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, 1e-300, -1e-300, 536_870_911.999];
    for k in 0..2000 {
        let x = f64::from(k * 7919 - 8_000_000) / 64.0;
        numbers.extend([x, x.next_up(), x.next_down(), x * 67.0, x * 1e9, -x]);
    }
    for x in numbers {
        assert_eq!(cell(x), x.floor(), "{x}");
    }
}

/// Sets codes in the lanes of a backend.
struct SetCodes<'a>(i64, &'a mut [u32]);

impl Job for SetCodes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        set_codes(l, self.0, self.1);
    }
}

#[test]
fn codes_are_those_of_the_hash() {
    for backend in Backend::available() {
        for boundary in [0, 1 << 31, -(1 << 31), 3 << 31, 1 << 36, -(5 << 31)] {
            for first in boundary - 90..boundary + 10 {
                let mut codes = [0; LINES];
                backend.run(SetCodes(first, &mut codes));
                let want: [u32; LINES] = core::array::from_fn(|n| hash::weyl(first + n as i64));
                assert_eq!(codes, want, "{backend} {first}");
            }
        }
    }
}
