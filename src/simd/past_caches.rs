//! Buffers that are written past the caches.

use core::marker::PhantomData;
use core::ops::Range;

use super::backend::Backend;
use super::lanes::{Job, Lanes};

/// A buffer to which rows are copied past the caches. Nothing else can access it while this value lives. When it is dropped, everything has been
/// written.
pub(crate) struct PastCaches<'a, L: Lanes> {
    l: L,
    to: &'a mut [f32],
}

impl<'a, L: Lanes> PastCaches<'a, L> {
    #[inline(always)]
    pub(crate) fn new(l: L, to: &'a mut [f32]) -> Self {
        PastCaches { l, to }
    }

    /// Copies the first `width` elements of each row. A row of `from` has `from_stride` elements. The first row goes to `at`, and the next ones
    /// follow at multiples of `stride`.
    #[inline(always)]
    pub(crate) fn copy(&mut self, from: &[f32], from_stride: usize, at: usize, stride: usize, width: usize) {
        // SAFETY: the buffer is borrowed mutably until `drop`, which settles.
        unsafe { self.l.copy_past_caches(from, from_stride, &mut self.to[at..], stride, width) }
    }
}

impl<L: Lanes> Drop for PastCaches<'_, L> {
    #[inline(always)]
    fn drop(&mut self) {
        self.l.settle();
    }
}

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
        let is_line = all && V * L::N == LINE_COLUMNS && to.as_ptr().addr().is_multiple_of(LINE);
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
}

/// Bytes of a cache line, and samples.
const LINE: usize = 64;
pub(crate) const LINE_COLUMNS: usize = LINE / size_of::<f32>();

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
