//! Solves a Connect Four position by alpha-beta, with a transposition table and without, and counts the nodes.
//!
//!     cargo run --release --example connect_four -- 4444432255
//!
//! The digits are the columns played so far, 1 to 7 from the left.
#![allow(clippy::print_stdout)]

use argali_tt::{Bound, Entry, NO_EVAL, Table};
use std::time::Instant;

const WIDTH: u32 = 7;
const HEIGHT: u32 = 6;
const SQUARES: u32 = WIDTH * HEIGHT;

/// Bits of a column: its squares from the bottom up, and one above that is always empty, so that lines of bits do not
/// run from one column into the next.
const STEP: u32 = HEIGHT + 1;

/// Columns from the centre outwards, where more lines pass.
const ORDER: [u32; WIDTH as usize] = [3, 2, 4, 1, 5, 0, 6];

#[derive(Clone, Copy, Default)]
struct Position {
    /// Discs of the side to move.
    own: u64,
    /// Discs of both sides.
    all: u64,
}

impl Position {
    /// The square that a disc in this column falls to; `None` if the column is full.
    fn landing(self, column: u32) -> Option<u64> {
        let squares = ((1 << HEIGHT) - 1) << (column * STEP);
        let square = (self.all + (1 << (column * STEP))) & squares;
        (square != 0).then_some(square)
    }

    fn play(self, square: u64) -> Self {
        Self { own: self.own ^ self.all, all: self.all | square }
    }

    fn discs(self) -> u32 {
        self.all.count_ones()
    }

    /// Whether a disc of the side to move on this square makes four in a row.
    fn wins(self, square: u64) -> bool {
        let own = self.own | square;
        [1, STEP - 1, STEP, STEP + 1].into_iter().any(|step| {
            let pairs = own & own >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    /// A key for the table, whose bits must be well mixed. Discs of one side plus discs of both is a number that no
    /// other position has, and the mixing (SplitMix64's) can be undone, so the key is unique too.
    fn key(self) -> u64 {
        let word = self.own + self.all;
        let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }
}

struct Solver<'a> {
    table: Option<&'a Table>,
    nodes: u64,
}

impl Solver<'_> {
    /// The score of a position in which no one has four in a row: 0 is a draw, and 1 more for the winner (less for the
    /// loser) for each square that is still empty when the last disc but one is played. It is exact within the window.
    fn solve(&mut self, position: Position, mut alpha: i16, mut beta: i16) -> i16 {
        self.nodes += 1;
        let empty = (SQUARES - position.discs()) as i16;
        if empty == 0 {
            return 0;
        }
        if ORDER.into_iter().filter_map(|column| position.landing(column)).any(|square| position.wins(square))
        {
            return empty;
        }
        // The best to hope for is a win with the move after next, the worst a loss with the next.
        (alpha, beta) = (alpha.max(1 - empty), beta.min((empty - 2).max(0)));
        if alpha >= beta {
            return alpha.min(beta);
        }

        let key = position.key();
        let known = self.table.and_then(|table| table.probe(key));
        // Every search goes to the end of the game, so any depth is enough.
        if let Some(score) = known.and_then(|entry| entry.cutoff(0, alpha, beta)) {
            return score;
        }

        // The move that was best before comes first. Columns are stored from 1, as 0 is no move.
        let mut order = ORDER;
        let first =
            known.and_then(|entry| order.iter().position(|&column| column + 1 == u32::from(entry.mv)));
        order[..first.map_or(0, |first| first + 1)].rotate_right(usize::from(first.is_some()));

        let (original, mut best, mut mv) = (alpha, i16::MIN, 0);
        for column in order {
            let Some(square) = position.landing(column) else { continue };
            let score = -self.solve(position.play(square), -beta, -alpha);
            if score > best {
                (best, mv) = (score, column as u16 + 1);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        if let Some(table) = self.table {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best <= original => Bound::Upper,
                _ => Bound::Exact,
            };
            // The larger the rest of the game, the dearer the entry.
            table.store(key, Entry { mv, score: best, eval: NO_EVAL, depth: empty as u8, bound, pv: false });
        }
        best
    }
}

/// The position after some columns; `None` if they are no game, or one that is over.
fn parse(columns: &str) -> Option<Position> {
    columns.chars().try_fold(Position::default(), |position, column| {
        let column = column.to_digit(10)?.checked_sub(1).filter(|&column| column < WIDTH)?;
        let square = position.landing(column)?;
        (!position.wins(square)).then(|| position.play(square))
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let columns = std::env::args().nth(1).unwrap_or_else(|| "4444432255".to_owned());
    let position = parse(&columns).ok_or(format!("{columns:?} is no unfinished game of columns 1 to 7"))?;
    let table = Table::new(64)?;
    for (name, table) in [("with the table", Some(&table)), ("without", None)] {
        let start = Instant::now();
        let mut solver = Solver { table, nodes: 0 };
        let score = solver.solve(position, -(SQUARES as i16), SQUARES as i16);
        println!("{name}: score {score:+}, {} nodes, {:.2} s", solver.nodes, start.elapsed().as_secs_f64());
    }
    Ok(())
}
