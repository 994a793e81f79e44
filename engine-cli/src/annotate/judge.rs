//! Expected scores, accuracy, and errors.
//!
//! The formulas are those of Lichess (<https://lichess.org/page/accuracy>), so that the figures can be compared. They are fitted to games of
//! humans, while [`Wdl`](argali_search::Wdl) is fitted to games of engines.

use argali_search::{Score, ScoreKind};
use cozy_chess::{Board, Color};
use std::fmt;

/// An evaluation from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Centipawns, of which 100 mean an even chance to win between engines.
    Centipawns(i32),
    /// Moves to mate; negative if Black mates.
    Mate(i32),
    /// This side has mated.
    Checkmate(Color),
}

/// Scores are clamped to this, and a mate counts as this (centipawns).
const MOST: i32 = 1_000;

impl Eval {
    /// The evaluation for a score of the side to move on `board`.
    pub fn new(score: Score, board: &Board) -> Eval {
        let side = board.side_to_move();
        let sign = if side == Color::White { 1 } else { -1 };
        match score.kind() {
            ScoreKind::Mate(0) => Eval::Checkmate(!side),
            ScoreKind::Mate(moves) => Eval::Mate(sign * moves),
            _ => Eval::Centipawns(sign * score.centipawns().unwrap_or_default()),
        }
    }

    /// Centipawns between ±1,000.
    pub fn clamped(self) -> i32 {
        match self {
            Eval::Centipawns(centipawns) => centipawns.clamp(-MOST, MOST),
            Eval::Mate(moves) => MOST * moves.signum(),
            Eval::Checkmate(Color::White) => MOST,
            Eval::Checkmate(Color::Black) => -MOST,
        }
    }

    /// White's expected score between humans, in percent.
    pub fn win_percent(self) -> f64 {
        50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * f64::from(self.clamped())).exp()) - 1.0)
    }

    /// The evaluation as in the command `[%eval]` of a comment; `None` after mate.
    pub fn command(self) -> Option<String> {
        match self {
            Eval::Centipawns(centipawns) => Some(format!("{:.2}", f64::from(centipawns) / 100.0)),
            Eval::Mate(moves) => Some(format!("#{moves}")),
            Eval::Checkmate(_) => None,
        }
    }
}

impl fmt::Display for Eval {
    /// As text: `+0.35`, `#-3`, and the result after a mate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eval::Centipawns(centipawns) => write!(f, "{:+.2}", f64::from(*centipawns) / 100.0),
            Eval::Mate(moves) => write!(f, "#{moves}"),
            Eval::Checkmate(Color::White) => f.write_str("1-0"),
            Eval::Checkmate(Color::Black) => f.write_str("0-1"),
        }
    }
}

/// The kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Error {
    /// A loss of 5 percent of the expected score or more.
    Inaccuracy,
    /// 10 percent or more.
    Mistake,
    /// 15 percent or more.
    Blunder,
}

impl Error {
    /// The kind of error for a loss of expected score, by Lichess's limits (percent).
    pub fn of(loss: f64) -> Option<Error> {
        match loss {
            15.0.. => Some(Error::Blunder),
            10.0.. => Some(Error::Mistake),
            5.0.. => Some(Error::Inaccuracy),
            _ => None,
        }
    }

    /// The numeric annotation glyph: `?!`, `?` or `??`.
    pub fn glyph(self) -> u8 {
        match self {
            Error::Inaccuracy => 6,
            Error::Mistake => 2,
            Error::Blunder => 4,
        }
    }

    /// The glyph as text.
    pub fn sign(self) -> &'static str {
        match self {
            Error::Inaccuracy => "?!",
            Error::Mistake => "?",
            Error::Blunder => "??",
        }
    }

    /// The error's name.
    pub fn name(self) -> &'static str {
        match self {
            Error::Inaccuracy => "Inaccuracy",
            Error::Mistake => "Mistake",
            Error::Blunder => "Blunder",
        }
    }
}

/// A summary of a side's play.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Accuracy in percent.
    pub accuracy: f64,
    /// Average loss per move in centipawns.
    pub loss: f64,
    /// Inaccuracies, mistakes and blunders.
    pub errors: [usize; 3],
}

/// The expected score that a move by `side` loses, from `before` to `after` (percent).
pub fn loss(side: Color, before: Eval, after: Eval) -> f64 {
    (sided(side, before.win_percent()) - sided(side, after.win_percent())).max(0.0)
}

/// White's expected score from this side's point of view.
fn sided(side: Color, white: f64) -> f64 {
    if side == Color::White { white } else { 100.0 - white }
}

/// Accuracy of a move that loses `loss` percent of the expected score.
fn move_accuracy(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    let raw = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * loss).exp() - 3.166_924_740_191_411;
    // One percent for the engine's own uncertainty.
    (raw + 1.0).clamp(0.0, 100.0)
}

/// Summaries of White's and Black's play for a game with these evaluations, where `first` moves first. A side without a move has none.
/// Errors are not counted.
pub fn summaries(first: Color, evals: &[Eval]) -> [Option<Summary>; 2] {
    let percents: Vec<f64> = evals.iter().map(|eval| eval.win_percent()).collect();
    let weights = volatilities(&percents);
    let moves = evals.windows(2).zip(weights).enumerate().map(|(index, (pair, weight))| {
        let side = if index % 2 == 0 { first } else { !first };
        let sign = if side == Color::White { 1 } else { -1 };
        let centipawns = (sign * (pair[0].clamped() - pair[1].clamped())).max(0);
        (side, move_accuracy(loss(side, pair[0], pair[1])), weight, f64::from(centipawns))
    });
    let moves: Vec<_> = moves.collect();
    [Color::White, Color::Black].map(|side| {
        let own: Vec<_> = moves.iter().filter(|entry| entry.0 == side).collect();
        if own.is_empty() {
            return None;
        }
        let count = own.len() as f64;
        let weighted = own.iter().map(|entry| entry.1 * entry.2).sum::<f64>()
            / own.iter().map(|entry| entry.2).sum::<f64>();
        let harmonic = count / own.iter().map(|entry| 1.0 / entry.1.max(1.0)).sum::<f64>();
        let loss = own.iter().map(|entry| entry.3).sum::<f64>() / count;
        Some(Summary { accuracy: f64::midpoint(weighted, harmonic), loss, errors: [0; 3] })
    })
}

