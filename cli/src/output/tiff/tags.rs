//! The tags of every picture, whatever the layout of its numbers.

use std::ops::Range;

use perlane::Window;
use tiff::tags::{CompressionMethod, PhotometricInterpretation, PlanarConfiguration, SampleFormat, Tag};

use super::directory::{Directory, Value};
use super::{geo, predictor};
use crate::format::compression::Compression;
use crate::spec::GenerateSpec;
use crate::values::Dtype;

/// The number that GDAL shows as no data, as text.
const NODATA: Tag = Tag::GdalNodata;

/// What GDAL says of bands, as XML.
const METADATA: Tag = Tag::Unknown(42112);

/// The name of a page, for programs that do not read GDAL's description of its band.
const PAGE_NAME: u16 = 285;

/// Upper bound on the bytes of a band's description.
pub(super) const DESCRIPTION: u64 = 256;

/// The names of bands that are planes of a quantity, and what turns integers into samples.
fn band_metadata(spec: &GenerateSpec, names: &[&str], bands: usize) -> Option<String> {
    let item = |name: &str, band: usize, role: &str, value: &str| {
        format!("<Item name=\"{name}\" sample=\"{band}\" role=\"{role}\">{value}</Item>")
    };
    let mut items: Vec<String> =
        names.iter().enumerate().map(|(band, name)| item("DESCRIPTION", band, "description", name)).collect();
    if let Some(numbers) = spec.numbers.table() {
        let (scale, offset) = numbers.scale_and_offset();
        for band in 0..bands {
            items.push(item("OFFSET", band, "offset", &offset.to_string()));
            items.push(item("SCALE", band, "scale", &scale.to_string()));
        }
    }
    (!items.is_empty()).then(|| format!("<GDALMetadata>{}</GDALMetadata>", items.concat()))
}

/// The tags of some planes of the array, each of which is a band of this window, except for the tags that say where their numbers are.
pub(super) fn of_planes(spec: &GenerateSpec, window: &Window, planes: Range<usize>) -> Directory {
    let bands = planes.len();
    // A z has no name.
    let names = spec.plane_names().unwrap_or_default();
    let names = names.get(planes).unwrap_or_default();
    let dtype = spec.numbers.dtype();
    let format = match dtype {
        Dtype::F32 => SampleFormat::IEEEFP,
        Dtype::U16 | Dtype::U8 => SampleFormat::Uint,
    };
    let mut directory = Directory::default();
    // `Format::check_window` has limited the sizes.
    directory.long(Tag::ImageWidth, window.size.x as u32);
    directory.long(Tag::ImageLength, window.size.y as u32);
    directory.insert(Tag::BitsPerSample, Value::Short(vec![8 * dtype.bytes() as u16; bands]));
    directory.insert(Tag::SampleFormat, Value::Short(vec![format.to_u16(); bands]));
    directory.short(Tag::SamplesPerPixel, bands as u16);
    directory.short(Tag::PhotometricInterpretation, PhotometricInterpretation::BlackIsZero.to_u16());
    if bands > 1 {
        directory.short(Tag::PlanarConfiguration, PlanarConfiguration::Planar.to_u16());
        // Bands after the first have no meaning that TIFF knows.
        directory.insert(Tag::ExtraSamples, Value::Short(vec![0; bands - 1]));
    }
    directory.short(Tag::Compression, method(spec.compression).to_u16());
    if spec.compression != Compression::None {
        directory.short(Tag::Predictor, predictor::of(dtype).to_u16());
    }
    geo::write(&mut directory, window, spec.crs);
    if let ([name], true) = (names, spec.tiff.pages) {
        directory.insert(Tag::Unknown(PAGE_NAME), Value::Ascii((*name).to_owned()));
    }
    if let Some(metadata) = band_metadata(spec, names, bands) {
        directory.insert(METADATA, Value::Ascii(metadata));
    }
    if let Some(nodata) = spec.tiff.nodata {
        directory.insert(NODATA, Value::Ascii(nodata.to_string().to_lowercase()));
    }
    directory
}

fn method(compression: Compression) -> CompressionMethod {
    match compression {
        Compression::None => CompressionMethod::None,
        Compression::Deflate(_) => CompressionMethod::Deflate,
        Compression::Zstd(_) => CompressionMethod::ZSTD,
    }
}
