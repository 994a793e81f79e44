//! The dialogue with the user.

use super::board::{Style, draw};
use super::command::{Command, HELP};
use super::file::Keeper;
use super::game::{Ending, Match, hours, win};
use super::opponent::Opponent;
use crate::failure::Failure;
use crate::openings::{Opening, Openings};
use argali_pgn::{Game, GameResult};
use argali_search::{MoveError, san};
use cozy_chess::{Board, Color};
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// A game, its players, and how it is shown.
pub struct Table {
    /// The game.
    pub game: Match,
    /// The user's side.
    pub person: Color,
    /// The engine.
    pub opponent: Opponent,
    /// The file in which the game is saved, if any.
    pub keeper: Option<Keeper>,
    /// The players.
    pub header: Header,
    /// Names of openings.
    pub openings: Openings,
    /// The last opening that was shown.
    pub opening: Option<Opening>,
    /// How the board is drawn.
    pub style: Style,
    /// Whether the output is a terminal. Otherwise only moves and answers are written.
    pub terminal: bool,
}

/// The players, place and date.
pub struct Header {
    /// The event.
    pub event: String,
    /// The site.
    pub site: String,
    /// The date.
    pub date: String,
    /// The user's name.
    pub person: String,
    /// The engine's name.
    pub engine: String,
}

/// What happens after a command.
enum Next {
    /// The same side is to move.
    Stay,
    /// A move was made, or taken back, or the sides were changed.
    On,
    /// The game is over.
    Over(Ending),
    /// The user leaves.
    Leave,
}

impl Table {
    /// Plays until the game is over, the user leaves, or the output is closed.
    pub fn run(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
        self.converse(input, out).map_err(|error| match error {
            Trouble::Output(error) => Failure::io("standard output")(error),
            Trouble::Other(failure) => failure,
        })
    }

