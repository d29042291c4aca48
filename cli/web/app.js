// The page: brings the world, the panel and the dialogs together.

import { Camera } from "./camera.js";
import { parameterRows } from "./controls.js";
import { copyDialog, goToDialog, helpDialog, saveDialog, seamsDialog } from "./dialogs.js";
import { byId, el, observePixels, roundedPixels, say } from "./dom.js";
import { keyboard, pointer, undoKeys } from "./gestures.js";
import * as hash from "./hash.js";
import { draw as drawHistogram, measure } from "./histogram.js";
import { DIFFERENCES, colorMaps, levels, neatLevels, periodLines } from "./look.js";
import { sameNote } from "./notes.js";
import { f32Text, grouped, minus, randomSeed, shortText } from "./numbers.js";
import { colourRows, layerRow, quantityRows, sliceRows } from "./panel.js";
import { Recipes } from "./recipe.js";
import { Renderer, ancestors } from "./renderer.js";
import { createShell } from "./shell.js";
import { GREY, closeLoop, dropPeriods, initialState, middle, nextFrame, openLoop, sceneGrid } from "./state.js";
import { Steps } from "./steps.js";
import { TileStore } from "./tiles.js";

/** Frames a second of a slice that plays. */
const RATE = 24;
/**
 * What changes at once, and so is a step of its own, and what changes bit by bit from an event on. A pointer that gives a slider the focus has moved it
 * already; keys have not.
 */
const STEPS = [
  ["change", "select, [type=radio], [type=checkbox]"], ["click", "#panel button, #compare"], ["pointerdown", "#panel [type=range]"],
  ["focusin", "#panel :is([type=number], [type=text], [type=range]:focus-visible)"],
];

/** @typedef {"a" | "b"} Which */

