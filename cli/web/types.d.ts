// Types of what passes between the page's modules, for `tsc --checkJs`. Nothing of this reaches the browser.

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Table = { [key: string]: Json };
type Path = string[];

interface Control {
  type: "choice" | "seed" | "integer" | "number" | "axes" | "direction" | "flag" | "span";
  names?: string[];
  slider?: [number, number];
  step?: number;
  first?: number;
  unset?: number;
  inverse?: { label: string; option: string; help: string; slider: [number, number] };
  whole?: boolean;
  option_clears?: boolean;
}

interface Parameter {
  path: Path;
  label: string;
  option: string;
  help: string;
  group: string;
  control: Control;
  when?: { path: Path; is: string[] }[];
  excludes?: Path[];
}

interface Description {
  version: string;
  stream: number;
  parameters: Parameter[];
  field: Parameter[];
  /** The names of each quantity's planes in 2, 3 and 4 dimensions. */
  planes: { [quantity: string]: string[][] };
  colormaps: { name: string; colors: string }[];
  base: Table;
  field_base: Table;
  start: Table;
  tile: number;
  gutter: number;
  max_tiles: number;
  max_level: number;
  backend: string;
}

interface TileKey { z: number; x: bigint; y: bigint }
interface WireTile { z: number; x: string; y: string }
interface Place { size: number[]; start: [string, string]; level: number }
interface Picture { colormap: string | null; levels: [number, number] | null }

interface Checked {
  recipe: Table;
  bounds: [number, number];
  typical: [number, number];
  texts: { command: string; rust: string; python: string; toml: string };
}

interface SeamsReport {
  samples: number;
  checks: { how: string; compared: number; different: number }[];
  identical: boolean;
}

interface ExportRequest {
  recipe: Table;
  place: Place;
  format: string;
  dtype: string;
  colormap: string | null;
  levels: [number, number] | null;
}

/** What computes: a server, or workers of this page. */
interface Shell {
  /** Where samples are computed, for people. */
  readonly name: string;
  /** The formats that it writes, and the numbers that each can have. */
  readonly formats: { [format: string]: string[] };
  describe(): Promise<Description>;
  check(request: { recipe: Table; plane?: string | null; place?: Place; picture?: Picture }): Promise<Checked>;
  seams(request: { recipe: Table; place: Place }, signal: AbortSignal): Promise<SeamsReport>;
  tiles(
    request: { recipe: Table; plane: string | null; tiles: WireTile[] },
    signal: AbortSignal,
    take: (number: number, samples: Float32Array | null, error: string | null) => void,
  ): Promise<void>;
  save(request: ExportRequest, signal: AbortSignal): Promise<{ file: Blob; recipe: string | null }>;
}

interface Look {
  contrast: number;
  colormap: string;
  levels: [number, number] | null;
  hillshade: boolean;
  azimuth: number;
  relief: number;
  contours: boolean;
  interval: number;
  periods: boolean;
}

/** A recipe's noises, what is sampled of them, and the plane of it that is shown; "" for the first. */
interface Side { noises: Table[]; active: number; field: Table; plane: string }

/** Slices along z: the one that is shown, and those that are played and downloaded, `first` and so many `frames`. */
interface Slice { on: boolean; index: number; first: number; frames: number; loop: boolean }

interface State {
  sides: { a: Side; b: Side | null };
  editing: "a" | "b";
  compare: "off" | "split" | "difference";
  divider: number;
  look: Look;
  slice: Slice;
  grid: Table;
}
