// Dialogs: copy, download, go to, seams, keys.

import { byId, el, say } from "./dom.js";
import { copyNote, saveNote } from "./notes.js";
import { grouped, parsePlace } from "./numbers.js";

/**
 * What dialogs know of the page.
 * @typedef {object} Page
 * @property {Shell} shell
 * @property {() => { of: string, recipe: Table, place: Place, picture: Picture, shown: import("./notes.js").Shown }} view What the panel edits; `of`
 *   names it where there are two recipes.
 * @property {() => string} link
 * @property {() => Slice} slice
 * @property {() => { axes: number, planes: number, quantity: string }} shape
 * @property {(x: bigint, y: bigint) => void} goTo
 * @property {(error: unknown) => string} explain
 * @property {{ key: string, shown?: string, name: string, hidden?: boolean }[]} keys
 */

const TEXTS = /** @type {const} */ ([
  ["command", "Command"], ["rust", "Rust"], ["python", "Python"], ["toml", "TOML"], ["link", "Link"],
]);

/**
 * Those numbers of a format that it can have for what is sampled. A picture has two axes, and of several planes only those of normals can be its
 * colours. A file has one range for all integers, and planes of other quantities are of different ranges.
 * @param {string} format @param {string[]} numbers @param {{ axes: number, planes: number, quantity: string }} shape @returns {string[]}
 */
function possible(format, numbers, { axes, planes, quantity }) {
  const alike = planes === 1 || quantity === "normal";
  if (format === "png" && (axes > 2 || !alike)) return [];
  if (format === "tiff" && (axes > 3 || (axes === 3 && planes > 1))) return [];
  return numbers.filter((type) => alike || type === "f32");
}

/** @param {string} id @returns {HTMLDialogElement} */
function dialog(id) {
  const box = /** @type {HTMLDialogElement} */ (byId(id));
  box.addEventListener("click", (event) => {
    // A click beside the dialog closes it.
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const inside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    if (event.target === box && !inside) box.close();
  });
  for (const close of box.querySelectorAll("[data-close]")) close.addEventListener("click", () => box.close());
  box.addEventListener("close", () => {
    // Browsers give the focus back to what had it. Where nothing had it, or what had it is gone, the world takes it. What is in the box may keep it
    // until the next frame.
    if (document.activeElement === document.body || box.contains(document.activeElement)) byId("canvas").focus({ preventScroll: true });
  });
  return box;
}

/**
 * Opens a dialog at its first choice. A browser would begin with the button that closes it, so that Enter would close what was just opened.
 * @param {HTMLDialogElement} box
 */
function openAtChoice(box) {
  box.showModal();
  /** @type {HTMLInputElement | null} */ (box.querySelector("input:checked"))?.focus();
}

/**
 * @param {HTMLElement} into @param {string} group @param {readonly (readonly [string, string])[]} names @param {(name: string) => void} chosen
 * @param {string} now
 */
function tabs(into, group, names, chosen, now = names[0][0]) {
  into.replaceChildren(...names.map(([value, name]) => {
    const input = el("input", { type: "radio", name: group, value, checked: value === now });
    input.addEventListener("change", () => chosen(value));
    return el("label", {}, input, el("span", {}, name));
  }));
}

