//! Random recipes and windows: everything that is allowed, with weight on what has gone wrong in noise libraries.

use super::Window;
use perlane::{
    Distance, Fade, Fractal, Gradients, Hash, Kind, Layers, Noise, Output, PerAxis, Permutation, Returns,
    Warp,
};
use proptest::prelude::*;

/// 2^52 cells: the limit of lattice coordinates.
const LIMIT: f64 = 4_503_599_627_370_496.0;

/// The most cells from one sample of a row to the next.
pub const MOST_CELLS: f64 = 50.0;

#[derive(Debug, Clone)]
pub struct Case {
    pub noise: Noise,
    pub window: Window,
}

/// A noise and a window that it accepts.
pub fn case() -> impl Strategy<Value = Case> {
    (1usize..=4).prop_flat_map(case_in)
}

/// A case, and a second noise for as many dimensions.
pub fn case_and_noise() -> impl Strategy<Value = (Case, Noise)> {
    (1usize..=4).prop_flat_map(|dims| (case_in(dims), noise(dims)))
}

/// A case of that many dimensions.
pub fn case_in(dims: usize) -> impl Strategy<Value = Case> {
    (noise(dims), shape(dims), prop::collection::vec(place(), dims), step()).prop_map(
        move |(mut noise, shape, places, cells)| {
            let mut window = Window::new(&shape);
            // Octaves must stay below the limit, from the lowest frequency to the highest.
            let highest = (1..noise.octaves).fold(1.0, |f: f64, _| (f * noise.lacunarity).max(f));
            let cells = cells / if highest > 1e3 { highest } else { 1.0 };
            window.spacing = places.iter().map(|place| place.spacing).collect();
            // Cells a sample along rows: along other axes they are more or less, as spacings differ.
            noise.frequency = cells / window.spacing[dims - 1].abs();
            for (a, place) in places.iter().enumerate() {
                window.origin[a] = place.origin / noise.frequency;
                let most = LIMIT / 4.0 / highest / noise.frequency / place.spacing.abs();
                window.start[a] = (place.start as f64).clamp(-most, most) as i64;
            }
            scale_warp(&mut noise);
            fit_warp(&mut noise, &window);
            Case { noise, window }
        },
    )
}

/// Where a window lies along an axis.
#[derive(Debug, Clone)]
struct Place {
    start: i64,
    origin: f64,
    spacing: f64,
}

fn place() -> impl Strategy<Value = Place> {
    let start = prop_oneof![
        3 => -100i64..100,
        2 => Just(0),
        1 => any::<i32>().prop_map(i64::from),
        1 => prop_oneof![Just(1i64 << 40), Just(-(1i64 << 40)), Just((1 << 31) - 3), Just(-(1 << 31) - 3)],
        1 => any::<i64>().prop_map(|n| n >> 11),
    ];
    let origin = prop_oneof![3 => Just(0.0), 2 => -10.0..10.0, 1 => -1e9..1e9];
    let spacing = prop_oneof![4 => Just(1.0), 1 => Just(-1.0), 2 => 0.1..3.0, 1 => Just(0.5)];
    (start, origin, spacing).prop_map(|(start, origin, spacing)| Place { start, origin, spacing })
}

/// Ten to the power of each of these.
pub fn powers_of_ten(exponents: std::ops::Range<f64>) -> impl Strategy<Value = f64> {
    exponents.prop_map(|exponent| 10f64.powf(exponent))
}

/// Cells a sample: from 1e-6 to [`MOST_CELLS`], and what tiles exactly.
fn step() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => powers_of_ten(-6.0..MOST_CELLS.log10()),
        3 => (0i32..10).prop_map(|e| 1.0 / f64::from(1 << e)),
        2 => 0.01..1.5,
        1 => Just(1.0 / 3.0),
    ]
}

/// A few hundred samples, rows of every length from 0 to a few beyond a vector, and now and then beyond a tile.
fn shape(dims: usize) -> BoxedStrategy<Vec<usize>> {
    let row = prop_oneof![4 => 0usize..40, 2 => 40usize..140, 1 => 500usize..540];
    let others = match dims {
        1 => return prop_oneof![3 => row, 1 => 1000usize..1100].prop_map(|x| vec![x]).boxed(),
        2 => prop_oneof![6 => 1usize..9, 1 => 60usize..70, 1 => Just(0)].boxed(),
        3 => prop_oneof![8 => 1usize..5, 2 => 8usize..20, 1 => Just(0)].boxed(),
        _ => prop_oneof![8 => 1usize..5, 1 => Just(0)].boxed(),
    };
    let usual = (prop::collection::vec(others, dims - 1), row).prop_map(|(mut shape, row)| {
        let rows: usize = shape.iter().product();
        shape.push(if rows > 20 { row % 40 } else { row });
        shape
    });
    let column = (1usize..1200).prop_map(move |n| {
        let mut shape = vec![1; dims];
        shape[0] = n;
        shape
    });
    // Several blocks of rows, each of several vectors.
    let tall_and_wide = match dims {
        2 => (9usize..45, 40usize..150).prop_map(|(y, x)| vec![y, x]).boxed(),
        3 => (2usize..5, 9usize..18, 40usize..90).prop_map(|(z, y, x)| vec![z, y, x]).boxed(),
        _ => return prop_oneof![9 => usual, 1 => column].boxed(),
    };
    prop_oneof![18 => usual, 2 => column, 1 => tall_and_wide].boxed()
}

