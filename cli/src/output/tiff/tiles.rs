//! TIFF in tiles, each compressed separately, with all directories before the numbers. With overviews, smallest first, this is a cloud-optimised
//! GeoTIFF. A tile is generated as a window of its own, and so is a tile of an overview: it is noise at twice the spacing, not a mean of other
//! tiles.

use std::io::{SeekFrom, Write};
use std::ops::Range;

use flate2::write::ZlibEncoder;
use perlane::{Samples, Window};
use rayon::prelude::*;
use tiff::tags::Tag;

use super::directory::{Directory, Kind, Value};
use super::{predictor, tags};
use crate::error::{Error, Result};
use crate::format::compression::Compression;
use crate::output::number_stream::{WriteSeek, write_error};
use crate::sampling::blocks::{block_window, copy_into_block};
use crate::sampling::digest::digest;
use crate::sampling::halved::{PICTURE, levels};
use crate::sampling::resources::thread_pool;
use crate::spec::GenerateSpec;
use crate::terminal::interrupt;
use crate::terminal::progress::Progress;

/// Samples of a tile along both axes.
pub(crate) const TILE: usize = 512;

/// How many tiles each thread compresses before they are written.
const TILES_PER_THREAD: usize = 4;

/// Upper bound on the bytes of the directories of all levels, without their lists of tiles.
fn directories(bands: usize) -> u64 {
    (1 << 16) + 32 * tags::DESCRIPTION * bands as u64
}

/// About how many bytes encoding takes.
pub(crate) fn memory(spec: &GenerateSpec) -> usize {
    let tile = TILE * TILE * (size_of::<f32>() + 2 * spec.numbers.width());
    let tiles = spec.samples / (TILE * TILE) + 1;
    spec.threads * TILES_PER_THREAD * tile + tiles * 64
}

/// A picture's window and the places of its tiles.
struct Level {
    window: Window,
    offsets: Vec<u64>,
    lengths: Vec<u64>,
}

impl Level {
    fn new(window: Window) -> Self {
        let tiles = tiles(&window);
        Level { window, offsets: vec![0; tiles], lengths: vec![0; tiles] }
    }
}

/// The number of tiles along x and y.
fn across(window: &Window) -> (usize, usize) {
    (window.size.x.div_ceil(TILE), window.size.y.div_ceil(TILE))
}

/// The tiles of all bands.
fn tiles(window: &Window) -> usize {
    let (across, down) = across(window);
    across * down * window.size.z
}

/// The window of a tile. Tiles are in order along x, then y, then the bands.
fn tile_window(window: &Window, tile: usize) -> Window {
    let (across, down) = across(window);
    let (x, y, z) = (tile % across, tile / across % down, tile / across / down);
    block_window(window, [x, y, z, 0], [TILE, TILE, 1, 1])
}

pub(crate) fn encode(
    spec: &GenerateSpec,
    out: &mut dyn WriteSeek,
    name: &str,
    shows_progress: bool,
) -> Result<Samples> {
    // The digest is part of the recipe, which comes before the numbers.
    let samples = digest(spec, &Progress::of_samples("digest", spec.samples, shows_progress))?;
    let recipe = spec.metadata(Some(&samples)).to_carried_json()?;
    let windows = if spec.tiff.overviews { levels(&spec.array(), TILE, PICTURE) } else { vec![spec.array()] };
    let mut levels: Vec<Level> = windows.into_iter().map(Level::new).collect();
    let count = levels.iter().map(|level| tiles(&level.window)).sum();
    let others = directories(spec.array().size.z) + recipe.len() as u64;
    let kind = kind(count, spec.numbers.width(), spec.compression, others);
    let head = head(spec, &levels, kind, &recipe);
    let mut at = head.len() as u64;
    out.write_all(&head).map_err(write_error(name))?;
    let progress = Progress::of_items("", "tiles", count, shows_progress);
    let pool = thread_pool(spec.threads)?;
    let batch = spec.threads * TILES_PER_THREAD;
    // The smallest overview comes first, because viewers that show a whole picture request it first.
    for level in levels.iter_mut().rev() {
        let all = tiles(&level.window);
        for first in (0..all).step_by(batch) {
            interrupt::check()?;
            let range = first..all.min(first + batch);
            for (tile, bytes) in range.clone().zip(compress_all(spec, &level.window, range, &pool)?) {
                out.write_all(&bytes).map_err(write_error(name))?;
                (level.offsets[tile], level.lengths[tile]) = (at, bytes.len() as u64);
                at += bytes.len() as u64;
                progress.add(1);
            }
        }
    }
    if kind == Kind::Classic && at > u64::from(u32::MAX) {
        return Err(Error::io(format!("write {name}"), "compression has made it larger than 4 GiB"));
    }
    out.seek(SeekFrom::Start(0)).map_err(write_error(name))?;
    out.write_all(&self::head(spec, &levels, kind, &recipe)).map_err(write_error(name))?;
    Ok(samples)
}

/// TIFF or BigTIFF, for tiles of numbers of `width` bytes, and for so many other bytes.
fn kind(tiles: usize, width: usize, compression: Compression, others: u64) -> Kind {
    let numbers = (tiles as u64).saturating_mul(most_bytes((TILE * TILE * width) as u64, compression));
    Kind::of_size(numbers.saturating_add(others))
}

