//! What a session promises to the program around it.

mod run;
mod talk;

use argali_eval::Evaluator;
use argali_search::{Engine, Position, RootRank, Score, Tablebase, TablebaseValue};
use argali_suite::legal_moves;
use argali_uci::hooks::{Identity, LoadedTablebase, TablebaseLoader};
use argali_uci::{Bench, Castling, OptionKind, Session};
use cozy_chess::{Board, Color, Piece};
use run::{count, engine, said};
use std::error::Error;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};
use talk::Talk;

#[test]
fn nothing_is_said_unasked() {
    assert_eq!(said(&mut Session::new(engine()), b""), [""; 0]);
    assert_eq!(said(&mut Session::new(engine()), b"\n\r\n  \nstop\nponderhit\nucinewgame\nquit\n"), [""; 0]);
}

#[test]
fn a_session_can_be_continued() {
    let mut session = Session::new(engine());
    for _ in 0..2 {
        assert_eq!(count(&said(&mut session, b"go depth 2\nquit\n"), "bestmove"), 1);
    }
}

/// Says `input`, which ends in a search, and returns the nodes of that search.
fn nodes(talk: &Talk, input: &[&str]) -> u64 {
    input.iter().for_each(|line| talk.say(line));
    let mut nodes = 0;
    loop {
        let line = talk.output.recv_timeout(Duration::from_secs(30)).unwrap();
        if line.starts_with("bestmove") {
            return nodes;
        }
        nodes = line
            .split(" nodes ")
            .nth(1)
            .map_or(nodes, |rest| rest.split(' ').next().unwrap().parse().unwrap());
    }
}

#[test]
fn getting_ready_forgets_nothing_that_was_learned() {
    let fresh = nodes(&Talk::new(|session| session), &["isready", "go depth 9"]);
    let talk = Talk::new(|session| session);
    assert_eq!(nodes(&talk, &["go depth 9"]), fresh);
    let warm = nodes(&talk, &["isready", "isready", "go depth 9"]);
    assert!(warm < fresh, "{warm} of {fresh} nodes");
    assert_eq!(nodes(&talk, &["ucinewgame", "isready", "go depth 9"]), fresh);
    assert_eq!(nodes(&talk, &["go depth 9"]), warm);
}

#[test]
fn bytes_that_are_no_text_and_lines_without_end_are_survived() {
    let mut input = b"\xff\xfe\x00go\nposition startpos\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 3 << 20));
    input.extend(b"\nisready");
    let lines = said(&mut Session::new(engine()), &input);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("info string unknown command: "));
    assert_eq!(lines[1], "info string this line is longer than any command and is ignored");
    assert_eq!(lines[2], "readyok");
}

/// A game that goes on for `plies`, whatever the rules say of draws: random moves of pieces, and pawns where there is
/// nothing else.
fn long_game(plies: usize) -> (Vec<String>, Board) {
    let mut random = 7_u64;
    let (mut board, mut game) = (Board::startpos(), Vec::new());
    while game.len() < plies {
        let mut moves = legal_moves(&board);
        // A move after which the other side can go on, and best one that takes nothing.
        moves.retain(|&mv| {
            let mut next = board.clone();
            next.play(mv);
            next.generate_moves(|_| true)
        });
        let quiet = |mv: &cozy_chess::Move| board.color_on(mv.to).is_none();
        if moves.iter().any(quiet) {
            moves.retain(quiet);
        }
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let mv = moves[(random % moves.len() as u64) as usize];
        game.push(Castling::Standard.uci(&board, mv));
        board.play(mv);
    }
    (game, board)
}

#[test]
fn games_of_two_thousand_plies_are_played_on() {
    let (game, board) = long_game(2_000);
    let shuffle: Vec<String> =
        ["g1f3", "g8f6", "f3g1", "f6g8"].map(String::from).into_iter().cycle().take(2_001).collect();
    let mut after_shuffle = Board::startpos();
    after_shuffle.play("g1f3".parse().unwrap());
    for (moves, board) in [(game, board), (shuffle, after_shuffle)] {
        let input = format!("position startpos moves {}\ngo depth 3\nd\n", moves.join(" "));
        let lines = said(&mut Session::new(engine()), input.as_bytes());
        assert_eq!(count(&lines, "info string"), 0, "{lines:?}");
        let fen = board.to_string();
        let fields = fen.rsplitn(3, ' ').last().unwrap();
        assert_eq!(count(&lines, &format!("Fen: {fields}")), 1, "{lines:?}");
        let best = lines.iter().find_map(|line| line.strip_prefix("bestmove ")).unwrap();
        assert!(Position::new(board).parse_uci(best.split(' ').next().unwrap()).is_ok(), "{best} in {fen}");
    }
}