async function main() {
  const shell = createShell();
  const canvas = /** @type {HTMLCanvasElement} */ (byId("canvas"));
  const renderer = new Renderer(canvas);
  const description = await shell.describe();
  const recipes = new Recipes(description);
  const maps = colorMaps(description);
  const state = initialState(recipes);
  const camera = new Camera();
  camera.moveTo(...middle(description.start));
  const steps = new Steps(() => hash.write(state, camera, recipes), remember);
  readAddress();

  /** @type {Record<Which, [number, number]>} */
  const bounds = { a: [-1, 1], b: [-1, 1] };
  /** What most samples are within. @type {Record<Which, [number, number]>} */
  const typical = { a: [-0.5, 0.5], b: [-0.5, 0.5] };
  /** What the stores have been asked for, to ask only for what has changed. @type {Record<Which, string>} */
  const asked = { a: "", b: "" };
  const changedAt = { coarse: 0, full: 0 };
  const shown = { coarse: false, full: false };
  /** @type {Record<Which, TileStore>} */
  const stores = { a: store("a"), b: store("b") };
  let statistics = measure(stores.a, camera, bounds.a);
  /** @type {[number, number] | null} */
  let hovered = null;
  let dirty = false;
  let gone = false;
  /** Why the world ends here. */
  let ended = "";

  /** @param {Which} which */
  function store(which) {
    return new TileStore(renderer, shell, {
      // Tiles of the same answer are drawn a few at a time.
      drawn: () => later(120),
      failed: (error) => fail(missed, which, error),
      coarse() {
        shown.coarse = which === state.editing;
        fine(missed, which);
        came(which);
        redraw();
      },
      complete() {
        shown.full = which === state.editing;
        fine(missed, which);
        came(which);
        redraw();
        // The next slice would take this one from a recipe that still lacks it.
        if (sides().every((one) => stores[one].fullShown)) queueMicrotask(() => playing?.resolve());
      },
    });
  }

  /** @param {Which} which */
  const side = (which) => /** @type {Side} */ (state.sides[which] ?? state.sides.a);
  const editing = () => side(state.editing);
  const noise = () => editing().noises[editing().active];
  const recipe = (/** @type {Which} */ which) => recipes.recipe(side(which), sceneGrid(state));
  /** The axes that are sampled; four where the recipe has as many. */
  const axes = () => Object.keys(/** @type {Table} */ (sceneGrid(state).size));
  const plane = (/** @type {Which} */ which) => recipes.plane(side(which), axes().length);
  const sides = () => /** @type {Which[]} */ (state.sides.b && state.compare !== "off" ? ["a", "b"] : ["a"]);

  /** The recipes of which no picture has come yet. @type {Set<Which>} */
  const computing = new Set();

  /** A recipe that is not compared any more may never get a picture. */
  function showBusy() {
    byId("busy").hidden = !sides().some((which) => computing.has(which));
  }

  /** @param {Which} which */
  function came(which) {
    computing.delete(which);
    showBusy();
  }

  // Errors

  /** @param {unknown} error */
  function explain(error) {
    return error instanceof Error ? error.message : String(error);
  }

  /** Whether there was no answer, which is nothing that a recipe can help. @param {unknown} error */
  const isUnreachable = (error) => error instanceof Error && error.constructor.name === "Unreachable";

  /** What is wrong with each recipe; `null` where nothing is. @type {Record<Which, unknown>} */
  const wrong = { a: null, b: null };
  /** Why the tiles of each recipe do not come, of which nothing may be wrong. @type {Record<Which, unknown>} */
  const missed = { a: null, b: null };

  /** @param {Which} which */
  const errorOf = (which) => wrong[which] ?? missed[which];

  /** @param {typeof wrong} errors @param {Which} which @param {unknown} error */
  function fail(errors, which, error) {
    errors[which] = error;
    came(which);
    showErrors();
    if (isUnreachable(error)) void returnOf();
  }

  /** @param {typeof wrong} errors @param {Which} which */
  function fine(errors, which) {
    errors[which] = null;
    showErrors();
  }

  /** Shows what is wrong: beside its parameter if the recipe is the one that is edited. */
  function showErrors() {
    const own = errorOf(state.editing);
    const parameter = /** @type {{ parameter?: string | null } | null} */ (own)?.parameter ?? null;
    const message = own === null ? "" : explain(own);
    for (const rows of [parameters, quantity]) rows.mark(parameter, editing().active, message);
    const texts = new Set(sides().flatMap((which) => {
      const error = errorOf(which);
      if (error === null) return [];
      return which === state.editing || isUnreachable(error) ? explain(error) : `Recipe ${which.toUpperCase()}: ${explain(error)}`;
    }));
    const text = texts.size > 0 ? [...texts].join("; ") : ended;
    byId("message").hidden = text === "";
    say(byId("message"), text);
    document.body.classList.toggle("wrong", texts.size > 0);
  }

  /** Waits until the server is there again. */
  async function returnOf() {
    if (gone) return;
    gone = true;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const back = await shell.describe().then(() => true, () => false);
      if (back) break;
    }
    gone = false;
    for (const errors of [wrong, missed]) [errors.a, errors.b] = [null, null];
    showErrors();
    asked.a = asked.b = "";
    changed();
  }

  // Changes

  /** After a change of what is sampled. */
  function changed() {
    update();
    refresh();
  }

  /** Whether the frames end where they begin. */
  let closed = false;
  /** How far apart slices were before that. @type {Json | undefined} */
  let opened;
  /** Why they do not, although they should. */
  let seam = "";

  /** Closes a loop, which what has changed may have opened, or opens it. */
  function closeOrOpen() {
    const wanted = state.slice.on && state.slice.loop;
    // A recipe that comes with a loop has the loop's.
    if (!closed && !state.slice.loop) opened = /** @type {Table} */ (state.grid.spacing ?? {}).z;
    seam = wanted ? closeLoop(state, recipes) : "";
    const closes = wanted && seam === "";
    // What a person has set is not a loop's, and stays.
    if (closed && !closes) openLoop(state, opened);
    closed = closes;
  }

  /** Lets go of recipe B when it is not shown any more, however that came: its tiles take as much memory as those of the recipe that is. */
  function leaveB() {
    if (sides().includes("b") || asked.b === "") return;
    stores.b.dispose();
    stores.b = store("b");
    [wrong.b, missed.b, asked.b] = [null, null, ""];
  }

  /** Sends what has changed, without touching the controls. */
  function update() {
    closeOrOpen();
    leaveB();
    /** @type {Which[]} */
    const fresh = [];
    for (const which of sides()) {
      const wanted = { recipe: recipe(which), plane: plane(which) };
      const text = JSON.stringify(wanted);
      if (text === asked[which]) continue;
      asked[which] = text;
      // This is asked for afresh. What is wrong is shown until the answer comes.
      missed[which] = null;
      fresh.push(which);
      // It can be seen after a while: style.css says after how long.
      say(byId("busy"), "Computing …");
      computing.add(which);
      if (which === state.editing) [changedAt.coarse, changedAt.full] = [performance.now(), performance.now()];
      stores[which].setRecipe(wanted);
    }
    // The coarse picture comes before bounds and texts.
    ask();
    for (const which of fresh) void check(which);
    showBusy();
    writeHash();
    // What is on the screen stays there until the first tiles come.
    if (fresh.length === 0) redraw();
  }

  /** The recipes that are being checked. @type {Set<Which>} */
  const checking = new Set();

  /** Checks what a side shows. What a slider passes meanwhile is not: checks of it would be in the way of tiles. @param {Which} which */
  async function check(which) {
    if (checking.has(which)) return;
    checking.add(which);
    const text = asked[which];
    await checkOne(which, text);
    checking.delete(which);
    if (asked[which] !== text && asked[which] !== "") void check(which);
  }

  /** @param {Which} which @param {string} text */
  async function checkOne(which, text) {
    try {
      const found = await shell.check(JSON.parse(text));
      if (text !== asked[which]) return;
      const same = JSON.stringify([bounds[which], typical[which]]) === JSON.stringify([found.bounds, found.typical]);
      bounds[which] = found.bounds;
      typical[which] = found.typical;
      fine(wrong, which);
      colour.refresh();
      if (!same) later(60);
    } catch (error) {
      if (text === asked[which]) fail(wrong, which, error);
    }
  }

  function ask() {
    for (const which of sides()) void stores[which].want(camera);
  }

  /** After a change of the place. */
  function moved() {
    ask();
    writeHash();
    redraw();
  }

  const writeHash = () => steps.soon();

  function readAddress() {
    const notes = hash.read(location.hash, state, camera, recipes, [...maps.keys()]);
    byId("note").hidden = notes.length === 0;
    byId("note-list").replaceChildren(...notes.map((note) => el("li", {}, note)));
    const memo = steps.remembered();
    if (memo) recall(memo);
  }

  /** What the panel edits, which no address says. */
  function remember() {
    const { a, b } = state.sides;
    return { editing: state.editing, a: a.active, b: b?.active ?? 0 };
  }

  /** Puts the panel back to what it edited. @param {ReturnType<typeof remember>} memo */
  function recall(memo) {
    const { a, b } = state.sides;
    if (b) [state.editing, b.active] = [memo.editing, Math.min(memo.b, b.noises.length - 1)];
    a.active = Math.min(memo.a, a.noises.length - 1);
  }

  /** Back to the recipe of the start, and to its place. */
  function toStart() {
    stop();
    [closed, opened] = [false, undefined];
    const fresh = initialState(recipes);
    Object.assign(state, fresh, { look: Object.assign(state.look, fresh.look) });
    byId("note").hidden = true;
    camera.zoomTo(1);
    camera.moveTo(...middle(description.start));
  }

  // What an address does not say is as it is at the start, in a tab that shows something else too.
  addEventListener("hashchange", () => {
    if (!steps.arrived()) return;
    // No address has these while they show nothing, and whoever undoes something else keeps them.
    const { divider, look: { azimuth, relief, interval } } = state;
    toStart();
    if (steps.remembered()) {
      state.divider = divider;
      Object.assign(state.look, { azimuth, relief, interval });
    }
    readAddress();
    changed();
    // What comes next is a step, also that of a slider which had the focus before.
    steps.begin();
  });
  for (const [event, of] of STEPS) {
    // Before those who listen to the element itself.
    addEventListener(event, ({ target }) => target instanceof Element && target.closest(of) && steps.begin(), true);
  }

  // Drawing

  function redraw() {
    clearTimeout(delayed);
    delayed = undefined;
    if (dirty) return;
    dirty = true;
    requestAnimationFrame(() => {
      dirty = false;
      draw();
    });
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let delayed;

  /** Draws after so many milliseconds, unless it is done before. @param {number} wait */
  function later(wait) {
    if (!dirty) delayed ??= setTimeout(redraw, wait);
  }

  // A browser takes the context away where memory is short, as in a telephone's tab that was not seen for a while.
  canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
  canvas.addEventListener("webglcontextrestored", () => {
    renderer.prepare();
    for (const which of /** @type {const} */ (["a", "b"])) stores[which].restore();
    redraw();
  });

  function draw() {
    if (renderer.gl.isContextLost()) return;
    const background = getComputedStyle(document.body).getPropertyValue("--void").match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0];
    renderer.begin(camera, /** @type {[number, number, number]} */ (background.map((part) => part / 255)));
    const middlePixel = state.divider * canvas.width;
    if (state.compare === "off" || !state.sides.b) pass("a", 0, canvas.width);
    else if (state.compare === "split") {
      pass("a", 0, middlePixel);
      pass("b", middlePixel, canvas.width);
    } else differences();
    if (shown.coarse || shown.full) measureTime();
    overlay();
  }

  /** @param {Which} which @param {number} left @param {number} right */
  function pass(which, left, right) {
    const { look } = state;
    const lines = look.periods ? periodLines(side(which).noises[0], sceneGrid(state), camera, recipes) : [0, 0, 0, 0];
    const colors = /** @type {Uint8Array} */ (maps.get(look.colormap));
    // The same colours are the same values on both sides.
    renderer.pass({ left, right, levels: levels(look, typical[state.editing]), difference: false, colors, look, periods: lines });
    for (const { tile, part } of stores[which].drawn(camera)) renderer.draw(tile, part);
  }

  function differences() {
    const range = Math.max(...bounds.a.map(Math.abs), ...bounds.b.map(Math.abs)) / state.look.contrast;
    const look = { ...state.look, hillshade: false };
    renderer.pass({
      left: 0, right: canvas.width, levels: [-range, range], difference: true, colors: DIFFERENCES, look, periods: [0, 0, 0, 0],
    });
    for (const key of camera.tiles(camera.level)) {
      for (const place of ancestors(key)) {
        const [a, b] = [stores.a.exact(place), stores.b.exact(place)];
        if (!a?.texture || !b?.texture) continue;
        renderer.draw({ ...place, texture: a.texture }, key, b.texture);
        break;
      }
    }
  }

  /** For tests: how long after a change the coarse and the full picture are on the screen. */
  function measureTime() {
    if ("perlaneMeasures" in globalThis) renderer.gl.readPixels(0, 0, 1, 1, renderer.gl.RGBA, renderer.gl.UNSIGNED_BYTE, new Uint8Array(4));
    for (const what of /** @type {const} */ (["coarse", "full"])) {
      if (shown[what] && changedAt[what] > 0) {
        performance.measure(`perlane-${what}`, { start: changedAt[what], end: performance.now() });
        changedAt[what] = 0;
      }
      shown[what] = false;
    }
  }

  /** @type {number} */
  let lastStatistics = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let statisticsTimer;

  function overlay() {
    readout();
    zoomText();
    divider();
    tileError();
    clearTimeout(statisticsTimer);
    const wait = performance.now() - lastStatistics > 200 ? 0 : 120;
    statisticsTimer = setTimeout(showStatistics, wait);
  }

  /** The world ends where coordinates do. The library's message about that names the samples of a tile, which nobody has asked for. */
  function tileError() {
    const said = stores[state.editing].error(camera) ?? "";
    const end = `2^${53 + camera.level}`;
    const error = said.includes("from -2^53 to 2^53") ? `The world ends here: at this zoom, x and y are from -${end} to ${end}.` : said;
    if (error === ended || document.body.classList.contains("wrong")) return;
    ended = error;
    byId("message").hidden = error === "";
    say(byId("message"), error);
  }

  function readout() {
    const [px, py] = hovered ?? [canvas.width / 2, canvas.height / 2];
    const right = state.compare === "split" && px >= state.divider * canvas.width;
    const which = right ? "b" : "a";
    const { level } = camera;
    const [x, y] = camera.sample(px, py);
    const value = stores[which].sample(level, x, y);
    const at = (/** @type {bigint} */ index) => grouped(index << BigInt(level));
    // A line that is too long is broken between the axes.
    const parts = [`x\u00a0${at(x)}`, `y\u00a0${at(y)}`];
    if (state.slice.on) parts.push(`z\u00a0${grouped(state.slice.index)}`);
    const named = [...new Set([recipes.quantity(side(which)), plane(which)])].join(" ");
    if (named !== "value") parts.push(` ${named}`);
    let text = value === null ? "…" : minus(f32Text(value));
    if (state.compare === "difference" && value !== null) {
      const other = stores.b.sample(level, x, y);
      const [a, b, difference] = [value, other ?? NaN, Math.fround(value - (other ?? NaN))].map((part) => minus(f32Text(part)));
      text = other === null ? "…" : `${a} − ${b} = ${difference}`;
    }
    const box = byId("readout");
    box.dataset.x = String(x << BigInt(level));
    box.dataset.y = String(y << BigInt(level));
    box.dataset.value = value === null ? "" : f32Text(value);
    const full = `${parts.join("  ")}  ${text}`;
    if (box.textContent !== full) box.replaceChildren(el("span", { class: "faint" }, `${parts.join("  ")}  `), el("strong", {}, text));
  }

  function zoomText() {
    const { scale, exact, level } = camera;
    const samples = 1 / scale;
    let text = `1 px = ${samples >= 1e6 ? shortText(samples, 3) : grouped(Number(samples.toPrecision(3)))} samples`;
    if (exact && level < 20) text = level === 0 ? "1 px = 1 sample" : `1 px = ${grouped(2 ** level)} samples`;
    else if (exact) text = `1 px = 2^${level} samples`;
    if (scale > 1) text = `1 sample = ${Number(scale.toPrecision(3))} px`;
    say(byId("zoom-text"), text);
  }

  function divider() {
    const on = state.compare === "split" && state.sides.b !== null;
    byId("divider").hidden = !on;
    byId("badges").hidden = state.compare === "off";
    byId("compare-bar").hidden = state.compare === "off";
    byId("divider").style.left = `${state.divider * 100}%`;
    byId("divider").setAttribute("aria-valuenow", String(Math.round(state.divider * 100)));
    byId("badges").classList.toggle("difference", state.compare === "difference");
  }

  function showStatistics() {
    lastStatistics = performance.now();
    const which = state.editing;
    statistics = measure(stores[which], camera, bounds[which]);
    const { bins, count, mean, deviation, least, most } = statistics;
    const style = getComputedStyle(document.body);
    const theme = { ink: style.getPropertyValue("--bar"), line: style.getPropertyValue("--accent") };
    const colors = /** @type {Uint8Array} */ (maps.get(state.look.colormap));
    const histogram = /** @type {HTMLCanvasElement} */ (byId("histogram"));
    drawHistogram(histogram, bins, bounds[which], levels(state.look, typical[which]), colors, theme);
    // In four dimensions the steepest places were searched for.
    const searched = ["gradient", "slope", "curl"].includes(recipes.quantity(side(which))) && plane(which) !== "value";
    const found = axes().length === 4 && searched;
    say(byId("bound-note"), found ? "bounds that a search found" : "proven bounds");
    const same = count > 1 && least === most && camera.scale <= 1;
    const { noises } = side(which);
    const text = same ? sameNote(least, { noises, quantity: recipes.quantity(side(which)), spacing: spacing(), level: camera.level, recipes }) : "";
    byId("same").hidden = text === "";
    say(byId("same"), text);
    say(byId("bound-low"), shortText(bounds[which][0]));
    say(byId("bound-high"), shortText(bounds[which][1]));
    const figures = count === 0 ? [] : [["least", least], ["mean", mean], ["greatest", most], ["deviation", deviation]];
    histogram.setAttribute("aria-label", `Histogram of ${count} samples: ${figures.map(([name, value]) => `${name} ${shortText(Number(value))}`).join(", ")}`);
    byId("figures").replaceChildren(...figures.map(([name, value]) => el("div", {}, el("dt", {}, String(name)), el("dd", {}, shortText(Number(value), 3)))));
  }

  // The panel

  const spacing = () => Math.abs(Number((/** @type {Table} */ (state.grid.spacing ?? {})).x ?? 1));
  const parameters = parameterRows(byId("parameters"), recipes, { table: noise, axes, spacing, changed: changedRows });
  const quantity = quantityRows(recipes, { side: editing, axes, changed: changedRows });
  const layers = layerRow({
    side: editing, changed, chosen,
    added: () => ({ ...structuredClone(noise()), seed: randomSeed(), frequency: Number(recipes.value(noise(), ["frequency"])) * 4, output: { scale: 0.25 } }),
  });
  const colour = colourRows({
    look: state.look, maps, typical: () => typical[state.editing],
    fit() {
      const { count, mean, deviation, least, most } = statistics;
      if (count === 0) return null;
      return neatLevels([Math.max(least, mean - 2.6 * deviation), Math.min(most, mean + 2.6 * deviation)], 2);
    },
    changed() {
      colour.refresh();
      writeHash();
      redraw();
    },
  });
  const slice = sliceRows({
    slice: () => state.slice, seam: () => seam, changed: update,
    turned(on) {
      state.slice.on = on;
      if (!on) {
        stop();
        state.slice.loop = false;
        dropPeriods(state);
      }
      changed();
    },
    looped(on) {
      state.slice.loop = on;
      changed();
    },
    play: () => (playing ? (stop(), false) : (play(), true)),
  });

  /** After another recipe or layer was chosen to edit. This is no step, but what is undone from here on leads back to it. */
  function chosen() {
    refresh();
    writeHash();
  }

  /** After a change of a parameter: controls depend on others. */
  function changedRows() {
    update();
    parameters.refresh();
    quantity.refresh();
    slice.refresh();
  }

  function refresh() {
    const comparing = state.compare !== "off" && state.sides.b !== null;
    byId("sides").hidden = !comparing;
    byId("compare").setAttribute("aria-pressed", String(comparing));
    for (const input of document.querySelectorAll("[name=side]")) (/** @type {HTMLInputElement} */ (input)).checked = (/** @type {HTMLInputElement} */ (input)).value === state.editing;
    for (const input of document.querySelectorAll("[name=compare-mode]")) (/** @type {HTMLInputElement} */ (input)).checked = (/** @type {HTMLInputElement} */ (input)).value === state.compare;
    layers.refresh();
    parameters.refresh();
    quantity.refresh();
    colour.refresh();
    slice.refresh();
    showErrors();
  }

  // Playing

  /** @type {{ resolve: () => void, stopped: boolean } | null} */
  let playing = null;

  function stop() {
    if (playing) playing.stopped = true;
    playing = null;
    slice.stopped();
  }

  async function play() {
    const run = { resolve: () => {}, stopped: false };
    playing = run;
    while (!run.stopped) {
      const started = performance.now();
      const full = new Promise((resolve) => (run.resolve = () => resolve(undefined)));
      nextFrame(state.slice);
      slice.refresh();
      update();
      await Promise.race([full, new Promise((resolve) => setTimeout(resolve, 2000))]);
      const left = 1000 / RATE - (performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)));
    }
  }

  // Comparing

  function compare() {
    if (state.compare === "off") {
      state.sides.b = structuredClone(state.sides.a);
      state.compare = "split";
      state.editing = "b";
      wrong.b = wrong.a;
    } else {
      state.compare = "off";
      state.sides.b = null;
      state.editing = "a";
    }
    changed();
  }

  for (const input of document.querySelectorAll("[name=side]")) {
    input.addEventListener("change", () => {
      state.editing = /** @type {Which} */ ((/** @type {HTMLInputElement} */ (input)).value);
      chosen();
      redraw();
    });
  }
  for (const input of document.querySelectorAll("[name=compare-mode]")) {
    input.addEventListener("change", () => {
      state.compare = /** @type {"split" | "difference"} */ ((/** @type {HTMLInputElement} */ (input)).value);
      changed();
    });
  }
  const handle = byId("divider");
  handle.addEventListener("pointerdown", (event) => {
    handle.setPointerCapture(event.pointerId);
    event.preventDefault();
    handle.focus();
  });
  handle.addEventListener("pointermove", (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const box = canvas.getBoundingClientRect();
    state.divider = Math.min(0.98, Math.max(0.02, (event.clientX - box.left) / box.width));
    redraw();
  });
  handle.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -0.02, ArrowRight: 0.02, Home: -1, End: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    state.divider = Math.min(0.98, Math.max(0.02, state.divider + step));
    redraw();
  });

  // Tools

  /** What is drawn over the samples. */
  const drawn = () => {
    const { look } = state;
    const lines = look.periods && periodLines(side(state.editing).noises[0], sceneGrid(state), camera, recipes).some((part) => part !== 0);
    const marks = [state.compare !== "difference" && look.hillshade && "light", look.contours && "contours", lines && state.compare !== "difference" && "period lines"];
    return marks.filter((mark) => mark !== false);
  };
  const view = () => {
    const { size, start, level } = camera.place();
    const { look } = state;
    return {
      shown: {
        compare: sides().length > 1 ? state.compare : "off", drawn: drawn(), plane: plane(state.editing),
        planes: recipes.planes(editing(), axes().length),
      },
      of: sides().length > 1 ? `Recipe ${state.editing.toUpperCase()}: ` : "",
      recipe: recipe(state.editing),
      place: { size, start: /** @type {[string, string]} */ (start.map(String)), level },
      picture: {
        colormap: look.colormap === GREY ? null : look.colormap,
        levels: levels(look, typical[state.editing]),
      },
    };
  };
  const link = () => `${location.origin}${location.pathname}${hash.write(state, camera, recipes)}`;
  const goTo = (/** @type {bigint} */ x, /** @type {bigint} */ y) => {
    steps.begin("place");
    camera.moveTo(x, y);
    hovered = null;
    moved();
  };
  const by = (/** @type {number} */ x, /** @type {number} */ y) => () => {
    camera.pan(-x * canvas.width * 0.125, -y * canvas.width * 0.125);
    moved();
  };
  const zoom = (/** @type {number} */ direction) => () => {
    camera.step(direction);
    moved();
  };
  const setNoise = (/** @type {Path} */ path, /** @type {Json} */ value) => {
    recipes.set(noise(), path, value);
    changed();
  };
  const octaves = (/** @type {number} */ step) => () => {
    const now = Number(recipes.value(noise(), ["fractal", "octaves"]));
    if (recipes.value(noise(), ["fractal", "kind"]) !== "none") setNoise(["fractal", "octaves"], Math.min(32, Math.max(1, now + step)));
  };
  const nextMap = () => {
    const names = [...maps.keys()];
    state.look.colormap = names[(names.indexOf(state.look.colormap) + 1) % names.length];
    colour.refresh();
    writeHash();
    redraw();
  };
  const togglePanel = () => {
    const open = document.body.classList.toggle("closed") === false;
    byId("panel-toggle").setAttribute("aria-expanded", String(open));
  };
  /** A key whose change is a step. @param {() => void} does */
  const step = (does) => () => {
    steps.begin();
    does();
  };
  const keys = [
    { key: "ArrowLeft", shown: "← ↑ ↓ →", name: "Move", does: by(-1, 0) },
    { key: "ArrowRight", name: "", does: by(1, 0), hidden: true },
    { key: "ArrowUp", name: "", does: by(0, -1), hidden: true },
    { key: "ArrowDown", name: "", does: by(0, 1), hidden: true },
    { key: "+", name: "Zoom in", does: zoom(1) },
    { key: "=", name: "", does: zoom(1), hidden: true },
    { key: "-", name: "Zoom out", does: zoom(-1) },
    { key: "0", name: "One pixel is one sample", does: exact },
    { key: "s", name: "Random seed", does: step(() => setNoise(["seed"], randomSeed())) },
    { key: "o", name: "One octave more", does: step(octaves(1)) },
    { key: "O", name: "One octave less", does: step(octaves(-1)) },
    { key: "m", name: "Next colormap", does: step(nextMap) },
    { key: "l", name: "Hillshade", does: step(() => {
      state.look.hillshade = !state.look.hillshade;
      colour.refresh();
      redraw();
      writeHash();
    }) },
    { key: "p", name: "Play the slices", does: () => {
      if (!state.slice.on) return;
      slice.button.click();
    } },
    { key: "b", name: "Compare two recipes", does: step(compare) },
    { key: "g", name: "Go to", does: () => goToOpen() },
    { key: "c", name: "Copy", does: () => void copyOpen() },
    { key: "d", name: "Download", does: () => saveOpen() },
    { key: "t", name: "Panel", does: togglePanel },
    { key: "Ctrl+Z", name: "Undo, as the browser's Back does", does: () => steps.undo() },
    { key: "Ctrl+Y", name: "Redo", does: () => steps.redo() },
    { key: "?", name: "These keys", does: () => helpOpen() },
  ];
  function exact() {
    camera.zoomTo(1);
    camera.moveTo(camera.x, camera.y);
    moved();
  }
  const shape = () => ({ axes: axes().length, planes: recipes.planes(editing(), axes().length).length, quantity: recipes.quantity(editing()) });
  const page = { shell, view, link, slice: () => state.slice, shape, goTo, explain, keys };
  const copyOpen = copyDialog(page);
  const saveOpen = saveDialog(page);
  const goToOpen = goToDialog(page);
  const seamsOpen = seamsDialog(page);
  const helpOpen = helpDialog(page);
  keyboard(keys);
  undoKeys(() => steps.undo(), () => steps.redo());
  byId("note-close").addEventListener("click", () => void (byId("note").hidden = true));
  pointer(canvas, camera, {
    moved,
    hover(px, py) {
      hovered = [px, py];
      readout();
    },
    leave() {
      hovered = null;
      readout();
    },
  });
  const clicks = /** @type {const} */ ([
    ["panel-toggle", togglePanel], ["goto-open", goToOpen], ["compare", compare], ["seams-open", seamsOpen], ["save-open", saveOpen],
    ["copy-open", () => void copyOpen()], ["help-open", helpOpen], ["zoom-out", zoom(-1)], ["zoom-in", zoom(1)], ["zoom-exact", exact],
    ["reset", () => {
      toStart();
      changed();
    }],
  ]);
  for (const [id, does] of clicks) byId(id).addEventListener("click", () => does());
  say(byId("shell"), `on ${shell.name}`);
  byId("shell").title = `perlane ${description.version}, ${description.backend}`;

  // Size

  /** @param {number} width @param {number} height */
  function resize(width, height) {
    [camera.width, camera.height] = [Math.max(1, width), Math.max(1, height)];
    if (canvas.width !== camera.width || canvas.height !== camera.height) [canvas.width, canvas.height] = [camera.width, camera.height];
  }
  observePixels(canvas, (width, height) => {
    resize(width, height);
    moved();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  if (innerWidth < 720) togglePanel();

  resize(...roundedPixels(canvas));
  byId("slice").toggleAttribute("open", state.slice.on);
  changed();
  for (const id of ["toolbar", "status", "panel"]) byId(id).inert = false;
  document.body.classList.add("ready");
}

main().catch((error) => {
  const message = byId("message");
  byId("busy").hidden = true;
  message.hidden = false;
  message.textContent = error instanceof Error ? error.message : String(error);
  document.body.classList.add("wrong");
});
