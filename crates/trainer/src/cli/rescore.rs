//! `rescore`: scores the positions of recorded games anew.

use super::Outcome;
use super::engines::threads;
use super::labelling::LabellingOptions;
use argali_eval::{Classical, Evaluator, Network};
use argali_trainer::progress::note;
use argali_trainer::provenance;
use argali_trainer::reader::Reader;
use argali_trainer::rescore::rescore;
use argali_trainer::writer::{Tally, Writer};
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Games (viriformat)
    games: PathBuf,
    /// File for the games with their new scores
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Go on if the file exists
    #[arg(long)]
    resume: bool,
    /// Evaluate with this network instead of the classical evaluation
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    #[command(flatten)]
    labelling: LabellingOptions,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        // What cannot be read must not leave an empty file.
        let network = self.net.as_deref().map(super::read_network).transpose()?;
        let games = Reader::open(&self.games)?;
        let (writer, held) = if self.resume {
            Writer::resume(&self.out)?
        } else {
            (Writer::create(&self.out)?, Tally::default())
        };
        let player = network.as_ref().map_or("the classical evaluation".to_owned(), super::describe);
        let how = format!(
            "games of {} scored anew: {}, by {player}, argali-train {}",
            self.games.display(),
            self.labelling.settings(),
            env!("CARGO_PKG_VERSION")
        );
        provenance::append(&self.out, held.games, &how)
            .map_err(|error| format!("cannot write {}: {error}", provenance::path(&self.out).display()))?;
        match network {
            Some(network) => self.search::<Arc<Network>>(&Arc::new(network), games, held.games, writer),
            None => self.search(&Classical, games, held.games, writer),
        }
    }

    fn search<E: Evaluator + Clone>(
        &self,
        evaluator: &E,
        mut games: Reader<std::io::BufReader<std::fs::File>>,
        held: u64,
        writer: Writer,
    ) -> Outcome {
        let size = std::fs::metadata(&self.games)
            .map_err(|error| format!("cannot read {}: {error}", self.games.display()))?
            .len();
        let threads = threads(self.threads);
        let labelling = self.labelling.settings();
        let report = rescore(&labelling, evaluator, threads, &mut games, size, held, writer)?;
        if games.is_cut_off() {
            super::warn_of_cut_off(std::slice::from_ref(&self.games));
        }
        let seconds = report.elapsed.as_secs_f64().max(1e-3);
        note(&format!(
            "{} games, {} positions searched, {} kept, in {seconds:.1} s: {:.0} a second, {:.0} nodes each",
            report.written.games,
            report.searched,
            report.written.kept,
            report.searched as f64 / seconds,
            report.nodes as f64 / report.searched.max(1) as f64,
        ));
        Ok(())
    }
}
