//! The chart of `docs/scale.svg`: what a sample costs in windows of any size.

use perlane::Backend;
use plotters::prelude::*;
use plotters_svg::SVGBackend;
use serde::{Deserialize, Serialize};

use crate::Result;

const WIDTH: u32 = 720;
const HEIGHT: u32 = 360;
const COLORS: [RGBColor; 4] =
    [RGBColor(190, 84, 34), RGBColor(31, 98, 168), RGBColor(42, 126, 78), RGBColor(150, 150, 150)];
const LETTERS: (&str, u32) = ("sans-serif", 16);
const FRAME: RGBColor = RGBColor(90, 90, 90);
const MESH: RGBColor = RGBColor(226, 226, 226);

/// A measurement: a line of `docs/scale.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// What was computed.
    pub work: String,
    /// The backend that computed it.
    pub backend: String,
    /// The edge of the square window.
    pub size: usize,
    /// The median of the rounds.
    pub nanoseconds_per_sample: f64,
}

impl Cost {
    /// From the seconds of a call that computed all samples of the window.
    pub fn new(work: &str, backend: Backend, size: usize, seconds: f64) -> Self {
        let samples = (size * size) as f64;
        let nanoseconds_per_sample = seconds * 1e9 / samples;
        Cost { work: work.to_owned(), backend: backend.to_string(), size, nanoseconds_per_sample }
    }
}

/// The chart as SVG, with a curve for each kind of work, in the order of the measurements.
///
/// # Errors
/// No measurement, or a plot that cannot be drawn.
pub fn chart(costs: &[Cost]) -> Result<String> {
    let sizes = costs.iter().map(|cost| cost.size);
    let (Some(least), Some(most)) = (sizes.clone().min(), sizes.max()) else {
        return Err("there is nothing to draw".into());
    };
    let dearest = costs.iter().map(|cost| cost.nanoseconds_per_sample).fold(0.0, f64::max);
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("One thread, by bands into one buffer", ("sans-serif", 19))
        .margin(10)
        .margin_right(32)
        .x_label_area_size(46)
        .y_label_area_size(60)
        .build_cartesian_2d((least..most).log_scale().base(2.0), 0.0..1.4 * dearest)?;
    chart
        .configure_mesh()
        .axis_style(FRAME)
        .label_style(LETTERS)
        .bold_line_style(MESH)
        .light_line_style(TRANSPARENT)
        .x_desc("edge of the window, samples")
        .y_desc("nanoseconds a sample")
        .y_label_formatter(&|y| format!("{y:.2}"))
        .draw()?;
    for (work, color) in works(costs).into_iter().zip(COLORS.into_iter().cycle()) {
        let points: Vec<_> = costs
            .iter()
            .filter(|cost| label(cost) == work)
            .map(|cost| (cost.size, cost.nanoseconds_per_sample))
            .collect();
        let line = LineSeries::new(points, color.stroke_width(2)).point_size(3);
        let legend = move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2));
        chart.draw_series(line)?.label(work).legend(legend);
    }
    chart.configure_series_labels().label_font(LETTERS).position(SeriesLabelPosition::UpperRight).draw()?;
    area.present()?;
    drop((area, chart));
    Ok(svg)
}

fn label(cost: &Cost) -> String {
    format!("{}, {}", cost.work, cost.backend)
}

/// The kinds of work, each once.
fn works(costs: &[Cost]) -> Vec<String> {
    let mut works: Vec<String> = costs.iter().map(label).collect();
    works.dedup();
    works
}