/// The weight of each move: the standard deviation of the expected score in a window of positions. Accuracy counts more in volatile phases.
fn volatilities(percents: &[f64]) -> Vec<f64> {
    let moves = percents.len().saturating_sub(1);
    let size = (moves / 10).clamp(2, 8).min(percents.len());
    let windows = percents.windows(size.max(1));
    let first = windows.clone().next().unwrap_or_default();
    // The windows of the first moves would begin before the game.
    let early = std::iter::repeat_n(first, size.saturating_sub(2));
    early.chain(windows).map(|window| deviation(window).clamp(0.5, 12.0)).take(moves).collect()
}

fn deviation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Eval::{Centipawns, Checkmate, Mate};

    #[test]
    fn the_chance_to_win_is_that_of_lichess() {
        // https://lichess.org/page/accuracy
        for (centipawns, percent) in [(0, 50.0), (100, 59.1), (300, 75.1), (-200, 32.4), (5_000, 97.5)] {
            let found = Centipawns(centipawns).win_percent();
            assert!((found - percent).abs() < 0.06, "{centipawns}: {found}");
        }
        assert_eq!(Mate(-3).win_percent(), Centipawns(-1_000).win_percent());
        assert_eq!(Checkmate(Color::White).win_percent(), Centipawns(1_000).win_percent());
    }

    #[test]
    fn evaluations_are_those_of_white() {
        let black: Board = "4k3/8/8/8/8/8/8/4K2R b - - 0 1".parse().unwrap();
        assert_eq!(Eval::new(Score::mate_in_plies(3), &black), Mate(-2));
        assert_eq!(Eval::new(Score::mated_in_plies(0), &black), Checkmate(Color::White));
        let Centipawns(centipawns) = Eval::new(Score::cp(-50), &black) else { panic!() };
        assert!(centipawns > 0);
        let texts =
            [Centipawns(35), Centipawns(-4), Mate(-3), Checkmate(Color::Black)].map(|eval| eval.to_string());
        assert_eq!(texts, ["+0.35", "-0.04", "#-3", "0-1"]);
        assert_eq!(
            [Centipawns(-120).command(), Mate(2).command(), Checkmate(Color::White).command()],
            [Some("-1.20".into()), Some("#2".into()), None]
        );
    }

    #[test]
    fn an_error_is_known_by_what_it_gives_away() {
        let error = |side, before, after| Error::of(loss(side, before, after));
        assert_eq!(error(Color::White, Centipawns(0), Centipawns(-40)), None);
        assert_eq!(error(Color::White, Centipawns(0), Centipawns(-60)), Some(Error::Inaccuracy));
        assert_eq!(error(Color::White, Centipawns(0), Centipawns(-120)), Some(Error::Mistake));
        assert_eq!(error(Color::White, Centipawns(0), Centipawns(-200)), Some(Error::Blunder));
        assert_eq!(error(Color::Black, Centipawns(0), Centipawns(200)), Some(Error::Blunder));
        assert_eq!(error(Color::Black, Centipawns(0), Centipawns(-200)), None);
        // Two rooks more or less matter little in a game that is won, and a mate that is missed little if the rest wins as well.
        assert_eq!(error(Color::White, Centipawns(2_500), Centipawns(1_500)), None);
        assert_eq!(error(Color::White, Mate(2), Centipawns(900)), None);
        assert_eq!(error(Color::White, Mate(2), Centipawns(100)), Some(Error::Blunder));
        assert_eq!(error(Color::Black, Centipawns(0), Mate(1)), Some(Error::Blunder));
    }

    #[test]
    fn a_game_without_loss_is_played_with_full_accuracy() {
        let [white, black] = summaries(Color::White, &[Centipawns(20); 9]);
        assert_eq!(white, Some(Summary { accuracy: 100.0, ..Summary::default() }));
        assert_eq!(black, white);
    }

    /// The figures were computed by a program of its own in Python after the published description.
    #[test]
    fn accuracy_is_that_of_the_published_formula() {
        let evals = [15, 20, 10, 30, -80, -60, -300, -280, -310, 50, 40, 60, 300, 290, 1_200].map(Centipawns);
        let [white, black] = summaries(Color::White, &evals).map(Option::unwrap);
        assert!((white.accuracy - 99.817_632_408_1).abs() < 1e-6, "{white:?}");
        assert!((black.accuracy - 67.067_121_950_1).abs() < 1e-6, "{black:?}");
        let [first, second] = summaries(Color::Black, &evals).map(Option::unwrap);
        assert!(first.accuracy > second.accuracy);
    }

    #[test]
    fn a_side_without_a_move_has_no_summary() {
        assert_eq!(summaries(Color::White, &[Centipawns(0)]), [None, None]);
        let [white, black] = summaries(Color::Black, &[Centipawns(0), Centipawns(5)]);
        assert!(white.is_none() && black.is_some());
    }
}
