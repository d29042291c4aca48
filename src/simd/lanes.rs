//! The operations from which kernels are written, and the jobs that use them.

/// Lanes of the widest vectors. Tables are padded to a multiple of this.
pub(crate) const WIDEST: usize = 16;

/// Bytes of a cache line.
pub(crate) const LINE: usize = 64;
/// Samples of a cache line.
pub(crate) const LINE_SAMPLES: usize = LINE / size_of::<f32>();

/// The lanes' numbers.
pub(crate) const NUMBERS: [u32; WIDEST] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// The part of `impl Lanes` that depends only on the number of lanes.
macro_rules! arrays_of {
    ($lanes:literal) => {
        const N: usize = $lanes;
        type Floats = [f32; $lanes];
        type Words = [u32; $lanes];
        type Doubles = [f64; $lanes];

        #[inline(always)]
        fn floats(s: &[f32]) -> &[Self::Floats] {
            s.as_chunks().0
        }
        #[inline(always)]
        fn floats_mut(s: &mut [f32]) -> &mut [Self::Floats] {
            s.as_chunks_mut().0
        }
        #[inline(always)]
        fn words(s: &[u32]) -> &[Self::Words] {
            s.as_chunks().0
        }
        #[inline(always)]
        fn words_mut(s: &mut [u32]) -> &mut [Self::Words] {
            s.as_chunks_mut().0
        }
        #[inline(always)]
        fn leading(v: &Self::Words) -> u32 {
            v[0]
        }
        #[inline(always)]
        fn doubles(s: &[f64]) -> &[Self::Doubles] {
            s.as_chunks().0
        }
    };
}

/// Implements what a backend needs to store past the caches, with an intrinsic that stores an aligned vector so.
#[cfg(has_avx2)]
macro_rules! stores_past_caches {
    ($stream:ident) => {
        const STREAMS: bool = true;

        #[inline(always)]
        unsafe fn store_past_caches(self, v: Self::F, to: &mut Self::Floats) {
            // SAFETY: the token proves the instruction; the array holds all lanes. The caller has aligned it.
            unsafe { $stream(to.as_mut_ptr(), v) }
        }
    };
}

/// One stage of a computation, written in operations on lanes.
///
/// `run`, and all that it calls in its loops, is `#[inline(always)]`, so that it is compiled for the instruction set of the entry that runs it. Jobs
/// hold slices and scalars, never vectors. Choices that do not depend on lanes are made outside, in code that is compiled once.
pub(crate) trait Job {
    /// What the job returns.
    type Output;
    /// Does the work with vectors of these lanes.
    fn run<L: Lanes>(self, l: L) -> Self::Output;
}

/// 1.5 * 2^52. When this is added to a whole number within ±2^51, the low 32 bits of the sum are the low 32 bits of the number as an integer.
pub(crate) const COUNTED: f64 = 6_755_399_441_055_744.0;

/// A vector instruction set.
pub(crate) trait Lanes: Copy {
    /// Lanes in a vector: 8 or 16.
    const N: usize;
    /// Rows that a kernel computes at once: 2 or 4.
    const ROWS: usize;
    /// The same for kernels in which each row has its own coefficients in registers: 2 or 4.
    const CELL_ROWS: usize;
    /// Bytes of a register: a load or store of one that is not aligned to so many may lie in two cache lines.
    const REGISTER: usize = 16;
    /// Whether [`permute`](Self::permute) takes one or two instructions, rather than one for each lane.
    const PERMUTES: bool;
    /// Whether [`pick_opposite`](Self::pick_opposite) is faster than [`pick16`](Self::pick16).
    const OPPOSITES: bool = false;
    /// Whether [`pick_byte`](Self::pick_byte) and [`pick4`](Self::pick4) for each component are faster than [`pick16`](Self::pick16).
    const FEW_VALUES: bool = false;

    /// Whether [`store_past_caches`](Self::store_past_caches) differs from an ordinary store.
    const STREAMS: bool = false;
    /// The vectors of a cache line that can be stored past the caches; 0 if none can.
    const IN_LINE: usize = if Self::STREAMS { LINE_SAMPLES / Self::N } else { 0 };

    /// `N` lanes of `f32`.
    type F: Copy;
    /// `N` lanes of `u32`.
    type U: Copy;
    /// `N` lanes that are true or false.
    type M: Copy;
    /// `[f32; N]`.
    type Floats: Copy + AsRef<[f32]> + AsMut<[f32]>;
    /// `[u32; N]`.
    type Words: Copy;
    /// `[f64; N]`.
    type Doubles: Copy + AsRef<[f64]> + 'static;

