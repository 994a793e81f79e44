// The worker that searches. First it gets the compiled module, then requests, one after the other.

import { Argali } from "./argali.js";

let argali;

onmessage = ({ data: { module, request } }) => {
  if (module) {
    argali = new Argali(module);
    return;
  }
  try {
    postMessage({ reply: argali.request(request, report => postMessage({ report })) });
  } catch (error) {
    postMessage({ error: error.message });
  }
};
