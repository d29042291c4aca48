// The known key that is nearest to an unknown one. The server of the command line says it; the module has no room for it.

/** The message about an unknown key with the known one that is most like it; another message as it is. @param {string} message */
export function suggestKey(message) {
  const [, key, known] = message.match(/^unknown field `([^`]*)`, (expected .*)$/s) ?? [];
  if (key === undefined) return message;
  const names = [...known.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  const [nearest] = names.map((name) => ({ name, letters: distance(key.toLowerCase(), name) })).sort((a, b) => a.letters - b.letters);
  const guess = nearest && nearest.letters <= key.length / 3 ? ` did you mean \`${nearest.name}\`?` : "";
  return `unknown key \`${key}\`;${guess} ${known}`;
}

/** How many letters must be inserted, removed, replaced or swapped with the next one. @param {string} from @param {string} to */
function distance(from, to) {
  const rows = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = rows[i - 1][j - 1] + Number(from[i - 1] !== to[j - 1]);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? rows[i - 2][j - 2] + 1 : Infinity;
      row.push(Math.min(replaced, swapped, rows[i - 1][j] + 1, row[j - 1] + 1));
    }
    rows.push(row);
  }
  return rows[from.length][to.length];
}
