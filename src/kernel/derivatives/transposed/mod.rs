//! The schedule across for octaves of narrow cells, to the end: as `kernel::schedules::transposed`, with derivatives.

mod samples;

use core::ops::Range;

use super::across::set_coefficients;
use super::memory::OfOctaves;
use super::samples::FadeSlopes;
use super::target::Target;
use crate::kernel::coefficients::cells::GROUP;
use crate::kernel::coefficients::row::STRIDE;
use crate::kernel::layout::block::Block;
use crate::kernel::layout::plan::Plan;
use crate::kernel::layout::work::Work;
use crate::kernel::samples::RowTable;
use crate::kernel::samples::transposed::Spans;
use crate::kernel::schedules::across::{self, GroupRows, PlaneRows};
use crate::kernel::schedules::by_column::{BeforeSamples, add_octave};
use crate::kernel::schedules::transposed::parts::{AXIS, for_each_part};
use crate::kernel::schedules::transposed::results::Results;
use crate::kernel::schedules::transposed::{Layout, worth};
use crate::kernel::scratch::stages::StageMemory;
use crate::noise::Fade;
use crate::simd::{Backend, WIDEST};
use crate::tables::scale::Scale;
use samples::Transposed;

/// Writes the sums of a block's first octaves, of a noise's `octaves`, and returns how many these are: none where other ways take less time.
pub(super) fn fill(
    backend: Backend,
    plan: &Plan<'_>,
    octaves: &Range<usize>,
    block: &Block,
    target: &mut Target<'_, '_>,
    memory: &mut OfOctaves<'_>,
) -> usize {
    let results = Results::Derivatives;
    let count = worth::octaves(backend, plan, octaves, block, results);
    if count == 0 {
        return 0;
    }
    let OfOctaves { samples, stages, derivatives } = memory;
    let StageMemory { spans, cells, corners, planes, .. } = &mut **stages;
    let fade_slopes = &mut derivatives.fade_slopes;
    let mut stages = BeforeSamples { cells, corners, planes };
    let planes_of_part = results.planes(plan.dims);
    for_each_part(block, planes_of_part, |part| {
        let layout = Layout { part };
        let floats = layout.floats();
        let out = &mut samples[..planes_of_part * floats];
        let (values, derivatives) = out.split_at_mut(floats);
        values.fill(plan.octaves.bias);
        derivatives.fill(0.0);
        let mut columns = Columns { layout, spans, fade_slopes, out };
        for octave in plan.octaves().skip(octaves.start).take(count) {
            columns.set(backend, octave.octave.fade, &RowTable::of(octave.row, &part.columns));
            add_octave(backend, &octave, None, part, AXIS, &mut columns, &mut stages);
        }
        let (step, column) = (target.steps()[AXIS], part.columns.start);
        layout.for_each_plane(|wzy, at| {
            let to = target.at(wzy, column);
            for (plane, samples) in target.planes.iter_mut().zip(columns.out.chunks_exact(floats)) {
                layout.copy_plane(backend, &samples[at..], &mut plane[to..], step);
            }
        });
    });
    count
}

/// The values and derivatives of a part: plane by plane, each in the order of the layout.
struct Columns<'a> {
    layout: Layout<'a>,
    spans: &'a mut Spans,
    fade_slopes: &'a mut [f32; STRIDE],
    out: &'a mut [f32],
}

impl Columns<'_> {
    /// Sets what depends on the columns of an octave's row.
    fn set(&mut self, backend: Backend, fade: Fade, row: &RowTable<'_>) {
        let width = self.layout.width();
        self.spans.set(&row.first[..width]);
        let padded = width.next_multiple_of(WIDEST);
        backend.run(FadeSlopes { fade, t: &row.t[..padded], to: &mut self.fade_slopes[..padded] });
    }
}

impl across::Target for Columns<'_> {
    fn quantities(&self) -> usize {
        self.out.len() / self.layout.floats() - 1
    }

    fn at(&self, wzy: [usize; 3]) -> usize {
        self.layout.at(wzy)
    }

    fn steps(&self) -> [usize; 3] {
        self.layout.steps()
    }

    fn set_coefficients(&self, backend: Backend, rows: PlaneRows<'_>) {
        set_coefficients(backend, rows);
    }

    fn add(&mut self, backend: Backend, work: &Work<'_>, rows: &GroupRows<'_>) {
        match work.octave.dims {
            2 => backend.run(self.samples::<1>(work, rows)),
            _ => backend.run(self.samples::<2>(work, rows)),
        }
    }
}

impl Columns<'_> {
    /// The job that adds the values and derivatives of some groups of rows, with `OUTER` axes beside x.
    fn samples<'a, const OUTER: usize>(
        &'a mut self,
        work: &Work<'a>,
        rows: &GroupRows<'a>,
    ) -> Transposed<'a, OUTER> {
        let Columns { layout, spans, fade_slopes, out } = self;
        let octave = work.octave;
        let width = layout.width();
        Transposed {
            factors: octave.octave.scales.each_ref().map(Scale::factor),
            fold: octave.octave.fold,
            row: RowTable::of(octave.row, &layout.part.columns),
            fade_slopes: &fade_slopes[..],
            spans: spans.as_slice(),
            width,
            planes: rows.planes,
            rows: rows.rows,
            cells: rows.cells,
            each: rows.each,
            quantity: rows.quantity(),
            skipped: rows.first_group * GROUP * width,
            floats: layout.floats(),
            out,
        }
    }
}

