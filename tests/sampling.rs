//! One set of methods for noises and layers, and for grids and windows.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use std::hash::Hash;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use common::assert_same;
use perlane::{
    AnyGrid, Backend, Distance, Error, Fade, FieldSampler, Fractal, Grid, Kind, Layers, Noise, PerAxis,
    Permutation, Prepared, Quantity, Returns, Sample, Sampler, Window, reference,
};

/// Every way to sample, through the trait.
fn all_ways(noise: impl Sample, grid: &impl AnyGrid) -> Result<Vec<Vec<f32>>, Error> {
    noise.validate()?;
    noise.check(grid)?;
    let window = grid.to_window();
    let mut ways = vec![noise.generate(grid)?];
    let mut out = vec![f32::NAN; grid.samples()?];
    let mut keep = |out: &mut Vec<f32>| ways.push(std::mem::replace(out, vec![f32::NAN; out.len()]));
    noise.fill(grid, &mut out)?;
    keep(&mut out);
    noise.fill_with(Backend::detect(), grid, &mut out)?;
    keep(&mut out);
    noise.prepare(grid)?.fill(window.shape().into_iter().map(|len| 0..len).collect::<Vec<_>>(), &mut out)?;
    keep(&mut out);
    let along = |axis: usize| -> Vec<f64> {
        (0..window.size.xyzw()[axis]).map(|k| window.world([k; 4]).xyzw()[axis]).collect()
    };
    let axes: Vec<Vec<f64>> = (0..window.dims()).rev().map(along).collect();
    let axes: Vec<&[f64]> = axes.iter().map(Vec::as_slice).collect();
    noise.fill_axes(&axes, &mut out)?;
    keep(&mut out);
    #[cfg(feature = "rayon")]
    {
        noise.par_fill(grid, &mut out)?;
        keep(&mut out);
        noise.par_fill_axes(&axes, &mut out)?;
        keep(&mut out);
    }
    #[cfg(feature = "ndarray")]
    {
        let array = noise.generate_array(grid)?;
        assert_eq!(array.shape(), window.shape());
        ways.push(array.into_raw_vec_and_offset().0);
    }
    Ok(ways)
}

/// A noise, pointers to one and layers of one have the same samples, on a grid and on the same window.
#[test]
fn what_is_generic_agrees() {
    fn check<const D: usize>(grid: Grid<D>) {
        let noise = Noise::perlin(3).frequency(0.3).fbm(3);
        let want = noise.generate(&grid).unwrap();
        let window = Window::from(grid);
        assert_eq!(window.to_grid(), Ok(grid));
        let layers = Layers::from(noise.clone());
        for ways in [
            all_ways(&noise, &grid),
            all_ways(&layers, &window),
            all_ways(Box::new(layers.clone()), &&grid),
            all_ways(Arc::new(noise.clone()), &&window),
            all_ways(layers, &grid),
            all_ways(noise, &window),
        ] {
            for (way, samples) in ways.unwrap().iter().enumerate() {
                assert_same(samples, &want, format_args!("way {way} in {D}-D"));
            }
        }
    }
    check(Grid::new([70]).start([-7]));
    check(Grid::new([5, 40]).start([-7, 1 << 40]).spacing([1.0, -0.5]));
    check(Grid::new([3, 4, 20]).origin([0.25, 1e6, -3.0]));
    check(Grid::new([2, 3, 4, 17]).start([1, 2, 3, 4]));
}

#[test]
fn the_trait_says_what_the_types_say() {
    fn validate(noise: impl Sample) -> Result<(), Error> {
        noise.validate()
    }
    fn bounds(noise: impl Sample) -> Result<(f64, f64), Error> {
        noise.bounds(2)
    }
    let ridged = Noise::perlin(1).ridged(4);
    assert_eq!((validate(&ridged), bounds(&ridged)), (Ok(()), ridged.bounds(2)));
    let layers = Layers::new().add(1.0, ridged).add(-2.0, Noise::value(1).frequency(0.0));
    assert_eq!((validate(&layers), bounds(&layers)), (layers.validate(), layers.bounds(2)));
    for refused in [validate(&layers).unwrap_err(), bounds(layers).unwrap_err()] {
        assert!(refused.to_string().starts_with("layers[1].frequency is 0"), "{refused}");
    }
    assert!(Layers::new().bounds(5).unwrap_err().to_string().starts_with("dims is 5; allowed: 1 to 4"));
}

