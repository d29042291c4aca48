//! Rows that are apart in a buffer, and what is between them.

use crate::GUARD;
use crate::common::strategies::{Case, case};
use crate::common::{assert_bits, assert_same, assert_share, backends, cases, compared, with_grid};
use perlane::{Error, Grid, Kind, Layers, Noise, Quantity};
use proptest::prelude::*;

/// Writes rows that are so many elements apart into a buffer.
type Fill<'a> = dyn Fn(&mut [f32], usize) -> Result<(), Error> + 'a;

/// Where rows of samples go.
#[derive(Debug, Clone, Copy)]
struct Rows {
    width: usize,
    /// Elements between rows.
    gap: usize,
    /// Elements before the first row.
    before: usize,
    /// All rows of all planes.
    count: usize,
}

impl Rows {
    fn of(shape: &[usize], planes: usize, gap: usize, before: usize) -> Self {
        let (&width, others) = shape.split_last().unwrap();
        Rows { width, gap, before, count: planes * others.iter().product::<usize>() }
    }

    /// The samples that `fill` writes into a buffer, which ends where the last row does, or a few elements later. All other elements must stay.
    fn filled(self, fill: impl FnOnce(&mut [f32], usize) -> Result<(), Error>) -> Vec<f32> {
        let Rows { width, gap, before, count } = self;
        let stride = width + gap;
        let end = if count * width == 0 { before } else { before + (count - 1) * stride + width };
        let mut memory = vec![GUARD; end + gap.min(3)];
        fill(&mut memory[before..], stride).unwrap();
        let mut samples = Vec::with_capacity(count * width);
        for (n, element) in memory.into_iter().enumerate() {
            let is_sample = (before..end).contains(&n) && (n - before) % stride < width;
            match is_sample {
                true => samples.push(element),
                false => assert!(element == GUARD, "element {n} was written: {self:?}"),
            }
        }
        samples
    }
}

/// Elements between rows: so few that a vector reaches into the next row, some vectors, and as many as make the addresses of rows alike.
fn gap() -> impl Strategy<Value = usize> {
    prop_oneof![1usize..20, 20usize..200, Just(64), Just(1024)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(1024), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rows_equal_the_reference(Case { noise, window } in case(), gap in gap(), before in 0usize..16) {
        let want = window.reference(&noise).unwrap();
        let rows = Rows::of(&window.shape, 1, gap, before);
        let whole: Vec<_> = window.shape.iter().map(|len| 0..*len).collect();
        for backend in backends() {
            with_grid!(window, |grid| {
                let sampler = noise.sampler().unwrap().with_backend(backend);
                let prepared = noise.prepare_with(backend, &grid).unwrap();
                for (what, got) in [
                    ("sampler", rows.filled(|out, stride| sampler.fill_rows(&grid, out, stride))),
                    ("prepared", rows.filled(|out, stride| prepared.fill_rows(&whole, out, stride))),
                ] {
                    assert_bits(&noise, &format_args!("{backend}, {what}, {rows:?}"), &window, &got, &want);
                }
            });
        }
    }
}

/// Planes of derivatives follow each other with a gap between them, too. Not every noise has derivatives.
#[test]
fn rows_of_planes_equal_those_without_gaps() {
    let quantity = prop::sample::select(Quantity::ALL);
    let strategy = (case(), gap(), 0usize..16, quantity);
    let (count, cases) = compared(1024, &strategy, |(Case { noise, window }, gap, before, quantity)| {
        let field = noise.field(quantity);
        let dims = window.shape.len();
        let mut want = vec![f32::NAN; field.planes(dims) * window.len()];
        if with_grid!(window, |grid| field.fill(&grid, &mut want)).is_err() {
            return Ok(false);
        }
        let rows = Rows::of(&window.shape, field.planes(dims), gap, before);
        let whole: Vec<_> = window.shape.iter().map(|len| 0..*len).collect();
        let what = |backend| format!("{backend}, {quantity:?} of {noise:?} in {window:?}, {rows:?}");
        for backend in backends() {
            with_grid!(window, |grid| {
                let sampler = field.sampler().unwrap().with_backend(backend);
                let prepared = field.prepare_with(backend, &grid).unwrap();
                let got = rows.filled(|out, stride| sampler.fill_rows(&grid, out, stride));
                assert_same(&got, &want, what(backend));
                let got = rows.filled(|out, stride| prepared.fill_rows(&whole, out, stride));
                assert_same(&got, &want, what(backend));
            });
        }
        Ok(true)
    });
    assert_share("had derivatives", count, cases, 0.3);
}

/// Grids that are filled a panel at a time, on several threads, past the caches, or as one row or column: the samples are those of the same grid without
/// gaps, which other suites compare with the reference.
#[test]
fn rows_of_large_grids_equal_those_without_gaps() {
    let noise = Noise::perlin(3).frequency(1.0 / 37.0);
    let octaves = noise.clone().fbm(3);
    let cellular = noise.clone().kind(Kind::Cellular);
    let large = if cases(16) < 16 { 300 } else { 4200 };
    for (noise, shape, gap) in [
        (&noise, [large, 2048], 48),
        (&noise, [large, 2048], 5),
        (&noise, [1 << 18, 16], 16),
        (&octaves, [large / 2, 2050], 14),
        (&octaves, [7, 20_000], 33),
        (&octaves, [3, 60_000], 33),
        (&noise, [2, 50_000], 70_000),
        (&octaves, [40_000, 1], 3),
        (&octaves, [1, 40_000], 3),
        (&octaves, [20_000, 3], 1),
        (&cellular, [200, 300], 20),
    ] {
        let grid = Grid::new(shape).start([-70, 1 << 20]);
        let want = noise.generate(&grid).unwrap();
        let rows = Rows::of(&shape, 1, gap, 5);
        let check = |fill: &Fill<'_>, what: &str| {
            assert_same(&rows.filled(fill), &want, format_args!("{what}: {shape:?}, {rows:?}, {noise:?}"));
        };
        let prepared = noise.prepare(&grid).unwrap();
        let part = [0..shape[0], 0..shape[1]];
        check(&|out, stride| noise.fill_rows(&grid, out, stride), "noise");
        check(&|out, stride| prepared.fill_rows(&part, out, stride), "prepared");
        #[cfg(feature = "rayon")]
        for threads in [2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let (grid, part) = (&grid, &part);
            check(&|out, stride| pool.install(|| noise.par_fill_rows(grid, out, stride)), "noise, pool");
            check(
                &|out, stride| pool.install(|| prepared.par_fill_rows(part, out, stride)),
                "prepared, pool",
            );
        }
    }
}