// As for values: programs that must be small do without, and without threads' memory nobody can see which way was taken.
#[cfg(test)]
#[cfg(all(feature = "std", not(perlane_small)))]
mod tests {
    use crate::grid::Grid;
    use crate::kernel::Scratch;
    use crate::noise::{Fractal, Noise, Permutation};
    use crate::quantity::Quantity;
    use crate::reference;
    use crate::simd::Backend;
    use alloc::vec::Vec;

    /// For each backend, whether a grid has octaves that are computed so. All numbers are compared with the reference.
    fn transposed<const D: usize>(noise: &Noise, quantity: Quantity, shape: [usize; D]) -> Vec<bool> {
        let grid = Grid::new(shape).start([-13; D]);
        let len: usize = shape.iter().product();
        let mut want = alloc::vec![0; len * quantity.planes(D)];
        let planes = reference::Planes::new(core::slice::from_ref(noise), quantity, D).unwrap();
        for (flat, world) in reference::worlds_of_grid(&grid).enumerate() {
            for (n, number) in planes.sample(&world).unwrap().into_iter().enumerate() {
                want[n * len + flat] = number.to_bits();
            }
        }
        let is_transposed = |backend: Backend| {
            let mut out = alloc::vec![f32::NAN; want.len()];
            Scratch::with(|scratch| scratch.stages.spans.clear());
            noise.field(quantity).fill_with(backend, &grid, &mut out).unwrap();
            let different = out.iter().zip(&want).position(|(got, want)| got.to_bits() != *want);
            assert_eq!(different, None, "{backend} {noise:?} {quantity:?} {shape:?}");
            Scratch::with(|scratch| !scratch.stages.spans.as_slice().is_empty())
        };
        Backend::available().map(is_transposed).collect()
    }

    #[test]
    fn derivatives_of_narrow_cells_are_the_references() {
        let noise = Noise::perlin(3).frequency(0.11);
        let noises = [
            noise.clone().fbm(3),
            noise.clone().fbm(5).range(2.0, 5.0),
            noise.clone().ridged(3).range(-2.0, 5.0),
            noise.clone().fractal(Fractal::Billow).octaves(3).offset([0.5, -1e3]),
            noise.clone().permutation(Permutation::PERLIN).fbm(3),
            noise.clone().period([64, 64]).frequency(0.125).fbm(3),
            Noise::value(7).frequency(0.09).fbm(3),
        ];
        for noise in &noises {
            // Blocks that are copied and ones that are summed in place; parts, groups of few rows, rows that are not whole vectors.
            for shape in [[33, 80], [24, 200], [9, 400], [64, 256]] {
                let any = transposed(noise, Quantity::Gradient, shape);
                assert!(shape[0] < 16 || any.iter().any(|is| *is), "{noise:?} {shape:?} {any:?}");
            }
            for shape in [[3, 16, 16], [2, 40, 144], [5, 33, 40]] {
                let any = transposed(noise, Quantity::Gradient, shape);
                assert!(any.iter().any(|is| *is), "{noise:?} {shape:?} {any:?}");
            }
        }
    }

    #[test]
    fn what_is_made_of_them() {
        let noise = Noise::perlin(3).frequency(0.11).fbm(3);
        for quantity in [Quantity::Slope, Quantity::Normal, Quantity::Hillshade, Quantity::Curl] {
            assert!(transposed(&noise, quantity, [33, 80]).contains(&true), "{quantity:?}");
        }
        // The sums of three noises, one after the other.
        assert!(transposed(&noise, Quantity::Curl, [5, 20, 33]).contains(&true));
    }

    /// Octaves after the narrow ones, whose cells are narrower than samples.
    #[test]
    fn the_octaves_after_them() {
        let noise = Noise::perlin(3).frequency(0.3).fbm(4);
        for is_transposed in [
            transposed(&noise, Quantity::Gradient, [64, 64]),
            transposed(&noise, Quantity::Gradient, [3, 32, 32]),
        ] {
            let permutes = Backend::available().any(|backend| backend.vectors().permutes);
            assert!(!permutes || is_transposed.contains(&true), "{is_transposed:?}");
        }
    }

    #[test]
    fn wide_cells_are_computed_otherwise() {
        let noise = Noise::perlin(3).frequency(0.02);
        let flat = transposed(&noise, Quantity::Gradient, [64, 64]);
        let line = transposed(&noise.frequency(0.2).fbm(3), Quantity::Gradient, [300]);
        assert!(!flat.contains(&true) && !line.contains(&true), "{flat:?} {line:?}");
    }
}
