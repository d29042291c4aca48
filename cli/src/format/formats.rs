//! The formats, and what each can hold.

use std::ffi::OsStr;
use std::path::Path;

use perlane::Window;

use crate::error::{Error, Result};
use crate::format::colormap::Colormap;
use crate::values::{Destination, Dtype};

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Npy,
    /// Nothing but the numbers, little-endian.
    Raw,
    Png,
    Tiff,
    Zarr,
}

/// All of them, for messages.
const ALLOWED: &str = "npy, raw, png, tiff, zarr";

impl Format {
    /// Names and extensions; the first of a format is its name.
    const NAMES: [(&'static str, Format); 6] = [
        ("npy", Format::Npy),
        ("raw", Format::Raw),
        ("png", Format::Png),
        ("tiff", Format::Tiff),
        ("tif", Format::Tiff),
        ("zarr", Format::Zarr),
    ];

    fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(n, _)| name.eq_ignore_ascii_case(n)).map(|(_, format)| *format)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, format)| *format == self).map_or("raw", |(name, _)| name)
    }

    /// The format that is asked for, or that the file's extension says; raw on standard output.
    pub(crate) fn resolve(asked: Option<&str>, destination: Option<&Destination>) -> Result<Self> {
        let format = match (asked, destination) {
            (Some(name), _) => {
                Self::from_name(name).ok_or_else(|| Error::parameter("format", name, ALLOWED))?
            }
            (None, None | Some(Destination::Stdout)) => Format::Raw,
            (None, Some(Destination::File(path))) => Self::of_extension(path)?,
        };
        let streams = !matches!(format, Format::Tiff | Format::Zarr);
        if matches!(destination, Some(Destination::Stdout)) && !streams {
            let allowed = "npy, raw, png on standard output; the others are not written from start to end";
            return Err(Error::parameter("format", format.name(), allowed));
        }
        Ok(format)
    }

    fn of_extension(path: &Path) -> Result<Self> {
        let extension = path.extension().and_then(OsStr::to_str);
        extension.and_then(Self::from_name).ok_or_else(|| {
            let allowed = format!("{ALLOWED}; --format sets one of them");
            Error::parameter("the output's extension", extension.unwrap_or("missing"), allowed)
        })
    }

    /// The type of the numbers.
    pub(crate) fn dtype(self, asked: Option<Dtype>) -> Result<Dtype> {
        match (self, asked) {
            (Format::Png, Some(Dtype::F32)) => Err(Error::parameter("dtype", "f32", "u8 and u16 in PNG")),
            (Format::Png, None) => Ok(Dtype::U8),
            (_, asked) => Ok(asked.unwrap_or(Dtype::F32)),
        }
    }

    /// Refuses windows that the format cannot hold.
    pub(crate) fn check(self, window: &Window) -> Result<()> {
        let (name, axes, allowed, longest) = match self {
            Format::Npy | Format::Raw | Format::Zarr => return Ok(()),
            Format::Png => ("PNG", 2..=2, "2 axes in PNG", i32::MAX as usize),
            Format::Tiff => {
                ("TIFF", 2..=3, "2 axes in TIFF, or 3, where each z is a page", u32::MAX as usize)
            }
        };
        if !axes.contains(&window.dims()) {
            let value = match window.dims() {
                1 => "of 1 axis".to_owned(),
                dims => format!("of {dims} axes"),
            };
            return Err(Error::parameter("size", value, format!("{allowed}; npy, raw and zarr take 1 to 4")));
        }
        match window.size[..window.dims()].iter().find(|&&len| !(1..=longest).contains(&len)) {
            Some(len) => Err(Error::parameter(
                "size",
                len,
                format!("1 to {longest} samples along each axis in {name}"),
            )),
            None => Ok(()),
        }
    }

    /// The colours that are asked for.
    pub(crate) fn colormap(self, asked: Option<&str>, dtype: Dtype) -> Result<Option<Colormap>> {
        let Some(name) = asked else { return Ok(None) };
        if self != Format::Png || dtype != Dtype::U8 {
            return Err(Error::parameter("colormap", name, "only in PNG pictures of dtype u8"));
        }
        Colormap::from_name(name).map(Some)
    }

    /// Whether the recipe goes into a file of its own.
    pub(crate) fn has_sidecar(self) -> bool {
        matches!(self, Format::Npy | Format::Raw)
    }
}
