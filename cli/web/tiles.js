// The tiles of one recipe: which are there, which are asked for, and what is drawn until they come.

import { ancestors } from "./renderer.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./renderer.js").Renderer} Renderer */
/** @typedef {{ key: TileKey, samples: Float32Array | null, texture: WebGLTexture | null, error: string | null, used: number }} Tile */

/** Tiles that are kept, each of 266 KB in memory and as much in a texture. Larger screens keep more: all that they show. */
const KEPT = 220;
/** Tiles that go at once. */
const GOING = 16;
/** How much coarser the picture is that comes first. */
const COARSE = 2;
/** Pixels around the view whose tiles are asked for too. */
const MARGIN = 96;

/** @param {TileKey} key */
const name = ({ z, x, y }) => `${z}/${x}/${y}`;

export class TileStore {
  /**
   * @param {Renderer} renderer @param {Shell} shell
   * @param {{ drawn: () => void, failed: (error: unknown) => void, coarse: () => void, complete: () => void }} events
   */
  constructor(renderer, shell, events) {
    this.renderer = renderer;
    this.shell = shell;
    this.events = events;
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    /** The tiles of the recipe before, until those of this one are there. @type {Map<string, Tile>} */
    this.before = new Map();
    /** What is asked for. @type {{ recipe: Table, plane: string | null } | null} */
    this.wanted = null;
    this.generation = 0;
    this.clock = 0;
    /** The request under way. @type {{ abort: AbortController, generation: number, coarse: boolean } | null} */
    this.running = null;
    this.again = false;
    this.coarseShown = true;
    this.fullShown = true;
    this.kept = KEPT;
  }

  /** Sets the recipe and its plane. What was there stays on the screen until its tiles come. @param {{ recipe: Table, plane: string | null }} wanted */
  setRecipe(wanted) {
    this.wanted = wanted;
    this.generation += 1;
    this.coarseShown = false;
    this.fullShown = false;
    if (this.tiles.size > 0) {
      this.drop(this.before);
      this.before = this.tiles;
      this.tiles = new Map();
    }
    // The coarse picture of a recipe is let through, so that a slider that moves faster than answers come shows something.
    if (this.running && !this.running.coarse) this.running.abort.abort();
  }

  /** @param {Map<string, Tile>} tiles */
  drop(tiles) {
    for (const { texture } of tiles.values()) if (texture) this.renderer.release(texture);
    tiles.clear();
  }

  /** Makes all textures again, for a context that has lost them. */
  restore() {
    for (const tiles of [this.tiles, this.before]) {
      for (const tile of tiles.values()) tile.texture = tile.samples && this.renderer.upload(tile.samples);
    }
  }

  dispose() {
    this.running?.abort.abort();
    this.drop(this.tiles);
    this.drop(this.before);
    this.wanted = null;
  }

  /** Asks for the tiles of a view that are not there. @param {Camera} camera */
  async want(camera) {
    if (!this.wanted) return;
    if (this.running) {
      this.again = true;
      return;
    }
    const missing = (/** @type {TileKey[]} */ keys) => keys.filter((key) => !this.tiles.has(name(key)));
    const { level } = camera;
    const coarser = camera.tiles(level + COARSE);
    const around = camera.tiles(level, MARGIN);
    // Were fewer kept than are asked for, they would be asked for again and again.
    this.kept = Math.max(KEPT, around.length + coarser.length + GOING);
    const needed = missing(camera.tiles(level));
    if (needed.length === 0) {
      this.settle();
      const margin = missing(around);
      if (margin.length > 0) await this.request(margin.slice(0, 64), camera, false);
      return;
    }
    // A fresh recipe or place gets its coarse picture first, in a request of its own.
    const coarse = missing(coarser);
    const fresh = camera.tiles(level).length === needed.length;
    if (fresh && coarse.length > 0) await this.request(coarse, camera, true);
    else await this.request(needed.slice(0, 256), camera, false);
  }