/** @param {Page} page */
export function copyDialog(page) {
  const box = dialog("copy");
  /** @type {Record<string, string>} */
  let texts = {};
  /** Why there are no texts of the recipe. */
  let wrong = "";
  let chosen = "command";
  let opened = 0;
  const show = () => {
    say(byId("copy-text"), texts[chosen] ?? wrong);
    byId("copy-text").classList.toggle("bad", texts[chosen] === undefined);
    say(byId("copy-done"), "");
    byId("copy-now").toggleAttribute("disabled", texts[chosen] === undefined);
  };
  tabs(byId("copy-tabs"), "copy-as", TEXTS, (name) => {
    chosen = name;
    show();
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(texts[chosen]);
      say(byId("copy-done"), "Copied");
    } catch {
      getSelection()?.selectAllChildren(byId("copy-text"));
      say(byId("copy-done"), "Selected: press Ctrl+C");
    }
  };
  // The form's own button is this one, also for the Enter key.
  box.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    void copy();
  });
  return async () => {
    opened += 1;
    const number = opened;
    // The texts of the view before are not those of this one.
    [texts, wrong] = [{ link: page.link() }, ""];
    show();
    openAtChoice(box);
    const { of, recipe, place, picture, shown } = page.view();
    say(byId("copy-note"), copyNote(of, place, shown));
    try {
      const checked = await page.shell.check({ recipe, place, picture });
      if (number === opened) texts = { ...checked.texts, link: texts.link };
    } catch (error) {
      if (number === opened) wrong = page.explain(error);
    }
    if (number === opened) show();
  };
}

/** @param {Page} page */
export function saveDialog(page) {
  const box = dialog("save");
  const formats = page.shell.formats;
  const format = el("div", { class: "segments", role: "radiogroup", "aria-label": "Format" });
  const type = el("select", { id: "save-type" });
  const number = (/** @type {string} */ name) => el("input", { type: "number", min: 1, step: 1, required: true, "aria-label": name });
  const [width, height] = [number("Width"), number("Height")];
  const frames = el("input", { type: "checkbox" });
  const all = el("label", { class: "label" }, frames, el("span", {}, "All frames"));
  let [chosen] = Object.keys(formats);
  /** @type {AbortController | null} */
  let running = null;
  const types = () => {
    const names = possible(chosen, formats[chosen], page.shape());
    type.replaceChildren(...names.map((name) => el("option", { value: name }, name)));
    all.hidden = !page.slice().on;
  };
  /** Offers the formats that can hold what is sampled. */
  const offer = () => {
    const there = Object.keys(formats).filter((name) => possible(name, formats[name], page.shape()).length > 0);
    if (!there.includes(chosen)) chosen = there[0];
    tabs(format, "save-format", there.map((name) => /** @type {const} */ ([name, name.toUpperCase()])), (name) => {
      chosen = name;
      types();
    }, chosen);
    types();
  };
  byId("save-rows").append(
    el("div", { class: "row choice" }, el("span", { class: "label" }, "Format"), format),
    el("div", { class: "row select" }, el("label", { for: "save-type" }, "Numbers"), type),
    el("div", { class: "row span" }, el("span", { class: "label" }, "Samples"), el("div", { class: "ends" }, width, el("span", { "aria-hidden": "true" }, "×"), height)),
    el("div", { class: "row check" }, all),
  );
  const report = (/** @type {string} */ text, bad = false) => {
    say(byId("save-done"), text);
    byId("save-done").classList.toggle("bad", bad);
  };
  const save = async () => {
    const { recipe, place, picture } = page.view();
    const size = [width.valueAsNumber, height.valueAsNumber];
    const { on, first, frames: count } = page.slice();
    if (on && frames.checked) {
      size.push(count);
      const grid = /** @type {{ [key: string]: Table }} */ (recipe.grid);
      grid.start = { ...grid.start, z: first };
    }
    // The components of normals are colours, whose levels are the library's.
    const vectors = /** @type {Table} */ (recipe.field ?? {}).quantity === "normal";
    const colours = chosen === "png" && type.value === "u8" && !vectors;
    const request = {
      recipe, place: { ...place, size }, format: chosen, dtype: type.value,
      colormap: colours ? picture.colormap : null, levels: type.value === "f32" || vectors ? null : picture.levels,
    };
    running = new AbortController();
    report("Computing …");
    say(byId("save-now"), "Cancel");
    try {
      const started = performance.now();
      const saved = await page.shell.save(request, running.signal);
      const name = `noise.${chosen}`;
      download(saved.file, name);
      if (saved.recipe) download(new Blob([saved.recipe], { type: "application/json" }), `${name}.perlane.json`);
      const seconds = (performance.now() - started) / 1000;
      report(`${name}, ${(saved.file.size / 1e6).toFixed(1)} MB, ${seconds.toFixed(1)} s${saved.recipe ? "; its recipe is in a second file" : ""}`);
    } catch (error) {
      if (running.signal.aborted) report("Cancelled");
      else report(page.explain(error), true);
    }
    running = null;
    say(byId("save-now"), "Download");
  };
  // The form's own button is this one, also for the Enter key; the browser says which numbers are no sizes.
  box.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    if (running) running.abort();
    else void save();
  });
  return () => {
    const { of, place, shown } = page.view();
    [width.value, height.value] = place.size.map(String);
    offer();
    say(byId("save-note"), saveNote(of, place, shown));
    report("");
    openAtChoice(box);
  };
}

