/**
 * @module
 * Finds the key that somebody probably meant.
 */

/** The known key closest to `key` by edit distance, case ignored; the first of equals. `known` is not empty. */
export function nearestKey(key: string, known: readonly string[]): string {
  const wanted = key.slice(0, LONGEST).toLowerCase();
  const distances = known.map((candidate) => editDistance(wanted, candidate.toLowerCase()));
  return known[distances.indexOf(Math.min(...distances))] ?? "";
}

/** Chosen: no known key is longer, and the distance takes time by the product of both lengths. */
const LONGEST = 64;

function editDistance(one: string, other: string): number {
  let row = Array.from(`-${other}`, (_, column) => column);
  for (const [line, letter] of [...one].entries()) {
    let last = line + 1;
    row = row.map((above, column) => {
      const replaced = (row[column - 1] ?? line) + Number(letter !== other[column - 1]);
      last = column === 0 ? last : Math.min(replaced, above + 1, last + 1);
      return last;
    });
  }
  return row.at(-1) as number;
}
