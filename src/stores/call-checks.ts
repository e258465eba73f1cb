/**
 * @module
 * What every store refuses before it does anything: calls whose numbers, ids or combinations make no
 * sense. Whether a call fits what is stored is for the store to find out.
 */

import type { NewEntry } from "../core/entries.js";
import { NegotiationError, shown } from "../errors.js";
import type { Commit, CountQuery, NegotiationStore, NewNegotiation } from "../ports/store.js";

/**
 * Passes a store that is open.
 *
 * @throws {NegotiationError} `store_closed` else
 */
export function checkOpen(isClosed: boolean): void {
  if (!isClosed) return;
  throw new NegotiationError(
    "store_closed",
    "Expected an open store, got one that was closed. Open it again.",
  );
}

/**
 * Passes a well-formed `create`.
 *
 * @throws {TypeError} for a wrong type, an empty or over-long id, a contradiction
 * @throws {RangeError} for a number out of range
 * @see storage.md, ST-13
 */
export function checkCreate(negotiation: NewNegotiation): void {
  checkId("id", negotiation.id);
  checkId("roomId", negotiation.roomId);
  checkId("createCommandId", negotiation.createCommandId);
  checkId("initiatorId", negotiation.initiatorId);
  checkId("responderId", negotiation.responderId);
  if (negotiation.exclusiveKey !== null) checkText("exclusiveKey", negotiation.exclusiveKey);
  checkInstant("createdAt", negotiation.createdAt);
  checkWrite(negotiation);
  if (negotiation.entry.turnNumber !== null && negotiation.entry.turnNumber !== 1) {
    throw new RangeError(
      `Expected entry.turnNumber of a new negotiation to be 1 or null, got ${shown(negotiation.entry.turnNumber)}.`,
    );
  }
}

/**
 * Passes a well-formed `commit`.
 *
 * @throws {TypeError} for a wrong type, an empty or over-long id, a contradiction
 * @throws {RangeError} for a number out of range
 */
export function checkCommit(commit: Commit): void {
  checkId("id", commit.id);
  checkInteger("expectedVersion", commit.expectedVersion, 0);
  checkInstant("now", commit.now);
  checkWrite(commit);
}

/**
 * Passes a well-formed `turns` or `entries`.
 *
 * @throws {TypeError} for a wrong type
 * @throws {RangeError} for a number out of range
 */
export function checkRange(id: string, range: Range): void {
  checkId("id", id);
  if (range.after !== undefined) checkInteger("after", range.after, 0);
  if (range.upTo !== undefined) checkInteger("upTo", range.upTo, 0);
  if (range.limit !== undefined) checkInteger("limit", range.limit, 1);
}

/**
 * Passes a well-formed `list` or `count`.
 *
 * @throws {TypeError} for a wrong type
 * @throws {RangeError} for a number out of range
 */
export function checkFilter(query: CountQuery): void {
  if (query.updatedSince !== undefined) checkInstant("updatedSince", query.updatedSince);
}

/**
 * Passes a well-formed `claimDue`.
 *
 * @throws {TypeError} for a wrong type
 * @throws {RangeError} for a number out of range
 */
export function checkClaimDue(query: Parameters<NegotiationStore["claimDue"]>[0]): void {
  checkInstant("now", query.now);
  checkLimit(query.limit);
  checkInteger("leaseMs", query.leaseMs, 1, LATEST_AT);
  checkInteger("maxSchema", query.maxSchema, 0);
  if (query.roomIds !== undefined && !Array.isArray(query.roomIds)) {
    throw new TypeError(`Expected roomIds to be an array, got ${shown(query.roomIds)}.`);
  }
}

/**
 * Passes a non-empty id of at most 256 characters.
 *
 * @throws {TypeError} else
 */
export function checkId(name: string, value: string): void {
  checkText(name, value);
  if (value.length > 256) {
    throw new TypeError(`Expected ${name} to have at most 256 characters, got ${value.length}.`);
  }
}

/**
 * Passes an epoch ms that a `Date` can hold.
 *
 * @throws {TypeError} for what is no number
 * @throws {RangeError} else
 */
export function checkInstant(name: string, value: number): void {
  checkInteger(name, value, 0, LATEST_AT);
}

/**
 * Passes the size of a page: at least 1.
 *
 * @throws {TypeError} for what is no number
 * @throws {RangeError} else
 */
export function checkLimit(value: number): void {
  checkInteger("limit", value, 1);
}

/**
 * The number of a position in an outbox that counts its records.
 *
 * @throws {TypeError} when it is no position of such an outbox
 */
export function checkPosition(position: string): number {
  if (typeof position === "string" && /^\d+$/.test(position)) return Number(position);
  throw new TypeError(`Expected a position from readOutbox, got ${shown(position)}.`);
}

interface Range {
  readonly after?: number | undefined;
  readonly upTo?: number | undefined;
  readonly limit?: number | undefined;
}

/** ECMA-262, the greatest time value of a `Date`. */
const LATEST_AT = 8_640_000_000_000_000;

function checkText(name: string, value: string): void {
  if (typeof value === "string" && value.length > 0) return;
  throw new TypeError(`Expected ${name} to be a non-empty string, got ${shown(value)}.`);
}

function checkInteger(name: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const message = `Expected ${name} to be an integer from ${least} to ${most}, got ${shown(value)}.`;
  throw typeof value === "number" ? new RangeError(message) : new TypeError(message);
}

function checkWrite(write: Omit<Commit, "id" | "expectedVersion" | "now">): void {
  checkInteger("schema", write.schema, 0);
  checkText("status", write.status);
  if (typeof write.isFinal !== "boolean" || write.isFinal !== (write.deadline === null)) {
    throw new TypeError(
      `Expected a deadline exactly when isFinal is false, got isFinal ${shown(write.isFinal)} and deadline ${shown(write.deadline)}.`,
    );
  }
  if (write.deadline !== null) {
    checkInstant("deadline.at", write.deadline.at);
    checkText("deadline.kind", write.deadline.kind);
  }
  if (write.parked !== null) {
    checkId("parked.partyId", write.parked.partyId);
    checkInstant("parked.firstParkedAt", write.parked.firstParkedAt);
    if (write.parked.claimedBy !== null) checkId("parked.claimedBy", write.parked.claimedBy);
  }
  if (write.floor !== null) checkId("floor", write.floor);
  if (write.state === undefined) throw new TypeError("Expected state to be JSON, got undefined.");
  checkEntry(write.entry);
  if (!Array.isArray(write.outbox)) {
    throw new TypeError(`Expected outbox to be an array, got ${shown(write.outbox)}.`);
  }
}

function checkEntry(entry: NewEntry): void {
  checkText("entry.kind", entry.kind);
  if (entry.commandId !== null) checkId("entry.commandId", entry.commandId);
  if (entry.turnNumber !== null) checkInteger("entry.turnNumber", entry.turnNumber, 1);
  if ((entry.turn === null) !== (entry.turnNumber === null)) {
    throw new TypeError(
      `Expected entry.turn and entry.turnNumber together, got turnNumber ${shown(entry.turnNumber)}.`,
    );
  }
}