    /// The whole vectors of a slice; the remaining elements are left out.
    fn floats(s: &[f32]) -> &[Self::Floats];
    /// The whole vectors of a slice; the remaining elements are left out.
    fn floats_mut(s: &mut [f32]) -> &mut [Self::Floats];
    /// The whole vectors of a slice; the remaining elements are left out.
    fn words(s: &[u32]) -> &[Self::Words];
    /// The whole vectors of a slice; the remaining elements are left out.
    fn words_mut(s: &mut [u32]) -> &mut [Self::Words];
    /// The first element.
    fn leading(v: &Self::Words) -> u32;
    /// The whole vectors of a slice; the remaining elements are left out.
    fn doubles(s: &[f64]) -> &[Self::Doubles];

    /// Runs a job in a function that is compiled for the instruction set.
    fn vectorize<J: Job>(self, job: J) -> J::Output;

    /// Lane `i`: `s[at + i]`.
    #[inline(always)]
    fn load_at(self, s: &[f32], at: usize) -> Self::F {
        self.load(&Self::floats(&s[at..at + Self::N])[0])
    }

    /// Lane `i`: `s[low + i]` for the first eight lanes, `s[high + i - 8]` for the others.
    #[inline(always)]
    fn load_halves(self, s: &[f32], low: usize, _high: usize) -> Self::F {
        self.load_at(s, low)
    }

    /// `low` in the first eight lanes, `high` in the others.
    #[inline(always)]
    fn halves(self, low: f32, _high: f32) -> Self::F {
        self.splat(low)
    }

    /// Lane `i`: `s[at + i]`, of words.
    #[inline(always)]
    fn load_u_at(self, s: &[u32], at: usize) -> Self::U {
        self.load_u(&Self::words(&s[at..at + Self::N])[0])
    }

    /// Every lane: `v`.
    fn splat(self, v: f32) -> Self::F;
    /// Lane `i`: `v[i]`.
    fn load(self, v: &Self::Floats) -> Self::F;
    /// `to[i]`: lane `i`.
    fn store(self, v: Self::F, to: &mut Self::Floats);
    /// `a + b`, rounded once.
    fn add(self, a: Self::F, b: Self::F) -> Self::F;
    /// `a - b`, rounded once.
    fn sub(self, a: Self::F, b: Self::F) -> Self::F;
    /// `a * b`, rounded once.
    fn mul(self, a: Self::F, b: Self::F) -> Self::F;
    /// `a.abs()`: the sign bit cleared.
    fn abs(self, a: Self::F) -> Self::F;

    /// `a / b`, rounded once.
    fn div(self, a: Self::F, b: Self::F) -> Self::F;
    /// `a.sqrt()`, rounded once, for numbers that are not negative.
    fn sqrt(self, a: Self::F) -> Self::F;
    /// Lane `i`: `a < b`.
    fn below(self, a: Self::F, b: Self::F) -> Self::M;
    /// Whether any lane is true.
    fn any(self, m: Self::M) -> bool;
    /// Lane `i`: `if a < b { a } else { b }`.
    #[inline(always)]
    fn lesser(self, a: Self::F, b: Self::F) -> Self::F {
        self.select(self.below(a, b), a, b)
    }
    /// Lane `i`: `if b < a { a } else { b }`.
    #[inline(always)]
    fn greater(self, a: Self::F, b: Self::F) -> Self::F {
        self.select(self.below(b, a), a, b)
    }
    /// [`lesser`](Self::lesser) of numbers from +0 to infinity. Such numbers are in the order of their bits, so that an instruction for integers does
    /// the same, which some processors execute in twice as many units. Numbers below zero are allowed, but -0 is not: if one is below zero, so is the
    /// result; if both are, it is either of them.
    #[inline(always)]
    fn lesser_positive(self, a: Self::F, b: Self::F) -> Self::F {
        self.lesser(a, b)
    }
    /// [`greater`](Self::greater) of such numbers. If one number is below zero, the result is the other one. If both are, it is either of them.
    #[inline(always)]
    fn greater_positive(self, a: Self::F, b: Self::F) -> Self::F {
        self.greater(a, b)
    }

    /// Lane `i`: `a > b`, as signed integers.
    fn above(self, a: Self::U, b: Self::U) -> Self::M;
    /// Lane `i`: lane `i` of `yes` where `m` is true, otherwise of `no`.
    fn select(self, m: Self::M, yes: Self::F, no: Self::F) -> Self::F;