/// A noise, now and then a warped one.
pub fn noise(dims: usize) -> impl Strategy<Value = Noise> {
    let plain = unwarped(dims);
    prop_oneof![3 => plain.boxed(), 1 => warped(dims).boxed()]
}

/// A noise whose samples move a little, or many cells; frequencies of what moves them are set as those of its own are.
pub fn warped(dims: usize) -> impl Strategy<Value = Noise> {
    let layers = prop_oneof![
        6 => unwarped(dims).prop_map(Layers::from),
        1 => Just(Layers::new()),
        1 => (unwarped(dims), unwarped(dims)).prop_map(|(a, b)| Layers::new().add(0.5, a).add(-0.5, b)),
    ];
    let amplitude =
        prop_oneof![3 => (-2.0f64..1.5).prop_map(|e| 10f64.powf(e)), 1 => Just(0.0), 1 => -3.0..3.0];
    let of = prop::collection::vec((layers, amplitude), 1..=dims).prop_map(|axes| {
        let mut warp = PerAxis::<Layers>::default();
        for (to, (layers, amplitude)) in warp.xyzw_mut().into_iter().zip(axes) {
            // Few octaves, as they are done for every axis, and each of them again for single samples.
            let small = |noise: &Noise| {
                let small = noise.clone().octaves(noise.octaves.min(3));
                match noise.output {
                    Output::Range { low, high } => small.range(low * amplitude, high * amplitude),
                    _ => small.scale(amplitude),
                }
            };
            *to = layers.as_slice().iter().map(small).collect();
        }
        Warp::Of(warp)
    });
    let seed = prop_oneof![Just(None), any::<u64>().prop_map(Some)];
    let by = (-2.0f64..1.5, prop::sample::select(vec![None, Some(0.5), Some(2.0)]), 1u32..4, seed);
    let by = by.prop_map(|(e, frequency, octaves, seed)| Warp::By {
        amplitude: 10f64.powf(e),
        frequency,
        octaves,
        seed,
    });
    (unwarped(dims), prop_oneof![3 => of, 1 => by]).prop_map(|(mut noise, warp)| {
        noise.warp = warp;
        noise
    })
}

/// Sets frequencies and amplitudes of a warp, which are in cells of the noise so far.
pub fn scale_warp(noise: &mut Noise) {
    let frequency = noise.frequency;
    match &mut noise.warp {
        Warp::By { amplitude, frequency: own, .. } => {
            *amplitude /= frequency;
            *own = own.map(|own| own * frequency);
        }
        Warp::Of(axes) => {
            for layers in axes.xyzw_mut() {
                let scaled = |noise: &Noise| {
                    let scaled = noise.clone().frequency(frequency * 0.7);
                    match noise.output {
                        Output::ScaleBias { scale, bias } => {
                            scaled.scale(scale / frequency).bias(bias / frequency)
                        }
                        Output::Range { low, high } => scaled.range(low / frequency, high / frequency),
                        _ => scaled,
                    }
                };
                *layers = layers.as_slice().iter().map(scaled).collect();
            }
        }
        _ => {}
    }
}

/// Drops a warp with which the noise cannot be sampled: one that moves samples too far in some octave, does not fit the period, or has octaves
/// that are too fine for the window's coordinates. Few are: `random_cases_have_what_they_should` counts
/// the warps that are left.
pub fn fit_warp(noise: &mut Noise, window: &Window) {
    let last = window.len().max(1) - 1;
    let refused =
        [0, last].iter().any(|&flat| window.len() > 0 && noise.sample(&window.world(flat)).is_err());
    if refused
        || noise.bounds(window.shape.len()).is_err()
        || noise.sample(&vec![0.0; window.shape.len()]).is_err()
    {
        noise.warp = Warp::default();
    }
}

