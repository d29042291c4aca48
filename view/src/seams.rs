//! Whether a place has the same bits however it is computed: cut into tiles, on every backend, one period further, point by point. All planes of
//! the quantity are compared.

use std::iter;
use std::ops::Range;

use perlane::{Backend, Layers, Noise, Warp, Window, reference};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Error, Result};
use crate::request;
use crate::scene::{Place, Scene};

/// The most samples of a check; all of them are in memory at once.
const MAX_SAMPLES: usize = 1 << 23;

/// Sides of the tiles that a place is cut into: a power of two, a prime number, and bands.
const CUTS: [(&str, [usize; 2]); 3] = [
    ("tiles of 256 × 256", [256, 256]),
    ("tiles of 97 × 61", [97, 61]),
    ("bands of one row", [usize::MAX, 1]),
];

/// How many points are compared with the reference, which computes them one by one.
const POINTS: usize = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct Request {
    recipe: Value,
    place: Place,
}

/// What was compared.
#[derive(Debug, Serialize)]
pub struct Report {
    samples: usize,
    checks: Vec<Check>,
    identical: bool,
}

/// One comparison with the samples of the whole place.
#[derive(Debug, Serialize)]
struct Check {
    /// How the samples were computed.
    how: String,
    /// Samples that were compared.
    compared: usize,
    /// Samples with other bits.
    different: usize,
}

/// Computes the samples of a place in all ways, and compares bits, for as long as the report is wanted.
///
/// # Errors
/// A wrong recipe or place, or one of more than 2^23 samples. [`Error::Unwanted`], if nobody waits for the report any more.
pub fn seams(request: &[u8], wanted: &dyn Fn() -> bool) -> Result<Report> {
    let Request { recipe, place } = request::read(request)?;
    let scene = Scene::from_json(&recipe)?;
    let window = scene.window(&place)?;
    let count = scene.samples(&window)?;
    if count > MAX_SAMPLES {
        return Err(Error::parameter("the number of samples", count, format!("at most {MAX_SAMPLES}")));
    }
    let go_on = || if wanted() { Ok(()) } else { Err(Error::Unwanted) };
    let place = Whole { scene: &scene, window, samples: scene.fill(&window)? };
    let mut checks = Vec::new();
    for (how, sides) in CUTS {
        go_on()?;
        checks.push(place.cut(how, sides)?);
    }
    for backend in Backend::available().filter(|backend| *backend != Backend::detect()) {
        go_on()?;
        let samples = scene.fill_with(backend, &window)?;
        checks.push(Check::new(format!("backend {backend}"), &place.samples, &samples));
    }
    go_on()?;
    checks.push(place.points()?);
    for axis in [0, 1] {
        go_on()?;
        checks.extend(place.one_period_on(axis)?);
    }
    Ok(Report::new(count, checks))
}

impl Report {
    fn new(samples: usize, checks: Vec<Check>) -> Self {
        Report { samples, identical: checks.iter().all(|check| check.different == 0), checks }
    }
}

/// A place, and its samples computed at once: those of all planes, one plane after the other.
struct Whole<'a> {
    scene: &'a Scene,
    window: Window,
    samples: Vec<f32>,
}

