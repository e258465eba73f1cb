/**
 * @module
 * Walks everything that can happen to a negotiation, breadth first, and keeps one record for each
 * (status, floor, turn count, standing proposal and whether it soon expires, what is awaited, failures).
 */

import { deadlinesOf } from "../../src/core/deadlines/index.js";
import { decide } from "../../src/core/index.js";
import { failuresOfThisTurn } from "../../src/core/moves/index.js";
import { ACTIONS, type Action, type Negotiation } from "../../src/core/record/index.js";
import type { MoveStep, Setup, Step } from "../kit/builders.js";
import {
  ANSWERED,
  CANCEL,
  CLAIM,
  CLAIMED,
  CONSULTED,
  createCommand,
  decideStep,
  FAILED,
  failing,
  negotiationOf,
  PARKED,
  RELEASED,
  WAKE,
} from "../kit/builders.js";

/**
 * One record for each way to stand, those with the fewest turns first.
 *
 * @param mostTurns - records with so many turns are not walked on from: a bound for unlimited caps
 */
export function reachableRecords(setup: Setup, mostTurns = 8): readonly Negotiation[] {
  const opened = decide(null, createCommand({ ...setup, opening: { price: 40 } }), 0);
  const found = new Map<string, Negotiation>();
  const queue = [negotiationOf(setup), ...(opened.ok ? [opened.negotiation] : [])];
  for (let record = queue.shift(); record !== undefined; record = queue.shift()) {
    const key = placeOf(record);
    if (found.has(key)) continue;
    found.set(key, record);
    if (record.outcome !== null || record.turns.length >= mostTurns) continue;
    for (const step of STEPS) queue.push(...afterStep(record, step, record.updatedAt + 1));
    for (const party of [record.initiator, record.responder]) {
      for (const action of ACTIONS) {
        queue.push(...afterStep(record, properMove(record, party.id, action), record.updatedAt + 1));
      }
      const shortLived = { ...properMove(record, party.id, "counter"), validUntilAt: record.updatedAt + 10 };
      queue.push(...afterStep(record, shortLived, record.updatedAt + 1));
    }
    for (const { at } of deadlinesOf(record)) queue.push(...afterStep(record, WAKE, at));
  }
  return [...found.values()];
}

/** A move that brings what it needs, also the claim or the source without which nobody may answer now. */
export function properMove(negotiation: Negotiation, partyId: string, action: Action): MoveStep {
  const kind = negotiation.awaiting?.kind;
  return {
    action,
    by: partyId,
    ...(kind === "claimed" ? { claim: CLAIM } : {}),
    ...(kind === "fallback" ? { source: "fallback" as const } : {}),
  };
}

const STEPS: readonly Step[] = [
  CANCEL,
  PARKED,
  CLAIMED,
  RELEASED,
  CONSULTED,
  ANSWERED,
  FAILED,
  failing("repetition"),
];

function afterStep(record: Negotiation, step: Step, now: number): readonly Negotiation[] {
  const decision = decideStep(record, step, now);
  return decision.ok && decision.negotiation !== record ? [decision.negotiation] : [];
}

function placeOf(record: Negotiation): string {
  const { status, floor, turns, standing, awaiting, rules } = record;
  const failures = failuresOfThisTurn(record).map((one) => one.kind);
  const isShortLived = rules.validityMs === null && typeof standing?.validUntilAt === "number";
  return [status, floor, turns.length, standing?.seat, isShortLived, awaiting?.kind, failures].join(" ");
}
