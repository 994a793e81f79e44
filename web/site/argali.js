// Argali in JavaScript: a WebAssembly module that takes requests and gives answers, both JSON.
//
//     const argali = new Argali(await compile("argali.wasm"));
//     argali.request({ position: { moves: ["e4", "e5"] } }).legal;
//     argali.request({ search: { game: { moves: ["e4"] }, depth: 12 } }, report => console.log(report)).best;
//
// A request blocks until it is answered, so searches belong in a worker: engine.js.

/** Compiles the module at a URL. It can be sent to workers, so that it is loaded once. */
export async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  // Not compileStreaming: that refuses servers that do not know the type of .wasm files.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** One instance of the module, with a memory of its own. */
export class Argali {
  #exports;
  #receive;

  constructor(module) {
    const argali = { now: () => performance.now(), send: (text, length) => this.#send(text, length) };
    this.#exports = new WebAssembly.Instance(module, { argali }).exports;
  }

  /** Answers a request (web/src/request.rs). A search calls `onReport` whenever a line is known. */
  request(request, onReport = () => {}) {
    let answer;
    this.#receive = message => {
      if (message.report) onReport(message.report);
      else answer = message;
    };
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const place = this.#exports.reserve(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, place, bytes.length).set(bytes);
    this.#exports.run();
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.reply;
  }

  #send(text, length) {
    const bytes = new Uint8Array(this.#exports.memory.buffer, text, length);
    this.#receive(JSON.parse(new TextDecoder().decode(bytes)));
  }
}
