//! Makes tables from parameters and axes: all `f64` arithmetic of a grid, once for each axis and octave.

pub(crate) mod axis;
pub(crate) mod cache;
pub(crate) mod cellular;
pub(crate) mod check;
pub(crate) mod curves;
pub(crate) mod octaves;
pub(crate) mod place;