/// Windows have the errors of windows, grids those of grids.
#[test]
fn windows_are_checked() {
    let noise = Noise::perlin(1);
    let mut window = Window::from_shape(&[4, 4]).unwrap();
    window.spacing.x = 0.0;
    for error in [
        noise.generate(&window).unwrap_err(),
        noise.check(&window).unwrap_err(),
        noise.fill(&window, &mut [0.0; 16]).unwrap_err(),
        noise.prepare(&window).unwrap_err(),
    ] {
        assert!(error.to_string().starts_with("spacing.x is 0"), "{error}");
    }
    let large = Window::from_xyzw(&[usize::MAX, 2]).unwrap();
    let error = noise.generate(&large).unwrap_err().to_string();
    assert!(error.starts_with(&format!("size is {}x2; allowed: sizes of at most", usize::MAX)), "{error}");
}

#[test]
fn layers_are_changed_in_place() {
    let (a, b) = (Noise::perlin(1).frequency(0.1), Noise::value(2).frequency(0.2));
    let mut layers = Layers::new().add(1.0, a.clone()).add(-2.0, b.clone());
    for (noise, frequency) in layers.as_mut_slice().iter_mut().zip([0.3, 0.4]) {
        noise.frequency = frequency;
    }
    let want = Layers::new().add(1.0, a.frequency(0.3)).add(-2.0, b.frequency(0.4));
    assert_eq!(layers, want);
    let grid = Grid::new([7, 20]);
    assert_same(&layers.generate(&grid).unwrap(), &want.generate(&grid).unwrap(), "layers");
    assert!(Layers::new().as_mut_slice().is_empty());
}

/// Programs move all of these to other threads, share them, and hold them where a panic is caught.
#[test]
fn threads_may_share_everything() {
    fn is_shared<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}
    is_shared::<(Noise, Layers, Grid<2>, Window, Error, Backend)>();
    is_shared::<(Sampler<2>, FieldSampler<2>, Prepared)>();
    is_shared::<(reference::Sum, reference::Planes)>();
}

/// Programs keep what they have sampled by what they have chosen.
#[test]
fn choices_are_keys() {
    fn is_key<T: Eq + Hash + Clone>() {}
    is_key::<(Kind, Distance, Returns, Fade, Fractal, Quantity, Backend)>();
    is_key::<(perlane::Hash, Permutation, PerAxis<u32>)>();
}

#[test]
fn operators_make_layers() {
    let (a, b) = (Noise::perlin(1).frequency(0.1), Noise::value(2).frequency(0.2).range(0.0, 9.0));
    let both = a.clone() + b.clone();
    assert_eq!(both, Layers::new().add(1.0, a.clone()).add(1.0, b.clone()));
    let twice = 2.0 * both.clone() - (a.clone() - b.clone() * 3.0);
    let want = Layers::new().add(2.0, a.clone()).add(2.0, b.clone()).add(-1.0, a.clone()).add(3.0, b.clone());
    // The last layer has two minus signs before it.
    assert_eq!(twice, want);
    let mut half = both.clone();
    half *= 0.5;
    assert_eq!(half, Layers::new().add(0.5, a.clone()).add(0.5, b.clone()));
    let mut third = a.clone();
    third *= 1.0 / 3.0;
    assert_eq!(third, a.clone() * (1.0 / 3.0));
    for noise in &mut half {
        *noise *= 2.0;
    }
    assert_eq!(half, both);
    assert_eq!(-both, Layers::new().add(-1.0, a.clone()).add(-1.0, b));
    assert!((a * f64::NAN).validate().unwrap_err().to_string().starts_with("weight is NaN"));
}
