// Runs the tests of the page with one shell: node main.mjs server|site WORK SITE
import { mkdir } from "node:fs/promises";
import { start } from "./harness.mjs";
import { tests } from "./tests.mjs";

const [shell, work, site] = process.argv.slice(2);
const only = process.env.ONLY;
if (only && !tests.some(({ name }) => name.includes(only))) throw new Error(`no test has “${only}” in its name`);
const folder = `${work}/${shell}`;
await mkdir(`${folder}/copied`, { recursive: true });
const harness = await start({ shell, work, site, folder });
let failed = 0;
// What is the same in both shells is tested with the server, and with the site too if everything is asked for.
const all = shell === "server" || process.env.ALL || only;
for (const { name, shells, pageAlone, run } of tests) {
  if ((shells && !shells.includes(shell)) || (only && !name.includes(only)) || (pageAlone && !all)) continue;
  const started = performance.now();
  try {
    await harness.with(run, name);
    console.log(`ok    ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}\n      ${String(error.stack ?? error).split("\n").slice(0, 8).join("\n      ")}`);
  }
}
await harness.end();
if (failed > 0) process.exit(1);