/// The same for planes of derivatives, which threads cut at the same places.
#[test]
fn rows_of_large_planes_equal_those_without_gaps() {
    let noise = Noise::perlin(3).frequency(1.0 / 37.0).fbm(2);
    let field = noise.field(Quantity::Gradient);
    for (shape, gap) in [
        ([1, 60_000], 33),
        ([1, 60_000], 70_000),
        ([2, 60_000], 33),
        ([3, 60_000], 70_000),
        ([40_000, 1], 3),
        ([20_000, 3], 5),
        ([300, 500], 12),
    ] {
        let grid = Grid::new(shape).start([-70, 1 << 20]);
        let want = field.generate(&grid).unwrap();
        let rows = Rows::of(&shape, 3, gap, 5);
        let check = |fill: &Fill<'_>, what: &str| {
            assert_same(&rows.filled(fill), &want, format_args!("{what}: {shape:?}, {rows:?}"));
        };
        check(&|out, stride| field.fill_rows(&grid, out, stride), "field");
        #[cfg(feature = "rayon")]
        for threads in [2, 3, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let grid = &grid;
            check(&|out, stride| pool.install(|| field.par_fill_rows(grid, out, stride)), "field, pool");
        }
    }
}

#[cfg(feature = "rayon")]
proptest! {
    #![proptest_config(ProptestConfig { cases: cases(128), failure_persistence: None, ..ProptestConfig::default() })]

    /// Threads cut grids of all shapes as if there were no gaps.
    #[test]
    fn rows_of_several_threads_equal_those_without_gaps(
        rows in (0.0..17.0).prop_map(|power| f64::exp2(power) as usize),
        samples in 1usize << 15..1 << 17,
        gap in prop_oneof![1usize..40, 1usize..1 << 16],
        threads in 2usize..9,
        quantity in prop::sample::select(vec![Quantity::Value, Quantity::Gradient]),
    ) {
        let shape = [rows, samples.div_ceil(rows)];
        let (grid, gap) = (Grid::new(shape), gap.min((1 << 21) / rows).max(1));
        let field = Noise::perlin(3).frequency(1.0 / 37.0);
        let field = field.field(quantity);
        let want = field.generate(&grid).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let rows = Rows::of(&shape, field.planes(2), gap, 0);
        let got = rows.filled(|out, stride| pool.install(|| field.par_fill_rows(&grid, out, stride)));
        assert_same(&got, &want, format_args!("{quantity:?}, {threads} threads, {rows:?}"));
    }
}

