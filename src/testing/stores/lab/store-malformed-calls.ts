/**
 * @module
 * Calls of a store that make no sense (ST-13), each with the words that say so.
 */

import type { NegotiationStore } from "../../../ports/index.js";
import { DUE, newCommit, newNegotiation, T0 } from "./store-calls.js";

/** The calls, to be made of a store that holds `neg-1` at version 0. None may change anything. */
export function malformedCalls(store: NegotiationStore): Readonly<Record<string, () => unknown>> {
  const create = (over: object) => () => store.create({ ...newNegotiation({ id: "neg-2" }), ...over });
  const commit = (over: object) => () => store.commit({ ...newCommit({ expectedVersion: 0 }), ...over });
  const { entry } = newCommit({ expectedVersion: 0 });
  const wrong = <T>(value: unknown): T => value as T;
  return {
    "create with an empty id": create({ id: "" }),
    "create with an id of 257 characters": create({ id: "x".repeat(257) }),
    "create with an empty roomId": create({ roomId: "" }),
    "create with a number as createCommandId": create({ createCommandId: 7 }),
    "create with an empty initiatorId": create({ initiatorId: "" }),
    "create with a responderId of 257 characters": create({ responderId: "x".repeat(257) }),
    "create with a fractional createdAt": create({ createdAt: 1.5 }),
    "create with a createdAt that no Date can hold": create({ createdAt: 8_640_000_000_000_001 }),
    "create of a final one with a deadline": create({ isFinal: true }),
    "create of a live one without a deadline": create({ deadline: null }),
    "create with a negative schema": create({ schema: -1 }),
    "create with a second turn": create({ entry: { ...entry, turnNumber: 2, turn: {} } }),
    "create without an entry": create({ entry: undefined }),
    "commit with an empty id": commit({ id: "" }),
    "commit at a fractional version": commit({ expectedVersion: 0.5 }),
    "commit at a negative version": commit({ expectedVersion: -1 }),
    "commit at a negative instant": commit({ now: -1 }),
    "commit at NaN": commit({ now: Number.NaN }),
    "commit at a string": commit({ now: "1" }),
    "commit of a final one with a deadline": commit({ isFinal: true }),
    "commit of a live one without a deadline": commit({ deadline: null }),
    "commit with a fractional deadline": commit({ deadline: { at: 0.5, kind: "turn" } }),
    "commit with an empty commandId": commit({ entry: { ...entry, commandId: "" } }),
    "commit with a turnNumber without a turn": commit({ entry: { ...entry, turnNumber: 1 } }),
    "commit with a turn without a turnNumber": commit({ entry: { ...entry, turn: {} } }),
    "commit with a fractional turnNumber": commit({ entry: { ...entry, turnNumber: 1.5, turn: {} } }),
    "commit parked for nobody": commit({ parked: { partyId: "", firstParkedAt: 0, claimedBy: null } }),
    "commit without a state": commit({ state: undefined }),
    "load of an empty id": () => store.load(""),
    "turns after -1": () => store.turns("neg-1", { after: -1 }),
    "turns up to 0.5": () => store.turns("neg-1", { upTo: 0.5 }),
    "entries with a limit of 0": () => store.entries("neg-1", { limit: 0 }),
    "list with a limit of 0": () => store.list({ limit: 0 }),
    "list after nonsense": () => store.list({ limit: 1, after: "nonsense" }),
    "listParked with half a limit": () => store.listParked({ partyId: "ada", claimedBy: null, limit: 0.5 }),
    "listParked after nonsense": () =>
      store.listParked({ partyId: "ada", claimedBy: null, limit: 1, after: "nonsense" }),
    "claimDue at -1": () => store.claimDue({ ...DUE, now: -1 }),
    "claimDue with a limit of 0": () => store.claimDue({ ...DUE, now: T0, limit: 0 }),
    "claimDue without a lease": () => store.claimDue({ ...DUE, now: T0, leaseMs: 0 }),
    "claimDue of a string of rooms": () => store.claimDue({ ...DUE, now: T0, roomIds: wrong("room-1") }),
    "claimDue but for a string": () => store.claimDue({ ...DUE, now: T0, exceptIds: wrong("neg-1") }),
    "count since for ever": () => store.count({ updatedSince: Number.POSITIVE_INFINITY }),
    "readOutbox with a limit of 0": () => store.readOutbox({ after: null, limit: 0 }),
    "readOutbox after nonsense": () => store.readOutbox({ after: "nonsense", limit: 1 }),
    "trimOutbox up to nonsense": () => store.trimOutbox("nonsense"),
    "delete of an empty id": () => store.delete(""),
    "prune before -1": () => store.prune({ settledBefore: -1, limit: 1 }),
    "prune with a limit of 0": () => store.prune({ settledBefore: T0, limit: 0 }),
  };
}
