//! Syzygy tablebases for sessions and analysis.

use crate::failure::Failure;
use argali_search::Tablebase;
use argali_syzygy::{Syzygy, Warning};
use argali_uci::hooks::{LoadedTablebase, TablebaseLoader};
use std::error::Error;
use std::sync::Arc;

/// Opens tables, and reports their faults.
#[derive(Default)]
pub struct Loader {
    open: Option<Arc<Syzygy>>,
    /// How many faults of the open tables have been reported.
    told: usize,
}

impl TablebaseLoader for Loader {
    fn load(&mut self, paths: &str) -> Result<LoadedTablebase, Box<dyn Error + Send + Sync>> {
        let tables = Arc::new(Syzygy::open(paths)?);
        let note = summary(&tables);
        // DTZ tables alone give no values.
        if tables.wdl_tables() == 0 {
            return Ok(LoadedTablebase::new(None, note));
        }
        (self.open, self.told) = (Some(Arc::clone(&tables)), 0);
        Ok(LoadedTablebase::new(Some(tables), note))
    }

    fn warnings(&mut self) -> Vec<String> {
        let faults = self.open.as_ref().map(|tables| tables.faults()).unwrap_or_default();
        let new = faults.iter().skip(self.told).map(ToString::to_string).collect();
        self.told = faults.len();
        new
    }
}

/// Opens the tables for an analysis, and ignores warnings.
pub fn open(paths: &str) -> Result<Arc<dyn Tablebase>, Failure> {
    Ok(Arc::new(Syzygy::open(paths).map_err(Failure::other)?))
}

/// How many warnings are reported in full.
const REPEATED: usize = 5;

/// The number of tables, and their faults.
fn summary(tables: &Syzygy) -> String {
    let counts =
        format!("{} win-draw-loss tables and {} distance tables", tables.wdl_tables(), tables.dtz_tables());
    let men = format!("up to {} men", tables.max_pieces());
    let warnings = tables.warnings().iter().take(REPEATED).map(Warning::to_string);
    let more = tables.warnings().len().saturating_sub(REPEATED);
    let more = (more > 0).then(|| format!("and {more} more"));
    [format!("{counts}, {men}")].into_iter().chain(warnings).chain(more).collect::<Vec<_>>().join("; ")
}
