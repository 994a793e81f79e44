// Searches in a worker, so that the page stays responsive.
//
//     const engine = new Engine(await compile("argali.wasm"));
//     const found = await engine.search({ game: { moves: [] }, millis: 1000, lines: 3 }, report => …);
//
// A worker hears nothing while it searches. To stop one, it is ended, and another begins with an empty table. (Shared memory could
// carry the stop, but browsers give it only to pages with special headers, which plain servers of files do not send.)

export class Engine {
  #module;
  #worker;
  #cancel;

  constructor(module) {
    this.#module = module;
    this.#start();
  }

  /** Whether a search is running. */
  get busy() {
    return this.#cancel !== undefined;
  }

  /**
   * Searches (web/src/search.rs: SearchRequest). Ends a search that is running. Gives what was found, or null if it was stopped.
   */
  search(search, onReport = () => {}) {
    this.stop();
    return new Promise((resolve, reject) => {
      const end = (settle, value) => {
        this.#cancel = undefined;
        this.#worker.onmessage = this.#worker.onerror = null;
        settle(value);
      };
      this.#cancel = () => end(resolve, null);
      this.#worker.onmessage = ({ data }) => {
        if (data.report) onReport(data.report);
        else if (data.error) end(reject, new Error(data.error));
        else end(resolve, data.reply);
      };
      this.#worker.onerror = event => {
        end(reject, new Error(event.message));
        this.#restart();
      };
      this.#worker.postMessage({ request: { search } });
    });
  }

  /** Ends the search, if one is running. */
  stop() {
    if (!this.busy) return;
    this.#cancel();
    this.#restart();
  }

  /** Ends the search, and forgets what was learned. */
  newGame() {
    this.#cancel?.();
    this.#restart();
  }

  #restart() {
    this.#worker.terminate();
    this.#start();
  }

  #start() {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.postMessage({ module: this.#module });
  }
}
