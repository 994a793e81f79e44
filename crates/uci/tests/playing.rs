//! Opening books, limited strength and evaluators from files, as options of a session.

mod talk;

use argali_eval::Evaluator;
use argali_search::{Engine, Position, Score};
use argali_uci::Session;
use argali_uci::hooks::{BookLoader, LoadedBook, OpeningBook};
use cozy_chess::{Board, Move};
use std::error::Error;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;
use talk::Talk;

fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}

fn said(session: &mut Session<impl Evaluator>, input: &str) -> Vec<String> {
    let mut output = Vec::new();
    session.run(input.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

fn bests(lines: &[String]) -> Vec<&str> {
    lines
        .iter()
        .filter_map(|line| line.strip_prefix("bestmove "))
        .map(|rest| rest.split(' ').next().unwrap())
        .collect()
}

/// What a session with a seed says to `input`. Each search is waited for, because the end of input would stop it.
fn seeded(seed: u64, input: &str) -> Vec<String> {
    let talk = Talk::new(move |session| session.books(Loader).seed(seed));
    let mut lines = Vec::new();
    for line in input.lines() {
        talk.say(line);
        while line.starts_with("go")
            && !lines.last().is_some_and(|last: &String| last.starts_with("bestmove"))
        {
            lines.push(talk.output.recv_timeout(Duration::from_secs(60)).unwrap());
        }
        lines.push(String::new());
    }
    lines.extend(talk.end());
    lines
}

/// Knows some moves for every position, whether or not they can be played there.
struct Stubborn;

impl OpeningBook for Stubborn {
    fn moves(&self, _: &Board) -> Vec<(Move, u32)> {
        [("a2a3", 1), ("e2e5", 1_000), ("h2h3", 0), ("e1h1", 3)]
            .map(|(text, weight)| (text.parse().unwrap(), weight))
            .to_vec()
    }
}

struct Loader;

impl BookLoader for Loader {
    fn load(&mut self, path: &str) -> Result<LoadedBook, Box<dyn Error + Send + Sync>> {
        match path {
            "/a book.bin" => Ok(LoadedBook::new(Box::new(Stubborn), "4\nentries")),
            other => Err(format!("no book {other}").into()),
        }
    }
}

const BOOK: &str = "setoption name OwnBook value true\nsetoption name BookFile value /a book.bin\n";

fn with_book() -> Session<impl Evaluator> {
    Session::new(engine()).books(Loader).seed(1)
}

#[test]
fn a_book_is_played_from_by_weight_and_never_illegally() {
    let castling = "position fen r3k2r/8/8/8/8/8/P6P/R3K2R w KQkq - 0 1\n";
    let lines = said(&mut with_book(), &format!("{BOOK}{castling}{}", "go depth 1\n".repeat(200)));
    assert_eq!(lines.iter().filter(|line| *line == "info string 4 entries").count(), 1);
    let bests = bests(&lines);
    let castles = bests.iter().filter(|&&best| best == "e1g1").count();
    assert!(castles > 120 && castles < 180, "{castles}");
    assert_eq!(bests.iter().filter(|&&best| best == "a2a3").count(), 200 - castles);
    assert!(lines.iter().any(|line| line == "info string e1g1 is from the book"));
}

#[test]
fn the_same_seed_chooses_the_same_moves() {
    let input = format!(
        "{BOOK}position fen r3k2r/8/8/8/8/8/P6P/R3K2R w KQkq - 0 1\n{}setoption name OwnBook value false\n\
        setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 600\nposition startpos\n{}",
        "go depth 1\n".repeat(20),
        "go movetime 10000\n".repeat(20),
    );
    let [first, second] = [0; 2].map(|_| seeded(1, &input));
    assert_eq!(bests(&first).len(), 40);
    assert_eq!(bests(&first), bests(&second));
}

#[test]
fn where_the_book_has_no_move_or_is_not_to_be_used_the_engine_thinks() {
    let thinks = |setup: &str, go: &str| {
        let talk = Talk::new(|session| session.books(Loader));
        setup.lines().for_each(|line| talk.say(line));
        talk.say(go);
        talk.say("stop");
        let lines = talk.end();
        assert_eq!(bests(&lines).len(), 1, "{setup}{go}");
        lines.iter().any(|line| line.starts_with("info depth"))
    };
    let book = BOOK;
    assert!(!thinks(book, "go depth 1"));
    assert!(!thinks(book, "go wtime 1000 btime 1000"));
    for go in
        ["go infinite", "go ponder wtime 1000 btime 1000", "go mate 1", "go depth 1 searchmoves a2a3 a2a4"]
    {
        assert!(thinks(book, go), "{go}");
    }
    assert!(thinks(&format!("{book}setoption name UCI_AnalyseMode value true"), "go depth 1"));
    assert!(thinks(&format!("{book}setoption name OwnBook value false"), "go depth 1"));
    assert!(thinks(&format!("{book}setoption name BookFile value <empty>"), "go depth 1"));
    assert!(!thinks(&format!("{book}setoption name BookFile value /elsewhere"), "go depth 1"));
    assert!(thinks(&format!("{book}position startpos moves a2a3"), "go depth 1"));
}

#[test]
fn a_book_that_cannot_be_opened_is_named_once() {
    let input = "setoption name OwnBook value true\nsetoption name BookFile value /gone.bin\ngo depth 1\ngo depth 1\n";
    let lines = said(&mut with_book(), input);
    let strings: Vec<_> = lines.iter().filter(|line| line.starts_with("info string")).collect();
    // Commands come faster than the engine works; that a search waits is said as well.
    assert_eq!(strings.iter().filter(|line| !line.contains("waits")).count(), 1, "{strings:?}");
    assert_eq!(lines.iter().filter(|line| *line == "info string no book /gone.bin").count(), 1);
    let lines = said(&mut with_book(), &format!("{BOOK}setoption name BookFile value /gone.bin\n"));
    assert_eq!(lines[1], "info string no book /gone.bin; the book before it stays in use");
}

#[test]
fn options_are_offered_where_the_host_provides_for_them() {
    let offered = |lines: &[String], name: &str| {
        lines.iter().any(|line| line.starts_with(&format!("option name {name} type ")))
    };
    let bare = said(&mut Session::new(engine()), "uci\n");
    let full = said(&mut with_book().evaluation(|_, _| Ok(String::new())), "uci\n");
    for name in ["OwnBook", "BookFile", "EvalFile"] {
        assert!(!offered(&bare, name) && offered(&full, name), "{name}");
    }
    for name in ["UCI_LimitStrength", "UCI_Elo"] {
        assert!(offered(&bare, name), "{name}");
    }
}

const WEAK: &str = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 600\n";

#[test]
fn a_weak_player_varies_answers_soon_and_shows_what_is_asked_for() {
    let input =
        format!("{WEAK}{}", "ucinewgame\nposition startpos\ngo wtime 600000 btime 600000\n".repeat(40));
    let lines = seeded(5, &input);
    let bests = bests(&lines);
    assert_eq!(bests.len(), 40);
    let mut kinds = bests.clone();
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() >= 4, "{kinds:?}");
    assert!(bests.iter().all(|best| Position::startpos().parse_uci(best).is_ok()));
    assert!(!lines.iter().any(|line| line.contains(" multipv 2 ")), "one line is asked for");
    // The last line before each answer is about the move that is played.
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("bestmove")) {
        let best = line.split(' ').nth(1).unwrap();
        let last = lines[..index].iter().rfind(|line| line.contains(" pv ")).unwrap();
        assert!(last.contains(&format!(" pv {best}")), "{last}, {line}");
    }
}

