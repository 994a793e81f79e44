//! No line of text makes the readers of commands, options, positions and moves panic; and what was read as a position is
//! written and read as the same one.

use argali_uci::notation::{Castling, parse_fen, parse_move, show_move};
use argali_uci::{Command, OptionTable, Start, set_up};
use cozy_chess::Board;

/// Reads the bytes as lines of input.
pub fn run(data: &[u8]) {
    let mut options = OptionTable::new(1024);
    options.add_tablebases();
    options.add_books();
    options.add_evaluation();
    for line in String::from_utf8_lossy(data).lines() {
        for castling in [Castling::Standard, Castling::Chess960] {
            if let Ok(setup) = parse_fen(line, castling) {
                let text = format!("{:#}", setup.board);
                let again = parse_fen(&text, Castling::Chess960).expect("what was written reads back");
                assert_eq!(again.board, setup.board, "{text}");
            }
        }
        if let Ok(mv) = parse_move(&Board::startpos(), line) {
            let text = show_move(&Board::startpos(), mv, Castling::Standard).to_string();
            assert_eq!(parse_move(&Board::startpos(), &text), Ok(mv));
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
                assert!(limits.lines >= 1 && limits.depth != Some(0) && limits.nodes != Some(0));
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
