// The module under node: its search must be the native one, node for node, and its rules those of chess.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Argali } from "../site/argali.js";

const module = new WebAssembly.Module(readFileSync(new URL("../site/argali.wasm", import.meta.url)));
const argali = new Argali(module);
const native = new URL("../../target/release/argali", import.meta.url).pathname;

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const position = (moves, fen) => argali.request({ position: { fen, moves } });

test("the search visits the nodes of the native one", { skip: !existsSync(native) && `${native} is not built` }, () => {
  const fens = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p2B1/2PP4/1PN2N2/P1Q2PPP/R3KB1R w KQ - 1 10",
  ];
  const options = ["analyse", "-", "--depth", "12", "--hash", "32", "--quiet"];
  const output = execFileSync(native, options, { input: fens.join("\n"), encoding: "utf8" });
  const expected = output.trim().split("\n").map(line => JSON.parse(line));
  for (const [index, fen] of fens.entries()) {
    argali.request("newGame");
    const found = argali.request({ search: { game: { fen }, depth: 12 } });
    const { best, nodes } = expected[index];
    assert.deepEqual({ best: found.best.uci, nodes: found.nodes }, { best, nodes }, fen);
  }
});

test("a search ends in time, and reports its lines", () => {
  const reports = [];
  const start = performance.now();
  const found = argali.request({ search: { game: {}, millis: 300, lines: 3 } }, report => reports.push(report));
  const took = performance.now() - start;
  assert.ok(took >= 250 && took < 2000, `${took} ms`);
  assert.ok(found.millis >= 250, `${found.millis} ms by the engine's clock`);
  assert.deepEqual([...new Set(reports.map(report => report.line))].sort(), [1, 2, 3]);
  for (const report of reports) assert.equal(report.wdl.reduce((sum, part) => sum + part), 1000);
});

test("mate is found and told from draws", () => {
  const found = argali.request({ search: { game: { fen: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1" }, depth: 4 } });
  assert.deepEqual([found.best.san, found.score], ["Ra8#", { mate: 1 }]);
  assert.equal(position(["f3", "e5", "g4", "Qh4#"]).over, "checkmate");
  assert.equal(position([], "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").over, "stalemate");
  assert.equal(position([], "8/8/4k3/8/8/3K1N2/8/8 w - - 0 1").over, "insufficient material");
  assert.equal(position([], "8/8/4k3/8/3R4/3K4/8/8 w - - 100 90").over, "fifty moves");
  const shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
  assert.equal(position([...shuffle, ...shuffle]).over, "repetition");
  assert.equal(position(shuffle).over, null);
});

test("a weak player varies, by the random number that is given", () => {
  const play = random => argali.request({ search: { game: {}, elo: 600, random } }).best.uci;
  const played = new Set([0, 0.2, 0.4, 0.6, 0.8, 0.99].map(play));
  assert.ok(played.size > 1, [...played].join(" "));
  assert.equal(play(0.4), play(0.4));
});

test("castling is written as people expect, in ordinary chess and in Chess960", () => {
  const castling = fen => position([], fen).legal.filter(move => move.san.startsWith("O-O")).map(move => move.uci).sort();
  assert.deepEqual(castling("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), ["e1c1", "e1g1"]);
  assert.deepEqual(castling("1r3kr1/6p1/8/8/8/8/6P1/1R3KR1 w GBgb - 0 1"), ["f1b1", "f1g1"]);
});

test("games go from PGN and back", () => {
  const pgn = '[White "Ann"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {good} Nc6 $1 3. Bb5 *\n';
  const read = argali.request({ readPgn: pgn });
  assert.equal(read.tags.White, "Ann");
  assert.deepEqual(read.moves.map(move => move.uci), ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]);
  const written = argali.request({ writePgn: { game: { moves: read.moves.map(move => move.san) }, tags: read.tags, result: "*" } });
  assert.match(written, /\[White "Ann"\]/);
  assert.deepEqual(argali.request({ readPgn: written }).moves, read.moves);
});

test("what makes no sense is refused with a reason", () => {
  assert.throws(() => position([], "8/8/8/8/8/8/8/8 w - - 0 1"), /king/);
  assert.throws(() => position(["e5"]), /e5/);
  assert.throws(() => argali.request({ readPgn: "1. e4 e9" }), /e9/);
  assert.throws(() => argali.request({ dance: 1 }), /dance/);
  assert.equal(position(["e4"]).turn, "black", "and the next request is answered");
});