#[test]
fn every_reply_is_whole_lines_in_one_write() {
    #[derive(Default)]
    struct Writes(Vec<Vec<u8>>);
    impl Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.to_vec());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writes = Writes::default();
    let input = b"uci\nposition startpos\nd\ngo depth 4\nisready\n";
    Session::new(engine()).run(&input[..], &mut writes).unwrap();
    assert!(writes.0.len() >= 5 && writes.0.iter().all(|write| write.ends_with(b"\n")));
}

#[test]
fn a_trivial_ending_does_not_flood() {
    let talk = Talk::new(|session| session);
    talk.say("setoption name MultiPV value 3");
    talk.say("position fen 8/8/8/8/k7/p7/8/K7 w - - 0 1");
    let start = Instant::now();
    talk.say("go infinite");
    let mut lines = Vec::new();
    while start.elapsed() < Duration::from_millis(700) {
        lines.extend(talk.output.recv_timeout(Duration::from_millis(50)).ok());
    }
    talk.say("stop");
    let seconds = start.elapsed().as_secs_f64();
    lines.extend(talk.end());
    let infos = count(&lines, "info depth");
    assert!((infos as f64) < 300.0 + 300.0 * seconds, "{infos} lines in {seconds} s");
    // What was held back is made up for: the last lines are about the move that is played.
    let best = lines.last().unwrap().split(' ').nth(1).unwrap().to_owned();
    let last = lines.iter().rfind(|line| line.contains(" multipv 1 ")).unwrap();
    assert!(last.contains(&format!(" pv {best}")), "{last}, {best}");
}

#[test]
fn the_last_line_starts_with_the_move_that_is_played() {
    for threads in [1, 3] {
        for go in ["go nodes 50", "go nodes 777", "go depth 1", "go movetime 30", "go nodes 20000"] {
            let input = format!("setoption name Threads value {threads}\n{go}\nisready\n");
            let talk = Talk::new(|session| session);
            input.lines().for_each(|line| talk.say(line));
            let mut lines: Vec<String> = Vec::new();
            while lines.last().is_none_or(|line| !line.starts_with("bestmove")) {
                lines.push(talk.output.recv_timeout(Duration::from_secs(30)).unwrap());
            }
            let best = lines.last().unwrap().split(' ').nth(1).unwrap().to_owned();
            let last = lines.iter().rfind(|line| line.contains(" pv ")).unwrap();
            assert!(last.contains(&format!(" pv {best}")), "{threads} threads, {go}: {last}, {best}");
            assert!(last.contains(" score "), "{last}");
            talk.end();
        }
    }
}

#[test]
fn the_host_says_who_it_is_and_what_a_benchmark_is() {
    let identity = Identity::new("Mouflon 2", "a shepherd");
    let mut session = Session::new(engine()).identity(identity);
    let lines = said(&mut session, b"uci\n");
    assert_eq!(lines[..2], ["id name Mouflon 2", "id author a shepherd"]);
    let boards = vec![Board::startpos()];
    let talk = Talk::new(|session| session.bench(Bench::new(boards, 2)));
    talk.say("bench");
    let lines = [(); 2].map(|()| talk.output.recv_timeout(Duration::from_secs(30)).unwrap());
    assert!(lines[0].starts_with("  1/1 ") && lines[1].ends_with(" nps"), "{lines:?}");
}

/// What a server lets strangers ask for.
#[test]
fn a_host_limits_sizes_and_adds_options() {
    let engine = Engine::builder().hash_mib(2).threads(2).build().unwrap();
    let choices = ["Solid", "Wild"].map(String::from).to_vec();
    let mut session = Session::new(engine).max_hash_mib(8).max_threads(3).option(
        "Style",
        OptionKind::Combo { default: "Solid".into(), choices },
        |engine, value| match value {
            "Wild" => Err("not here".into()),
            style => Ok(Some(format!("{style} with {} MiB", engine.hash_mib()))),
        },
    );
    let lines = said(
        &mut session,
        b"uci\nsetoption name Hash value 4\nsetoption name Hash value 16\nsetoption name Threads value 4\n\
          setoption name style value solid\nsetoption name Style value Wild\nsetoption name Style value Odd\nisready\n",
    );
    for line in [
        "option name Hash type spin default 2 min 1 max 8",
        "option name Threads type spin default 2 min 1 max 3",
        "option name Style type combo default Solid var Solid var Wild",
        "info string option Hash: '16' is not a number from 1 to 8",
        "info string option Threads: '4' is not a number from 1 to 3",
        "info string option Style: 'Odd' is not one of Solid, Wild",
        "info string Solid with 4 MiB",
        "info string option Style: not here",
    ] {
        assert_eq!(count(&lines, line), 1, "{line}: {lines:?}");
    }
}

