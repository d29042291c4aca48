// Tables of a recipe: reading, changing, and leaving out what has no meaning.

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

/** Tables of one kind: their parameters, and the values that the library has where they say none. */
export class Tables {
  /** @param {Parameter[]} parameters @param {Table} base */
  constructor(parameters, base) {
    this.parameters = parameters;
    this.base = base;
  }

  /** A value, or the one that the library has where it is missing. @param {Table} table @param {Path} path */
  value(table, path) {
    return get(table, path) ?? get(this.base, path);
  }

  /** Sets a value; parameters that have a meaning now get their first one. @param {Table} table @param {Path} path @param {Json | undefined} value */
  set(table, path, value) {
    const had = this.parameters.filter((parameter) => this.applies(parameter, table));
    set(table, path, value);
    for (const parameter of this.parameters) {
      const { first } = parameter.control;
      if (first === undefined || had.includes(parameter) || !this.applies(parameter, table)) continue;
      if (Number(this.value(table, parameter.path)) === Number(get(this.base, parameter.path))) set(table, parameter.path, first);
    }
  }

  /** Whether a parameter has a meaning in a table. @param {Parameter} parameter @param {Table} table */
  applies(parameter, table) {
    const met = (/** @type {{ path: Path, is: string[] }} */ { path, is }) => is.includes(String(this.value(table, path)));
    return (parameter.when ?? []).every(met);
  }

  /** A table without what has no meaning. @param {Table} table @returns {Table} */
  clean(table) {
    const clean = /** @type {Table} */ (structuredClone(table));
    for (const parameter of this.parameters) {
      const { path } = parameter;
      if (!this.applies(parameter, table)) set(clean, path, undefined);
      // What has a meaning only sometimes is said then.
      else if (parameter.when && get(clean, path) === undefined) set(clean, path, get(this.base, path));
    }
    return clean;
  }
}

/** Recipes: tables of noises, and a table of what is sampled of them. */
export class Recipes extends Tables {
  /** @param {Description} description */
  constructor(description) {
    super(description.parameters, description.base);
    this.description = description;
    this.fields = new Tables(description.field, description.field_base);
  }

  /** What a side samples. @param {Side} side */
  quantity({ field }) {
    return String(this.fields.value(field, ["quantity"]));
  }

  /** The names of a side's planes. @param {Side} side @param {number} axes @returns {string[]} */
  planes(side, axes) {
    return this.description.planes[this.quantity(side)]?.[axes - 2] ?? [];
  }

  /** The plane that a side shows: the chosen one where there is one of this name, else the first. @param {Side} side @param {number} axes @returns {string | null} */
  plane(side, axes) {
    const names = this.planes(side, axes);
    return names.includes(side.plane) ? side.plane : names[0] ?? null;
  }

  /** A side's recipe. @param {Side} side @param {Table} grid @returns {Table} */
  recipe(side, grid) {
    const noises = side.noises.map((noise) => this.clean(noise));
    // A layer that is left alone keeps its weight, which a noise by itself has not.
    const alone = noises.length === 1 && noises[0].weight === undefined;
    /** @type {Table} */
    const what = alone ? { noise: noises[0] } : { layers: noises };
    if (this.quantity(side) !== "value") what.field = this.fields.clean(side.field);
    return { stream: this.description.stream, ...what, grid };
  }

  /** A recipe's noises, and what is sampled of them. @param {Table} recipe @returns {Side} */
  side(recipe) {
    const noises = Array.isArray(recipe.layers) ? recipe.layers : [recipe.noise ?? {}];
    const field = /** @type {Table} */ (structuredClone(recipe.field ?? {}));
    return { noises: /** @type {Table[]} */ (structuredClone(noises)), active: 0, field, plane: "" };
  }
}
