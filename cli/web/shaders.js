// Shaders. There is a program for each combination of what is drawn, without branches in it. A tile is a texture of samples; everything that is seen is made of them for each pixel, so that colours, light and contours
// change without a request.

export const VERTEX = `#version 300 es
uniform vec4 rectangle; // left, top, right, bottom, in pixels
uniform vec2 canvas;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 pixel = mix(rectangle.xy, rectangle.zw, corner);
  gl_Position = vec4(pixel / canvas * vec2(2, -2) + vec2(-1, 1), 0, 1);
}`;

/** What a program draws. @typedef {{ smooth: boolean, difference: boolean, light: boolean, contours: boolean, periods: boolean }} Variant */

/** @param {Variant} variant */
export function fragment(variant) {
  const defines = Object.entries(variant).map(([name, on]) => (on ? `#define ${name.toUpperCase()}\n` : ""));
  const sloped = variant.light || variant.contours ? "#define SLOPED\n" : "";
  return `#version 300 es\n${defines.join("")}${sloped}${FRAGMENT}`;
}

const FRAGMENT = `
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D tile;      // 258 x 258 samples, one of them a gutter on each side
uniform sampler2D other;     // the same tile of the other recipe, which is subtracted
uniform sampler2D colors;    // 256 x 1
uniform vec2 canvas;
uniform vec2 origin;         // the pixel of the tile's first sample
uniform float pixels;        // pixels for each sample of the tile
uniform float shift;         // from a sample's corner to its middle, in samples of the tile
uniform vec2 levels;
uniform vec4 light;          // direction, relief
uniform float interval;      // between contours
uniform vec4 periods;        // pixels of a period along x and y, and of its first line; 0: none
out vec4 color;

float at(ivec2 place) {
  ivec2 inside = clamp(place + 1, ivec2(0), ivec2(257));
#ifdef DIFFERENCE
  return texelFetch(tile, inside, 0).r - texelFetch(other, inside, 0).r;
#else
  return texelFetch(tile, inside, 0).r;
#endif
}

// The value at a place in samples, and its slope along x and y in values for each pixel where something needs it.
vec3 value(vec2 place) {
#ifdef SMOOTH
  vec2 corner = floor(place - shift);
  vec2 part = place - shift - corner;
  ivec2 c = ivec2(corner);
  float a = at(c), b = at(c + ivec2(1, 0)), d = at(c + ivec2(0, 1)), e = at(c + ivec2(1, 1));
  float upper = mix(a, b, part.x), lower = mix(d, e, part.x);
  return vec3(mix(upper, lower, part.y), vec2(mix(b - a, e - d, part.y), lower - upper) / pixels);
#else
  ivec2 c = ivec2(floor(place));
#ifdef SLOPED
  vec2 slope = vec2(at(c + ivec2(1, 0)) - at(c - ivec2(1, 0)), at(c + ivec2(0, 1)) - at(c - ivec2(0, 1)));
  return vec3(at(c), slope / 2.0 / max(pixels, 1.0));
#else
  return vec3(at(c), 0, 0);
#endif
#endif
}

vec3 tint(float v) {
  float level = clamp((v - levels.x) / (levels.y - levels.x), 0.0, 1.0) * 255.0;
  return texelFetch(colors, ivec2(int(floor(level + 0.5)), 0), 0).rgb;
}

float line(float offset, float width) {
  return 1.0 - smoothstep(width - 0.5, width + 0.5, offset);
}

void main() {
  vec2 pixel = vec2(gl_FragCoord.x, canvas.y - gl_FragCoord.y);
  vec3 v = value((pixel - origin) / pixels);
  vec3 shown = tint(v.x);
#ifdef LIGHT
  // Levels in reverse turn the colours around, not the hills.
  vec2 steep = v.yz / abs(levels.y - levels.x) * light.w;
  float shade = dot(normalize(vec3(-steep, 1.0)), light.xyz) / light.z;
  shown = shade < 1.0 ? shown * mix(0.25, 1.0, max(shade, 0.0)) : mix(shown, vec3(1), min((shade - 1.0) * 0.55, 0.6));
#endif
#ifdef CONTOURS
  float slope = max(length(v.yz), 1e-9);
  float fine = abs(fract(v.x / interval + 0.5) - 0.5) * interval / slope;
  float bold = abs(fract(v.x / interval / 5.0 + 0.5) - 0.5) * interval * 5.0 / slope;
  float dense = clamp(interval / slope / 4.0 - 0.5, 0.0, 1.0);
  float ink = max(line(fine, 0.7) * 0.45 * dense, line(bold, 1.1) * 0.75);
  float bright = dot(shown, vec3(0.2126, 0.7152, 0.0722));
  shown = mix(shown, bright > 0.35 ? vec3(0.05, 0.07, 0.1) : vec3(0.95), ink);
#endif
#ifdef PERIODS
  vec2 from = abs(fract((pixel - periods.zw) / max(periods.xy, 1.0) + 0.5) - 0.5) * periods.xy;
  float edge = max(periods.x > 0.0 ? line(from.x, 1.0) : 0.0, periods.y > 0.0 ? line(from.y, 1.0) : 0.0);
  shown = mix(shown, vec3(1.0, 0.35, 0.25), edge * 0.85);
#endif
  color = vec4(shown, 1);
}`;
