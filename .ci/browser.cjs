// Looks at a report as .ci/browser asks: node browser.cjs CHROMIUM REPORT [FOLDER for screenshots]
const assert = require("node:assert");
const { chromium } = require("playwright-core");

const [, , executablePath, report, folder] = process.argv;
const screens = {
  light: { viewport: { width: 1200, height: 1000 }, colorScheme: "light" },
  dark: { viewport: { width: 1200, height: 1000 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

(async () => {
  const { FLAGS } = await import("../web/test/chromium.mjs");
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  for (const [name, options] of Object.entries(screens)) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", error => errors.push(String(error)));
    page.on("request", request => request.url().startsWith("file:") || errors.push(`asked for ${request.url()}`));
    await page.goto(`file://${report}`);
    const board = () => page.locator(".stage .board").innerHTML();
    const first = await board();
    const ply = page.locator('.curve .ply[data-ply="22"]');
    await (options.hasTouch ? ply.tap() : ply.click());
    assert.equal(await page.locator(".game").getAttribute("data-here"), "22");
    assert.notEqual(await board(), first, "a click on the curve moves the board");
    assert.equal(await page.locator(".move.here").getAttribute("data-ply"), "22");
    const second = await board();
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await board(), second, "a key moves the board");
    assert.equal(await page.locator(".stage use").count() > 20, true, "there are pieces");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "it fits");
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
    if (folder && name === "light") {
      await page.emulateMedia({ media: "print" });
      await page.screenshot({ path: `${folder}/print.png`, fullPage: true });
    }
    assert.deepEqual(errors, []);
    console.log(`${name}: the board follows the curve`);
    await context.close();
  }
  await browser.close();
})();
