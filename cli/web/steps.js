// What the browser's Back and Ctrl+Z undo. The address has all that a person changes. A step is a change, or all changes of one slider or field in a
// row, and has an entry of its own in the tab's history; other changes, as those of the place, replace the address.

/** What is waited before the address is written, in milliseconds. */
const DELAY = 250;

/** An address without what changes while one looks around. @param {string} hash */
const withoutPlace = (hash) => hash.split("&").filter((pair) => !/^#?(at|part|zoom|slice)=/.test(pair)).join("&");

/**
 * Whether the tab still has the entries after this page's. A reload keeps them. Who comes back from another page has that page after this one.
 */
function isReloaded() {
  const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return arrival?.type === "reload";
}

/** The number of a visit's last entry; 0 where none is known. @param {string} visit */
function kept(visit) {
  try {
    return Number(sessionStorage.getItem(`steps-${visit}`));
  } catch {
    return 0; // where a person has forbidden it
  }
}

/** @param {string} visit @param {number} last */
function keep(visit, last) {
  try {
    sessionStorage.setItem(`steps-${visit}`, String(last));
  } catch {} // Only a reload forgets it then.
}

/** @template {Json} Memo */
export class Steps {
  /**
   * `address` is that of what the page shows, and `memo` is what else an entry of the history has.
   * @param {() => string} address @param {() => Memo} memo
   */
  constructor(address, memo) {
    this.address = address;
    this.memo = memo;
    this.written = location.hash;
    /** What this page's entries in the tab's history have in common, and those of other visits do not. */
    this.visit = String(history.state?.visit ?? Date.now());
    /** The number of this tab's entry, and that of its last one, which a reload does not forget. */
    this.number = Number(history.state?.number ?? 0);
    this.last = isReloaded() ? Math.max(this.number, kept(this.visit)) : this.number;
    /** Whether the next change begins a step, and whether a change of the place is one. @type {false | "place" | "noise"} */
    this.begun = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Whether the tab is on its way to another entry. */
    this.going = false;
    // Entries may have the same address, if a slider came back: nothing but this event tells that the tab is at another one.
    addEventListener("popstate", ({ state }) => {
      this.going = false;
      if (state?.visit === this.visit) this.number = state.number;
    });
    // Browsers may keep a whole page while another one is shown, which comes after this one then.
    addEventListener("pageshow", ({ persisted }) => persisted && keep(this.visit, (this.last = this.number)));
  }

  /** Begins a step, before its first change. @param {"place" | "noise"} what */
  begin(what = "noise") {
    this.flush();
    this.begun = what;
  }

  /** Writes the address soon. */
  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), DELAY);
  }

  flush() {
    if (this.timer !== undefined) this.write();
  }

  write() {
    clearTimeout(this.timer);
    this.timer = undefined;
    // An address that has just been typed is read first.
    if (location.hash !== this.written) return;
    const [hash, before] = [this.address(), this.written];
    const differs = this.begun === "place" ? hash !== before : withoutPlace(hash) !== withoutPlace(before);
    // The first address is that of a page which nobody has changed.
    if (this.begun && differs) [this.last, this.going] = [this.number += 1, false];
    const entry = { number: this.number, visit: this.visit, memo: this.memo() };
    if (this.begun && differs) history.pushState(entry, "", hash);
    else history.replaceState(entry, "", hash);
    keep(this.visit, this.last);
    if (differs) this.begun = false;
    // As the browser spells it.
    this.written = location.hash;
  }

  /** Whether the address is one that the page has not written, or has left. What is not written yet is not written to it. */
  arrived() {
    if (location.hash === this.written) return false;
    clearTimeout(this.timer);
    [this.timer, this.begun, this.written] = [undefined, false, location.hash];
    // An address that a person typed comes after the others.
    if (history.state?.number === undefined) this.last = this.number += 1;
    return true;
  }

  /** What the entry of the history has beside its address. @returns {Memo | null} */
  remembered() {
    return history.state?.memo ?? null;
  }

  undo() {
    this.flush();
    if (this.number > 0) this.go(() => history.back());
  }

  redo() {
    this.flush();
    if (this.number < this.last) this.go(() => history.forward());
  }

  /** Goes to another entry. A key that is held asks again before the tab is there, and it could leave the page. @param {() => void} goes */
  go(goes) {
    if (this.going) return;
    this.going = true;
    goes();
  }
}
