//! The book's programs in Rust are tests of the documentation in `src/lib.rs`: all of them.

use std::fs;
use std::path::Path;

const TESTED: &str = include_str!("../src/lib.rs");

#[test]
fn every_page_with_a_program_is_tested() -> std::io::Result<()> {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book");
    let mut pages = 0;
    for folder in ["", "cookbook/"] {
        for entry in fs::read_dir(book.join(folder))? {
            let path = entry?.path();
            if path.extension().is_none_or(|kind| kind != "md")
                || !fs::read_to_string(&path)?.contains("```rust")
            {
                continue;
            }
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            assert!(
                TESTED.contains(&format!("\"{folder}{name}\"")),
                "src/lib.rs does not run {}",
                path.display()
            );
            pages += 1;
        }
    }
    assert!(pages >= 11, "{pages}");
    Ok(())
}
