/**
 * @module
 * What the memory store keeps of one negotiation: its row, which changes in place, and its entries.
 */

import type { Json } from "../../core/json/index.js";
import type { Entry } from "../../core/record/index.js";
import type { NegotiationRow, NewNegotiation } from "../../ports/index.js";
import type { DueSlot } from "./memory-due.js";

/** One negotiation. Never handed out. */
export interface Slot extends DueSlot {
  /** Its `state` is deep-frozen. */
  readonly row: { -readonly [Column in keyof NegotiationRow]: NegotiationRow[Column] };
  /** By version. */
  entries: Entry[];
  /** `null` while there are so few entries that looking through them is cheaper. */
  commandIds: Set<string | null> | null;
}

/**
 * A slot without an entry.
 *
 * All columns are there from the start, so that rows are alike in memory; those that a commit writes are blank.
 *
 * @param state - any deep-frozen one, best one that shares parts with the state to come
 */
export function newSlot(negotiation: NewNegotiation, state: Json): Slot {
  const { id, roomId, createCommandId, initiatorId, responderId, exclusiveKey, createdAt } = negotiation;
  const row = {
    id,
    version: 0,
    schema: 0,
    roomId,
    createCommandId,
    initiatorId,
    responderId,
    exclusiveKey,
    status: "",
    isFinal: false,
    deadline: null,
    parked: null,
    floor: null,
    turnCount: 0,
    state,
    createdAt,
    updatedAt: createdAt,
  };
  return { row, entries: [], commandIds: null, place: null, leaseEndsAt: 0 };
}

/** Whether an entry has that command id. */
export function hasCommand(slot: Slot, sought: string): boolean {
  const { entries } = slot;
  if (entries.length > FEW) slot.commandIds ??= new Set(entries.map(({ commandId }) => commandId));
  return slot.commandIds?.has(sought) ?? entries.some(({ commandId }) => commandId === sought);
}

/** Entries. Chosen: up to here looking through them takes no longer than a look into a set. */
export const FEW = 16;
