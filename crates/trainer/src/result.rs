//! How a game ended.

use cozy_chess::Color;

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Black won.
    BlackWins = 0,
    /// A draw.
    Draw = 1,
    /// White won.
    WhiteWins = 2,
}

impl GameResult {
    /// A win for `color`.
    #[must_use]
    pub const fn win(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        }
    }

    /// The result for a record's byte: 0, 1 or 2; `None` for other bytes.
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<GameResult> {
        match byte {
            0 => Some(GameResult::BlackWins),
            1 => Some(GameResult::Draw),
            2 => Some(GameResult::WhiteWins),
            _ => None,
        }
    }

    /// Half points of `color`: 0 for a loss, 1 for a draw, 2 for a win.
    #[must_use]
    pub const fn half_points(self, color: Color) -> u8 {
        match color {
            Color::White => self as u8,
            Color::Black => 2 - self as u8,
        }
    }
}
