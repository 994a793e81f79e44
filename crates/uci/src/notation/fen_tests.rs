use super::*;
use argali_suite::legal_moves;
use proptest::prelude::*;

fn ordinary(text: &str) -> Setup {
    parse_fen(text, Castling::Standard).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn shown(text: &str) -> String {
    ordinary(text).board.to_string()
}

fn refused(text: &str) -> FenError {
    parse_fen(text, Castling::Standard).expect_err(text)
}

/// The board with Chess960 castling, as Shredder-FEN.
fn shredder(text: &str) -> String {
    format!("{:#}", parse_fen(text, Castling::Chess960).unwrap().board)
}

#[test]
fn missing_fields_get_their_usual_values() {
    let full = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for text in ["4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w -", full] {
        assert_eq!(shown(text), full);
    }
    assert_eq!(shown("  4k3/8/8/8/8/8/8/4K3   b  -  -  "), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(shown("4k3/8/8/8/8/8/8/4K3 B - - 7"), "4k3/8/8/8/8/8/8/4K3 b - - 7 1");
}

#[test]
fn epd_operations_are_no_counters() {
    for (operations, counters) in [
        ("bm Kd2; id \"1\";", "0 1"),
        ("bm Kd2", "0 1"),
        ("hmvc 7; fmvn 9;", "0 1"),
        ("7 bm Kd2;", "7 1"),
        ("7 9 c0 \"130 x\"; id 1", "7 9"),
        ("7 9 id 130", "7 9"),
    ] {
        let setup = ordinary(&format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}"));
        assert_eq!(setup.board.to_string(), format!("4k3/8/8/8/8/8/8/4K3 w - - {counters}"));
        assert_eq!(setup.dropped, [], "{operations}");
    }
}

#[test]
fn words_behind_the_last_field_are_named() {
    let setup = ordinary("4k3/8/8/8/8/8/8/4K3 w - - 7 9 e1e2 e8e7");
    assert_eq!(setup.board.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 7 9");
    assert_eq!(setup.dropped, [Dropped::Rest("e1e2 e8e7".into())]);
}

#[test]
fn counters_are_clamped_and_what_was_changed_is_named() {
    for (counters, read, changed) in [
        ("143 20", "100 20", "half-move clock '143' counts as 100"),
        ("-7 abc", "0 1", "half-move clock '-7' counts as 0, move number 'abc' counts as 1"),
        ("5 0", "5 1", "move number '0' counts as 1"),
        ("0 70000", "0 65535", "move number '70000' counts as 65535"),
        ("x", "0 1", "half-move clock 'x' counts as 0"),
        ("1.5 + ", "0 1", "half-move clock '1.5' counts as 0, move number '+' counts as 1"),
        (
            "99999999999999999999 -99999999999999999999",
            "100 1",
            "half-move clock '99999999999999999999' counts as 100, \
             move number '-99999999999999999999' counts as 1",
        ),
        ("+7 007", "7 7", ""),
        ("- 5", "0 5", ""),
        ("100 65535", "100 65535", ""),
    ] {
        let setup = ordinary(&format!("4k3/8/8/8/8/8/8/4K3 b - - {counters}"));
        assert!(setup.board.to_string().ends_with(&format!(" b - - {read}")), "{counters}");
        let names: Vec<_> = setup.dropped.iter().map(ToString::to_string).collect();
        assert_eq!(names.join(", "), changed, "{counters}");
    }
}

#[test]
fn impossible_en_passant_squares_are_dropped() {
    for text in [
        // On the mover's own side; no pawn; a check that a double step cannot have given; cut off; nonsense.
        "rnbqkbnr/ppp2ppp/3p4/8/3pP3/5N2/PPP2PPP/RNBQKB1R w KQkq d3 1 3",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e",
        "4k3/8/8/8/8/8/8/4K3 w - zz",
    ] {
        let setup = ordinary(text);
        assert_eq!(setup.board.en_passant(), None, "{text}");
        assert!(matches!(setup.dropped[..], [Dropped::EnPassant(_)]), "{text}");
    }
    let good = ordinary("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
    assert_eq!((good.board.en_passant(), good.dropped), (Some(File::F), vec![]));
}

#[test]
fn castling_rights_without_king_or_rook_are_dropped() {
    for (text, kept) in [
        ("3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Qk - 0 15", " w Q "),
        ("2r5/5p1k/p4b2/2Rp1pr1/1Pn1q3/2P3PP/P4P2/2RQ2K1 b KQkq - 0 1", " b - "),
        ("2b1kbnQ/rpq1pp1p/2n3p1/8/8/2P5/PP3PPP/RN2KBNR b KQk - 0 9", " b KQ "),
        ("1nbqkbn1/rppppppr/8/p6p/8/PPPP4/4PPPP/RNBQKBNR w KQkq - 0 1", " w KQ "),
        ("rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1", " b kq "),
        ("4k3/8/8/8/8/8/8/4K2R w Kx! - 0 1", " w K "),
        ("4k2r/8/8/8/8/8/8/4K2R w KkKk - 0 1", " w Kk "),
    ] {
        let shown = shown(text);
        assert!(shown.contains(kept), "{shown} should contain {kept}");
    }
}

#[test]
fn ordinary_chess_reads_shredder_letters_of_ordinary_castling_only() {
    assert!(shown("r3k2r/8/8/8/8/8/8/R3K2R w HAha -").contains(" w KQkq "));
    let setup = ordinary("4k3/8/8/8/8/8/8/4K1R1 w G -");
    assert_eq!(setup.dropped, [Dropped::CastlingRight('G')]);
    assert_eq!(setup.dropped[0].to_string(), "castling right G");
}

#[test]
fn x_fen_means_the_outermost_rook_and_shredder_the_named_one() {
    assert!(shredder("4k3/8/8/8/8/8/8/4K1RR w K - 0 1").contains(" w H "));
    assert!(shredder("4k3/8/8/8/8/8/8/4K1RR w G - 0 1").contains(" w G "));
    assert!(shredder("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1").contains(" w H "));
    assert!(shredder("4k3/8/8/8/8/8/8/RR2K3 w BA - 0 1").contains(" w A "));
    assert!(shredder("4k3/pppppppp/8/8/8/8/PPPPPPPP/rR2K3 w Q - 0 1").contains(" w B "));
    assert!(shredder("nqrnbkrb/pppppppp/8/8/8/8/PPPPPPPP/NQRNBKRB w KQkq - 0 1").contains(" w GCgc "));
    assert!(shredder("rnkbbrnq/pppppppp/8/8/8/8/PPPPPPPP/RNKBBRNQ w FAfa - 0 1").contains(" w FAfa "));
    assert!(shredder("q1kn1br1/3p1p1p/1rpB2p1/1p6/p7/P4P2/BPPP2PP/QRKN3R w KQq - 1 13").contains(" w HB "));
    assert!(shredder("4k3/8/8/8/8/8/8/R3K3 w K - 0 1").contains(" w - "), "no rook on the king's side");
}

#[test]
fn impossible_positions_are_refused_with_their_reason() {
    use FenError::*;
    assert_eq!(refused(" "), Empty);
    assert!(matches!(refused("rnbqkbnr/pppp1ppp/8/4p3 w"), Ranks { ranks: 4, .. }));
    assert!(matches!(refused("9/8/8/8/8/8/8/8 x"), Piece { letter: '9' }));
    assert!(matches!(refused("4k3/8/8/8/8/8/8/4K2 w"), Squares { rank: 1, squares: 7, .. }));
    assert!(matches!(refused("4k3/8/8/8/8/8/8/4K4 w"), Squares { rank: 1, squares: 9, .. }));
    assert!(matches!(refused("4k3/8/8/8/8/8/8/RRRRKRRRR w"), Squares { rank: 1, squares: 9, .. }));
    assert!(matches!(refused("4k3/8/8/8/8/8/8/4X3 w"), Piece { letter: 'X' }));
    assert!(matches!(refused("4k3/8/8/8/8/8/8/4é3 w"), Piece { letter: 'é' }));
    assert_eq!(refused("4k3/8/8/8/8/8/8/4K3 x - -"), SideToMove("x".into()));
    assert_eq!(refused("8/8/8/8/8/8/8/8 w - - 0 1"), Kings { color: "white", kings: 0 });
    assert_eq!(refused("K3k2K/8/8/8/8/8/8/QQ4qq b - - 0 1"), Kings { color: "white", kings: 2 });
    assert_eq!(refused("8/2K5/8/8/4NB2/8/8/8 w - - 96 46"), Kings { color: "black", kings: 0 });
    assert_eq!(refused("8/6qk/8/5KPp/1Q3p2/4P1P1/8/1p6 w - - 0 70"), PawnRank { square: Square::B1 });
    assert_eq!(
        refused("8/pp5p/kqp5/2P1Br2/5Pb1/P1NQ4/1P4PP/2K2BbR w - - 0 1"),
        OpponentInCheck { color: "black" }
    );
    assert_eq!(refused("8/8/8/3kK3/8/8/8/8 w - - 0 1"), KingsTouch);
    assert_eq!(
        refused("4k3/pppppppp/p7/8/8/8/8/4K3 w - -"),
        TooMany { color: "black", what: "pawns", men: 9, max: 8 }
    );
    assert_eq!(
        refused("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - -"),
        TooMany { color: "white", what: "men", men: 17, max: 16 }
    );
}

#[test]
fn strange_checks_are_accepted() {
    for text in [
        // Two checkers in line, and three at once: they cannot arise, but who has to move is clear.
        "2N5/8/1B1R4/q7/1K6/8/3b4/5k2 w - - 0 1",
        "5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1",
        "4k3/8/8/8/1b6/5n2/4q3/4K3 w - - 0 1",
    ] {
        let board = ordinary(text).board;
        let mut moves = 0;
        board.generate_moves(|set| {
            moves += set.len();
            false
        });
        assert!(moves <= 8 && board.checkers().len() >= 2, "{text}");
    }
}

#[test]
fn errors_quote_long_text_in_part() {
    let message = refused(&"a".repeat(5_000)).to_string();
    assert!(message.len() < 200, "{message}");
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>(), chess960: bool) {
        let _ = parse_fen(&text, chess960.into());
    }

    #[test]
    fn no_board_panics(
        board in "[kqrbnpKQRBNP1-8/]{15,40}", rest in "[wb] [KQkqA-Ha-h-]{1,4} [a-h][1-8] [0-9-]{1,3} [0-9-]{1,6}",
        chess960: bool,
    ) {
        let _ = parse_fen(&format!("{board} {rest}"), chess960.into());
    }

    /// Whatever a random walk reaches from two arrays reads back as it was written.
    #[test]
    fn written_boards_read_back(
        (white, black) in (0u32..960, 0u32..960),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
    ) {
        let mut board = Board::double_chess960_startpos(white, black);
        for choice in choices {
            let moves = legal_moves(&board);
            if moves.is_empty() {
                break;
            }
            board.play(*choice.get(&moves));
        }
        let read = parse_fen(&format!("{board:#}"), Castling::Chess960).unwrap();
        prop_assert_eq!(read.board, board);
        prop_assert!(read.dropped.is_empty());
    }
}
