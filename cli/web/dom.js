// Making elements.

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [attributes] @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** An element that the page has. @template {HTMLElement} T @param {string} id @returns {T} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return /** @type {T} */ (element);
}

/** An element's size in device pixels, as far as CSS pixels say it. @param {Element} element @returns {[number, number]} */
export const roundedPixels = ({ clientWidth, clientHeight }) => [Math.round(clientWidth * devicePixelRatio), Math.round(clientHeight * devicePixelRatio)];

/**
 * Says an element's size in device pixels, and says it again when that changes, as on the way to another screen.
 * @param {Element} element @param {(width: number, height: number) => void} take
 */
export function observePixels(element, take) {
  const observer = new ResizeObserver(([{ devicePixelContentBoxSize: box }]) => {
    const [width, height] = roundedPixels(element);
    // Where a screen is emulated, the box has the pixels of the real one.
    const near = box && Math.abs(box[0].inlineSize - width) < 3 && Math.abs(box[0].blockSize - height) < 3;
    if (near) take(box[0].inlineSize, box[0].blockSize);
    else take(width, height);
  });
  try {
    observer.observe(element, { box: "device-pixel-content-box" });
  } catch {
    // Not all browsers know this box.
    observer.observe(element);
  }
  const watchRatio = () => matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
    take(...roundedPixels(element));
    watchRatio();
  }, { once: true });
  watchRatio();
}

let names = 0;

/** A name for an element that a label refers to. @param {string} stem */
export function freshId(stem) {
  names += 1;
  return `${stem.replace(/\W+/g, "-")}-${names}`;
}

const SVG = "http://www.w3.org/2000/svg";

/** A drawing of 20 × 20. @param {string} path */
export function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** @param {HTMLElement} where @param {string} text */
export function say(where, text) {
  if (where.textContent !== text) where.textContent = text;
}
