"use strict";
document.documentElement.classList.add("scripted");
for (const game of document.querySelectorAll(".game")) {
  const frames = JSON.parse(game.querySelector('script[type="application/json"]').textContent);
  const stage = game.querySelector(".stage"), said = game.querySelector(".said");
  const cursor = game.querySelector(".cursor"), plies = game.querySelectorAll(".curve .ply");
  let here = 0, turned = false;

  const element = (name, attributes, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const files = "abcdefgh";
  const corner = (file, rank) => turned ? [45 * (7 - file), 45 * rank] : [45 * file, 45 * (7 - rank)];
  const place = name => corner(files.indexOf(name[0]), name[1] - 1);

  // The same picture as the program draws.
  const arrow = ([from, to], color) => {
    const [x1, y1] = place(from).map(v => v + 22.5), [x2, y2] = place(to).map(v => v + 22.5);
    const length = Math.hypot(x2 - x1, y2 - y1), ax = (x2 - x1) / length, ay = (y2 - y1) / length;
    if (!length) return "";
    const at = ([along, across]) =>
      `${(x1 + ax * along - ay * across).toFixed(1)} ${(y1 + ay * along + ax * across).toFixed(1)}`;
    const points = [[10, 4.2], [length - 18, 4.2], [length - 18, 11], [length - 1, 0],
      [length - 18, -11], [length - 18, -4.2], [10, -4.2]];
    return element("path", { fill: color, "fill-opacity": .8, d: `M${points.map(at).join("L")}z` });
  };
  const board = (men, last, arrows) => {
    const svg = element("svg", { class: "board", viewBox: "0 0 360 360", role: "img" });
    svg.append(element("rect", { width: 360, height: 360, fill: "#f0d9b5" }));
    let dark = "";
    for (let square = 0; square < 64; square++) {
      const [x, y] = [45 * (square % 8), 45 * (square >> 3)];
      if ((x + y) / 45 % 2) dark += `M${x} ${y}h45v45h-45z`;
    }
    svg.append(element("path", { fill: "#b58863", d: dark }));
    for (const name of last) {
      const [x, y] = place(name);
      svg.append(element("rect", { x, y, width: 45, height: 45, fill: "#ffe95a", "fill-opacity": .55 }));
    }
    const names = element("g", { "font-family": "sans-serif", "font-size": 9, "font-weight": 600 });
    for (let i = 0; i < 8; i++) {
      const [fx, fy] = corner(i, turned ? 7 : 0), [rx, ry] = corner(turned ? 7 : 0, i);
      const tint = (x, y) => (x + y) / 45 % 2 ? "#f0d9b5" : "#b58863";
      names.append(element("text", { x: fx + 38, y: fy + 42, fill: tint(fx, fy) }, files[i]),
        element("text", { x: rx + 2, y: ry + 9, fill: tint(rx, ry) }, i + 1));
    }
    svg.append(names);
    const line = { "stroke-width": 1.5, "stroke-linejoin": "round", "stroke-linecap": "round" };
    const white = element("g", { ...line, fill: "#fff", stroke: "#222", color: "#222" });
    const black = element("g", { ...line, fill: "#3a3a3a", stroke: "#111", color: "#e6e6e6" });
    men.split("/").forEach((row, index) => {
      let file = 0;
      for (const letter of row) {
        if (letter > "0" && letter < "9") { file += +letter; continue; }
        const [x, y] = corner(file++, 7 - index), small = letter.toLowerCase();
        (letter === small ? black : white).append(element("use", { href: `#piece-${small}`, x, y }));
      }
    });
    svg.append(white, black, ...arrows);
    return svg;
  };

  const strong = (text, className) => {
    const made = document.createElement("strong");
    made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  const show = (ply, scroll) => {
    here = Math.max(0, Math.min(frames.length - 1, ply));
    const frame = frames[here], played = frame.played;
    // Where an error was played, the position before it, with what should have been; elsewhere the position and its best move.
    const wrong = played && played.error, shown = wrong ? frames[here - 1] : frame;
    const last = wrong ? (shown.played ? shown.played.squares : []) : (played ? played.squares : []);
    const arrows = wrong
      ? [arrow(played.squares, "#b3261e"), shown.best ? arrow(shown.best, "#15781b") : ""]
      : [frame.best ? arrow(frame.best, "#15781b") : ""];
    const bar = document.createElement("div"), share = document.createElement("div");
    bar.className = turned ? "bar turned" : "bar";
    share.style.height = frame.percent + "%";
    bar.append(share);
    bar.title = frame.eval;
    stage.replaceChildren(bar, board(shown.men, last, arrows));
    said.replaceChildren();
    if (!played) said.append(strong("Start"), ` ${frame.eval}. Best: ${frame.line}`);
    else if (wrong) {
      said.append(strong(played.name, played.error.toLowerCase()),
        ` ${shown.eval} → ${frame.eval}. ${played.error}, −${played.loss} %. Better: ${played.better}`);
    } else said.append(strong(played.name), ` ${frame.eval}.` + (frame.line ? ` Best now: ${frame.line}` : ""));
    for (const marked of game.querySelectorAll(".move.here, tr.here")) marked.classList.remove("here");
    for (const mark of game.querySelectorAll(`.move[data-ply="${here}"], tr[data-ply="${here}"]`)) {
      mark.classList.add("here");
      if (mark.matches(".move")) {
        const list = mark.parentElement, top = mark.offsetTop - list.offsetTop;
        if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) list.scrollTop = top - 60;
      }
    }
    const { width } = cursor.ownerSVGElement.viewBox.baseVal;
    cursor.setAttribute("transform", `translate(${width * here / Math.max(1, frames.length - 1)})`);
    cursor.setAttribute("visibility", "visible");
    game.dataset.here = here;
    if (scroll) stage.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };

  for (const ply of plies) {
    ply.addEventListener("click", () => show(+ply.dataset.ply));
    ply.addEventListener("pointerenter", event => { if (event.pointerType === "mouse" && event.buttons) show(+ply.dataset.ply); });
  }
  for (const move of game.querySelectorAll(".move")) move.addEventListener("click", () => show(+move.dataset.ply));
  for (const row of game.querySelectorAll("tr[data-ply]")) {
    row.addEventListener("click", () => show(+row.dataset.ply, true));
    row.addEventListener("keydown", event => { if (event.key === "Enter") show(+row.dataset.ply, true); });
  }
  const steps = { first: () => show(0), back: () => show(here - 1), on: () => show(here + 1),
    last: () => show(frames.length - 1), turn: () => { turned = !turned; show(here); } };
  for (const button of game.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => steps[button.dataset.step]());
  }
  // Keys move the game that is in view.
  addEventListener("keydown", event => {
    const box = game.getBoundingClientRect();
    if (event.altKey || event.ctrlKey || event.metaKey || box.bottom < innerHeight / 2 || box.top > innerHeight / 2) return;
    const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (step) { event.preventDefault(); steps[step](); }
  });
  show(0);
}
