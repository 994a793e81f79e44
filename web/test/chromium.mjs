/** How Chromium is started in tests: without a sandbox, because they may run as root, and without traffic of its own. */
export const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