impl Whole<'_> {
    /// Compares with tiles of these sides, each computed by itself.
    fn cut(&self, how: &str, [width, height]: [usize; 2]) -> Result<Check> {
        let size = self.window.size;
        let mut different = 0;
        for rows in pieces(size.y, height) {
            for columns in pieces(size.x, width) {
                different += self.differences(columns, rows.clone())?;
            }
        }
        Ok(Check { how: how.to_owned(), compared: self.samples.len(), different })
    }

    fn differences(&self, columns: Range<usize>, rows: Range<usize>) -> Result<usize> {
        let mut window = self.window;
        (window.size.x, window.size.y) = (columns.len(), rows.len());
        window.start.x += columns.start as i64;
        window.start.y += rows.start as i64;
        let tile = self.scene.fill(&window)?;
        let width = self.window.size.x;
        let slice = width * self.window.size.y;
        let mut different = 0;
        for (number, row) in tile.chunks_exact(columns.len()).enumerate() {
            // Slices follow each other along z, then w, then plane by plane.
            let (z, y) = (number / rows.len(), number % rows.len());
            let first = z * slice + (rows.start + y) * width + columns.start;
            different += count_different(row, &self.samples[first..][..columns.len()]);
        }
        Ok(different)
    }

    /// Compares points spread over the place with the reference.
    fn points(&self) -> Result<Check> {
        let Scene { layers, field, .. } = self.scene;
        let count = self.window.samples()?;
        let (mut compared, mut different) = (0, 0);
        let reference = reference::Planes::new(layers.as_slice(), *field, self.window.dims())?;
        for number in (0..count).step_by((count / POINTS).max(1)).take(POINTS) {
            let world = self.window.world(self.index(number)).xyzw();
            let point: Vec<f64> = world[..self.window.dims()].iter().rev().copied().collect();
            let planes = reference.sample(&point)?;
            let here: Vec<f32> = self.samples[number..].iter().step_by(count).copied().collect();
            compared += here.len();
            different += count_different(&here, &planes);
        }
        Ok(Check { how: "the reference, point by point".to_owned(), compared, different })
    }

    /// The index along each axis of a sample.
    fn index(&self, mut number: usize) -> perlane::PerAxis<usize> {
        let along = self.window.size.xyzw().map(|len| {
            let index = number % len;
            number /= len;
            index
        });
        perlane::PerAxis::from_xyzw(along)
    }

    /// Compares with the same place one period further along x (0) or y (1). `None` if there is no period, or nothing that can be sampled there, or if
    /// the bits need not be the same: if the period is not a whole number of samples, or frequency and spacing are not powers of two.
    fn one_period_on(&self, axis: usize) -> Result<Option<Check>> {
        let Some(samples) = self.period(axis) else { return Ok(None) };
        let mut window = self.window;
        let start = window.start.xyzw_mut().into_iter().nth(axis);
        let Some(moved) = start.and_then(|start| Some((start.checked_add(samples)?, start))) else {
            return Ok(None);
        };
        *moved.1 = moved.0;
        if self.scene.sampled().check(&window).is_err() {
            return Ok(None);
        }
        let further = self.scene.fill(&window)?;
        let how = format!("one period, {samples} samples, further along {}", ["x", "y"][axis]);
        Ok(Some(Check::new(how, &self.samples, &further)))
    }

    /// The number of samples after which all noises, and those that warp them, repeat along an axis, if that is exact.
    fn period(&self, axis: usize) -> Option<i64> {
        let noises = self.scene.layers.as_slice().iter();
        let all =
            noises.flat_map(|noise| iter::once(Repeat::of(noise, axis)).chain(Repeat::of_warp(noise, axis)));
        let spacing = self.window.spacing.xyzw()[axis];
        let periods = all.map(|repeat| repeat.samples(spacing)).collect::<Option<Vec<i64>>>()?;
        let longest = periods.iter().copied().max()?;
        let repeats = periods.iter().all(|period| longest % period == 0);
        (repeats && self.window.origin.xyzw()[axis] == 0.0).then_some(longest)
    }
}

/// How a noise repeats along an axis.
struct Repeat {
    frequency: f64,
    offset: f64,
    /// Lattice cells; 0 if it does not repeat.
    cells: f64,
}

impl Repeat {
    fn of(noise: &Noise, axis: usize) -> Self {
        let (offset, cells) = (noise.offset.xyzw()[axis], noise.period.xyzw()[axis]);
        Repeat { frequency: noise.frequency, offset, cells: cells.into() }
    }

