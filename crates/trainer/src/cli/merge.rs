//! `merge`: checks files of games and joins them.

use super::Outcome;
use argali_trainer::merge::{Tolerance, merge};
use argali_trainer::progress::note;
use argali_trainer::writer::Tally;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file to write; without it the files are only checked
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leave out incomplete games at the end of files, instead of failing
    #[arg(long)]
    allow_cut_off: bool,
    /// Leave out repeated games, even if they are more than one in a hundred of a file
    #[arg(long)]
    allow_copies: bool,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        let tolerance = Tolerance { cut_off: self.allow_cut_off, copies: self.allow_copies };
        let shards = merge(self.out.as_deref(), &self.files, tolerance)?;
        let mut out = io::stdout();
        let mut all = Tally::default();
        for shard in &shards {
            let Tally { games, positions, kept } = shard.added;
            all.add(shard.added);
            write!(out, "{}: {games} games, {positions} positions, {kept} kept", shard.path.display())?;
            if shard.repeated > 0 {
                write!(out, "; {} games are there already and were left out", shard.repeated)?;
            }
            if shard.cut_off {
                write!(out, "; the last game is cut off and was left out")?;
            }
            writeln!(out)?;
            let how = shard.note.as_deref().unwrap_or("(nothing is known of how they were made)");
            for line in how.lines() {
                writeln!(out, "  {line}")?;
            }
        }
        writeln!(out, "together: {} games, {} positions, {} kept", all.games, all.positions, all.kept)?;
        if let Some(path) = self.out {
            note(&format!("{} is written", path.display()));
        }
        Ok(())
    }
}
