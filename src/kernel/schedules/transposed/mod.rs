//! The schedule across for octaves of narrow cells: rows are in lanes in all stages, so that no vector needs the coefficients of several cells.
//! Samples are stored column by column, in memory of their own, until these octaves are added, and then copied to their rows.

pub(in crate::kernel) mod gains;
pub(in crate::kernel) mod parts;
pub(in crate::kernel) mod results;
pub(in crate::kernel) mod worth;

use core::ops::Range;

use super::across::{GroupRows, Target};
use super::by_column::{BeforeSamples, add_octave};
use crate::kernel::coefficients::cells::GROUP;
use crate::kernel::copy::transpose::Transpose;
use crate::kernel::layout::band::Band;
use crate::kernel::layout::block::{Block, row_of, steps_of};
use crate::kernel::layout::plan::Plan;
use crate::kernel::layout::work::Work;
use crate::kernel::samples::transposed::{Groups, Spans};
use crate::kernel::samples::{RowTable, Shape};
use crate::kernel::scratch::stages::StageMemory;
use crate::simd::Backend;
use parts::{AXIS, floats_of_plane, for_each_part};
use results::Results;

/// Writes the sum of a block's first octaves, and returns how many these are: none where other ways take less time.
pub(in crate::kernel) fn fill(
    backend: Backend,
    plan: &Plan<'_>,
    block: &Block,
    band: &mut Band<'_>,
    samples: &mut [f32],
    stages: &mut StageMemory,
) -> usize {
    let octaves = 0..plan.octaves.octaves.len();
    let count = worth::octaves(backend, plan, &octaves, block, Results::Values);
    if count == 0 {
        return 0;
    }
    let StageMemory { spans, cells, corners, planes, .. } = stages;
    let mut before = BeforeSamples { cells, corners, planes };
    for_each_part(block, 1, |part| {
        let layout = Layout { part };
        let out = &mut samples[..layout.floats()];
        let mut columns = Columns { layout, out, spans };
        fill_part(backend, plan, count, &mut columns, &mut before);
        let (step, first) = (band.steps()[AXIS], part.columns.start - band.columns.start);
        layout.for_each_plane(|wzy, at| {
            let to = band.row(wzy) + first;
            layout.copy_plane(backend, &columns.out[at..], &mut band.out[to..], step);
        });
    });
    count
}

/// Writes the sum of the first `count` octaves of a part of a block.
fn fill_part(
    backend: Backend,
    plan: &Plan<'_>,
    count: usize,
    samples: &mut Columns<'_>,
    before: &mut BeforeSamples<'_>,
) {
    let part = samples.layout.part;
    for (o, octave) in plan.octaves().take(count).enumerate() {
        let first = (o == 0).then_some(plan.octaves.bias);
        let start = octave.octave.start(first, |bias| samples.out.fill(bias));
        samples.spans.set(&octave.row.first()[part.columns.clone()]);
        add_octave(backend, &octave, start, part, AXIS, samples, before);
    }
}

/// Where the samples of a part stand: plane by plane, and in a plane group by group of rows. A group's stand column by column.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Layout<'a> {
    pub(in crate::kernel) part: &'a Block,
}

