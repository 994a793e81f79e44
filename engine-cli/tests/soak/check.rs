//! What an answer must be like: pure judgement, no clock and no process.

use crate::journal::Kind;
use crate::options::Options;
use crate::reply::{Info, Reply};
use crate::trail::Trail;
use argali_suite::legal_moves;

/// A fault, and what is wrong.
pub type Fault = (Kind, String);

/// What came of an answer.
#[derive(Debug, Default)]
pub struct Verdict {
    pub faults: Vec<Fault>,
    /// Lines with moves.
    pub lines: usize,
    /// The move, if it is legal.
    pub best: Option<String>,
    /// The ponder move, if both are legal.
    pub ponder: Option<String>,
}

/// Judges an answer to `go` at `root`: all lines from the first `info` to `bestmove`.
pub fn judge<'a>(said: impl IntoIterator<Item = &'a str>, root: &Trail, options: &Options<'_>) -> Verdict {
    let mut verdict = Verdict::default();
    let mut first_line = None;
    for line in said {
        match Reply::read(line) {
            Err(fault) => verdict.faults.push((Kind::Protocol, fault)),
            Ok(Reply::Note(note)) => verdict.faults.push((Kind::Protocol, format!("said: {note}"))),
            Ok(Reply::Info(info)) => {
                verdict.lines += usize::from(!info.pv.is_empty());
                let faults = faults_of(&info, root, options);
                verdict
                    .faults
                    .extend(faults.into_iter().map(|(kind, fault)| (kind, format!("{fault}: {line}"))));
                if info.line == Some(1) && !info.pv.is_empty() {
                    first_line = Some(info.pv);
                }
            }
            Ok(Reply::Best { best, ponder }) => {
                judge_moves(&mut verdict, best, ponder, root);
                if let Some(pv) = first_line.as_ref().filter(|pv| pv[0] != best)
                    && !options.may_play_other_lines()
                {
                    let fault = format!("bestmove {best} is not that of the last line: {}", pv.join(" "));
                    verdict.faults.push((Kind::Line, fault));
                }
            }
        }
    }
    verdict
}

fn judge_moves(verdict: &mut Verdict, best: &str, ponder: Option<&str>, root: &Trail) {
    if !root.board().generate_moves(|_| true) {
        // Only who ponders is asked about a game that has ended.
        if !matches!(best, "(none)" | "0000") || ponder.is_some() {
            verdict.faults.push((Kind::IllegalMove, format!("bestmove {best}, but there is no legal move")));
        }
        return;
    }
    let mut after = root.clone();
    if let Err(error) = after.play(best) {
        return verdict.faults.push((Kind::IllegalMove, format!("bestmove {error}")));
    }
    verdict.best = Some(best.to_owned());
    if let Some(ponder) = ponder {
        match after.play(ponder) {
            Ok(()) => verdict.ponder = Some(ponder.to_owned()),
            Err(error) => verdict.faults.push((Kind::IllegalMove, format!("ponder {error}"))),
        }
    }
}

