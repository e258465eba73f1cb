/**
 * @module
 * Seeded randomness: one stream for each component of a world, so that one more draw in one place moves
 * no other.
 */

/** A stream of draws that its seed and its name decide. */
export class RandomStream {
  #state: number;

  /** @param component - whose draws these are; another name gives other draws */
  constructor(seed: number, component: string) {
    this.#state = mixed(seed, component);
  }

  /** A number in [0, 1), of 32 bits. */
  next(): number {
    // mulberry32: passes the usual batteries, and its state is one word.
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let word = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from `least` to `most`, both inclusive. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Whether something of that probability happens. Always one draw. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /**
   * One of the items.
   *
   * @throws {RangeError} when there is none
   */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError("Expected something to pick from, got an empty list.");
    return items[this.integer(0, items.length - 1)] as T;
  }
}

/**
 * The streams of one seed, each made when it is first asked for.
 *
 * @example
 * const streams = randomStreams(42);
 * streams("store:n1").integer(1, 20);
 */
export function randomStreams(seed: number): (component: string) => RandomStream {
  const streams = new Map<string, RandomStream>();
  return (component) => {
    const known = streams.get(component);
    if (known !== undefined) return known;
    const made = new RandomStream(seed, component);
    streams.set(component, made);
    return made;
  };
}

/** FNV-1a over the name, begun with the seed, and its bits spread once more. */
function mixed(seed: number, component: string): number {
  let hash = 0x811c9dc5 ^ Math.imul(seed | 0, 0x9e3779b1) ^ Math.floor(seed / 4_294_967_296);
  for (let index = 0; index < component.length; index++) {
    hash = Math.imul(hash ^ component.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
