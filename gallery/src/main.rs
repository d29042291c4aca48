//! Renders the gallery: `cargo run --release -p perlane-gallery [OUT_DIR]`, by default into `docs/gallery`.

use std::fs;
use std::path::PathBuf;

fn main() -> perlane_gallery::Result<()> {
    let folder = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("docs/gallery"), PathBuf::from);
    let mut total = 0;
    for picture in perlane_gallery::pictures()? {
        let path = folder.join(&picture.name).with_extension("png");
        let bytes = picture.png()?;
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, &bytes)?;
        total += bytes.len();
        println!("{:>8} {}", bytes.len(), path.display());
    }
    println!("{total:>8} bytes in all");
    Ok(())
}
