/**
 * @module
 * From a history back to the record: entries are events, and the same table that made the record makes
 * it again, byte for byte (EN-5).
 */

import { NegotiationError, shown } from "../errors.js";
import { negotiationTable } from "./decide.js";
import { deepFreeze } from "./deep-freeze.js";
import type { Entry } from "./entries.js";
import type { MachineEvent, MoveEvent } from "./machine-events.js";
import type { Json, Negotiation, Turn } from "./negotiation.js";
import { frozenRecord } from "./next-record.js";
import { type NegotiationState, recordOf } from "./state.js";
import { step } from "./transition-table.js";

/** The newest format of records and entries that this version reads and the one that it writes. */
export const SCHEMA = 1;

/**
 * The record that these entries made, deep-frozen; so is then what the entries hold.
 *
 * @param entries - all of them, from version 0 without gaps
 * @throws {NegotiationError} `schema_unsupported` when an entry was written by a newer version
 * @throws {TypeError} when the entries do not begin at version 0, or have a gap
 */
export function replay<Terms = unknown>(entries: readonly Entry[]): Negotiation<Terms> {
  const [created, ...later] = entries;
  if (created === undefined || created.version !== 0 || created.kind !== "created") {
    throw new TypeError(`Expected entries from version 0, got ${shown(created?.version)}.`);
  }
  assertSupported(created);
  let record = recordOf(
    deepFreeze(created.details) as unknown as NegotiationState,
    created.turn === null ? [] : [deepFreeze(created.turn) as unknown as Turn],
  );
  for (const entry of later) {
    assertSupported(entry);
    if (entry.version !== record.version + 1) {
      throw new TypeError(`Expected the entry of version ${record.version + 1}, got ${entry.version}.`);
    }
    for (const event of eventsOfEntry(entry)) {
      const taken = step(negotiationTable, record.status, record, event);
      if (taken === undefined)
        throw new TypeError(`Entry ${entry.version}: ${event.type} is not possible here.`);
      record = taken.context;
    }
    // Several deadlines that were due together are one commit.
    if (record.version !== entry.version) record = { ...record, version: entry.version };
    frozenRecord(record);
  }
  return record as Negotiation<Terms>;
}

function assertSupported(entry: Entry): void {
  if (entry.schema <= SCHEMA) return;
  throw new NegotiationError(
    "schema_unsupported",
    `Expected entries of schema ${SCHEMA} at most, got ${entry.schema}. Upgrade this process.`,
    { details: { found: entry.schema, supported: SCHEMA } },
  );
}

function eventsOfEntry(entry: Entry): readonly MachineEvent[] {
  // Entries of a durable store come from a parser; what they hold becomes part of the record (EN-1).
  const stored = deepFreeze(entry.details);
  if (entry.turn === null) return (stored as unknown as { events: readonly MachineEvent[] }).events;
  const turn = deepFreeze(entry.turn) as unknown as Turn<Json>;
  const details = stored as {
    readonly validUntilAt?: number | null;
    readonly claim?: MoveEvent["claim"];
  } | null;
  return [
    {
      type: turn.action,
      at: turn.at,
      partyId: turn.partyId,
      seat: turn.seat,
      move: {
        action: turn.action,
        terms: turn.terms,
        termsIssue: null,
        reason: turn.reason,
        message: turn.message,
        assessment: turn.assessment,
        justification: turn.justification,
        extra: turn.extra,
        proposalId: turn.round === null ? null : turn.proposalId,
        replyTo: null,
        validUntilAt: details?.validUntilAt ?? null,
      },
      source: turn.source,
      coercedFrom: turn.coercedFrom,
      commandId: turn.commandId,
      claim: details?.claim ?? null,
    },
  ];
}
