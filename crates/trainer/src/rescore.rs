//! Scores the positions of recorded games anew.
//!
//! A better network or search makes better labels. Rescoring existing games costs half of playing new ones, because only the positions that
//! are used for training are searched. (Renegade, Viridithas and others relabel their games after each generation.)

use crate::filter::{Filter, is_noisy};
use crate::game::{Game, Ply};
use crate::in_order::in_order;
use crate::labelling::Labelling;
use crate::progress::Progress;
use crate::reader::{ReadError, Reader};
use crate::writer::{Tally, WriteError, Writer};
use argali_eval::Evaluator;
use argali_search::{Engine, EngineError, Position};
use std::io::BufRead;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why rescoring ended early.
#[derive(Debug, Error)]
pub enum RescoreError {
    /// An engine could not be made.
    #[error("cannot start an engine")]
    Engine(#[from] EngineError),
    /// The games cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The result cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// The score of a position that turns out to be unusable, because its best move is a capture or promotion. Every [`Filter`] drops it.
pub const NOISY: i16 = i16::MIN;

/// The result of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Report {
    /// Games, positions, and positions that are still kept, of this run.
    pub written: Tally,
    /// Positions searched.
    pub searched: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Its time.
    pub elapsed: Duration,
}

/// Games that are read at a time.
const BATCH: usize = 4_096;

/// Searches the positions that the default filter keeps, and writes all games in their order. The first `held` games were written
/// before. `size` is that of the file of games, in bytes.
///
/// # Errors
/// [`RescoreError`]; the games written so far stay.
pub fn rescore<E: Evaluator + Clone, R: BufRead>(
    labelling: &Labelling,
    evaluator: &E,
    threads: usize,
    games: &mut Reader<R>,
    size: u64,
    held: u64,
    mut writer: Writer,
) -> Result<Report, RescoreError> {
    let began = Instant::now();
    let mut report = Report { written: Tally::default(), searched: 0, nodes: 0, elapsed: Duration::ZERO };
    let mut engines = (0..threads.max(1))
        .map(|_| labelling.engine(evaluator.clone()))
        .collect::<Result<Vec<_>, EngineError>>()?;
    let mut progress = Progress::new("bytes", 0, size);
    let filter = Filter::default();
    for _ in 0..held {
        games.next().transpose()?;
    }
    loop {
        let batch: Vec<Game> = games.by_ref().take(BATCH).collect::<Result<_, _>>()?;
        if batch.is_empty() {
            break;
        }
        let flow = in_order(
            engines.iter_mut(),
            0..batch.len() as u64,
            |engine, number| rescored(labelling, engine, &batch[number as usize]),
            |_, Rescored { game, searched, nodes }| {
                report.written.add(filter.tally(&game));
                report.searched += searched;
                report.nodes += nodes;
                let mut record = Vec::with_capacity(40 + 4 * game.plies.len());
                game.encode(&mut record);
                match writer.append(&record) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => ControlFlow::Break(error),
                }
            },
        );
        if let ControlFlow::Break(error) = flow {
            return Err(error.into());
        }
        writer.flush()?;
        progress.update(games.whole_bytes(), || {
            let rate = report.searched as f64 / began.elapsed().as_secs_f64().max(1e-3);
            format!(
                "{} positions, {} kept; {rate:.0} searched a second",
                report.searched, report.written.kept
            )
        });
    }
    progress.finish();
    report.elapsed = began.elapsed();
    Ok(report)
}

/// A rescored game.
struct Rescored {
    game: Game,
    searched: u64,
    nodes: u64,
}

fn rescored<E: Evaluator>(labelling: &Labelling, engine: &mut Engine<E>, game: &Game) -> Rescored {
    engine.new_game();
    let filter = Filter::default();
    let mut position = Position::new(game.start.clone());
    let (mut searched, mut nodes) = (0, 0);
    let mut plies = Vec::with_capacity(game.plies.len());
    for &ply in &game.plies {
        let mut score = ply.score;
        if filter.keeps(position.board(), ply)
            && let Some(best) = labelling.search(engine, &position, &mut nodes)
        {
            searched += 1;
            score = if is_noisy(position.board(), best) { NOISY } else { best.score };
        }
        plies.push(Ply { score, ..ply });
        // Moves of recorded games are legal: the reader has checked them.
        if position.play(ply.mv).is_err() {
            break;
        }
    }
    Rescored { game: Game { plies, ..game.clone() }, searched, nodes }
}
