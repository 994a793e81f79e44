//! A web service: `GET /FEN` streams a search as server-sent events. The search ends when the client disconnects.
//!
//! `cargo run --release --example 12_service 127.0.0.1:8080` serves until it is killed. In FENs, `_` stands for a space:
//! `curl -N http://127.0.0.1:8080/r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R_b_KQkq_-_3_3`. Without an address the example
//! serves one request of its own, and disconnects after a few events.
#![allow(clippy::print_stdout)]

use argali_search::{Engine, Limits, Outcome, Position, StopHandle};
use std::error::Error;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::unbounded_channel;
use tokio::task::spawn_blocking;

type Failure = Box<dyn Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    if let Some(address) = std::env::args().nth(1) {
        let listener = TcpListener::bind(address).await?;
        loop {
            let (stream, _) = listener.accept().await?;
            tokio::spawn(async {
                if let Err(error) = answer(stream).await {
                    println!("{error}");
                }
            });
        }
    }
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let client = tokio::spawn(try_it(TcpStream::connect(listener.local_addr()?).await?));
    let outcome = answer(listener.accept().await?.0).await?;
    client.await??;
    println!("searched {} nodes: {:?}", outcome.nodes, outcome.stop_reason);
    Ok(())
}

/// Answers one request.
async fn answer(stream: TcpStream) -> Result<Outcome, Failure> {
    let (reader, mut writer) = stream.into_split();
    let mut requests = BufReader::new(reader).lines();
    let request = requests.next_line().await?.unwrap_or_default();
    let path = request.split(' ').nth(1).unwrap_or_default();
    let position: Position = match path.trim_start_matches('/').replace('_', " ").parse() {
        Ok(position) => position,
        Err(error) => {
            writer.write_all(format!("HTTP/1.1 400 Bad Request\r\n\r\n{error}\n").as_bytes()).await?;
            return Err(error.into());
        }
    };
    writer.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n").await?;

    let stop = StopHandle::new();
    let _guard = stop.stop_on_drop(); // the search ends when this future does
    let (events, mut search_events) = unbounded_channel();
    let mut search = spawn_blocking({
        let stop = stop.clone();
        move || {
            let mut engine = Engine::builder().hash_mib(16).build()?;
            let outcome = engine.search_with(&position, &Limits::new().infinite(), &stop, |report| {
                let _ = events.send(format!("data: {} {}\n\n", report.score, report.san().join(" ")));
            })?;
            Ok::<Outcome, Failure>(outcome)
        }
    });
    loop {
        tokio::select! {
            Some(event) = search_events.recv() => {
                if writer.write_all(event.as_bytes()).await.is_err() {
                    stop.stop();
                }
            }
            line = requests.next_line() => match line {
                Ok(Some(_)) => {} // a header
                _ => { stop.stop(); break } // the client has disconnected
            },
            outcome = &mut search => return outcome?,
        }
    }
    search.await?
}

/// A client that disconnects after a few events.
async fn try_it(stream: TcpStream) -> Result<(), Failure> {
    let (reader, mut writer) = stream.into_split();
    writer.write_all(b"GET /6k1/5ppp/8/8/8/8/5PPP/R5K1_w_-_-_0_1 HTTP/1.1\r\n\r\n").await?;
    let mut lines = BufReader::new(reader).lines();
    let mut events = 0;
    while let (0..3, Some(line)) = (events, lines.next_line().await?) {
        if line.starts_with("data: ") {
            events += 1;
            println!("{line}");
        }
    }
    Ok(())
}
