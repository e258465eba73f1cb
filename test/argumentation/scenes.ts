/**
 * @module
 * Calls of an agent as a room would make them, out of a few words about each proposal.
 */

import type { JustificationType } from "../../src/argumentation/index.js";
import type { Json } from "../../src/core/json/index.js";
import type { TurnView } from "../../src/core/record/index.js";
import type { AgentCall } from "../../src/ports/index.js";

/** The terms of every scene. */
export interface Price {
  readonly price: number;
}

/** A proposal: who, for how much, and what was said for it. */
export interface Said {
  readonly by: "ada" | "smith";
  readonly price?: number;
  readonly id?: string;
  /** A sort of argument, or a whole justification; none by default. */
  readonly say?: JustificationType | Json;
  readonly references?: readonly string[];
}

/** The turn of a proposal: turn, round and id `p1`, `p2` .. by their order. */
export function turnOf(said: Said, order: number): TurnView<Price> {
  const { by, price = 50, id = `p${order}`, say = null, references } = said;
  const named = references === undefined ? {} : { references };
  return {
    number: order,
    seat: by === "ada" ? "initiator" : "responder",
    partyId: by,
    action: order === 1 ? "propose" : "counter",
    round: order,
    proposalId: id,
    terms: { price },
    reason: null,
    message: null,
    justification: typeof say === "string" ? { type: say, ...named } : say,
    extra: null,
    source: "agent",
    coercedFrom: null,
    at: order,
  };
}

/** The turns of these proposals. */
export function turnsOf(...said: readonly Said[]): TurnView<Price>[] {
  return said.map((one, place) => turnOf(one, place + 1));
}

/** The call to the party that did not make the last proposal; it may do anything. */
export function callAfter(said: readonly Said[], changes: Partial<AgentCall<Price>> = {}): AgentCall<Price> {
  const turns = turnsOf(...said);
  const last = turns.at(-1);
  const ada = { id: "ada", kind: "system" } as const;
  const smith = { id: "smith", kind: "system" } as const;
  const isAda = last?.partyId === "smith";
  return {
    negotiationId: "n",
    party: isAda ? ada : smith,
    seat: isAda ? "initiator" : "responder",
    other: isAda ? smith : ada,
    turns,
    standing:
      last === undefined
        ? null
        : {
            id: last.proposalId!,
            round: last.round!,
            turn: last.number,
            partyId: last.partyId,
            seat: last.seat,
            terms: last.terms!,
            validUntilAt: null,
            at: last.at,
          },
    turnNumber: turns.length + 1,
    turnsLeft: 5,
    isFinalTurn: false,
    legalActions: ["counter", "accept", "reject", "withdraw"],
    assessments: "private",
    assessmentRequired: false,
    deadlineAt: 1_000,
    context: null,
    deadlocked: false,
    attempt: 1,
    lastError: null,
    repeated: null,
    consult: null,
    signal: new AbortController().signal,
    ...changes,
  };
}
