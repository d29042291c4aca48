// Where the world is seen from. Coordinates are samples of level 0: a whole number as BigInt, because tiles lie beyond 2^53, and the
// part of a sample that remains.

import { clamp, floorDiv } from "./numbers.js";

const MAX_SCALE = 64;
const MIN_SCALE = 2 ** -44;
const TILE = 256;

export class Camera {
  constructor() {
    this.x = 0n;
    this.y = 0n;
    /** The parts of a sample, 0 to 1. */
    this.fx = 0;
    this.fy = 0;
    /** Pixels for each sample. */
    this.scale = 1;
    /** The canvas, in pixels. */
    this.width = 1;
    this.height = 1;
  }

  /** The level that is drawn: about one sample for each pixel. */
  get level() {
    return Math.max(0, Math.round(-Math.log2(this.scale)));
  }

  /** Whether each pixel is exactly one sample of the level. */
  get exact() {
    return Math.abs(this.scale * 2 ** this.level - 1) < 1e-9;
  }

  /** @param {bigint} x @param {bigint} y */
  moveTo(x, y) {
    [this.x, this.y, this.fx, this.fy] = [x, y, 0, 0];
  }

  /** Moves the world by so many pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.fx -= dx / this.scale;
    this.fy -= dy / this.scale;
    this.settle();
  }

  settle() {
    const [x, y] = [Math.floor(this.fx), Math.floor(this.fy)];
    this.x += BigInt(x);
    this.y += BigInt(y);
    this.fx -= x;
    this.fy -= y;
  }

  /** Zooms; what is at a pixel stays there. @param {number} factor @param {number} [px] @param {number} [py] */
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    this.zoomTo(this.scale * factor, px, py);
  }

  /** @param {number} wanted @param {number} [px] @param {number} [py] */
  zoomTo(wanted, px = this.width / 2, py = this.height / 2) {
    // Near a power of two it becomes one: each pixel is then exactly one sample.
    const power = Math.round(Math.log2(wanted));
    const near = Math.abs(Math.log2(wanted) - power) < 0.004 ? 2 ** power : wanted;
    const scale = clamp(near, MIN_SCALE, MAX_SCALE);
    const [dx, dy] = [px - this.width / 2, py - this.height / 2];
    this.fx += dx / this.scale - dx / scale;
    this.fy += dy / this.scale - dy / scale;
    this.scale = scale;
    this.settle();
  }

  /** The next power of two, in (1) or out (-1). @param {number} direction */
  step(direction) {
    const now = Math.log2(this.scale);
    const next = direction > 0 ? Math.floor(now + 1e-9) + 1 : Math.ceil(now - 1e-9) - 1;
    this.zoomTo(2 ** next);
  }

  /** The pixel of a sample's corner. @param {bigint} x @param {bigint} y @returns {[number, number]} */
  pixel(x, y) {
    return [
      (Number(x - this.x) - this.fx) * this.scale + this.width / 2,
      (Number(y - this.y) - this.fy) * this.scale + this.height / 2,
    ];
  }

  /** The sample of the level that is drawn at a pixel. @param {number} px @param {number} py @returns {[bigint, bigint]} */
  sample(px, py) {
    const unit = 2 ** this.level;
    const [left, top] = this.topLeft();
    if (this.exact) return [left + BigInt(Math.floor(px)), top + BigInt(Math.floor(py))];
    const along = (/** @type {bigint} */ whole, /** @type {number} */ part, /** @type {number} */ offset) => {
      const first = floorDiv(whole, BigInt(unit));
      const rest = Number(whole - first * BigInt(unit)) + part + offset / this.scale;
      return first + BigInt(Math.floor(rest / unit));
    };
    return [along(this.x, this.fx, px - this.width / 2), along(this.y, this.fy, py - this.height / 2)];
  }

  /** The sample of the level at the first pixel. @returns {[bigint, bigint]} */
  topLeft() {
    const along = (/** @type {{ whole: bigint, part: number }} */ { whole, part }) => whole + BigInt(this.exact ? Math.round(part) : Math.floor(part));
    return [along(this.first(this.x, this.fx, this.width)), along(this.first(this.y, this.fy, this.height))];
  }

  /** Where the screen begins along an axis, in samples of the level. @param {bigint} whole @param {number} part @param {number} pixels */
  first(whole, part, pixels) {
    const unit = 2 ** this.level;
    const near = floorDiv(whole, BigInt(unit));
    return { whole: near, part: (Number(whole - near * BigInt(unit)) + part) / unit - pixels / 2 / (this.scale * unit) };
  }

  /** The samples of the level that are on the screen. @returns {{ size: [number, number], start: [bigint, bigint], level: number }} */
  place() {
    const step = this.scale * 2 ** this.level;
    const size = (/** @type {bigint} */ whole, /** @type {number} */ fraction, /** @type {number} */ pixels) => {
      if (this.exact) return Math.max(1, pixels);
      // The first and the last one may be there in part.
      const { part } = this.first(whole, fraction, pixels);
      return Math.max(1, Math.ceil(part + pixels / step) - Math.floor(part));
    };
    return { size: [size(this.x, this.fx, this.width), size(this.y, this.fy, this.height)], start: this.topLeft(), level: this.level };
  }

  /**
   * The tiles of a level that are on the screen, with a margin in pixels, the nearest to the middle first.
   * @param {number} level @param {number} [margin] @returns {TileKey[]}
   */
  tiles(level, margin = 0) {
    const side = BigInt(TILE) << BigInt(level);
    const range = (/** @type {bigint} */ whole, /** @type {number} */ part, /** @type {number} */ pixels) => {
      const reach = (pixels / 2 + margin) / this.scale;
      const low = whole + BigInt(Math.floor(part - reach));
      const high = whole + BigInt(Math.ceil(part + reach)) - 1n;
      return [floorDiv(low, side), floorDiv(high, side)];
    };
    const [left, right] = range(this.x, this.fx, this.width);
    const [top, bottom] = range(this.y, this.fy, this.height);
    /** @type {{ key: TileKey, distance: number }[]} */
    const found = [];
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const [px, py] = this.pixel(x * side + side / 2n, y * side + side / 2n);
        found.push({ key: { z: level, x, y }, distance: Math.hypot(px - this.width / 2, py - this.height / 2) });
      }
    }
    return found.sort((a, b) => a.distance - b.distance).map(({ key }) => key);
  }
}
