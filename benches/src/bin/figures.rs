//! Writes the figures of `README.md`: the table of `argali smp` (read from standard input), a table of nodes by depth, and a plot of
//! each.
//!
//! ```sh
//! cargo run --release -- smp | cargo run --release -p argali-benches --bin figures
//! ```
//!
//! All figures are counts, the same on every machine. An argument names another folder whose `README.md` is written.

use argali_benches::plot::{Plot, Series};
use argali_benches::{page, positions, scaling};
use argali_search::{Engine, Limits};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The number of positions for the table of nodes by depth.
const POSITIONS: usize = 8;

/// The searches of that table: name, whether they prune and reduce, whether they have the transposition table, and the largest depth
/// (plies).
const SEARCHES: [(&str, bool, bool, u32); 4] = [
    ("normal", true, true, 12),
    ("normal, no table", true, false, 12),
    ("full width", false, true, 6),
    ("full width, no table", false, false, 6),
];

fn main() -> Result<(), Box<dyn Error>> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf();
    let folder = std::env::args_os().nth(1).map_or(home, PathBuf::from);
    let table = io::read_to_string(io::stdin())?;
    let rows = scaling::rows(&table)?;
    let growth = growth()?;

    std::fs::create_dir_all(folder.join("figures"))?;
    speedup_plot(rows).draw(&folder.join("figures/smp.svg"))?;
    let figures =
        format!("{}\n![](figures/smp.svg)\n\n{}\n![](figures/nodes.svg)\n", table, growth_table(&growth));
    growth_plot(growth).draw(&folder.join("figures/nodes.svg"))?;
    let file = folder.join("README.md");
    std::fs::write(&file, page::with_figures(&std::fs::read_to_string(&file)?, &figures)?)?;
    writeln!(io::stdout(), "wrote {} and its plots", file.display())?;
    Ok(())
}

fn speedup_plot(rows: Vec<scaling::Row>) -> Plot {
    let mut schemes = BTreeMap::<String, Vec<(f64, f64)>>::new();
    for row in rows {
        schemes.entry(row.scheme).or_default().push((row.workers as f64, row.speedup));
    }
    Plot {
        title: "Speed-up to depth (simulated)".into(),
        x: "workers".into(),
        y: "times as fast".into(),
        doubling: true,
        series: schemes.into_iter().map(|(name, points)| Series { name, points }).collect(),
    }
}

/// Nodes of one worker to each depth, for each search: means over the positions.
fn growth() -> Result<Vec<Series>, Box<dyn Error>> {
    let positions = positions::spread(POSITIONS);
    let mut series = Vec::new();
    for (name, prunes, table, deepest) in SEARCHES {
        let mut builder = Engine::builder().hash_mib(64);
        if !prunes {
            builder = builder.full_width();
        }
        if !table {
            builder = builder.without_table();
        }
        let mut engine = builder.build()?;
        let mut points = Vec::new();
        for depth in 1..=deepest {
            let limits = Limits::new().depth(depth);
            let nodes = |position| scaling::search(&mut engine, position, &limits).nodes.max(1) as f64;
            let mean = scaling::geometric_mean(positions.iter().map(|(_, position)| position).map(nodes));
            points.push((f64::from(depth), mean));
        }
        series.push(Series { name: name.into(), points });
    }
    Ok(series)
}

fn growth_table(growth: &[Series]) -> String {
    let mut text = format!("Nodes to a depth, geometric means of {POSITIONS} positions:\n\n| depth |");
    for series in growth {
        let _ = write!(text, " {} |", series.name);
    }
    text += "\n|------:|";
    text += &"---:|".repeat(growth.len());
    text.push('\n');
    for depth in 0..growth.iter().map(|series| series.points.len()).max().unwrap_or_default() {
        let _ = write!(text, "| {} |", depth + 1);
        for series in growth {
            let nodes = series.points.get(depth).map(|point| format!("{:.0}", point.1));
            let _ = write!(text, " {} |", nodes.unwrap_or_default());
        }
        text.push('\n');
    }
    text
}

fn growth_plot(series: Vec<Series>) -> Plot {
    Plot {
        title: format!("Nodes to depth, geometric means of {POSITIONS} positions"),
        x: "depth (plies)".into(),
        y: "nodes".into(),
        doubling: false,
        series,
    }
}
