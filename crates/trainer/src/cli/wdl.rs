//! `wdl`: fits the win, draw and loss model.

use super::Outcome;
use argali_trainer::reader::Reader;
use argali_trainer::wdl::{Counts, Fit, MATERIAL_UNIT, polynomial};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Files of games
    #[arg(required = true)]
    games: Vec<PathBuf>,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        let mut counts = Counts::default();
        for path in &self.games {
            for game in Reader::open(path)? {
                counts.add(&game?);
            }
        }
        let fit = counts.fit().ok_or_else(|| {
            format!("{} positions are too few, or too much alike, to fit the model to", counts.positions)
        })?;
        print(&fit, counts.positions)?;
        Ok(())
    }
}

fn print(fit: &Fit, positions: u64) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "// Fitted to {positions} positions; at full material the midpoint is {:.0} cp.",
        full(fit)
    )?;
    for (name, coefficients) in [("MIDPOINT", &fit.midpoint), ("WIDTH", &fit.width)] {
        let [a, b, c, d] = coefficients;
        writeln!(out, "const {name}: [f64; 4] = [{a:.3}, {b:.3}, {c:.3}, {d:.3}];")?;
    }
    writeln!(out, "\nmaterial  positions  midpoint  fitted  width  fitted")?;
    for point in &fit.points {
        let x = f64::from(point.material) / MATERIAL_UNIT;
        writeln!(
            out,
            "{:>8} {:>10} {:>9.0} {:>7.0} {:>6.0} {:>7.0}",
            point.material,
            point.positions,
            point.midpoint,
            polynomial(&fit.midpoint, x),
            point.width,
            polynomial(&fit.width, x)
        )?;
    }
    Ok(())
}

/// The midpoint where the polynomials' variable is 1.
fn full(fit: &Fit) -> f64 {
    polynomial(&fit.midpoint, 1.0)
}