/** @param {Blob} content @param {string} name */
function download(content, name) {
  const address = URL.createObjectURL(content);
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The first and the last index that samples have along an axis are these, below and above 0. */
const FARTHEST = 2n ** 53n;

/** Why a text is no place to go to; "" if it is one. @param {string} text @param {[bigint, bigint] | null} place */
function noPlace(text, place) {
  if (!place) return `“${text}” is no place; write two whole numbers with a comma between, such as 2^40, -77.`;
  const beyond = place.findIndex((index) => index < -FARTHEST || index > FARTHEST);
  return beyond < 0 ? "" : `${"xy"[beyond]} is ${text.split(/[,;]/)[beyond].trim()}; allowed: whole numbers from -2^53 to 2^53`;
}

/** @param {Page} page */
export function goToDialog(page) {
  const box = dialog("goto");
  const input = /** @type {HTMLInputElement} */ (byId("goto-text"));
  const note = byId("goto-note");
  const help = note.textContent;
  const go = () => {
    const place = parsePlace(input.value);
    const wrong = noPlace(input.value, place);
    input.setAttribute("aria-invalid", String(wrong !== ""));
    if (!place || wrong !== "") {
      say(note, wrong);
      return;
    }
    page.goTo(...place);
    box.close();
  };
  byId("goto-now").addEventListener("click", go);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    go();
  });
  return () => {
    say(note, help);
    input.removeAttribute("aria-invalid");
    box.showModal();
    input.select();
  };
}

/** @param {Page} page */
export function seamsDialog(page) {
  const box = dialog("seams");
  const again = /** @type {HTMLButtonElement} */ (byId("seams-now"));
  let running = new AbortController();
  const run = async () => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const verdict = byId("seams-verdict");
    verdict.className = "";
    byId("seams-rows").replaceChildren();
    const focused = document.activeElement === again;
    again.disabled = true;
    const { of, recipe, place } = page.view();
    say(verdict, `${of}Computing the view again and again …`);
    try {
      const report = await page.shell.seams({ recipe, place }, signal);
      byId("seams-rows").replaceChildren(...report.checks.map(({ how, compared, different }) =>
        el("tr", { class: different ? "bad" : "" }, el("th", { scope: "row" }, how), el("td", {}, grouped(compared)), el("td", {}, grouped(different)))));
      verdict.className = report.identical ? "good" : "bad";
      say(verdict, of + (report.identical ? `All ${grouped(report.samples)} samples have the same bits in every way.` : "Some samples have other bits: please report this."));
    } catch (error) {
      if (signal.aborted) return;
      verdict.className = "bad";
      say(verdict, page.explain(error));
    }
    again.disabled = false;
    // A button that is disabled loses the focus.
    if (focused && !box.contains(document.activeElement)) again.focus();
  };
  again.addEventListener("click", () => void run());
  box.addEventListener("close", () => running.abort());
  return () => {
    box.showModal();
    void run();
  };
}

/** @param {Page} page */
export function helpDialog(page) {
  const box = dialog("help");
  const listed = page.keys.filter(({ hidden }) => !hidden);
  byId("help-keys").replaceChildren(...listed.flatMap(({ key, shown, name }) => [el("dt", {}, el("kbd", {}, shown ?? key)), el("dd", {}, name)]));
  return () => box.showModal();
}
