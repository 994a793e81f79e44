//! Blends the score of a position with those of later positions of its game.
//!
//! A shallow search does not see what an extra pawn in the opening is worth; the later endgame shows it. The later scores of the game
//! carry this back, with less noise than the result alone. Source: the λ-return of temporal difference
//! learning (Sutton 1988), over expected points.

use crate::game::Game;
use crate::gradient::sigmoid;
use crate::rescore::NOISY;
use crate::result::GameResult;
use cozy_chess::Color;

/// How scores are blended with later ones.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Later {
    /// Weight of the later scores; the rest is the weight of the position's own score.
    pub weight: f64,
    /// λ, the factor by which the weight falls with each further ply. The result of the game ends the series.
    pub decay: f64,
    /// Centipawns at which the expected points of a score are 0.73.
    pub scale: f64,
}

/// Scores of at least this (centipawns) mean that the game is decided, and are not blended. No blend exceeds it.
const DECIDED: i16 = 2_400;

impl Later {
    /// The game with blended scores. A game of one ply, such as a side position, is not changed.
    #[must_use]
    pub fn blend(&self, game: &Game) -> Game {
        let mut game = game.clone();
        if game.plies.len() < 2 {
            return game;
        }
        let mut ahead = expected_result(game.result);
        for ply in game.plies.iter_mut().rev() {
            if ply.score == NOISY {
                continue;
            }
            let own = f64::from(sigmoid((f64::from(ply.score) / self.scale) as f32));
            if ply.score.unsigned_abs() >= DECIDED.unsigned_abs() {
                ahead = own;
                continue;
            }
            let blended = (1.0 - self.weight) * own + self.weight * ahead;
            ahead = (1.0 - self.decay) * own + self.decay * ahead;
            ply.score = self.centipawns(blended);
        }
        game
    }

    /// The score with these expected points.
    fn centipawns(&self, expected: f64) -> i16 {
        let limit = f64::from(DECIDED);
        (self.scale * (expected / (1.0 - expected)).ln()).clamp(-limit, limit).round() as i16
    }
}

/// White's points.
fn expected_result(result: GameResult) -> f64 {
    f64::from(result.half_points(Color::White)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Ply;
    use cozy_chess::Board;

    fn game(scores: &[i16], result: GameResult) -> Game {
        let plies = scores.iter().map(|&score| Ply { mv: "e2e4".parse().unwrap(), score }).collect();
        Game { start: Board::startpos(), result, plies }
    }

    fn scores(game: &Game) -> Vec<i16> {
        game.plies.iter().map(|ply| ply.score).collect()
    }

    #[test]
    fn without_weight_scores_stay() {
        let later = Later { weight: 0.0, decay: 0.9, scale: 400.0 };
        let before = game(&[10, -250, 0, 1_200, 2_400], GameResult::win(Color::White));
        assert_eq!(scores(&later.blend(&before)), scores(&before));
    }

    #[test]
    fn scores_move_towards_those_that_follow_and_the_result() {
        let later = Later { weight: 0.5, decay: 0.9, scale: 400.0 };
        let won = scores(&later.blend(&game(&[0, 0, 200, 600], GameResult::win(Color::White))));
        assert!(won[0] > 50 && won[1] > won[0] && won[2] > 200 && won[3] > 600, "{won:?}");
        let lost = scores(&later.blend(&game(&[0, 0, -200, -600], GameResult::win(Color::Black))));
        assert_eq!(lost, won.iter().map(|score| -score).collect::<Vec<_>>());
    }

    #[test]
    fn side_positions_stay() {
        let later = Later { weight: 1.0, decay: 1.0, scale: 400.0 };
        assert_eq!(scores(&later.blend(&game(&[35], GameResult::win(Color::Black)))), [35]);
    }

    /// With all weight on the result, the score is that of the result.
    #[test]
    fn full_weight_without_decay_is_the_result() {
        let later = Later { weight: 1.0, decay: 1.0, scale: 400.0 };
        let drawn = later.blend(&game(&[500, -300, 40], GameResult::Draw));
        assert_eq!(scores(&drawn), [0, 0, 0]);
    }
}
