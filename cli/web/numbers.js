// Numbers as text, and text as numbers.

/** The shortest decimal that reads back as the same 32-bit number, as the command line prints it. @param {number} value */
export function f32Text(value) {
  for (let digits = 6; digits <= 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(value);
}

/** A number with a few significant digits. @param {number} value @param {number} [digits] */
export function shortText(value, digits = 4) {
  if (value === 0) return "0";
  return minus(String(Number(value.toPrecision(digits))));
}

/** Signs as wide as digits, for people. @param {string} text */
export function minus(text) {
  return text.replaceAll("-", "−");
}

/** A whole number in groups of three digits. @param {bigint | number} value */
export function grouped(value) {
  return value.toString().replace("-", "−").replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** Such as 2nd, 4th, 512th. @param {number} value */
export function ordinal(value) {
  const teens = value % 100 >= 11 && value % 100 <= 13;
  return `${grouped(value)}${teens ? "th" : ["th", "st", "nd", "rd"][value % 10] ?? "th"}`;
}

/**
 * Reads a whole number: a sum of products of integers and powers, such as `2^40 + 5` or `-3*2^20`.
 * @param {string} text @returns {bigint | null}
 */
export function parseWhole(text) {
  const plain = text.replace(/[\s_\u202f]/g, "").replace(/−/g, "-");
  if (!/^[+-]?\d+([*^+-]\d+)*$/.test(plain)) return null;
  const sum = plain.match(/[+-]?[^+-]+/g) ?? [];
  let total = 0n;
  for (const part of sum) {
    const sign = part.startsWith("-") ? -1n : 1n;
    let product = sign;
    for (const factor of part.replace(/^[+-]/, "").split("*")) {
      const [base, exponent, ...more] = factor.split("^");
      if (more.length > 0 || (exponent !== undefined && Number(exponent) > 63)) return null;
      product *= BigInt(base) ** BigInt(exponent ?? 1);
    }
    total += product;
  }
  return total;
}

/** Reads `x, y`. @param {string} text @returns {[bigint, bigint] | null} */
export function parsePlace(text) {
  const parts = text.split(/[,;]/);
  if (parts.length !== 2) return null;
  const [x, y] = parts.map(parseWhole);
  return x === null || y === null ? null : [x, y];
}

/** @param {number} value @param {number} low @param {number} high */
export function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

/** @param {number} value */
export function isPositive(value) {
  return value > 0 && Number.isFinite(value);
}

/** Division that rounds down. @param {bigint} value @param {bigint} by */
export function floorDiv(value, by) {
  const quotient = value / by;
  return value % by !== 0n && (value < 0n) !== (by < 0n) ? quotient - 1n : quotient;
}

/** A random 53-bit seed. */
export function randomSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return String((high & 0x1f_ffff) * 2 ** 32 + low);
}
