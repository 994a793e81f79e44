//! Lazy SMP: the same search on every thread, with one shared table (chessprogramming.org, "Lazy SMP").
//!
//! The workers differ by the depths they search, so that the table fills with different things; in the end they vote.
//! Where they are more than the processors, they take turns (`turnstile.rs`). Worker 0 answers for all from what they have found
//! (`findings.rs`), before they have ended.

use crate::outcome::Outcome;
use crate::score::Score;
use crate::threads::answer::answer;
use crate::threads::pool::Pool;
use crate::threads::setup::Mode;
use crate::threads::shared::Shared;
use crate::threads::turnstile::Turnstile;
use crate::tree::deepen::Reporter;
use crate::tree::worker::{Memory, Worker};
use argali_eval::Evaluator;
use cozy_chess::Move;

/// Which depths a helper leaves out, so that the workers spread over depths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Stagger {
    /// None: all workers search all depths.
    None,
    /// Every second helper leaves out even depths, the others odd ones.
    OddEven,
    /// Helpers leave out runs of depths of different length and phase (the skip blocks of Stockfish 8 and 9).
    #[default]
    SkipBlocks,
    /// Each helper leaves out half of the depths, by a fixed pseudo-random choice.
    Random,
}

const SKIP_SIZE: [u32; 20] = [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4];
const SKIP_PHASE: [u32; 20] = [0, 1, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 6, 7];

impl Stagger {
    /// All schemes, for comparisons.
    pub const ALL: [Stagger; 4] = [Stagger::None, Stagger::OddEven, Stagger::SkipBlocks, Stagger::Random];

    /// Whether helper `worker` (from 1) leaves out `depth`.
    pub(crate) fn skips(self, worker: usize, depth: u32) -> bool {
        match self {
            Stagger::None => false,
            Stagger::OddEven => (depth as usize + worker).is_multiple_of(2),
            Stagger::SkipBlocks => {
                let row = (worker - 1) % SKIP_SIZE.len();
                !((depth + SKIP_PHASE[row]) / SKIP_SIZE[row]).is_multiple_of(2)
            }
            Stagger::Random => {
                let seed = (worker as u64) << 32 | u64::from(depth);
                (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) & 1 == 1
            }
        }
    }
}

/// Who runs when, if not all may run at once.
pub(crate) fn turnstile(mode: &Mode, pool: Option<&Pool>, workers: usize) -> Option<Turnstile> {
    match pool {
        Some(_) if mode.turnstile => Some(Turnstile::one_by_one(workers)),
        #[cfg(feature = "threads")]
        Some(pool) if workers > pool.places() => Some(Turnstile::for_crowd(workers, pool.places())),
        _ => None,
    }
}

/// Runs all workers to their end; the outcome is that of worker 0's end.
pub(crate) fn run<'a, E: Evaluator>(
    shared: &'a Shared<'a, E>,
    memories: &'a mut [Memory<E::State>],
    reporter: Reporter<'a>,
    pool: Option<&Pool>,
) -> Outcome {
    match pool {
        #[cfg(feature = "threads")]
        Some(pool) => {
            let (mut reporter, mut outcome) = (Some(reporter), None);
            let mut lead = Some(&mut outcome);
            let jobs = memories.iter_mut().enumerate().map(|(index, memory)| {
                let lead = reporter.take().zip(lead.take());
                move || {
                    if let Some(turnstile) = &shared.turnstile {
                        turnstile.enter(index);
                    }
                    let _leaving = Leaving { shared, index };
                    if let Some((reporter, outcome)) = lead {
                        *outcome = Some(run_main(shared, memory, reporter));
                    } else if !shared.is_over() {
                        Worker::new(shared, index, memory).deepen();
                    }
                }
            });
            pool.run(jobs, || shared.keep_time());
            outcome.expect("worker 0 answers, or its panic has passed through")
        }
        _ => run_main(shared, &mut memories[0], reporter),
    }
}

/// Runs worker 0, and answers for all.
fn run_main<'a, E: Evaluator>(
    shared: &'a Shared<'a, E>,
    memory: &'a mut Memory<E::State>,
    reporter: Reporter<'a>,
) -> Outcome {
    let mut worker = Worker::new(shared, 0, memory);
    worker.reporter = Some(reporter);
    worker.deepen();
    let mut reporter = worker.reporter.take().expect("given above");
    answer(shared, &shared.findings.all(), &mut reporter)
}

/// What a worker does last, also if an evaluator or observer panics: then the others must not wait for it, nor search on, so that
/// the panic can pass through to the caller.
#[cfg(feature = "threads")]
struct Leaving<'a, E> {
    shared: &'a Shared<'a, E>,
    index: usize,
}

#[cfg(feature = "threads")]
impl<E> Drop for Leaving<'_, E> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.shared.finish(crate::StopReason::Stopped);
            self.shared.stop.wake();
        }
        if let Some(turnstile) = &self.shared.turnstile {
            turnstile.leave(self.index);
        }
    }
}

/// What a worker brings to the vote.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ballot {
    pub mv: Move,
    pub score: Score,
    pub depth: u32,
}

/// Which worker of several answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Voting {
    /// The one on whose iterations time is planned.
    Main,
    /// The one that completed the deepest iteration.
    Deepest,
    /// One of those whose move has most votes, by depth and score; a proven win above all.
    #[default]
    Majority,
}

impl Voting {
    /// All rules, for comparisons.
    pub const ALL: [Voting; 3] = [Voting::Main, Voting::Deepest, Voting::Majority];

    /// The index of the ballot that is chosen.
    pub(crate) fn choose(self, ballots: &[Ballot]) -> usize {
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

/// Chooses the worker that answers: the shortest proven win if there is one; otherwise the move with most votes, each
/// worker's vote weighing its completed depth and how far its score lies above the worst, and of those
/// who chose that move, the deepest (the scheme of Stockfish's thread voting, 2018).
fn vote(ballots: &[Ballot]) -> usize {
    let worst = ballots.iter().map(|ballot| ballot.score.raw()).min().unwrap_or_default();
    let weight =
        |ballot: &Ballot| i64::from(ballot.score.raw() - worst + 14) * i64::from(ballot.depth.max(1));
    let votes = |mv: Move| ballots.iter().filter(|ballot| ballot.mv == mv).map(weight).sum::<i64>();
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
        Ballot { mv: mv.parse().unwrap(), score, depth }
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
        let chosen = Voting::ALL.map(|voting| voting.choose(&ballots));
        assert_eq!(chosen, [0, 1, 2]);
    }

    #[test]
    fn alone_there_is_no_choice() {
        assert_eq!(vote(&[ballot("e2e4", Score::mated_in_plies(4), 3)]), 0);
    }

    #[test]
    fn each_scheme_but_none_spreads_the_helpers() {
        for scheme in Stagger::ALL {
            let pattern = |worker| (1..=12).map(|depth| scheme.skips(worker, depth)).collect::<Vec<_>>();
            assert_eq!(pattern(1) == pattern(2), scheme == Stagger::None, "{scheme:?}");
            // No helper leaves out everything.
            for worker in 1..=256 {
                assert!((1..=12).any(|depth| !scheme.skips(worker, depth)), "{scheme:?} {worker}");
            }
        }
    }
}
