//! The file formats, and what each of them can hold.

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::path::Path;

use clap::ValueEnum;
use perlane::{Quantity, Window};

use crate::error::{Error, Result};
use crate::format::byte_order::ByteOrder;
#[cfg(feature = "exr")]
use crate::format::compression::ZIP;
use crate::format::compression::{DEFLATE, Method, ZSTD};
use crate::values::{Destination, Dtype, Size};

/// A file format, by the name that options and reports use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Npy,
    /// The numbers alone, little-endian.
    Raw,
    Png,
    /// An animation that browsers show.
    Apng,
    /// Frames for programs that make films.
    Y4m,
    Tiff,
    #[cfg(feature = "exr")]
    Exr,
    Zarr,
}

/// What a format can hold. A new format fills in every field.
#[derive(Debug)]
pub(crate) struct Properties {
    /// Its name in options and reports.
    pub(crate) name: &'static str,
    /// Its name in messages.
    pub(crate) title: &'static str,
    pub(crate) extensions: &'static [&'static str],
    pub(crate) signature: Signature,
    /// Where the recipe is stored.
    pub(crate) recipe: RecipePlace,
    pub(crate) axes: RangeInclusive<usize>,
    /// The number of samples allowed along each axis.
    pub(crate) lengths: RangeInclusive<usize>,
    /// The types of numbers; the first is the default.
    pub(crate) dtypes: &'static [Dtype],
    /// How numbers of type u8 become colours, in formats that people look at.
    pub(crate) colors: Option<ColorModel>,
    /// Whether the slowest axis is time, so that the file has a frame rate.
    pub(crate) film: bool,
    pub(crate) byte_order: ByteOrder,
    /// The methods of compression. The first is the default, if `compresses` is true.
    pub(crate) methods: &'static [&'static Method],
    pub(crate) compresses: bool,
    /// Whether numbers are stored in chunks whose size can be chosen.
    pub(crate) chunked: bool,
    /// Whether files can say where on Earth they lie.
    pub(crate) has_place: bool,
    /// Whether GDAL reads files of this format, and may keep others beside them.
    pub(crate) gdal_reads: bool,
}

/// How a file of a format is recognised.
#[derive(Debug)]
pub(crate) enum Signature {
    /// The file begins with one of these.
    Bytes(&'static [&'static [u8]]),
    /// The file begins like another format, but has these bytes at this place.
    StartAndBytes { start: &'static [u8], place: usize, bytes: &'static [u8] },
    /// The file has no signature, but a file with its recipe is beside it.
    Sidecar,
    /// The format is a folder.
    Folder,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum RecipePlace {
    /// In the file itself.
    Inside,
    /// In `FILE.perlane.json`.
    Sidecar,
}

/// The meaning of a colour's three numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColorModel {
    Rgb,
    YCbCr,
}

/// What is said of a format whose library takes long to build, and so is not part of every build.
const LACKING: &str = if cfg!(feature = "exr") { "" } else { "; exr in builds with --features exr" };

const ALL_DTYPES: &[Dtype] = &[Dtype::F32, Dtype::U16, Dtype::U8];

const NPY: Properties = Properties {
    name: "npy",
    title: "npy",
    extensions: &["npy"],
    signature: Signature::Bytes(&[b"\x93NUMPY"]),
    recipe: RecipePlace::Sidecar,
    // A grid's four axes, and one of planes.
    axes: 1..=5,
    lengths: 0..=usize::MAX,
    dtypes: ALL_DTYPES,
    colors: None,
    film: false,
    byte_order: ByteOrder::Little,
    methods: &[],
    compresses: false,
    chunked: false,
    has_place: false,
    gdal_reads: false,
};

const RAW: Properties =
    Properties { name: "raw", title: "raw", extensions: &["raw"], signature: Signature::Sidecar, ..NPY };

