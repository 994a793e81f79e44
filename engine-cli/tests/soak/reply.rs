//! What the engine says, read without indulgence.

use std::str::{FromStr, SplitWhitespace};

/// A line of the engine's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<'a> {
    /// `info string`
    Note(&'a str),
    Info(Info<'a>),
    Best {
        best: &'a str,
        ponder: Option<&'a str>,
    },
}

/// An `info` line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info<'a> {
    pub depth: Option<u32>,
    pub selective_depth: Option<u32>,
    /// The line's number, from 1.
    pub line: Option<usize>,
    pub has_score: bool,
    /// Permille.
    pub wdl: Option<[u32; 3]>,
    pub nodes: Option<u64>,
    pub nps: Option<u64>,
    /// Permille.
    pub hashfull: Option<u32>,
    pub tablebase_hits: Option<u64>,
    /// Milliseconds.
    pub time: Option<u64>,
    pub current_move: Option<&'a str>,
    pub pv: Vec<&'a str>,
}

impl Reply<'_> {
    /// Understands a line, or says what is wrong with it.
    pub fn read(line: &str) -> Result<Reply<'_>, String> {
        if let Some(note) = line.strip_prefix("info string ") {
            return Ok(Reply::Note(note));
        }
        let mut words = line.split_whitespace();
        match words.next() {
            Some("info") => Info::read(words).map(Reply::Info).map_err(|fault| format!("{fault}: {line}")),
            Some("bestmove") => match words.collect::<Vec<_>>()[..] {
                [best] => Ok(Reply::Best { best, ponder: None }),
                [best, "ponder", ponder] => Ok(Reply::Best { best, ponder: Some(ponder) }),
                _ => Err(format!("not the form of a bestmove: {line}")),
            },
            _ => Err(format!("not a line of a search: {line}")),
        }
    }
}

fn value<T: FromStr>(words: &mut SplitWhitespace<'_>, name: &str) -> Result<T, String> {
    let text = words.next().unwrap_or("");
    text.parse().map_err(|_| format!("{name} is {text:?}"))
}

impl<'a> Info<'a> {
    fn read(mut words: SplitWhitespace<'a>) -> Result<Info<'a>, String> {
        let mut info = Info::default();
        while let Some(name) = words.next() {
            match name {
                "depth" => info.depth = Some(value(&mut words, name)?),
                "seldepth" => info.selective_depth = Some(value(&mut words, name)?),
                "multipv" => info.line = Some(value(&mut words, name)?),
                "nodes" => info.nodes = Some(value(&mut words, name)?),
                "nps" => info.nps = Some(value(&mut words, name)?),
                "hashfull" => info.hashfull = Some(value(&mut words, name)?),
                "tbhits" => info.tablebase_hits = Some(value(&mut words, name)?),
                "time" => info.time = Some(value(&mut words, name)?),
                "currmove" => info.current_move = Some(words.next().ok_or("currmove without a move")?),
                "currmovenumber" => {
                    value::<u32>(&mut words, name)?;
                }
                "score" => {
                    let unit = words.next().unwrap_or("");
                    if !matches!(unit, "cp" | "mate") {
                        return Err(format!("the score's unit is {unit:?}"));
                    }
                    value::<i32>(&mut words, unit)?;
                    info.has_score = true;
                }
                "lowerbound" | "upperbound" if info.has_score => {}
                "wdl" => {
                    let mut share = || value(&mut words, name);
                    info.wdl = Some([share()?, share()?, share()?]);
                }
                "pv" => info.pv = words.by_ref().collect(),
                _ => return Err(format!("unknown word {name:?}")),
            }
        }
        Ok(info)
    }
}

#[test]
fn lines_are_read() {
    let line = "info depth 3 seldepth 5 multipv 1 score cp -12 upperbound wdl 1 998 1 nodes 70 nps 900 hashfull 0 \
                tbhits 0 time 1 pv e2e4 e7e5";
    let Ok(Reply::Info(info)) = Reply::read(line) else { panic!("{:?}", Reply::read(line)) };
    assert_eq!((info.depth, info.line, info.nodes), (Some(3), Some(1), Some(70)));
    assert_eq!((info.wdl, info.pv), (Some([1, 998, 1]), vec!["e2e4", "e7e5"]));
    let best = Reply::Best { best: "e2e4", ponder: Some("e7e5") };
    assert_eq!(Reply::read("bestmove e2e4 ponder e7e5"), Ok(best));
    assert_eq!(Reply::read("info string what  it was"), Ok(Reply::Note("what  it was")));
}

#[test]
fn what_is_malformed_is_refused() {
    for line in [
        "",
        "bestmove",
        "bestmove e2e4 ponder",
        "bestmove e2e4 e7e5",
        "info depth x",
        "info depth -1",
        "info nodes",
        "info score 12",
        "info score cp",
        "info lowerbound",
        "info wdl 1 2",
        "info foo 3",
        "readyok",
    ] {
        assert!(Reply::read(line).is_err(), "{line}");
    }
}
