/**
 * @module
 * A store that answers later: what holds for a store must hold for one that is wrapped (SY-25).
 */

import type { NegotiationStore } from "../../src/ports/index.js";

/** The same store, each answer in a promise and each throw a rejection. */
export function behindPromises(store: NegotiationStore): NegotiationStore {
  return new Proxy(store, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return async (...given: readonly unknown[]) => Reflect.apply(method, target, given);
    },
  });
}
