//! The hidden values of the network, updated along the moves of a search.
//!
//! Every open move has an entry with the pieces that it moved. The hidden values of an entry are computed lazily: when an
//! evaluation needs them, they are computed from the nearest computed entry below, one move at a time. Most moves of a search are
//! taken back without an evaluation.
//!
//! The two views are computed separately. When a king crosses between the d and the e file, the view of its side is mirrored,
//! and the entries below cannot be used. The values then come from a cache, which holds a board and its values for each view and
//! mirroring; only the pieces that differ are added and removed.

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square};

use crate::features::{self, PieceSquare};
use crate::forward::Lanes;
use crate::network::Network;

/// The hidden values of a network along the moves that a search thread has open: a network's
/// [`State`](crate::Evaluator::State).
///
/// It holds the values of one network at a time. When it is used with another network, it starts over from the given board.
#[derive(Debug, Clone, Default)]
pub struct Accumulators {
    /// Checksum of the network that computed the values, if there are any.
    network: Option<u64>,
    /// Units per row.
    width: usize,
    /// The root at the bottom, then the open moves, then entries of moves that were taken back, which are reused.
    entries: Vec<Entry>,
    /// The entry of the board on top.
    top: usize,
    /// Two rows per entry, for white's view and black's.
    values: Vec<Lanes>,
    cache: Cache,
}

/// One move and the views after it.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    change: Change,
    /// Whether the values of white's and black's view are computed.
    computed: [bool; 2],
    /// Whether white's and black's view are mirrored.
    mirrored: [bool; 2],
}

/// The pieces that a move adds to and removes from squares, `added` and `removed` in number.
#[derive(Debug, Clone, Copy, Default)]
struct Change {
    add: [PieceSquare; 2],
    remove: [PieceSquare; 2],
    added: u8,
    removed: u8,
}

impl Change {
    /// The change of `before` by `mv`.
    fn new(before: &Board, mv: Move) -> Self {
        let us = before.side_to_move();
        let Some(moved) = before.piece_on(mv.from) else { return Self::default() };
        let own = |piece, square| PieceSquare::new(us, piece, square);
        let from = own(moved, mv.from);
        if before.colors(us).has(mv.to) {
            // Castling: king takes own rook.
            let (king, rook) =
                if mv.from.file() < mv.to.file() { (File::G, File::F) } else { (File::C, File::D) };
            let rank = mv.from.rank();
            return Self {
                add: [own(Piece::King, Square::new(king, rank)), own(Piece::Rook, Square::new(rook, rank))],
                remove: [from, own(Piece::Rook, mv.to)],
                added: 2,
                removed: 2,
            };
        }
        let to = own(mv.promotion.unwrap_or(moved), mv.to);
        let taken = match before.piece_on(mv.to) {
            Some(victim) => Some(PieceSquare::new(!us, victim, mv.to)),
            // A pawn that moves to an empty square on another file captures en passant.
            None if moved == Piece::Pawn && mv.from.file() != mv.to.file() => {
                let square = Square::new(mv.to.file(), Rank::Fifth.relative_to(us));
                Some(PieceSquare::new(!us, Piece::Pawn, square))
            }
            None => None,
        };
        Self {
            add: [to, to],
            remove: [from, taken.unwrap_or(from)],
            added: 1,
            removed: 1 + u8::from(taken.is_some()),
        }
    }
}

impl Accumulators {
    /// Starts over from `root`.
    pub(crate) fn reset(&mut self, network: &Network, root: &Board) {
        if self.network != Some(network.checksum()) {
            self.network = Some(network.checksum());
            self.width = network.width();
            self.values.clear();
            self.cache.clear(network);
        }
        self.top = 0;
        self.put(Entry { mirrored: views_mirrored(root), ..Entry::default() });
        for perspective in Color::ALL {
            self.refresh(network, root, perspective);
        }
    }

    /// Follows a move.
    #[inline]
    pub(crate) fn push(&mut self, network: &Network, before: &Board, mv: Move) {
        self.adopt(network, before);
        let mut mirrored = self.entries[self.top].mirrored;
        let change = Change::new(before, mv);
        let us = before.side_to_move();
        if before.king(us) == mv.from {
            let to = if change.added == 2 { castled_king(mv) } else { mv.to };
            mirrored[us as usize] = features::mirrored(to);
        }
        self.top += 1;
        self.put(Entry { change, computed: [false; 2], mirrored });
    }

    /// Follows a null move.
    #[inline]
    pub(crate) fn push_null(&mut self, network: &Network, before: &Board) {
        self.adopt(network, before);
        let mirrored = self.entries[self.top].mirrored;
        self.top += 1;
        self.put(Entry { mirrored, ..Entry::default() });
    }

    /// Takes back the last move; does nothing at the root.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    /// The hidden values of `board`, which is the one on top: those of `us`, then those of the other side.
    #[inline]
    pub(crate) fn hidden(&mut self, network: &Network, board: &Board, us: Color) -> (&[Lanes], &[Lanes]) {
        self.adopt(network, board);
        debug_assert_eq!(
            self.entries[self.top].mirrored,
            views_mirrored(board),
            "evaluated board is not on top"
        );
        for perspective in Color::ALL {
            match self.nearest_computed(perspective) {
                Some(entry) => {
                    for entry in entry..self.top {
                        self.step(network, entry, perspective);
                    }
                }
                None => self.refresh(network, board, perspective),
            }
        }
        let (white, black) = self.values[2 * self.top * self.width..][..2 * self.width].split_at(self.width);
        if us == Color::White { (white, black) } else { (black, white) }
    }