impl Layout<'_> {
    pub(in crate::kernel) fn width(&self) -> usize {
        self.part.columns.len()
    }

    fn floats_of_plane(&self) -> usize {
        floats_of_plane(self.part.outer[AXIS].len(), self.width())
    }

    /// Elements of all planes.
    pub(in crate::kernel) fn floats(&self) -> usize {
        self.part.rows() / self.part.outer[AXIS].len() * self.floats_of_plane()
    }

    fn planes(&self) -> [Range<usize>; 3] {
        self.part.planes(AXIS)
    }

    /// Where a row's first sample stands.
    pub(in crate::kernel) fn at(&self, wzy: [usize; 3]) -> usize {
        let first = self.part.outer[AXIS].start;
        let mut plane = wzy;
        plane[AXIS] = first;
        row_of(&self.planes(), plane) * self.floats_of_plane() + (wzy[AXIS] - first) * self.width()
    }

    /// Elements from a plane to the next one along w and z.
    pub(in crate::kernel) fn steps(&self) -> [usize; 3] {
        steps_of(&self.planes()).map(|planes| planes * self.floats_of_plane())
    }

    /// Calls a function with each plane's first row, and with where its samples stand.
    pub(in crate::kernel) fn for_each_plane(&self, mut each: impl FnMut([usize; 3], usize)) {
        let [ws, zs, ys] = self.planes();
        for w in ws {
            for z in zs.clone() {
                let wzy = [w, z, ys.start];
                each(wzy, self.at(wzy));
            }
        }
    }

    /// Copies the samples of a plane to rows, `step` elements apart.
    pub(in crate::kernel) fn copy_plane(
        &self,
        backend: Backend,
        samples: &[f32],
        out: &mut [f32],
        step: usize,
    ) {
        let (width, rows) = (self.width(), self.part.outer[AXIS].len());
        backend.run(Transpose { from: &samples[..self.floats_of_plane()], width, rows, out, step });
    }
}

/// The samples of a part.
struct Columns<'a> {
    layout: Layout<'a>,
    out: &'a mut [f32],
    spans: &'a mut Spans,
}

impl Target for Columns<'_> {
    fn at(&self, wzy: [usize; 3]) -> usize {
        self.layout.at(wzy)
    }

    fn steps(&self) -> [usize; 3] {
        self.layout.steps()
    }

    fn add(&mut self, backend: Backend, work: &Work<'_>, rows: &GroupRows<'_>) {
        let GroupRows { planes, cells, each, first_group, rows, .. } = *rows;
        let width = self.layout.width();
        let groups = Groups {
            row: RowTable::of(work.octave.row, &self.layout.part.columns),
            spans: self.spans.as_slice(),
            width,
            planes,
            rows,
            cells,
            each,
            skipped: first_group * GROUP * width,
            out: &mut *self.out,
        };
        groups.add(backend, Shape { start: work.start, fold: work.octave.octave.fold });
    }
}

// Programs that must be small have one way for cells of all widths. Without threads' memory, nobody can see which way was taken.
#[cfg(test)]
#[cfg(all(feature = "std", not(perlane_small)))]
mod tests {
    use super::*;
    use crate::fill::Sampler;
    use crate::grid::Grid;
    use crate::kernel::Scratch;
    use crate::noise::{Fractal, Gradients, Noise, Permutation};
    use crate::reference::samples_of_grid;
    use alloc::vec::Vec;

    /// Whether a grid has octaves that are computed so. All of its samples are compared.
    fn is_transposed<const D: usize>(sampler: &Sampler<D>, grid: &Grid<D>, want: &[f32]) -> bool {
        Scratch::with(|scratch| scratch.stages.spans.clear());
        sampler.assert_fills(grid, want);
        Scratch::with(|scratch| scratch.stages.spans.count > 0)
    }

    /// How many of these grids are, with each backend.
    fn transposed<const D: usize>(noise: &Noise, shapes: &[[usize; D]]) -> Vec<usize> {
        let grid = |(n, shape): (usize, &[usize; D])| {
            Grid::new(*shape).start([-13; D]).spacing([if n % 3 == 2 { -1.0 } else { 1.0 }; D])
        };
        let grids = shapes.iter().enumerate().map(grid);
        let grids: Vec<_> = grids.map(|grid| (samples_of_grid(noise, &grid), grid)).collect();
        let count = |backend: Backend| {
            let sampler = noise.sampler::<D>().unwrap().with_backend(backend);
            grids.iter().filter(|(want, grid)| is_transposed(&sampler, grid, want)).count()
        };
        Backend::available().map(count).collect()
    }

