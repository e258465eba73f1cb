/**
 * @module
 * Every event that could come to a record, well-formed or not, legal or not: what the walks over the
 * machine try.
 */

import type { MachineEvent } from "../../src/core/moves/index.js";
import { ACTIONS, type Action, type Negotiation } from "../../src/core/record/index.js";
import { CLAIM, eventOf, type MoveStep } from "../kit/builders.js";

/** Ways to hand a move in: as it should be, and in ways that some check or other bars. */
const MANNERS: readonly Partial<MoveStep>[] = [
  {},
  { terms: undefined, message: null },
  { replyTo: "no-such-proposal" },
  { claim: CLAIM },
  { source: "fallback" },
];

/** How many different events there are for any record. */
export const EVENT_COUNT = 2 * ACTIONS.length * MANNERS.length + 19;

/** All events for this record, at that instant. */
export function eventsFor(record: Negotiation, at: number): readonly MachineEvent[] {
  return Array.from({ length: EVENT_COUNT }, (_, index) => eventFor(record, index, at));
}

/**
 * One of them.
 *
 * @param index - 0 to `EVENT_COUNT` - 1: first the moves, of both parties, in all manners
 */
export function eventFor(record: Negotiation, index: number, at: number): MachineEvent {
  const others = index - 2 * ACTIONS.length * MANNERS.length;
  if (others < 0) {
    const action = ACTIONS[index % ACTIONS.length] as Action;
    const manner = MANNERS[Math.floor(index / ACTIONS.length) % MANNERS.length];
    const isInitiator = index < ACTIONS.length * MANNERS.length;
    return eventOf(
      record,
      { action, by: (isInitiator ? record.initiator : record.responder).id, ...manner },
      at,
    );
  }
  const partyId = record.floor ?? record.initiator.id;
  const failure = {
    partyId,
    turnNumber: record.turns.length + 1,
    attempt: 1,
    kind: "threw",
    error: "boom",
    at,
  } as const;
  const events: readonly MachineEvent[] = [
    { type: "turn.timeout", at },
    { type: "total.timeout", at },
    { type: "proposal.expired", at },
    { type: "consult.expired", at },
    { type: "park.expired", at },
    { type: "claim.expired", at },
    { type: "claim.expired", at: at + 1_000_000_000 },
    { type: "agent.failed", at, failure, closes: null },
    { type: "agent.failed", at, failure, closes: "agent_error" },
    { type: "agent.failed", at, failure, closes: "repetition" },
    { type: "closed", at, details: null },
    { type: "park", at },
    { type: "claim", at, ...CLAIM },
    { type: "release", at, ...CLAIM },
    { type: "release", at: at + 1_000_000_000, ...CLAIM },
    { type: "release", at, agentId: "agent-2", claimId: CLAIM.claimId },
    { type: "consult", at, id: "con_1", question: "How far?" },
    { type: "answer", at, answer: "Up to 55." },
    { type: "xstate.stop.forged" as never, at },
  ];
  return events[others] as MachineEvent;
}
