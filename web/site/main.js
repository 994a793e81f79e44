// The page: a game on a board, Argali as opponent, Argali as analyst.

import { Argali, compile } from "./argali.js";
import { Board, picture, pieceName } from "./board.js";
import { Engine } from "./engine.js";
import { Game } from "./game.js";

/** Above the slider's last Elo, Argali plays as well as it can. */
const STRONGEST_ELO = 2250;

const element = id => document.getElementById(id);
const status = text => (element("status").textContent = text);

const module = await compile("argali.wasm").catch(error => {
  status(`Argali could not be loaded: ${error.message}`);
  throw error;
});
const game = new Game(new Argali(module));
const engine = new Engine(module);
const board = new Board(element("board"), async moves => {
  const uci = moves.length === 1 ? moves[0] : await choosePromotion(moves);
  if (!uci) return;
  game.play(uci);
  update();
});

/** Shows the position, and has the engine do what there is to do in it. */
function update() {
  engine.stop();
  const { view } = game;
  const argalis = element("side").value === view.turn;
  const legal = argalis ? [] : view.legal.map(move => move.uci);
  board.show({ fen: view.fen, legal, last: game.last, check: view.check });
  board.arrows([]);
  status(describe(argalis));
  element("back").disabled = game.moves.length === 0;
  const analyses = element("analyse").checked;
  element("bar").hidden = element("pv").hidden = !analyses;
  element("bar").classList.toggle("flipped", board.flipped);
  element("speed").textContent = "";
  if (view.over) {
    showEvaluation({ win: { "1-0": 1, "0-1": 0 }[game.result] ?? 0.5, text: game.result });
    element("pv").replaceChildren();
  } else if (argalis && game.atEnd) {
    play();
  } else if (analyses) {
    analyse();
  }
  showMoves();
}

/** What there is to say of the position. */
function describe(argalis) {
  const { view, result } = game;
  const played = game.at > 0 ? `${game.moves[game.at - 1].san}. ` : "";
  if (view.over === "checkmate") return `${played}Checkmate: ${result === "1-0" ? "White" : "Black"} wins.`;
  if (view.over) return `${played}Draw: ${view.over}.`;
  if (argalis && game.atEnd) return `${played}Argali thinks …`;
  const turn = view.turn === "white" ? "White" : "Black";
  return `${played}${turn} to move${view.check ? ", in check" : ""}.`;
}

/** Has Argali move. */
async function play() {
  const elo = Number(element("elo").value);
  const limit = elo <= STRONGEST_ELO ? { elo, random: Math.random() } : {};
  const found = await search({ millis: Number(element("millis").value), ...limit });
  if (!found) return;
  game.play(found.best.uci);
  update();
}

/** Searches until the position changes, and shows the best lines. */
function analyse() {
  const { view } = game;
  const white = view.turn === "white";
  const wanted = Number(element("lines").value);
  const lines = [];
  // Empty lines keep the place of those to come.
  element("pv").replaceChildren(...Array.from({ length: wanted }, () => document.createElement("li")));
  let due = false;
  search({ lines: wanted }, report => {
    if (report.bound !== "exact") return;
    lines[report.line - 1] = report;
    // A few reports in a row are shown at once.
    if (!due) requestAnimationFrame(() => {
      due = false;
      // Of an iteration that has only begun to arrive, a line may repeat one of the last iteration.
      const whole = lines.every(line => line.depth === lines[0]?.depth);
      if (whole && game.view === view) showLines(lines, white);
    });
    due = true;
  });
}

async function search(request, onReport) {
  try {
    return await engine.search({ game: game.record, ...request }, onReport);
  } catch (error) {
    status(`The search failed: ${error.message}`);
    return null;
  }
}

function showLines(lines, white) {
  const [best] = lines;
  const [wins, draws, losses] = white ? best.wdl : best.wdl.toReversed();
  const chances = `White wins ${percent(wins)}, draw ${percent(draws)}, Black wins ${percent(losses)}`;
  showEvaluation({ win: (wins + draws / 2) / 1000, text: scoreText(best.score, white, 1), chances });
  const speed = Math.round(best.nodes / best.millis);
  element("speed").textContent = `depth ${best.depth}/${best.selectiveDepth} · ${speed.toLocaleString("en")} kN/s`;
  element("pv").replaceChildren(...lines.map(({ score, moves }) => {
    const item = document.createElement("li");
    const number = document.createElement("b");
    number.textContent = scoreText(score, white);
    item.title = moves.map(move => move.san).join(" ");
    item.append(number, " ", item.title);
    return item;
  }));
  board.arrows(lines.map(({ moves }) => moves[0].uci));
}

