//! Buffers, lists and parts whose lengths do not fit; grids without samples.

use std::ops::Range;

use perlane::{Error, Grid, Layers, Noise, Quantity, reference};

#[test]
fn buffers_and_lists_of_the_wrong_length_are_refused() {
    let noise = Noise::perlin(1);
    let mut out = [7.0; 15];
    let error = noise.fill(&Grid::new([4, 4]), &mut out).unwrap_err();
    assert_eq!(
        error.to_string(),
        "out has 15 elements; allowed: exactly 16, one for each sample (in each plane of a field)"
    );
    let uneven = [&[0.0; 15][..], &[0.0; 14]];
    let gradient = noise.field(Quantity::Gradient);
    for error in [noise.fill_points(uneven, &mut out), gradient.fill_points(uneven, &mut [0.0; 45])] {
        let text =
            "points is of 15 and 14 coordinates; allowed: the same number of coordinates along each axis";
        assert_eq!(error.unwrap_err().to_string(), text);
    }
    let error = gradient.fill_axes(&[&[0.0; 4], &[0.0; 4]], &mut out).unwrap_err();
    assert_eq!(error, Error::BufferLength { got: 15, want: 48 });
    let error = gradient.fill_axes(&[], &mut out).unwrap_err().to_string();
    assert_eq!(error, "axes is of 0 axes; allowed: 1 to 4 axes");
    assert!(matches!(
        gradient.fill_axes(&[&[f64::NAN]], &mut out[..2]),
        Err(Error::Coordinate { axis: 'x', .. })
    ));
    let error = noise.fill_axes(&[&[0.0; 4], &[0.0; 4]], &mut out).unwrap_err();
    assert_eq!(error, Error::BufferLength { got: 15, want: 16 });
    for (axes, text) in [(&[][..], "of 0 axes"), (&[&[0.0][..]; 5][..], "of 5 axes")] {
        let error = noise.fill_axes(axes, &mut out).unwrap_err().to_string();
        assert_eq!(error, format!("axes is {text}; allowed: 1 to 4 axes"));
        let error = noise.fill_points(axes, &mut out).unwrap_err().to_string();
        assert_eq!(error, format!("points is {text}; allowed: 1 to 4 axes"));
    }
    for (error, text) in [
        (noise.fill_points([[0.0; 0]; 15], &mut out), "of 0 axes"),
        (noise.fill_points([[0.0; 5]; 15], &mut out), "of 5 axes"),
        (noise.field(Quantity::Gradient).fill_points([[0.0_f32; 5]; 3], &mut out), "of 5 axes"),
    ] {
        assert_eq!(error.unwrap_err().to_string(), format!("points is {text}; allowed: 1 to 4 axes"));
    }
    let error = noise.fill_points([[0.0_f32; 2]; 14], &mut out).unwrap_err();
    assert_eq!(error, Error::BufferLength { got: 15, want: 14 });
    let error = noise.field(Quantity::Gradient).fill_points([[0.0_f32; 2]; 4], &mut out).unwrap_err();
    assert_eq!(error, Error::BufferLength { got: 15, want: 12 });
    let error = noise.sampler::<2>().unwrap().fill_points(&[&[0.0; 15][..]; 3][..], &mut out).unwrap_err();
    assert_eq!(error.to_string(), "points is of 3 axes; allowed: 2 axes");
    let no_point = "point is of 0 coordinates; allowed: 1 to 4 coordinates";
    assert_eq!(noise.sample(&[]).unwrap_err().to_string(), no_point);
    for quantity in Quantity::ALL {
        assert_eq!(noise.field(*quantity).sample(&[]).unwrap_err().to_string(), no_point, "{quantity}");
    }
    let line = reference::Sum::new(std::slice::from_ref(&noise), 2).unwrap().sample(&[1.0]).unwrap_err();
    assert_eq!(line.to_string(), "point is of 1 coordinate; allowed: 2 coordinates");
    assert_eq!(out, [7.0; 15], "nothing was written");
}

/// The reference refuses a noise as grids do, before a point is sampled.
#[test]
fn the_reference_refuses_what_grids_refuse() {
    for noise in [Noise::perlin(1).period([u32::MAX; 2]).fbm(32), Noise::perlin(1).warp_by(1e30)] {
        let wrong = noise.generate(&Grid::new([0, 4])).unwrap_err();
        assert_eq!(reference::Sum::new(std::slice::from_ref(&noise), 2).unwrap_err(), wrong);
        assert!(reference::Planes::new(&[noise], Quantity::Value, 2).is_err());
    }
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let prepared = Noise::perlin(1).prepare(&Grid::new([5, 4, 8])).unwrap();
    let mut out = [7.0; 16];
    for (part, want) in [
        ([3..7, 0..4, 0..1], "part.z is 3..7; allowed: start..end with start <= end <= 5"),
        ([0..1, 9..9, 0..8], "part.y is 9..9; allowed: start..end with start <= end <= 4"),
        (
            [0..1, 0..2, Range { start: 5, end: 3 }],
            "part.x is 5..3; allowed: start..end with start <= end <= 8",
        ),
        ([0..1, 0..usize::MAX, 0..8], "part.y is 0.."),
        (
            [0..1, 0..4, 0..8],
            "out has 16 elements; allowed: exactly 32, one for each sample (in each plane of a field)",
        ),
    ] {
        let error = prepared.fill(part.clone(), &mut out).unwrap_err();
        assert!(error.to_string().starts_with(want), "{error}\nshould start with: {want}");
        #[cfg(feature = "rayon")]
        assert_eq!(prepared.par_fill(part, &mut out), Err(error));
    }
    assert_eq!(out, [7.0; 16], "nothing was written");
    let error = prepared.fill([0..1, 0..8], &mut out).unwrap_err();
    assert_eq!(error.to_string(), "part is of 2 axes; allowed: 3 axes");
    #[cfg(target_pointer_width = "64")]
    {
        let long = Grid::new([1, (1 << 54) + 2]).start([0, -1 << 53]);
        let wrong = Noise::perlin(1).generate(&long).unwrap_err();
        assert_eq!(Noise::perlin(1).prepare(&long).unwrap_err(), wrong);
        assert_eq!(Noise::perlin(1).field(Quantity::Slope).prepare(&long).unwrap_err(), wrong);
        let huge = Noise::perlin(1).prepare(&Grid::new([1 << 50, 1 << 20])).unwrap();
        let error = huge.fill([0..1 << 50, 0..1 << 20], &mut []).unwrap_err().to_string();
        let want =
            "part is [0..1125899906842624, 0..1048576]; allowed: parts of at most 2^63 - 1 bytes of samples";
        assert!(error.starts_with(want), "{error}");
    }
    prepared.fill([5..5, 0..4, 0..8], &mut []).unwrap();
    prepared.fill([1..2, 0..2, 0..8], &mut out).unwrap();
}

