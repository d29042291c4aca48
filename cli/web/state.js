// What the page shows, before anybody has changed it.

import { isPositive, shortText } from "./numbers.js";

/** @typedef {import("./recipe.js").Recipes} Recipes */

export const GREY = "grey";

/** Frames of a slice where nothing says how many. */
export const FRAMES = 64;

/** @param {Recipes} recipes @returns {State} */
export function initialState(recipes) {
  const { start } = recipes.description;
  const grid = /** @type {Table} */ (structuredClone(start.grid ?? { size: { x: 1, y: 1 } }));
  const size = /** @type {Table} */ (grid.size);
  const from = /** @type {Table} */ (grid.start ?? {});
  const third = size.z !== undefined;
  return {
    sides: { a: recipes.side(start), b: null },
    editing: "a",
    compare: "off",
    divider: 0.5,
    look: {
      colormap: "terrain", levels: null, contrast: 1, hillshade: false, azimuth: 315, relief: 1, contours: false, interval: 0.1, periods: true,
    },
    slice: { on: third, index: Number(from.z ?? 0), first: Number(from.z ?? 0), frames: third ? Math.max(2, Number(size.z)) : FRAMES, loop: false },
    grid,
  };
}

/** Moves the frames so that the slice that is shown is one of them. @param {Slice} slice */
export function keepShown(slice) {
  if (slice.index < slice.first || slice.index >= slice.first + slice.frames) slice.first = slice.index;
}

/** Goes to the next frame; the first one follows the last. @param {Slice} slice */
export function nextFrame(slice) {
  const next = (slice.index - slice.first + 1) % slice.frames;
  // A slice may be before the first frame, while its number is typed.
  slice.index = slice.first + (next < 0 ? next + slice.frames : next);
}

/** The middle of the grid that the recipe has. @param {Table} start @returns {[bigint, bigint]} */
export function middle(start) {
  const grid = /** @type {Table} */ (start.grid ?? {});
  const along = (/** @type {"x" | "y"} */ axis) => {
    const from = BigInt(String(/** @type {Table} */ (grid.start ?? {})[axis] ?? 0));
    const size = BigInt(String(/** @type {Table} */ (grid.size ?? {})[axis] ?? 1));
    return from + size / 2n;
  };
  return [along("x"), along("y")];
}

/** The grid that requests have: x and y are asked for, z is the slice. @param {State} state @returns {Table} */
export function sceneGrid({ grid, slice }) {
  const scene = /** @type {{ [key: string]: Table }} */ (structuredClone(grid));
  const more = scene.size?.w !== undefined;
  scene.size = { x: 1, y: 1 };
  const { z: _z, w, ...spacing } = scene.spacing ?? {};
  const { x: _x, y: _y, z: _s, w: start, ...none } = scene.start ?? {};
  const third = slice.on || more;
  // An address has no slice of four dimensions without a third axis.
  scene.start = { ...none, ...(third ? { z: slice.on ? slice.index : 0 } : {}), ...(more && start !== undefined ? { w: start } : {}) };
  if (third) scene.size.z = 1;
  if (more) scene.size.w = 1;
  if (scene.spacing) {
    scene.spacing = { ...spacing, ...(third && _z !== undefined ? { z: _z } : {}), ...(more && w !== undefined ? { w } : {}) };
  }
  if (scene.origin) {
    const { x, y, z, w: last } = scene.origin;
    const all = { x, y, ...(third ? { z } : {}), ...(more ? { w: last } : {}) };
    scene.origin = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }
  return scene;
}

/** The most cells of the first noise in a loop, unless its period has more. In longer ones, a frame would have little to do with the next. */
const LONGEST = 100;

/** All noises: those of both sides, then those of lists that warp them. @param {State} state @returns {Table[]} */
function allNoises({ sides }) {
  const noises = [sides.a, sides.b].flatMap((side) => side?.noises ?? []);
  const warps = noises.flatMap(({ warp }) => (Array.isArray(warp) ? warp.flat() : []));
  return [...noises, .../** @type {Table[]} */ (warps.filter((warp) => typeof warp === "object" && warp !== null))];
}

/** A noise's periods as a table; a recipe may have them as a list. @param {Table} noise @returns {Table} */
function periods({ period }) {
  if (Array.isArray(period)) return Object.fromEntries(period.map((cells, axis) => ["xyzw"[axis], cells]));
  return { .../** @type {Table} */ (period ?? {}) };
}

/**
 * The fewest cells of the first frequency, from a number of them on, that are whole cells of all; `null` if they would make a loop too long.
 * @param {number[]} frequencies @param {number} from @returns {number | null}
 */
function wholeCells(frequencies, from) {
  const whole = (/** @type {number} */ cells) => Math.abs(cells - Math.round(cells)) <= 1e-9 * Math.round(cells);
  for (let cells = from; ; cells++) {
    if (frequencies.every((frequency) => whole((cells * frequency) / frequencies[0]))) return cells;
    if (cells >= LONGEST) return null;
  }
}

/**
 * Makes the frames of a loop end where they begin: a period along z that all noises have, and as much space between frames.
 * Returns why there is no such period, and "" if there is one.
 * @param {State} state @param {Recipes} recipes @returns {string}
 */
export function closeLoop(state, recipes) {
  const noises = allNoises(state);
  const frequency = (/** @type {Table} */ noise) => Number(recipes.value(noise, ["frequency"]));
  // A warp by numbers takes the noise's period, which must be whole cells of the warp too.
  const warped = noises.filter((noise) => Number(recipes.value(noise, ["warp", "amplitude"])));
  const all = [...noises.map(frequency), ...warped.map((noise) => Number(recipes.value(noise, ["warp", "frequency"]) ?? frequency(noise)))];
  // The library says what is wrong with others.
  if (!all.every(isPositive)) return "";
  const [first] = all;
  const cells = wholeCells(all, Math.max(0, Math.round(Number(periods(noises[0]).z))) || 4);
  if (cells === null) {
    const listed = [...new Set(all.map((one) => shortText(one, 6)))].join(", ");
    return `A loop would have a seam: no period of up to ${LONGEST} cells has whole cells of the frequencies ${listed}.`;
  }
  const grid = /** @type {{ [key: string]: Table }} */ (state.grid);
  grid.spacing = { ...(grid.spacing ?? {}), z: cells / (first * state.slice.frames) };
  for (const noise of noises) noise.period = { ...periods(noise), z: Math.round((cells * frequency(noise)) / first) };
  return "";
}

/** Opens a loop again. @param {State} state @param {Json | undefined} spacing that of z before the loop */
export function openLoop(state, spacing) {
  const grid = /** @type {{ [key: string]: Table }} */ (state.grid);
  if (grid.spacing) delete grid.spacing.z;
  if (spacing !== undefined) grid.spacing = { ...(grid.spacing ?? {}), z: spacing };
  dropPeriods(state);
}

/** Removes the periods along z. @param {State} state */
export function dropPeriods(state) {
  for (const noise of allNoises(state)) {
    const { z, ...flat } = periods(noise);
    if (z !== undefined) noise.period = flat;
  }
}
