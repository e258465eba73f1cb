/**
 * @module
 * A store whose answers take a few turns of the microtask queue, there and back, as many as a seed says: the
 * same calls interleave in another way for each seed, and in the same way for the same one.
 */

import type { NegotiationStore } from "../../src/ports/index.js";
import type { MemoryStore } from "../../src/stores/memory/index.js";

/** Wraps stores so; at most `most` turns each way. */
export function jittered(seed: number, most = 12): (store: MemoryStore) => NegotiationStore {
  let state = seed + 1;
  const pause = async (): Promise<void> => {
    // Lehmer's generator with the multiplier of Park and Miller, 1988.
    state = (state * 48_271) % 2_147_483_647;
    for (let turns = state % (most + 1); turns > 0; turns -= 1) await undefined;
  };
  return (store) =>
    new Proxy(store, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return async (...given: readonly unknown[]) => {
          await pause();
          const answer: unknown = Reflect.apply(method, target, given);
          await pause();
          return answer;
        };
      },
    });
}
