// A noise's table, as recipes have it: reading, changing, and leaving out what has no meaning.

/** @param {Table} table @param {Path} path @returns {Json | undefined} */
export function get(table, path) {
  /** @type {Json | undefined} */
  let value = table;
  for (const key of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    value = value[key];
  }
  return value;
}

/** Sets a value; `undefined` removes it. @param {Table} table @param {Path} path @param {Json | undefined} value */
export function set(table, path, value) {
  const last = path[path.length - 1];
  let inner = table;
  for (const key of path.slice(0, -1)) {
    const next = inner[key];
    if (typeof next !== "object" || next === null || Array.isArray(next)) {
      if (value === undefined) return;
      inner[key] = {};
    }
    inner = /** @type {Table} */ (inner[key]);
  }
  if (value === undefined) delete inner[last];
  else inner[last] = value;
}

export class Recipes {
  /** @param {Description} description */
  constructor(description) {
    this.description = description;
    this.base = description.base;
  }

  /** A value, or the one that the library has where it is missing. @param {Table} noise @param {Path} path */
  value(noise, path) {
    return get(noise, path) ?? get(this.base, path);
  }

  /** Sets a value; parameters that have a meaning now get their first one. @param {Table} noise @param {Path} path @param {Json | undefined} value */
  set(noise, path, value) {
    const had = this.description.parameters.filter((parameter) => this.applies(parameter, noise));
    set(noise, path, value);
    for (const parameter of this.description.parameters) {
      const { first } = parameter.control;
      if (first === undefined || had.includes(parameter) || !this.applies(parameter, noise)) continue;
      if (Number(this.value(noise, parameter.path)) === Number(get(this.base, parameter.path))) set(noise, parameter.path, first);
    }
  }

  /** Whether a parameter has a meaning in a noise. @param {Parameter} parameter @param {Table} noise */
  applies(parameter, noise) {
    const met = (/** @type {{ path: Path, is: string[] }} */ { path, is }) => is.includes(String(this.value(noise, path)));
    return (parameter.when ?? []).every(met);
  }

  /** A noise's table without what has no meaning. @param {Table} noise @returns {Table} */
  clean(noise) {
    const clean = /** @type {Table} */ (structuredClone(noise));
    for (const parameter of this.description.parameters) {
      const { path } = parameter;
      if (!this.applies(parameter, noise)) set(clean, path, undefined);
      // What has a meaning only sometimes is said then.
      else if (parameter.when && get(clean, path) === undefined) set(clean, path, get(this.base, path));
    }
    return clean;
  }

  /** A side's recipe. @param {Side} side @param {Table} grid @returns {Table} */
  recipe(side, grid) {
    const noises = side.noises.map((noise) => this.clean(noise));
    /** @type {Table} */
    const what = noises.length === 1 ? { noise: noises[0] } : { layers: noises };
    return { stream: this.description.stream, ...what, grid };
  }

  /** A recipe's noises. @param {Table} recipe @returns {Side} */
  side(recipe) {
    const noises = Array.isArray(recipe.layers) ? recipe.layers : [recipe.noise ?? {}];
    return { noises: /** @type {Table[]} */ (structuredClone(noises)), active: 0 };
  }
}
