/**
 * @module
 * From a history back to the record: entries are events, and the same table that made the record makes
 * it again, byte for byte (EN-5).
 */

import { NegotiationError, shown } from "../errors.js";
import { type CommitEvent, eventsOf } from "./commit-events.js";
import { negotiationTable } from "./decide.js";
import { deepFreeze, type Json } from "./json/index.js";
import { step } from "./machine/index.js";
import { SCHEMA_STEPS, type SchemaStep } from "./migrations.js";
import { afterFailure, type FailedEvent, type MachineEvent, type MoveEvent } from "./moves/index.js";
import type { Entry, Negotiation, NegotiationState, Turn } from "./record/index.js";
import { frozenRecord, recordOf, recordWith, SCHEMA, sealedTurn, unsealedTurn } from "./record/index.js";

/** The oldest format from which steps lead to today's. */
export const OLDEST_SCHEMA: number = SCHEMA - SCHEMA_STEPS.length;

/**
 * The record that these entries made, deep-frozen, with what is sealed in its turns; so is then what the entries hold.
 *
 * @param entries - all of them, from version 0 without gaps
 * @throws {NegotiationError} `schema_unsupported` when an entry was written by a newer version
 * @throws {TypeError} when the entries do not begin at version 0, or have a gap
 */
export function replay<Terms = unknown>(entries: readonly Entry[]): Negotiation<Terms> {
  let record: Negotiation | null = null;
  for (const entry of entries) record = recordAfter(record, entry);
  if (record === null) throw new TypeError("Expected entries from version 0, got undefined.");
  // The machine's updates tell what is sealed to nobody, so that it is put back at the end.
  const stored = entries.flatMap((entry) => (entry.turn === null ? [] : [heldBy(entry, "turn") as Turn]));
  return recordWith(record, (turn) =>
    sealedTurn(turn, stored[turn.number - 1]?.sealed),
  ) as Negotiation<Terms>;
}

/** A record, and what the commit that made it told. */
export interface AppliedEntry<Terms = unknown> {
  readonly negotiation: Negotiation<Terms>;
  readonly events: readonly CommitEvent<Terms>[];
}

/**
 * The record that the next entry makes, and the events that its commit told, as the process that committed it told
 * them; neither holds what is sealed.
 *
 * @param before - the record of the version before; `null` for the entry of version 0
 * @throws {NegotiationError} `schema_unsupported` when a newer version wrote the entry
 * @throws {TypeError} when the entry is not that of the next version
 */
export function applyEntry<Terms = unknown>(
  before: Negotiation<Terms> | null,
  entry: Entry,
): AppliedEntry<Terms> {
  const negotiation = recordAfter(before, entry);
  const events = eventsOf(before, negotiation, before && failureOf(before, entry));
  return { negotiation, events } as AppliedEntry<Terms>;
}

function recordAfter(before: Negotiation | null, entry: Entry): Negotiation {
  if (before === null) {
    if (entry.version !== 0 || entry.kind !== "created")
      throw new TypeError(`Expected entries from version 0, got ${shown(entry.version)}.`);
    const turns = entry.turn === null ? [] : [unsealedTurn(heldBy(entry, "turn") as Turn)];
    return recordOf(heldBy(entry, "details", "state") as NegotiationState, turns);
  }
  if (entry.version !== before.version + 1)
    throw new TypeError(`Expected the entry of version ${before.version + 1}, got ${entry.version}.`);
  let record = before;
  for (const event of eventsOfEntry(entry)) {
    const taken = step(negotiationTable, record.status, record, event);
    if (taken === undefined)
      throw new TypeError(`Entry ${entry.version}: ${event.type} is not possible here.`);
    record = taken.context;
  }
  // Several deadlines that were due together are one commit.
  return frozenRecord(record.version === entry.version ? record : { ...record, version: entry.version });
}

/** The failed call that an entry keeps note of, with whether there was another attempt. */
function failureOf(before: Negotiation, entry: Entry): Parameters<typeof eventsOf>[2] {
  if (entry.kind !== "failed") return null;
  const [event] = eventsOfEntry(entry) as readonly FailedEvent[];
  if (event === undefined) return null;
  const { willRetry } = afterFailure(before, { type: "fail", ...event.failure }, entry.at);
  return { failure: event.failure, willRetry };
}

/**
 * Stored data as today's format has it; data of today's comes back as it is.
 *
 * @param part - what of a record or an entry it is
 * @param schema - the format in which it was written
 * @param steps - those that lead to today's format
 * @throws {NegotiationError} `schema_unsupported` when a newer version wrote it, or no steps lead from there
 */
export function upcast(
  value: Json,
  part: keyof SchemaStep,
  schema: number,
  steps: readonly SchemaStep[] = SCHEMA_STEPS,
): Json {
  const index = steps.length + schema - SCHEMA;
  if (!(index >= 0 && index <= steps.length)) {
    throw new NegotiationError(
      "schema_unsupported",
      `Expected data of schema ${SCHEMA} at most, got ${schema}. Upgrade this process.`,
      { details: { found: schema, supported: SCHEMA } },
    );
  }
  return value === null ? null : steps.slice(index).reduce<Json>((older, step) => step[part](older), value);
}

/** What an entry holds, upcast. Entries of a durable store come from a parser, and become part of the record (EN-1). */
function heldBy(entry: Entry, member: "turn" | "details", part: keyof SchemaStep = member): unknown {
  return deepFreeze(upcast(entry[member], part, entry.schema));
}

function eventsOfEntry(entry: Entry): readonly MachineEvent[] {
  const stored = heldBy(entry, "details");
  if (entry.turn === null) return (stored as { events: readonly MachineEvent[] }).events;
  const turn = heldBy(entry, "turn") as Turn<Json>;
  const details = stored as {
    readonly validUntilAt?: number | null;
    readonly claim?: MoveEvent["claim"];
  } | null;
  const move = {
    ...turn,
    termsIssue: null,
    sealed: null,
    proposalId: turn.round === null ? null : turn.proposalId,
    replyTo: null,
    validUntilAt: details?.validUntilAt ?? null,
  };
  return [{ ...turn, type: turn.action, move, claim: details?.claim ?? null }];
}
