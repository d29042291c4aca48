// How values become colours: colour maps, and levels from what is typical of a noise.

import { GREY } from "./state.js";

/** @typedef {import("./recipe.js").Recipes} Recipes */

/** Colours of 256 levels, for each name. @param {Description} description @returns {Map<string, Uint8Array>} */
export function colorMaps({ colormaps }) {
  const maps = new Map([[GREY, fill((level) => [level, level, level])]]);
  for (const { name, colors } of colormaps) {
    const part = (/** @type {number} */ at) => parseInt(colors.slice(at, at + 2), 16);
    maps.set(name, fill((level) => [part(6 * level), part(6 * level + 2), part(6 * level + 4)]));
  }
  return maps;
}

/** Blue for less, red for more, white for the same. */
export const DIFFERENCES = fill((level) => {
  const share = Math.abs(level - 127.5) / 127.5;
  const mix = (/** @type {number} */ to) => Math.round(247 + (to - 247) * share ** 0.8);
  return level < 127.5 ? [mix(5), mix(72), mix(160)] : [mix(178), mix(24), mix(43)];
});

/** @param {(level: number) => number[]} color */
function fill(color) {
  const colors = new Uint8Array(1024);
  for (let level = 0; level < 256; level++) colors.set([...color(level), 255], level * 4);
  return colors;
}

/** A colour map as a picture for style sheets. @param {Uint8Array} colors */
export function gradient(colors) {
  const stops = [];
  for (let level = 0; level < 256; level += 15) stops.push(`rgb(${colors.subarray(level * 4, level * 4 + 3).join(" ")})`);
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}

/** Contrasts that leave the colours values to span. @param {number} value */
export const isContrast = (value) => value >= 0.1 && value <= 1000;

/** Whether levels are two different numbers with a finite difference. @param {[number, number]} ends */
export const areLevels = ([low, high]) => Number.isFinite(high - low) && low !== high;

/** The values of the first and the last colour. @param {Look} look @param {[number, number]} bounds @returns {[number, number]} */
export function levels({ levels, contrast }, [low, high]) {
  if (levels) return levels;
  const [middle, half] = [(low + high) / 2, (high - low) / 2 / contrast];
  return neatLevels([middle - half, middle + half], 3);
}

/**
 * Levels with so many digits of their difference: numbers that are near each other stay different. Those of a flat noise are around it.
 * @param {[number, number]} ends @param {number} digits @returns {[number, number]}
 */
export function neatLevels([low, high], digits) {
  if (!areLevels([low, high])) return [low - 1, high + 1];
  const step = 10 ** (Math.floor(Math.log10(Math.abs(high - low))) + 1 - digits);
  const neat = (/** @type {number} */ value) => Number((Math.round(value / step) * step).toPrecision(12));
  const [from, to] = [neat(low), neat(high)];
  // Numbers that are large beside their difference are as they are.
  return areLevels([from, to]) ? [from, to] : [low, high];
}

/**
 * Pixels of a period along x and y, and of its first line: 0 where there is none.
 * @param {Table} noise @param {Table} grid @param {import("./camera.js").Camera} camera @param {Recipes} recipes @returns {number[]}
 */
export function periodLines(noise, grid, camera, recipes) {
  const along = (/** @type {"x" | "y"} */ axis, /** @type {bigint} */ whole, /** @type {number} */ part, /** @type {number} */ pixels) => {
    const cells = Number(recipes.value(noise, ["period", axis]) ?? 0);
    const value = (/** @type {string} */ key, /** @type {number} */ otherwise) =>
      Number((/** @type {Table} */ (grid[key] ?? {}))[axis] ?? otherwise);
    const spacing = value("spacing", 1);
    const frequency = Number(recipes.value(noise, ["frequency"]));
    const samples = Math.abs(cells / (frequency * spacing));
    if (!cells || samples * camera.scale < 6) return [0, 0];
    const shift = (value("origin", 0) + Number(recipes.value(noise, ["offset", axis]) ?? 0)) / spacing;
    // The rest is taken of whole numbers where that is exact, because places lie beyond 2^53.
    const rest = Number.isInteger(samples) ? Number(BigInt.asIntN(64, whole) % BigInt(samples)) : Number(whole) % samples;
    return [samples * camera.scale, ((-rest - part - shift) * camera.scale + pixels / 2) % (samples * camera.scale)];
  };
  const [px, x] = along("x", camera.x, camera.fx, camera.width);
  const [py, y] = along("y", camera.y, camera.fy, camera.height);
  return [px, py, x, y];
}
