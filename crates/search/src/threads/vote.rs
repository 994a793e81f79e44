//! The vote: chooses the worker whose result becomes the result of the search.

use crate::score::Score;
use crate::tree::deepen::Candidate;
use cozy_chess::Move;

/// The rule that chooses one of several workers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Voting {
    /// Worker 0, on whose iterations time management is based.
    Main,
    /// The worker that completed the deepest iteration.
    Deepest,
    /// A worker whose move has the most votes, weighted by depth and score; a proven win takes precedence.
    #[default]
    Majority,
}

impl Voting {
    /// All rules, for comparisons.
    pub const ALL: [Voting; 3] = [Voting::Main, Voting::Deepest, Voting::Majority];

    /// Chooses one of the workers' results (worker 0 first, at least one). If a depth limit was set, only workers that completed that
    /// depth take part, unless none did.
    pub(crate) fn choose(self, mut candidates: Vec<Candidate>, wanted: Option<u32>) -> Candidate {
        let is_through = |candidate: &Candidate| wanted.is_some_and(|depth| candidate.depth >= depth.max(1));
        if candidates.iter().any(is_through) {
            candidates.retain(is_through);
        }
        let ballots: Vec<Ballot> = candidates.iter().map(Ballot::of).collect();
        candidates.swap_remove(self.count(&ballots))
    }

    /// The index of the chosen ballot.
    fn count(self, ballots: &[Ballot]) -> usize {
        match self {
            Voting::Main => 0,
            Voting::Deepest => {
                let deepest = ballots.iter().map(|ballot| ballot.depth).max();
                ballots.iter().position(|ballot| Some(ballot.depth) == deepest).unwrap_or_default()
            }
            Voting::Majority => vote(ballots),
        }
    }
}

/// A worker's ballot.
#[derive(Clone, Copy, Debug)]
struct Ballot {
    mv: Option<Move>,
    score: Score,
    depth: u32,
}

impl Ballot {
    fn of(candidate: &Candidate) -> Ballot {
        let best = &candidate.lines[0];
        Ballot { mv: best.moves.first().copied(), score: best.score, depth: candidate.depth }
    }
}

/// Chooses a worker: the one with the shortest proven win, if there is one. Otherwise the workers vote for their moves. A vote is
/// weighted by the completed depth and by the distance of the score from the worst score. Of the workers with the winning move the
/// deepest is chosen (the scheme of Stockfish's thread voting, 2018).
fn vote(ballots: &[Ballot]) -> usize {
    let worst = ballots.iter().map(|ballot| ballot.score.raw()).min().unwrap_or_default();
    let weight =
        |ballot: &Ballot| i64::from(ballot.score.raw() - worst + 14) * i64::from(ballot.depth.max(1));
    let votes = |mv: Option<Move>| ballots.iter().filter(|ballot| ballot.mv == mv).map(weight).sum::<i64>();
    let mut chosen = 0;
    for (index, ballot) in ballots.iter().enumerate().skip(1) {
        let best = &ballots[chosen];
        let better = if best.score.is_win() || ballot.score.is_win() {
            ballot.score > best.score
        } else if best.score.is_loss() {
            ballot.score > best.score && ballot.depth >= best.depth
        } else {
            (votes(ballot.mv), ballot.depth) > (votes(best.mv), best.depth) && !ballot.score.is_loss()
        };
        if better {
            chosen = index;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ballot(mv: &str, score: Score, depth: u32) -> Ballot {
        Ballot { mv: mv.parse().ok(), score, depth }
    }

    #[test]
    fn the_majority_of_deep_workers_wins() {
        let ballots = [
            ballot("e2e4", Score::cp(20), 10),
            ballot("d2d4", Score::cp(22), 11),
            ballot("d2d4", Score::cp(21), 12),
        ];
        assert_eq!(vote(&ballots), 2);
    }

    #[test]
    fn a_proven_win_beats_votes_and_the_shortest_is_taken() {
        let ballots = [
            ballot("e2e4", Score::cp(300), 20),
            ballot("e2e4", Score::cp(300), 20),
            ballot("d1h5", Score::mate_in_plies(9), 9),
            ballot("d1g4", Score::mate_in_plies(5), 8),
        ];
        assert_eq!(vote(&ballots), 3);
    }

    #[test]
    fn other_rules_ask_for_the_main_worker_or_for_depth() {
        let ballots = [
            ballot("e2e4", Score::cp(20), 10),
            ballot("d2d4", Score::cp(22), 12),
            ballot("e2e4", Score::cp(25), 11),
        ];
        let chosen = Voting::ALL.map(|voting| voting.count(&ballots));
        assert_eq!(chosen, [0, 1, 2]);
    }

    #[test]
    fn alone_there_is_no_choice() {
        assert_eq!(vote(&[ballot("e2e4", Score::mated_in_plies(4), 3)]), 0);
    }
}
