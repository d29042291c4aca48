//! Look-ups that go on beside the arithmetic of vectors.

use core::ptr;

/// Elements of a table that [`look_up`] reads.
pub(crate) const PLACES: usize = 1 << 15;

/// Replaces each place by the element of a table there. The low 15 bits of a place count.
///
/// Each element is loaded by an instruction of its own. Compilers would make gathers of these loads: a gather of 16 elements takes about as long as
/// 16 loads, and while it runs, the processor computes nothing else.
#[inline(always)]
pub(crate) fn look_up(places: &mut [u32], table: &[u32; PLACES]) {
    for place in places {
        let element: &u32 = &table[*place as usize % PLACES];
        // SAFETY: a reference can be read. (The read is volatile so that it remains one.)
        *place = unsafe { ptr::read_volatile(element) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_modulo_the_length() {
        let table: Vec<u32> = (0..PLACES as u32).map(|i| i.wrapping_mul(0x9E37_79B9)).collect();
        let places = [0, 1, 77, PLACES as u32 - 1, PLACES as u32, 3 * PLACES as u32 + 5, u32::MAX];
        for count in 0..=places.len() {
            let mut words = places;
            look_up(&mut words[..count], table.first_chunk().unwrap());
            for (k, word) in words.into_iter().enumerate() {
                let want = if k < count { table[places[k] as usize % PLACES] } else { places[k] };
                assert_eq!(word, want, "place {k} of {count}");
            }
        }
    }
}
