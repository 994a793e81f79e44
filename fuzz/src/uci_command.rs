//! No line of text makes the parsers of commands, options, positions and moves panic. A position that was read is the same after writing and
//! reading it again.

use argali_search::{Position, san};
use argali_uci::{Castling, Command, OptionTable, Start, set_up};
use cozy_chess::Board;

/// Reads the bytes as lines of input.
pub fn run(data: &[u8]) {
    let mut options = OptionTable::new(1024);
    options.add_tablebases();
    options.add_books();
    options.add_evaluation();
    for line in String::from_utf8_lossy(data).lines() {
        for castling in [Castling::Standard, Castling::Chess960] {
            if let Ok(read) = castling.read_fen(line) {
                let text = format!("{:#}", read.position);
                let again = Position::from_fen(&text).expect("what was written reads back");
                assert_eq!(again.position.to_fen(), read.position.to_fen(), "{text}");
            }
        }
        let start = Position::startpos();
        if let Ok(mv) = start.parse_uci(line) {
            assert_eq!(start.parse_uci(&start.uci(mv)), Ok(mv));
        }
        if let Ok(mv) = start.parse_san(line) {
            assert_eq!(start.parse_san(&san::show(start.board(), mv)), Ok(mv));
        }
        match Command::parse(line) {
            Ok(Command::SetOption { name, value }) => {
                if let Err(error) = options.read(&name, value.as_deref()) {
                    is_one_line(&error.to_string());
                }
            }
            Ok(Command::Position { start, moves }) => {
                if let Err(error) = set_up(&start, &moves, Castling::Standard) {
                    is_one_line(&error.to_string());
                }
            }
            Ok(Command::Go(go)) => {
                let limits = go.limits(&Board::startpos());
                assert!(limits.multi_pv >= 1 && limits.depth != Some(0) && limits.nodes != Some(0));
            }
            Ok(_) => {}
            Err(error) => is_one_line(&error.to_string()),
        }
        let _ = set_up(&Start::Fen(line.to_owned()), &[line], Castling::Chess960);
    }
}

fn is_one_line(message: &str) {
    assert!(!message.is_empty() && !message.contains(['\n', '\r']), "{message:?}");
}
