/**
 * @module
 * Stores with something put around them, to break them, to watch them, or to answer later.
 */

import type { NegotiationStore } from "../../src/ports/index.js";

/** The store, but for these methods. */
export function storeWith(store: NegotiationStore, methods: Partial<NegotiationStore>): NegotiationStore {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** Methods that are given the store underneath, and then what they are called with. */
export type Overrides = {
  readonly [Name in keyof NegotiationStore]?: (
    store: NegotiationStore,
    ...given: Parameters<NonNullable<NegotiationStore[Name]>>
  ) => ReturnType<NonNullable<NegotiationStore[Name]>>;
};

/** The store, with these methods instead of its own. */
export function overriding(store: NegotiationStore, overrides: Overrides): NegotiationStore {
  const methods = Object.entries(overrides) as [string, (...given: readonly unknown[]) => unknown][];
  const own = methods.map(([name, method]) => [name, method.bind(undefined, store)]);
  return storeWith(store, Object.fromEntries(own));
}

/** The same store, each answer in a promise and each throw a rejection (SY-25). */
export function behindPromises(store: NegotiationStore): NegotiationStore {
  return new Proxy(store, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return async (...given: readonly unknown[]) => Reflect.apply(method, target, given);
    },
  });
}
