//! The output of games, and resuming an interrupted run.

use super::arguments::AnnotateArguments;
use super::error::AnnotateError;
use super::work::Games;
use crate::asked::Asked;
use crate::failure::Failure;
use argali_pgn::{Game, RawGames};
use same_file::Handle;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Seek, SeekFrom};
use std::path::Path;

/// Opens the output. If an earlier run is resumed, skips its complete games, and removes an incomplete one. Everything is checked before the
/// file is changed.
///
/// # Errors
/// [`AnnotateError`] if the output is the input, is being written by another process, has contents that may not be replaced, or does not
/// match the input; [`AskedError`](crate::asked::AskedError) if its games were annotated with other limits or options.
pub fn open(arguments: &AnnotateArguments, path: &Path, games: &mut Games) -> Result<File, Failure> {
    let failed = |error| Failure::io(path.display().to_string())(error);
    let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    // A device need not be readable.
    let mut file = options.or_else(|_| OpenOptions::new().write(true).open(path)).map_err(failed)?;
    if games.is_from(&file.try_clone().and_then(Handle::from_file)) {
        return Err(AnnotateError::SameFile { path: path.to_owned() }.into());
    }
    // Some file systems have no locks.
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(AnnotateError::InUse { path: path.to_owned() }.into());
    }
    let about = file.metadata().map_err(failed)?;
    // A pipe or device holds nothing.
    if !about.is_file() {
        return Ok(file);
    }
    let asked = Asked::new(arguments);
    let end = match about.len() {
        1.. if arguments.resume => {
            asked.check(path)?;
            pass(path, &file, games)?
        }
        1.. if !arguments.force => return Err(AnnotateError::Exists { path: path.to_owned() }.into()),
        _ => {
            asked.write(path)?;
            0
        }
    };
    file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end))).map_err(failed)?;
    Ok(file)
}

/// Skips the games of the input that `file` has completely. Returns the offset after the last of them (bytes).
fn pass(path: &Path, file: &File, games: &mut Games) -> Result<u64, Failure> {
    let mut end = 0;
    for raw in RawGames::new(BufReader::new(file)) {
        let Some(raw) = raw.ok().filter(|raw| raw.complete) else { break };
        let foreign = || AnnotateError::Foreign { path: path.to_owned(), game: raw.number };
        let done = Game::parse(&raw).map_err(|_| foreign())?;
        let own = loop {
            match games.next() {
                None => return Err(foreign().into()),
                Some(Err(error)) if error.is_io() => return Err(games.interrupted(error).into()),
                // The earlier run also skipped invalid games.
                Some(Err(_)) => {}
                Some(Ok(raw)) => {
                    if let Ok((game, _)) = super::work::read(&raw) {
                        break game;
                    }
                }
            }
        };
        if !is_same(&done, &own) {
            return Err(foreign().into());
        }
        games.pass();
        end = raw.end;
    }
    Ok(end)
}

/// Whether both are the same game, apart from annotations.
fn is_same(one: &Game, other: &Game) -> bool {
    let moves = |game: &Game| game.line.moves.iter().map(|node| node.mv).collect::<Vec<_>>();
    let players = |game: &Game| ["White", "Black"].map(|name| game.tag(name).map(str::to_owned));
    one.start == other.start && players(one) == players(other) && moves(one) == moves(other)
}