fn unwarped(dims: usize) -> impl Strategy<Value = Noise> {
    let exists = |kind: &Kind| Noise::default().kind(*kind).bounds(dims).is_ok();
    let kinds: Vec<Kind> = Kind::ALL.iter().copied().filter(exists).collect();
    let kind = prop_oneof![1 => Just(Kind::Perlin), 3 => prop::sample::select(kinds)];
    let jitter = prop_oneof![2 => Just(1.0), 1 => Just(0.5), 1 => Just(0.0), 3 => 0.0..1.0];
    let points = (prop::sample::select(Distance::ALL), prop::sample::select(Returns::ALL), jitter);
    let fade = prop_oneof![2 => Just(Fade::Quintic), 3 => prop::sample::select(Fade::ALL)];
    let period = prop_oneof![4 => Just([0; 4]).boxed(), 2 => prop::array::uniform4(period()).boxed()];
    let offset = prop_oneof![3 => Just([0.0; 4]).boxed(), 1 => prop::array::uniform4(-5.0..5.0).boxed()];
    let lacunarity = || prop_oneof![3 => Just(2.0), 1 => Just(1.9), 1 => Just(2.1), 1 => 0.3..4.0];
    // Many octaves must stay below the limits of coordinates and periods.
    let octaves =
        prop_oneof![12 => (1u32..4, lacunarity()), 3 => (4u32..9, lacunarity()), 1 => (9u32..=32, 0.7..1.2)];
    let gain = prop_oneof![3 => Just(0.5), 2 => -1.2..1.2];
    let scale = prop_oneof![2 => Just(1.0), 1 => -3.0..3.0];
    let bias = prop_oneof![2 => Just(0.0), 1 => -3.0..3.0];
    let output = prop_oneof![
        3 => (scale, bias).prop_map(|(scale, bias)| Output::ScaleBias { scale, bias }),
        1 => (-3.0..3.0, -3.0..3.0).prop_map(|(low, high)| Output::Range { low, high }),
    ];
    let output = (any::<bool>(), output);
    (
        (kind, any::<u64>(), hash(), gradients(dims), fade, period, offset),
        (prop::sample::select(Fractal::ALL), octaves, gain, shaping(), output, points),
    )
        .prop_map(
            move |(
                (kind, seed, hash, gradients, fade, period, offset),
                (fractal, (octaves, lacunarity), gain, shaping, (normalize, output), points),
            )| {
                // There is no permutation of cellular noise.
                let hash = if kind == Kind::Cellular { Hash::Mix } else { hash };
                let mut noise =
                    Noise::default().kind(kind).seed(seed).hash(hash).gradients(gradients).fade(fade);
                for a in 0..dims {
                    *noise.period.xyzw_mut()[a] = period[a];
                    *noise.offset.xyzw_mut()[a] = offset[a];
                }
                noise.output = output;
                let (distance, returns, jitter) = points;
                noise
                    .distance(distance)
                    .returns(returns)
                    .jitter(jitter)
                    .fractal(fractal)
                    .octaves(octaves)
                    .lacunarity(lacunarity)
                    .gain(gain)
                    .strength(shaping.0)
                    .level(shaping.1)
                    .feedback(shaping.2)
                    .normalize(normalize)
            },
        )
}

fn period() -> impl Strategy<Value = u32> {
    prop_oneof![2 => Just(0u32), 3 => 1u32..9, 1 => prop_oneof![Just(255u32), Just(256), Just(257), Just(u32::MAX)]]
}

fn hash() -> impl Strategy<Value = Hash> {
    let table = Just((0..=255u8).collect::<Vec<_>>()).prop_shuffle();
    prop_oneof![
        4 => Just(Hash::Mix),
        1 => Just(Hash::Permutation(Permutation::PERLIN)),
        1 => Just(Hash::Permutation(Permutation::SEEDED)),
        1 => table.prop_map(|t| Hash::Permutation(Permutation::table(&t).unwrap())),
    ]
}

/// Strength, level and feedback.
fn shaping() -> impl Strategy<Value = (f64, f64, f64)> {
    let number =
        || prop_oneof![2 => Just(1.0), 2 => Just(2.0), 1 => Just(0.0), 4 => 0.0..3.0, 1 => 0.0..1000.0];
    (number(), number(), number())
}

fn gradients(dims: usize) -> BoxedStrategy<Gradients> {
    let exists = |set: &Gradients| Noise::default().gradients(set.clone()).bounds(dims).is_ok();
    let named: Vec<Gradients> = Gradients::ALL.iter().filter(|set| exists(set)).cloned().collect();
    let size = prop_oneof![3 => 1usize..20, 1 => Just(256), 1 => 20usize..257];
    let custom =
        size.prop_flat_map(move |n| prop::collection::vec(prop::collection::vec(-2.0..2.0, dims), n));
    let custom = custom.prop_map(|table| Gradients::custom(&table).unwrap());
    prop_oneof![3 => prop::sample::select(named), 1 => custom].boxed()
}
