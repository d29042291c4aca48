//! What masks of eight bits say, as tables: instructions that compute it are not part of every instruction set that has use for it.

/// The number of bits that are set.
pub(super) static COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut m = 0;
    while m < 256 {
        counts[m] = (m as u32).count_ones() as u8;
        m += 1;
    }
    counts
};

/// The numbers of the bits that are set, least first, a byte each, and zeros behind them.
pub(super) static FIRST: [u64; 256] = {
    let mut first = [0; 256];
    let mut m = 0;
    while m < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if m >> bit & 1 == 1 {
                first[m] |= bit << (8 * n);
                n += 1;
            }
            bit += 1;
        }
        m += 1;
    }
    first
};