  /** @param {TileKey[]} keys @param {Camera} camera @param {boolean} coarse */
  async request(keys, camera, coarse) {
    const abort = new AbortController();
    const { generation } = this;
    this.running = { abort, generation, coarse };
    const tiles = keys.map(({ z, x, y }) => ({ z, x: String(x), y: String(y) }));
    try {
      const wanted = /** @type {{ recipe: Table, plane: string | null }} */ (this.wanted);
      await this.shell.tiles({ ...wanted, tiles }, abort.signal, (number, samples, error) => {
        if (generation === this.generation) this.add(keys[number], samples, error);
        else if (coarse && samples) this.addLate(keys[number], samples);
        // The coarse picture is drawn once, when all of it is there.
        if (!coarse) this.events.drawn();
      });
    } catch (error) {
      // What an older recipe failed of says nothing of this one, whose tiles are still to be asked for.
      if (!abort.signal.aborted && generation === this.generation) {
        this.running = null;
        this.again = false;
        this.events.failed(error);
        return;
      }
    }
    this.running = null;
    if (coarse && generation === this.generation) {
      this.coarseShown = true;
      this.events.coarse();
    } else if (coarse) this.events.drawn();
    this.again = false;
    await this.want(camera);
  }

  settle() {
    this.coarseShown = true;
    if (this.fullShown) return;
    this.fullShown = true;
    this.drop(this.before);
    this.events.complete();
  }

  /** @param {TileKey} key @param {Float32Array | null} samples @param {string | null} error */
  add(key, samples, error) {
    const texture = samples && this.renderer.upload(samples);
    this.clock += 1;
    const old = this.tiles.get(name(key));
    if (old?.texture) this.renderer.release(old.texture);
    this.tiles.set(name(key), { key, samples, texture, error, used: this.clock });
    this.evict();
  }

  /** A tile of a recipe that has changed meanwhile: better than an older one. @param {TileKey} key @param {Float32Array} samples */
  addLate(key, samples) {
    if (this.tiles.size > 0) return;
    // Finer tiles would be drawn over it, and they are older.
    const finer = [...this.before.values()].filter((tile) => tile.key.z < key.z);
    for (const tile of finer) {
      if (tile.texture) this.renderer.release(tile.texture);
      this.before.delete(name(tile.key));
    }
    const old = this.before.get(name(key));
    if (old?.texture) this.renderer.release(old.texture);
    const texture = this.renderer.upload(samples);
    this.before.set(name(key), { key, samples, texture, error: null, used: this.clock });
  }

  evict() {
    if (this.tiles.size <= this.kept) return;
    const oldest = [...this.tiles.entries()].sort(([, a], [, b]) => a.used - b.used).slice(0, this.tiles.size - this.kept + GOING);
    for (const [name, { texture }] of oldest) {
      if (texture) this.renderer.release(texture);
      this.tiles.delete(name);
    }
  }

  /** The tile itself. @param {TileKey} key */
  exact(key) {
    const tile = this.tiles.get(name(key));
    if (tile) tile.used = ++this.clock;
    return tile;
  }

  /**
   * The tiles that are drawn for a view: those that are there, else coarser ones, else the recipe's before. Coarse ones first.
   * @param {Camera} camera
   */
  *drawn(camera) {
    const keys = camera.tiles(camera.level);
    const missing = keys.some((key) => !this.tiles.has(name(key)));
    if (missing) yield* this.finer(camera);
    for (const key of keys) {
      const tile = this.nearest(key);
      if (tile?.texture) yield { tile: { ...tile.key, texture: tile.texture }, part: key };
    }
  }

  /** @param {TileKey} key */
  nearest(key) {
    for (const tiles of [this.tiles, this.before]) {
      for (const ancestor of ancestors(key)) {
        const tile = tiles.get(name(ancestor));
        if (tile?.texture) {
          tile.used = ++this.clock;
          return tile;
        }
      }
    }
    return undefined;
  }

  /** Tiles of finer levels, which a view that zooms out still has. @param {Camera} camera */
  *finer(camera) {
    for (const { key, texture } of this.tiles.values()) {
      if (texture && key.z < camera.level && key.z >= camera.level - 3) yield { tile: { ...key, texture }, part: key };
    }
  }

  /** A sample of a level, if its tile is there. @param {number} level @param {bigint} x @param {bigint} y @returns {number | null} */
  sample(level, x, y) {
    const tile = this.tiles.get(name({ z: level, x: x >> 8n, y: y >> 8n }));
    if (!tile?.samples) return null;
    return tile.samples[(Number(y & 255n) + 1) * 258 + Number(x & 255n) + 1];
  }

  /** Why a tile of the view has no samples. @param {Camera} camera @returns {string | null} */
  error(camera) {
    for (const key of camera.tiles(camera.level)) {
      const tile = this.tiles.get(name(key));
      if (tile?.error) return tile.error;
    }
    return null;
  }
}