    /// Lane `i`: `fours[i / 4][i % 4]`. With 8 lanes, only the first two arrays count.
    #[inline(always)]
    fn concat(self, fours: [&[f32; 4]; 4]) -> Self::F {
        let mut all = [0.0; 16];
        for i in 0..16 {
            all[i] = fours[i / 4][i % 4];
        }
        self.load(&Self::floats(&all)[0])
    }

    /// Every lane: `v`.
    fn splat_u(self, v: u32) -> Self::U;
    /// Lane `i`: `v[i]`.
    fn load_u(self, v: &Self::Words) -> Self::U;
    /// `to[i]`: lane `i`.
    fn store_u(self, v: Self::U, to: &mut Self::Words);
    /// Lane 0.
    #[inline(always)]
    fn first_lane(self, a: Self::U) -> u32 {
        let mut lanes = [0; WIDEST];
        self.store_u(a, &mut Self::words_mut(&mut lanes)[0]);
        lanes[0]
    }
    /// `a.wrapping_add(b)`.
    fn add_u(self, a: Self::U, b: Self::U) -> Self::U;
    /// `a.wrapping_mul(b)`.
    fn mul_u(self, a: Self::U, b: Self::U) -> Self::U;
    /// `a ^ b`.
    fn xor(self, a: Self::U, b: Self::U) -> Self::U;
    /// `a & b`.
    fn and(self, a: Self::U, b: Self::U) -> Self::U;
    /// `a >> BITS`, zeros shifted in; `BITS` is 1 to 31.
    fn shr<const BITS: i32>(self, a: Self::U) -> Self::U;
    /// `a << BITS`, zeros shifted in; `BITS` is 1 to 31.
    #[inline(always)]
    fn shl<const BITS: i32>(self, a: Self::U) -> Self::U {
        self.mul_u(a, self.splat_u(1 << BITS))
    }
    /// `a.rotate_left(16)`.
    #[inline(always)]
    fn rotate16(self, a: Self::U) -> Self::U {
        self.add_u(self.shr::<16>(a), self.mul_u(a, self.splat_u(1 << 16)))
    }
    /// `a as f32`, for lanes below 2^24, where that is exact.
    fn to_f32(self, a: Self::U) -> Self::F;

    /// `to[i]`: lane `i`. Where the machine can, this does not first read `to` into its caches.
    ///
    /// # Safety
    /// `to` starts at a multiple of its size. A fence (`past_caches::settled` has it) must follow before anything reads or writes it, on any thread.
    #[inline(always)]
    unsafe fn store_past_caches(self, v: Self::F, to: &mut Self::Floats) {
        self.store(v, to);
    }

    /// Cell and fraction of lattice coordinates: with `x = (world[i] + offset) * frequency` in f64, lane `i` is `floor(x) - base` and `x - floor(x)`
    /// rounded to f32, never -0. This holds where `base` is a whole number, `x` is within ±2^30 of it, and both are within ±2^51 of 0. Other lanes
    /// may have any value.
    #[inline(always)]
    fn place(self, world: &Self::Doubles, offset: f64, frequency: f64, base: f64) -> (Self::U, Self::F) {
        let (mut cells, mut fractions) = ([0; 16], [0.0; 16]);
        for (i, world) in world.as_ref().iter().enumerate() {
            let x = (world + offset) * frequency;
            let truncated = x as i64;
            let cell = truncated.wrapping_sub(i64::from(x < truncated as f64));
            cells[i] = cell.wrapping_sub(base as i64) as u32;
            fractions[i] = (x - cell as f64) as f32 + 0.0;
        }
        (self.load_u(&Self::words(&cells)[0]), self.load(&Self::floats(&fractions)[0]))
    }

    /// Lane `i`: `floor(a)` as a signed integer, and `a - floor(a)` rounded once, for numbers within ±2^22. A zero may have either sign.
    #[inline(always)]
    fn split(self, a: Self::F) -> (Self::U, Self::F) {
        let (mut floors, mut rest) = ([0; 16], [0.0; 16]);
        self.store(a, &mut Self::floats_mut(&mut rest)[0]);
        for i in 0..Self::N {
            let truncated = rest[i] as i32;
            let floor = truncated - i32::from(rest[i] < truncated as f32);
            floors[i] = floor as u32;
            rest[i] -= floor as f32;
        }
        (self.load_u(&Self::words(&floors)[0]), self.load(&Self::floats(&rest)[0]))
    }

    /// Lane `i`: lane `i + 1` of `a`; for the last lane: lane 0 of `b`.
    fn next(self, a: Self::F, b: Self::F) -> Self::F;

