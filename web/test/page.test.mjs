// The page as people use it, in headless Chromium. CHROMIUM is the browser's path, SCREENSHOTS a folder for pictures.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { FLAGS } from "./chromium.mjs";
import { serve } from "./server.mjs";

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

let browser;
let server;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  server = await serve(new URL("../site/", import.meta.url).pathname);
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** A test on a fresh page, which may not report any error. */
function onPage(name, options, body) {
  test(name, { timeout: 300_000 }, async () => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", error => errors.push(error.message));
    page.on("console", message => message.type() === "error" && errors.push(message.text()));
    await page.goto(server.url);
    await page.locator("#board .piece").nth(31).waitFor();
    await body(page);
    assert.deepEqual(errors, []);
    await context.close();
  });
}

const square = (page, name) => page.locator(`[data-square="${name}"]`);
const status = page => page.locator("#status").textContent();
const moves = page => page.locator("#moves button").allTextContents();

/** Clicks from square to square, for each move in UCI. */
async function click(page, ...ucis) {
  for (const uci of ucis) {
    await square(page, uci.slice(0, 2)).click();
    await square(page, uci.slice(2, 4)).click();
  }
}

async function paste(page, text) {
  await page.click("#open");
  await page.fill("#paste textarea", text);
  await page.click("#paste button[value=load]");
}

async function screenshot(page, name) {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` });
}

onPage("two people play to a mate", DESKTOP, async page => {
  await page.selectOption("#side", "none");
  await click(page, "f2f3", "e7e5", "g2g4", "d8h4");
  assert.equal(await status(page), "Qh4#. Checkmate: Black wins.");
  assert.deepEqual(await moves(page), ["f3", "e5", "g4", "Qh4#"]);
  await screenshot(page, "mate");
  await click(page, "a2a3");
  assert.equal((await moves(page)).length, 4, "nobody moves after the mate");
});

// Whoever follows the analysis beats a beginner.
onPage("a game against Argali goes from the start to a mate", DESKTOP, async page => {
  await page.fill("#elo", "600");
  await page.selectOption("#millis", "200");
  await page.selectOption("#lines", "1");
  await page.check("#analyse");
  for (let ply = 0; ply < 300; ply += 2) {
    await page.waitForFunction(() => / to move|Checkmate|Draw/.test(document.querySelector("#status").textContent));
    if (!/ to move/.test(await status(page))) break;
    await page.waitForFunction(() => {
      const [, depth] = document.querySelector("#speed").textContent.match(/depth (\d+)/) ?? [];
      return depth >= 8 || document.querySelector("#pv b")?.textContent.includes("#");
    });
    const uci = await page.evaluate(async () => {
      const { Argali, compile } = await import("./argali.js");
      window.rules ??= new Argali(await compile("argali.wasm"));
      const played = [...document.querySelectorAll("#moves button")].map(button => button.textContent);
      const san = document.querySelector("#pv li").title.split(" ")[0];
      return window.rules.request({ position: { moves: played } }).legal.find(move => move.san === san).uci;
    });
    await click(page, uci);
    if (uci.length === 5) await page.locator(`#promotion button[value="${uci}"]`).click();
  }
  assert.match(await status(page), /Checkmate: White wins/);
  await screenshot(page, "won");
});

onPage("Argali moves when it is its turn, as White too", DESKTOP, async page => {
  await page.selectOption("#side", "white");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 1);
  const [top] = await page.locator("#board [data-square]").evaluateAll(cells => cells.map(cell => cell.dataset.square));
  assert.equal(top, "h1", "Black sits below");
  await click(page, "e7e6");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 3);
});

onPage("a move is taken back, with the answer to it", DESKTOP, async page => {
  await click(page, "e2e4");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 2);
  await page.click("#back");
  assert.deepEqual(await moves(page), []);
  assert.equal(await status(page), "White to move.");
});

onPage("pieces are dragged", DESKTOP, async page => {
  await page.selectOption("#side", "none");
  await square(page, "g1").dragTo(square(page, "f3"));
  await square(page, "d7").dragTo(square(page, "d4"));
  assert.deepEqual(await moves(page), ["Nf3"], "and only where they may go");
});

