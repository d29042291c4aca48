// Runs a wasm32-wasip1 program under node, with the files of this machine: node run-wasm.mjs PROGRAM.wasm [ARGUMENT ...]
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";
const [file, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [file, ...args], env: process.env, preopens: { "/": "/" } });
const module = await WebAssembly.compile(await readFile(file));
// At once: node 20 may crash while it takes down a program that had a lot of memory.
process.exit(wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject())));