#[test]
fn rows_that_do_not_fit_are_refused() {
    let noise = Noise::perlin(1);
    let (grid, field) = (Grid::new([4, 6]), noise.field(Quantity::Gradient));
    let mut out = [7.0; 200];
    let (sampler, fields) = (noise.sampler::<2>().unwrap(), field.sampler::<2>().unwrap());
    let (prepared, planes) = (noise.prepare(&grid).unwrap(), field.prepare(&grid).unwrap());
    let part = [0..4, 0..6];
    let bytes = if cfg!(target_pointer_width = "64") { "2^63 - 1" } else { "2^31 - 1" };
    let too_long =
        format!("stride is {}; allowed: strides of buffers of at most {bytes} bytes of samples", usize::MAX);
    for (len, stride, want) in [
        (200, 5, "stride is 5; allowed: at least 6, the number of samples in a row"),
        (
            29,
            8,
            "out is of 29 elements; allowed: at least 30 elements, from the first sample to the last one",
        ),
        (9, usize::MAX, &too_long),
    ] {
        let out = &mut out[..len];
        for error in [
            noise.fill_rows(&grid, out, stride),
            sampler.fill_rows(&grid, out, stride),
            prepared.fill_rows(&part, out, stride),
        ] {
            assert_message(error, want);
        }
        for error in [
            field.fill_rows(&grid, out, stride),
            fields.fill_rows(&grid, out, stride),
            planes.fill_rows(&part, out, stride),
        ] {
            assert_message(error, &want.replace("least 30 elements", "least 94 elements"));
        }
    }
    let far = Grid::new([4, 6]).start([1 << 52, 0]);
    for error in [noise.fill_rows(&far, &mut out, 9), sampler.fill_rows(&far, &mut out, 9)] {
        assert!(matches!(error, Err(Error::Coordinate { axis: 'y', .. })), "{error:?}");
    }
    let wide = Grid::new([4, 100]).start([0, 1 << 52]);
    let error = noise.fill_rows(&wide, &mut [0.0; 500], 101);
    assert!(matches!(error, Err(Error::Coordinate { axis: 'x', .. })), "{error:?}");
    assert_message(
        prepared.fill_rows([0..4, 0..7], &mut out, 9),
        "part.x is 0..7; allowed: start..end with start <= end <= 6",
    );
    assert!(out.iter().all(|element| *element == 7.0), "nothing was written");
}

#[track_caller]
fn assert_message(result: Result<(), Error>, want: &str) {
    assert_eq!(result.unwrap_err().to_string(), want);
}

/// What `fill` would refuse is refused before a table is made, except that a grid may have more samples than a buffer.
#[test]
fn preparing_refuses_what_filling_does() {
    let (noise, grid) = (Noise::perlin(1), Grid::new([1 << 24, 8]));
    for (noise, grid) in [
        (noise.clone().frequency(0.0), grid),
        (noise.clone(), grid.spacing([1.0, 0.0])),
        (noise.clone(), grid.start([1 << 52, 0])),
    ] {
        assert_eq!(noise.prepare(&grid).unwrap_err(), noise.check(&grid).unwrap_err());
    }
    #[cfg(target_pointer_width = "64")]
    assert!(
        noise.prepare(&Grid::new([usize::MAX, 2])).unwrap_err().to_string().contains("samples along an axis")
    );
    // Nothing to make tables of, wherever it would be.
    let empty = noise.prepare(&Grid::new([0, usize::MAX]).start([0, i64::MAX - 9])).unwrap();
    empty.fill([0..0, 7..usize::MAX], &mut []).unwrap();
    noise.prepare(&grid).unwrap().fill([1 << 23..1 << 23, 0..8], &mut []).unwrap();
}

#[test]
fn empty_grids_and_lists_are_fine() {
    let noise = Noise::perlin(1).fbm(3);
    assert!(noise.generate(&Grid::new([0])).unwrap().is_empty());
    assert!(noise.generate(&Grid::new([5, 0, 7])).unwrap().is_empty());
    assert!(noise.generate(&Grid::new([usize::MAX, 0])).unwrap().is_empty());
    noise.fill_points([&[0.0; 0]; 2], &mut []).unwrap();
    noise.fill_points([[0.0_f32; 3]; 0], &mut []).unwrap();
    assert_eq!(Layers::new().generate(&Grid::new([3])).unwrap(), [0.0; 3]);
}
