/**
 * @module
 * Between records and rows: what of a record a store keeps in columns, and the record again from a row
 * and its turns.
 */

import { nextDeadline } from "../../../core/deadlines/index.js";
import { type CommitEvent, OLDEST_SCHEMA, upcast } from "../../../core/index.js";
import { deepFreeze, type Json } from "../../../core/json/index.js";
import type {
  Negotiation,
  NegotiationRules,
  NegotiationState,
  NewEntry,
  Turn,
} from "../../../core/record/index.js";
import { ACTIONS, recordOf, SCHEMA, STATUSES, stateOf, unsealedTurn } from "../../../core/record/index.js";
import type {
  Commit,
  NegotiationRow,
  NewNegotiation,
  OutboxDraft,
  ParkedTurn,
} from "../../../ports/index.js";

/** What `create` stores of a new record. */
export function newRow(
  created: Negotiation,
  entry: NewEntry,
  outbox: readonly OutboxDraft[],
): NewNegotiation {
  return {
    id: created.id,
    schema: SCHEMA,
    roomId: created.roomId,
    createCommandId: created.createCommandId,
    initiatorId: created.initiator.id,
    responderId: created.responder.id,
    exclusiveKey: exclusiveKeyOf(created),
    status: created.status,
    isFinal: created.outcome !== null,
    deadline: nextDeadline(created) ?? null,
    parked: null,
    floor: created.floor,
    // The first entry holds this very state, so that it is kept once.
    state: entry.details,
    createdAt: created.createdAt,
    entry,
    outbox,
  };
}

/** What `commit` stores of the next record. */
export function commitOf(after: Negotiation, entry: NewEntry, outbox: readonly OutboxDraft[]): Commit {
  return {
    id: after.id,
    schema: SCHEMA,
    status: after.status,
    isFinal: after.outcome !== null,
    deadline: nextDeadline(after) ?? null,
    parked: parkedTurnOf(after),
    floor: after.floor,
    state: stateOf(after),
    expectedVersion: after.version - 1,
    now: after.updatedAt,
    entry,
    outbox,
  };
}

/**
 * The record that a row and its turns hold, deep-frozen and without what is sealed; of an older schema, upcast.
 *
 * @param seal - keeps what is sealed in a turn aside
 * @throws {NegotiationError} `schema_unsupported` when a newer version wrote it
 */
export function recordOfRow<Terms>(
  row: NegotiationRow,
  turns: readonly Json[],
  shared: (rules: NegotiationRules) => NegotiationRules,
  seal?: (told: Turn, stored: Turn) => void,
): Negotiation<Terms> {
  const state = upcast(row.state, "state", row.schema) as unknown as NegotiationState;
  // Turns stand in entries, which are never rewritten: the row's number says nothing of them.
  const read = turns.map((turn) => {
    const stored = deepFreeze(upcast(turn, "turn", OLDEST_SCHEMA)) as unknown as Turn;
    const told = unsealedTurn(stored);
    seal?.(told, stored);
    return told;
  });
  const record = recordOf(state, Object.freeze(read), shared(state.rules)) as Negotiation<Terms>;
  // The rules of the state, most of what it holds, are not frozen with it: where their like are known, they are let go.
  Object.values(record).forEach(deepFreeze);
  return record;
}

/** Whether a record is one at all, and its row says the same: else it was written by nobody who knew it (EN-67). */
export function isSound(row: NegotiationRow, record: Negotiation): boolean {
  try {
    const { rules, standing, outcome, turns, initiator, responder, awaiting, failures, consults } = record;
    const isParty = (id: unknown): boolean => id === initiator.id || id === responder.id;
    const isInstant = (at: unknown): boolean => Number.isSafeInteger(at) && (at as number) >= 0;
    const isFinal = outcome !== null;
    const offer = standing && turns[standing.turn - 1];
    const deadline = nextDeadline(record);
    const parked = parkedTurnOf(record);
    return (
      row.id === record.id &&
      row.roomId === record.roomId &&
      row.createCommandId === record.createCommandId &&
      row.initiatorId === initiator.id &&
      row.responderId === responder.id &&
      row.status === record.status &&
      row.floor === record.floor &&
      row.isFinal === isFinal &&
      row.deadline?.at === deadline?.at &&
      row.deadline?.kind === deadline?.kind &&
      row.parked?.partyId === parked?.partyId &&
      row.parked?.firstParkedAt === parked?.firstParkedAt &&
      row.parked?.claimedBy === parked?.claimedBy &&
      STATUSES.includes(record.status) &&
      [awaiting, record.floor].every((member) => (member === null) === isFinal) &&
      (isFinal ? outcome.status === record.status : isParty(record.floor) && isInstant(awaiting?.since)) &&
      (offer === null || (isParty(standing?.partyId) && offer?.proposalId === standing?.id)) &&
      Object.values(record.deadlines).every((at) => at === null || isInstant(at)) &&
      [record.createdAt, record.updatedAt].every(isInstant) &&
      [...failures, ...consults].every(({ partyId }) => isParty(partyId)) &&
      [rules.actions.all, rules.messageRequiredFor].every(Array.isArray) &&
      [rules.cap.limit, rules.finalTurn.system, rules.maxTermsBytes, rules.maxMessageLength].every(Boolean) &&
      turns.every(({ number, partyId, action }, index) => {
        return number === index + 1 && isParty(partyId) && ACTIONS.includes(action);
      })
    );
  } catch {
    // A member that it reads through is missing.
    return false;
  }
}

/** The lock that a live negotiation holds: its room's, its pair's, or none. */
export function exclusiveKeyOf(negotiation: Negotiation): string | null {
  const { roomId, initiator, responder, rules } = negotiation;
  if (rules.oneActive === "none") return null;
  if (rules.oneActive === "room") return JSON.stringify(["room", roomId]);
  return JSON.stringify(["pair", roomId, ...[initiator.id, responder.id].sort()]);
}

/** What an outbox tells of the events of a commit: ids and small details, never the record (ST-22). */
export function outboxOf(events: readonly CommitEvent[]): readonly OutboxDraft[] {
  return events.map(({ type, payload }) => {
    const negotiation = "negotiation" in payload ? payload.negotiation : payload;
    const turnNumber = "turn" in payload ? payload.turn.number : negotiation.turns.length;
    return Object.freeze({
      type,
      body: Object.freeze({
        negotiationId: negotiation.id,
        roomId: negotiation.roomId,
        version: negotiation.version,
        status: negotiation.status,
        turnNumber,
        partyId: "partyId" in payload ? payload.partyId : negotiation.floor,
        at: negotiation.updatedAt,
      }),
    });
  });
}

function parkedTurnOf(negotiation: Negotiation): ParkedTurn | null {
  const { awaiting, floor } = negotiation;
  if (floor === null || awaiting === null || (awaiting.kind !== "parked" && awaiting.kind !== "claimed"))
    return null;
  return {
    partyId: floor,
    firstParkedAt: awaiting.firstParkedAt,
    claimedBy: awaiting.claim?.agentId ?? null,
  };
}
