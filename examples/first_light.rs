//! The first steps: a grid, a tile of it, points, and the same bits each time. `cargo run --example first_light`

use perlane::{Backend, Grid, Noise};

fn main() -> Result<(), perlane::Error> {
    let noise = Noise::perlin(42).frequency(1.0 / 128.0).fbm(6);

    let grid = Grid::new([540, 960]);
    let image = noise.generate(&grid)?;
    println!("{} samples from {:?} on {}", image.len(), noise.bounds(2)?, Backend::detect());

    // A tile has the samples of that part of the whole.
    let tile = noise.generate(&Grid::new([64, 64]).start([100, 200]))?;
    assert_eq!(tile[..64], image[100 * 960 + 200..][..64]);

    // So have points, one or many, and every instruction set of this machine.
    let [y, x] = grid.world([100, 200]);
    assert_eq!(noise.sample(&[y, x])?.to_bits(), tile[0].to_bits());
    let mut values = [0.0; 3];
    noise.fill_points(&[&[y, y, y], &[x, x + 1.0, x + 2.0]], &mut values)?;
    assert_eq!(values, tile[..3]);
    for backend in Backend::available() {
        let mut out = vec![0.0; 64 * 64];
        noise.fill_with(backend, &Grid::new([64, 64]).start([100, 200]), &mut out)?;
        assert_eq!(out, tile);
        println!("{backend}: the same bits");
    }
    Ok(())
}
