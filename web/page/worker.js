// A worker: a module of its own, and one call after the other.

/** @typedef {{ memory: WebAssembly.Memory, buffer_new: (length: number) => number, buffer_address: (buffer: number) => number, buffer_length: (buffer: number) => number, buffer_free: (buffer: number) => void, answer: (name: number, request: number) => number }} Exports */

/** @type {Promise<Exports>} */
let exports;

/** @param {Exports} wasm @param {string} text */
function put(wasm, text) {
  const bytes = new TextEncoder().encode(text);
  const buffer = wasm.buffer_new(bytes.length);
  new Uint8Array(wasm.memory.buffer, wasm.buffer_address(buffer), bytes.length).set(bytes);
  return buffer;
}

addEventListener("message", async (/** @type {MessageEvent} */ { data }) => {
  if (data.module) {
    exports = WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (data.module)).then((instance) => /** @type {Exports} */ (/** @type {unknown} */ (instance.exports)));
    return;
  }
  const { name, request } = data;
  try {
    const wasm = await exports;
    const [called, asked] = [put(wasm, name), put(wasm, request)];
    const answer = wasm.answer(called, asked);
    // A copy: memory moves when it grows.
    const bytes = new Uint8Array(wasm.memory.buffer, wasm.buffer_address(answer), wasm.buffer_length(answer)).slice();
    for (const buffer of [called, asked, answer]) wasm.buffer_free(buffer);
    postMessage({ failed: bytes[0] !== 0, content: bytes.buffer }, { transfer: [bytes.buffer] });
  } catch (error) {
    postMessage({ broken: String(error) });
  }
});
