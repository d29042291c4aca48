//! Warped grids.

use crate::array;
use crate::common::{Window, assert_bits, backends, greatest_fade, listed, permutation_with};
use perlane::{Backend, Gradients, Noise};

/// Warped blocks of few cells, whose rows are parts, wholes and many of what is done at once; cells from many to few vectors wide, and moved by
/// less than a cell to several.
#[test]
fn warped_grids_equal_the_reference() {
    let cells = [(64.0, 0.1), (20.0, 1.7), (9.0, 0.5), (5.0, 3.0), (2.5, 0.7)];
    let windows = [
        (&[3, 1100][..], -500),
        (&[37, 16], 1 << 33),
        (&[64, 64], 0),
        (&[9, 530], -7),
        (&[40, 45], 5),
        (&[4, 5, 600], -300),
        (&[12, 16, 16], 64),
        (&[5, 20, 50], -25),
    ];
    let cases = windows.into_iter().flat_map(|window| cells.map(|cells| (window, cells)));
    for ((shape, start), (cells, moved)) in listed(cases) {
        let noise = Noise::perlin(6).frequency(1.0 / cells).fbm(2).warp_by(cells * moved);
        let mut window = Window::new(shape);
        window.start.fill(start);
        let small = Noise::gradients(
            noise.clone(),
            if shape.len() == 2 { Gradients::Directions8 } else { Gradients::Edges },
        );
        let periodic =
            if shape.len() == 2 { noise.clone().period([8; 2]) } else { noise.clone().period([8; 3]) };
        let periodic = periodic.warp_frequency(0.25 / cells);
        for noise in [
            noise.clone().ridged_multi(2),
            noise.clone().warp_frequency(0.7),
            small,
            periodic,
            noise.ridged(2),
        ] {
            let want = window.reference(&noise).unwrap();
            for backend in backends() {
                let out = window.fill(&noise, backend).unwrap();
                assert_bits(&noise, &backend, &window, &out, &want);
            }
        }
    }
}

/// Value noise in the plane that is furthest beyond its bounds at the point `t`, `t`, where fades are greatest: the corner 1, 1 has the greatest value, and
/// its neighbours have the least ones.
fn beyond_its_bounds() -> Noise {
    // P[P[x] + y]
    let places = [(0, 10), (1, 20), (10, 0), (11, 1), (20, 2), (21, 255)];
    Noise::value(1).permutation(permutation_with(&places)).ridged_multi(1).level(0.5)
}

/// Samples that a warp by value noise moves further than its bounds say, into a cell that these do not reach: from a border between cells, and from just
/// before it.
#[test]
fn warps_beyond_their_bounds_equal_the_reference() {
    let fade_is_greatest = f64::from(greatest_fade().0);
    let moves = beyond_its_bounds();
    for (cells, backwards) in
        [1.0, 2.0, 3.0, 4.0].into_iter().flat_map(|cells| [(cells, false), (cells, true)])
    {
        // A little less than whole cells.
        let most = cells * (1.0 - 1e-7);
        let (place, end) = if backwards { (0.0, -most) } else { (1.0 - 1.0 / f64::from(1 << 20), most) };
        let offset = fade_is_greatest - place;
        let moves = moves.clone().offset([offset, offset]).range(-0.9 * end, end);
        let moved = f64::from(moves.sample(&[place; 2]).unwrap());
        assert!(if backwards { moved < end } else { moved > end }, "{moved} is not beyond {end}");
        // One cell beyond those that a sample reaches within the bounds.
        let cell = |moved: f64| (place + moved).floor().abs();
        assert_eq!(cell(moved), cells + 1.0, "{place} moves by {moved}");
        let noise = Noise::perlin(3).gradients(Gradients::Directions8).warp([moves.clone(), moves]);
        // So many samples of the cell that its neighbours are kept in a box. The last or the first of them is the one that moves so far.
        for shape in [[64, 64], [48, 80], [130, 33]] {
            let step = if backwards { 1.0 / 1024.0 } else { -1.0 / 1024.0 };
            let mut window = Window::new(&shape);
            (window.origin, window.spacing) = (vec![place; 2], vec![step; 2]);
            let want = window.reference(&noise).unwrap();
            let points: Vec<[f64; 2]> = (0..window.len()).map(|flat| array(&window.world(flat))).collect();
            for backend in backends() {
                assert_bits(&noise, &backend, &window, &window.fill(&noise, backend).unwrap(), &want);
                let mut out = vec![f32::NAN; want.len()];
                noise.fill_points_with(backend, &points, &mut out).unwrap();
                assert_bits(&noise, &format_args!("points, {backend}"), &window, &out, &want);
            }
        }
    }
}

/// A noise whose octaves cancel out, but for a little that its range makes large: its samples are rounded to a few different numbers, some of them
/// far beyond its bounds.
fn cancelling() -> Noise {
    Noise::perlin(1)
        .gradients(Gradients::custom(&[[1e-3], [-1e-3]]).unwrap())
        .normalize(false)
        .hybrid_multi(2)
        .level(1000.0)
        .gain(-1.0)
        .lacunarity(1.0)
        .frequency(0.11)
        .range(-3000.0, 3000.0)
}

/// Samples that a warp of roundings moves further than its bounds say.
#[test]
fn warps_of_roundings_equal_the_reference() {
    let moves = cancelling();
    for (period, start) in [(0, 1 << 34), (7, 0), (64, 1 << 34)] {
        let noise = Noise::perlin(9).frequency(0.13).period([period]).warp([moves.clone()]);
        let mut window = Window::new(&[2000]);
        window.start = vec![start];
        let moved = window.fill(&moves, Backend::detect()).unwrap();
        assert!(moved.iter().any(|moved| moved.abs() > 3000.0 * 1.01), "no sample is beyond the bounds");
        let want = window.reference(&noise).unwrap();
        for backend in backends() {
            assert_bits(&noise, &backend, &window, &window.fill(&noise, backend).unwrap(), &want);
        }
    }
}
