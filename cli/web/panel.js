// The panel's parts that are not parameters of a noise: layers, what is sampled, colour, slice.

import { checkRow, namesRow, parameterRows, sliderRow, spanRow } from "./controls.js";
import { byId, el, icon, say } from "./dom.js";
import { areLevels, gradient, isContrast, levels } from "./look.js";
import { isPositive } from "./numbers.js";
import { keepShown } from "./state.js";

const PLUS = "M5 10h10M10 5v10";
const CROSS = "M6 6l8 8M14 6l-8 8";

/**
 * @param {{ side: () => Side, added: () => Table, changed: () => void, chosen: () => void }} page
 */
export function layerRow(page) {
  const chips = el("div", { class: "segments", role: "radiogroup", "aria-label": "Layer" });
  const button = (/** @type {string} */ name, /** @type {string} */ drawing, /** @type {(side: Side) => void} */ does) =>
    el("button", { type: "button", class: "icon", "aria-label": name, title: name, onclick() {
      does(page.side());
      page.changed();
    } }, icon(drawing));
  const add = button("Add a layer", PLUS, (side) => (side.active = side.noises.push(page.added()) - 1));
  const remove = button("Remove this layer", CROSS, (side) => {
    side.noises.splice(side.active, 1);
    side.active = Math.min(side.active, side.noises.length - 1);
  });
  byId("layers").append(chips, add, remove);
  /** @param {string} name @param {number} number */
  const chip = (name, number) => {
    const input = el("input", { type: "radio", name: "layer", value: number });
    input.addEventListener("change", () => {
      page.side().active = number;
      page.chosen();
    });
    return el("label", {}, input, el("span", {}, name));
  };
  return {
    refresh() {
      const { noises, active } = page.side();
      const one = noises.length === 1;
      // Chips that are made again lose the focus.
      if (chips.childElementCount !== noises.length) chips.replaceChildren(...noises.map((_, number) => chip(one ? "One layer" : `Layer ${number + 1}`, number)));
      for (const [number, input] of chips.querySelectorAll("input").entries()) input.checked = number === active;
      if (one && document.activeElement === remove) add.focus();
      remove.hidden = one;
    },
  };
}

/** World units of height that samples of ±1 become where nobody has said it yet, as a part of the largest lattice cells: hills that have slopes to see. */
const FIRST_RELIEF = 0.25;

/**
 * What is sampled of the noise, and which plane of it the world shows.
 * @param {import("./recipe.js").Recipes} recipes
 * @param {{ side: () => Side, axes: () => string[], changed: () => void }} page
 */
export function quantityRows(recipes, { side, axes, changed }) {
  const into = byId("field");
  const relief = recipes.fields.parameters.find(({ path }) => path[0] === "relief");
  const rows = parameterRows(into, recipes.fields, {
    table: () => side().field, axes, spacing: () => 1,
    changed() {
      const { field, noises } = side();
      if (relief && field.relief === undefined && recipes.fields.applies(relief, field)) {
        const lowest = Math.min(...noises.map((noise) => Number(recipes.value(noise, ["frequency"]))));
        field.relief = Number((FIRST_RELIEF / lowest).toPrecision(2));
      }
      changed();
    },
  });
  const plane = namesRow({
    label: "Plane", help: "Which of the quantity's planes the world shows; files and programs have all of them",
    names: () => recipes.planes(side(), axes().length), get: () => recipes.plane(side(), axes().length),
    set(name) {
      side().plane = name;
      changed();
    },
  });
  into.querySelector(".rows")?.append(plane.row);
  return {
    mark: rows.mark,
    refresh() {
      rows.refresh();
      plane.refresh();
    },
  };
}

/**
 * @param {{ look: Look, maps: Map<string, Uint8Array>, typical: () => [number, number], fit: () => [number, number] | null, changed: () => void }} page
 */
