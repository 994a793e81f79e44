//! The network that is embedded in the program.

use std::sync::OnceLock;

use crate::network::Network;

/// Chosen and checked by `build.rs`, so that a missing or damaged file gives a readable build error.
static BYTES: &[u8] = include_bytes!(env!("ARGALI_NETWORK"));

impl Network {
    /// The network that ships with this crate (feature `embedded`). The first call reads it; all calls share its parameters.
    pub fn embedded() -> Self {
        static NETWORK: OnceLock<Network> = OnceLock::new();
        let read = || Self::from_bytes(BYTES).expect("build.rs and a test have checked the embedded network");
        NETWORK.get_or_init(read).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::Board;

    #[test]
    fn it_is_read_once() {
        let [one, other] = [Network::embedded(), Network::embedded()];
        assert!(std::ptr::eq(one.row(0), other.row(0)));
    }

    #[test]
    fn it_has_learnt_something() {
        let network = Network::embedded();
        let value = |fen: &str| network.evaluate_once(&fen.parse::<Board>().expect("legal FEN"));
        let start = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!(start.abs() < 150, "{start}");
        let without_queen = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1");
        assert!(without_queen < -300, "{without_queen}");
        let against_knightless = value("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!(against_knightless > 150, "{against_knightless}");
    }
}
