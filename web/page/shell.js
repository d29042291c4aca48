// The shell of the static site: the library as a module in workers of this page. Nothing is sent anywhere.

/** An answer that says what is wrong with the request. */
export class Refused extends Error {
  /** @param {string} message @param {string | null} parameter */
  constructor(message, parameter) {
    super(message);
    this.parameter = parameter;
  }
}

/** @typedef {{ name: string, request: string, take: (content: ArrayBuffer) => void, fail: (error: Error) => void, signal?: AbortSignal }} Job */

/** More workers than this only take memory. */
const MOST = 8;

class Pool {
  constructor() {
    /** @type {Job[]} */
    this.waiting = [];
    /** @type {Worker[]} */
    this.idle = [];
    /** @type {Map<number, Job & { worker: Worker }>} */
    this.running = new Map();
    this.count = 0;
    this.start();
  }

  async start() {
    try {
      const response = await fetch("./perlane.wasm");
      if (!response.ok) throw new Error(`perlane.wasm: ${response.status}`);
      const module = await WebAssembly.compile(await response.arrayBuffer());
      const workers = Math.min(MOST, Math.max(1, navigator.hardwareConcurrency || 2));
      for (let number = 0; number < workers; number++) {
        const worker = new Worker("./worker.js", { type: "module" });
        worker.addEventListener("message", ({ data }) => this.done(data));
        worker.postMessage({ module });
        this.idle.push(worker);
        this.next();
      }
    } catch (error) {
      for (const { fail } of this.waiting.splice(0)) fail(new Error(`The module cannot be loaded. ${String(error)}`));
    }
  }

  /** @param {Job} job */
  add(job) {
    this.waiting.push(job);
    this.next();
  }

  next() {
    while (this.idle.length > 0 && this.waiting.length > 0) {
      const job = /** @type {Job} */ (this.waiting.shift());
      if (job.signal?.aborted) {
        job.fail(new DOMException("aborted", "AbortError"));
        continue;
      }
      const worker = /** @type {Worker} */ (this.idle.pop());
      const number = ++this.count;
      this.running.set(number, { ...job, worker });
      worker.postMessage({ number, name: job.name, request: job.request });
    }
  }

  /** @param {{ number: number, failed: boolean, content: ArrayBuffer, broken?: string }} answer */
  done({ number, failed, content, broken }) {
    const job = this.running.get(number);
    if (!job) return;
    this.running.delete(number);
    this.idle.push(job.worker);
    const bytes = content && new Uint8Array(content, 1);
    if (broken) job.fail(new Error(broken));
    else if (failed) {
      const { error } = JSON.parse(new TextDecoder().decode(bytes));
      job.fail(new Refused(error.message, error.parameter));
    } else job.take(content);
    this.next();
  }

  /** @param {string} name @param {unknown} request @param {AbortSignal} [signal] @returns {Promise<ArrayBuffer>} */
  call(name, request, signal) {
    const text = request === undefined ? "" : JSON.stringify(request);
    return new Promise((take, fail) => this.add({ name, request: text, take, fail, signal }));
  }

  /** @param {string} name @param {unknown} [request] */
  async json(name, request) {
    return JSON.parse(new TextDecoder().decode(new Uint8Array(await this.call(name, request), 1)));
  }
}

/** @returns {Shell} */
export function createShell() {
  const pool = new Pool();
  return {
    name: "this browser",
    formats: { npy: ["f32"] },
    describe: () => pool.json("describe"),
    check: (request) => pool.json("check", request),
    seams: (request) => pool.json("seams", request),
    async tiles({ tiles, ...wanted }, signal, take) {
      const one = async (/** @type {WireTile} */ tile, /** @type {number} */ number) => {
        const answer = await pool.call("tiles", { ...wanted, tiles: [tile] }, signal);
        if (signal.aborted) throw new DOMException("aborted", "AbortError");
        // One byte for errors, then the tile's number, what follows, and how many bytes.
        const failed = new DataView(answer, 5).getUint32(0, true) !== 0;
        if (failed) take(number, null, new TextDecoder().decode(new Uint8Array(answer, 13)));
        else take(number, new Float32Array(answer.slice(13)), null);
      };
      await Promise.all(tiles.map(one));
    },
    async save({ recipe, place, format }, signal) {
      if (format !== "npy") throw new Refused(`format is ${format}; allowed: npy`, "format");
      const answer = await pool.call("npy", { recipe, place }, signal);
      const length = new DataView(answer, 1).getUint32(0, true);
      const sidecar = new TextDecoder().decode(new Uint8Array(answer, 5, length));
      return { file: new Blob([new Uint8Array(answer, 5 + length)]), recipe: sidecar };
    },
  };
}
