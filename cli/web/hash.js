// The state in the address, such as #seed=4&frequency=0.01&fractal.kind=fbm&at=0,0&zoom=-2&map=terrain. Keys of a noise are those of its
// table, with dots between; "1:" stands before those of the second layer, "b:" before those of recipe B. "field." stands before what is
// sampled of the noise, and "plane" is the plane of it that is shown. docs/explore.md lists all keys.

import { get, set } from "./recipe.js";
import { FRAMES, sceneGrid } from "./state.js";
import { readView, refusal } from "./view_keys.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./recipe.js").Recipes} Recipes */

/** The most layers that a recipe has. */
const LAYERS = 1024;

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

/** A value; seeds and names are strings. Numbers may be written as on the command line: `.01`, and `8,8` for a list. @param {string} written @param {Path} path @returns {Json} */
function parse(written, path) {
  if (path[path.length - 1] === "seed") return written;
  const parts = written.split(",");
  if (parts.every((part) => /^-?[\d.]/.test(part) && Number.isFinite(Number(part)))) return parts.length === 1 ? Number(written) : parts.map(Number);
  if (!/^(-?[\d.]|true$|false$|\[)/.test(written)) return written;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

/** A list of a number for each axis, x first, as the table that controls know. @param {Json} value @returns {Json} */
function byAxis(value) {
  return Array.isArray(value) && value.length <= 4 ? Object.fromEntries(value.map((each, axis) => ["xyzw"[axis], each])) : value;
}

/** @param {string} key @param {string} value */
const pair = (key, value) => `${key}=${encodeURIComponent(value).replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%5B/g, "[").replace(/%5D/g, "]")}`;

/** How many axes are sampled. @param {State} state */
const axesOf = (state) => Object.keys(/** @type {Table} */ (sceneGrid(state).size)).length;

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
    // The plane of a quantity that was shown before is none of this one's.
    if (recipes.planes(shown, axesOf(state)).includes(shown.plane)) pairs.push(pair(`${mark}plane`, shown.plane));
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
 * The noises and quantities that an address says, of both sides, before they are in the state.
 * @typedef {{ a: Side, b: Side }} Said
 */

/**
 * Reads an address into the state. What it does not say stays. But an address with a place was written by a page: it leaves out what is so
 * in a world without a recipe, and the server of this page may have a recipe. Returns what it says that cannot be, and what is taken instead.
 * @param {string} hash @param {State} state @param {Camera} camera @param {Recipes} recipes @param {string[]} maps @returns {string[]}
 */
export function read(hash, state, camera, recipes, maps) {
  const pairs = [...new URLSearchParams(hash.replace(/^#/, "").replace(/\+/g, "%2B"))];
  // Whatever their order: a place is a sample first, and then a part of it.
  pairs.sort(([a], [b]) => Number(b === "at") - Number(a === "at"));
  if (pairs.length === 0) return [];
  /** @type {Said} */
  const said = { a: { noises: [], active: 0, field: {}, plane: "" }, b: { noises: [], active: 0, field: {}, plane: "" } };
  /** @type {Table} */
  const grid = structuredClone(state.grid);
  if (pairs.some(([key]) => key === "at")) flatten(state, grid);
  const notes = pairs.map(([key, written]) => readView(key, written, state, camera, maps) ?? readRecipe(key, written, said, grid, recipes));
  state.grid = grid;
  notes.push(...takeSides(said, state), ...planeNotes(state, recipes));
  return notes.filter((note) => note !== "");
}

/**
 * Reads a key of a noise, of what is sampled or of the grid. The library says what is wrong with most of them; returns what is left out.
 * @param {string} key @param {string} written @param {Said} said @param {Table} grid @param {Recipes} recipes @returns {string}
 */
function readRecipe(key, written, said, grid, recipes) {
  const [before, path] = key.includes(":") ? [key.slice(0, key.lastIndexOf(":") + 1), key.slice(key.lastIndexOf(":") + 1)] : ["", key];
  const keys = path.split(".");
  // These names are in every table, and what they have is not the table's own.
  if (keys.some((name) => name === "__proto__" || name === "constructor" || name === "prototype")) return `${key} is no key of a recipe, and is left out`;
  const side = said[before.startsWith("b:") ? "b" : "a"];
  const layer = Number(before.replace(/^b:/, "").replace(":", "") || 0);
  if (!Number.isInteger(layer) || layer < 0 || layer >= LAYERS) return `${key} is left out; allowed before a key: b: for recipe B, and 1: to ${LAYERS - 1}: for layers`;
  if (keys[0] === "grid" && keys.length > 1) set(grid, keys.slice(1), byAxis(parse(written, [])));
  else if (path === "plane") side.plane = written;
  else if (keys[0] === "field" && keys.length > 1) set(side.field, keys.slice(1), parse(written, keys));
  else {
    while (side.noises.length <= layer) side.noises.push({});
    // Period lines take an offset, which has no control.
    const axes = path === "offset" || recipes.parameters.some((parameter) => parameter.control.type === "axes" && parameter.path.join(".") === path);
    set(side.noises[layer], keys, axes ? byAxis(parse(written, keys)) : parse(written, keys));
  }
  return "";
}

/** Puts the sides that an address says into the state. Returns what of them is left out. @param {Said} said @param {State} state @returns {string[]} */
function takeSides(said, state) {
  for (const which of /** @type {const} */ (["a", "b"])) {
    const { noises, field, plane } = said[which];
    // What is sampled may stand alone: it is of the noise that is there.
    const alone = plane !== "" || Object.keys(field).length > 0;
    if (noises.length > 0) state.sides[which] = said[which];
    else if (alone) state.sides[which] = { ...structuredClone(state.sides[which] ?? state.sides.a), field, plane };
  }
  const [compares, other] = [state.compare !== "off", state.sides.b !== null];
  if (compares && other) return [];
  [state.compare, state.sides.b, state.editing] = ["off", null, "a"];
  if (compares) return ["compare needs a recipe B, such as b:seed=4; the page shows one recipe"];
  return other ? ["the keys of recipe B need compare=split or compare=difference; the page shows recipe A"] : [];
}

/** Planes that the quantity does not have. @param {State} state @param {Recipes} recipes @returns {string[]} */
function planeNotes(state, recipes) {
  const axes = axesOf(state);
  return /** @type {const} */ (["a", "b"]).map((which) => {
    const side = state.sides[which];
    const names = side ? recipes.planes(side, axes) : [];
    if (!side || side.plane === "" || names.length === 0 || names.includes(side.plane)) return "";
    return refusal(which === "b" ? "b:plane" : "plane", side.plane, names.join(", "), names[0]);
  });
}
