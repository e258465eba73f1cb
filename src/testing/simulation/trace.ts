/**
 * @module
 * What happened in a world, a line each, with a running 64-bit hash: two runs of one seed have the same.
 * Pure JavaScript, so that the hash is the same on every platform.
 */

/** The lines of one world. */
export class Trace {
  readonly lines: string[] = [];
  #high = 0x84222325;
  #low = 0xcbf29ce4 | 0;

  /** Adds `<now> <node> <what> <id> <version>`; `-` stands for what there is none of. */
  add(now: number, node: string, what: string, id: string | null, version: number | null): void {
    const line = `${now} ${node} ${what} ${id ?? "-"} ${version ?? "-"}`;
    this.lines.push(line);
    let high = this.#high;
    let low = this.#low;
    for (let index = 0; index < line.length; index++) {
      const code = line.charCodeAt(index);
      // Two FNV-1a lanes, each with a word of its own and another multiplier.
      high = Math.imul(high ^ code, 0x01000193);
      low = Math.imul(low ^ code, 0x01000197) ^ (high >>> 17);
    }
    this.#high = high;
    this.#low = low;
  }

  /** Sixteen hexadecimal digits. */
  get hash(): string {
    return hex(this.#high) + hex(this.#low);
  }
}

/** Eight hexadecimal digits of a text. */
export function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hex(hash);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}