    /// Noises of narrow cells: sums, also with octaves that are added otherwise, folded ones, ones with a bias, of all kinds of corners; and one that
    /// is moved by such a noise.
    fn narrow() -> Vec<Noise> {
        let noise = Noise::perlin(3).frequency(0.11);
        alloc::vec![
            noise.clone().fbm(3),
            noise.clone().fbm(5),
            noise.clone().fbm(3).range(2.0, 5.0),
            noise.clone().ridged(3).range(-2.0, 5.0),
            noise.clone().fractal(Fractal::Billow).octaves(2).offset([0.5, -1e3]),
            noise.clone().fbm(3).warp_by(2.0),
            noise.clone().frequency(0.21),
            noise.clone().permutation(Permutation::PERLIN).fbm(3),
            noise.clone().period([64, 64]).frequency(0.125).fbm(3),
            Noise::value(7).frequency(0.09).fbm(3),
            Noise::cell(7).frequency(0.09).fbm(3),
        ]
    }

    #[test]
    fn grids_of_narrow_cells_are_the_references_samples() {
        // Small grids, and blocks of them; rows that are whole vectors, and others; parts of several widths; and groups of few rows.
        let shapes = [[64, 64], [16, 32], [33, 80], [9, 130], [24, 200], [130, 24], [9, 545]];
        let deep = [[3, 16, 16], [3, 33, 40], [17, 9, 48], [2, 17, 150], [17, 12, 32]];
        for noise in narrow() {
            let counts = transposed(&noise, &shapes).into_iter().zip(transposed(&noise, &deep));
            for (flat, deep) in counts {
                assert!(flat + deep >= 1, "{flat} {deep} {noise:?}");
            }
        }
        let many: Vec<_> = (0..40).map(|k| [f64::from(k) / 64.0, 0.5]).collect();
        for gradients in [Gradients::ValueGradient, Gradients::custom(&many).unwrap()] {
            let counts = transposed(&narrow()[0].clone().gradients(gradients), &shapes);
            assert!(counts.iter().all(|count| *count >= 1), "{counts:?}");
        }
    }

    /// What the tests of all noises have much of, with little: blocks of several groups of rows, and a part that is cut. (Emulated machines run this.)
    #[test]
    fn a_block_and_a_part_of_each_kind() {
        let noise = Noise::perlin(3);
        let flat = transposed(&noise.clone().frequency(0.27), &[[33, 80]]);
        let deep = transposed(&noise.frequency(0.42), &[[3, 32, 112]]);
        for (backend, counts) in Backend::available().zip(flat.iter().zip(&deep)) {
            assert!(!backend.vectors().permutes || counts == (&1, &1), "{backend}: {counts:?}");
        }
    }

    /// Small grids have plans, which are found without tables.
    #[test]
    fn small_grids_are_transposed() {
        let flat = transposed(&narrow()[0], &[[64, 64], [16, 32]]);
        let deep = transposed(&narrow()[0], &[[3, 16, 32], [7, 16, 64]]);
        assert!(flat.iter().chain(&deep).all(|count| *count == 2), "{flat:?} {deep:?}");
    }

    /// Corners of several parts, which do not fit into memory together; cells that are hardly wider than samples.
    #[test]
    fn parts_whose_corners_do_not_fit_are_cut() {
        let noise = Noise::perlin(3).frequency(0.42).fbm(2);
        let counts = transposed(&noise, &[[3, 48, 130], [3, 48, 112], [10, 20, 40]]);
        for (backend, count) in Backend::available().zip(counts) {
            // With 16 lanes, rows of 128 samples and more are better computed along.
            let want = if backend.lanes() == 16 { 2 } else { 3 };
            assert!(!backend.vectors().permutes || count == want, "{backend}: {count}");
        }
    }

    #[test]
    fn wide_cells_and_what_is_not_added_are_computed_otherwise() {
        let noise = Noise::perlin(3).frequency(0.2);
        let others = [
            noise.clone().frequency(0.02),
            noise.clone().frequency(1.3).fbm(2),
            noise.clone().fractal(Fractal::HybridMulti).octaves(3),
            Noise::cellular(3).frequency(0.2),
        ];
        for other in &others {
            let counts = transposed(other, &[[64, 64], [24, 200]]);
            assert!(counts.iter().all(|count| *count == 0), "{counts:?} {other:?}");
        }
        // Less than a vector of rows.
        let counts = transposed(&noise.fbm(3), &[[7, 64], [5, 300]]);
        assert!(counts.iter().all(|count| *count == 0), "{counts:?}");
    }
}