const PNG: Properties = Properties {
    name: "png",
    title: "PNG",
    extensions: &["png"],
    signature: Signature::Bytes(&[b"\x89PNG"]),
    recipe: RecipePlace::Inside,
    axes: 2..=2,
    lengths: 1..=i32::MAX as usize,
    dtypes: &[Dtype::U8, Dtype::U16],
    colors: Some(ColorModel::Rgb),
    film: false,
    byte_order: ByteOrder::Big,
    methods: &[&DEFLATE],
    compresses: true,
    chunked: false,
    has_place: false,
    gdal_reads: true,
};

const APNG: Properties = Properties {
    name: "apng",
    title: "APNG",
    extensions: &["apng"],
    // After the signature of PNG and the header's chunk comes the chunk that marks animations.
    signature: Signature::StartAndBytes { start: b"\x89PNG", place: 37, bytes: b"acTL" },
    axes: 3..=3,
    film: true,
    ..PNG
};

const Y4M: Properties = Properties {
    name: "y4m",
    title: "y4m",
    extensions: &["y4m"],
    signature: Signature::Bytes(&[b"YUV4MPEG2 "]),
    axes: 3..=3,
    lengths: 1..=i32::MAX as usize,
    dtypes: &[Dtype::U8, Dtype::U16],
    colors: Some(ColorModel::YCbCr),
    film: true,
    ..NPY
};

const TIFF: Properties = Properties {
    name: "tiff",
    title: "TIFF",
    extensions: &["tiff", "tif"],
    // Classic TIFF and BigTIFF, in both byte orders.
    signature: Signature::Bytes(&[b"II*\0", b"II+\0", b"MM\0*", b"MM\0+"]),
    recipe: RecipePlace::Inside,
    axes: 2..=3,
    lengths: 1..=u32::MAX as usize,
    dtypes: ALL_DTYPES,
    colors: None,
    film: false,
    // The encoder's library takes numbers in the machine's byte order.
    byte_order: ByteOrder::NATIVE,
    methods: &[&DEFLATE, &ZSTD],
    compresses: false,
    chunked: false,
    has_place: true,
    gdal_reads: true,
};

#[cfg(feature = "exr")]
const EXR: Properties = Properties {
    name: "exr",
    title: "EXR",
    extensions: &["exr"],
    signature: Signature::Bytes(&[b"\x76\x2f\x31\x01"]),
    recipe: RecipePlace::Inside,
    axes: 2..=3,
    // A block of up to 16 rows is held in memory.
    lengths: 1..=1 << 20,
    dtypes: &[Dtype::F32],
    colors: None,
    film: false,
    // The encoder's library takes numbers in the machine's byte order.
    byte_order: ByteOrder::NATIVE,
    methods: &[&ZIP],
    compresses: true,
    chunked: false,
    has_place: false,
    gdal_reads: true,
};

const ZARR: Properties = Properties {
    name: "zarr",
    title: "Zarr",
    extensions: &["zarr"],
    signature: Signature::Folder,
    recipe: RecipePlace::Inside,
    axes: 1..=4,
    lengths: 0..=usize::MAX,
    dtypes: ALL_DTYPES,
    colors: None,
    film: false,
    // The encoder's library takes numbers in the machine's byte order.
    byte_order: ByteOrder::NATIVE,
    methods: &[&ZSTD],
    compresses: true,
    chunked: true,
    has_place: true,
    gdal_reads: false,
};

impl Format {
    pub(crate) fn properties(self) -> &'static Properties {
        match self {
            Format::Npy => &NPY,
            Format::Raw => &RAW,
            Format::Png => &PNG,
            Format::Apng => &APNG,
            Format::Y4m => &Y4M,
            Format::Tiff => &TIFF,
            #[cfg(feature = "exr")]
            Format::Exr => &EXR,
            Format::Zarr => &ZARR,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        self.properties().name
    }

