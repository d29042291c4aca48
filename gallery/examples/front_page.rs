//! Draws the picture of the library's front page: `cargo run --release -p perlane-gallery --example front_page`.

fn main() -> perlane_gallery::Result<()> {
    std::fs::write("docs/front-page.md", perlane_gallery::front_page::markdown()?)?;
    Ok(())
}