/// Counts men.
struct Counter;

impl Evaluator for Counter {
    type State = ();

    fn evaluate(&self, board: &Board, _: &mut ()) -> i32 {
        let us = board.side_to_move();
        let men = |color: Color| board.colors(color).len() as i32;
        100 * (men(us) - men(!us))
    }
}

#[test]
fn any_evaluator_will_do_and_the_host_explains_it() {
    let engine = || Engine::builder().hash_mib(1).evaluator(Counter).build().unwrap();
    let input = b"position fen 4k3/8/8/8/8/8/PP6/4K3 w - -\neval\nbench 2\n";
    let lines = said(&mut Session::new(engine()), input);
    let board: Board = "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1".parse().unwrap();
    let shown = Score::cp(200).normalised(&board).raw();
    assert_eq!(lines[0], format!("evaluation {shown:+} cp for white, {shown:+} cp for the side to move"));
    // Wrappers of Stockfish wait for this line, read its third word, and expect an empty line behind it.
    let last = format!("Final evaluation {:+.2} (white side)", f64::from(shown) / 100.0);
    assert_eq!(lines[1..4], ["", &last, ""]);
    let mut session =
        Session::new(engine()).explain(|_, board| format!("{} pawns\n", board.pieces(Piece::Pawn).len()));
    assert_eq!(said(&mut session, input)[0], "2 pawns");
}

/// Input and output in non-blocking mode: only every third attempt succeeds, and output takes a few bytes at a time.
struct NonBlocking<T>(T, usize);

impl<T> NonBlocking<T> {
    fn attempt(&mut self) -> io::Result<()> {
        self.1 += 1;
        if self.1.is_multiple_of(3) { Ok(()) } else { Err(io::ErrorKind::WouldBlock.into()) }
    }
}

impl<T: io::Read> io::Read for NonBlocking<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.attempt()?;
        self.0.read(buffer)
    }
}

impl Write for NonBlocking<&mut Vec<u8>> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.attempt()?;
        self.0.write(&bytes[..bytes.len().min(100)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt()
    }
}

#[test]
fn pipes_in_non_blocking_mode_are_waited_for() {
    let script = b"uci\nposition startpos moves e2e4\ngo depth 2\nisready\nquit\n";
    let mut output = Vec::new();
    let input = io::BufReader::with_capacity(7, NonBlocking(&script[..], 0));
    Session::new(engine()).run(input, NonBlocking(&mut output, 0)).unwrap();
    let text = String::from_utf8(output).unwrap();
    for line in ["id name ", "uciok", "bestmove ", "readyok"] {
        assert_eq!(text.lines().filter(|said| said.starts_with(line)).count(), 1, "{text}");
    }
}

/// xboard says "Failed to start first chess program" when a line holds one of these.
#[test]
fn no_line_makes_xboard_give_up() {
    let phrases = [
        "No such file",
        "Permission denied",
        "not found",
        "unknown host",
        "can't alloc",
        "No remote directory",
    ];
    let refuse = move |kind: &str| -> Result<String, Box<dyn Error + Send + Sync>> {
        Err(format!("{kind}: {}", phrases.join(" (os error 2); ")).into())
    };
    struct Refusing(String);
    impl TablebaseLoader for Refusing {
        fn load(&mut self, _: &str) -> Result<LoadedTablebase, Box<dyn Error + Send + Sync>> {
            Ok(LoadedTablebase::new(None, self.0.clone()))
        }
        fn warnings(&mut self) -> Vec<String> {
            vec![self.0.clone()]
        }
    }
    let everything = phrases.join(", ");
    let mut session = Session::new(engine())
        .evaluation(move |_, _| refuse("network"))
        .tablebases(Refusing(everything.clone()));
    let input = format!(
        "{everything}\nposition fen {everything}\nposition startpos moves {everything}\ngo depth 1 {everything}\n\
         setoption name {everything}\nsetoption name Hash value {everything}\nsetoption name EvalFile value x\n\
         setoption name SyzygyPath value /usr/share/syzygy\nisready\n"
    );
    let lines = said(&mut session, input.as_bytes());
    assert!(count(&lines, "info string") >= 8, "{lines:?}");
    for phrase in phrases {
        assert_eq!(count(&lines, phrase), 0, "{lines:?}");
    }
}

