//! What JavaScript can ask for, and how it is answered.

use crate::abi;
use crate::rules::{self, Record, Sheet};
use crate::search::{SearchRequest, Searcher};
use serde::{Deserialize, Serialize};
use std::error::Error;

/// A request. As JSON an object with one key, for example `{"position":{"moves":["e4"]}}`; the last one is `"newGame"`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
enum Request {
    /// What can be played after the moves of a game: a [`rules::View`].
    Position(Record),
    /// The best move: a [`search::Report`](crate::search::Report) for each line of each iteration, then a
    /// [`search::Found`](crate::search::Found).
    Search(SearchRequest),
    /// The first game of a PGN: a [`rules::ReadGame`].
    ReadPgn(String),
    /// A game as PGN: text.
    WritePgn(Sheet),
    /// Forget what earlier searches have learned.
    NewGame,
}

/// One answer. Each request ends with a reply or an error; a search sends reports before.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Answer<Report, Reply> {
    Report(Report),
    Reply(Reply),
    Error(String),
}

/// Carries out a request and sends what answers it.
pub(crate) fn answer(request: &[u8], searcher: &mut Searcher) {
    if let Err(error) = carry_out(request, searcher) {
        abi::send(&Answer::<(), ()>::Error(error.to_string()));
    }
}

fn carry_out(request: &[u8], searcher: &mut Searcher) -> Result<(), Box<dyn Error>> {
    match serde_json::from_slice(request)? {
        Request::Position(record) => reply(rules::view(&record)?),
        Request::Search(request) => reply(searcher.search(&request)?),
        Request::ReadPgn(text) => reply(rules::read_pgn(&text)?),
        Request::WritePgn(sheet) => reply(rules::write_pgn(&sheet)?),
        Request::NewGame => {
            searcher.new_game();
            reply(());
        }
    }
    Ok(())
}

fn reply(reply: impl Serialize) {
    abi::send(&Answer::<(), _>::Reply(reply));
}
