/**
 * @module
 * Counts the store calls of all nodes of a world, and says which of them the script wants to go wrong.
 */

import type { StoreFault } from "./faulty-store.js";

/** The store calls of a world. */
export class StoreCalls {
  readonly #faults: ReadonlyMap<number, StoreFault>;
  #count = 0;

  /** @param faults - by the ordinal of their call, from 1 */
  constructor(faults: readonly { readonly call: number; readonly fault: StoreFault }[]) {
    this.#faults = new Map(faults.map(({ call, fault }) => [call, fault]));
  }

  /** How many there were. */
  get count(): number {
    return this.#count;
  }

  /** Counts one; answers what is to happen to it. */
  next(): StoreFault | undefined {
    return this.#faults.get(++this.#count);
  }
}
