//! Curves: value noise on a table with more and more octaves, and waves that add up.

use perlane::{Grid, Layers, Noise, PerAxis};
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::Result;
use crate::canvas::Canvas;
use crate::plot::Sheet;
use crate::tutorials;

const WIDTH: usize = 900;

/// World units that a curve shows.
const UNITS: f64 = 20.0;

const BLUE: RGBColor = RGBColor(31, 98, 168);
const RUST: RGBColor = RGBColor(190, 84, 34);
const GREEN: RGBColor = RGBColor(42, 126, 78);
const GREY: RGBColor = RGBColor(150, 150, 150);
const FRAME: RGBColor = RGBColor(90, 90, 90);
const MESH: RGBColor = RGBColor(226, 226, 226);

/// A curve, its colour and its name, which may be empty.
type Series<'a> = (&'a [(f64, f64)], RGBColor, &'a str);

type Area<'a> = DrawingArea<Sheet<'a>, Shift>;

/// The samples of a grid from 0 to `UNITS`, with their coordinates.
fn curve(layers: &Layers, grid: &Grid<1>) -> Result<Vec<(f64, f64)>> {
    let [step] = grid.spacing;
    let shown = (UNITS / step) as usize + 1;
    let values = layers.generate(grid)?;
    Ok(values.into_iter().take(shown).enumerate().map(|(i, v)| (i as f64 * step, f64::from(v))).collect())
}

/// The first octaves of value noise on Ken Perlin's table, divided by the sum of amplitudes: 0 to 255.
fn octaves_of_table(all: &Layers, count: usize) -> Layers {
    let octaves = &all.as_slice()[..count];
    let first = tutorials::weight(&octaves[0]);
    let sum: f64 = octaves.iter().map(|octave| tutorials::weight(octave) / first).sum();
    octaves.iter().cloned().collect::<Layers>() * (1.0 / sum)
}

/// One, two and eight octaves. Each plot has the curve of one octave behind it.
pub(crate) fn octaves() -> Result<Canvas> {
    let figure = tutorials::octaves();
    let mut canvas = Canvas::new(WIDTH, 660);
    let area = Sheet(&mut canvas).into_drawing_area();
    let first = curve(&octaves_of_table(&figure.noise, 1), &figure.grid)?;
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
        let points = curve(&octaves_of_table(&figure.noise, octaves), &figure.grid)?;
        plot(area, title, figure.levels, &[(&first, GREY, ""), (&points, color, "")])?;
    }
    area.present()?;
    drop(area);
    Ok(canvas)
}

/// Waves of different amplitude, frequency and phase, and their sum.
pub(crate) fn superposition() -> Result<Canvas> {
    let figure = tutorials::waves();
    let waves = figure.noise.as_slice();
    let mut canvas = Canvas::new(WIDTH, 560);
    let area = Sheet(&mut canvas).into_drawing_area();
    let (above, below) = area.split_vertically(280);
    let curves: Result<Vec<_>> = waves.iter().map(|wave| curve(&wave.clone().into(), &figure.grid)).collect();
    let (curves, names) = (curves?, waves.iter().map(of_wave).collect::<Vec<_>>());
    let colored = curves.iter().zip([BLUE, RUST, GREEN]).zip(&names);
    let series: Vec<_> = colored.map(|((curve, color), name)| (&curve[..], color, &name[..])).collect();
    plot(&above, "Three waves of value noise", figure.levels, &series)?;
    let sum = curve(&figure.noise, &figure.grid)?;
    plot(&below, "Their sum", figure.levels, &[(&sum, FRAME, "")])?;
    area.present()?;
    drop((area, above, below));
    Ok(canvas)
}

/// A wave's parameters. What is not said is 0.
fn of_wave(wave: &Noise) -> String {
    let PerAxis { x: offset, .. } = wave.offset;
    let phase = if offset == 0.0 { String::new() } else { format!(", offset {offset}") };
    format!("frequency {}, amplitude {}{phase}", wave.frequency, tutorials::weight(wave))
}

/// One and eight octaves of 1-D Perlin noise, without axes.
pub(crate) fn small(side: usize) -> Result<Canvas> {
    let mut canvas = Canvas::new(side, side);
    let area = Sheet(&mut canvas).into_drawing_area();
    let noise = Noise::perlin(3).frequency(0.4);
    let samples = 2 * side;
    let grid = Grid::new([samples + 1]).spacing([UNITS / samples as f64]);
    let mut chart = ChartBuilder::on(&area).build_cartesian_2d(0.0..UNITS, -1.0..1.0)?;
    for (noise, color) in [(noise.clone(), GREY), (noise.fbm(8), BLUE)] {
        chart.draw_series(LineSeries::new(curve(&noise.into(), &grid)?, &color))?;
    }
    area.draw(&Rectangle::new([(0, 0), (side as i32 - 1, side as i32 - 1)], FRAME))?;
    area.present()?;
    drop((area, chart));
    Ok(canvas)
}

/// A plot with axes; the names of series stand at the upper left, in their colours.
fn plot(area: &Area<'_>, title: &str, (low, high): (f64, f64), series: &[Series<'_>]) -> Result<()> {
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 14))
        .margin(8)
        .margin_right(16)
        .x_label_area_size(38)
        .y_label_area_size(36)
        .build_cartesian_2d(0.0..UNITS, low..high)?;
    chart
        .configure_mesh()
        .axis_style(FRAME)
        .bold_line_style(MESH)
        .light_line_style(TRANSPARENT)
        .x_labels(21)
        .y_labels(6)
        .x_desc("world units")
        .x_label_formatter(&|x| format!("{x}"))
        .y_label_formatter(&|y| format!("{y}"))
        .draw()?;
    for (i, &(points, color, name)) in series.iter().enumerate() {
        chart.draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?;
        let at = (0.2, high - (high - low) * (0.02 + 0.08 * i as f64));
        let style = ("sans-serif", 13).into_font().color(&color);
        chart.plotting_area().draw(&Text::new(name, at, style))?;
    }
    Ok(())
}
