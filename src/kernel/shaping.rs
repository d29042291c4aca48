//! Shaped octaves, which are weighted by the octaves before them: `bits.md` section 5. An octave's samples are stored in memory of their own. The
//! weights of a block's samples stay there from one octave to the next.

use alloc::vec::Vec;

use super::layout::band::Band;
use super::layout::block::{Block, PADDED_SAMPLES};
use super::scratch::zeroed::Zeroed;
use crate::noise::{Shape, Shaped};
use crate::simd::{Backend, Job, LINE, LINE_SAMPLES, Lanes, WIDEST};

/// Floats before the weights. With these, samples and weights are not a multiple of 4 KiB apart: a load would wait for a store to the same offset in
/// another page.
const APART: usize = 272;

/// The samples of one octave of a block, and their weights. A thread that shapes no octaves has no weights.
pub(super) struct Memory {
    samples: Zeroed,
    weights: Vec<f32>,
}

impl Memory {
    pub(super) fn new() -> Self {
        Memory { samples: Zeroed::new(PADDED_SAMPLES), weights: Vec::new() }
    }

    /// Where the samples of an octave go.
    pub(super) fn samples(&mut self) -> &mut [f32] {
        &mut self.samples.floats_mut()[..PADDED_SAMPLES]
    }

    /// Samples and weights, in whole cache lines.
    fn parts(&mut self) -> (&mut [f32], &mut [f32]) {
        if self.weights.is_empty() {
            self.weights = alloc::vec![0.0; LINE_SAMPLES + APART + PADDED_SAMPLES];
        }
        let lead = self.weights.as_ptr().align_offset(LINE).min(LINE_SAMPLES);
        (
            &mut self.samples.floats_mut()[..PADDED_SAMPLES],
            &mut self.weights[lead + APART..][..PADDED_SAMPLES],
        )
    }

    /// Adds the octave whose samples are stored here to a block of whole vectors.
    pub(super) fn add_block(
        &mut self,
        backend: Backend,
        shaped: &Shaped,
        block: &Block,
        band: &mut Band<'_>,
    ) {
        let width = block.columns.len();
        let count = width * block.rows();
        let (samples, weights) = self.parts();
        let (samples, weights) = (&samples[..count], &mut weights[..count]);
        let rows = block.outer[2].len();
        let planes = samples.chunks_exact(width * rows).zip(weights.chunks_exact_mut(width * rows));
        let [ws, zs, ys] = block.outer.clone();
        let starts = ws.flat_map(|w| zs.clone().map(move |z| [w, z, ys.start]));
        for (first, (samples, weights)) in starts.zip(planes) {
            let first = band.row(first) + (block.columns.start - band.columns.start);
            let step = band.stride;
            backend.run(Add { shaped, samples, weights, width, step, out: &mut band.out[first..] });
        }
    }

    /// Adds the octave whose samples are stored here to contiguous sums.
    pub(super) fn add_all(&mut self, backend: Backend, shaped: &Shaped, out: &mut [f32]) {
        let (samples, weights) = self.parts();
        add(backend, shaped, &samples[..out.len()], &mut weights[..out.len()], out);
    }
}

/// Adds an octave to whole vectors of sums, one for each sample.
pub(super) fn add(backend: Backend, shaped: &Shaped, samples: &[f32], weights: &mut [f32], out: &mut [f32]) {
    let width = out.len();
    backend.run(Add { shaped, samples, weights, width, step: width, out });
}

/// Adds an octave to rows of whole vectors.
struct Add<'a> {
    shaped: &'a Shaped,
    /// Row after row without gaps, as the weights.
    samples: &'a [f32],
    weights: &'a mut [f32],
    width: usize,
    /// Elements of `out` from a row to the next one.
    step: usize,
    out: &'a mut [f32],
}

impl Job for Add<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Add { shaped, samples, weights, width, step, out } = self;
        let (mut from, mut to) = (0, 0);
        while from < samples.len() {
            let row = Row {
                samples: L::floats(&samples[from..from + width]),
                weights: L::floats_mut(&mut weights[from..from + width]),
                out: L::floats_mut(&mut out[to..to + width]),
            };
            match shaped.shape {
                Shape::PingPong { strength } => row.add::<_, false, false>(l, shaped, PingPong(strength)),
                Shape::RidgedMulti { level } => row.add_weighted(l, shaped, Ridged(level)),
                Shape::HybridMulti { level } => row.add_weighted(l, shaped, Hybrid(level)),
            }
            (from, to) = (from + width, to + step);
        }
    }
}

