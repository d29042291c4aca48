// Controls: a row for each parameter of the library's table, and rows of other kinds made of the same parts.

import { el, freshId, icon, say } from "./dom.js";
import { clamp, isPositive, randomSeed } from "./numbers.js";

/** @typedef {import("./recipe.js").Tables} Tables */
/** What rows of parameters change: a table, with the axes and the spacing of the grid. @typedef {{ table: () => Table, axes: () => string[], spacing: () => number, changed: () => void }} Page */
/** @typedef {{ row: HTMLElement, refresh: () => void }} Row */

const DIE = "M4 3h12a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM7 7v.1M13 7v.1M10 10v.1M7 13v.1M13 13v.1";
const SWAP = "M4 7h11l-3-3M16 13H5l3 3";

/** A number of a slider with at most six digits. @param {number} value */
const neat = (value) => Number(value.toPrecision(6));

/** A number of a field with at most twelve digits, as more of them come from rounding. @param {number} value */
const rounded = (value) => Number(value.toPrecision(12));

/** Numbers that a request can say where the library wants an unsigned integer. @param {number} value */
const isUnsigned = (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32;
const UNSIGNED = "integers from 0 to 2^32 - 1";

/**
 * Takes the numbers that are typed into a field. Those that do not fit are marked and change nothing; what holds comes back when the field is left.
 * @param {HTMLInputElement} input
 * @param {{ fits: (value: number) => boolean, refused?: (value: number | null) => void, set: (value: number) => void, refresh: () => void }} options
 */
function takeNumbers(input, { fits, refused = () => {}, set, refresh }) {
  const mark = (/** @type {number | null} */ value) => {
    input.setAttribute("aria-invalid", String(value !== null));
    refused(value);
  };
  input.addEventListener("input", () => {
    const value = input.valueAsNumber;
    mark(fits(value) ? null : value);
    if (fits(value)) set(value);
  });
  input.addEventListener("blur", () => {
    if (!fits(input.valueAsNumber)) mark(null);
    refresh();
  });
}

/**
 * A slider with a number beside it. Sliders of ratios (`step` 0) have powers of two at equal distances.
 * @param {{ label: string, help?: string, low: number, high: number, step: number, whole?: boolean, fits?: (value: number) => boolean,
 *   refused?: (value: number | null) => void, get: () => number, set: (value: number) => void, extra?: HTMLElement }} options
 * @returns {Row & { name: HTMLElement }}
 */
export function sliderRow({ label, help, low, high, step, whole, fits = whole ? Number.isSafeInteger : Number.isFinite, refused, get, set, extra }) {
  const id = freshId(label);
  const logarithmic = step === 0;
  const slider = el("input", { type: "range", min: 0, max: 1000, step: 1, "aria-label": `${label}, slider`, tabindex: 0 });
  const number = el("input", { type: "number", id, step: whole ? 1 : "any", inputmode: "decimal" });
  const name = el("label", { for: id, title: help }, label);
  if (!logarithmic) [slider.min, slider.max, slider.step] = [String(low), String(high), String(step)];
  const toSlider = (/** @type {number} */ value) =>
    logarithmic ? (Math.log(clamp(value, low, high) / low) / Math.log(high / low)) * 1000 : value;
  const fromSlider = (/** @type {number} */ at) => {
    if (!logarithmic) return neat(at);
    const value = low * (high / low) ** (at / 1000);
    return high > 16 && value > 16 ? Math.round(value) : neat(Number(value.toPrecision(3)));
  };
  const fill = () => {
    const span = Number(slider.max) - Number(slider.min);
    slider.style.setProperty("--fill", `${((Number(slider.value) - Number(slider.min)) / span) * 100}%`);
  };
  slider.addEventListener("input", () => {
    const value = fromSlider(Number(slider.value));
    number.value = String(value);
    fill();
    set(value);
  });
  const take = (/** @type {number} */ value) => {
    slider.value = String(toSlider(value));
    fill();
    set(value);
  };
  const refresh = () => {
    const value = get();
    if (document.activeElement !== number || number.valueAsNumber !== value) number.value = String(rounded(value));
    slider.value = String(toSlider(value));
    fill();
  };
  takeNumbers(number, { fits, refused, set: take, refresh });
  const head = el("div", { class: "line" }, name, ...(extra ? [extra] : []), number);
  return { row: el("div", { class: "row slider" }, head, slider), refresh, name };
}

/** @param {{ label: string, help?: string, get: () => boolean, set: (value: boolean) => void }} options @returns {Row} */
export function checkRow({ label, help, get, set }) {
  const box = el("input", { type: "checkbox" });
  box.addEventListener("change", () => set(box.checked));
  return {
    row: el("div", { class: "row check" }, el("label", { title: help }, box, el("span", {}, label))),
    refresh: () => void (box.checked = get()),
  };
}

/**
 * One of several names: side by side where they are few, else as a list.
 * @param {{ label: string, help?: string, names: string[], get: () => string, set: (value: string) => void }} options @returns {Row}
 */
export function choiceRow({ label, help, names, get, set }) {
  const few = names.length <= 5 && names.join("").length <= 30;
  return few ? segmentsRow({ label, help, names, get, set }) : selectRow({ label, help, names, get, set });
}

/** @param {{ label: string, help?: string, names: string[], get: () => string, set: (value: string) => void }} options @returns {Row} */
function segmentsRow({ label, help, names, get, set }) {
  const group = freshId(label);
  const inputs = names.map((name) => {
    const input = el("input", { type: "radio", name: group, value: name });
    input.addEventListener("change", () => set(name));
    return input;
  });
  const segments = inputs.map((input) => el("label", {}, input, el("span", {}, input.value)));
  const body = el("div", { class: "segments", role: "radiogroup", "aria-label": label }, ...segments);
  return {
    row: el("div", { class: "row choice" }, el("span", { class: "label", title: help }, label), body),
    refresh() {
      const value = get();
      for (const input of inputs) input.checked = input.value === value;
    },
  };
}

/** @param {{ label: string, help?: string, names: string[], get: () => string, set: (value: string) => void }} options @returns {Row} */
function selectRow({ label, help, names, get, set }) {
  const id = freshId(label);
  const select = el("select", { id }, ...names.map((name) => el("option", { value: name }, name)));
  const own = el("option", { value: "", disabled: true });
  select.addEventListener("change", () => set(select.value));
  return {
    row: el("div", { class: "row select" }, el("label", { for: id, title: help }, label), select),
    refresh() {
      const value = get();
      own.remove();
      // A name that there is not is shown as it is; the library says what is wrong with it.
      own.textContent = value === "" ? "a table of one's own" : value;
      if (!names.includes(value)) select.append(own);
      select.value = names.includes(value) ? value : "";
    },
  };
}

/**
 * One of names that change; hidden where there is one alone.
 * @param {{ label: string, help: string, names: () => string[], get: () => string | null, set: (value: string) => void }} options @returns {Row}
 */
export function namesRow({ label, help, names, get, set }) {
  const id = freshId(label);
  const select = el("select", { id });
  select.addEventListener("change", () => set(select.value));
  const row = el("div", { class: "row select" }, el("label", { for: id, title: help }, label), select);
  let shown = "";
  return {
    row,
    refresh() {
      const there = names();
      row.hidden = there.length < 2;
      // A list that is open stays as it is.
      if (there.join() !== shown) select.replaceChildren(...there.map((name) => el("option", { value: name }, name)));
      shown = there.join();
      select.value = get() ?? "";
    },
  };
}

/** @param {{ label: string, help: string, get: () => string, set: (value: string) => void }} options @returns {Row} */
function seedRow({ label, help, get, set }) {
  const id = freshId(label);
  const input = el("input", { id, type: "text", inputmode: "numeric", autocomplete: "off", spellcheck: "false" });
  const roll = () => {
    input.value = randomSeed();
    set(input.value);
  };
  const name = `Random ${label.toLowerCase()}`;
  // The key is that of the noise's own seed.
  const title = label === "Seed" ? `${name} (S)` : name;
  const die = el("button", { type: "button", class: "icon", "aria-label": name, title, onclick: roll }, icon(DIE));
  input.addEventListener("input", () => {
    if (input.value.trim() !== "") set(input.value.trim());
  });
  input.addEventListener("blur", () => void (input.value = get()));
  return {
    row: el("div", { class: "row seed" }, el("label", { for: id, title: help }, label), input, die),
    refresh() {
      if (document.activeElement !== input) input.value = get();
    },
  };
}

/**
 * @param {{ label: string, help: string, whole: boolean, axes: () => string[], refused?: (value: number | null) => void,
 *   get: (axis: string) => number, set: (axis: string, value: number) => void }} options @returns {Row}
 */
function axesRow({ label, help, whole, axes, refused, get, set }) {
  const inputs = ["x", "y", "z", "w"].map((axis) => {
    const input = el("input", { type: "number", step: whole ? 1 : "any", min: whole ? 0 : undefined, "aria-label": `${label}, ${axis}` });
    takeNumbers(input, {
      fits: whole ? isUnsigned : Number.isFinite, refused, set: (value) => set(axis, value), refresh: () => void (input.value = String(get(axis))),
    });
    return { axis, input, shown: el("label", { class: "axis" }, el("span", {}, axis), input) };
  });
  const body = el("div", { class: "axes" }, ...inputs.map(({ shown }) => shown));
  return {
    row: el("div", { class: "row" }, el("span", { class: "label", title: help }, label), body),
    refresh() {
      const there = axes();
      for (const { axis, input, shown } of inputs) {
        shown.hidden = !there.includes(axis);
        if (document.activeElement !== input) input.value = String(get(axis));
      }
    },
  };
}

/**
 * Two numbers, or nothing. Those that do not fit are marked and change nothing.
 * @param {{ label: string, help?: string, fits?: (value: [number, number]) => boolean, fallback: () => [number, number], get: () => [number, number] | null,
 *   set: (value: [number, number] | null) => void, more?: HTMLElement[] }} options @returns {Row}
 */
export function spanRow({ label, help, fits = (ends) => ends.every(Number.isFinite), fallback, get, set, more = [] }) {
  const make = (/** @type {string} */ end) => el("input", { type: "number", step: "any", "aria-label": `${label}, ${end}` });
  const [low, high] = [make("low"), make("high")];
  /** The number that each field was written for, which may have more digits than it shows, and what it shows. */
  const written = new Map([low, high].map((end) => [end, { value: NaN, text: "" }]));
  const numberOf = (/** @type {HTMLInputElement} */ end) => {
    const { value, text } = /** @type {{ value: number, text: string }} */ (written.get(end));
    return end.value === text ? value : end.valueAsNumber;
  };
  const write = (/** @type {HTMLInputElement} */ end, /** @type {number} */ value) => {
    end.value = String(rounded(value));
    written.set(end, { value, text: end.value });
  };
  const box = el("input", { type: "checkbox" });
  const mark = (/** @type {boolean} */ wrong) => [low, high].forEach((end) => end.setAttribute("aria-invalid", String(wrong)));
  const read = () => {
    const ends = /** @type {[number, number]} */ ([numberOf(low), numberOf(high)]);
    mark(!fits(ends));
    if (!fits(ends)) return;
    box.checked = true;
    set(ends);
  };
  low.addEventListener("input", read);
  high.addEventListener("input", read);
  box.addEventListener("change", () => set(box.checked ? fallback() : null));
  const name = el("label", { class: "label", title: help }, box, el("span", {}, label));
  const refresh = () => {
    const value = get();
    box.checked = value !== null;
    const [from, to] = value ?? fallback();
    if (document.activeElement !== low) write(low, from);
    if (document.activeElement !== high) write(high, to);
  };
  for (const end of [low, high]) {
    end.addEventListener("blur", () => {
      // What the library says of numbers that were taken stays.
      if (!fits([numberOf(low), numberOf(high)])) mark(false);
      refresh();
    });
  }
  return {
    row: el("div", { class: "row span" }, name, el("div", { class: "ends" }, low, el("span", { "aria-hidden": "true" }, "…"), high), ...more),
    refresh,
  };
}

/**
 * The rows of a parameter's table, under the headings of their groups.
 * @param {HTMLElement} into @param {Tables} tables @param {Page} page
 */
export function parameterRows(into, tables, page) {
  /** @type {Map<string, HTMLElement>} */
  const groups = new Map();
  const rows = tables.parameters.map((parameter) => {
    const error = el("p", { class: "error", role: "alert", hidden: true });
    const refusal = { text: "" };
    const row = parameterRow(parameter, tables, page, (text) => {
      // Without one, what the library says of the value stays until it says something else.
      if (text === refusal.text) return;
      refusal.text = text;
      error.hidden = text === "";
      say(error, text);
    });
    row.row.append(error);
    let body = groups.get(parameter.group);
    if (!body) {
      body = el("div", { class: "rows" });
      const open = !["Lattice", "Warp", "Output"].includes(parameter.group);
      into.append(el("details", { open }, el("summary", {}, parameter.group), body));
      groups.set(parameter.group, body);
    }
    body.append(row.row);
    return { parameter, error, refusal, ...row };
  });
  return {
    refresh() {
      for (const { parameter, row, refresh } of rows) {
        row.hidden = !tables.applies(parameter, page.table());
        if (!row.hidden) refresh();
      }
      for (const body of groups.values()) body.parentElement?.toggleAttribute("hidden", body.querySelector(":scope > :not([hidden])") === null);
    },
    /** Shows an error beside its parameter, if that is not another layer's. @param {string | null} name @param {number} layer @param {string} message */
    mark(name, layer, message) {
      const [, of, own] = name?.match(/^layers\[(\d+)\]\.(.*)$/) ?? [null, layer, name];
      const plain = Number(of) === layer ? own?.replace(/\[\d+\]$/, "") : undefined;
      const named = (/** @type {Parameter} */ { path, option }) =>
        [path.join("."), option, path[path.length - 1], path[0]].indexOf(plain?.replace(/\.[xyzw]$/, "") ?? "");
      const found = plain ? rows.filter(({ parameter }) => named(parameter) >= 0).sort((a, b) => named(a.parameter) - named(b.parameter))[0] : undefined;
      for (const row of rows) {
        // What was typed since, and not taken, is still there.
        const text = row === found && message !== "" ? message : row.refusal.text;
        const wrong = text !== "";
        row.error.hidden = !wrong;
        say(row.error, text);
        for (const input of row.row.querySelectorAll("input, select")) input.setAttribute("aria-invalid", String(wrong));
        if (wrong) row.row.closest("details")?.setAttribute("open", "");
      }
    },
  };
}

/**
 * A number that a parameter has where its table says none.
 * @param {Parameter} parameter @param {Tables} tables @param {Table} table @returns {number}
 */
function unsaid({ path, control }, tables, table) {
  // A warp has as many cells as the noise.
  if (path.join(".") === "warp.frequency") return Number(tables.value(table, ["frequency"]));
  return Number(control.first ?? control.unset ?? 0);
}

/** @param {Parameter} parameter @param {Tables} tables @param {Page} page @param {(text: string) => void} refuse @returns {Row} */
function parameterRow(parameter, tables, page, refuse) {
  const { path, label, help, control, excludes = [] } = parameter;
  const get = () => tables.value(page.table(), path);
  const set = (/** @type {Json | undefined} */ value) => {
    const table = page.table();
    tables.set(table, path, value);
    if (value !== undefined) for (const other of excludes) tables.set(table, other, undefined);
    page.changed();
  };
  const named = `${help} (--${parameter.option})`;
  const text = () => (Array.isArray(get()) ? "" : String(get() ?? control.names?.[0]));
  const refused = (/** @type {string} */ name, /** @type {string} */ allowed) => (/** @type {number | null} */ value) =>
    refuse(value === null || Number.isNaN(value) ? "" : `${name} is ${value}; allowed: ${allowed}`);
  switch (control.type) {
    case "choice":
      return choiceRow({ label, help: named, names: control.names ?? [], get: text, set });
    case "seed":
      // A seed that is missing is made from another one.
      return seedRow({ label, help: named, get: () => String(get() ?? ""), set });
    case "flag":
      return checkRow({ label, help: named, get: () => get() !== false, set: (on) => set(on) });
    case "span":
      return spanRow({
        label, help: named, fallback: () => [0, 1], set: (value) => set(value ?? undefined),
        get: () => /** @type {[number, number] | null} */ (get() ?? null),
      });
    case "axes":
      return axesRow({
        label, help: named, whole: control.whole ?? false, axes: page.axes, refused: refused(path.join("."), UNSIGNED),
        get: (axis) => Number(tables.value(page.table(), [...path, axis]) ?? 0),
        set(axis, value) {
          tables.set(page.table(), [...path, axis], value === 0 ? undefined : value);
          page.changed();
        },
      });
    case "direction": {
      const parts = () => /** @type {number[]} */ (get() ?? [0, 0, 0]);
      return axesRow({
        label, help: named, whole: false, axes: () => ["x", "y", "z"], get: (axis) => parts()["xyz".indexOf(axis)] ?? 0,
        set: (axis, value) => set(parts().with("xyz".indexOf(axis), value)),
      });
    }
    case "integer":
    case "number":
      return numberRow(parameter, { get: () => Number(get() ?? unsaid(parameter, tables, page.table())), set, spacing: page.spacing, refused });
  }
}

/**
 * @param {Parameter} parameter
 * @param {{ get: () => number, set: (value: number) => void, spacing: () => number,
 *   refused: (name: string, allowed: string) => (value: number | null) => void }} value @returns {Row}
 */
function numberRow({ path, label, help, option, control }, { get, set, spacing, refused }) {
  const [low, high] = control.slider ?? [0, 1];
  const step = control.type === "integer" ? 1 : control.step ?? 0;
  const whole = control.type === "integer";
  const fits = whole ? { fits: isUnsigned, refused: refused(path.join("."), UNSIGNED) } : {};
  const plain = { label, help: `${help} (--${option})`, low, high, step, whole, ...fits, get, set };
  const { inverse } = control;
  if (!inverse) return sliderRow(plain);
  const swap = () => el("button", { type: "button", class: "icon small", onclick: () => turn(), "aria-label": `Frequency or cell size`, title: "Frequency or cell size" }, icon(SWAP));
  const frequency = sliderRow({ ...plain, extra: swap() });
  const size = sliderRow({
    label: inverse.label, help: `${inverse.help} (--${inverse.option})`, low: inverse.slider[0], high: inverse.slider[1], step: 0,
    fits: (samples) => samples > 0 && isPositive(1 / (samples * spacing())), refused: refused(inverse.option, "finite numbers above 0"),
    get: () => rounded(1 / (get() * spacing())), set: (samples) => set(1 / (samples * spacing())), extra: swap(),
  });
  const row = el("div", { class: "row group" }, size.row, frequency.row);
  frequency.row.hidden = true;
  const turn = () => {
    [size.row.hidden, frequency.row.hidden] = [frequency.row.hidden, size.row.hidden];
    (size.row.hidden ? frequency : size).row.querySelector("button")?.focus();
  };
  return {
    row,
    refresh() {
      size.refresh();
      frequency.refresh();
    },
  };
}
