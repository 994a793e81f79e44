//! `argali play`: a game in a terminal.

mod arguments;
mod board;
mod command;
mod error;
mod file;
mod game;
mod opponent;
mod table;

use crate::analyse::Request;
use crate::failure::Failure;
use crate::openings::Openings;
use argali_pgn::Game;
use argali_search::{Castling, Strength};
pub use arguments::PlayArguments;
use arguments::{Side, TimeControl};
use cozy_chess::{Board, Color};
use error::PlayError;
use file::Keeper;
use game::Match;
use opponent::Opponent;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, IsTerminal};
use std::time::Duration;
use table::{Header, Table};

/// Who plays the engine's side.
const ENGINE: &str = concat!("Argali ", env!("CARGO_PKG_VERSION"));

/// Plays a game on standard input and output.
pub fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    let (game, saved, keeper) = begin(arguments)?;
    if let Some(ending) = game.ending() {
        let fen = game.board().to_string();
        return Err(PlayError::Over { fen, reason: ending.reason }.into());
    }
    let person = side(arguments, saved.as_ref());
    let elo = arguments.elo.or_else(|| saved.as_ref().and_then(saved_elo));
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut table = Table {
        game,
        person,
        opponent: Opponent::new(arguments, elo)?,
        keeper,
        header: header(arguments, saved.as_ref(), person, elo),
        openings: Openings::new(),
        opening: None,
        style: board::Style { colors: terminal, ascii: arguments.ascii, flipped: person == Color::Black },
        terminal,
    };
    // No colours if the terminal or the environment (NO_COLOR) says so.
    table.run(&mut io::stdin().lock(), &mut anstream::stdout().lock())
}

/// The game to play, new or resumed, and the file that it is saved in.
fn begin(arguments: &PlayArguments) -> Result<(Match, Option<Game>, Option<Keeper>), Failure> {
    if let Some(path) = &arguments.resume {
        let (keeper, saved) = Keeper::resume(path)?;
        let control = arguments.clock.or_else(|| saved.tag("TimeControl").and_then(control));
        let finished = || PlayError::Finished { path: path.clone(), result: saved.result };
        let game = Match::from_pgn(&saved, control).ok_or_else(finished)?;
        return Ok((game, Some(saved), Some(keeper)));
    }
    let start = match (&arguments.fen, arguments.chess960) {
        (Some(fen), _) => Request::parse(fen, Castling::Standard)?.position.board().clone(),
        (None, Some(number)) => Board::chess960_startpos(number.unwrap_or_else(|| (random() % 960) as u32)),
        (None, None) => Board::startpos(),
    };
    let keeper = arguments.save.as_deref().map(Keeper::append).transpose()?;
    Ok((Match::new(start, arguments.clock), None, keeper))
}

/// The side that the user plays.
fn side(arguments: &PlayArguments, saved: Option<&Game>) -> Color {
    match arguments.side {
        Some(Side::White) => Color::White,
        Some(Side::Black) => Color::Black,
        Some(Side::Random) => Color::ALL[(random() % 2) as usize],
        None => match saved.and_then(|game| game.tag("White")) {
            Some(white) if is_engine(white) => Color::Black,
            _ => Color::White,
        },
    }
}

/// The players, place and date, as in the game's file.
fn header(arguments: &PlayArguments, saved: Option<&Game>, person: Color, elo: Option<u32>) -> Header {
    let own = if person == Color::White { "White" } else { "Black" };
    let known = |name: &str| saved.and_then(|game| game.tag(name)).map(str::to_owned);
    Header {
        event: known("Event").unwrap_or_else(|| "Game against the computer".to_owned()),
        site: known("Site").unwrap_or_else(|| "?".to_owned()),
        date: known("Date").unwrap_or_else(file::today),
        // After a change of sides, this is the engine's name.
        person: known(own).filter(|name| !is_engine(name)).unwrap_or_else(|| arguments.name.clone()),
        engine: elo.map_or(ENGINE.to_owned(), |elo| format!("{ENGINE} ({elo})")),
    }
}

/// The strength of the engine in a saved game, from its name.
fn saved_elo(game: &Game) -> Option<u32> {
    let name =
        ["White", "Black"].into_iter().filter_map(|side| game.tag(side)).find(|name| is_engine(name))?;
    let elo = name.rsplit_once('(')?.1.strip_suffix(')')?.parse().ok()?;
    (Strength::MIN..=Strength::MAX).contains(&elo).then_some(elo)
}

/// Whether this is a name of the engine in a saved game.
fn is_engine(name: &str) -> bool {
    name.starts_with("Argali ")
}

/// A clock as in the tag `TimeControl`: seconds, and the increment in seconds.
fn control(text: &str) -> Option<TimeControl> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |word: &str| word.parse().ok().map(Duration::from_secs);
    Some(TimeControl { time: seconds(time)?, increment: seconds(increment)? })
}

/// 64 random bits: the standard library seeds its hash tables from the system's source of randomness.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::saved_elo;
    use argali_pgn::{Game, RawGame};

    #[test]
    fn a_saved_game_tells_the_strength() {
        let elo = |black| {
            let text = format!("[White \"Somebody (9999)\"]\n[Black \"{black}\"]\n\n*");
            saved_elo(&Game::parse(&RawGame::new(text)).unwrap())
        };
        assert_eq!(elo("Argali 0.1.0 (1200)"), Some(1200));
        assert_eq!([elo("Argali 0.1.0"), elo("Argali 0.1.0 (9)"), elo("Other (1200)")], [None; 3]);
    }
}
