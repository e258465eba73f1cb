/**
 * @module
 * What the invariants share: reading an observed row, comparing JSON, and wording a finding. It knows none
 * of the rules of a negotiation, so that a fault in the core cannot hide here.
 */

import type { CommitEvent } from "../../core/index.js";
import type { Json } from "../../core/json/index.js";
import type { NegotiationState } from "../../core/record/index.js";
import { shown } from "../../errors.js";
import type { NegotiationRow } from "../../ports/index.js";
import type { Finding, ObservedWrite } from "./observation.js";

/** What is wrong, in words; `undefined` when nothing is. */
export type Fault = string | undefined;

/** The record without its turns, as the row has it. */
export function stateIn(row: NegotiationRow): NegotiationState {
  return row.state as unknown as NegotiationState;
}

/** The fault of a write as a finding. */
export function foundIn({ after, entry }: ObservedWrite, fault: Fault): Finding | undefined {
  if (fault === undefined) return undefined;
  return { negotiationId: after.id, detail: `version ${after.version} (${entry.kind}): ${fault}` };
}

/** Any other fault of a negotiation as a finding. */
export function foundOf(negotiationId: string | null, fault: Fault): Finding | undefined {
  return fault === undefined ? undefined : { negotiationId, detail: fault };
}

/** The first finding of a look at each. */
export function firstFound<Item>(
  items: Iterable<Item>,
  look: (item: Item) => Finding | undefined,
): Finding | undefined {
  for (const item of items) {
    const found = look(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A fault when the two are not the same JSON. */
export function unlike(what: string, expected: unknown, actual: unknown): Fault {
  if (isSame(expected, actual)) return undefined;
  return `expected ${what} to be ${shown(expected)}, got ${shown(actual)}`;
}

/** Whether two values are the same JSON, in whatever order their members stand. Quick where they are shared. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSame(one[key as never], other[key as never]));
}

/** A member of something that is JSON of any shape; `null` where there is none. */
export function memberOf(json: Json, key: string): Json {
  if (typeof json !== "object" || json === null || !Object.hasOwn(json, key)) return null;
  return (json as { readonly [key: string]: Json })[key] ?? null;
}

/** Whether nothing may follow a status, as docs/requirements/engine.md, section 3, lists them. */
export function isFinalStatus(status: string): boolean {
  return FINAL_STATUSES.includes(status);
}

const FINAL_STATUSES: readonly string[] = ["accepted", "rejected", "withdrawn", "expired", "stalled"];

/** The names, in order. */
export const COMMIT_EVENT_ORDER: readonly CommitEvent["type"][] = [
  "negotiation:started",
  "turn:failed",
  "turn:recorded",
  "turn:coerced",
  "negotiation:updated",
  "turn:deadlocked",
  "negotiation:agreed",
  "negotiation:rejected",
  "negotiation:withdrawn",
  "negotiation:expired",
  "negotiation:stalled",
  "negotiation:settled",
  "turn:parked",
  "turn:claimed",
  "turn:released",
  "turn:fallback",
  "turn:consulted",
  "turn:answered",
  "turn:awaited",
];
