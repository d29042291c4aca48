//! Memory that a thread keeps for its next call.

/// Defines `with`, which runs work with a value of that type: this thread's, made by `new` when there is none.
///
/// The value is taken while the work runs, so that work within work gets one of its own; and none is there while a thread ends.
macro_rules! kept_for_thread {
    ($type:ty, $new:expr) => {
        impl $type {
            /// Runs `work` with this thread's memory. What it held before may save work, and must not change results.
            #[cfg(feature = "std")]
            pub(crate) fn with<R>(work: impl FnOnce(&mut $type) -> R) -> R {
                use core::cell::Cell;
                std::thread_local! {
                    static KEPT: Cell<Option<Box<$type>>> = const { Cell::new(None) };
                }
                let mut value = KEPT.try_with(Cell::take).ok().flatten().unwrap_or_else($new);
                let result = work(&mut value);
                let _ = KEPT.try_with(|kept| kept.set(Some(value)));
                result
            }

            /// Runs `work` with memory of its own.
            #[cfg(not(feature = "std"))]
            pub(crate) fn with<R>(work: impl FnOnce(&mut $type) -> R) -> R {
                let new: fn() -> Box<$type> = $new;
                work(&mut new())
            }
        }
    };
}

pub(crate) use kept_for_thread;
