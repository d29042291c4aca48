// The keys of an address that are about the view: its place, and how it is drawn. Those of noises are in hash.js.

import { areLevels, isContrast } from "./look.js";
import { isPositive, parsePlace } from "./numbers.js";
import { FRAMES, keepShown } from "./state.js";

/**
 * A key: what it allows, how what it says is put into the state, and what there is if it says something else. `read` returns whether it did.
 * @typedef {{ allowed: string, read: (written: string, numbers: number[]) => boolean, now: () => string }} Key
 */

/** @param {string} part */
const number = (part) => (part.trim() === "" ? NaN : Number(part));

/** The numbers of a value; those of levels have two dots between them. @param {string} written */
const numbersOf = (written) => written.split(/,|\.\.(?=[-\d.])/).map(number);

/** What was said and is not allowed, and what is taken instead. @param {string} key @param {string} written @param {string} allowed @param {string} instead */
export function refusal(key, written, allowed, instead) {
  const short = written.length > 40 ? `${written.slice(0, 40)}…` : written;
  return `${key} is ${short === "" ? "empty" : short}; allowed: ${allowed}; taken instead: ${instead}`;
}

/**
 * Puts what a key says into the state. Returns why it could not, "" if it could, and `null` if the key is not about the view.
 * @param {string} key @param {string} written @param {State} state @param {import("./camera.js").Camera} camera @param {string[]} maps
 * @returns {string | null}
 */
export function readView(key, written, state, camera, maps) {
  const keys = { ...placeKeys(state, camera), ...lookKeys(state.look, maps) };
  if (!Object.hasOwn(keys, key)) return null;
  const { allowed, read, now } = keys[key];
  return read(written, numbersOf(written)) ? "" : refusal(key, written, allowed, now());
}

/** @param {State} state @param {import("./camera.js").Camera} camera @returns {{ [key: string]: Key }} */
function placeKeys(state, camera) {
  return {
    at: {
      allowed: "two whole numbers, such as 12,-7", now: () => `${camera.x},${camera.y}`,
      read(written) {
        const place = parsePlace(written);
        if (place) camera.moveTo(...place);
        return place !== null;
      },
    },
    part: {
      allowed: "two numbers from 0 to 1", now: () => `${camera.fx},${camera.fy}`,
      read(_, numbers) {
        const inside = numbers.length === 2 && numbers.every((part) => part >= 0 && part <= 1);
        if (inside) [camera.fx, camera.fy] = numbers;
        return inside;
      },
    },
    zoom: {
      allowed: "a number from -44 to 6", now: () => String(Math.log2(camera.scale)),
      read(_, [power, ...more]) {
        if (Number.isFinite(power)) camera.zoomTo(2 ** power);
        return power >= -44 && power <= 6 && more.length === 0;
      },
    },
    compare: {
      allowed: "split, difference", now: () => state.compare,
      read(written) {
        state.compare = written === "difference" ? "difference" : "split";
        return written === state.compare;
      },
    },
    slice: { allowed: "an index, then the number of frames from 2 on, then the first one, then loop, such as 0,64,loop", ...sliceKey(state) },
  };
}

/** @param {State} state @returns {Omit<Key, "allowed">} */
function sliceKey(state) {
  return {
    now: () => [state.slice.index, state.slice.frames].join(),
    read(written) {
      const loop = written.endsWith(",loop");
      const numbers = numbersOf(loop ? written.slice(0, -",loop".length) : written);
      const [index, frames, first] = numbers.map((number) => (Number.isSafeInteger(number) ? number : undefined));
      // A recipe may have more of them than can be typed.
      const some = frames !== undefined && frames >= 2;
      state.slice = { on: true, index: index ?? 0, first: first ?? 0, frames: some ? frames : FRAMES, loop };
      keepShown(state.slice);
      return numbers.every(Number.isSafeInteger) && numbers.length <= 3 && (some || numbers.length === 1);
    },
  };
}

/** @param {Look} look @param {string[]} maps @returns {{ [key: string]: Key }} */
function lookKeys(look, maps) {
  return {
    map: {
      allowed: maps.join(", "), now: () => look.colormap,
      read(written) {
        const known = maps.includes(written);
        if (known) look.colormap = written;
        return known;
      },
    },
    contrast: {
      allowed: "a number from 0.1 to 1000", now: () => String(look.contrast),
      read(_, [contrast, ...more]) {
        const fits = isContrast(contrast) && more.length === 0;
        if (fits) look.contrast = contrast;
        return fits;
      },
    },
    levels: {
      allowed: "two different numbers, such as -0.5..0.5", now: () => "those of the noise",
      read(_, [low, high, ...more]) {
        const fit = areLevels([low, high]) && more.length === 0;
        if (fit) look.levels = [low, high];
        return fit;
      },
    },
    light: {
      allowed: "degrees and a relief, such as 315,1", now: () => `${look.azimuth},${look.relief}`,
      read(_, [azimuth, relief = look.relief, ...more]) {
        look.hillshade = true;
        const fit = Number.isFinite(azimuth) && Number.isFinite(relief) && more.length === 0;
        if (fit) [look.azimuth, look.relief] = [azimuth, relief];
        return fit;
      },
    },
    contours: {
      allowed: "a number above 0", now: () => String(look.interval),
      read(_, [interval, ...more]) {
        look.contours = true;
        const fits = isPositive(interval) && more.length === 0;
        if (fits) look.interval = interval;
        return fits;
      },
    },
    periods: {
      allowed: "true, false", now: () => "true",
      read(written) {
        look.periods = written !== "false";
        return written === String(look.periods);
      },
    },
  };
}
