//! `fill` needs little memory beside the caller's buffer, whatever the size: plans are as long as axes, not as grids. What is
//! prepared has a limit.
//!
//! The allocator counts for the whole process, so that there is one test here.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

#[path = "common/backends.rs"]
mod backends;

use backends::backends;
use peak_alloc::PeakAlloc;
use perlane::{Grid, Layers, Noise, Permutation, Quantity};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const MIB: usize = 1 << 20;

/// The most bytes that were allocated at a time while this ran, beyond those before it.
fn peak(run: impl FnOnce()) -> usize {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    run();
    let peak = ALLOCATOR.peak_usage() - before;
    // What the thread kept before, it may have freed.
    let kept = ALLOCATOR.current_usage().saturating_sub(before);
    assert!(kept <= MIB, "a thread keeps its working memory, and nothing else: {kept} bytes");
    peak
}

fn filling<const D: usize>(noise: &Noise, shape: [usize; D], out: &mut Vec<f32>) -> usize {
    let grid = Grid::new(shape);
    out.resize(shape.iter().product(), 0.0);
    let peaks = backends().into_iter().map(|backend| peak(|| noise.fill_with(backend, &grid, out).unwrap()));
    peaks.max().unwrap()
}

/// Points along an axis that is not the fastest, so many that a box of their cells is worth its time: each row of one cell is hashed as a vector.
fn filling_along_a_line(out: &mut Vec<f32>) -> usize {
    let ys: Vec<f64> = (0..480_000).map(|k| f64::from(k) * 0.0625).collect();
    let (zs, xs) = (vec![0.25; ys.len()], vec![0.75; ys.len()]);
    out.resize(ys.len(), 0.0);
    let noise = Noise::perlin(1);
    let points = [&zs, &ys, &xs];
    let peaks =
        backends().into_iter().map(|backend| peak(|| noise.fill_points_with(backend, points, out).unwrap()));
    peaks.max().unwrap()
}

/// Points along the fastest axis, in a row of so many cells.
fn filling_along_a_row(cells: u32, points: u32, out: &mut Vec<f32>) -> usize {
    let xs: Vec<f64> = (0..points).map(|k| f64::from(k) * f64::from(cells) / f64::from(points)).collect();
    let ys = vec![0.25; xs.len()];
    out.resize(xs.len(), 0.0);
    let noise = Noise::perlin(1);
    let peaks = backends()
        .into_iter()
        .map(|backend| peak(|| noise.fill_points_with(backend, [&ys, &xs], out).unwrap()));
    peaks.max().unwrap()
}

/// What a thread keeps when it has sampled all sorts of noises for the first time.
fn kept_of_all(out: &mut Vec<f32>) -> usize {
    let fbm = Noise::perlin(1).frequency(0.005).fbm(6);
    let cellular = Noise::cellular(1).frequency(0.02);
    let shaped = fbm.clone().ridged_multi(6);
    out.resize(4 << 20, 0.0);
    std::thread::scope(|scope| {
        let all = || {
            let before = ALLOCATOR.current_usage();
            for noise in [&fbm, &cellular, &shaped] {
                for noise in [noise.clone().warp_by(99.0), noise.clone()] {
                    noise.fill(&Grid::new([1024, 1024]), &mut out[..1 << 20]).unwrap();
                    noise.fill(&Grid::new([128, 128, 256]), out).unwrap();
                    let xs: Vec<f64> = (0..50_000).map(|i| f64::from(i) * 0.37).collect();
                    noise.fill_points([&xs, &xs, &xs], &mut out[..50_000]).unwrap();
                }
            }
            for seed in 0..9 {
                // The tables of their octaves are as large as tables can be.
                let noise = Noise::perlin(seed).permutation(Permutation::PERLIN);
                for octaves in [31, 20, 32] {
                    noise.clone().fbm(octaves).lacunarity(1.5).sample(&[0.5; 4]).unwrap();
                }
            }
            // About the longest row of a box that is kept, and many short tables.
            let xs: Vec<f64> = (0..40_000).map(|i| f64::from(i) * 0.4).collect();
            Noise::perlin(1).fill_points([&vec![0.25; xs.len()], &xs], &mut out[..40_000]).unwrap();
            let layers: Layers = (0..32).map(|seed| Noise::perlin(seed).fbm(31).lacunarity(1.1)).collect();
            layers.fill(&Grid::new([1, 1, 1, 1]), &mut out[..1]).unwrap();
            let (grid, field) = (Grid::new([256, 256]), fbm.field(Quantity::Normal));
            field.fill(&grid, &mut out[..3 << 16]).unwrap();
            ALLOCATOR.current_usage() - before
        };
        scope.spawn(all).join().unwrap()
    })
}

