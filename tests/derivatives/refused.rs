//! Quantities that a noise or a grid does not have.

use crate::{SHAPED, bits};
use perlane::{Fractal, Grid, Noise, Permutation, Quantity, reference};

#[test]
fn quantities_that_noises_lack_are_refused() {
    let grid = Grid::new([4, 4]);
    let noise = Noise::perlin(1);
    let error = |field: perlane::Field<'_>| field.generate(&grid).unwrap_err().to_string();
    let cell = Noise::cell(1);
    assert_eq!(
        error(cell.field(Quantity::Gradient)),
        "quantity is gradient of cell noise; allowed: value (other quantities need derivatives, which only perlin and value noise have)"
    );
    let warped = Noise::perlin(1).warp_by(2.0);
    assert_eq!(
        error(warped.field(Quantity::Gradient)),
        "quantity is gradient of warped noise; allowed: value (other quantities need derivatives, which only noises without a warp have)"
    );
    for fractal in Fractal::ALL {
        let noise = Noise::perlin(1).fractal(*fractal).octaves(3);
        let error = noise.field(Quantity::Slope).generate(&grid).err().map(|error| error.to_string());
        let refused = error.is_some_and(|e| e.starts_with(&format!("quantity is slope of {fractal} noise")));
        assert_eq!(refused, SHAPED.contains(fractal), "{fractal}");
    }
    assert_eq!(
        error(noise.field(Quantity::Slope).relief(0.0)),
        "relief is 0; allowed: numbers from 1e-30 to 1e30 in size (world units of height for a sample of 1)"
    );
    assert_eq!(
        error(noise.field(Quantity::Hillshade).light([0.0; 3])),
        "light is 0, 0, 0; allowed: vectors x, y, z to the light, of lengths from 1e-30 to 1e30"
    );
    let normals = noise.field(Quantity::Normal).generate(&Grid::new([4, 4, 4])).unwrap_err();
    assert_eq!(
        normals.to_string(),
        "quantity is normal, and the grid or points have 3 axes; allowed: normal with 2 axes (a surface)"
    );
    let line = noise.field(Quantity::Curl).generate(&Grid::new([4])).unwrap_err();
    assert_eq!(
        line.to_string(),
        "quantity is curl, and the grid or points have 1 axis; allowed: curl with 2 or 3 axes"
    );
    assert!(noise.field(Quantity::Curl).generate(&Grid::new([4; 4])).is_err());
    let chained = Noise::perlin(1).permutation(Permutation::PERLIN);
    let curl = chained.field(Quantity::Curl).generate(&Grid::new([4, 4, 4])).unwrap_err();
    assert!(curl.to_string().contains("they take three seeds"), "{curl}");
    let steep = Noise::perlin(1).frequency(1e20);
    let of_steep = error(steep.field(Quantity::Gradient));
    assert!(of_steep.contains("within 1e18"), "{of_steep}");
    // Their derivatives are small, and would be infinite on the way.
    for (frequency, scale) in [(1e39, 1e-30), (1e300, 1e-290), (1e39, 0.0)] {
        let fine = Noise::perlin(1).frequency(frequency).scale(scale);
        let refused = error(fine.field(Quantity::Gradient));
        assert!(refused.starts_with("frequency is 1e3"), "{frequency}: {refused}");
    }
    let mut out = vec![7.0; 17];
    assert!(noise.field(Quantity::Slope).fill(&grid, &mut out).is_err());
    assert_eq!(out, vec![7.0; 17], "nothing was written");
    assert!(noise.field(Quantity::Curl).sample(&[f64::NAN, 0.0]).is_err());
}

/// A buffer may hold the samples, but not all planes of them. The error shows the shape that was given.
#[cfg(target_pointer_width = "64")]
#[test]
fn shapes_with_too_many_planes_are_refused() {
    let noise = Noise::perlin(1).frequency(1e-9);
    let (field, grid) = (noise.field(Quantity::Gradient), Grid::new([1 << 30, 1 << 30]));
    let window = perlane::Window::from(grid);
    let errors = [
        field.samples(&grid).unwrap_err(),
        field.check(&grid).unwrap_err(),
        field.generate(&window).unwrap_err(),
        field.fill(&grid, &mut []).unwrap_err(),
        field.sampler::<2>().unwrap().fill(&grid, &mut []).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(
            error.to_string(),
            "shape is [1073741824, 1073741824], in 3 planes; allowed: shapes of at most 2^63 - 1 bytes of samples in all planes"
        );
    }
}

/// A curl in three dimensions is made of three noises for each one that was given. Errors name the given one, and the three are not added up in checks.
#[test]
fn curls_are_checked_as_the_noises_that_were_given() {
    let grid = Grid::new([2, 2, 2]);
    let fine = Noise::perlin(1).period([1_u32 << 31; 3]).fbm(23);
    let layers = perlane::Layers::from(Noise::perlin(2)).add(1.0, fine.clone());
    let of_noise = fine.field(Quantity::Curl).generate(&grid).unwrap_err().to_string();
    assert!(of_noise.starts_with("period.x is "), "{of_noise}");
    let of_layers = layers.field(Quantity::Curl).prepare(&grid).unwrap_err().to_string();
    assert!(of_layers.starts_with("layers[1].period.x is "), "{of_layers}");
    let said = reference::quantity(layers.as_slice(), Quantity::Curl, &[0.5; 3]).unwrap_err().to_string();
    assert_eq!(said, of_layers);
    // The sum of the three would be too large.
    let large = Noise::perlin(1).scale(4e36).frequency(1e-20);
    let curl = large.field(Quantity::Curl).generate(&grid).unwrap();
    let prepared = large.field(Quantity::Curl).prepare(&grid).unwrap();
    let mut out = vec![0.0; 3 * 8];
    prepared.fill([0..2, 0..2, 0..2], &mut out).unwrap();
    assert_eq!(bits(&curl), bits(&out));
    let want = reference::quantity(&[large], Quantity::Curl, &grid.world([1, 1, 1])).unwrap();
    assert_eq!(bits(&want), bits(&[curl[7], curl[15], curl[23]]));
}
