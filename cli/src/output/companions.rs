//! What GDAL keeps beside a picture: overviews, statistics, and masks. They are those of the file that is replaced, and GDAL would show them for the new one.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::format::formats::Format;
use crate::output::paths::{beside, resolve_link};

/// What follows the file's own name.
const ENDINGS: [&str; 3] = [".ovr", ".aux.xml", ".msk"];

/// What GDAL may keep beside a file, and beside the file that a link leads to, if GDAL reads files of this format.
pub(crate) fn of(file: &Path, format: Format) -> Vec<PathBuf> {
    if !format.properties().gdal_reads {
        return Vec::new();
    }
    let led = if file.is_symlink() { resolve_link(file).ok() } else { None };
    let files = [Some(file), led.as_deref()].into_iter().flatten();
    files.flat_map(|file| ENDINGS.map(|ending| beside(file, ending))).collect()
}

/// Removes [them](of).
pub(crate) fn remove(file: &Path, format: Format) -> Result<()> {
    for path in of(file, format) {
        match fs::remove_file(&path) {
            // A name that would be too long is one that no file has.
            Err(source) if !matches!(source.kind(), ErrorKind::NotFound | ErrorKind::InvalidFilename) => {
                let doing = format!(
                    "remove {}, which belongs to the file before; the new one is whole",
                    path.display()
                );
                return Err(Error::Io { doing, source });
            }
            _ => {}
        }
    }
    Ok(())
}
