//! Colour maps of pictures, which viewers share.

pub(crate) use perlane_view::Colormap;
