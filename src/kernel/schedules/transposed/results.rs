//! What is computed so: values alone, or values with derivatives.

/// What is computed of each sample.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::kernel) enum Results {
    /// Its value.
    Values,
    /// Its value, and the derivatives along all axes.
    Derivatives,
}

impl Results {
    /// Numbers of a sample, each of which is copied to a row of its own.
    pub(in crate::kernel) fn planes(self, dims: usize) -> usize {
        match self {
            Results::Values => 1,
            Results::Derivatives => 1 + dims,
        }
    }
}
