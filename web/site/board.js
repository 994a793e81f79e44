// A chess board to look at and to move on, by mouse, touch or keyboard.
//
// It knows no rules: whoever uses it says which moves are legal, and is told which one was made.

const FILES = "abcdefgh";
const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const SVG = "http://www.w3.org/2000/svg";

/** The picture of a piece, named by its letter in a FEN. */
export function picture(letter) {
  const svg = document.createElementNS(SVG, "svg");
  svg.classList.add("piece", colour(letter));
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `pieces.svg#${NAMES[letter.toLowerCase()]}`);
  svg.append(use);
  return svg;
}

/** What a piece is called. */
export function pieceName(letter) {
  return `${colour(letter)} ${NAMES[letter.toLowerCase()]}`;
}

function colour(letter) {
  return letter === letter.toUpperCase() ? "white" : "black";
}

/** The pieces of a FEN: square to letter. */
function piecesOf(fen) {
  const pieces = new Map();
  fen.split(" ")[0].split("/").forEach((row, down) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else pieces.set(FILES[file++] + (8 - down), letter);
    }
  });
  return pieces;
}

export class Board {
  #root;
  #onMove;
  #squares = new Map();
  #arrows;
  #flipped = false;
  #pieces = new Map();
  #moves = new Map(); // from square to a map from target to the moves in UCI
  #selected;
  #focus = "e2";
  #drag;

  /** Fills `root`. Calls `onMove` with the moves in UCI between two squares: one, or one for each promotion. */
  constructor(root, onMove) {
    this.#root = root;
    this.#onMove = onMove;
    root.setAttribute("role", "grid");
    root.setAttribute("aria-label", "Chess board");
    for (let rank = 8; rank >= 1; rank--) {
      for (const file of FILES) this.#squares.set(file + rank, this.#square(file, rank));
    }
    this.#arrows = document.createElementNS(SVG, "svg");
    this.#arrows.setAttribute("viewBox", "0 0 8 8");
    this.#arrows.classList.add("arrows");
    this.#arrange();
    root.addEventListener("click", event => this.#click(event));
    root.addEventListener("keydown", event => this.#key(event));
    root.addEventListener("pointerdown", event => this.#press(event));
    root.addEventListener("pointermove", event => this.#move(event));
    root.addEventListener("pointerup", event => this.#release(event));
    root.addEventListener("pointercancel", () => this.#drop());
  }

  get flipped() {
    return this.#flipped;
  }

  /** Turns the board: Black below. */
  set flipped(flipped) {
    this.#flipped = flipped;
    this.#arrange();
  }

  /**
   * Shows a position: its FEN, the moves that may be made, in UCI (none if nobody may move), the last move, and whether the
   * side to move is in check.
   */
  show({ fen, legal = [], last, check = false }) {
    this.#drop();
    this.#pieces = piecesOf(fen);
    this.#moves = new Map();
    for (const uci of legal) {
      const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
      const targets = this.#moves.get(from) ?? new Map();
      this.#moves.set(from, targets.set(to, [...(targets.get(to) ?? []), uci]));
    }
    const king = check ? (fen.split(" ")[1] === "w" ? "K" : "k") : undefined;
    for (const [square, cell] of this.#squares) {
      const letter = this.#pieces.get(square);
      cell.querySelector(".piece")?.remove();
      if (letter) cell.append(picture(letter));
      cell.setAttribute("aria-label", letter ? `${square}, ${pieceName(letter)}` : square);
      cell.classList.toggle("last", last !== undefined && [last.slice(0, 2), last.slice(2, 4)].includes(square));
      cell.classList.toggle("check", king !== undefined && letter === king);
      cell.classList.toggle("movable", this.#moves.has(square));
    }
    this.#select(undefined);
  }

  /** Draws arrows for moves in UCI, the most important one first. */
  arrows(moves) {
    this.#arrows.replaceChildren(...moves.map((uci, index) => {
      const [x1, y1] = this.#centre(uci.slice(0, 2));
      const [x2, y2] = this.#centre(uci.slice(2, 4));
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
      const at = (along, aside) => `${x2 - along * dx - aside * dy} ${y2 - along * dy + aside * dx}`;
      const arrow = document.createElementNS(SVG, "path");
      arrow.setAttribute("d", `M${x1 + 0.3 * dx} ${y1 + 0.3 * dy}L${at(0.42, 0)}M${at(0.1, 0)}L${at(0.45, 0.2)}L${at(0.45, -0.2)}Z`);
      arrow.style.opacity = index === 0 ? 0.8 : 0.35;
      return arrow;
    }));
  }

  #square(file, rank) {
    const cell = document.createElement("button");
    cell.type = "button";
    cell.setAttribute("role", "gridcell");
    cell.dataset.square = file + rank;
    cell.classList.add((FILES.indexOf(file) + rank) % 2 ? "dark" : "light");
    cell.tabIndex = -1;
    return cell;
  }

  /** Puts the squares in their places, with the names of files and ranks at the lower and left edge. */
  #arrange() {
    const names = [...this.#squares.keys()];
    if (this.#flipped) names.reverse();
    const rows = Array.from({ length: 8 }, (_, down) => {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      row.dataset.rank = names[8 * down][1];
      row.append(...names.slice(8 * down, 8 * down + 8).map(name => {
        const cell = this.#squares.get(name);
        cell.dataset.file = down === 7 ? name[0] : "";
        return cell;
      }));
      return row;
    });
    this.#root.replaceChildren(...rows, this.#arrows);
    this.#arrows.replaceChildren();
    this.#squares.get(this.#focus).tabIndex = 0;
  }

  #centre(square) {
    const [x, y] = [FILES.indexOf(square[0]) + 0.5, 8.5 - Number(square[1])];
    return this.#flipped ? [8 - x, 8 - y] : [x, y];
  }

  /** Marks a square as the one to move from, and those that can be reached. */
  #select(square) {
    this.#selected = square;
    const targets = this.#moves.get(square);
    for (const [name, cell] of this.#squares) {
      cell.setAttribute("aria-selected", name === square);
      cell.classList.toggle("target", targets?.has(name) ?? false);
    }
  }

  /** Moves from the selected square if that is legal, and otherwise selects. */
  #choose(square) {
    const moves = this.#moves.get(this.#selected)?.get(square);
    if (moves) {
      this.#select(undefined);
      this.#onMove(moves);
    } else {
      this.#select(square !== this.#selected && this.#moves.has(square) ? square : undefined);
    }
  }

  #click(event) {
    const square = event.target.closest("[data-square]")?.dataset.square;
    if (!square) return;
    this.#focusOn(square);
    this.#choose(square);
  }

