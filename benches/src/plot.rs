//! Line plots as SVG, with one or two logarithmic axes.

use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// A line and its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<(f64, f64)>,
}

/// A plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The title above the plot.
    pub title: String,
    /// The label of the horizontal axis.
    pub x: String,
    /// The label of the vertical axis, which is logarithmic.
    pub y: String,
    /// Whether the horizontal axis is logarithmic to base 2.
    pub doubling: bool,
    /// The lines.
    pub series: Vec<Series>,
}

impl Plot {
    /// Draws the plot.
    ///
    /// # Errors
    /// If there are no points, or if the file cannot be written.
    pub fn draw(&self, file: &Path) -> Result<(), Box<dyn Error>> {
        let points = || self.series.iter().flat_map(|series| &series.points);
        // A logarithmic axis of powers of two is a linear axis of their exponents.
        let place = |x: f64| if self.doubling { x.log2() } else { x };
        let bounds = |values: &mut dyn Iterator<Item = f64>| {
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            })
        };
        let (left, right) = bounds(&mut points().map(|point| place(point.0)));
        let (bottom, top) = bounds(&mut points().map(|point| point.1));
        if points().next().is_none() || bottom <= 0.0 {
            return Err(format!("{:?} has nothing to draw", self.title).into());
        }
        let root = SVGBackend::new(file, (760, 480)).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .caption(&self.title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(78)
            .build_cartesian_2d(left..right.max(left + 1e-9), (bottom * 0.9..top * 1.1).log_scale())?;
        chart
            .configure_mesh()
            .x_desc(&self.x)
            .y_desc(&self.y)
            .x_labels((right - left) as usize + 1)
            .x_label_formatter(&|x| format!("{:.0}", if self.doubling { x.exp2() } else { *x }))
            .y_label_formatter(&|y| if y.fract() == 0.0 { format!("{y:.0}") } else { format!("{y:.1}") })
            .light_line_style(WHITE)
            .draw()?;
        for (index, series) in self.series.iter().enumerate() {
            let style = Palette99::pick(index).stroke_width(2);
            let line = series.points.iter().map(|&(x, y)| (place(x), y));
            chart
                .draw_series(LineSeries::new(line, style))?
                .label(&series.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], style));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.3))
            .draw()?;
        root.present()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_names_its_lines() {
        let file = std::env::temp_dir().join(format!("argali-plot-{}.svg", std::process::id()));
        let plot = Plot {
            title: "Growth".to_owned(),
            x: "workers".to_owned(),
            y: "speed-up".to_owned(),
            doubling: true,
            series: vec![Series { name: "ideal".to_owned(), points: vec![(1.0, 1.0), (8.0, 8.0)] }],
        };
        plot.draw(&file).expect("a plot");
        let text = std::fs::read_to_string(&file).expect("a file");
        std::fs::remove_file(&file).expect("the same file");
        assert!(text.contains("<polyline") && text.contains("ideal") && text.contains("Growth"), "{text}");
        assert!(Plot { series: Vec::new(), ..plot }.draw(&file).is_err());
    }
}
