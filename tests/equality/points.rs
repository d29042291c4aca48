//! Points and uneven axes.

use crate::common::{Window, assert_bits, backends};
use perlane::{Gradients, Kind, Noise, Permutation, reference};

/// More columns than samples in the first tile, fewer on the whole.
#[test]
fn a_crowded_tile_of_a_sparse_row_equals_the_reference() {
    let noise = Noise::perlin(4).fbm(2).lacunarity(1.0);
    let crowded = (0..512).map(|k| f64::from(k + k / 8) + 0.5);
    let xs: Vec<f64> = crowded.chain((0..1500).map(|k| 600.5 + f64::from(k) * 1e-4)).collect();
    let window = Window::new(&[1, xs.len()]);
    let want: Vec<f32> = xs.iter().map(|x| reference::sample(&noise, &[0.7, *x]).unwrap()).collect();
    for backend in backends() {
        let mut out = vec![f32::NAN; xs.len()];
        noise.fill_axes_with(backend, &[&[0.7], &xs], &mut out).unwrap();
        assert_bits(&noise, &backend, &window, &out, &want);
    }
}

/// Points near 0 are placed in lanes. A chunk of points with a far one among them is placed in another way.
#[test]
fn far_points_among_near_ones_equal_the_reference() {
    let noise = Noise::perlin(3).frequency(0.3).offset([0.0, -7.5]).fbm(3);
    for len in [1, 15, 130, 700] {
        let mut axes =
            [0.71, 0.37].map(|step| (0..len).map(|i| f64::from(i) * step - 99.0).collect::<Vec<f64>>());
        for far in [0.0, 2e9, -2e9, 1e13] {
            axes[0][len as usize / 2] = far;
            axes[1][len as usize - 1] = far;
            let points = axes[0].iter().zip(&axes[1]);
            let want: Vec<u32> =
                points.map(|(y, x)| reference::sample(&noise, &[*y, *x]).unwrap().to_bits()).collect();
            for backend in backends() {
                let mut out = vec![f32::NAN; len as usize];
                noise.fill_points_with(backend, [&axes[0], &axes[1]], &mut out).unwrap();
                let got: Vec<u32> = out.iter().map(|value| value.to_bits()).collect();
                assert_eq!(got, want, "{backend}, {len} points, {far}");
            }
        }
    }
}

/// These coordinates are allowed only with the offset. What fills the last vector up must be allowed, too.
#[test]
fn points_far_from_an_offset_equal_the_reference() {
    let noise = Noise::perlin(3).offset([0.0, -1e300]);
    for len in [1, 5, 17, 131] {
        let (y, x) = (vec![0.5; len], vec![1e300; len]);
        let want = reference::sample(&noise, &[y[0], x[0]]).unwrap().to_bits();
        for backend in backends() {
            let mut out = vec![f32::NAN; len];
            noise.fill_points_with(backend, [&y, &x], &mut out).unwrap();
            assert!(out.iter().all(|value| value.to_bits() == want), "{backend}, {len} points: {out:?}");
        }
    }
}

/// Many points in few cells, whose corners are hashed once: in boxes of one cell, of many, and of more than are kept, far from 0 too.
#[test]
fn points_that_fill_their_cells_equal_the_reference() {
    let mut state = 7_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1 << 31)
    };
    for (extent, first) in [(0.9, 0.0), (12.0, -7.3), (40.0, 1e6), (3000.0, -1e3)] {
        let axes: Vec<Vec<f64>> =
            (0..4).map(|a| (0..1500).map(|_| first - f64::from(a) + random() * extent).collect()).collect();
        for dims in 1..=4 {
            let points: Vec<&[f64]> = axes[..dims].iter().map(Vec::as_slice).collect();
            let perlin = Noise::perlin(11).frequency(0.6).fbm(3);
            let mut sets = vec![
                perlin.clone(),
                perlin.clone().permutation(Permutation::PERLIN),
                perlin.clone().ridged(2),
                perlin.clone().warp_by(0.8),
                perlin.clone().hybrid_multi(3),
            ];
            if dims == 2 {
                sets.push(perlin.clone().gradients(Gradients::Directions8));
            }
            let mut value = perlin;
            value.kind = Kind::Value;
            sets.push(value);
            for noise in &sets {
                let want: Vec<u32> = (0..1500)
                    .map(|k| {
                        let point: Vec<f64> = points.iter().map(|axis| axis[k]).collect();
                        reference::sample(noise, &point).unwrap().to_bits()
                    })
                    .collect();
                for backend in backends() {
                    let mut out = vec![0.0; 1500];
                    noise.fill_points_with(backend, &points, &mut out).unwrap();
                    let got: Vec<u32> = out.iter().map(|v| v.to_bits()).collect();
                    assert!(got == want, "{backend}, {dims} dimensions, {extent} from {first}: {noise:?}");
                }
            }
        }
    }
}
