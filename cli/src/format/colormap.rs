//! Colour maps of pictures, which are those of viewers.

pub(crate) use perlane_view::Colormap;