  #key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.key === "Escape") this.#select(undefined);
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    const [right, up] = steps[event.key].map(step => (this.#flipped ? -step : step));
    const file = FILES.indexOf(this.#focus[0]) + right;
    const rank = Number(this.#focus[1]) + up;
    if (FILES[file] && rank >= 1 && rank <= 8) this.#focusOn(FILES[file] + rank);
  }

  #focusOn(square) {
    this.#squares.get(this.#focus).tabIndex = -1;
    this.#focus = square;
    this.#squares.get(square).tabIndex = 0;
    this.#squares.get(square).focus({ preventScroll: true });
  }

  #press(event) {
    const square = event.target.closest("[data-square]")?.dataset.square;
    if (event.button !== 0 || !this.#moves.has(square)) return;
    this.#drag = { square, x: event.clientX, y: event.clientY, piece: null };
  }

  #move(event) {
    if (!this.#drag) return;
    const [dx, dy] = [event.clientX - this.#drag.x, event.clientY - this.#drag.y];
    if (!this.#drag.piece) {
      if (Math.hypot(dx, dy) < 5) return;
      // From now on a drag: the click that would follow is not one.
      this.#root.setPointerCapture(event.pointerId);
      this.#drag.piece = this.#squares.get(this.#drag.square).querySelector(".piece");
      this.#drag.piece.classList.add("dragged");
      this.#select(this.#drag.square);
    }
    this.#drag.piece.style.translate = `${dx}px ${dy}px`;
  }

  #release(event) {
    const drag = this.#drag;
    this.#drop();
    if (!drag?.piece) return;
    const under = document.elementsFromPoint(event.clientX, event.clientY).find(element => element.dataset.square);
    if (under && under.dataset.square !== drag.square) this.#choose(under.dataset.square);
  }

  #drop() {
    if (this.#drag?.piece) {
      this.#drag.piece.classList.remove("dragged");
      this.#drag.piece.style.translate = "";
    }
    this.#drag = undefined;
  }
}
