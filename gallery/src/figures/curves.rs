//! Curves: value noise on a table with more and more octaves, and waves that add up.

use std::ops::Range;

use perlane::{Grid, Layers, Noise, Permutation};
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::Result;
use crate::canvas::Canvas;
use crate::plot::Sheet;

const WIDTH: usize = 900;

/// Lattice cells that a curve shows.
const CELLS: f64 = 20.0;

const BLUE: RGBColor = RGBColor(31, 98, 168);
const RUST: RGBColor = RGBColor(190, 84, 34);
const GREEN: RGBColor = RGBColor(42, 126, 78);
const GREY: RGBColor = RGBColor(150, 150, 150);
const FRAME: RGBColor = RGBColor(90, 90, 90);
const MESH: RGBColor = RGBColor(226, 226, 226);

/// A curve, its colour and its name, which may be empty.
type Series<'a> = (&'a [(f64, f64)], RGBColor, &'a str);

type Area<'a> = DrawingArea<Sheet<'a>, Shift>;

/// A curve's samples, about one for each pixel, at lattice coordinates 0 to `CELLS`.
fn curve(layers: &Layers, samples: usize) -> Result<Vec<(f64, f64)>> {
    let step = CELLS / samples as f64;
    let values = layers.generate(&Grid::new([samples + 1]).spacing([step]))?;
    Ok(values.into_iter().enumerate().map(|(i, v)| (i as f64 * step, f64::from(v))).collect())
}

/// Octaves of value noise on Ken Perlin's table, divided by the sum of amplitudes: 0 to 255. As in the tutorials, each octave
/// reads the table from its start after 255 cells of its own.
fn octaves_of_table(count: u32) -> Layers {
    let table = Noise::value(0).permutation(Permutation::PERLIN).period([255]).range(0.0, 255.0);
    let parts = (0..count).map(|o| (1.0 / f64::from(1 << o), table.clone().frequency(f64::from(1 << o))));
    let sum: f64 = parts.clone().map(|(weight, _)| weight).sum();
    parts.fold(Layers::new(), |layers, (weight, noise)| layers.add(weight / sum, noise))
}

/// One, two and eight octaves. Each plot has the curve of one octave behind it.
pub(crate) fn octaves() -> Result<Canvas> {
    let mut canvas = Canvas::new(WIDTH, 660);
    let area = Sheet(&mut canvas).into_drawing_area();
    let first = curve(&octaves_of_table(1), WIDTH)?;
    let plots = [
        (1, BLUE, "1 octave"),
        (2, RUST, "2 octaves, divided by the sum of amplitudes"),
        (
            8,
            GREEN,
            "8 octaves, each twice the frequency and half the amplitude, divided by the sum of amplitudes",
        ),
    ];
    for (area, (octaves, color, title)) in area.split_evenly((3, 1)).iter().zip(plots) {
        let points = curve(&octaves_of_table(octaves), WIDTH)?;
        plot(area, title, 0.0..255.0, &[(&first, GREY, ""), (&points, color, "")])?;
    }
    area.present()?;
    drop(area);
    Ok(canvas)
}

/// Waves of different amplitude, frequency, phase and vertical shift, and their sum.
pub(crate) fn superposition() -> Result<Canvas> {
    let waves = [
        Noise::value(1).frequency(0.25).scale(3.0).bias(4.0),
        Noise::value(2).frequency(1.0).scale(1.0).bias(1.0),
        Noise::value(3).frequency(4.0).scale(0.35),
    ];
    let captions = [
        "frequency 1/4, amplitude 3, shift 4",
        "frequency 1, amplitude 1, shift 1",
        "frequency 4, amplitude 0.35",
    ];
    let colors = [BLUE, RUST, GREEN];
    let mut canvas = Canvas::new(WIDTH, 560);
    let area = Sheet(&mut canvas).into_drawing_area();
    let (above, below) = area.split_vertically(280);
    let curves: Result<Vec<_>> = waves.iter().map(|wave| curve(&wave.clone().into(), WIDTH)).collect();
    let curves = curves?;
    let series: Vec<_> =
        curves.iter().zip(colors).zip(captions).map(|((c, color), text)| (&c[..], color, text)).collect();
    plot(&above, "Three waves of value noise", -1.0..11.0, &series)?;
    let sum = curve(&waves.into_iter().collect(), WIDTH)?;
    plot(&below, "Their sum", -1.0..11.0, &[(&sum, FRAME, "")])?;
    area.present()?;
    drop((area, above, below));
    Ok(canvas)
}

/// One and eight octaves of 1-D Perlin noise, without axes.
pub(crate) fn small(side: usize) -> Result<Canvas> {
    let mut canvas = Canvas::new(side, side);
    let area = Sheet(&mut canvas).into_drawing_area();
    let noise = Noise::perlin(3).frequency(0.4);
    let mut chart = ChartBuilder::on(&area).build_cartesian_2d(0.0..CELLS, -1.0..1.0)?;
    for (noise, color) in [(noise.clone(), GREY), (noise.fbm(8), BLUE)] {
        chart.draw_series(LineSeries::new(curve(&noise.into(), 2 * side)?, &color))?;
    }
    area.draw(&Rectangle::new([(0, 0), (side as i32 - 1, side as i32 - 1)], FRAME))?;
    area.present()?;
    drop((area, chart));
    Ok(canvas)
}

/// A plot with axes; the names of series stand at the upper left, in their colours.
fn plot(area: &Area<'_>, title: &str, range: Range<f64>, series: &[Series<'_>]) -> Result<()> {
    let (top, tall) = (range.end, range.end - range.start);
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 14))
        .margin(8)
        .margin_right(16)
        .x_label_area_size(38)
        .y_label_area_size(36)
        .build_cartesian_2d(0.0..CELLS, range)?;
    chart
        .configure_mesh()
        .axis_style(FRAME)
        .bold_line_style(MESH)
        .light_line_style(TRANSPARENT)
        .x_labels(21)
        .y_labels(6)
        .x_desc("lattice cells")
        .x_label_formatter(&|x| format!("{x}"))
        .y_label_formatter(&|y| format!("{y}"))
        .draw()?;
    for (i, &(points, color, name)) in series.iter().enumerate() {
        chart.draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?;
        let at = (0.2, top - tall * (0.02 + 0.08 * i as f64));
        let style = ("sans-serif", 13).into_font().color(&color);
        chart.plotting_area().draw(&Text::new(name, at, style))?;
    }
    Ok(())
}