/// Fails in every position but the start.
struct Fragile;

impl Evaluator for Fragile {
    type State = ();

    fn evaluate(&self, board: &Board, _: &mut ()) -> i32 {
        assert!(board.fullmove_number() < 2, "too far");
        0
    }
}

#[test]
fn an_engine_that_panics_ends_the_session() {
    // The thread's own message would look like a failure of this test.
    std::panic::set_hook(Box::new(|_| {}));
    let (lines, input) = std::sync::mpsc::channel::<&[u8]>();
    let session = std::thread::spawn(move || {
        let engine = Engine::builder().hash_mib(1).evaluator(Fragile).build().unwrap();
        let input = io::BufReader::new(Feed(input));
        Session::new(engine).run(input, io::sink())
    });
    lines.send(b"go infinite\n").unwrap();
    let start = Instant::now();
    while !session.is_finished() {
        assert!(start.elapsed() < Duration::from_secs(30), "it hangs");
        // The receiver may be gone in between.
        let _ = lines.send(b"isready\n");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(session.join().is_err());
    let _ = std::panic::take_hook();
}

/// Input as it is sent.
struct Feed(std::sync::mpsc::Receiver<&'static [u8]>);

impl io::Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.0.recv().unwrap_or_default();
        buffer[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

/// Tables that know one thing: whoever moves in a position of three men wins.
struct Oracle;

impl Tablebase for Oracle {
    fn max_pieces(&self) -> u32 {
        3
    }

    fn probe(&self, _: &Board) -> Option<TablebaseValue> {
        Some(TablebaseValue::Win)
    }

    fn rank_root(&self, _: &Board, _: bool, _: bool) -> Option<Vec<RootRank>> {
        None
    }
}

struct Loader;

impl TablebaseLoader for Loader {
    fn load(&mut self, paths: &str) -> Result<LoadedTablebase, Box<dyn Error + Send + Sync>> {
        match paths {
            "/tables" => Ok(LoadedTablebase::new(Some(Arc::new(Oracle)), "1 table,\nno more")),
            "/empty" => Ok(LoadedTablebase::new(None, "no table")),
            other => Err(format!("no folder {other}").into()),
        }
    }

    fn warnings(&mut self) -> Vec<String> {
        vec!["a table\nis damaged".into()]
    }
}

#[test]
fn tablebases_come_from_the_host() {
    let offers = |session: &mut Session<_>| count(&said(session, b"uci\n"), "option name Syzygy");
    assert_eq!(offers(&mut Session::new(engine())), 0);
    let mut session = Session::new(engine()).tablebases(Loader);
    assert_eq!(offers(&mut session), 4);
    let input = b"setoption name SyzygyPath value /empty\nsetoption name SyzygyPath value /tables\n\
        setoption name SyzygyPath value /a b\nsetoption name SyzygyPath value /empty\n\
        setoption name SyzygyPath value <empty>\nsetoption name SyzygyPath value /a b\n\
        setoption name SyzygyProbeLimit value 8\nisready\n";
    let mut lines = said(&mut session, input);
    // The reading thread says this at any time.
    lines.retain(|line| line != "info string option SyzygyProbeLimit: '8' is not a number from 0 to 7");
    assert_eq!(
        lines,
        [
            "info string no table",
            "info string 1 table, no more",
            "info string no folder /a b; the tablebases before it stay in use",
            "info string no table; the tablebases before it stay in use",
            "info string no folder /a b",
            "readyok",
        ]
    );
    let hits = |paths: &[&str]| {
        let talk = Talk::new(|session| session.tablebases(Loader));
        paths.iter().for_each(|path| talk.say(&format!("setoption name SyzygyPath value {path}")));
        talk.say("position fen 8/8/4k3/8/8/3K4/4P3/8 w - - 0 1");
        talk.say("go depth 5");
        let mut last = String::new();
        loop {
            let line = talk.output.recv_timeout(Duration::from_secs(30)).unwrap();
            if line.starts_with("bestmove") {
                talk.end();
                return last.split(" tbhits ").nth(1).unwrap().split(' ').next().unwrap() != "0";
            }
            if line.starts_with("info string") {
                assert!(last.is_empty() || line == "info string a table is damaged", "{line}");
            } else {
                last = line;
            }
        }
    };
    assert!(hits(&["/tables"]) && !hits(&["/elsewhere"]));
    assert!(hits(&["/tables", "/elsewhere"]) && hits(&["/tables", "/empty"]));
    assert!(!hits(&["/tables", "<empty>"]) && !hits(&["/tables", ""]));
}
