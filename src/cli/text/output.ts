/**
 * @module
 * The command's two streams: results to standard output, everything said on the way to standard error.
 */

/** Writes lines of the result. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes the one JSON document of a command that was asked for JSON. */
export function printJson(document: object): void {
  print(JSON.stringify(document, null, 2));
}

/** Says something that is no result. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** How wide pictures in the terminal may be: as wide as it is, between 60 and 100 characters. */
export function plotColumns(): number {
  return Math.min(100, Math.max(60, process.stdout.columns ?? 80));
}