    /// Of each noise that moves samples, along whatever axis.
    fn of_warp(noise: &Noise, axis: usize) -> Vec<Self> {
        match &noise.warp {
            _ if !noise.is_warped() => Vec::new(),
            Warp::Of(layers) => {
                let noises = layers.xyzw_ref().into_iter().flat_map(Layers::as_slice);
                noises.map(|noise| Repeat::of(noise, axis)).collect()
            }
            // It has the noise's period in world units, of whole cells.
            Warp::By { frequency, .. } => {
                let frequency = frequency.unwrap_or(noise.frequency);
                let cells = f64::from(noise.period.xyzw()[axis]) * (frequency / noise.frequency);
                vec![Repeat { frequency, offset: 0.0, cells: cells.round() }]
            }
            // Nothing is known of what else may warp, so that nothing is compared.
            _ => vec![Repeat { frequency: noise.frequency, offset: 0.0, cells: 0.0 }],
        }
    }

    /// The number of samples in a period. `None` if there is none, or if samples one period apart need not have the same bits.
    fn samples(&self, spacing: f64) -> Option<i64> {
        // Coordinates are exact then, and their products are. Logarithms would take the neighbours of a power for it.
        let is_power_of_two = |number: f64| number.is_normal() && number.to_bits() << 12 == 0;
        let exact = is_power_of_two(self.frequency) && is_power_of_two(spacing) && self.offset == 0.0;
        let cells_a_sample = (self.frequency * spacing).abs();
        let samples = self.cells / cells_a_sample;
        let fits = samples >= 1.0 && samples.fract() == 0.0 && samples <= (1u64 << 40) as f64;
        (exact && fits).then_some(samples as i64)
    }
}

impl Check {
    fn new(how: String, whole: &[f32], other: &[f32]) -> Self {
        Check { how, compared: whole.len(), different: count_different(whole, other) }
    }
}

fn count_different(one: &[f32], other: &[f32]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one.to_bits() != other.to_bits()).count()
}

