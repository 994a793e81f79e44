//! Tables and positions for the tests.
#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]
#![allow(clippy::disallowed_methods, reason = "the environment says where data is")]

use argali_syzygy::Syzygy;
use cozy_chess::{Board, BoardBuilder, Color, Piece, Rank, Square};
use std::path::PathBuf;

/// Folder of the tables: `syzygy` in `$ARGALI_SHARED`, or in `shared` beside the repository.
pub fn folder() -> Option<PathBuf> {
    let shared = std::env::var_os("ARGALI_SHARED")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    let folder = shared.join("syzygy");
    if folder.join("KQvK.rtbw").is_file() {
        Some(folder)
    } else {
        eprintln!("SKIPPED: no tables in {}; set ARGALI_SHARED", folder.display());
        None
    }
}

/// All tables; `None` with a message if there are none.
pub fn tables() -> Option<Syzygy> {
    let tables = Syzygy::from_folders([folder()?]).unwrap();
    assert!(tables.warnings().is_empty(), "{:?}", tables.warnings());
    Some(tables)
}

/// The material of each table, such as `KQvKR`, without the bare kings.
pub fn materials() -> Vec<String> {
    let files = std::fs::read_dir(folder().unwrap()).unwrap();
    let mut names: Vec<String> = files
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rtbw"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

/// The factor by which the tests try more cases: `$ARGALI_SYZYGY_FACTOR`, default 1.
pub fn factor() -> usize {
    std::env::var("ARGALI_SYZYGY_FACTOR").map_or(1, |text| text.parse().unwrap())
}

pub fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub fn is_checkmate(board: &Board) -> bool {
    !board.checkers().is_empty() && !board.generate_moves(|_| true)
}

/// A generator of pseudo-random numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    /// A legal position with the material `name`; the first side is White or Black.
    pub fn position(&mut self, name: &str) -> Board {
        loop {
            if let Some(board) = self.placement(name) {
                return board;
            }
        }
    }

    fn placement(&mut self, name: &str) -> Option<Board> {
        let first = [Color::White, Color::Black][self.below(2)];
        let side_to_move = [Color::White, Color::Black][self.below(2)];
        let mut builder = BoardBuilder { side_to_move, ..BoardBuilder::empty() };
        let mut color = first;
        for letter in name.chars() {
            let piece = match letter {
                'v' => {
                    color = !first;
                    continue;
                }
                letter => letter.to_ascii_lowercase().to_string().parse::<Piece>().unwrap(),
            };
            let square = Square::index(self.below(64));
            let back = matches!(square.rank(), Rank::First | Rank::Eighth);
            if builder.board[square as usize].is_some() || piece == Piece::Pawn && back {
                return None;
            }
            builder.board[square as usize] = Some((piece, color));
        }
        builder.build().ok()
    }
}
