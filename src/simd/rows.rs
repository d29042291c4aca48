//! Rows of a buffer, whose bounds are checked once for all rows.

use core::marker::PhantomData;
use core::slice;

/// Rows of equal length, at equal distances. Checking the bounds of each row would take a tenth of the time of the loops that write the rows.
pub(crate) struct Rows<'a> {
    first: *mut f32,
    count: usize,
    /// Elements from a row to the next one.
    step: usize,
    /// Elements of a row.
    columns: usize,
    buffer: PhantomData<&'a mut [f32]>,
}

impl<'a> Rows<'a> {
    /// `count` rows of a buffer; `None` if `count` is 0, or the buffer has no room for them.
    #[inline(always)]
    pub(crate) fn new(buffer: &'a mut [f32], count: usize, step: usize, columns: usize) -> Option<Self> {
        let last = count.checked_sub(1)?.checked_mul(step)?;
        let fits = last.checked_add(columns)? <= buffer.len();
        fits.then_some(Rows { first: buffer.as_mut_ptr(), count, step, columns, buffer: PhantomData })
    }

    /// Row `n`.
    #[inline(always)]
    pub(crate) fn row(&mut self, n: usize) -> Option<&mut [f32]> {
        if n >= self.count {
            return None;
        }
        // SAFETY: `new` made sure that the last row ends in the buffer, and no other row starts after the last one.
        let row = unsafe { self.first.add(n * self.step) };
        // SAFETY: these elements are in the buffer, as above. The buffer is borrowed while this value lives, and `&mut self` lends one row at a
        // time.
        Some(unsafe { slice::from_raw_parts_mut(row, self.columns) })
    }

    /// Row `n` and the next three; `None` if there are fewer, or they overlap.
    #[inline(always)]
    pub(crate) fn four(&mut self, n: usize) -> Option<[&mut [f32]; 4]> {
        if n >= self.count || self.count - n < 4 || self.step < self.columns {
            return None;
        }
        let mut rows: [&mut [f32]; 4] = [&mut [], &mut [], &mut [], &mut []];
        for (k, row) in rows.iter_mut().enumerate() {
            // SAFETY: `new` made sure that the last row ends in the buffer, and none of these starts after the last one.
            let first = unsafe { self.first.add((n + k) * self.step) };
            // SAFETY: these elements are in the buffer, as above, and rows do not overlap. The buffer is borrowed while this value lives, and
            // `&mut self` lends these rows at a time.
            *row = unsafe { slice::from_raw_parts_mut(first, self.columns) };
        }
        Some(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    #[test]
    fn rows_are_those_of_the_buffer_and_none_is_beyond_it() {
        for (len, count, step, columns) in [
            (20, 3, 7, 6),
            (19, 3, 7, 6),
            (6, 1, 100, 6),
            (6, 0, 1, 1),
            (9, 4, 2, 3),
            (8, 4, 2, 3),
            (5, 2, 0, 5),
            (40, 6, 7, 5),
            (12, 6, 2, 2),
        ] {
            let mut buffer: Vec<f32> = (0..len).map(|k| k as f32).collect();
            let fits = count > 0 && (count - 1) * step + columns <= len;
            let expected: Vec<Vec<f32>> =
                (0..count).map(|n| (0..columns).map(|k| (n * step + k) as f32).collect()).collect();
            let Some(mut rows) = Rows::new(&mut buffer, count, step, columns) else {
                assert!(!fits, "{len} {count} {step} {columns}");
                continue;
            };
            assert!(fits, "{len} {count} {step} {columns}");
            for (n, expected) in expected.iter().enumerate() {
                assert_eq!(rows.row(n).map(|row| &*row), Some(&expected[..]));
            }
            assert!(rows.row(count).is_none());
            for n in 0..=count {
                let four = rows.four(n).map(|four| four.map(|row| row.to_vec()));
                let there = step >= columns && n + 4 <= count;
                assert_eq!(four.as_ref().map(|four| &four[..]), there.then(|| &expected[n..n + 4]));
            }
        }
        let mut buffer = vec![0.0; 4];
        assert!(Rows::new(&mut buffer, usize::MAX, 2, 1).is_none());
        assert!(Rows::new(&mut buffer, 2, usize::MAX, 1).is_none());
        assert!(Rows::new(&mut buffer, 2, 1, usize::MAX).is_none());
    }
}
