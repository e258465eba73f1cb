/**
 * @module
 * A map for what comes and goes by the thousand, such as what is live in a room.
 */

/**
 * A map that keeps the first of its entries by itself, and the others in a table that begins anew every so often.
 *
 * V8 gives a map another table whenever enough was added and deleted, or the last entry was, and each table knows the
 * next. Once one of them is old, all that follow it are, with whatever stood in them: nearly everything survives, and for
 * nothing, until the next full collection. A map that is young has no old table (measured: a negotiation costs a third
 * less), and where there is one entry at a time, as in most rooms, none is needed.
 */
export class PassingMap<Key, Value extends NonNullable<unknown>> {
  #key: Key | undefined;
  /** `undefined` where there is no entry by itself, whatever the key. */
  #value: Value | undefined;
  /** All that came while there was another. */
  #map = new Map<Key, Value>();
  #left = DELETIONS;

  get size(): number {
    return this.#map.size + (this.#value === undefined ? 0 : 1);
  }

  get(key: Key): Value | undefined {
    return this.#isFirst(key) ? this.#value : this.#map.get(key);
  }

  set(key: Key, value: Value): void {
    if (this.#isFirst(key) || this.size === 0) {
      this.#key = key;
      this.#value = value;
    } else this.#map.set(key, value);
  }

  delete(key: Key): boolean {
    if (this.#isFirst(key)) {
      this.#value = undefined;
      return true;
    }
    const isThere = this.#map.size > 0 && this.#map.delete(key);
    if (isThere && --this.#left === 0) {
      this.#map = new Map(this.#map);
      this.#left = DELETIONS + this.#map.size;
    }
    return isThere;
  }

  clear(): void {
    this.#value = undefined;
    this.#map = new Map();
  }

  /** What is there when it is asked: nothing that is added while it is walked through. */
  keys(): Key[] {
    return this.#all(this.#key as Key, this.#map.keys());
  }

  values(): Value[] {
    return this.#all(this.#value as Value, this.#map.values());
  }

  #all<T>(first: T, others: Iterable<T>): T[] {
    return this.#value === undefined ? [...others] : [first, ...others];
  }

  #isFirst(key: Key): boolean {
    return this.#value !== undefined && key === this.#key;
  }
}

/** Chosen: fewer than a map lives to see before its table is old, and enough for a copy to cost nothing. */
const DELETIONS = 256;