/// What is wrong with an `info` line.
fn faults_of(info: &Info<'_>, root: &Trail, options: &Options<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut protocol = |is_fault: bool, text: &str| {
        if is_fault {
            faults.push((Kind::Protocol, text.to_owned()));
        }
    };
    protocol(info.depth.is_none(), "no depth");
    if let Some(mv) = info.current_move {
        protocol(root.clone().play(mv).is_err(), "currmove is illegal");
        return faults;
    }
    let moves = legal_moves(root.board()).len();
    let most_lines = options.lines.min(moves.max(1));
    protocol(
        !info.line.is_some_and(|line| (1..=most_lines).contains(&line)),
        "multipv is missing or out of range",
    );
    protocol(!info.has_score, "no score");
    protocol(info.selective_depth.is_none(), "no seldepth");
    protocol(info.nodes.is_none() || info.nps.is_none(), "no nodes or nps");
    protocol(info.tablebase_hits.is_none() || info.time.is_none(), "no tbhits or time");
    protocol(info.hashfull.is_none_or(|permille| permille > 1_000), "hashfull is missing or out of range");
    protocol(info.wdl.is_some() != options.wdl, "wdl does not follow its option");
    protocol(info.wdl.is_some_and(|wdl| wdl.iter().sum::<u32>() != 1_000), "wdl is not a thousand");
    protocol(info.pv.is_empty() && moves > 0, "no moves");
    if let Err(fault) = root.check_line(&info.pv) {
        faults.push((Kind::Line, format!("the line {fault}")));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str =
        "info depth 1 seldepth 1 multipv 1 score cp 3 nodes 9 nps 9 hashfull 0 tbhits 0 time 0 pv e2e4 e7e5";

    fn kinds(said: &[&str], options: &Options<'_>) -> Vec<Kind> {
        judge(said.iter().copied(), &Trail::startpos(), options)
            .faults
            .into_iter()
            .map(|(kind, _)| kind)
            .collect()
    }

    #[test]
    fn a_faultless_answer_has_no_fault() {
        let verdict = judge([GOOD, "bestmove e2e4 ponder e7e5"], &Trail::startpos(), &Options::FRUGAL);
        assert!(verdict.faults.is_empty(), "{:?}", verdict.faults);
        assert_eq!((verdict.best.as_deref(), verdict.ponder.as_deref()), (Some("e2e4"), Some("e7e5")));
        assert_eq!(verdict.lines, 1);
    }

    #[test]
    fn moves_that_are_illegal_or_not_the_lines_are_seen() {
        for (best, kind) in [
            ("bestmove e2e5", Kind::IllegalMove),
            ("bestmove (none)", Kind::IllegalMove),
            ("bestmove e2e4 ponder e2e4", Kind::IllegalMove),
            ("bestmove d2d4", Kind::Line),
        ] {
            assert!(kinds(&[GOOD, best], &Options::FRUGAL).contains(&kind), "{best}");
        }
        let limited = Options { elo: Some(1_000), lines: 3, ..Options::FRUGAL };
        assert_eq!(kinds(&[GOOD, "bestmove d2d4"], &limited), []);
    }

    #[test]
    fn faulty_infos_are_seen() {
        for (from, to, kind) in [
            ("e7e5", "e2e4", Kind::Line),
            ("multipv 1", "multipv 2", Kind::Protocol),
            (" depth 1", "", Kind::Protocol),
            ("nodes 9 ", "", Kind::Protocol),
            ("nodes 9", "nodes many", Kind::Protocol),
            ("hashfull 0", "hashfull 1001", Kind::Protocol),
            ("nodes", "wdl 1 998 1 nodes", Kind::Protocol),
            (" pv e2e4 e7e5", "", Kind::Protocol),
        ] {
            assert_eq!(kinds(&[&GOOD.replace(from, to)], &Options::FRUGAL), [kind], "{to}");
        }
        let wdl = Options { wdl: true, ..Options::FRUGAL };
        assert_eq!(kinds(&[&GOOD.replace("nodes", "wdl 1 998 1 nodes")], &wdl), []);
        for line in [GOOD, &GOOD.replace("nodes", "wdl 1 998 2 nodes")] {
            assert_eq!(kinds(&[line], &wdl), [Kind::Protocol], "{line}");
        }
        assert_eq!(kinds(&["info depth 4 currmove e2e5 currmovenumber 1"], &wdl), [Kind::Protocol]);
        assert_eq!(kinds(&["info string option Hash: 'x' is not a number"], &wdl), [Kind::Protocol]);
    }

    #[test]
    fn where_the_game_has_ended_there_is_no_move() {
        let mated = Trail::from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
        assert!(judge(["bestmove (none)"], &mated, &Options::FRUGAL).faults.is_empty());
        assert_eq!(judge(["bestmove e2e4"], &mated, &Options::FRUGAL).faults.len(), 1);
    }
}
