/**
 * @module
 * A store with some methods replaced, to break it on purpose.
 */

import type { NegotiationStore } from "../../src/ports/index.js";

/** Methods that are given the store underneath, and then what they are called with. */
export type Overrides = {
  readonly [Name in keyof NegotiationStore]?: (
    store: NegotiationStore,
    ...given: Parameters<NonNullable<NegotiationStore[Name]>>
  ) => ReturnType<NonNullable<NegotiationStore[Name]>>;
};

/** The store, with these methods instead of its own. */
export function overriding(store: NegotiationStore, overrides: Overrides): NegotiationStore {
  return new Proxy(store, {
    get: (target, name) => {
      const own = overrides[name as keyof NegotiationStore] as
        | ((...given: readonly unknown[]) => unknown)
        | undefined;
      if (own !== undefined) return (...given: readonly unknown[]) => own(target, ...given);
      const method: unknown = Reflect.get(target, name);
      return typeof method === "function" ? method.bind(target) : method;
    },
  });
}
