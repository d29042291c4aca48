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

/** @param {string} path @param {RequestInit} init @returns {Promise<Response>} */
async function request(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Unreachable("The server does not answer. Start it again: perlane explore");
  }
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({ error: { message: response.statusText, parameter: null } }));
  throw new Refused(error.message, error.parameter);
}

/** @param {string} name @param {unknown} body @param {AbortSignal} [signal] */
function post(name, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return request(`./api/${name}`, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** @returns {Shell} */
export function createShell() {
  return {
    name: "this machine",
    formats: { png: ["u8", "u16"], npy: ["f32", "u16", "u8"], tiff: ["f32", "u16", "u8"], raw: ["f32", "u16", "u8"] },
    describe: async () => (await request("./api/describe", {})).json(),
    check: async (body) => (await post("check", body)).json(),
    seams: async (body, signal) => (await post("seams", body, signal)).json(),
    async tiles(body, signal, take) {
      const response = await post("tiles", body, signal);
      if (response.body) await readFrames(response.body.getReader(), take);
    },
    async save(body, signal) {
      const response = await post("export", body, signal);
      return { file: await response.blob(), recipe: response.headers.get("perlane-recipe") };
    },
  };
}

/**
 * Reads tiles from a stream. Each has its number, what follows and how many bytes, then samples or an error's message.
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 * @param {(number: number, samples: Float32Array | null, error: string | null) => void} take
 */
async function readFrames(reader, take) {
  const header = new Uint8Array(12);
  const words = new DataView(header.buffer);
  let content = new Uint8Array(0);
  let filled = 0;
  let inHeader = true;
  for (;;) {
    let { done, value } = await reader.read().catch((error) => {
      if (error?.name === "AbortError") throw error;
      throw new Unreachable("The server has gone. Start it again: perlane explore");
    });
    if (done || value === undefined) break;
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
        inHeader = true;
      }
    }
  }
}
