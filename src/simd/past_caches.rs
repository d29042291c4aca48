//! Buffers that are written past the caches.

use core::marker::PhantomData;
use core::ops::Range;

use super::backend::Backend;
use super::lanes::{Job, LINE, Lanes};

/// Runs `write`, which may store vectors past the caches. When this returns, everything has been written.
pub(crate) fn settled<R>(backend: Backend, write: impl FnOnce(Streams<'_>) -> R) -> R {
    let _settles = Settles(backend);
    write(Streams(PhantomData))
}

/// The right to store past the caches while [`settled`] runs. It cannot leave its thread, which sees its own stores in order.
#[derive(Clone, Copy)]
pub(crate) struct Streams<'a>(PhantomData<(&'a (), *const ())>);

impl Streams<'_> {
    /// Stores the lanes `lanes` of `V` vectors that are as long as a cache line together. They are stored past the caches if they are a line.
    #[inline(always)]
    pub(crate) fn store<L: Lanes, const V: usize>(
        self,
        l: L,
        v: [L::F; V],
        to: &mut [L::Floats],
        lanes: &Range<usize>,
    ) {
        let Some(to) = to.first_chunk_mut::<V>() else { return };
        let all = lanes.len() == V * L::N;
        let is_line = all && V == L::IN_LINE && to.as_ptr().addr().is_multiple_of(LINE);
        for k in 0..V {
            if is_line {
                // SAFETY: the address is a multiple of the vector's size. `settled` settles before other threads can look at the buffer.
                unsafe { l.store_past_caches(v[k], &mut to[k]) }
            } else if all {
                l.store(v[k], &mut to[k]);
            } else {
                let [start, end] =
                    [lanes.start, lanes.end].map(|lane| lane.saturating_sub(k * L::N).min(L::N));
                l.store_some(v[k], &mut to[k], &(start..end));
            }
        }
    }

    /// Copies the first `width` elements of each row. A row of `from` has `from_stride` elements, a row of `to` has `to_stride`. Whole vectors are stored
    /// past the caches.
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
            // Up to the first cache line, which is aligned for any vector.
            let lead = to.as_ptr().align_offset(LINE).min(width);
            let (head, to) = to.split_at_mut(lead);
            let (first, from) = from.split_at(lead);
            head.copy_from_slice(first);
            let whole = to.len() / L::N * L::N;
            let (vectors, tail) = to.split_at_mut(whole);
            for (from, to) in L::floats(from).iter().zip(L::floats_mut(vectors)) {
                // SAFETY: vectors start at a line, whose size is a multiple of theirs. `settled` settles before other threads can look at the buffer.
                unsafe { l.store_past_caches(l.load(from), to) }
            }
            tail.copy_from_slice(&from[whole..]);
        }
    }
}

/// Settles when it is dropped, also when its thread unwinds.
struct Settles(Backend);

impl Drop for Settles {
    fn drop(&mut self) {
        self.0.run(Settle);
    }
}

struct Settle;

impl Job for Settle {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        l.settle();
    }
}