/// A row of samples, their weights, and the sums to which they are added.
struct Row<'a, L: Lanes> {
    samples: &'a [L::Floats],
    weights: &'a mut [L::Floats],
    out: &'a mut [L::Floats],
}

impl<L: Lanes> Row<'_, L> {
    /// Adds samples that have weights. The first octave's are all 1, and nobody needs those that follow from the last one.
    #[inline(always)]
    fn add_weighted<V: Value>(self, l: L, shaped: &Shaped, value: V) {
        match (shaped.first, shaped.last) {
            // Programs that must be small have one loop.
            (first, _) if cfg!(perlane_small) => {
                if first {
                    self.weights.fill(L::floats(&[1.0; WIDEST])[0]);
                }
                self.add::<V, true, true>(l, shaped, value)
            }
            (true, _) => self.add::<V, false, true>(l, shaped, value),
            (false, false) => self.add::<V, true, true>(l, shaped, value),
            (false, true) => self.add::<V, true, false>(l, shaped, value),
        }
    }

    /// `READS` says whether samples have other weights than 1, `WRITES` whether the next octave's follow from them.
    #[inline(always)]
    fn add<V: Value, const READS: bool, const WRITES: bool>(self, l: L, shaped: &Shaped, value: V) {
        let (amplitude, feedback) = (l.splat(shaped.amplitude), l.splat(shaped.feedback));
        let (zero, one) = (l.splat(0.0), l.splat(1.0));
        for ((sample, weight), to) in self.samples.iter().zip(self.weights).zip(self.out) {
            let v = value.of(l, l.load(sample));
            let v = if READS { l.mul(v, l.load(weight)) } else { v };
            l.store(l.add(l.load(to), l.mul(v, amplitude)), to);
            if WRITES {
                let next = l.mul(v, feedback);
                l.store(l.greater(l.lesser(next, one), zero), weight);
            }
        }
    }
}

/// How the samples of an octave are shaped.
trait Value {
    /// The shaped value of samples `n`, before it is weighted.
    fn of<L: Lanes>(&self, l: L, n: L::F) -> L::F;
}

/// Ping-pong noise of this strength.
struct PingPong(f32);

impl Value for PingPong {
    #[inline(always)]
    fn of<L: Lanes>(&self, l: L, n: L::F) -> L::F {
        let (one, whole) = (l.splat(1.0), l.splat(WHOLE));
        let t = l.mul(l.add(n, one), l.splat(self.0));
        let half = l.sub(l.add(l.mul(t, l.splat(0.5)), whole), whole);
        let far = l.abs(l.sub(t, l.add(half, half)));
        l.sub(l.add(far, far), one)
    }
}

/// Adding this number and then subtracting it rounds numbers of up to 2^22 to whole ones: 1.5 · 2^23.
const WHOLE: f32 = 12_582_912.0;

/// A ridged multifractal of this level.
struct Ridged(f32);

impl Value for Ridged {
    #[inline(always)]
    fn of<L: Lanes>(&self, l: L, n: L::F) -> L::F {
        let s = l.sub(l.splat(self.0), l.abs(n));
        l.mul(s, s)
    }
}

/// A hybrid multifractal of this level.
struct Hybrid(f32);

impl Value for Hybrid {
    #[inline(always)]
    fn of<L: Lanes>(&self, l: L, n: L::F) -> L::F {
        l.add(n, l.splat(self.0))
    }
}

/// What one sample of an octave adds. `weight` becomes the weight of the next octave.
pub(super) fn of_one(shaped: &Shaped, n: f32, weight: &mut f32) -> f32 {
    if shaped.first {
        *weight = 1.0;
    }
    let value = match shaped.shape {
        Shape::PingPong { strength } => {
            let t = (n + 1.0) * strength;
            let half = (t * 0.5 + WHOLE) - WHOLE;
            let far = (t - (half + half)).abs();
            return ((far + far) - 1.0) * shaped.amplitude;
        }
        Shape::RidgedMulti { level } => (level - n.abs()) * (level - n.abs()) * *weight,
        Shape::HybridMulti { level } => (n + level) * *weight,
    };
    let next = value * shaped.feedback;
    let next = if next < 1.0 { next } else { 1.0 };
    *weight = if next > 0.0 { next } else { 0.0 };
    value * shaped.amplitude
}