    /// Makes `board` the root if no values of `network` are stored yet.
    #[inline]
    fn adopt(&mut self, network: &Network, board: &Board) {
        if self.network != Some(network.checksum()) {
            self.reset(network, board);
        }
    }

    /// Pushes `entry` on top.
    #[inline]
    fn put(&mut self, entry: Entry) {
        if self.top < self.entries.len() {
            self.entries[self.top] = entry;
        } else {
            self.entries.push(entry);
        }
        let needed = 2 * (self.top + 1) * self.width;
        if self.values.len() < needed {
            self.values.resize(needed, Lanes::ZERO);
        }
    }

    /// The highest computed entry from which the values on top can be updated move by move.
    #[inline]
    fn nearest_computed(&self, perspective: Color) -> Option<usize> {
        let view = perspective as usize;
        let mirrored = self.entries[self.top].mirrored[view];
        for (index, entry) in self.entries[..=self.top].iter().enumerate().rev() {
            if entry.mirrored[view] != mirrored {
                return None;
            }
            if entry.computed[view] {
                return Some(index);
            }
        }
        None
    }

    /// Computes the entry above `entry` from the values of `entry`.
    #[inline]
    fn step(&mut self, network: &Network, entry: usize, perspective: Color) {
        let (view, width) = (perspective as usize, self.width);
        let (below, above) = self.values.split_at_mut(2 * (entry + 1) * width);
        let source = &below[(2 * entry + view) * width..][..width];
        let out = &mut above[view * width..][..width];
        let next = &mut self.entries[entry + 1];
        next.computed[view] = true;
        let Change { add, remove, added, removed } = next.change;
        let mirrored = next.mirrored[view];
        let row = |piece: PieceSquare| network.row(piece.index(perspective, mirrored));
        let dispatch = network.dispatch();
        match (added, removed) {
            (1, 1) => dispatch.update(out, source, [row(add[0])], [row(remove[0])]),
            (1, 2) => dispatch.update(out, source, [row(add[0])], remove.map(row)),
            (2, 2) => dispatch.update(out, source, add.map(row), remove.map(row)),
            _ => out.copy_from_slice(source),
        }
    }

    /// Computes the values on top from the cache.
    fn refresh(&mut self, network: &Network, board: &Board, perspective: Color) {
        let (view, width) = (perspective as usize, self.width);
        let entry = &mut self.entries[self.top];
        entry.computed[view] = true;
        let values = self.cache.bring_to(network, board, perspective, entry.mirrored[view]);
        self.values[(2 * self.top + view) * width..][..width].copy_from_slice(values);
    }
}

/// For each view and mirroring, a board and its hidden values.
#[derive(Debug, Clone, Default)]
struct Cache {
    values: Vec<Lanes>,
    /// The pieces of white, then of black, by kind.
    pieces: [[BitBoard; 12]; 4],
}

impl Cache {
    /// Empty boards; their values are the biases.
    fn clear(&mut self, network: &Network) {
        self.values = network.biases().repeat(4);
        self.pieces = Default::default();
    }

    /// Moves the cached board of this view and mirroring to `board`, and returns its values.
    fn bring_to(&mut self, network: &Network, board: &Board, perspective: Color, mirrored: bool) -> &[Lanes] {
        let width = network.width();
        let slot = 2 * perspective as usize + usize::from(mirrored);
        let values = &mut self.values[slot * width..][..width];
        let (mut added, mut removed) = (PieceList::default(), PieceList::default());
        for color in Color::ALL {
            for piece in Piece::ALL {
                let now = board.colored_pieces(color, piece);
                let cached = &mut self.pieces[slot][6 * color as usize + piece as usize];
                added.extend(color, piece, now - *cached);
                removed.extend(color, piece, *cached - now);
                *cached = now;
            }
        }
        let row = |piece: &PieceSquare| network.row(piece.index(perspective, mirrored));
        let dispatch = network.dispatch();
        let (added, removed) = (added.pieces(), removed.pieces());
        let pairs = added.len().min(removed.len());
        for (add, remove) in added.iter().zip(removed) {
            dispatch.adjust(values, [row(add)], [row(remove)]);
        }
        let (fours, rest) = added[pairs..].as_chunks::<4>();
        for four in fours {
            dispatch.adjust(values, four.each_ref().map(row), []);
        }
        for add in rest {
            dispatch.adjust(values, [row(add)], []);
        }
        for remove in &removed[pairs..] {
            dispatch.adjust(values, [], [row(remove)]);
        }
        values
    }
}

/// Up to a full board.
struct PieceList {
    pieces: [PieceSquare; 64],
    count: usize,
}

impl Default for PieceList {
    fn default() -> Self {
        Self { pieces: [PieceSquare::default(); 64], count: 0 }
    }
}

impl PieceList {
    fn extend(&mut self, color: Color, piece: Piece, squares: BitBoard) {
        for square in squares {
            self.pieces[self.count] = PieceSquare::new(color, piece, square);
            self.count += 1;
        }
    }

    fn pieces(&self) -> &[PieceSquare] {
        &self.pieces[..self.count]
    }
}

fn views_mirrored(board: &Board) -> [bool; 2] {
    Color::ALL.map(|color| features::mirrored(board.king(color)))
}

/// The target square of the king when it castles.
fn castled_king(mv: Move) -> Square {
    Square::new(if mv.from.file() < mv.to.file() { File::G } else { File::C }, mv.from.rank())
}
