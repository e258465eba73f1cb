/**
 * @module
 * Everything that a store answers without being changed by it, in one value to compare.
 */

import type { NegotiationRow, NegotiationStore } from "../../../ports/index.js";
import { DUE } from "./store-calls.js";

/** What the store tells of these negotiations, and of all together. */
export async function everything(store: NegotiationStore, ids: readonly string[]): Promise<object> {
  const rows: (NegotiationRow | null)[] = [];
  const histories: unknown[] = [];
  for (const id of ids) {
    rows.push(await store.load(id));
    histories.push(await store.entries(id), await store.turns(id));
  }
  return {
    rows,
    histories,
    listed: await store.list({ limit: 100 }),
    parked: await store.listParked({ partyId: "ada", claimedBy: null, limit: 100 }),
    outbox: await store.readOutbox({ after: null, limit: 100 }),
    nextDeadline: await store.nextDeadline(),
    count: await store.count({}),
  };
}

/** The ids of what is claimed at an instant. */
export async function claimedIds(store: NegotiationStore, now: number): Promise<readonly string[]> {
  return (await store.claimDue({ ...DUE, now })).map(({ id }) => id);
}

/** Changes everything that lets itself be changed, at every depth. */
export function scribble(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    scribble(Reflect.get(value, key));
    Reflect.set(value, key, "scribbled");
  }
  Reflect.set(value, "scribbled", true);
}
