//! Buffers that are written past the caches.

use core::marker::PhantomData;
use core::ops::Range;

use super::lanes::{LINE, LINE_SAMPLES, Lanes};

/// Runs `write`, which may store vectors past the caches. When this returns, everything has been written. `write` must not give the buffer to other
/// threads, because until then they may not see what has been stored. Its callers are kernels, and kernels know no other threads: a test in
/// `cli/tests/modules.rs` says so.
pub(crate) fn settled<R>(write: impl FnOnce(Streams<'_>) -> R) -> R {
    let _settles = Settles;
    write(Streams(PhantomData))
}

/// The right to store past the caches while [`settled`] runs. It cannot leave its thread. Until `settled` returns, nothing may read or write again what has
/// been stored so, on this thread either: the intrinsics demand it. The types do not enforce this. It holds because the few kernels that have a `Streams`
/// (`copy`, `samples::across`, `cellular::samples`) write each line of their output once and read none. The tests of `kernel` run them on planes that are
/// large enough, with `unsettled`, which looks at each line.
#[derive(Clone, Copy)]
pub(crate) struct Streams<'a>(PhantomData<(&'a (), *const ())>);

impl Streams<'_> {
    /// Stores the columns `own` of a cache line of samples, which are `V` vectors: past the caches if these columns are the whole line and `to` is aligned.
    #[inline(always)]
    pub(crate) fn store<L: Lanes, const V: usize>(
        self,
        l: L,
        v: [L::F; V],
        to: &mut [f32],
        own: &Range<usize>,
    ) {
        let Some(to) = to.first_chunk_mut::<LINE_SAMPLES>() else { return };
        if V == L::IN_LINE && own.len() == LINE_SAMPLES && to.as_ptr().addr().is_multiple_of(LINE) {
            for (v, to) in v.into_iter().zip(L::floats_mut(to)) {
                // SAFETY: the address is a multiple of the vector's size. `self` exists only while `settled` runs, which ends with a fence. That nothing
                // touches the line before is the callers' part: see [`Streams`].
                unsafe { l.store_past_caches(v, to) }
            }
            #[cfg(all(test, feature = "std"))]
            unsettled::stored(to);
        } else {
            let mut line = [0.0; LINE_SAMPLES];
            for (v, to) in v.into_iter().zip(L::floats_mut(&mut line)) {
                l.store(v, to);
            }
            copy_some(&line, to, own);
        }
    }

    /// Copies the first `width` elements of each row. A row of `from` has `from_stride` elements, a row of `to` has `to_stride`. Whole lines are stored
    /// past the caches. (Zen 3 takes seven times as long for a line of which only a part is.)
    #[inline(always)]
    pub(crate) fn copy<L: Lanes>(
        self,
        l: L,
        (from, from_stride): (&[f32], usize),
        (to, to_stride): (&mut [f32], usize),
        width: usize,
    ) {
        for (from, to) in from.chunks(from_stride).zip(to.chunks_mut(to_stride)) {
            let (from, to) = (&from[..width], &mut to[..width]);
            // Up to the first line.
            let lead = to.as_ptr().align_offset(LINE).min(width);
            let (head, to) = to.split_at_mut(lead);
            let (first, from) = from.split_at(lead);
            head.copy_from_slice(first);
            let whole = to.len() / LINE_SAMPLES * LINE_SAMPLES;
            let (lines, tail) = to.split_at_mut(whole);
            for (from, to) in L::floats(from).iter().zip(L::floats_mut(lines)) {
                // SAFETY: the first one starts at a line, whose size is a multiple of a vector's. `self` exists only while `settled` runs, which ends with
                // a fence. That nothing touches the lines before is the callers' part: see [`Streams`].
                unsafe { l.store_past_caches(l.load(from), to) }
            }
            #[cfg(all(test, feature = "std"))]
            {
                lines.chunks(LINE_SAMPLES).for_each(unsettled::stored);
                [&*head, &*tail].into_iter().for_each(unsettled::touched);
            }
            tail.copy_from_slice(&from[whole..]);
        }
    }
}

/// Copies some columns of a line. (Processors with AVX-512 can store some lanes of a vector; on Zen 5, rows of 1024 samples took 1.26 times as long so, on
/// 2026-11-26.)
#[inline(never)]
fn copy_some(line: &[f32; LINE_SAMPLES], to: &mut [f32; LINE_SAMPLES], columns: &Range<usize>) {
    if let (Some(line), Some(to)) = (line.get(columns.clone()), to.get_mut(columns.clone())) {
        #[cfg(all(test, feature = "std"))]
        unsettled::touched(to);
        to.copy_from_slice(line);
    }
}

/// Waits, when it is dropped, until everything that was stored past the caches is visible to all threads; also when its thread unwinds.
struct Settles;

impl Drop for Settles {
    fn drop(&mut self) {
        // SAFETY: every x86-64 processor has this fence. (Only there, a backend stores past the caches.)
        #[cfg(has_avx2)]
        unsafe {
            core::arch::x86_64::_mm_sfence();
        }
        #[cfg(all(test, feature = "std"))]
        unsettled::settle();
    }
}

/// What tests check: that nothing touches what was stored past the caches before it has settled.
#[cfg(all(test, feature = "std"))]
mod unsettled {
    use core::ops::Range;
    use std::cell::RefCell;
    use std::collections::HashSet;

    use super::LINE;

    std::thread_local! {
        static LINES: RefCell<HashSet<usize>> = RefCell::default();
    }

    /// The lines in which elements lie.
    fn lines(elements: &[f32]) -> Range<usize> {
        let bytes = elements.as_ptr_range();
        bytes.start.addr() / LINE..bytes.end.addr().div_ceil(LINE)
    }

    /// A line that has been stored past the caches.
    pub(super) fn stored(line: &[f32]) {
        touched(line);
        LINES.with_borrow_mut(|all| all.extend(lines(line)));
    }

    /// Elements that have been written otherwise.
    pub(super) fn touched(elements: &[f32]) {
        if !elements.is_empty() {
            LINES.with_borrow(|all| {
                assert!(lines(elements).all(|line| !all.contains(&line)), "it has not settled");
            });
        }
    }

    pub(super) fn settle() {
        LINES.with_borrow_mut(HashSet::clear);
    }
}
