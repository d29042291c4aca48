// Draws tiles with WebGL2: a texture of 32-bit samples for each, and everything else in the shader.

import { VERTEX, fragment } from "./shaders.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {{ texture: WebGLTexture, z: number, x: bigint, y: bigint }} Drawn */

const SIDE = 258;
const TILE = 256;
/** Levels a tile may stand in for finer ones. */
const COARSER = 8;
/** How much steeper the relief is drawn than the noise is, in pixels for the whole range. */
const STEEPNESS = 160;

const UNIFORMS = /** @type {const} */ ([
  "rectangle", "canvas", "tile", "other", "colors", "origin", "pixels", "shift", "levels", "light", "interval", "periods",
]);

/** @typedef {{ program: WebGLProgram, at: Record<typeof UNIFORMS[number], WebGLUniformLocation | null>, ready: Pass | null }} Linked */

/** @typedef {{ left: number, right: number, levels: [number, number], difference: boolean, colors: Uint8Array, look: Look, periods: number[] }} Pass */

export class Renderer {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    const gl = canvas.getContext("webgl2", { antialias: false, alpha: false, preserveDrawingBuffer: false });
    if (!gl) throw new Error("This page needs WebGL 2, which this browser does not have or has switched off.");
    this.gl = gl;
    /** Programs by what they draw. @type {Map<string, Linked>} */
    this.programs = new Map();
    /** @type {Linked | null} */
    this.used = null;
    /** @type {Pass | null} */
    this.current = null;
    /** @type {WebGLTexture | null} */
    this.colors = null;
    /** @type {Uint8Array | null} */
    this.loaded = null;
    /** Textures that no tile uses. @type {WebGLTexture[]} */
    this.spare = [];
    this.prepare();
  }

  /** Makes what lives in the context, also after a browser has taken it away and given it back empty. */
  prepare() {
    const { gl } = this;
    this.programs.clear();
    [this.used, this.current, this.loaded, this.spare] = [null, null, null, []];
    this.colors = this.texture(gl.RGBA8, 256, 1);
    gl.enable(gl.SCISSOR_TEST);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
  }

  /** @param {number} format @param {number} width @param {number} height @returns {WebGLTexture} */
  texture(format, width, height) {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return texture;
  }

  /** A texture with a tile's samples. @param {Float32Array} samples @returns {WebGLTexture} */
  upload(samples) {
    const { gl } = this;
    const texture = this.spare.pop() ?? this.texture(gl.R32F, SIDE, SIDE);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, SIDE, SIDE, gl.RED, gl.FLOAT, samples);
    return texture;
  }

  /** @param {WebGLTexture} texture */
  release(texture) {
    if (this.spare.length < 128) this.spare.push(texture);
    else this.gl.deleteTexture(texture);
  }

  /** @param {Camera} camera @param {[number, number, number]} background */
  begin(camera, background) {
    const { gl, canvas } = this;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.scissor(0, 0, canvas.width, canvas.height);
    gl.clearColor(...background, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    this.camera = camera;
    this.used = null;
  }

  /** What holds for all tiles of one side. @param {Pass} pass */
  pass(pass) {
    const { gl } = this;
    const { left, right, colors } = pass;
    gl.scissor(Math.round(left), 0, Math.max(0, Math.round(right) - Math.round(left)), this.canvas.height);
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_2D, this.colors);
    if (this.loaded !== colors) {
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 256, 1, gl.RGBA, gl.UNSIGNED_BYTE, colors);
      this.loaded = colors;
    }
    this.current = pass;
    this.used = null;
    for (const linked of this.programs.values()) linked.ready = null;
  }

  /** Makes the program for the current pass the one that draws. @param {boolean} smooth */
  use(smooth) {
    const pass = /** @type {Pass} */ (this.current);
    const { gl, canvas } = this;
    const { levels: [low, high], difference, look, periods: [px, py, x0, y0] } = pass;
    const variant = { smooth, difference, light: look.hillshade, contours: look.contours, periods: px > 0 || py > 0 };
    const name = JSON.stringify(variant);
    let linked = this.programs.get(name);
    if (!linked) {
      const program = link(gl, fragment(variant));
      const at = /** @type {any} */ (Object.fromEntries(UNIFORMS.map((uniform) => [uniform, gl.getUniformLocation(program, uniform)])));
      linked = { program, at, ready: null };
      this.programs.set(name, linked);
    }
    if (this.used !== linked) gl.useProgram(linked.program);
    this.used = linked;
    const { at } = linked;
    if (linked.ready === pass) return at;
    linked.ready = pass;
    gl.uniform1i(at.tile, 0);
    gl.uniform1i(at.other, 1);
    gl.uniform1i(at.colors, 2);
    gl.uniform2f(at.canvas, canvas.width, canvas.height);
    gl.uniform2f(at.levels, low, high === low ? low + 1e-30 : high);
    const angle = (look.azimuth * Math.PI) / 180;
    const height = Math.SQRT1_2;
    gl.uniform4f(at.light, Math.sin(angle) * height, -Math.cos(angle) * height, height, look.relief * STEEPNESS);
    gl.uniform1f(at.interval, look.interval);
    gl.uniform4f(at.periods, px, py, x0, y0);
    return at;
  }

  /**
   * Draws a tile, or the part of it that stands in for a finer one.
   * @param {Drawn} tile @param {TileKey} part @param {WebGLTexture} [other]
   */
  draw(tile, part, other) {
    const { gl } = this;
    const camera = /** @type {Camera} */ (this.camera);
    const unit = 2 ** tile.z;
    const pixels = camera.scale * unit;
    const exact = tile.z === camera.level && camera.exact;
    const corner = (/** @type {TileKey} */ { z, x, y }) => {
      const side = BigInt(TILE) << BigInt(z);
      if (!exact) return camera.pixel(x * side, y * side);
      const [left, top] = camera.topLeft();
      return [Number(x * BigInt(TILE) - left), Number(y * BigInt(TILE) - top)];
    };
    const [left, top] = corner(part);
    const size = camera.scale * 2 ** part.z * TILE;
    const magnified = tile.z === 0 && camera.scale >= 1;
    const at = this.use(!exact && !magnified);
    gl.uniform4f(at.rectangle, left, top, left + size, top + size);
    const [x0, y0] = corner(tile);
    gl.uniform2f(at.origin, x0, y0);
    gl.uniform1f(at.pixels, exact ? 1 : pixels);
    gl.uniform1f(at.shift, 0.5 / unit);
    if (other) {
      gl.activeTexture(gl.TEXTURE1);
      gl.bindTexture(gl.TEXTURE_2D, other);
    }
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, tile.texture);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }
}

/** The tile itself, then the coarser ones that contain it. @param {TileKey} key @returns {Generator<TileKey>} */
export function* ancestors({ z, x, y }) {
  for (let up = 0; up <= COARSER; up++) {
    yield { z: z + up, x: x >> BigInt(up), y: y >> BigInt(up) };
  }
}

/** @param {WebGL2RenderingContext} gl @param {string} fragmentSource */
function link(gl, fragmentSource) {
  const program = gl.createProgram();
  for (const [type, source] of /** @type {const} */ ([[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, fragmentSource]])) {
    const shader = gl.createShader(type);
    if (!shader) throw new Error("no shader");
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? "a shader");
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? "a program");
  return program;
}
