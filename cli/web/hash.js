// The state in the address, such as #seed=4&frequency=0.01&fractal.kind=fbm&at=0,0&zoom=-2&map=terrain. Keys of a noise are those of its
// table, with dots between; "1:" stands before those of the second layer, "b:" before those of recipe B. "field." stands before what is
// sampled of the noise, and "plane" is the plane of it that is shown.

import { get, set } from "./recipe.js";
import { areLevels, isContrast } from "./look.js";
import { isPositive, parsePlace } from "./numbers.js";
import { FRAMES, keepShown } from "./state.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./recipe.js").Recipes} Recipes */

/** @param {Json} value @param {Path} path @param {(path: Path, value: Json) => void} each */
function leaves(value, path, each) {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) leaves(inner, [...path, key], each);
  } else {
    each(path, value);
  }
}

/** @param {Json} value */
function text(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A value; seeds and names are strings. @param {string} written @param {Path} path @returns {Json} */
function parse(written, path) {
  if (path[path.length - 1] === "seed" || !/^(-?[\d.]|true$|false$|\[)/.test(written)) return written;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

/** @param {string} key @param {string} value */
const pair = (key, value) => `${key}=${encodeURIComponent(value).replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%5B/g, "[").replace(/%5D/g, "]")}`;

/** @param {State} state @param {Camera} camera @param {Recipes} recipes @returns {string} */
export function write(state, camera, recipes) {
  /** @type {string[]} */
  const pairs = [];
  const side = (/** @type {Side} */ shown, /** @type {string} */ mark) => {
    shown.noises.forEach((noise, layer) => {
      const before = mark + (layer > 0 ? `${layer}:` : "");
      let written = 0;
      leaves(recipes.clean(noise), [], (path, value) => {
        if (text(value) === text(get(recipes.base, path) ?? null)) return;
        pairs.push(pair(before + path.join("."), text(value)));
        written += 1;
      });
      // A noise that is all defaults is there nevertheless.
      if (written === 0) pairs.push(pair(`${before}kind`, String(recipes.value(noise, ["kind"]))));
    });
    if (recipes.quantity(shown) === "value") return;
    leaves(recipes.fields.clean(shown.field), [], (path, value) => pairs.push(pair(`${mark}field.${path.join(".")}`, text(value))));
    if (shown.plane !== "") pairs.push(pair(`${mark}plane`, shown.plane));
  };
  side(state.sides.a, "");
  if (state.sides.b) side(state.sides.b, "b:");
  leaves(state.grid, [], (path, value) => {
    // The slice says where z starts, and places in the world where x and y do.
    const said = path[0] === "origin" || path[0] === "spacing" || path[1] === "w";
    if (said && value !== (path[0] === "spacing" ? 1 : 0)) pairs.push(pair(`grid.${path.join(".")}`, text(value)));
  });
  pairs.push(pair("at", `${camera.x},${camera.y}`));
  // Where a sample is many pixels, the part of one is seen.
  if (camera.scale > 1 && (camera.fx !== 0 || camera.fy !== 0)) pairs.push(pair("part", [camera.fx, camera.fy].map((part) => Number(part.toFixed(4))).join()));
  if (camera.scale !== 1) pairs.push(pair("zoom", String(Number(Math.log2(camera.scale).toFixed(4)))));
  if (state.compare !== "off") pairs.push(pair("compare", state.compare));
  if (state.slice.on) {
    const { index, first, frames, loop } = state.slice;
    pairs.push(pair("slice", [index, frames, ...(first === 0 ? [] : [first]), ...(loop ? ["loop"] : [])].join()));
  }
  const { look } = state;
  if (look.colormap !== "terrain") pairs.push(pair("map", look.colormap));
  if (look.contrast !== 1) pairs.push(pair("contrast", String(look.contrast)));
  if (look.levels) pairs.push(pair("levels", look.levels.join("..")));
  if (look.hillshade) pairs.push(pair("light", `${look.azimuth},${look.relief}`));
  if (look.contours) pairs.push(pair("contours", String(look.interval)));
  if (!look.periods) pairs.push(pair("periods", "false"));
  return `#${pairs.join("&")}`;
}

/**
 * Puts the state in a plane of samples that are 1 apart from the origin on, which is what addresses leave out.
 * @param {State} state @param {Table} grid
 */
function flatten(state, grid) {
  state.slice = { on: false, index: 0, first: 0, frames: FRAMES, loop: false };
  for (const key of ["origin", "spacing"]) delete grid[key];
  for (const key of ["size", "start"]) delete (/** @type {Table} */ (grid[key] ?? {})).w;
}

/**
 * Reads an address into the state. What it does not say stays. But an address with a place was written by a page: it leaves out what is so
 * in a world without a recipe, and the server of this page may have a recipe. Returns whether it said anything.
 * @param {string} hash @param {State} state @param {Camera} camera @returns {boolean}
 */
export function read(hash, state, camera) {
  const pairs = [...new URLSearchParams(hash.replace(/^#/, "").replace(/\+/g, "%2B"))];
  if (pairs.length === 0) return false;
  /** @type {{ a: Side, b: Side }} */
  const said = { a: { noises: [], active: 0, field: {}, plane: "" }, b: { noises: [], active: 0, field: {}, plane: "" } };
  /** @type {Table} */
  const grid = structuredClone(state.grid);
  if (pairs.some(([key]) => key === "at")) flatten(state, grid);
  for (const [key, written] of pairs) {
    const [before, path] = key.includes(":") ? [key.slice(0, key.lastIndexOf(":") + 1), key.slice(key.lastIndexOf(":") + 1)] : ["", key];
    if (before === "" && readView(path, written, state, camera)) continue;
    const keys = path.split(".");
    // These names are in every table, and what they have is not the table's own.
    if (keys.some((name) => name === "__proto__" || name === "constructor" || name === "prototype")) continue;
    if (keys[0] === "grid" && keys.length > 1) {
      set(grid, keys.slice(1), parse(written, []));
      continue;
    }
    const side = said[before.startsWith("b:") ? "b" : "a"];
    const layer = Number(before.replace(/^b:/, "").replace(":", "") || 0);
    if (!Number.isInteger(layer) || layer < 0 || layer > 64) continue;
    if (path === "plane") side.plane = written;
    else if (keys[0] === "field" && keys.length > 1) set(side.field, keys.slice(1), parse(written, keys));
    else {
      while (side.noises.length <= layer) side.noises.push({});
      set(side.noises[layer], keys, parse(written, keys));
    }
  }
  for (const which of /** @type {const} */ (["a", "b"])) {
    const { noises, field, plane } = said[which];
    // What is sampled may stand alone: it is of the noise that is there.
    const alone = plane !== "" || Object.keys(field).length > 0;
    if (noises.length > 0) state.sides[which] = said[which];
    else if (alone) state.sides[which] = { ...structuredClone(state.sides[which] ?? state.sides.a), field, plane };
  }
  if (state.compare !== "off" && !state.sides.b) state.compare = "off";
  if (state.compare === "off") [state.sides.b, state.editing] = [null, "a"];
  state.grid = grid;
  return true;
}

/** @param {string} key @param {string} written @param {State} state @param {Camera} camera @returns {boolean} */
function readView(key, written, state, camera) {
  const { look } = state;
  const numbers = written.split(/,|\.\.(?=[-\d.])/).map(Number);
  switch (key) {
    case "at": {
      const place = parsePlace(written);
      if (place) camera.moveTo(...place);
      return true;
    }
    case "part": {
      const inside = numbers.length === 2 && numbers.every((part) => part >= 0 && part <= 1);
      if (inside) [camera.fx, camera.fy] = numbers;
      return true;
    }
    case "zoom":
      if (Number.isFinite(numbers[0])) camera.zoomTo(2 ** numbers[0]);
      return true;
    case "compare":
      state.compare = written === "difference" ? "difference" : "split";
      return true;
    case "slice": {
      const [index, frames, first] = numbers.map((number) => (Number.isSafeInteger(number) ? number : undefined));
      // A recipe may have more of them than can be typed.
      const some = frames !== undefined && frames >= 2;
      state.slice = { on: true, index: index ?? 0, first: first ?? 0, frames: some ? frames : FRAMES, loop: written.endsWith("loop") };
      keepShown(state.slice);
      return true;
    }
    case "map":
      look.colormap = written;
      return true;
    case "contrast":
      look.contrast = isContrast(numbers[0]) ? numbers[0] : 1;
      return true;
    case "levels":
      if (numbers.length === 2 && areLevels([numbers[0], numbers[1]])) look.levels = [numbers[0], numbers[1]];
      return true;
    case "light":
      [look.hillshade, look.azimuth] = [true, Number.isFinite(numbers[0]) ? numbers[0] : 0];
      look.relief = Number.isFinite(numbers[1]) ? numbers[1] : 1;
      return true;
    case "contours":
      [look.contours, look.interval] = [true, isPositive(numbers[0]) ? numbers[0] : 0.1];
      return true;
    case "periods":
      look.periods = written !== "false";
      return true;
    default:
      return false;
  }
}
