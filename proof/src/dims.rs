//! Calls of functions that are generic over the number of axes, which a case has at run time only.

/// Calls `function::<D>(arguments)`, where `D` is the number of the case's axes.
macro_rules! in_dims {
    ($case:expr, $function:ident($($argument:expr),*)) => {
        match $case.window.dims() {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            3 => $function::<3>($($argument),*),
            _ => $function::<4>($($argument),*),
        }
    };
}

pub(crate) use in_dims;
