//! `selfplay`: plays games and records them.

use super::Outcome;
use super::labelling::LabellingOptions;
use argali_eval::{Classical, Evaluator, Network};
use argali_trainer::openings::{Openings, read_book};
use argali_trainer::progress::note;
use argali_trainer::provenance;
use argali_trainer::referee::Adjudication;
use argali_trainer::selfplay::{self, SelfPlay, Target};
use argali_trainer::writer::{Tally, Writer};
use clap::{ArgGroup, Args};
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("target").required(true))]
pub(crate) struct Options {
    /// File for the games (viriformat)
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// If the file exists, add to it until the target is reached
    #[arg(long)]
    resume: bool,
    /// Stop when the file holds this many games
    #[arg(long, value_name = "N", group = "target")]
    games: Option<u64>,
    /// Stop when the file holds this many positions to train on (quiet ones)
    #[arg(long, value_name = "N", group = "target")]
    positions: Option<u64>,
    #[command(flatten)]
    labelling: LabellingOptions,
    /// After this fraction of the plies, also search the position after a random move that is not played
    #[arg(long, value_name = "FRACTION", default_value_t = 0.0, value_parser = super::fraction)]
    side_positions: f64,
    /// Evaluate with this network instead of the classical evaluation
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Start from a position of this file, one FEN or EPD a line
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Fraction of the games that start from a Chess960 position
    #[arg(long, value_name = "FRACTION", default_value_t = 0.0, value_parser = super::fraction)]
    chess960: f64,
    /// Random plies at the start of a game: this many or one more [default: 8, with a book 0]
    #[arg(long, value_name = "N")]
    random_plies: Option<u32>,
    /// Drop starts whose score is further from 0 than this
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 600)]
    max_start_score: i32,
    /// A game is won at this score …
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = Adjudication::default().win_score)]
    win_score: i32,
    /// … held for this many plies
    #[arg(long, value_name = "PLIES", default_value_t = Adjudication::default().win_plies)]
    win_plies: u32,
    /// Threads, each of which plays its own games
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
    /// Seed of the random moves; runs with different seeds play different games
    #[arg(long, value_name = "N")]
    seed: u64,
}

impl Options {
    pub(crate) fn run(self) -> Outcome {
        let book = self.book.as_deref().map(read_book).transpose()?.unwrap_or_default();
        let random_plies = self.random_plies.unwrap_or(if book.is_empty() { 8 } else { 0 });
        let settings = SelfPlay {
            labelling: self.labelling.settings(),
            side_positions: self.side_positions,
            openings: Openings { book, chess960: self.chess960, random_plies },
            max_start_score: self.max_start_score,
            start_nodes: 1_000,
            adjudication: Adjudication {
                win_score: self.win_score,
                win_plies: self.win_plies,
                ..Adjudication::default()
            },
            threads: self.threads,
            seed: self.seed,
            target: match (self.games, self.positions) {
                (Some(games), _) => Target::Games(games),
                (None, kept) => Target::Kept(kept.unwrap_or(0)),
            },
        };
        // A network that cannot be read must not leave an empty file of games.
        let network = self.net.as_deref().map(super::read_network).transpose()?;
        let (writer, held) = if self.resume {
            Writer::resume(&self.out)?
        } else {
            (Writer::create(&self.out)?, Tally::default())
        };
        if held.games > 0 {
            note(&format!("{}: {} games, {} kept positions", self.out.display(), held.games, held.kept));
        }
        let player = network.as_ref().map_or("the classical evaluation".to_owned(), super::describe);
        let how = format!("{settings}, player {player}, argali-train {}", env!("CARGO_PKG_VERSION"));
        provenance::append(&self.out, held.games, &how)
            .map_err(|error| format!("cannot write {}: {error}", provenance::path(&self.out).display()))?;
        match network {
            Some(network) => play::<Arc<Network>>(&settings, &Arc::new(network), writer, held),
            None => play(&settings, &Classical, writer, held),
        }
    }
}

fn play<E: Evaluator + Clone>(settings: &SelfPlay, evaluator: &E, writer: Writer, held: Tally) -> Outcome {
    let report = selfplay::run(settings, evaluator, writer, held)?;
    let seconds = report.elapsed.as_secs_f64().max(1e-3);
    let played = report.played;
    let share = 100.0 * played.kept as f64 / played.positions.max(1) as f64;
    note(&format!(
        "played {} games, {} positions, {} kept ({share:.1} %) in {seconds:.1} s: {:.0} positions a second, {:.0} kept, \
         {:.0} nodes a position",
        played.games,
        played.positions,
        played.kept,
        played.positions as f64 / seconds,
        played.kept as f64 / seconds,
        report.nodes as f64 / played.positions.max(1) as f64,
    ));
    note(&format!(
        "the file holds {} games, {} positions, {} kept",
        report.held.games, report.held.positions, report.held.kept
    ));
    Ok(())
}
