//! First steps: a grid, a tile of it, points, and the same bits from every instruction set. `cargo run --example first_light`

use perlane::{Backend, Grid, Noise};

pub(crate) fn main() -> Result<(), perlane::Error> {
    let noise = Noise::perlin(42).cell_size(128.0).fbm(6);

    let grid = Grid::new([540, 960]);
    let image = noise.generate(&grid)?;
    println!("{} samples within {:?}, by {}", image.len(), noise.bounds(2)?, Backend::detect());

    // A tile is a grid with another start, and has the samples of that part of the whole.
    let tile_grid = Grid::new([64, 64]).start([100, 200]);
    let tile = noise.generate(&tile_grid)?;
    assert_eq!(tile[..64], image[100 * 960 + 200..][..64]);

    // A point by itself has the bits of the grid's sample, and so have several points at once.
    let [y, x] = tile_grid.world([0, 0]);
    assert_eq!(noise.sample(&[y, x])?.to_bits(), tile[0].to_bits());
    let mut values = [0.0; 3];
    noise.fill_points([&[y, y, y], &[x, x + 1.0, x + 2.0]], &mut values)?;
    assert_eq!(values, tile[..3]);

    // Every instruction set gives the same bits.
    for backend in Backend::available() {
        let mut out = vec![0.0; 64 * 64];
        noise.fill_with(backend, &tile_grid, &mut out)?;
        assert_eq!(out, tile);
        println!("{backend}: the same bits");
    }
    Ok(())
}
