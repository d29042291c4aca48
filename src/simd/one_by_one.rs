//! Look-ups in a table of words, which go on beside the arithmetic of vectors where each word is loaded by itself.

use core::ptr;

use super::lanes::Lanes;

/// A table whose length is a power of two.
#[derive(Clone, Copy)]
pub(crate) struct WordTable<'a>(&'a [u32]);

impl<'a> WordTable<'a> {
    /// `None` for other lengths.
    pub(crate) fn new(list: &'a [u32]) -> Option<Self> {
        list.len().is_power_of_two().then_some(WordTable(list))
    }

    /// The elements at a vector of places, modulo the table's length; with AVX2 and AVX-512 by one instruction.
    #[inline(always)]
    pub(crate) fn gather<L: Lanes>(self, l: L, places: L::U) -> L::U {
        l.gather(self.0, l.and(places, l.splat_u(self.0.len() as u32 - 1)))
    }
}

/// Replaces each place, modulo the table's length, by the element of the table there.
///
/// Each element is loaded by an instruction of its own. Compilers would make gathers of these loads: on AMD's processors a gather of 16 elements takes
/// about as long as 16 loads, and while it runs, the processor computes nothing else.
#[inline(always)]
pub(crate) fn look_up(places: &mut [u32], table: WordTable<'_>) {
    let mask = table.0.len() - 1;
    for place in places {
        let element = table.0.as_ptr().wrapping_add(*place as usize & mask);
        // SAFETY: the length is a power of two, so that what the mask leaves is below it, and the element is one of the table's. (The read is volatile
        // so that it remains one.)
        *place = unsafe { ptr::read_volatile(element) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_modulo_the_length() {
        assert!([0, 3, 12].iter().all(|&len| WordTable::new(&vec![0; len]).is_none()));
        for len in [1, 2, 1 << 10, 1 << 15] {
            let table: Vec<u32> = (0..len as u32).map(|i| i.wrapping_mul(0x9E37_79B9)).collect();
            let places = [0, 1, 77, len as u32 - 1, len as u32, 3 * len as u32 + 5, u32::MAX];
            for count in 0..=places.len() {
                let mut words = places;
                look_up(&mut words[..count], WordTable::new(&table).unwrap());
                for (k, word) in words.into_iter().enumerate() {
                    let want = if k < count { table[places[k] as usize % len] } else { places[k] };
                    assert_eq!(word, want, "place {k} of {count}");
                }
            }
        }
    }
}
