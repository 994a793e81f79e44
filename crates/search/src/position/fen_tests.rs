use super::*;
use argali_suite::legal_moves;
use proptest::prelude::*;

fn standard(text: &str) -> Fen {
    Position::from_standard_fen(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn shown(text: &str) -> String {
    standard(text).position.to_fen()
}

fn refused(text: &str) -> FenError {
    Position::from_standard_fen(text).expect_err(text)
}

/// The board with Chess960 castling, as Shredder-FEN.
fn shredder(text: &str) -> String {
    format!("{:#}", Position::from_fen(text).unwrap().position)
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
        let read = standard(&format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}"));
        assert_eq!(read.position.to_fen(), format!("4k3/8/8/8/8/8/8/4K3 w - - {counters}"));
        assert_eq!(read.dropped, [], "{operations}");
    }
}

#[test]
fn words_behind_the_last_field_are_named() {
    let read = standard("4k3/8/8/8/8/8/8/4K3 w - - 7 9 e1e2 e8e7");
    assert_eq!(read.position.to_fen(), "4k3/8/8/8/8/8/8/4K3 w - - 7 9");
    assert_eq!(read.dropped, [Dropped::Rest("e1e2 e8e7".into())]);
}

#[test]
fn counters_are_clamped_and_what_was_changed_is_named() {
    for (counters, used, changed) in [
        ("143 20", "100 20", "halfmove clock '143' counts as 100"),
        ("-7 abc", "0 1", "halfmove clock '-7' counts as 0, move number 'abc' counts as 1"),
        ("5 0", "5 1", "move number '0' counts as 1"),
        ("0 70000", "0 65535", "move number '70000' counts as 65535"),
        ("x", "0 1", "halfmove clock 'x' counts as 0"),
        ("1.5 + ", "0 1", "halfmove clock '1.5' counts as 0, move number '+' counts as 1"),
        (
            "99999999999999999999 -99999999999999999999",
            "100 1",
            "halfmove clock '99999999999999999999' counts as 100, \
             move number '-99999999999999999999' counts as 1",
        ),
        ("+7 007", "7 7", ""),
        ("- 5", "0 5", ""),
        ("100 65535", "100 65535", ""),
    ] {
        let read = standard(&format!("4k3/8/8/8/8/8/8/4K3 b - - {counters}"));
        assert!(read.position.to_fen().ends_with(&format!(" b - - {used}")), "{counters}");
        let names: Vec<_> = read.dropped.iter().map(ToString::to_string).collect();
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
        let read = standard(text);
        assert_eq!(read.position.board().en_passant(), None, "{text}");
        assert!(matches!(read.dropped[..], [Dropped::EnPassant(_)]), "{text}");
    }
    let good = standard("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
    assert_eq!((good.position.board().en_passant(), good.dropped), (Some(File::F), vec![]));
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
    let read = standard("4k3/8/8/8/8/8/8/4K1R1 w G -");
    assert_eq!(read.dropped, [Dropped::CastlingRight('G')]);
    assert_eq!(read.dropped[0].to_string(), "castling right G");
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
    assert_eq!(refused("8/8/8/8/8/8/8/8 w - - 0 1"), Kings { color: Color::White, kings: 0 });
    assert_eq!(refused("K3k2K/8/8/8/8/8/8/QQ4qq b - - 0 1"), Kings { color: Color::White, kings: 2 });
    assert_eq!(refused("8/2K5/8/8/4NB2/8/8/8 w - - 96 46"), Kings { color: Color::Black, kings: 0 });
    assert_eq!(refused("8/6qk/8/5KPp/1Q3p2/4P1P1/8/1p6 w - - 0 70"), PawnRank { square: Square::B1 });
    assert_eq!(
        refused("8/pp5p/kqp5/2P1Br2/5Pb1/P1NQ4/1P4PP/2K2BbR w - - 0 1"),
        OpponentInCheck { color: Color::Black }
    );
    assert_eq!(refused("8/8/8/3kK3/8/8/8/8 w - - 0 1"), KingsTouch);
    assert_eq!(refused("4k3/pppppppp/p7/8/8/8/8/4K3 w - -"), Pawns { color: Color::Black, pawns: 9 });
    assert_eq!(
        refused("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - -"),
        Pieces { color: Color::White, pieces: 17 }
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
        let position = standard(text).position;
        assert!(position.legal_moves().len() <= 8 && position.board().checkers().len() >= 2, "{text}");
    }
}

#[test]
fn errors_quote_long_text_in_part() {
    let message = refused(&"a".repeat(5_000)).to_string();
    assert!(message.len() < 200, "{message}");
}

#[test]
fn x_fen_names_only_inner_rooks_by_their_files() {
    let written = |fen: &str| Position::from_fen(fen).unwrap().position.to_fen();
    for (fen, castling) in [
        ("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", " w G "),
        ("4k3/8/8/8/8/8/8/4K1RR w H - 0 1", " w K "),
        ("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", " w B "),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", " w KQkq "),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", " w - "),
    ] {
        assert!(written(fen).contains(castling), "{}", written(fen));
    }
}

#[test]
fn the_en_passant_square_is_written_where_the_capture_is_legal() {
    let after = |moves: &str| {
        let mut position = Position::startpos();
        for mv in moves.split(' ') {
            position.play_uci(mv).unwrap();
        }
        position.to_fen()
    };
    assert!(after("e2e4").contains(" b KQkq - 0 1"), "no pawn could take");
    assert!(after("e2e4 a7a6 e4e5 d7d5").contains(" w KQkq d6 0 3"));
    // The capture would open the fifth rank for the rook.
    let pinned = Position::from_fen("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1").unwrap();
    assert_eq!(pinned.position.to_fen(), "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1");
}

#[test]
fn of_very_many_drops_the_first_are_named() {
    let fen = format!("4k3/8/8/8/8/8/8/4K3 w {}", "x".repeat(100_000));
    let summary = Dropped::summary(&standard(&fen).dropped).unwrap();
    assert!(summary.ends_with("castling right x and 99992 more") && summary.len() < 300, "{summary}");
}

#[test]
fn everything_dropped_is_named_in_one_line() {
    let summary =
        |fields: &str| Dropped::summary(&standard(&format!("4k3/8/8/8/8/8/8/R3K3 w {fields}")).dropped);
    assert_eq!(summary("Q - 0 1"), None);
    assert_eq!(
        summary("QK d6").unwrap(),
        "does not fit the board and is ignored: castling right K, en passant square d6"
    );
    assert_eq!(summary("- - x y").unwrap(), "halfmove clock 'x' counts as 0, move number 'y' counts as 1");
    assert_eq!(
        summary("k - -3 0 e2e4\u{7} e7e5").unwrap(),
        "does not fit the board and is ignored: castling right k; halfmove clock '-3' counts as 0, \
         move number '0' counts as 1; is ignored: 'e2e4\\u{7} e7e5' after the last field"
    );
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>()) {
        let _ = (Position::from_fen(&text), Position::from_standard_fen(&text));
    }

    #[test]
    fn no_board_panics(
        board in "[kqrbnpKQRBNP1-8/]{15,40}", rest in "[wb] [KQkqA-Ha-h-]{1,4} [a-h][1-8] [0-9-]{1,3} [0-9-]{1,6}",
    ) {
        let text = format!("{board} {rest}");
        let _ = (Position::from_fen(&text), Position::from_standard_fen(&text));
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
        let position = Position::new(board);
        for text in [position.to_fen(), format!("{position:#}")] {
            let read = Position::from_fen(&text).unwrap();
            prop_assert_eq!(read.position.to_fen(), position.to_fen());
            prop_assert_eq!(super::super::position_key(read.position.board()), super::super::position_key(position.board()));
            prop_assert!(read.dropped.is_empty());
        }
    }
}