/// What the allocator says, and what the library says.
struct Preparing {
    /// The bytes that a prepared grid holds.
    held: [usize; 2],
    /// The most that filling its first rows takes besides.
    filling: [usize; 2],
}

fn preparing(noise: &Noise, shape: [usize; 2], rows: usize, out: &mut Vec<f32>) -> Preparing {
    out.resize(rows * shape[1], 0.0);
    let before = ALLOCATOR.current_usage();
    let prepared = noise.prepare(&Grid::new(shape)).unwrap();
    let held = ALLOCATOR.current_usage() - before;
    let part = [0..rows, 0..shape[1]];
    let peak = peak(|| prepared.fill(&part, out).unwrap());
    let told = prepared.fill_bytes(&part).unwrap();
    Preparing { held: [held, prepared.table_bytes()], filling: [peak, told] }
}

#[test]
fn fill_needs_at_most_4_mib_beside_the_buffer() {
    let mut out = Vec::with_capacity(4096 * 4096);
    assert!(peak(|| drop(vec![1; 9])) > 0, "the allocator counts");
    let kept = kept_of_all(&mut out);
    assert!((MIB..=3 * MIB).contains(&kept), "a thread keeps {kept} bytes");
    // What cannot be sampled is found before a buffer is allocated.
    let (large, wrong) = (Grid::new([2048, 4096]), Noise::perlin(1).frequency(0.0));
    let far = large.start([0, i64::MAX / 2]);
    let bytes = peak(|| {
        assert!(wrong.generate(&large).is_err() && Noise::perlin(1).generate(&far).is_err());
        assert!(Noise::cell(1).field(Quantity::Slope).generate(&large).is_err());
    });
    assert!(bytes < MIB, "{bytes} bytes for errors");
    let octaves_from = |frequency| Noise::perlin(1).frequency(frequency).fbm(6);
    for (what, bytes) in [
        ("4096x4096 from 0.005", filling(&octaves_from(0.005), [4096, 4096], &mut out)),
        // Cells smaller than samples, where a plan has the most columns.
        ("4096x4096 from 0.4", filling(&octaves_from(0.4), [4096, 4096], &mut out)),
        ("128x128x128 from 0.02", filling(&octaves_from(0.02), [128, 128, 128], &mut out)),
        ("4096x4096 from 0.005, warped", filling(&octaves_from(0.005).warp_by(99.0), [4096, 4096], &mut out)),
        (
            "32x32x32x32 from 0.02, warped",
            filling(&octaves_from(0.02).warp_by(9.0), [32, 32, 32, 32], &mut out),
        ),
        // Its last panel is short.
        ("8193x8 of 32 octaves", filling(&octaves_from(0.005).fbm(32).lacunarity(1.1), [8193, 8], &mut out)),
        ("a box of cells along a line", filling_along_a_line(&mut out)),
        ("30,000 cells in a row", filling_along_a_row(30_000, 40_000, &mut out)),
        ("500,000 cells in a row", filling_along_a_row(500_000, 1_000_000, &mut out)),
        // A long axis that is not the slowest one: tables of all of it would take from 30 MiB on.
        (
            "2x262144x1 of 32 octaves",
            filling(&octaves_from(0.005).fbm(32).lacunarity(1.1), [2, 1 << 18, 1], &mut out),
        ),
        ("1x262144x16 from 0.005", filling(&octaves_from(0.005), [1, 1 << 18, 16], &mut out)),
        ("1x1x262144x16 from 0.4", filling(&octaves_from(0.4), [1, 1, 1 << 18, 16], &mut out)),
        ("32x32x32x32 from 0.02", filling(&octaves_from(0.02), [32, 32, 32, 32], &mut out)),
    ] {
        assert!(bytes <= 4 * MIB, "{what}: {bytes} bytes");
    }
    for (what, noise, shape, rows) in [
        ("16384 columns from 0.005", octaves_from(0.005), [1 << 14, 1 << 14], 64),
        ("32768 columns from 0.4", octaves_from(0.4), [1 << 13, 1 << 15], 32),
        // More columns than there is room for tables.
        ("10^7 columns from 0.4", octaves_from(0.4), [8, 10_000_000], 1),
    ] {
        let Preparing { held: [held, told], filling: [peak, told_of_filling] } =
            preparing(&noise, shape, rows, &mut out);
        assert!(told <= 64 * MIB, "{what}: {told} bytes");
        assert!((told / 2..=told + MIB / 4).contains(&held), "{what}: {held} bytes, said to be {told}");
        assert!(peak <= 5 * MIB, "{what}: {peak} bytes");
        assert!(peak <= told_of_filling + MIB, "{what}: {peak} bytes, said to be {told_of_filling}");
    }
}
