// The shell of the static site: the library as a module in workers of this page. Nothing is sent anywhere.

import { suggestKey } from "./suggest.js";

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

/** Calls that can take long. A worker that runs one ends when nobody waits for it, because it hears nothing before the end; others are soon done. */
const LONG = ["npy", "seams"];

const aborted = () => new DOMException("aborted", "AbortError");

class Pool {
  constructor() {
    /** @type {Job[]} */
    this.waiting = [];
    /** @type {Worker[]} */
    this.idle = [];
    /** @type {Map<Worker, Job>} */
    this.running = new Map();
    /** Why there are no workers. @type {Error | null} */
    this.broken = null;
    this.start();
  }

  async start() {
    try {
      const response = await fetch("./perlane.wasm");
      if (!response.ok) throw new Error(`perlane.wasm: ${response.status}`);
      this.module = await WebAssembly.compile(await response.arrayBuffer());
      const workers = Math.min(MOST, Math.max(1, navigator.hardwareConcurrency || 2));
      for (let number = 0; number < workers; number++) this.hire();
    } catch (error) {
      this.close(new Error(`The module cannot be loaded. ${String(error)}`));
    }
  }

  /** Starts a worker. */
  hire() {
    const worker = new Worker("./worker.js", { type: "module" });
    worker.addEventListener("message", ({ data }) => this.done(worker, data));
    for (const event of ["error", "messageerror"]) worker.addEventListener(event, () => this.lose(worker));
    worker.postMessage({ module: this.module });
    this.idle.push(worker);
    this.next();
  }

  /** Ends a worker. Returns what it was doing. @param {Worker} worker */
  end(worker) {
    worker.terminate();
    const job = this.running.get(worker);
    this.running.delete(worker);
    this.idle = this.idle.filter((other) => other !== worker);
    return job;
  }

  /** Does without a worker that has failed. Another one might fail in the same way, and without end. @param {Worker} worker */
  lose(worker) {
    const error = new Error("A worker of this page does not run. Load the page again.");
    this.end(worker)?.fail(error);
    if (this.idle.length + this.running.size === 0) this.close(error);
  }

  /** Fails all that waits, and all that comes. @param {Error} error */
  close(error) {
    this.broken = error;
    for (const { fail } of this.waiting.splice(0)) fail(error);
  }

  /** @param {Job} job */
  add(job) {
    if (this.broken) return job.fail(this.broken);
    if (job.signal?.aborted) return job.fail(aborted());
    job.signal?.addEventListener("abort", () => this.abort(job), { once: true });
    this.waiting.push(job);
    this.next();
  }

  /** @param {Job} job */
  abort(job) {
    const worker = [...this.running].find(([, running]) => running === job)?.[0];
    if (worker && !LONG.includes(job.name)) return;
    this.waiting = this.waiting.filter((other) => other !== job);
    job.fail(aborted());
    if (!worker) return;
    this.end(worker);
    this.hire();
  }

  next() {
    while (this.idle.length > 0 && this.waiting.length > 0) {
      const job = /** @type {Job} */ (this.waiting.shift());
      const worker = /** @type {Worker} */ (this.idle.pop());
      this.running.set(worker, job);
      worker.postMessage({ name: job.name, request: job.request });
    }
  }

  /** @param {Worker} worker @param {{ failed: boolean, content: ArrayBuffer, broken?: string }} answer */
  done(worker, { failed, content, broken }) {
    const job = this.running.get(worker);
    if (!job) return;
    this.running.delete(worker);
    this.idle.push(worker);
    const bytes = content && new Uint8Array(content, 1);
    if (broken) job.fail(new Error(broken));
    else if (failed) {
      const { error } = JSON.parse(new TextDecoder().decode(bytes));
      job.fail(new Refused(suggestKey(error.message), error.parameter));
    } else job.take(content);
    this.next();
  }

  /** @param {string} name @param {unknown} request @param {AbortSignal} [signal] @returns {Promise<ArrayBuffer>} */
  call(name, request, signal) {
    const text = request === undefined ? "" : JSON.stringify(request);
    return new Promise((take, fail) => this.add({ name, request: text, take, fail, signal }));
  }

  /** @param {string} name @param {unknown} [request] @param {AbortSignal} [signal] */
  async json(name, request, signal) {
    return JSON.parse(new TextDecoder().decode(new Uint8Array(await this.call(name, request, signal), 1)));
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
    seams: (request, signal) => pool.json("seams", request, signal),
    async tiles({ tiles, ...wanted }, signal, take) {
      const one = async (/** @type {WireTile} */ tile, /** @type {number} */ number) => {
        const answer = await pool.call("tiles", { ...wanted, tiles: [tile] }, signal);
        if (signal.aborted) throw aborted();
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
