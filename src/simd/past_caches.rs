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

/// The right to store past the caches while [`settled`] runs. It cannot leave its thread, which sees its own stores in order.
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
                // SAFETY: the address is a multiple of the vector's size. `self` exists only while `settled` runs, which ends with a fence.
                unsafe { l.store_past_caches(v, to) }
            }
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
                // a fence.
                unsafe { l.store_past_caches(l.load(from), to) }
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
    }
}
