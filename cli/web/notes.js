// What dialogs say about samples: where they are, and in what they are unlike the window.

import { grouped, ordinal } from "./numbers.js";

/**
 * What the window shows beside the samples of the recipe: marks that are drawn over them, all planes of the quantity, and the one that it shows.
 * @typedef {{ compare: "off" | "split" | "difference", drawn: string[], planes: string[], plane: string | null }} Shown
 */

/** @param {string[]} names */
const listed = (names) => (names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`);

/** Indices of the first sample, in samples of level 0 as everywhere on the page. @param {Place} place */
const first = ({ start, level }) => start.map((index) => grouped(BigInt(index) << BigInt(level))).join(", ");

/** In what the samples are unlike the window. @param {Shown} shown @returns {string[]} */
function differences({ compare, drawn, planes, plane }) {
  const recipe = { off: [], split: ["the whole of this recipe, of which the window shows a part"], difference: ["this recipe, not the difference"] }[compare];
  const several = planes.length > 1 ? [`all planes (${planes.join(", ")}), of which the window shows ${plane}`] : [];
  const without = drawn.length > 0 ? [`without ${listed(drawn)}`] : [];
  return [...recipe, ...several, ...without];
}

/** What is copied. @param {string} of @param {Place} place @param {Shown} shown */
export function copyNote(of, place, shown) {
  const scale = 2 ** place.level;
  const unlike = differences(shown);
  const what = unlike.length === 0 || unlike[0].startsWith("without") ? ["what the window shows", ...unlike].join(", ") : unlike.join("; ");
  return `${of}${place.size.join(" × ")} samples from (${first(place)})${scale > 1 ? `, every ${ordinal(scale)}` : ""}; ${what}.`;
}

/** What is downloaded. @param {string} of @param {Place} place @param {Shown} shown */
export function saveNote(of, place, shown) {
  const scale = `1 px = ${grouped(2 ** place.level)} ${place.level === 0 ? "sample" : "samples"}`;
  const unlike = differences(shown).map((text) => `${text[0].toUpperCase()}${text.slice(1)}. `).join("");
  return `${of}From sample (${first(place)}) on; ${scale}. ${unlike}The file carries its recipe and digest: perlane reproduce checks them.`;
}

/**
 * Why all samples of the view are the same, if that is known: a Perlin noise is 0 at the corners of its cells.
 * @param {number} value @param {{ noises: Table[], quantity: string, spacing: number, level: number, recipes: import("./recipe.js").Recipes }} view
 */
export function sameNote(value, { noises, quantity, spacing, level, recipes }) {
  const kind = (/** @type {Table} */ noise) => recipes.value(noise, ["kind"]);
  const cells = noises.map((noise) => Number(recipes.value(noise, ["frequency"])) * spacing);
  const corners = value === 0 && quantity === "value" && noises.every((noise) => kind(noise) === "perlin")
    && cells.every((along) => Number.isInteger(along * 2 ** level));
  if (!corners) return `All samples of the view are ${value}.`;
  const help = cells.every(Number.isInteger) ? "A larger cell size has samples between the corners." : "Zoom in to see samples between the corners.";
  return `All samples of the view are 0: each is at a corner of lattice cells, where Perlin noise is 0. ${help}`;
}