/// An axis cut into pieces of a length.
fn pieces(len: usize, piece: usize) -> impl Iterator<Item = Range<usize>> {
    (0..len).step_by(piece).map(move |first| first..len.min(first.saturating_add(piece)))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use serde_json::json;

    fn run(noise: Value, size: [usize; 2]) -> Report {
        let request = json!({
            "recipe": { "stream": 1, "noise": noise },
            "place": { "size": size, "start": ["-77", "1099511627776"] },
        });
        seams(request.to_string().as_bytes(), &|| true).unwrap()
    }

    /// The comparisons of a noise one period further. None of them finds a difference.
    fn periods(noise: Value) -> Vec<String> {
        periods_in(run(noise, [40, 30]))
    }

    fn periods_in(report: Report) -> Vec<String> {
        assert!(report.identical, "{report:?}");
        report.checks.into_iter().map(|check| check.how).filter(|how| how.contains("period")).collect()
    }

    #[test]
    fn all_ways_agree() {
        let report =
            run(json!({ "frequency": 0.011, "fractal": { "kind": "ridged", "octaves": 4 } }), [300, 270]);
        assert!(report.identical && report.samples == 81_000, "{report:?}");
        assert!(report.checks.len() >= 4, "{report:?}");
        assert!(report.checks[..3].iter().all(|check| check.compared == 81_000), "{report:?}");
        // The place itself is computed by the backend that is the default.
        let backends: Vec<&str> =
            report.checks.iter().filter_map(|check| check.how.strip_prefix("backend ")).collect();
        let others = Backend::available().filter(|backend| *backend != Backend::detect());
        assert_eq!(backends, others.map(Backend::name).collect::<Vec<_>>(), "{report:?}");
    }

    /// A single sample with other bits, in a single comparison, is a difference.
    #[test]
    fn reports_are_not_identical_if_any_check_differs() {
        let report = |different: [usize; 3]| {
            let check = |different| Check { how: String::new(), compared: 9, different };
            Report::new(9, different.map(check).into()).identical
        };
        assert!(report([0, 0, 0]));
        assert!(!report([0, 1, 0]));
    }

    #[test]
    fn periods_are_compared_where_they_are_exact() {
        let exact = json!({ "frequency": 0.0625, "period": { "x": 8 } });
        assert_eq!(periods(exact), ["one period, 128 samples, further along x"]);
        assert!(periods(json!({ "frequency": 0.06, "period": { "x": 8 } })).is_empty());
        assert!(periods(json!({ "frequency": 0.0625 })).is_empty());
        let between_samples = json!({ "frequency": 2.0, "period": { "x": 3 } });
        assert!(periods(between_samples).is_empty());
        let far = json!({ "frequency": 1.0 / (1u64 << 40) as f64, "period": { "x": 2 } });
        assert!(periods(far).is_empty());
        // Samples end at the index 2^53, and here before the next period along y, but not before that along x.
        let end = json!({
            "recipe": { "stream": 1, "noise": { "frequency": 0.0625, "period": { "x": 8, "y": 8 } } },
            "place": { "size": [40, 30], "start": [0, (1i64 << 53) - 100] },
        });
        let report = seams(end.to_string().as_bytes(), &|| true).unwrap();
        let ways = report.checks.iter().filter(|check| check.how.contains("period"));
        assert_eq!((ways.count(), report.identical), (1, true), "{report:?}");
        // The samples of one period further have other roundings with another origin, and with factors that are not exact although their product is.
        let rounded = [
            (0.0625, json!({ "size": { "x": 1, "y": 1 }, "origin": { "x": 0.1 } })),
            (0.15625, json!({ "size": { "x": 1, "y": 1 }, "spacing": { "x": 0.1 } })),
            // These are next to powers of two.
            (
                0.062_499_999_999_999_99,
                json!({ "size": { "x": 1, "y": 1 }, "spacing": { "x": 16.000_000_000_000_004 } }),
            ),
        ];
        assert_eq!(0.15625 * 0.1, 0.015625);
        let on_grid = |frequency: f64, grid: Value| {
            let request = json!({
                "recipe": { "stream": 1, "noise": { "frequency": frequency, "period": { "x": 4 } }, "grid": grid },
                "place": { "size": [512, 8], "start": [0, 0] },
            });
            periods_in(seams(request.to_string().as_bytes(), &|| true).unwrap())
        };
        for (frequency, grid) in rounded {
            assert!(on_grid(frequency, grid).is_empty());
        }
        // Half as many samples, if they are twice as far apart, in whatever direction.
        for (spacing, samples) in [(2.0, 32), (0.25, 256), (-0.25, 256)] {
            let grid = json!({ "size": { "x": 1, "y": 1 }, "spacing": { "x": spacing } });
            assert_eq!(on_grid(0.0625, grid), [format!("one period, {samples} samples, further along x")]);
        }
    }

    /// What warps a noise moves its samples elsewhere one period further, unless it repeats with the noise.
    #[test]
    fn warps_take_part_in_periods() {
        let warped =
            |warp: Value| periods(json!({ "frequency": 0.0625, "period": { "x": 8 }, "warp": warp }));
        let x = |samples| vec![format!("one period, {samples} samples, further along x")];
        let swirl = |frequency: f64, period: u32| json!({ "frequency": frequency, "period": { "x": period }, "output": { "scale": 20.0 } });
        assert!(warped(json!([swirl(0.0625, 0)])).is_empty());
        assert!(warped(json!([[], swirl(0.0625, 0)])).is_empty());
        assert!(warped(json!([swirl(0.0625, 7)])).is_empty());
        assert!(warped(json!([swirl(0.06, 8)])).is_empty());
        let moved = json!({ "frequency": 0.0625, "period": { "x": 8 }, "offset": { "x": 0.1 } });
        assert!(warped(json!([moved])).is_empty());
        assert_eq!(warped(json!([swirl(0.0625, 8)])), x(128));
        assert_eq!(warped(json!([swirl(0.03125, 4), swirl(0.125, 16)])), x(128));
        // A warp repeats with the noise after several periods of its own, or the noise with the warp.
        assert_eq!(warped(json!([swirl(0.0625, 4)])), x(128));
        assert_eq!(warped(json!([swirl(0.0625, 16)])), x(256));
        // A warp by numbers has the noise's period, but not always a frequency with which that is exact.
        assert_eq!(warped(json!({ "amplitude": 20.0 })), x(128));
        assert_eq!(warped(json!({ "amplitude": 20.0, "frequency": 0.25, "octaves": 3 })), x(128));
        assert_eq!(warped(json!({ "amplitude": 20.0, "frequency": 0.03125 })), x(128));
        assert!(warped(json!({ "amplitude": 20.0, "frequency": 0.1875 })).is_empty());
        assert_eq!(warped(json!({ "amplitude": 0.0, "frequency": 0.1875 })), x(128), "it moves nothing");
    }

    #[test]
    fn all_planes_are_compared() {
        for (quantity, planes) in [("gradient", 3), ("normal", 3), ("curl", 2), ("hillshade", 1)] {
            let request = json!({
                "recipe": {
                    "stream": 1,
                    "noise": { "frequency": 0.0625, "period": { "y": 4 }, "fractal": { "kind": "fbm", "octaves": 3 } },
                    "field": { "quantity": quantity },
                },
                "place": { "size": [70, 65], "start": ["-77", "1099511627776"] },
            });
            let report = seams(request.to_string().as_bytes(), &|| true).unwrap();
            assert!(report.identical && report.samples == 70 * 65 * planes, "{quantity}: {report:?}");
            let points = report.checks.iter().find(|check| check.how.contains("reference")).unwrap();
            assert_eq!(points.compared, POINTS * planes, "{quantity}");
            assert!(report.checks.iter().any(|check| check.how.contains("one period")), "{report:?}");
        }
        let recipe =
            json!({ "stream": 1, "noise": { "frequency": 0.07 }, "field": { "quantity": "gradient" } });
        let scene = Scene::from_json(&recipe).unwrap();
        let window = Window::from_xyzw(&[50, 40]).unwrap();
        let mut samples = scene.fill(&window).unwrap();
        // One sample of the value, and one of each derivative.
        for at in [0, 2001, 5999] {
            samples[at] = f32::from_bits(samples[at].to_bits() ^ 1);
        }
        let whole = Whole { scene: &scene, window, samples };
        for (how, sides) in CUTS {
            assert_eq!(whole.cut(how, sides).unwrap().different, 3, "{how}");
        }
        let points = whole.points().unwrap();
        assert_eq!((points.compared, points.different), (3000, 1), "every other sample is one of the points");
    }

    /// A comparison that finds no difference is worth something only if it would find one.
    #[test]
    fn other_bits_are_counted() {
        let scene = Scene::from_json(&json!({ "stream": 1, "noise": { "frequency": 0.07 } })).unwrap();
        let mut window = Window::from_xyzw(&[50, 40]).unwrap();
        window.start.x = 3;
        let mut samples = scene.fill(&window).unwrap();
        samples[7] = f32::from_bits(samples[7].to_bits() ^ 1);
        samples[1998] = -samples[1998];
        let whole = Whole { scene: &scene, window, samples };
        for (how, sides) in CUTS {
            assert_eq!(whole.cut(how, sides).unwrap().different, 2, "{how}");
        }
        let points = whole.points().unwrap();
        assert_eq!((points.compared, points.different), (1000, 1), "every other sample is one of the points");
    }

    /// A report that nobody waits for any more is left after the comparison that is under way.
    #[test]
    fn reports_end_when_they_are_not_wanted() {
        let request =
            json!({ "recipe": { "stream": 1, "noise": {} }, "place": { "size": [9, 9], "start": [0, 0] } });
        let request = request.to_string();
        for times in 0..4 {
            let asked = Cell::new(0);
            let wanted = || asked.replace(asked.get() + 1) < times;
            let error = seams(request.as_bytes(), &wanted).unwrap_err();
            assert!(matches!(error, Error::Unwanted), "{error}");
            assert_eq!(asked.get(), times + 1);
        }
    }

    #[test]
    fn large_places_are_refused() {
        let request = json!({
            "recipe": { "stream": 1, "noise": {} },
            "place": { "size": [100_000, 100_000], "start": [0, 0] },
        });
        let error = seams(request.to_string().as_bytes(), &|| true).unwrap_err().to_string();
        assert!(error.starts_with("the number of samples is 10000000000; allowed: at most"), "{error}");
    }
}
