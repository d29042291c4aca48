//! PNG in the smallest form that loses nothing: grey, palette or RGB.

use std::collections::BTreeSet;

use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use crate::Result;
use crate::canvas::{Canvas, Rgb};

pub(crate) fn png(canvas: &Canvas) -> Result<Vec<u8>> {
    let colours: BTreeSet<Rgb> = canvas.pixels().iter().copied().collect();
    let palette: Vec<Rgb> = colours.into_iter().collect();
    let (color, data) = if palette.iter().all(|&[r, g, b]| r == g && g == b) {
        (ColorType::Grayscale, canvas.pixels().iter().map(|p| p[0]).collect())
    } else if palette.len() <= 256 {
        let index = |p| palette.binary_search(p).unwrap_or(0) as u8;
        (ColorType::Indexed, canvas.pixels().iter().map(index).collect())
    } else {
        (ColorType::Rgb, canvas.pixels().as_flattened().to_vec())
    };
    // Only a trial shows which filter is best.
    let mut smallest: Option<Vec<u8>> = None;
    for filter in [Filter::NoFilter, Filter::Adaptive] {
        let bytes = encode(canvas, color, &palette, &data, filter)?;
        if smallest.as_ref().is_none_or(|s| bytes.len() < s.len()) {
            smallest = Some(bytes);
        }
    }
    Ok(smallest.unwrap_or_default())
}

fn encode(
    canvas: &Canvas,
    color: ColorType,
    palette: &[Rgb],
    data: &[u8],
    filter: Filter,
) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, canvas.width() as u32, canvas.height() as u32);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.set_filter(filter);
    if color == ColorType::Indexed {
        encoder.set_palette(palette.as_flattened());
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(data)?;
    writer.finish()?;
    Ok(bytes)
}
