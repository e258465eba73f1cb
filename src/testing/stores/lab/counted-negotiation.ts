/**
 * @module
 * A negotiation in which each party counters in its turn, without end: real records of the engine, made
 * without a clock and without a service, so that any process makes the same of the same.
 */

import { type Decision, decide, moveCommand } from "../../../core/index.js";
import { readMove } from "../../../core/moves/index.js";
import type { Negotiation, NewEntry, Party } from "../../../core/record/index.js";
import type { Commit, NegotiationStore, NewNegotiation } from "../../../ports/index.js";
import { commitOf, newRow, recordOfRow } from "../../../service/commands/index.js";
import { settledRules } from "../../agents/index.js";
import { present } from "../../harness/index.js";
import { T0 } from "./store-calls.js";

/** What `create` stores of a new one, without an opening. */
export function countedNegotiation(id: string): NewNegotiation {
  const decision = decide(
    null,
    {
      type: "create",
      id,
      commandId: `create-${id}`,
      roomId: `room-${id}`,
      initiator: ada,
      responder: smith,
      // Ten years and no cap: nothing ends it.
      rules: settledRules(
        { cap: { limit: "unlimited" }, turnMs: TEN_YEARS_MS, totalMs: TEN_YEARS_MS },
        ada,
        smith,
      ),
      context: null,
      heldBy: null,
      opening: null,
    },
    T0,
  );
  const { negotiation, entry } = committed(decision);
  return newRow(negotiation, entry, []);
}

/** The next turn, one ms after the last one: its commit, with two events, and the record after it. */
export function nextCounter(
  record: Negotiation,
  commandId: string,
): { readonly commit: Commit; readonly record: Negotiation } {
  const price = record.turns.length + 1;
  const action = record.standing === null ? "propose" : "counter";
  const reading = readMove({ action, terms: { price } }, record.rules);
  if (!reading.ok) throw new Error(`Expected a move, got ${reading.issues[0]?.message}`);
  const command = moveCommand(present(record.floor, "a party with the floor"), reading.move, commandId);
  const { negotiation, ...decided } = committed(decide(record, command, record.updatedAt + 1));
  // As it was given: whoever counts looks for it so.
  const entry = { ...decided.entry, commandId };
  const events = EVENT_TYPES.map((type) => ({ type, body: { commandId } }));
  return { commit: commitOf(negotiation, entry, events), record: negotiation };
}

/** The events of each turn. */
export const EVENT_TYPES: readonly string[] = ["first", "second"];

/** The record as the store has it. */
export async function storedRecord(store: NegotiationStore, id: string): Promise<Negotiation> {
  const row = present(await store.load(id), `the row of ${id}`);
  return recordOfRow(row, await store.turns(id, { upTo: row.turnCount }), (rules) => rules);
}

const ada: Party = Object.freeze({ id: "ada", kind: "system" });
const smith: Party = Object.freeze({ id: "smith", kind: "system" });

const TEN_YEARS_MS = 315_360_000_000;

function committed(decision: Decision): { readonly negotiation: Negotiation; readonly entry: NewEntry } {
  if (!decision.ok) throw new Error(`Expected a move that is taken, got ${decision.refusal.code}.`);
  return { negotiation: decision.negotiation, entry: present(decision.entry, "an entry") };
}
