//! The position that a game begins with, by its tag `FEN`.

use crate::error::Reason;
use cozy_chess::{Board, Color, File, Piece, Rank, Square};

/// Reads a FEN, X-FEN or Shredder-FEN. Counters may be missing, and an en passant square that does not fit is left out.
pub fn board(fen: &str) -> Result<Board, Reason> {
    let mut fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
    for usual in ["", "w", "-", "-", "0", "1"].iter().skip(fields.len()) {
        fields.push((*usual).to_owned());
    }
    if fields[5] == "0" {
        fields[5] = "1".to_owned();
    }
    let mut first = None;
    for en_passant in [fields[3].clone(), "-".to_owned()] {
        fields[3] = en_passant;
        let text = fields.join(" ");
        match Board::from_fen(&text, false).or_else(|error| shredder(&fields).ok_or(error)) {
            Ok(board) => return Ok(board),
            Err(error) => _ = first.get_or_insert(error),
        }
    }
    let reason = first.map_or_else(String::new, |error| error.to_string());
    Err(Reason::Fen { fen: fen.to_owned(), reason })
}

/// Reads the fields with `KQkq` as the outermost rooks, and `A` to `H` as the rook on that file.
fn shredder(fields: &[String]) -> Option<Board> {
    let without = format!("{} {} - {} {} {}", fields[0], fields[1], fields[3], fields[4], fields[5]);
    let board = Board::from_fen(&without, true).ok()?;
    let rights: String = fields[2].chars().map(|letter| rook_file(&board, letter)).collect();
    let text = format!("{} {} {rights} {} {} {}", fields[0], fields[1], fields[3], fields[4], fields[5]);
    Board::from_fen(&text, true).ok()
}

/// The letter of the rook that a letter of X-FEN means; others stay as they are.
fn rook_file(board: &Board, letter: char) -> char {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let king = board.king(color);
    let rank = Rank::First.relative_to(color);
    let mut rooks = File::ALL
        .into_iter()
        .filter(|&file| board.colored_pieces(color, Piece::Rook).has(Square::new(file, rank)));
    let file = match letter.to_ascii_lowercase() {
        'k' => rooks.rfind(|&file| file > king.file()),
        'q' => rooks.find(|&file| file < king.file()),
        _ => None,
    };
    let Some(file) = file else { return letter };
    let name = char::from(file);
    if color == Color::White { name.to_ascii_uppercase() } else { name }
}

/// A position as FEN; where castling is that of Chess960, with the files of the rooks.
pub fn fen(board: &Board) -> String {
    if is_chess960(board) { format!("{board:#}") } else { board.to_string() }
}

/// Whether some right to castle belongs to a king or a rook that stands where ordinary chess has none.
pub fn is_chess960(board: &Board) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rights = board.castle_rights(color);
        let some = rights.short.is_some() || rights.long.is_some();
        some && (board.king(color).file() != File::E
            || rights.short.is_some_and(|file| file != File::H)
            || rights.long.is_some_and(|file| file != File::A))
    })
}

#[cfg(test)]
mod tests {
    use super::board;

    #[test]
    fn chess960_is_read_in_both_ways_of_writing_it() {
        let shredder = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let expected = board(shredder).unwrap();
        assert_eq!(format!("{expected:#}"), shredder);
        assert_eq!(board(&shredder.replace("HFhf", "KQkq")).unwrap(), expected);
    }

    #[test]
    fn what_is_missing_gets_its_usual_value() {
        let short = board("4k3/8/8/8/8/8/8/4K2R w K").unwrap();
        assert_eq!(short.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let wrong_square = board("4k3/8/8/8/8/8/8/4K2R w K e6 0 0").unwrap();
        assert_eq!(short, wrong_square);
    }

    #[test]
    fn nonsense_is_refused_with_its_text() {
        for fen in ["", "hello", "8/8/8/8/8/8/8/8 w - - 0 1"] {
            let error = board(fen).unwrap_err().to_string();
            assert!(error.contains(&format!("{fen:?}")), "{error}");
        }
    }
}
