// The shell of the command line: a server on this machine.

/** An answer that says what is wrong with the request. */
export class Refused extends Error {
  /** @param {string} message @param {string | null} parameter */
  constructor(message, parameter) {
    super(message);
    this.parameter = parameter;
  }
}

/** No answer. */
export class Unreachable extends Error {}

const JSON_KIND = "application/json";
const BYTES = "application/octet-stream";

const gone = () => new Unreachable("The server has gone. Start it again: perlane explore");

/**
 * An answer of this kind. What is between the page and the server may answer in its place, with a page of its own: a proxy whose server is gone, or which asks
 * who one is.
 * @param {string} path @param {RequestInit} init @param {string} kind @returns {Promise<Response>}
 */
async function request(path, init, kind) {
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Unreachable("The server does not answer. Start it again: perlane explore");
  }
  const isOf = (/** @type {string} */ wanted) => response.headers.get("content-type")?.startsWith(wanted) ?? false;
  if (response.ok && isOf(kind)) return response;
  const said = isOf(JSON_KIND) ? parsed(await rest(response.text(), init.signal)) : undefined;
  const error = response.ok ? undefined : said?.error;
  if (typeof error?.message === "string") throw new Refused(error.message, error.parameter ?? null);
  throw strange(response);
}

/** The error of an answer that is none of perlane's. Those that blame the request will not change by themselves. @param {Response} response */
function strange({ status, statusText }) {
  const message = `The answer is not perlane's: ${`${status} ${statusText}`.trim()}`;
  return status >= 400 && status < 500 ? new Refused(message, null) : new Unreachable(message);
}

/** What is left of an answer that has begun. @template T @param {Promise<T>} content @param {AbortSignal | null} [signal] @returns {Promise<T>} */
async function rest(content, signal) {
  try {
    return await content;
  } catch (error) {
    throw signal?.aborted ? error : gone();
  }
}

/** What a text in JSON says; `undefined` if it is none. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} path @param {RequestInit} init */
async function json(path, init) {
  const response = await request(path, init, JSON_KIND);
  const value = parsed(await rest(response.text(), init.signal));
  if (value === undefined) throw gone();
  return value;
}

/** @param {unknown} body @param {AbortSignal} [signal] @returns {RequestInit} */
function post(body, signal) {
  return { method: "POST", headers: { "Content-Type": JSON_KIND }, body: JSON.stringify(body), signal };
}

/** @returns {Shell} */
export function createShell() {
  return {
    name: "this machine",
    formats: { png: ["u8", "u16"], npy: ["f32", "u16", "u8"], tiff: ["f32", "u16", "u8"], raw: ["f32", "u16", "u8"] },
    describe: () => json("./api/describe", {}),
    check: (body) => json("./api/check", post(body)),
    seams: (body, signal) => json("./api/seams", post(body, signal)),
    async tiles(body, signal, take) {
      const { body: stream } = await request("./api/tiles", post(body, signal), BYTES);
      const frames = stream ? await readFrames(stream.getReader(), signal, take) : 0;
      // Who ends an answer early may do it as if that were all. What is missing would be asked for at once, again and again.
      if (frames < body.tiles.length && !signal.aborted) throw gone();
    },
    async save(body, signal) {
      const response = await request("./api/export", post(body, signal), BYTES);
      const [all, length] = [await rest(response.blob(), signal), response.headers.get("content-length")];
      if (length !== null && all.size !== Number(length)) throw gone();
      // Behind a file that has no place for it.
      const recipe = all.size - Number(response.headers.get("perlane-recipe-bytes"));
      return { file: all.slice(0, recipe), recipe: recipe < all.size ? await all.slice(recipe).text() : null };
    },
  };
}

/**
 * Reads tiles from a stream. Each has its number, what follows and how many bytes, then samples or an error's message. Returns how many were whole.
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader @param {AbortSignal} signal
 * @param {(number: number, samples: Float32Array | null, error: string | null) => void} take
 */
async function readFrames(reader, signal, take) {
  const header = new Uint8Array(12);
  const words = new DataView(header.buffer);
  let content = new Uint8Array(0);
  let filled = 0;
  let inHeader = true;
  let frames = 0;
  for (;;) {
    let { done, value } = await rest(reader.read(), signal);
    if (done || value === undefined) return frames;
    while (value.length > 0) {
      const target = inHeader ? header : content;
      const part = value.subarray(0, target.length - filled);
      target.set(part, filled);
      filled += part.length;
      value = value.subarray(part.length);
      if (filled < target.length) continue;
      filled = 0;
      if (inHeader) {
        content = new Uint8Array(words.getUint32(8, true));
        inHeader = false;
      } else {
        const failed = words.getUint32(4, true) !== 0;
        const number = words.getUint32(0, true);
        if (failed) take(number, null, new TextDecoder().decode(content));
        else take(number, new Float32Array(content.buffer), null);
        frames += 1;
        inHeader = true;
      }
    }
  }
}
