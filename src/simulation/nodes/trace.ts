/**
 * @module
 * What happened in a world, a line each, with a running 64-bit hash: two runs of one seed have the same.
 * Pure JavaScript, so that the hash is the same on every platform.
 */

/** The lines of one world. */
export class Trace {
  /** Five members a line, put together only when somebody reads: most worlds are never read. */
  readonly #members: (string | number | null)[] = [];
  readonly #hashes = new Map<string, number>();
  #high = 0x84222325;
  #low = 0xcbf29ce4 | 0;

  /** Adds `<now> <node> <what> <id> <version>`; `-` stands for what there is none of. */
  add(now: number, node: string, what: string, id: string | null, version: number | null): void {
    this.#members.push(now, node, what, id, version);
    this.#mix(now);
    this.#mix(this.#hashOf(node));
    this.#mix(this.#hashOf(what));
    this.#mix(id === null ? 0 : this.#hashOf(id));
    this.#mix(version === null ? -1 : version);
  }

  /** The lines so far. */
  get lines(): readonly string[] {
    const lines: string[] = [];
    for (let index = 0; index < this.#members.length; index += 5) {
      const members = this.#members.slice(index, index + 5);
      lines.push(members.map((member) => member ?? "-").join(" "));
    }
    return lines;
  }

  /** Sixteen hexadecimal digits. */
  get hash(): string {
    return hex(this.#high) + hex(this.#low);
  }

  /** Two FNV-1a lanes over whole words, each with a word of its own and another multiplier. */
  #mix(word: number): void {
    const high = Math.imul(this.#high ^ word, 0x01000193);
    this.#high = high ^ (high >>> 15);
    this.#low = Math.imul(this.#low ^ word ^ (high >>> 17), 0x01000197);
  }

  /** Names come again and again: each is walked once. */
  #hashOf(text: string): number {
    const known = this.#hashes.get(text);
    if (known !== undefined) return known;
    const hash = textHash(text);
    this.#hashes.set(text, hash);
    return hash;
  }
}

/** Eight hexadecimal digits of a text. */
export function digestOf(text: string): string {
  return hex(textHash(text));
}

function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}
