//! Grids larger than caches.

use crate::common::{Window, backends, listed};
use perlane::{Distance, Grid, Kind, Noise, Returns};

/// Buffers larger than caches are written another way.
#[test]
fn large_grids_equal_their_slabs() {
    let summed = Noise::perlin(6).frequency(1.0 / 29.0).fbm(2);
    let wide = Noise::value(6).frequency(1.0 / 80.0);
    let cases = [
        (&summed, &[2049, 4099][..]),
        (&summed, &[5, 7, 241, 1001]),
        (&wide, &[31, 132, 2064]),
        (&wide, &[3, 2600, 1088]),
    ];
    for (noise, shape) in listed(cases) {
        let window = Window::new(shape);
        assert!(window.len() > 1 << 23);
        for backend in backends() {
            let whole = window.fill(noise, backend).unwrap();
            let (mut slab, mut done) = (window.clone(), 0);
            while done < shape[0] {
                slab.start[0] = done as i64;
                slab.shape[0] = (shape[0] - done).min(shape[0].div_ceil(3));
                let want = slab.fill(noise, backend).unwrap();
                let part = &whole[done * (window.len() / shape[0])..][..want.len()];
                assert!(
                    part.iter().zip(&want).all(|(a, b)| a.to_bits() == b.to_bits()),
                    "{backend} {shape:?} {done}"
                );
                done += slab.shape[0];
            }
        }
    }
}

/// Planes larger than caches are written past them line by line, wherever the buffer's lines start.
#[test]
fn large_planes_equal_their_slabs() {
    let perlin = Noise::perlin(7).frequency(1.0 / 61.0);
    let value = Noise::value(3).frequency(1.0 / 40.0).range(0.0, 9.0);
    let nearest = Noise::cellular(8).frequency(1.0 / 40.0);
    let manhattan = nearest.clone().distance(Distance::Manhattan);
    let second = nearest.clone().returns(Returns::F2).range(-1.0, 3.0);
    let cases = [
        (&nearest, 2048, 0),
        (&nearest, 2080, 0),
        (&manhattan, 4112, 5),
        (&second, 2064, 12),
        (&nearest, 2055, 1),
        (&nearest.clone().billow(1), 2064, 7),
        (&perlin, 2064, 3),
        (&perlin, 1008, 0),
        (&value, 4112, 15),
        (&value, 2048, 8),
        (&value, 2061, 4),
    ];
    for (noise, columns, lead) in listed(cases) {
        let samples: usize = if noise.kind == Kind::Cellular { 1 << 22 } else { 1 << 23 };
        check_slabs(noise, [samples / columns + 1, columns], 500, lead);
    }
}

/// The same in three dimensions, whose rows are shorter.
#[test]
fn large_volumes_equal_their_slabs() {
    let perlin = Noise::perlin(9).frequency(1.0 / 53.0);
    let nearest = Noise::cellular(2).frequency(1.0 / 30.0);
    let second = nearest.clone().returns(Returns::F2);
    let cases =
        [(&nearest, 192, 12), (&nearest, 135, 0), (&second, 160, 3), (&perlin, 272, 8), (&perlin, 512, 13)];
    for (noise, columns, lead) in listed(cases) {
        let samples: usize = if noise.kind == Kind::Cellular { 1 << 22 } else { 1 << 23 };
        check_slabs(noise, [samples / columns / 90 + 1, 90, columns], 7, lead);
    }
}

/// Fills a grid, `lead` samples after the start of a cache line, and then `each` of its indices along the first axis at a time.
fn check_slabs<const D: usize>(noise: &Noise, shape: [usize; D], each: usize, lead: usize) {
    let sampler = noise.sampler::<D>().unwrap();
    let (samples, slice) = (shape.iter().product::<usize>(), shape[1..].iter().product::<usize>());
    for backend in backends() {
        let sampler = sampler.clone().with_backend(backend);
        let mut memory = vec![f32::NAN; samples + 32];
        let first = memory.as_ptr().align_offset(64) + lead;
        let whole = &mut memory[first..][..samples];
        let start = core::array::from_fn(|a| [-900, 77, 13][a]);
        sampler.fill(&Grid::new(shape).start(start), whole).unwrap();
        for (n, slab) in whole.chunks(each * slice).enumerate() {
            let (mut shape, mut start) = (shape, start);
            (shape[0], start[0]) = (slab.len() / slice, start[0] + (each * n) as i64);
            let mut want = vec![f32::NAN; slab.len()];
            sampler.fill(&Grid::new(shape).start(start), &mut want).unwrap();
            let same = slab.iter().zip(&want).all(|(a, b)| a.to_bits() == b.to_bits());
            assert!(same, "{backend}, {shape:?}, {lead} after a line, slab {n}");
        }
        let outside = memory[..first].iter().chain(&memory[first + samples..]);
        assert!(outside.into_iter().all(|v| v.is_nan()), "{backend}, {shape:?}: wrote elsewhere");
    }
}
