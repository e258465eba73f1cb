/**
 * @module
 * Literal records for the tests of projections: a few lines of script give a negotiation with its
 * turns, standing proposal and end. No engine is involved, so any shape of record can be made.
 */

import type {
  Action,
  Awaiting,
  Negotiation,
  NegotiationRules,
  Outcome,
  Party,
  Proposal,
  Reason,
  Status,
  Turn,
} from "../../src/core/record/index.js";

/** The instant at which records begin. */
export const T0 = 1_790_000_000_000;

/** The resolved rules of the preset `room`, written out. */
export const ROOM_RULES: NegotiationRules = {
  preset: "room",
  actions: {
    all: ["propose", "counter", "accept", "reject"],
    initiator: null,
    responder: null,
    system: null,
    personal: null,
  },
  opener: "initiator",
  repropose: "counter",
  cap: { counts: "turns", limit: 5, mode: "exceed", result: "expired" },
  turnMs: 30_000,
  openMs: null,
  totalMs: 120_000,
  validityMs: null,
  agentTimeoutMs: null,
  onTurnTimeout: "expire",
  onTotalTimeout: "expire",
  onFailure: "stall",
  onCancel: "withdraw",
  onReject: "end",
  withdrawOffTurn: false,
  terms: "required",
  partialTerms: "refuse",
  finalTurn: { system: "record", personal: "record" },
  agentAttempts: 2,
  onInvalidAnswer: "fail",
  repetition: "off",
  deadlockAfter: 4,
  consult: null,
  park: null,
  oneActive: "room",
  messageRequiredFor: ["question"],
  assessments: "private",
  assessmentRequired: false,
  maxMessageLength: 10_000,
  maxTermsBytes: 65_536,
};

/** What a script says of a turn; the rest follows from its place. */
export type TurnDraft = Partial<Turn> & { readonly action: Action };

/** What a script says of a record. */
export interface Script {
  readonly id?: string;
  readonly initiator?: Party;
  readonly responder?: Party;
  readonly rules?: Partial<NegotiationRules>;
  readonly context?: Negotiation["context"];
  readonly turns?: readonly TurnDraft[];
  /** An end that no turn brought. */
  readonly end?: readonly [Status, Reason];
  readonly awaiting?: Awaiting;
  readonly heldBy?: string | null;
}

/** A record: parties `a` and `b` take turns, one a second. */
export function record(script: Script = {}): Negotiation {
  const id = script.id ?? "neg_1";
  const initiator = script.initiator ?? { id: "a", kind: "system" };
  const responder = script.responder ?? { id: "b", kind: "system" };
  const turns: Turn[] = [];
  let standing: Proposal | null = null;
  for (const draft of script.turns ?? []) {
    const turn = turnOf(draft, id, turns.length + 1, standing, initiator, responder);
    turns.push(turn);
    if (turn.round !== null) standing = proposalOf(turn);
  }
  const outcome = outcomeOf(script, turns, standing);
  const mover = turns.at(-1)?.partyId ?? responder.id;
  return {
    schema: 1,
    id,
    createCommandId: "create-1",
    roomId: "room-1",
    version: turns.length,
    status: outcome?.status ?? liveStatus(standing),
    initiator,
    responder,
    rules: { ...ROOM_RULES, ...script.rules },
    context: script.context ?? null,
    heldBy: script.heldBy ?? null,
    turns,
    standing,
    floor: outcome !== null ? null : mover === initiator.id ? responder.id : initiator.id,
    awaiting: outcome !== null ? null : (script.awaiting ?? { kind: "move", since: T0 }),
    deadlines: {
      totalAt: null,
      validityAt: null,
      turnAt: null,
      consultAt: null,
      parkAt: null,
      claimAt: null,
    },
    failures: [],
    consults: [],
    outcome,
    createdAt: T0,
    updatedAt: turns.at(-1)?.at ?? T0,
  };
}

/** An assessment with reasoning and roles, as the protocol wants it. */
export function assessment(ownUser: string, otherUser: string, reasoning = "because"): Turn["assessment"] {
  return { reasoning, suggestedRoles: { ownUser, otherUser } };
}

function turnOf(
  draft: TurnDraft,
  id: string,
  number: number,
  standing: Proposal | null,
  initiator: Party,
  responder: Party,
): Turn {
  const seat = number % 2 === 1 ? "initiator" : "responder";
  const isProposal = draft.action === "propose" || draft.action === "counter";
  const round = isProposal ? (standing?.round ?? 0) + 1 : null;
  return {
    number,
    seat,
    partyId: seat === "initiator" ? initiator.id : responder.id,
    round,
    proposalId: isProposal ? `${id}_p${round}` : (standing?.id ?? null),
    terms: isProposal ? { price: 10 * number } : null,
    reason: null,
    message: null,
    assessment: null,
    justification: null,
    extra: null,
    source: "external",
    coercedFrom: null,
    commandId: `cmd-${number}`,
    at: T0 + 1_000 * number,
    ...draft,
  };
}

function proposalOf(turn: Turn): Proposal {
  return {
    id: turn.proposalId!,
    round: turn.round!,
    turn: turn.number,
    partyId: turn.partyId,
    seat: turn.seat,
    terms: turn.terms,
    validUntilAt: null,
    at: turn.at,
  };
}

const DECISIONS: Partial<Record<Action, Status>> = {
  accept: "accepted",
  reject: "rejected",
  withdraw: "withdrawn",
};

function outcomeOf(script: Script, turns: readonly Turn[], standing: Proposal | null): Outcome | null {
  const last = turns.at(-1);
  const decided = last === undefined ? undefined : DECISIONS[last.action];
  if (decided === undefined && script.end === undefined) return null;
  const [status, reason] = script.end ?? [decided, last!.action];
  const by = script.end === undefined ? last : undefined;
  return {
    status,
    reason,
    by: by?.partyId ?? null,
    seat: by?.seat ?? null,
    at: (last?.at ?? T0) + 1,
    turnCount: turns.length,
    rounds: standing?.round ?? 0,
    proposal: status === "accepted" ? standing : null,
    heldBy: status === "accepted" ? (script.heldBy ?? null) : null,
    details: null,
  } as Outcome;
}

function liveStatus(standing: Proposal | null): Status {
  if (standing === null) return "open";
  return standing.round === 1 ? "proposed" : "countered";
}
