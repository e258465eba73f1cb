/**
 * @module
 * Finds the key that somebody probably meant.
 */

/** The known key closest to `key` by edit distance, case ignored; the first of equals. `known` is not empty. */
export function nearestKey(key: string, known: readonly string[]): string {
  let nearest = "";
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = editDistance(key.slice(0, LONGEST).toLowerCase(), candidate.toLowerCase());
    if (distance < least) {
      nearest = candidate;
      least = distance;
    }
  }
  return nearest;
}

/** Chosen: no known key is longer, and the distance takes time by the product of both lengths. */
const LONGEST = 64;

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = at(row, column - 1) + (one[line - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, at(row, column) + 1, at(next, column - 1) + 1));
    }
    row = next;
  }
  return at(row, other.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
