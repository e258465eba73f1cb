/**
 * @module
 * What every store refuses before it does anything: calls whose numbers, ids or combinations make no
 * sense. Whether a call fits what is stored is for the store to find out.
 */

import { demandText, integerIn, integerName, mistake, unmet } from "../core/checks/index.js";
import type { NewEntry } from "../core/record/index.js";
import { NegotiationError } from "../errors.js";
import type { Commit, CountQuery, NegotiationStore, NewNegotiation } from "../ports/index.js";

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
 * @see docs/requirements/storage.md, ST-13
 */
export function checkCreate(negotiation: NewNegotiation): void {
  checkId("id", negotiation.id);
  checkId("roomId", negotiation.roomId);
  checkId("createCommandId", negotiation.createCommandId);
  checkId("initiatorId", negotiation.initiatorId);
  checkId("responderId", negotiation.responderId);
  if (negotiation.exclusiveKey !== null) demandText("exclusiveKey", negotiation.exclusiveKey);
  checkInstant("createdAt", negotiation.createdAt);
  checkWrite(negotiation);
  const { turnNumber } = negotiation.entry;
  if ((turnNumber ?? 1) !== 1)
    throw mistake(new RangeError(unmet("entry.turnNumber", "1 or null", turnNumber)));
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
  const { after = 0, upTo = 0, limit = 1 } = range;
  checkInteger("after", after, 0);
  checkInteger("upTo", upTo, 0);
  checkLimit(limit);
}

/**
 * Passes a well-formed `list` or `count`.
 *
 * @throws {TypeError} for a wrong type
 * @throws {RangeError} for a number out of range
 */
export function checkFilter(query: CountQuery): void {
  checkInstant("updatedSince", query.updatedSince ?? 0);
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
  checkArray("roomIds", query.roomIds ?? []);
  checkArray("exceptIds", query.exceptIds ?? []);
}

/**
 * Passes a non-empty id of at most 256 characters.
 *
 * @throws {TypeError} else
 */
export function checkId(name: string, value: string): void {
  demandText(name, value, 256);
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
  throw mistake(new TypeError(unmet("a position", "one from readOutbox", position)));
}

interface Range {
  readonly after?: number | undefined;
  readonly upTo?: number | undefined;
  readonly limit?: number | undefined;
}

/** ECMA-262, the greatest time value of a `Date`. */
const LATEST_AT = 8_640_000_000_000_000;

function checkInteger(name: string, value: number, least: number, most?: number): void {
  if (typeof value !== "number") throw mistake(new TypeError(unmet(name, integerName(least, most), value)));
  integerIn(name, value, least, most);
}

function checkWrite(write: Omit<Commit, "id" | "expectedVersion" | "now">): void {
  const { isFinal, deadline, parked, floor } = write;
  checkInteger("schema", write.schema, 0);
  demandText("status", write.status);
  if (isFinal !== (deadline === null)) {
    throw mistake(new TypeError(unmet("isFinal", "false exactly where there is a deadline", isFinal)));
  }
  if (deadline !== null) {
    checkInstant("deadline.at", deadline.at);
    demandText("deadline.kind", deadline.kind);
  }
  if (parked !== null) {
    checkId("parked.partyId", parked.partyId);
    checkInstant("parked.firstParkedAt", parked.firstParkedAt);
    checkIdOrNull("parked.claimedBy", parked.claimedBy);
  }
  checkIdOrNull("floor", floor);
  if (write.state === undefined) throw mistake(new TypeError(unmet("state", "JSON", undefined)));
  checkEntry(write.entry);
  checkArray("outbox", write.outbox);
}

function checkIdOrNull(name: string, value: string | null): void {
  if (value !== null) checkId(name, value);
}

function checkEntry({ kind, commandId, turnNumber, turn }: NewEntry): void {
  demandText("entry.kind", kind);
  checkIdOrNull("entry.commandId", commandId);
  if (turnNumber !== null) checkInteger("entry.turnNumber", turnNumber, 1);
  if ((turn === null) !== (turnNumber === null)) {
    throw mistake(
      new TypeError(unmet("entry.turnNumber", "there with entry.turn, and with it only", turnNumber)),
    );
  }
}

function checkArray(name: string, value: readonly unknown[]): void {
  if (!Array.isArray(value)) throw mistake(new TypeError(unmet(name, "an array", value)));
}