onPage("the keyboard is enough", DESKTOP, async page => {
  await page.selectOption("#side", "none");
  await square(page, "e2").focus();
  for (const key of ["Enter", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  assert.deepEqual(await moves(page), ["e4"]);
  const focused = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.equal(focused, "e4, white pawn");
  await page.locator("#flip").focus();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await status(page), "White to move.");
});

onPage("a pawn becomes what is chosen", DESKTOP, async page => {
  await paste(page, "8/P6k/8/8/8/8/8/K7 w - - 0 1");
  await click(page, "a7a8");
  await screenshot(page, "promotion");
  await page.keyboard.press("Escape");
  assert.deepEqual(await moves(page), [], "Escape takes the choice back");
  await click(page, "a7a8");
  await page.getByRole("button", { name: "white knight" }).click();
  await page.locator("#moves button").waitFor();
  assert.deepEqual(await moves(page), ["a8=N"]);
});

onPage("a PGN is pasted, walked through, analysed and copied", DESKTOP, async page => {
  await paste(page, '[White "Ann"]\n\n1. e4 e5 {the classic} 2. Nf3 (2. f4) Nc6 3. Bb5 a6 *');
  assert.deepEqual(await moves(page), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
  await page.locator("#pv li b").nth(2).waitFor();
  assert.match(await page.locator("#bar").getAttribute("aria-valuetext"), /White wins \d+ %, draw \d+ %, Black wins \d+ %/);
  await screenshot(page, "analysis");
  await page.click("#previous");
  assert.equal(await status(page), "Bb5. Black to move.");
  await page.selectOption("#lines", "5");
  await page.locator("#pv li b").nth(4).waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#copy-pgn");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\[White "Ann"\][^]*3\. Bb5 a6/);
});

onPage("lines of different iterations are not shown together", DESKTOP, async page => {
  const rest = { score: { cp: 30 }, bound: "exact", wdl: [300, 400, 300], nodes: 1, millis: 1 };
  const report = (line, depth, san, uci) => ({ ...rest, line, depth, selectiveDepth: depth, moves: [{ san, uci }] });
  const first = [report(1, 1, "a8=Q", "a7a8q"), report(2, 1, "Kb2", "a1b2")];
  const second = [report(1, 2, "Kb2", "a1b2"), report(2, 2, "a8=Q", "a7a8q")];
  // The second line of the second iteration arrives late, as on a busy machine.
  const body = `onmessage = ({ data }) => {
    if (!data.request) return;
    const [late, ...early] = ${JSON.stringify([...first, ...second].toReversed())};
    for (const report of early.reverse()) postMessage({ report });
    setTimeout(() => postMessage({ report: late }), 1000);
  };`;
  await page.route("**/worker.js", route => route.fulfill({ contentType: "text/javascript", body }));
  await page.evaluate(() => {
    window.shown = [];
    const list = document.querySelector("#pv");
    new MutationObserver(() => window.shown.push([...list.children].map(item => item.title).join())).observe(list, { childList: true });
  });
  await paste(page, "8/P6k/8/8/8/8/8/K7 w - - 0 1");
  await page.waitForFunction(() => window.shown.at(-1) === "Kb2,a8=Q");
  assert.ok(!(await page.evaluate(() => window.shown)).includes("Kb2,Kb2"));
});

onPage("nonsense is refused where it is pasted", DESKTOP, async page => {
  await paste(page, "1. e4 e9");
  assert.match(await page.locator("#paste [role=alert]").textContent(), /e9/);
  await page.click("#paste button[value=cancel]");
  assert.equal((await moves(page)).length, 0);
});

for (const [name, options] of Object.entries({ phone: PHONE, dark: { ...DESKTOP, colorScheme: "dark" } })) {
  onPage(`nothing is cut off or out of reach: ${name}`, options, async page => {
    await paste(page, "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2P2N2/PP1P1PPP/RNBQK2R w KQkq - 1 5");
    await page.locator("#pv li b").nth(2).waitFor();
    const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= window, `${wide} pixels in a window of ${window}`);
    const board = await page.locator("#board").boundingBox();
    assert.ok(board.width > 300 && Math.abs(board.width - board.height) < 1 && board.y + board.height <= options.viewport.height);
    await screenshot(page, name);
    if (options.hasTouch) {
      await square(page, "e1").tap();
      await square(page, "g1").tap();
      assert.deepEqual(await moves(page), ["O-O"]);
    }
  });
}