    /// The requested format; otherwise the one that the output's extension names, or raw where there is no extension to ask for.
    pub(crate) fn resolve(asked: Option<Format>, destination: Option<&Destination>) -> Result<Self> {
        match (asked, destination) {
            (Some(format), _) => Ok(format),
            (None, None | Some(Destination::Stdout)) => Ok(Format::Raw),
            (None, Some(Destination::Stream(path))) if path.extension().is_none() => Ok(Format::Raw),
            // Who names a folder does not lack an extension, but the name of a file in it.
            (None, Some(Destination::File(path))) if path.extension().is_none() && path.is_dir() => {
                Err(Error::NotAFile { path: path.clone(), kind: "a folder" })
            }
            (None, Some(Destination::Stream(path) | Destination::File(path))) => Self::of_extension(path),
        }
    }

    /// The format with this name, or with this extension.
    pub(crate) fn of_name(name: &str) -> Result<Self> {
        let found = Self::value_variants().iter().find(|format| format.is_called(name));
        found.copied().ok_or_else(|| {
            let allowed = names_of(|_| true) + LACKING;
            Error::parameter("format", name, allowed)
        })
    }

    /// Whether one of its extensions, which its name is too, is this one.
    fn is_called(self, name: &str) -> bool {
        self.properties().extensions.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    pub(crate) fn of_extension(path: &Path) -> Result<Self> {
        // What is no text is the name of no format.
        let extension = path.extension().map(OsStr::to_string_lossy);
        let called =
            |extension: &str| Self::value_variants().iter().find(|format| format.is_called(extension));
        let found = extension.as_deref().and_then(called);
        found.copied().ok_or_else(|| {
            let known = Self::value_variants().iter().flat_map(|format| format.properties().extensions);
            let known: Vec<&str> = known.copied().collect();
            let allowed = format!("{}, or any other with --format{LACKING}", known.join(", "));
            let value = match extension.as_deref() {
                None => "missing",
                Some("") => "empty",
                Some(extension) => extension,
            };
            Error::parameter("the output's extension", value, allowed)
        })
    }

    /// The requested type of numbers, or the format's default.
    pub(crate) fn dtype(self, asked: Option<Dtype>) -> Result<Dtype> {
        let Properties { dtypes, title, .. } = self.properties();
        match asked {
            None => Ok(dtypes[0]),
            Some(dtype) if dtypes.contains(&dtype) => Ok(dtype),
            Some(dtype) => {
                let names: Vec<&str> = dtypes.iter().map(|dtype| dtype.name()).collect();
                Err(Error::parameter("dtype", dtype.name(), format!("{} in {title}", names.join(" and "))))
            }
        }
    }

    /// Refuses arrays that the format cannot hold: windows, and quantities whose planes would be one axis too many.
    pub(crate) fn check_array(self, window: &Window, quantity: Quantity) -> Result<()> {
        self.check_window(window)?;
        let Properties { axes, title, colors, film, .. } = self.properties();
        let (dims, planes) = (window.dims(), quantity.planes(window.dims()));
        // The components of normals become colours.
        let colored = colors.is_some() && !film && quantity == Quantity::Normal;
        let fits = if colors.is_some() { colored } else { axes.contains(&(dims + 1)) };
        if planes == 1 || fits {
            return Ok(());
        }
        let value = format!("{quantity}, which has {planes} planes in {dims} dimensions");
        let pictures = match (colors, film) {
            (Some(_), false) => "value, normal, slope, hillshade",
            (Some(_), true) => "value, slope",
            (None, _) => "quantities of one plane",
        };
        // Pictures and films have no axis of planes.
        let names = names_of(|format| format.colors.is_none() && format.axes.contains(&(dims + 1)));
        let allowed = format!("{pictures} in {title}; formats for {planes} planes: {names}");
        Err(Error::parameter("quantity", value, allowed))
    }

    /// Refuses windows that the format cannot hold.
    pub(crate) fn check_window(self, window: &Window) -> Result<()> {
        let Properties { axes, lengths, title, .. } = self.properties();
        let size = Size::of(window);
        let Size(lens) = &size;
        if !axes.contains(&lens.len()) {
            let value = format!("{size}, which has {}", count_axes(lens.len()));
            let allowed = format!("{} in {title}; {}", describe(axes), fitting(lens.len()));
            return Err(Error::parameter("size", value, allowed));
        }
        match lens.iter().zip(["x", "y", "z", "w"]).find(|(length, _)| !lengths.contains(length)) {
            Some((length, axis)) => {
                let (least, most) = (lengths.start(), lengths.end());
                let allowed = format!("{least} to {most} samples along each axis in {title}");
                Err(Error::parameter("size", format!("{length} along {axis}"), allowed))
            }
            None => Ok(()),
        }
    }
}

fn count_axes(axes: usize) -> String {
    if axes == 1 { "1 axis".to_owned() } else { format!("{axes} axes") }
}

/// How many axes a format holds, as text.
fn describe(axes: &RangeInclusive<usize>) -> String {
    let (least, most) = (axes.start(), axes.end());
    match most - least {
        0 => format!("{most} axes"),
        1 => format!("{least} or {most} axes"),
        _ => format!("{least} to {most} axes"),
    }
}

/// The formats that hold arrays of this many axes.
fn fitting(axes: usize) -> String {
    format!("formats for {}: {}", count_axes(axes), names_of(|format| format.axes.contains(&axes)))
}

/// The names of the formats that have some property.
fn names_of(has: impl Fn(&Properties) -> bool) -> String {
    let formats = Format::value_variants().iter().filter(|format| has(format.properties()));
    formats.map(|format| format.name()).collect::<Vec<_>>().join(", ")
}

/// The titles of the formats that have some property, for a message: `PNG, APNG and y4m`.
pub(crate) fn titles(has: impl Fn(&Properties) -> bool) -> String {
    let formats = Format::value_variants().iter().map(|format| format.properties());
    let titles: Vec<&str> = formats.filter(|format| has(format)).map(|format| format.title).collect();
    match &titles[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => titles.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_option() {
        for format in Format::value_variants() {
            let value = format.to_possible_value().unwrap();
            assert_eq!(value.get_name(), format.name());
            assert!(format.properties().extensions.contains(&format.name()));
        }
    }

    /// An extension that is no text is there, and messages show what can be shown of it.
    #[cfg(unix)]
    #[test]
    fn extensions_that_are_no_text() {
        use std::os::unix::ffi::OsStrExt;
        let of = |name: &[u8]| Format::of_extension(Path::new(OsStr::from_bytes(name)));
        let refused = of(b"x.n\xffpy").unwrap_err().to_string();
        assert!(refused.starts_with("the output's extension is n\u{fffd}py; allowed: npy, "), "{refused}");
        assert_eq!(of(b"x\xff.npy").unwrap(), Format::Npy);
    }

    #[test]
    fn windows_that_do_not_fit() {
        let check = |format: Format, size: &[usize]| {
            format.check_window(&Window::from_xyzw(size).unwrap()).map_err(|e| e.to_string())
        };
        assert_eq!(check(Format::Tiff, &[4, 4, 4]), Ok(()));
        assert_eq!(check(Format::Npy, &[0]), Ok(()));
        let want = "size is 4x4x4, which has 3 axes; allowed: 2 axes in PNG; \
                    formats for 3 axes: npy, raw, apng, y4m, tiff, ";
        let message = check(Format::Png, &[4, 4, 4]).unwrap_err();
        assert!(message.starts_with(want) && message.ends_with("zarr"), "{message}");
        let want = "size is 0 along y; allowed: 1 to 4294967295 samples along each axis in TIFF";
        assert_eq!(check(Format::Tiff, &[4, 0]), Err(want.to_owned()));
    }
}
