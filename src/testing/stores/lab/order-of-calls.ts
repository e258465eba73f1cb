/**
 * @module
 * Whether what concurrent clients were answered can be explained by some order of their calls, one at a time:
 * linearizability, by trying the orders that are possible.
 */

import { isSame } from "../../harness/index.js";
import type { StoreModel, StoreStep } from "./store-model.js";

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
 * A call that was answered before another was made comes first. A claim may pass over a row that an overlapping
 * call of another client leases or writes: stores do not wait for each other's locks there (ST-36).
 *
 * @param clients - the calls of each client in the order in which it made them
 * @param model - as the store was before; not changed
 * @see Herlihy and Wing, Linearizability, 1990; the search of Wing and Gong, 1993
 */
export function isExplained(clients: readonly (readonly MadeCall[])[], model: StoreModel): boolean {
  return hasOrder(clients, model, clients.flat());
}

function hasOrder(
  clients: readonly (readonly MadeCall[])[],
  model: StoreModel,
  all: readonly MadeCall[],
): boolean {
  const heads = clients.flatMap(([head]) => head ?? []);
  if (heads.length === 0) return true;
  const soonestAnswerAt = Math.min(...heads.map(({ answeredAt }) => answeredAt));
  return clients.some(([head, ...rest], index) => {
    if (head === undefined || head.begunAt > soonestAnswerAt) return false;
    const others = clients.map((calls, other) => (other === index ? rest : calls));
    return modelsAfter(head, model, all).some((next) => hasOrder(others, next, all));
  });
}

/** What the model may be after a call with the answer that was given; none if it cannot have been given. */
function modelsAfter(call: MadeCall, model: StoreModel, all: readonly MadeCall[]): readonly StoreModel[] {
  const next = model.clone();
  if (isSame(call.step.on(next), call.answer)) return [next];
  if (call.step.method !== "claimDue") return [];
  return subsetsOf(touchedMeanwhile(call, all)).flatMap((passedOver) => {
    const other = model.clone();
    const claims = other.claimDue(call.step.given as ClaimQuery, new Set(passedOver));
    return isSame(claims, call.answer) ? [other] : [];
  });
}

type ClaimQuery = Parameters<StoreModel["claimDue"]>[0];

/** The ids of rows that calls leased or wrote while this one was made. */
function touchedMeanwhile(call: MadeCall, all: readonly MadeCall[]): readonly string[] {
  const ids = new Set<string>();
  for (const other of all) {
    if (other === call || other.begunAt > call.answeredAt || other.answeredAt < call.begunAt) continue;
    const { method, given } = other.step;
    if (method === "claimDue") for (const { id } of other.answer as readonly { id: string }[]) ids.add(id);
    if (method === "commit") ids.add((given as { readonly id: string }).id);
    if (method === "delete") ids.add(given as string);
  }
  return [...ids];
}

function subsetsOf(ids: readonly string[]): readonly (readonly string[])[] {
  const subsets: string[][] = [[]];
  for (const id of ids) {
    for (const subset of [...subsets]) subsets.push([...subset, id]);
  }
  return subsets;
}
