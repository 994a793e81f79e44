//! Draws two plots into `benches/plots`: what several workers gain, by scheme of staggering, and how the nodes to a
//! depth grow, with the table and without.
//!
//! Both are counts, the same on every machine. `ARGALI_SMP_DEPTH` (8), `ARGALI_SMP_WORKERS` (the largest number, 16) and
//! `ARGALI_SMP_POSITIONS` (8) make it longer; run as a test it searches little and writes to a temporary folder. The command
//! `argali smp` prints the same figures, and more.

use argali_benches::plot::{Plot, Series};
use argali_benches::{counts, positions, scaling};
use argali_search::{Engine, Limits, Stagger};
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

struct Extent {
    depth: u32,
    workers: usize,
    positions: usize,
    folder: PathBuf,
}

fn main() -> Result<(), Box<dyn Error>> {
    let extent = if counts::is_test() {
        Extent { depth: 4, workers: 4, positions: 2, folder: std::env::temp_dir().join("argali-plots") }
    } else {
        let number = |name: &str, default: usize| match std::env::var(name) {
            Ok(text) => text.parse().map_err(|error| format!("{name}={text:?}: {error}")),
            Err(_) => Ok(default),
        };
        Extent {
            depth: number("ARGALI_SMP_DEPTH", 8)?.max(2) as u32,
            workers: number("ARGALI_SMP_WORKERS", 16)?
                .clamp(2, Engine::<argali_eval::Classical>::MAX_THREADS),
            positions: number("ARGALI_SMP_POSITIONS", 8)?,
            folder: Path::new(env!("CARGO_MANIFEST_DIR")).join("plots"),
        }
    };
    std::fs::create_dir_all(&extent.folder)?;
    scaling(&extent)?;
    growth(&extent)
}

/// Speed-up to depth in simulated time, over workers.
fn scaling(extent: &Extent) -> Result<(), Box<dyn Error>> {
    let limits = Limits::new().depth(extent.depth);
    let positions = positions::spread(extent.positions);
    let times = |workers: usize, stagger: Stagger| -> Result<Vec<f64>, Box<dyn Error>> {
        let mut engine = scaling::engine(workers, stagger, 16)?;
        let time =
            |position| scaling::search(&mut engine, position, &limits).busiest_worker_nodes.max(1) as f64;
        Ok(positions.iter().map(|(_, position)| position).map(time).collect())
    };
    let one = times(1, Stagger::default())?;
    let mut series = Vec::new();
    for stagger in Stagger::ALL {
        let mut points = vec![(1.0, 1.0)];
        for workers in (1..).map(|exponent| 1 << exponent).take_while(|&workers| workers <= extent.workers) {
            let several = times(workers, stagger)?;
            let speedup =
                scaling::geometric_mean(one.iter().zip(&several).map(|(one, several)| one / several));
            writeln!(io::stdout(), "{stagger:?}, {workers} workers: {speedup:.2} times as fast")?;
            points.push((workers as f64, speedup));
        }
        series.push(Series { name: format!("{stagger:?}"), points });
    }
    let title = format!("Speed-up to depth {} over {} positions (simulated)", extent.depth, positions.len());
    draw(
        extent,
        "smp.svg",
        Plot { title, x: "workers".into(), y: "times as fast".into(), doubling: true, series },
    )
}

/// Nodes to depth of one worker: the mean over the positions.
fn growth(extent: &Extent) -> Result<(), Box<dyn Error>> {
    let positions = positions::spread(extent.positions);
    let mut series = Vec::new();
    for (name, table) in [("with the table", true), ("without it", false)] {
        let builder = Engine::builder().hash_mib(64);
        let mut engine = if table { builder.build() } else { builder.without_table().build() }?;
        let mut points = Vec::new();
        for depth in 1..=extent.depth {
            let limits = Limits::new().depth(depth);
            let nodes = |position| scaling::search(&mut engine, position, &limits).nodes.max(1) as f64;
            let mean = scaling::geometric_mean(positions.iter().map(|(_, position)| position).map(nodes));
            writeln!(io::stdout(), "{name}, depth {depth}: {mean:.0} nodes")?;
            points.push((f64::from(depth), mean));
        }
        series.push(Series { name: name.into(), points });
    }
    let title = format!("Nodes to depth, mean of {} positions", positions.len());
    draw(
        extent,
        "nodes.svg",
        Plot { title, x: "depth (plies)".into(), y: "nodes".into(), doubling: false, series },
    )
}

fn draw(extent: &Extent, name: &str, plot: Plot) -> Result<(), Box<dyn Error>> {
    let file = extent.folder.join(name);
    plot.draw(&file)?;
    writeln!(io::stdout(), "drew {}", file.display())?;
    Ok(())
}