/// Every way to ask for rows, also of noises without octaves.
#[test]
fn every_type_fills_rows() {
    let noise = Noise::perlin(3).frequency(0.07).fbm(2);
    let layers = Layers::from(noise.clone());
    let grid = Grid::new([5, 3, 70]).start([2, -9, 4]);
    let rows = Rows::of(&grid.shape, 1, 9, 1);
    let want = noise.generate(&grid).unwrap();
    let sampler = noise.sampler::<3>().unwrap();
    assert_same(&rows.filled(|out, stride| noise.fill_rows(&grid, out, stride)), &want, "noise");
    assert_same(&rows.filled(|out, stride| layers.fill_rows(&grid, out, stride)), &want, "layers");
    assert_same(&rows.filled(|out, stride| sampler.fill_rows(&grid, out, stride)), &want, "sampler");
    for backend in backends() {
        let got = rows.filled(|out, stride| noise.fill_rows_with(backend, &grid, out, stride));
        assert_same(&got, &want, format!("noise on {backend}"));
        #[cfg(feature = "rayon")]
        {
            let got = rows.filled(|out, stride| noise.par_fill_rows_with(backend, &grid, out, stride));
            assert_same(&got, &want, format!("noise on {backend}, pool"));
        }
    }
    let nothing = Layers::new();
    let zeros = vec![0.0; want.len()];
    assert_same(&rows.filled(|out, stride| nothing.fill_rows(&grid, out, stride)), &zeros, "no noise");
    let field = noise.field(Quantity::Gradient);
    let planes = Rows::of(&grid.shape, 4, 9, 1);
    let want = field.generate(&grid).unwrap();
    let sampler = field.sampler::<3>().unwrap();
    assert_same(&planes.filled(|out, stride| field.fill_rows(&grid, out, stride)), &want, "field");
    assert_same(&planes.filled(|out, stride| sampler.fill_rows(&grid, out, stride)), &want, "field sampler");
    for backend in backends() {
        let got = planes.filled(|out, stride| field.fill_rows_with(backend, &grid, out, stride));
        assert_same(&got, &want, format!("field on {backend}"));
        #[cfg(feature = "rayon")]
        {
            let got = planes.filled(|out, stride| field.par_fill_rows_with(backend, &grid, out, stride));
            assert_same(&got, &want, format!("field on {backend}, pool"));
        }
    }
    #[cfg(feature = "rayon")]
    {
        assert_same(
            &planes.filled(|out, stride| field.par_fill_rows(&grid, out, stride)),
            &want,
            "field, pool",
        );
        let got = planes.filled(|out, stride| sampler.par_fill_rows(&grid, out, stride));
        assert_same(&got, &want, "field sampler, pool");
    }
}

/// Rows without samples, and rows without gaps.
#[test]
fn the_least_strides_and_buffers_are_enough() {
    let noise = Noise::perlin(3);
    for shape in [[0, 5], [5, 0], [4, 7], [1, 7]] {
        let rows = Rows::of(&shape, 1, 0, 2);
        let want = noise.generate(&Grid::new(shape)).unwrap();
        let got = rows.filled(|out, stride| noise.fill_rows(&Grid::new(shape), out, stride.max(1)));
        assert_same(&got, &want, format_args!("{shape:?}"));
    }
    noise.fill_rows(&Grid::new([0, 5]), &mut [], 5).unwrap();
    let empty = Grid::new([usize::MAX, 0]);
    noise.fill_rows(&empty, &mut [], 9).unwrap();
    noise.field(Quantity::Gradient).fill_rows(&empty, &mut [], 9).unwrap();
    let single = Grid::new([1, 1, 5]);
    noise.fill_rows(&single, &mut [0.0; 5], usize::MAX).unwrap();
    noise.prepare(&single).unwrap().fill_rows([0..1, 0..1, 0..5], &mut [0.0; 5], usize::MAX).unwrap();
    noise.field(Quantity::Slope).fill_rows(&single, &mut [0.0; 5], usize::MAX).unwrap();
}
