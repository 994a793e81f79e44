//! Several lines as GUIs need them, whatever ends the search: see the referee.

mod referee;
mod talk;

use argali_suite::legal_moves;
use argali_uci::Castling;
use cozy_chess::Board;
use proptest::prelude::*;
use referee::Referee;
use std::thread;
use std::time::Duration;
use talk::Talk;

const PATIENCE: Duration = Duration::from_secs(60);

/// What ends a search.
#[derive(Clone, Debug)]
enum End {
    Depth(u32),
    Nodes(u64),
    MoveTime(u64),
    /// A stop after so many microseconds, of which the first ones are over before the search begins.
    Stop(u64),
    /// A ponder hit after so many microseconds, and the clock.
    PonderHit(u64),
}

fn ends() -> impl Strategy<Value = End> {
    prop_oneof![
        (1u32..7).prop_map(End::Depth),
        (1u64..3_000).prop_map(End::Nodes),
        (0u64..20).prop_map(End::MoveTime),
        (0u64..8_000).prop_map(End::Stop),
        (0u64..8_000).prop_map(End::PonderHit),
    ]
}

fn reached(start: Board, choices: &[prop::sample::Index]) -> Board {
    let mut board = start;
    for choice in choices {
        let moves = legal_moves(&board);
        if moves.is_empty() {
            break;
        }
        board.play(*choice.get(&moves));
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Index by index, same depth, exact, no duplicates, as many as asked for or as there are moves.
    #[test]
    fn several_lines_are_in_order_and_complete(
        starts in (0u32..960, 0u32..960),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..120),
        lines in 1usize..12,
        threads in prop::sample::select(vec![1, 1, 2, 4]),
        only in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        wdl: bool,
        searches in prop::collection::vec(ends(), 1..4),
    ) {
        // Double Chess960: each side has an array of its own.
        let board = reached(Board::double_chess960_startpos(starts.0, starts.1), &choices);
        let legal = legal_moves(&board);
        let only: Vec<_> =
            if legal.is_empty() { vec![] } else { only.iter().map(|index| *index.get(&legal)).collect() };
        let restriction: String =
            only.iter().map(|&mv| format!(" {}", Castling::Chess960.uci(&board, mv))).collect();
        let restriction =
            if only.is_empty() { restriction } else { format!(" searchmoves{restriction}") };

        let talk = Talk::new(|session| session);
        talk.say("setoption name UCI_Chess960 value true");
        talk.say(&format!("setoption name UCI_ShowWDL value {wdl}"));
        talk.say(&format!("setoption name Threads value {threads}"));
        talk.say(&format!("setoption name MultiPV value {lines}"));
        talk.say(&format!("position fen {board:#}"));
        for end in searches {
            let (go, then, after) = match end {
                End::Depth(depth) => (format!("go depth {depth}"), None, 0),
                End::Nodes(nodes) => (format!("go nodes {nodes}"), None, 0),
                End::MoveTime(ms) => (format!("go movetime {ms}"), None, 0),
                End::Stop(micros) => ("go infinite".to_owned(), Some("stop"), micros),
                End::PonderHit(micros) => ("go ponder wtime 300 btime 300".to_owned(), Some("ponderhit"), micros),
            };
            talk.say(&format!("{go}{restriction}"));
            if let Some(then) = then {
                thread::sleep(Duration::from_micros(after));
                talk.say(then);
            }
            let mut referee = Referee::new(board.clone(), Castling::Chess960, lines, &only, true);
            let mut said = 0;
            loop {
                let line = talk.output.recv_timeout(PATIENCE).expect("it hangs or has ended");
                if line.starts_with("bestmove") {
                    referee.hear_best(&line);
                    break;
                }
                said += usize::from(line.starts_with("info depth"));
                referee.hear(&line);
            }
            prop_assert!(said > 0, "an answer without a line");
        }
        prop_assert!(talk.end().is_empty());
    }
}