#[test]
fn a_weak_player_ponders_until_told_and_analyses_in_full() {
    let talk = Talk::new(|session| session);
    WEAK.lines().for_each(|line| talk.say(line));
    talk.say("go ponder wtime 60000 btime 60000");
    let deadline = Duration::from_millis(300);
    while let Ok(line) = talk.output.recv_timeout(deadline) {
        assert!(line.starts_with("info"), "{line}");
    }
    talk.say("ponderhit");
    let mut answer = String::new();
    while !answer.starts_with("bestmove") {
        answer = talk.output.recv_timeout(Duration::from_secs(30)).unwrap();
    }
    talk.say("setoption name MultiPV value 3");
    talk.say("setoption name UCI_AnalyseMode value true");
    talk.say("go depth 6");
    let mut lines = Vec::new();
    while !lines.last().is_some_and(|line: &String| line.starts_with("bestmove")) {
        lines.push(talk.output.recv_timeout(Duration::from_secs(30)).unwrap());
    }
    talk.end();
    assert!(
        lines.iter().any(|line| line.starts_with("info depth 6 ") && line.contains(" multipv 3 ")),
        "{lines:?}"
    );
}

/// Says the number of the file that was loaded last.
struct Numbered(AtomicI32);

impl Evaluator for Numbered {
    type State = ();

    fn evaluate(&self, _: &Board, (): &mut ()) -> i32 {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn an_evaluator_is_loaded_or_stays_as_it_was() {
    let engine = Engine::builder().hash_mib(1).evaluator(Numbered(AtomicI32::new(7))).build().unwrap();
    let mut session = Session::new(engine).evaluation(|evaluator: &Numbered, path| {
        let number = if path.is_empty() { 7 } else { path.parse()? };
        evaluator.0.store(number, Ordering::Relaxed);
        Ok(format!("evaluates\nto {number}"))
    });
    let input = "eval\nsetoption name EvalFile value 30\neval\nsetoption name EvalFile value three\neval\n\
        setoption name EvalFile value <empty>\neval\n";
    let lines = said(&mut session, input);
    let told = lines.iter().map(String::as_str).filter(|line| !line.is_empty() && !line.starts_with("Final"));
    let told: Vec<_> = told.collect();
    let [seven, thirty] = [7, 30].map(|raw| {
        let shown = Score::cp(raw).normalised(&Board::startpos()).raw();
        format!("evaluation {shown:+} cp for white, {shown:+} cp for the side to move")
    });
    assert_eq!(
        told,
        [
            seven.as_str(),
            "info string evaluates to 30",
            &thirty,
            "info string invalid digit found in string; the evaluation stays as it was",
            &thirty,
            "info string evaluates to 7",
            seven.as_str(),
        ]
    );
}
