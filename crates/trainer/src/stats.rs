//! Statistics of files of games.

use crate::filter::Filter;
use crate::game::Game;
use crate::writer::Tally;
use cozy_chess::Color;
use std::collections::BTreeMap;
use std::fmt;

/// Width of a bin of the histogram of scores, in centipawns.
const SCORE_BIN: i32 = 100;
/// Scores from here on share a bin, in centipawns.
const SCORE_LIMIT: i32 = 3_000;
/// Width of a bin of the histogram of lengths, in plies.
const LENGTH_BIN: u64 = 20;
/// Width of a bin of the histogram of pieces.
const PIECE_BIN: u64 = 4;

/// Counts over games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// The totals.
    pub tally: Tally,
    /// Games won by Black, drawn, won by White.
    pub results: [u64; 3],
    /// Games with an unusual start: Chess960, or a book position without castling rights.
    pub unusual_starts: u64,
    /// Positions in check.
    pub in_check: u64,
    /// Kept positions by score of the side to move, in centipawns; the key is a bin's lower bound.
    pub scores: BTreeMap<i32, u64>,
    /// Games by recorded plies.
    pub lengths: BTreeMap<u64, u64>,
    /// Kept positions by pieces on the board.
    pub pieces: BTreeMap<u64, u64>,
}

impl Stats {
    /// Counts a game.
    pub fn add(&mut self, game: &Game, filter: &Filter) {
        self.tally.games += 1;
        self.tally.positions += game.plies.len() as u64;
        self.results[game.result as usize] += 1;
        self.unusual_starts += u64::from(!has_usual_castling(game));
        let length = game.plies.len() as u64 / LENGTH_BIN * LENGTH_BIN;
        *self.lengths.entry(length).or_default() += 1;
        game.visit(|board, ply| {
            self.in_check += u64::from(!board.checkers().is_empty());
            if !filter.keeps(board, ply) {
                return;
            }
            self.tally.kept += 1;
            let score = i32::from(ply.score_for(board.side_to_move())).clamp(-SCORE_LIMIT, SCORE_LIMIT);
            *self.scores.entry(score.div_euclid(SCORE_BIN) * SCORE_BIN).or_default() += 1;
            let pieces = u64::from(board.occupied().len()) / PIECE_BIN * PIECE_BIN;
            *self.pieces.entry(pieces).or_default() += 1;
        });
    }
}

/// Whether there are castling rights, all of them with the king on the e file and the rook on the a or h file.
fn has_usual_castling(game: &Game) -> bool {
    use cozy_chess::File;
    let board = &game.start;
    let mut any = false;
    let usual = Color::ALL.iter().all(|&color| {
        let rights = board.castle_rights(color);
        let has = rights.short.is_some() || rights.long.is_some();
        any |= has;
        !has || board.king(color).file() == File::E
            && rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A)
    });
    usual && any
}

/// Characters of the longest bar.
const BAR: u64 = 50;

fn histogram<K: Copy + fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    bins: &BTreeMap<K, u64>,
) -> fmt::Result {
    writeln!(f, "{title}")?;
    let most = bins.values().copied().max().unwrap_or(1).max(1);
    let total: u64 = bins.values().sum();
    for (from, &count) in bins {
        let bar = "#".repeat((count * BAR / most) as usize);
        writeln!(f, "  {from:>6} {count:>10} {:>5.1} % {bar}", percent(count, total))?;
    }
    Ok(())
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { games, positions, kept } = self.tally;
        let [black, draws, white] = self.results;
        writeln!(f, "games      {games}")?;
        writeln!(
            f,
            "results    {white} white ({:.1} %), {draws} draws ({:.1} %), {black} black ({:.1} %)",
            percent(white, games),
            percent(draws, games),
            percent(black, games)
        )?;
        writeln!(f, "unusual    {} starts", self.unusual_starts)?;
        writeln!(f, "positions  {positions}, {:.1} a game", positions as f64 / games.max(1) as f64)?;
        writeln!(f, "in check   {} ({:.1} %)", self.in_check, percent(self.in_check, positions))?;
        writeln!(f, "kept       {kept} ({:.1} %)", percent(kept, positions))?;
        histogram(f, "games by recorded plies, from", &self.lengths)?;
        histogram(f, "kept positions by pieces, from", &self.pieces)?;
        histogram(f, "kept positions by score of the side to move (centipawns), from", &self.scores)
    }
}