/** Fills the bar: the part of a point that White can expect. */
function showEvaluation({ win, text, chances = text }) {
  const bar = element("bar");
  bar.style.setProperty("--white", `${100 * win}%`);
  bar.setAttribute("aria-valuenow", Math.round(100 * win));
  bar.setAttribute("aria-valuetext", `${text}. ${chances}`);
  bar.title = chances;
  bar.querySelector("output").textContent = text;
}

const percent = permille => `${Math.round(permille / 10)} %`;

/** A score for White: pawns, or moves to the mate. */
function scoreText({ cp, mate }, white, digits = 2) {
  const sign = white ? 1 : -1;
  if (mate !== undefined) return `${sign * mate < 0 ? "−" : ""}#${Math.abs(mate)}`;
  const pawns = (sign * cp) / 100;
  return `${pawns < 0 ? "−" : "+"}${Math.abs(pawns).toFixed(digits)}`;
}

function showMoves() {
  const rows = game.rows().map(({ number, moves }) => {
    const row = document.createElement("li");
    row.value = number;
    row.append(...moves.map(index => {
      if (index === undefined) return Object.assign(document.createElement("span"), { textContent: "…" });
      const button = document.createElement("button");
      button.textContent = game.moves[index]?.san;
      if (index === game.at - 1) button.setAttribute("aria-current", "step");
      button.onclick = () => visit(index + 1);
      return button;
    }));
    return row;
  });
  // A game that stands at White's move ends with half a row.
  rows.at(-1)?.querySelector(":scope > :last-child:is(span)")?.remove();
  element("moves").replaceChildren(...rows);
  const current = element("moves").querySelector("[aria-current]");
  const list = element("moves");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  for (const id of ["first", "previous"]) element(id).disabled = game.at === 0;
  for (const id of ["next", "last"]) element(id).disabled = game.atEnd;
}

function visit(count) {
  game.go(count);
  update();
}

/** Asks which of the promotions is meant: its move, or undefined. */
function choosePromotion(moves) {
  const dialog = element("promotion");
  const white = game.view.turn === "white";
  dialog.replaceChildren(...["q", "n", "r", "b"].map(letter => {
    const button = document.createElement("button");
    button.value = moves.find(uci => uci[4] === letter);
    const piece = white ? letter.toUpperCase() : letter;
    button.setAttribute("aria-label", pieceName(piece));
    button.append(picture(piece));
    button.onclick = () => dialog.close(button.value);
    return button;
  }));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise(resolve => {
    dialog.onclose = () => resolve(dialog.returnValue || undefined);
  });
}

function takeBack() {
  const argalis = element("side").value;
  // Back to where the other side is to move.
  const atEnd = game.atEnd;
  if (!atEnd) game.go(game.moves.length);
  game.cut(game.moves.length - (argalis !== "none" && game.view.turn !== argalis ? 2 : 1));
  update();
}

function paste() {
  const dialog = element("paste");
  const [text, problem] = [dialog.querySelector("textarea"), dialog.querySelector("[role=alert]")];
  problem.textContent = "";
  dialog.showModal();
  text.select();
  dialog.querySelector("form").onsubmit = event => {
    if (event.submitter.value !== "load") return;
    try {
      game.read(text.value);
    } catch (error) {
      event.preventDefault();
      problem.textContent = error.message;
      return;
    }
    // What was pasted is looked at first. Argali plays on when it is asked to.
    element("side").value = "none";
    element("analyse").checked = true;
    engine.newGame();
    update();
  };
}

async function copy(button, text) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // No permission, or not a secure page.
    button.textContent = "Refused";
  }
  setTimeout(() => (button.textContent = label), 1500);
}

/** Turns the board towards whoever plays against Argali. */
function sit() {
  const argalis = element("side").value;
  if (argalis !== "none") board.flipped = argalis === "white";
  update();
}

function showElo() {
  const elo = Number(element("elo").value);
  element("elo").nextElementSibling.textContent = elo <= STRONGEST_ELO ? `${elo} Elo` : "full";
}

element("new").onclick = () => {
  game.begin();
  engine.newGame();
  update();
};
element("back").onclick = takeBack;
element("flip").onclick = () => {
  board.flipped = !board.flipped;
  update();
};
element("open").onclick = paste;
element("copy-fen").onclick = event => copy(event.target, game.view.fen);
element("copy-pgn").onclick = event => copy(event.target, game.pgn());
element("first").onclick = () => visit(0);
element("previous").onclick = () => visit(game.at - 1);
element("next").onclick = () => visit(game.at + 1);
element("last").onclick = () => visit(game.moves.length);
element("elo").oninput = showElo;
element("analyse").onchange = element("lines").onchange = update;
element("side").onchange = sit;
document.onkeydown = event => {
  if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = { ArrowLeft: game.at - 1, ArrowRight: game.at + 1, Home: 0, End: game.moves.length };
  if (event.key in steps) {
    event.preventDefault();
    visit(steps[event.key]);
  }
};

showElo();
sit();