/// Upper bound on the bytes of a compressed tile. Numbers that cannot be compressed take a little more than their own size, and at the quick levels
/// of deflate up to 9 bits for 8.
fn most_bytes(tile: u64, compression: Compression) -> u64 {
    let codes = if matches!(compression, Compression::Deflate(_)) { tile / 8 } else { 0 };
    tile + codes + tile / 64 + 16
}

/// The header and all directories. Their length is the same before the places of tiles are known as afterwards.
fn head(spec: &GenerateSpec, levels: &[Level], kind: Kind, recipe: &str) -> Vec<u8> {
    let mut head = kind.header(kind.header_bytes());
    for (i, level) in levels.iter().enumerate() {
        let directory = directory(spec, level, i, recipe);
        let at = head.len() as u64;
        let next = if i + 1 == levels.len() { 0 } else { at + directory.bytes(kind) };
        head.extend(directory.encode(kind, at, next));
    }
    head
}

fn directory(spec: &GenerateSpec, level: &Level, number: usize, recipe: &str) -> Directory {
    let mut directory = tags::of_planes(spec, &level.window, 0..level.window.size.z);
    if number == 0 {
        directory.insert(Tag::ImageDescription, Value::Ascii(recipe.to_owned()));
    } else {
        // This picture shows the first one at lower resolution.
        directory.long(Tag::NewSubfileType, 1);
    }
    directory.short(Tag::TileWidth, TILE as u16);
    directory.short(Tag::TileLength, TILE as u16);
    directory.insert(Tag::TileOffsets, Value::Offsets(level.offsets.clone()));
    directory.insert(Tag::TileByteCounts, Value::Offsets(level.lengths.clone()));
    directory
}

/// The bytes of some tiles, compressed on all threads.
fn compress_all(
    spec: &GenerateSpec,
    window: &Window,
    tiles: Range<usize>,
    pool: &rayon::ThreadPool,
) -> Result<Vec<Vec<u8>>> {
    pool.install(|| tiles.into_par_iter().map(|tile| compress(spec, &tile_window(window, tile))).collect())
}

/// The bytes of a tile. Numbers beyond the picture's edge are 0.
fn compress(spec: &GenerateSpec, window: &Window) -> Result<Vec<u8>> {
    let (dtype, mut samples, mut scratch) = (spec.numbers.dtype(), vec![0.0; window.samples()?], Vec::new());
    spec.fill(window, false, &mut samples)?;
    let numbers = spec.numbers.encode(&samples, &mut scratch);
    let mut tile = vec![0; TILE * TILE * dtype.bytes()];
    copy_into_block(
        window,
        &numbers,
        &[1, TILE as u64, TILE as u64][3 - window.dims()..],
        dtype.bytes(),
        &mut tile,
    );
    if spec.compression != Compression::None {
        predictor::apply(dtype, TILE, &mut tile);
    }
    pack(spec.compression, tile)
}

fn pack(compression: Compression, tile: Vec<u8>) -> Result<Vec<u8>> {
    let failed = |e| Error::io("compress a tile", e);
    match compression {
        Compression::None => Ok(tile),
        Compression::Deflate(level) => {
            let mut zlib = ZlibEncoder::new(Vec::new(), flate2::Compression::new(level));
            zlib.write_all(&tile).and_then(|()| zlib.finish()).map_err(failed)
        }
        Compression::Zstd(level) => zstd::bulk::compress(&tile, level).map_err(failed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tiles that may reach 4 GiB are those of BigTIFF, and others are not.
    #[test]
    fn large_files_are_big() {
        let room = u64::from(u32::MAX);
        for (compression, percent) in
            [(Compression::None, 98), (Compression::Zstd(1), 98), (Compression::Deflate(6), 87)]
        {
            for width in [1, 2, 3, 4] {
                let tile = (TILE * TILE * width) as u64;
                let most = most_bytes(tile, compression);
                let tiles = room / most;
                assert!(
                    tiles * tile > u64::from(u32::MAX) / 100 * percent,
                    "{tiles} tiles of {tile} bytes are classic"
                );
                let kind = |tiles: u64, others: u64| kind(tiles as usize, width, compression, others);
                assert_eq!(kind(tiles, room - tiles * most), Kind::Classic, "{width}");
                assert_eq!(kind(tiles, room - tiles * most + 1), Kind::Big, "{width}");
                assert_eq!(kind(tiles + 1, 0), Kind::Big, "{width}");
                assert_eq!(kind((1 << 32) / tile, 0), Kind::Big, "{width}");
            }
        }
        assert_eq!(kind(usize::MAX, 4, Compression::None, u64::MAX / 2), Kind::Big);
    }

    /// Numbers that cannot be compressed, and such as quick levels of deflate lengthen most.
    #[test]
    fn tiles_are_within_the_bound() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        };
        let whole: Vec<u8> = (0..TILE * TILE).map(|_| random()).collect();
        let high = whole.iter().map(|byte| 144 + byte % 112).collect();
        let mut longest = 0;
        for tile in [whole, high] {
            let levels = (0..=9).map(Compression::Deflate).chain([1, 19].map(Compression::Zstd));
            for compression in levels.chain([Compression::None]) {
                let bytes = pack(compression, tile.clone()).unwrap().len() as u64;
                let most = most_bytes(tile.len() as u64, compression);
                assert!(bytes <= most, "{bytes} of {most} with {compression:?}");
                longest = longest.max(bytes);
            }
        }
        assert!(longest > (TILE * TILE) as u64 / 100 * 112, "{longest}: the bound is needed");
    }
}
