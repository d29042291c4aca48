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
    /// `to[i]`: lane `i`, for `i` in `lanes`. A whole cache line is stored past the caches.
    #[inline(always)]
    pub(crate) fn store<L: Lanes>(self, l: L, v: L::F, to: &mut L::Floats, lanes: &Range<usize>) {
        let is_line = size_of::<L::Floats>() == LINE && core::ptr::from_ref(to).addr().is_multiple_of(LINE);
        if lanes.len() != L::N {
            l.store_some(v, to, lanes);
        } else if is_line {
            // SAFETY: the address is a multiple of the vector's size. `settled` settles before other threads can look at the buffer.
            unsafe { l.store_past_caches(v, to) }
        } else {
            l.store(v, to);
        }
    }
}

/// Bytes of a cache line.
pub(crate) const LINE: usize = 64;

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
