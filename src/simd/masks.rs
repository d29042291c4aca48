//! Tables for masks of eight bits. The instructions that would compute these are not part of every instruction set that needs them.

/// The number of set bits.
pub(super) static COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut m = 0;
    while m < 256 {
        counts[m] = (m as u32).count_ones() as u8;
        m += 1;
    }
    counts
};

/// The numbers of the set bits, least first, one byte each, followed by zeros.
pub(super) static POSITIONS: [u64; 256] = {
    let mut positions = [0; 256];
    let mut m = 0;
    while m < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if m >> bit & 1 == 1 {
                positions[m] |= bit << (8 * n);
                n += 1;
            }
            bit += 1;
        }
        m += 1;
    }
    positions
};
