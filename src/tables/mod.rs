//! Makes tables from parameters and axes: the `f64` arithmetic of a grid, once for each axis and octave. (Kernels of small grids and of single rows place
//! their samples by the same functions, without tables.)

pub(crate) mod axis;
pub(crate) mod cache;
pub(crate) mod cellular;
pub(crate) mod check;
pub(crate) mod corners;
pub(crate) mod fades;
pub(crate) mod octave;
pub(crate) mod octaves;
pub(crate) mod place;
pub(crate) mod scale;
