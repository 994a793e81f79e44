// A game: the moves that were played and the one that is looked at. The rules are Argali's.

export class Game {
  /** `rules` is an Argali whose searches nobody waits for: it answers at once. */
  constructor(rules) {
    this.rules = rules;
    this.begin();
  }

  /** Starts anew, from a position if one is given. Throws if it is not one. */
  begin(fen) {
    const { fen: complete } = this.rules.request({ position: { fen } });
    this.fen = fen && complete;
    this.tags = {};
    this.moves = []; // { uci, san }
    this.at = 0; // moves before the position that is looked at
    this.#look();
  }

  /** Reads a FEN or a PGN. Throws if the text is neither. */
  read(text) {
    const isFen = /^\s*([1-8pnbrqk]+\/){7}[1-8pnbrqk]+(\s|$)/i.test(text);
    if (isFen) return this.begin(text.trim());
    const { tags, fen, moves } = this.rules.request({ readPgn: text });
    if (moves.length === 0 && !tags.FEN) throw new Error("There are no moves in this text.");
    this.begin(tags.FEN && fen);
    Object.assign(this, { tags, moves });
    this.go(moves.length);
  }

  /** The game as PGN. */
  pgn() {
    const tags = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", ...this.tags };
    const result = this.result ?? "*";
    return this.rules.request({ writePgn: { game: this.#record(this.moves.length), tags: { ...tags, Result: result }, result } });
  }

  /** Plays a move, in UCI, where the game is looked at. What was played there before is forgotten. */
  play(uci) {
    const move = this.view.legal.find(legal => legal.uci === uci);
    if (!move) throw new Error(`${uci} is not legal`);
    this.moves = [...this.moves.slice(0, this.at), move];
    this.go(this.at + 1);
  }

  /** Takes back the moves from `count` on. */
  cut(count) {
    this.moves = this.moves.slice(0, Math.max(0, count));
    this.go(this.moves.length);
  }

  /** Looks at the position after `count` moves. */
  go(count) {
    this.at = Math.min(Math.max(count, 0), this.moves.length);
    this.#look();
  }

  get atEnd() {
    return this.at === this.moves.length;
  }

  /** The game up to where it is looked at, as requests take it. */
  get record() {
    return this.#record(this.at);
  }

  /** The last move before the position. */
  get last() {
    return this.moves[this.at - 1]?.uci;
  }

  /** "1-0", "0-1" or "1/2-1/2" if the position ends the game. */
  get result() {
    if (!this.view.over) return undefined;
    if (this.view.over !== "checkmate") return "1/2-1/2";
    return this.view.turn === "white" ? "0-1" : "1-0";
  }

  /** The moves in rows: number, White's move, Black's. A move is its place in the game, or undefined. */
  rows() {
    const [, turn, , , , number] = (this.fen ?? "").split(" ");
    const skipped = turn === "b" ? 1 : 0;
    const rows = [];
    this.moves.forEach((_, index) => {
      const half = index + skipped;
      const row = (rows[half >> 1] ??= { number: (Number(number) || 1) + (half >> 1), moves: [undefined, undefined] });
      row.moves[half % 2] = index;
    });
    return rows;
  }

  #record(count) {
    return { fen: this.fen, moves: this.moves.slice(0, count).map(move => move.uci) };
  }

  #look() {
    this.view = this.rules.request({ position: this.record });
  }
}