    fn converse(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Trouble> {
        if self.terminal {
            let side = name(self.person);
            writeln!(out, "You play {side} against {}. Type a move, or help.", self.header.engine)?;
        }
        let mut begun = Instant::now();
        let mut fresh = true;
        loop {
            if let Some(ending) = self.game.ending() {
                return self.finish(ending, out);
            }
            let next = if self.game.board().side_to_move() == self.person {
                if fresh {
                    self.show(out)?;
                    begun = Instant::now();
                }
                self.ask(begun, input, out)?
            } else {
                self.answer(out)?
            };
            match next {
                Next::Stay => fresh = false,
                Next::On => {
                    fresh = true;
                    self.save(GameResult::Unknown)?;
                }
                Next::Over(ending) => return self.finish(ending, out),
                Next::Leave => return Ok(self.save(GameResult::Unknown)?),
            }
        }
    }

    /// Reads and executes a command.
    fn ask(
        &mut self,
        begun: Instant,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> Result<Next, Trouble> {
        if self.terminal {
            let dots = if self.person == Color::White { "." } else { "..." };
            write!(out, "{}{dots} ", self.game.board().fullmove_number())?;
            out.flush()?;
        }
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line).map_err(|error| Failure::io("standard input")(error))? == 0 {
            if self.terminal {
                writeln!(out)?;
            }
            return Ok(Next::Leave);
        }
        match Command::parse(&String::from_utf8_lossy(&line)) {
            Command::Nothing => {}
            Command::Move(word) => return self.play(&word, begun.elapsed(), out),
            Command::TakeBack => return self.take_back(out),
            Command::Hint => {
                let hint = self.opponent.hint(self.game.position());
                let board = self.game.board();
                writeln!(out, "Hint: {}", hint.map_or_else(String::new, |mv| san::show(board, mv)))?;
            }
            Command::Draw => {
                if self.opponent.agrees(self.game.board().fullmove_number()) {
                    return Ok(Next::Over(Ending { result: GameResult::Draw, reason: "draw agreed" }));
                }
                writeln!(out, "Argali plays on.")?;
            }
            Command::Resign => {
                let reason = if self.person == Color::White { "White resigns" } else { "Black resigns" };
                return Ok(Next::Over(Ending { result: win(!self.person), reason }));
            }
            Command::Board => out.write_all(self.board().as_bytes())?,
            Command::Flip => {
                self.style.flipped = !self.style.flipped;
                out.write_all(self.board().as_bytes())?;
            }
            Command::Moves => writeln!(out, "{}", self.moves())?,
            Command::Fen => writeln!(out, "{}", fen(self.game.board()))?,
            Command::Switch => {
                self.person = !self.person;
                self.style.flipped = self.person == Color::Black;
                return Ok(Next::On);
            }
            Command::Save(path) if path.is_empty() => writeln!(out, "save FILE: which one?")?,
            Command::Save(path) => match self.save_as(&path) {
                Ok(()) => writeln!(out, "Saved to {path}.")?,
                Err(failure) => writeln!(out, "{failure}")?,
            },
            Command::Help => out.write_all(HELP.as_bytes())?,
            Command::Quit => return Ok(Next::Leave),
        }
        out.flush()?;
        Ok(Next::Stay)
    }

    fn play(&mut self, word: &str, used: Duration, out: &mut impl Write) -> Result<Next, Trouble> {
        match san::parse(self.game.board(), word) {
            Err(MoveError::Syntax(_)) => {
                writeln!(out, "{word:?} is neither a move nor a command; help says what is.")?;
            }
            Err(MoveError::Ambiguous { first, second, .. }) => {
                writeln!(out, "{word} could be {first} or {second}.")?;
            }
            Err(_) => writeln!(out, "{word} is not legal here.")?,
            Ok(mv) => {
                return Ok(match self.game.play(mv, used) {
                    true => Next::On,
                    false => Next::Over(self.game.flagged(self.person)),
                });
            }
        }
        out.flush()?;
        Ok(Next::Stay)
    }

    /// Takes back to the user's last move.
    fn take_back(&mut self, out: &mut impl Write) -> Result<Next, Trouble> {
        if self.game.moves().len() < 2 {
            writeln!(out, "There is no move of yours to take back.")?;
            out.flush()?;
            return Ok(Next::Stay);
        }
        self.game.take_back();
        self.game.take_back();
        self.opponent.forget();
        Ok(Next::On)
    }

    /// Lets the engine move.
    fn answer(&mut self, out: &mut impl Write) -> Result<Next, Trouble> {
        let side = !self.person;
        if self.terminal {
            write!(out, "Argali is thinking …")?;
            out.flush()?;
        }
        let clock = self.game.clock().map(|(left, increment)| (left[side as usize], increment));
        let (mv, used) = self.opponent.choose(self.game.position(), clock);
        if self.terminal {
            write!(out, "\r                    \r")?;
        }
        // Without a legal move the game would be over.
        let Some(mv) = mv else { return Ok(Next::Leave) };
        let board = self.game.board().clone();
        if !self.game.play(mv, used) {
            return Ok(Next::Over(self.game.flagged(side)));
        }
        let dots = if side == Color::White { "." } else { "..." };
        let text = format!("{}{dots} {}", board.fullmove_number(), san::show(&board, mv));
        if self.terminal {
            writeln!(out, "Argali plays {text}")?;
        } else {
            writeln!(out, "{text}")?;
        }
        out.flush()?;
        Ok(Next::On)
    }

    fn finish(&self, ending: Ending, out: &mut impl Write) -> Result<(), Trouble> {
        self.save(ending.result)?;
        if self.terminal {
            out.write_all(self.board().as_bytes())?;
        }
        writeln!(out, "{}: {}", ending.result, ending.reason)?;
        Ok(out.flush()?)
    }

    /// Shows the board, a new opening, and the clocks, on a terminal.
    fn show(&mut self, out: &mut impl Write) -> Result<(), Trouble> {
        if self.terminal {
            writeln!(out)?;
            out.write_all(self.board().as_bytes())?;
            let ordinary = *self.game.start() == Board::startpos();
            let opening = ordinary.then(|| self.openings.of(self.game.boards())).flatten();
            if let Some(opening) = opening.filter(|&opening| self.opening != Some(opening)) {
                writeln!(out, "{} {}", opening.eco, opening.name)?;
                self.opening = Some(opening);
            }
            if let Some(([white, black], _)) = self.game.clock() {
                writeln!(out, "White {}   Black {}", hours(white), hours(black))?;
            }
        }
        Ok(())
    }

    fn board(&self) -> String {
        draw(self.game.board(), self.game.last(), self.style)
    }

    /// The moves so far, with their numbers.
    fn moves(&self) -> String {
        let text = self.game.to_pgn();
        let line = argali_pgn::Line {
            moves: text
                .line
                .moves
                .into_iter()
                .map(|node| argali_pgn::MoveNode { mv: node.mv, ..Default::default() })
                .collect(),
            ..Default::default()
        };
        let game = Game { tags: Vec::new(), line, ..text };
        game.to_string().trim_end().to_owned()
    }

    fn save(&self, result: GameResult) -> Result<(), Failure> {
        self.keeper.as_ref().map_or(Ok(()), |keeper| keeper.save(&self.pgn(result)))
    }

    fn save_as(&mut self, path: &str) -> Result<(), Failure> {
        let keeper = Keeper::append(Path::new(path))?;
        keeper.save(&self.pgn(GameResult::Unknown))?;
        // From now on the game is saved there.
        self.keeper = Some(keeper);
        Ok(())
    }

    fn pgn(&self, result: GameResult) -> Game {
        let mut game = self.game.to_pgn();
        let [white, black] = match self.person {
            Color::White => [&self.header.person, &self.header.engine],
            Color::Black => [&self.header.engine, &self.header.person],
        };
        let result_word = result.to_string();
        let Header { event, site, date, .. } = &self.header;
        let roster = [
            ("Event", event),
            ("Site", site),
            ("Date", date),
            ("Round", &"-".to_owned()),
            ("White", white),
            ("Black", black),
            ("Result", &result_word),
        ];
        let others = std::mem::take(&mut game.tags);
        roster.into_iter().for_each(|(name, value)| game.set_tag(name, value));
        others.into_iter().for_each(|tag| game.set_tag(&tag.name, &tag.value));
        game.result = result;
        game
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// A position as FEN, with the castling of Chess960 as Shredder-FEN.
fn fen(board: &Board) -> String {
    if Game::from_board(board.clone()).is_chess960() { format!("{board:#}") } else { board.to_string() }
}

/// An error that ends the dialogue.
enum Trouble {
    Output(io::Error),
    Other(Failure),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Output(error)
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        Trouble::Other(failure)
    }
}
