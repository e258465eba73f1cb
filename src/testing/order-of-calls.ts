/**
 * @module
 * Whether what concurrent clients were answered can be explained by some order of their calls, one at a time:
 * linearizability, by trying the orders that are possible.
 */

import { isSame } from "./assertions.js";
import type { StoreModel } from "./store-model.js";
import type { StoreStep } from "./store-steps.js";

/** A call that was made, and its answer. */
export interface MadeCall {
  readonly step: StoreStep;
  readonly answer: unknown;
  /** Counts of one counter for all clients: when it was made, and when it was answered. */
  readonly begunAt: number;
  readonly answeredAt: number;
}

/**
 * Whether the model, given the calls of all clients in some order, answers each as it was answered.
 *
 * A call that was answered before another was made comes first.
 *
 * @param clients - the calls of each client in the order in which it made them
 * @param model - as the store was before; not changed
 * @see Herlihy and Wing, Linearizability, 1990; the search of Wing and Gong, 1993
 */
export function isExplained(clients: readonly (readonly MadeCall[])[], model: StoreModel): boolean {
  const heads = clients.flatMap(([head]) => head ?? []);
  if (heads.length === 0) return true;
  const soonestAnswerAt = Math.min(...heads.map(({ answeredAt }) => answeredAt));
  return clients.some(([head, ...rest], index) => {
    if (head === undefined || head.begunAt > soonestAnswerAt) return false;
    const next = model.clone();
    if (!isSame(head.step.on(next), head.answer)) return false;
    return isExplained(
      clients.map((calls, other) => (other === index ? rest : calls)),
      next,
    );
  });
}
