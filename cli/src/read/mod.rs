//! Reading files that perlane wrote.

mod zarr;
