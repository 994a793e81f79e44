//! The hot paths of a search, each as a fixed piece of work. The benchmark `hot` measures their time, and `instructions` their
//! instructions.

use crate::random::{Random, mix};
use crate::{memories, positions};
use argali_eval::features::INPUTS;
use argali_eval::{Classical, Evaluator, Kernel, Network, Parameters};
use argali_search::bench_internals::MovePicking;
use argali_search::{Engine, Limits};
use argali_suite::legal_moves;
use argali_tt::Table;
use argali_uci::{Castling, Command, Start, set_up};
use cozy_chess::{Board, Move};
use std::hint::black_box;

/// A fixed piece of work.
pub struct HotPath {
    /// Its name.
    pub name: String,
    /// The number of operations in one run: evaluations, moves or lines of text.
    pub elements: u64,
    /// Does the work once.
    pub run: Box<dyn FnMut()>,
}

impl std::fmt::Debug for HotPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HotPath").field("name", &self.name).finish_non_exhaustive()
    }
}

impl HotPath {
    fn new(name: impl Into<String>, elements: usize, run: impl FnMut() + 'static) -> HotPath {
        HotPath { name: name.into(), elements: elements as u64, run: Box::new(run) }
    }
}

/// All pieces of work.
///
/// # Panics
/// If there is not enough memory.
#[must_use]
pub fn all() -> Vec<HotPath> {
    let mut paths = vec![classical()];
    let network = random_network();
    for kernel in Kernel::available() {
        if let Ok(network) = network.clone().with_kernel(kernel) {
            paths.push(incremental(network.clone()));
            paths.push(refresh(network));
        }
    }
    paths.extend([move_picking(), table(), parsing(), setting_up(), search()]);
    paths
}

/// The boards of the bench suite.
fn boards() -> Vec<Board> {
    positions::all().into_iter().map(|(_, position)| position.board().clone()).collect()
}

fn classical() -> HotPath {
    let boards = boards();
    HotPath::new("eval/classical", boards.len(), move || {
        for board in &boards {
            black_box(Classical.evaluate(black_box(board), &mut ()));
        }
    })
}

/// A network of the size of the embedded one, with random weights. Its values are useless but cost the same, and the benchmark does not
/// change with each new network.
fn random_network() -> Network {
    let mut random = Random::new(1);
    let shape = Network::embedded().shape();
    let (hidden, buckets) = (shape.hidden(), shape.buckets());
    let mut weights = |count: usize, limit: u64| -> Vec<i16> {
        (0..count).map(|_| random.below(2 * limit + 1) as i16 - limit as i16).collect()
    };
    let parameters = Parameters {
        feature_weights: weights(INPUTS * hidden, 60),
        feature_biases: weights(hidden, 60),
        output_weights: weights(buckets * 2 * hidden, 100),
        output_biases: vec![0; buckets],
    };
    Network::from_quantised(shape, parameters).expect("as many weights as the shape has")
}

/// Plays a move, evaluates its board and takes the move back, as a search does.
fn incremental(network: Network) -> HotPath {
    let mut evaluated = 0;
    let work: Vec<(Board, Vec<(Move, Board)>)> = boards()
        .into_iter()
        .map(|board| {
            let after = |mv: Move| {
                let mut after = board.clone();
                after.play(mv);
                (mv, after)
            };
            let moves: Vec<_> = legal_moves(&board).into_iter().map(after).collect();
            evaluated += moves.len();
            (board, moves)
        })
        .collect();
    let mut state = <Network as Evaluator>::State::default();
    HotPath::new(format!("eval/network after a move/{}", network.kernel().name()), evaluated, move || {
        for (board, moves) in &work {
            network.reset(board, &mut state);
            for (mv, after) in moves {
                network.push(board, *mv, after, &mut state);
                black_box(network.evaluate(after, &mut state));
                network.pop(&mut state);
            }
        }
    })
}

fn refresh(network: Network) -> HotPath {
    let boards = boards();
    let mut state = <Network as Evaluator>::State::default();
    HotPath::new(format!("eval/network from scratch/{}", network.kernel().name()), boards.len(), move || {
        for board in &boards {
            network.reset(black_box(board), &mut state);
            black_box(network.evaluate(board, &mut state));
        }
    })
}

/// Picks all moves of each board, in the order of a search without histories.
fn move_picking() -> HotPath {
    let boards = boards();
    let moves = boards.iter().map(|board| legal_moves(board).len()).sum();
    let mut picking = MovePicking::new();
    HotPath::new("search/pick all moves", moves, move || {
        for board in &boards {
            picking.pick_all(board, |mv| {
                black_box(mv);
            });
        }
    })
}

fn table() -> HotPath {
    const KEYS: u64 = 1000;
    let table = Table::new(1).expect("1 MiB is available");
    HotPath::new("tt/store and probe", KEYS as usize, move || {
        for key in (0..KEYS).map(mix) {
            table.store(key, memories::entry(key));
            black_box(table.probe(key));
        }
    })
}

const GAME: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 b3c2 c7c5 \
                    d2d4 d8c7 b1d2 c5d4 c3d4 a5c6 d2b3 a6a5 c1e3 a5a4 b3d2 c8d7 a1c1 c7b7 d2f1 f8c8 f1g3 c6b4 c2b1 c8c1";

fn parsing() -> HotPath {
    let lines = [
        format!("position startpos moves {GAME}"),
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1"
            .to_owned(),
        "go wtime 300000 btime 300000 winc 3000 binc 3000 movestogo 40".to_owned(),
        "setoption name Hash value 256".to_owned(),
        "isready".to_owned(),
    ];
    HotPath::new("uci/parse a line", lines.len(), move || {
        for line in &lines {
            let _ = black_box(Command::parse(black_box(line)));
        }
    })
}

fn setting_up() -> HotPath {
    let moves: Vec<String> = GAME.split_whitespace().map(str::to_owned).collect();
    HotPath::new("uci/play the moves of a game", moves.len(), move || {
        let _ = black_box(set_up(&Start::Startpos, black_box(&moves), Castling::Standard));
    })
}

/// A whole search from an empty table. An element is a position.
fn search() -> HotPath {
    let positions = positions::spread(4);
    let mut engine = Engine::builder().hash_mib(1).build().expect("1 MiB is available");
    HotPath::new("search/depth 5", positions.len(), move || {
        for (_, position) in &positions {
            engine.new_game();
            black_box(engine.search(position, &Limits::new().depth(5)));
        }
    })
}
