// What the page shows, before anybody has changed it.

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
  scene.start = { ...none, ...(third ? { z: slice.index } : {}), ...(more && start !== undefined ? { w: start } : {}) };
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

/** Makes the frames of a loop end where they begin: a period along z, and as much space between frames. @param {State} state @param {Recipes} recipes */
export function closeLoop(state, recipes) {
  if (!state.slice.on || !state.slice.loop) return;
  const frequency = (/** @type {Table} */ noise) => Number(recipes.value(noise, ["frequency"]));
  const first = frequency(state.sides.a.noises[0]);
  const grid = /** @type {{ [key: string]: Table }} */ (state.grid);
  const old = /** @type {Table} */ (state.sides.a.noises[0].period ?? {});
  const cells = Number(old.z) || 4;
  grid.spacing = { ...(grid.spacing ?? {}), z: cells / (first * state.slice.frames) };
  for (const side of [state.sides.a, state.sides.b]) {
    for (const noise of side?.noises ?? []) {
      const period = Math.max(1, Math.round((cells * frequency(noise)) / first));
      noise.period = { .../** @type {Table} */ (noise.period ?? {}), z: period };
    }
  }
}

/** Opens a loop again. @param {State} state */
export function openLoop(state) {
  const grid = /** @type {{ [key: string]: Table }} */ (state.grid);
  if (grid.spacing) delete grid.spacing.z;
  for (const side of [state.sides.a, state.sides.b]) {
    for (const noise of side?.noises ?? []) delete (/** @type {Table} */ (noise.period ?? {})).z;
  }
}