    /// For each four lanes: lane 0 of `a`, lane 0 of `b`, lane 1 of `a`, lane 1 of `b`.
    fn interleave_low(self, a: Self::F, b: Self::F) -> Self::F;
    /// For each four lanes: lane 2 of `a`, lane 2 of `b`, lane 3 of `a`, lane 3 of `b`.
    fn interleave_high(self, a: Self::F, b: Self::F) -> Self::F;

    /// The lanes of `v` where `m` is true, in order, followed by arbitrary lanes; and how many are true.
    #[inline(always)]
    fn compress(self, m: Self::M, v: Self::F) -> (Self::F, usize) {
        compress(self, m, v)
    }

    /// Lane `i`: lane `index[i]` of `v`, for indices below `N`.
    fn permute(self, v: Self::F, index: Self::U) -> Self::F;
    /// Lane `i`: `table[index[i] & 15]`.
    fn pick16(self, table: &[f32; 16], index: Self::U) -> Self::F;
    /// [`pick16`](Self::pick16) from vectors: with 16 lanes, the first one has all entries; with eight lanes, each has half of them.
    #[inline(always)]
    fn pick16_of(self, table: [Self::F; 2], index: Self::U) -> Self::F {
        let mut entries = [0.0; 16];
        for (v, to) in table.into_iter().zip(Self::floats_mut(&mut entries)) {
            self.store(v, to);
        }
        self.pick16(&entries, index)
    }
    /// [`pick16`](Self::pick16) for tables whose entry `k + 8` is entry `k` with its sign bit inverted.
    #[inline(always)]
    fn pick_opposite(self, table: &[f32; 16], index: Self::U) -> Self::F {
        self.pick16(table, index)
    }
    /// [`pick16_of`](Self::pick16_of) for such tables.
    #[inline(always)]
    fn pick_opposite_of(self, table: [Self::F; 2], index: Self::U) -> Self::F {
        self.pick16_of(table, index)
    }
    /// Lane `i`: `table[index[i] & 15]` in its lowest byte, and anything in the others.
    #[inline(always)]
    fn pick_byte(self, table: &[u8; 16], index: Self::U) -> Self::U {
        let mut lanes = [0; 16];
        self.store_u(index, &mut Self::words_mut(&mut lanes)[0]);
        for lane in &mut lanes {
            *lane = u32::from(table[(*lane & 15) as usize]);
        }
        self.load_u(&Self::words(&lanes)[0])
    }
    /// Lane `i`: `table[index[i] & 3]`.
    #[inline(always)]
    fn pick4(self, table: &[f32; 4], index: Self::U) -> Self::F {
        let mut entries = [0.0; 16];
        entries[..4].copy_from_slice(table);
        self.pick16(&entries, self.and(index, self.splat_u(3)))
    }
    /// Lane `i`: `table[index[i] & 255]`.
    fn pick256(self, table: &[f32; 256], index: Self::U) -> Self::F;
    /// Lane `i`: `table[index[i] & 255]`.
    fn pick256_u(self, table: &[u32; 256], index: Self::U) -> Self::U;
    /// Lane `i`: `table[index[i]]`, or the last entry if the index is beyond it. The table must not be empty.
    #[inline(always)]
    fn gather(self, table: &[u32], index: Self::U) -> Self::U {
        let mut lanes = [0; 16];
        self.store_u(index, &mut Self::words_mut(&mut lanes)[0]);
        let last = table.len() - 1;
        for lane in &mut lanes[..Self::N] {
            let at = *lane as usize;
            *lane = table[if at < last { at } else { last }];
        }
        self.load_u(&Self::words(&lanes)[0])
    }
}

/// [`Lanes::compress`], lane by lane. (It is not inlined, because it is long. It need not be: instruction sets without a better way are enabled for
/// the whole program.)
#[inline(never)]
fn compress<L: Lanes>(l: L, m: L::M, v: L::F) -> (L::F, usize) {
    let (mut lanes, mut holds) = ([0.0; 16], [0.0; 16]);
    l.store(v, &mut L::floats_mut(&mut lanes)[0]);
    l.store(l.select(m, l.splat(1.0), l.splat(0.0)), &mut L::floats_mut(&mut holds)[0]);
    let mut count = 0;
    for i in 0..L::N {
        lanes[count & 15] = lanes[i & 15];
        count += usize::from(holds[i & 15] != 0.0);
    }
    (l.load(&L::floats(&lanes)[0]), count)
}
