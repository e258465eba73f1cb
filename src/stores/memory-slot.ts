/**
 * @module
 * What the memory store keeps of one negotiation, in as few words of memory as will do. Rows and entries
 * as the port knows them are put together when somebody asks.
 */

import type { DeadlineKind } from "../core/deadlines.js";
import type { Entry, NewEntry } from "../core/entries.js";
import type { Json } from "../core/negotiation.js";
import type { Commit, NegotiationRow, NewNegotiation, ParkedTurn } from "../ports/store.js";
import { frozenJson } from "./frozen-json.js";
import type { DueItem } from "./memory-due.js";

/** One negotiation. Mutable, never handed out; all that can be read off the entries is left out. */
export interface Slot {
  readonly id: string;
  readonly roomId: string;
  readonly createCommandId: string;
  readonly initiatorId: string;
  readonly responderId: string;
  readonly exclusiveKey: string | null;
  status: string;
  floor: string | null;
  /** Epoch ms; `Infinity` when final. */
  deadlineAt: number;
  /** `null` exactly when final. */
  deadlineKind: DeadlineKind | null;
  /** Kept by `DueSlots`. */
  due: DueItem | null;
  parked: ParkedTurn | null;
  turnCount: number;
  /** Deep-frozen. */
  state: Json;
  entries: SlotEntries;
  /** `null` while there are so few entries that looking through them is cheaper. */
  commandIds: Set<string> | null;
}

/** An entry without its version, which is its index. */
export interface SlotEntry extends NewEntry {
  readonly schema: number;
  readonly at: number;
}

/** At least the entry of the creation. */
export type SlotEntries = [SlotEntry, ...SlotEntry[]];

/** A new slot. `known` is any deep-frozen state, best one that shares parts with this one. */
export function newSlot(negotiation: NewNegotiation, known: Json): Slot {
  const { entry, schema, createdAt, deadline, parked } = negotiation;
  const state = frozenJson(negotiation.state, known);
  return {
    id: negotiation.id,
    roomId: negotiation.roomId,
    createCommandId: negotiation.createCommandId,
    initiatorId: negotiation.initiatorId,
    responderId: negotiation.responderId,
    exclusiveKey: negotiation.exclusiveKey,
    status: negotiation.status,
    floor: negotiation.floor,
    deadlineAt: deadline === null ? Number.POSITIVE_INFINITY : deadline.at,
    deadlineKind: deadline === null ? null : deadline.kind,
    due: null,
    parked: parked === null ? null : copyOf(parked),
    turnCount: entry.turnNumber === null ? 0 : 1,
    state,
    // The service hands in the state as the details of the first entry too: it is kept once.
    entries: [slotEntry(entry, schema, createdAt, entry.details === negotiation.state ? state : null)],
    commandIds: null,
  };
}

/** Changes the slot as the commit says: entirely, or not at all when something throws. */
export function applyCommit(slot: Slot, commit: Commit): void {
  const { deadline, parked } = commit;
  const state = frozenJson(commit.state, slot.state);
  const entry = slotEntry(commit.entry, commit.schema, commit.now, null);
  // Nothing below can throw.
  slot.status = commit.status;
  slot.floor = commit.floor;
  slot.deadlineAt = deadline === null ? Number.POSITIVE_INFINITY : deadline.at;
  slot.deadlineKind = deadline === null ? null : deadline.kind;
  slot.parked = parked === null ? null : copyOf(parked);
  slot.state = state;
  if (entry.turnNumber !== null) slot.turnCount = entry.turnNumber;
  append(slot, entry);
}

/** 0 at creation. */
export function versionOf(slot: Slot): number {
  return slot.entries.length - 1;
}

/** Epoch ms of the newest entry. */
export function updatedAtOf(slot: Slot): number {
  return newestEntry(slot).at;
}

/** The format of the state. */
export function schemaOf(slot: Slot): number {
  return newestEntry(slot).schema;
}

/** Whether an entry has that command id. */
export function hasCommand(slot: Slot, commandId: string): boolean {
  if (slot.commandIds !== null) return slot.commandIds.has(commandId);
  return slot.entries.some((entry) => entry.commandId === commandId);
}

/** The row as the port knows it: a new object whose `state` is the stored, deep-frozen one. */
export function rowOf(slot: Slot): NegotiationRow {
  const { deadlineKind, entries } = slot;
  const newest = newestEntry(slot);
  return {
    id: slot.id,
    version: versionOf(slot),
    schema: newest.schema,
    roomId: slot.roomId,
    createCommandId: slot.createCommandId,
    initiatorId: slot.initiatorId,
    responderId: slot.responderId,
    exclusiveKey: slot.exclusiveKey,
    status: slot.status,
    isFinal: deadlineKind === null,
    deadline: deadlineKind === null ? null : { at: slot.deadlineAt, kind: deadlineKind },
    parked: slot.parked === null ? null : copyOf(slot.parked),
    floor: slot.floor,
    turnCount: slot.turnCount,
    state: slot.state,
    createdAt: entries[0].at,
    updatedAt: newest.at,
  };
}

/** The entries after a version, as the port knows them. */
export function entriesOf(
  slot: Slot,
  after = -1,
  limit: number = Number.POSITIVE_INFINITY,
): readonly Entry[] {
  return slot.entries
    .slice(after + 1, after + 1 + limit)
    .map((entry, index) => ({ ...entry, version: after + 1 + index }));
}

/** The turns of the entries after one turn number and up to another. */
export function turnsOf(slot: Slot, after: number, upTo: number, limit: number): readonly Json[] {
  const { entries } = slot;
  const turns: Json[] = [];
  // From the end: who reads the tail of a long negotiation pays for the tail.
  let index = after === 0 ? 0 : entries.length;
  while (index > 0 && (entries[index - 1]?.turnNumber ?? Number.POSITIVE_INFINITY) > after) index--;
  for (; index < entries.length && turns.length < limit; index++) {
    const entry = entries[index];
    if (entry === undefined || entry.turnNumber === null || entry.turn === null) continue;
    if (entry.turnNumber > upTo) break;
    turns.push(entry.turn);
  }
  return turns;
}

/** `details` replaces the entry's own where a frozen copy of them exists already. */
function slotEntry(entry: NewEntry, schema: number, at: number, details: Json): SlotEntry {
  return {
    schema,
    at,
    kind: entry.kind,
    commandId: entry.commandId,
    turnNumber: entry.turnNumber,
    turn: frozenJson(entry.turn),
    details: details ?? frozenJson(entry.details),
  };
}

function copyOf(parked: ParkedTurn): ParkedTurn {
  return { partyId: parked.partyId, firstParkedAt: parked.firstParkedAt, claimedBy: parked.claimedBy };
}

function append(slot: Slot, entry: SlotEntry): void {
  if (slot.entries.length < FEW) {
    // One that grows by `push` takes room for 16 more, which most negotiations never fill; `concat` is exact.
    slot.entries = slot.entries.concat([entry]) as SlotEntries;
    return;
  }
  slot.entries.push(entry);
  slot.commandIds ??= new Set(slot.entries.map(({ commandId }) => commandId).filter((id) => id !== null));
  if (entry.commandId !== null) slot.commandIds.add(entry.commandId);
}

/** Chosen: up to here looking through entries takes no longer than a look into a set. */
const FEW = 16;

function newestEntry(slot: Slot): SlotEntry {
  return slot.entries[slot.entries.length - 1] ?? slot.entries[0];
}