export function colourRows({ look, maps, typical, fit, changed }) {
  const into = /** @type {HTMLElement} */ (byId("colour").querySelector(".rows"));
  const swatches = [...maps].map(([name, colors]) => {
    const input = el("input", { type: "radio", name: "colormap", value: name, "aria-label": name });
    input.addEventListener("change", () => {
      look.colormap = name;
      changed();
    });
    const picture = el("span", { class: "swatch", title: name });
    picture.style.backgroundImage = gradient(colors);
    return { name, input, shown: el("label", {}, input, picture) };
  });
  const title = el("span", { class: "faint" });
  const maps_ = el("div", { class: "row" },
    el("div", { class: "line" }, el("span", { class: "label" }, "Colormap"), title),
    el("div", { class: "swatches", role: "radiogroup", "aria-label": "Colormap" }, ...swatches.map(({ shown }) => shown)));
  const contrast = sliderRow({
    label: "Contrast", help: "How many values the colours span: at 1, nearly all that this noise has", low: 0.25, high: 4, step: 0, fits: isContrast,
    get: () => look.contrast,
    set(value) {
      [look.contrast, look.levels] = [value, null];
      changed();
    },
  });
  const fitted = el("button", { type: "button", class: "small", title: "Levels that fit the samples on the screen", onclick() {
    look.levels = fit() ?? look.levels;
    changed();
  } }, "Fit");
  const span = spanRow({
    label: "Levels", help: "Values of the first and the last colour (--levels): two different numbers", fits: areLevels, fallback: () => levels({ ...look, levels: null }, typical()),
    get: () => look.levels,
    set(value) {
      look.levels = value;
      changed();
    },
    more: [fitted],
  });
  const flag = (/** @type {"hillshade" | "contours" | "periods"} */ key, /** @type {string} */ label, /** @type {string} */ help) =>
    checkRow({ label, help, get: () => look[key], set: (on) => { look[key] = on; changed(); } });
  const slider = (/** @type {"azimuth" | "relief" | "interval"} */ key, /** @type {Parameters<typeof sliderRow>[0]} */ options) =>
    sliderRow({ ...options, get: () => look[key], set: (value) => { look[key] = value; changed(); } });
  const unset = { get: () => 0, set() {} };
  const light = flag("hillshade", "Hillshade", "Light from one side");
  const azimuth = slider("azimuth", { label: "Light from", help: "Degrees clockwise from north", low: 0, high: 360, step: 1, ...unset });
  const relief = slider("relief", { label: "Relief", help: "How steep slopes look", low: 0.1, high: 10, step: 0, ...unset });
  const contours = flag("contours", "Contours", "Lines of equal value");
  const interval = slider("interval", { label: "Interval", help: "Between contours; every fifth is bold", low: 0.005, high: 1, step: 0, fits: isPositive, ...unset });
  const periods = flag("periods", "Period lines", "Where the noise repeats");
  const rows = [contrast, span, light, azimuth, relief, contours, interval, periods];
  into.replaceChildren(maps_, ...rows.map(({ row }) => row));
  return {
    refresh() {
      for (const { name, input } of swatches) input.checked = name === look.colormap;
      title.textContent = look.colormap;
      [azimuth.row.hidden, relief.row.hidden, interval.row.hidden] = [!look.hillshade, !look.hillshade, !look.contours];
      for (const { refresh } of rows) refresh();
    },
  };
}

/**
 * @param {{ slice: () => Slice, seam: () => string, changed: () => void, turned: (on: boolean) => void, looped: (on: boolean) => void, play: () => boolean }} page
 */
export function sliceRows({ slice, seam, changed, turned, looped, play }) {
  const into = /** @type {HTMLElement} */ (byId("slice").querySelector(".rows"));
  const on = checkRow({ label: "Third axis", help: "Sample three-dimensional noise, of which the page shows a slice", get: () => slice().on, set: turned });
  const index = sliderRow({
    label: "z", help: "Index of the slice", low: 0, high: 63, step: 1, whole: true, get: () => slice().index,
    set(value) {
      slice().index = Math.round(value);
      changed();
    },
  });
  const button = el("button", { type: "button", "aria-pressed": "false", title: "Play (P)" }, "Play");
  const show = () => {
    const playing = button.getAttribute("aria-pressed") === "true";
    button.textContent = playing ? "Pause" : "Play";
  };
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(play()));
    show();
  });
  const frames = el("input", { type: "number", min: 2, max: 4096, step: 1, "aria-label": "Frames" });
  frames.addEventListener("input", () => {
    if (!(frames.valueAsNumber >= 2)) return;
    slice().frames = Math.min(4096, Math.round(frames.valueAsNumber));
    changed();
  });
  // What holds comes back when the field is left.
  frames.addEventListener("blur", () => void (frames.value = String(slice().frames)));
  const loop = checkRow({ label: "Loop without a seam", help: "Sets a period along z and the space between frames, so that the last frame leads to the first", get: () => slice().loop && seam() === "", set: looped });
  const why = el("p", { class: "error", role: "alert" });
  loop.row.append(why);
  const playing = el("div", { class: "row line" }, button, el("label", { class: "axis" }, el("span", {}, "frames"), frames));
  const slider = /** @type {HTMLInputElement} */ (index.row.querySelector("input[type=range]"));
  /** The slider goes from the first frame to the last. */
  const limit = () => {
    const { first, frames: count } = slice();
    [slider.min, slider.max] = [String(first), String(first + count - 1)];
    index.refresh();
  };
  // Not with every digit: the first digits of a number are another one.
  for (const typed of [index.row, frames]) {
    typed.addEventListener("change", () => {
      keepShown(slice());
      limit();
      changed();
    });
  }
  into.replaceChildren(on.row, index.row, playing, loop.row);
  return {
    button,
    stopped() {
      button.setAttribute("aria-pressed", "false");
      show();
    },
    refresh() {
      const { on: third, frames: count } = slice();
      for (const row of [index.row, playing, loop.row]) row.hidden = !third;
      limit();
      if (document.activeElement !== frames) frames.value = String(count);
      for (const { refresh } of [on, loop]) refresh();
      why.hidden = seam() === "";
      say(why, seam());
    },
  };
}
