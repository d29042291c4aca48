//! The two lattice hashes, for one corner at a time: `bits.md` section 2.
//!
//! `Mix` is counter-based: it has no period over 64-bit coordinates, and a single row has none below 2^31 cells. The multipliers and shifts of
//! its finaliser are among the least biased that the search in "Prospecting for Hash Functions" (nullprogram.com, 2018) found, and
//! seeds go through `splitmix64` (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
//! The permutation chain is Ken Perlin's ("Improving Noise", SIGGRAPH 2002).

pub(crate) const GOLDEN64: u64 = 0x9E37_79B9_7F4A_7C15;
/// The first multiplier of the finaliser.
pub(crate) const M1: u32 = 0x21F0_AAAD;
/// The second multiplier of the finaliser.
pub(crate) const M2: u32 = 0x735A_2D97;

/// Turns a seed into a key; every bit of the key depends on every bit of the seed.
#[must_use]
pub fn splitmix64(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(GOLDEN64);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The seed of one octave of a `Mix` noise: the noise's own for octave 0.
#[must_use]
pub fn octave_seed(seed: u64, octave: u32) -> u64 {
    if octave == 0 { seed } else { splitmix64(seed.wrapping_add(u64::from(octave).wrapping_mul(GOLDEN64))) }
}

/// The two 32-bit keys of an octave's seed.
#[must_use]
pub fn keys(seed: u64) -> (u32, u32) {
    let key = splitmix64(seed);
    (key as u32, (key >> 32) as u32)
}

/// A hash of 32 bits, in which every input bit changes every output bit half of the time.
#[must_use]
pub fn mix(mut h: u32) -> u32 {
    h = (h ^ (h >> 16)).wrapping_mul(M1);
    h = (h ^ (h >> 15)).wrapping_mul(M2);
    h ^ (h >> 15)
}

/// The value of a corner or a cell, given its hash: from -1 on, and less than 1.
#[inline]
pub(crate) fn unit_value(h: u32) -> f32 {
    (h >> 8) as f32 * (1.0 / 8_388_608.0) - 1.0
}

/// The odd factor of lattice coordinates: 2^32 divided by the golden ratio.
pub(crate) const WEYL: u32 = 0x9E37_79B1;

/// Spreads one lattice coordinate over 32 bits. The high half of the coordinate counts too; for coordinates that fit into an `i32` it
/// contributes nothing.
#[must_use]
pub fn weyl(c: i64) -> u32 {
    (c as u32).wrapping_mul(WEYL) ^ high_code(c)
}

/// What the high half of a lattice coordinate contributes to [`weyl`]: the same for 2^32 coordinates in a row.
pub(crate) fn high_code(c: i64) -> u32 {
    let high = (c.wrapping_add(1 << 31) >> 32) as u32;
    if high == 0 { 0 } else { mix(high.wrapping_mul(0x85EB_CA77)) }
}

/// The state `(r, q)` that the corners of one lattice row share, from the coordinates of the axes other than x, in the order
/// w, z, y. In one dimension y is 0.
#[must_use]
pub fn row_state(keys: (u32, u32), outer: &[i64]) -> (u32, u32) {
    let outer = if outer.is_empty() { &[0][..] } else { outer };
    let r = outer.iter().fold(keys.0, |r, &c| link(r, weyl(c), keys.1));
    (r, r.rotate_left(16))
}

/// One step of [`row_state`]: adds an axis to the state; `code` is [`weyl`] of the axis' coordinate.
#[inline]
pub(crate) fn link(r: u32, code: u32, k1: u32) -> u32 {
    mix(r ^ code).wrapping_add(k1)
}

/// The hash of the corner at column `wx = weyl(x)` of a row. Only its top bits are well mixed.
#[must_use]
pub fn corner((r, q): (u32, u32), wx: u32) -> u32 {
    let mut h = r ^ wx;
    h = (h ^ (h >> 16)).wrapping_mul(M1).wrapping_add(q);
    (h ^ (h >> 15)).wrapping_mul(M2)
}

/// The index into a table of `len` entries, up to 2^32, that the top bits of a `Mix` hash choose.
#[must_use]
pub fn table_index(h: u32, len: usize) -> usize {
    (u64::from(h).wrapping_mul(len as u64) >> 32) as usize
}

/// The `Permutation` hash of a corner, below 256; coordinates in the order x, y, z, w.
#[must_use]
pub fn permute(table: &[u8; 256], xyzw: &[i64]) -> u8 {
    let chain = |h: u8, c: &i64| table[(i64::from(h).wrapping_add(*c) & 255) as usize];
    xyzw.iter().fold(0, chain)
}

/// A permutation of 0..256 from a seed: a Fisher–Yates shuffle from the last entry down, with one `splitmix64` a step.
#[must_use]
pub fn shuffled(seed: u64) -> [u8; 256] {
    let mut table: [u8; 256] = core::array::from_fn(|i| i as u8);
    for i in (1..=255u64).rev() {
        let r = splitmix64(seed.wrapping_add((255 - i).wrapping_mul(GOLDEN64)));
        let j = ((r >> 32) * (i + 1)) >> 32;
        table.swap(i as usize, j as usize);
    }
    table
}
