//! Pipes and devices, which are read or written once, from start to end.

use std::path::Path;

use crate::error::{Error, Result};

/// Whether a path leads to a named pipe, to what shells make of `<(..)` and `>(..)`, or to a device such as `/dev/null`. Disks are devices too, and are not
/// meant.
pub(crate) fn is_pipe(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let is_pipe = |kind: std::fs::FileType| kind.is_fifo() || kind.is_char_device();
        std::fs::metadata(path).is_ok_and(|metadata| is_pipe(metadata.file_type()))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// Refuses a pipe or a device in the place of a file that belongs to another one, such as the metadata of an array: opening it would wait for a writer.
pub(crate) fn refuse_pipe(path: &Path) -> Result<()> {
    if is_pipe(path) {
        let (name, value) = (path.display().to_string(), "a pipe or a device".to_owned());
        return Err(Error::File { name, value, allowed: "files".to_owned() });
    }
    Ok(())
}
