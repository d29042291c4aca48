// Pointer, wheel, pinch and keys on the world.

/** @typedef {import("./camera.js").Camera} Camera */

/**
 * @param {HTMLCanvasElement} canvas @param {Camera} camera
 * @param {{ moved: () => void, hover: (px: number, py: number) => void, leave: () => void }} events
 */
export function pointer(canvas, camera, events) {
  /** Pointers that are down, by their number. @type {Map<number, { x: number, y: number }>} */
  const down = new Map();
  const ratio = () => canvas.width / (canvas.clientWidth || 1);
  const place = (/** @type {MouseEvent} */ event) => {
    const box = canvas.getBoundingClientRect();
    return { x: (event.clientX - box.left) * ratio(), y: (event.clientY - box.top) * ratio() };
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, place(event));
    canvas.classList.add("dragging");
    canvas.focus({ preventScroll: true });
  });
  canvas.addEventListener("pointermove", (event) => {
    const now = place(event);
    const before = down.get(event.pointerId);
    if (before) {
      const others = [...down].filter(([number]) => number !== event.pointerId).map(([, at]) => at);
      if (others.length > 0) pinch(others[0], before, now);
      else camera.pan(now.x - before.x, now.y - before.y);
      down.set(event.pointerId, now);
      events.moved();
    }
    events.hover(now.x, now.y);
  });
  /** @param {{ x: number, y: number }} still @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to */
  function pinch(still, from, to) {
    const apart = (/** @type {{ x: number, y: number }} */ at) => Math.hypot(at.x - still.x, at.y - still.y);
    camera.pan((to.x - from.x) / 2, (to.y - from.y) / 2);
    if (apart(from) > 1) camera.zoom(apart(to) / apart(from), (still.x + to.x) / 2, (still.y + to.y) / 2);
  }
  const up = (/** @type {PointerEvent} */ event) => {
    down.delete(event.pointerId);
    if (down.size === 0) canvas.classList.remove("dragging");
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", () => events.leave());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const at = place(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // A pinch on a touch pad comes as a wheel with the control key, in smaller steps.
    const step = (event.ctrlKey ? 0.012 : 0.0018) * lines;
    camera.zoom(2 ** (-Math.max(-240, Math.min(240, event.deltaY)) * step), at.x, at.y);
    events.moved();
    events.hover(at.x, at.y);
  }, { passive: false });
  canvas.addEventListener("dblclick", (event) => {
    const at = place(event);
    camera.zoom(event.shiftKey ? 0.5 : 2, at.x, at.y);
    events.moved();
  });
}

/** Whether a person types into an element. @param {HTMLElement} target */
const takesText = (target) => target.matches("input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea");

/** Ctrl+Z and Ctrl+Y, or Shift+Ctrl+Z. In a field they are the browser's own. @param {() => void} undo @param {() => void} redo */
export function undoKeys(undo, redo) {
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || takesText(/** @type {HTMLElement} */ (event.target)) || document.querySelector("dialog[open]")) return;
    const letter = event.key.toLowerCase();
    if (letter !== "z" && letter !== "y") return;
    event.preventDefault();
    if (letter === "y" || event.shiftKey) redo();
    else undo();
  });
}

/**
 * @param {{ key: string, shown?: string, name: string, does: () => void, hidden?: boolean }[]} keys
 */
export function keyboard(keys) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (document.querySelector("dialog[open]")) return;
    const typing = takesText(target) || target.matches("select");
    const own = target.matches("input[type=range], input[type=radio], [role=slider], summary");
    const arrows = event.key.startsWith("Arrow") || event.key === " ";
    if (typing || (own && arrows) || (target.matches("button") && event.key === " ")) return;
    // Letters are as Shift says, also under Caps Lock.
    const letter = /^[a-z]$/i.test(event.key);
    const pressed = !letter ? event.key : event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase();
    const found = keys.find(({ key }) => key === pressed);
    if (!found) return;
    event.preventDefault();
    // A letter that is held would change the noise on and on, and fill the browser's history.
    if (letter && event.repeat) return;
    found.does();
  });
}
