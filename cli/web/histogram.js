// Statistics of the samples on the screen.

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./tiles.js").TileStore} TileStore */

export const BINS = 140;

/**
 * Counts the samples of the view's tiles between the bounds.
 * @param {TileStore} store @param {Camera} camera @param {[number, number]} bounds
 */
export function measure(store, camera, [low, high]) {
  const bins = new Uint32Array(BINS);
  let [count, sum, squares, least, most] = [0, 0, 0, Infinity, -Infinity];
  const factor = high > low ? BINS / (high - low) : 0;
  const { start, size, level } = camera.place();
  for (const key of camera.tiles(level)) {
    const samples = store.exact(key)?.samples;
    if (!samples) continue;
    const first = (/** @type {bigint} */ tile, /** @type {bigint} */ from) => Math.max(0, Number(from - tile * 256n));
    const last = (/** @type {bigint} */ tile, /** @type {bigint} */ from, /** @type {number} */ length) =>
      Math.min(256, Number(from + BigInt(length) - tile * 256n));
    const [left, right] = [first(key.x, start[0]), last(key.x, start[0], size[0])];
    const [top, bottom] = [first(key.y, start[1]), last(key.y, start[1], size[1])];
    for (let y = top; y < bottom; y++) {
      const row = (y + 1) * 258 + 1;
      for (let at = row + left; at < row + right; at++) {
        const value = samples[at];
        sum += value;
        squares += value * value;
        if (value < least) least = value;
        if (value > most) most = value;
        const bin = Math.floor((value - low) * factor);
        bins[bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin] += 1;
      }
      count += Math.max(0, right - left);
    }
  }
  const mean = count > 0 ? sum / count : 0;
  const deviation = count > 0 ? Math.sqrt(Math.max(0, squares / count - mean * mean)) : 0;
  return { bins, count, mean, deviation, least, most };
}

/**
 * Draws a histogram with the colours that values have in the world.
 * @param {HTMLCanvasElement} canvas @param {Uint32Array} bins @param {[number, number]} bounds @param {[number, number]} levels
 * @param {Uint8Array} colors @param {{ ink: string, line: string }} theme
 */
export function draw(canvas, bins, [low, high], levels, colors, { ink, line }) {
  const ratio = globalThis.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth || 280, canvas.clientHeight || 72];
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const most = bins.reduce((a, b) => Math.max(a, b), 1);
  const strip = 6;
  const step = width / bins.length;
  const at = (/** @type {number} */ value) => ((value - low) / (high - low || 1)) * width;
  for (let bin = 0; bin < bins.length; bin++) {
    const value = low + ((bin + 0.5) / bins.length) * (high - low);
    const level = Math.round(Math.min(1, Math.max(0, (value - levels[0]) / (levels[1] - levels[0] || 1))) * 255);
    const [red, green, blue] = colors.subarray(level * 4, level * 4 + 3);
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(bin * step, height - strip, step + 0.5, strip);
    const tall = (bins[bin] / most) * (height - strip - 5);
    context.fillStyle = ink;
    context.fillRect(bin * step, height - strip - 3 - tall, Math.max(step - 0.5, 0.5), tall);
  }
  context.fillStyle = line;
  for (const level of levels) {
    if (level > low && level < high) context.fillRect(at(level) - 0.5, 0, 1, height);
  }
}
