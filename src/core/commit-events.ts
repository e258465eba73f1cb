/**
 * @module
 * The events of a commit, in the one order in which they are told (EN-39). Derived by comparing the
 * record before and after; the service only emits them.
 */

import { nextDeadline } from "./deadlines/index.js";
import { deadlockRun, isFinalTurn, turnsLeft } from "./moves/index.js";
import type { Action, Consult, FailedTurn, Negotiation, Turn } from "./record/index.js";

/** `turn:recorded`. */
export interface TurnRecorded<Terms = unknown> {
  readonly negotiation: Negotiation<Terms>;
  /** The turn as it stands in the record. */
  readonly turn: Turn<Terms>;
}

/** `turn:awaited`: a party's turn begins or resumes. */
export interface TurnAwaited<Terms = unknown> {
  readonly negotiation: Negotiation<Terms>;
  /** Whose turn it is. */
  readonly partyId: string;
  /** The number that the turn will have. */
  readonly turnNumber: number;
  /** How many more may be counted; `null` when unlimited. */
  readonly turnsLeft: number | null;
  /** Whether whatever the party does will end the negotiation. */
  readonly isFinalTurn: boolean;
  /** Epoch ms. */
  readonly deadlineAt: number;
}

/** `turn:coerced`: an agent's answer was recorded as another action. */
export interface TurnCoerced<Terms = unknown> {
  readonly negotiation: Negotiation<Terms>;
  /** The turn as it was recorded. */
  readonly turn: Turn<Terms>;
  /** What the agent had answered. */
  readonly from: Action;
}

/** `turn:failed`: an agent call brought no turn. */
export interface TurnFailed<Terms = unknown> {
  readonly negotiation: Negotiation<Terms>;
  /** Whose call it was, which attempt, and what was wrong: code, message and issues. */
  readonly failure: FailedTurn;
  /** Whether the agent is asked once more. */
  readonly willRetry: boolean;
  /** What the agent threw, with its stack: for listeners of this process only, and never stored. */
  readonly cause?: unknown;
}

/** `turn:deadlocked`: the trailing run of counters and questions has just become long. */
export interface TurnDeadlocked<Terms = unknown> {
  readonly negotiation: Negotiation<Terms>;
  /** How many counters and questions in a row. */
  readonly run: number;
}

/** `turn:parked`, `turn:claimed`, `turn:released`, `turn:fallback`. */
export interface TurnParked<Terms = unknown> {
  readonly negotiation: Negotiation<Terms>;
  /** Whose turn it is. */
  readonly partyId: string;
  /** The number that the turn will have. */
  readonly turnNumber: number;
  /** Who has picked it up or, of `turn:released`, had; `null` otherwise. */
  readonly agentId: string | null;
  /** Epoch ms. */
  readonly deadlineAt: number;
}

/** `turn:consulted`, `turn:answered`. */
export interface TurnConsulted<Terms = unknown> {
  readonly negotiation: Negotiation<Terms>;
  /** The question, by whom, and the answer as far as there is one. */
  readonly consult: Consult;
}

/** The events that a commit can cause, with what they tell. */
export interface CommitEvents<Terms = unknown> {
  /** It was created. */
  "negotiation:started": Negotiation<Terms>;
  /** A turn was recorded, and the negotiation goes on; not of its creation. */
  "negotiation:updated": Negotiation<Terms>;
  /** A proposal was accepted. */
  "negotiation:agreed": Negotiation<Terms>;
  /** A party said no, for good. */
  "negotiation:rejected": Negotiation<Terms>;
  /** A party walked away, or the host cancelled. */
  "negotiation:withdrawn": Negotiation<Terms>;
  /** A deadline, a cap or a failure ended it, as the rules say. */
  "negotiation:expired": Negotiation<Terms>;
  /** The same, where the rules call it a stalemate. */
  "negotiation:stalled": Negotiation<Terms>;
  /** It is over, whatever way: exactly once, right after the event that says how. */
  "negotiation:settled": Negotiation<Terms>;
  /** A turn was stored, the opening as well. */
  "turn:recorded": TurnRecorded<Terms>;
  /** A party's turn begins or resumes. */
  "turn:awaited": TurnAwaited<Terms>;
  /** An agent's answer was recorded as another action: an opening as `propose`, a declined one as `withdraw`. */
  "turn:coerced": TurnCoerced<Terms>;
  /** An agent call brought no turn. */
  "turn:failed": TurnFailed<Terms>;
  /** A run of counters and questions has just become as long as `deadlockAfter`; once a run. */
  "turn:deadlocked": TurnDeadlocked<Terms>;
  /** A turn waits to be picked up. */
  "turn:parked": TurnParked<Terms>;
  /** An agent picked it up. */
  "turn:claimed": TurnParked<Terms>;
  /** The agent gave it back, or its time ran out. */
  "turn:released": TurnParked<Terms>;
  /** The fallback agent has it. */
  "turn:fallback": TurnParked<Terms>;
  /** An agent asks its own principal. */
  "turn:consulted": TurnConsulted<Terms>;
  /** The principal answered, or its time ran out. */
  "turn:answered": TurnConsulted<Terms>;
}

/** One event of a commit. */
export type CommitEvent<Terms = unknown> = {
  readonly [Name in keyof CommitEvents]: { readonly type: Name; readonly payload: CommitEvents<Terms>[Name] };
}[keyof CommitEvents];

/**
 * The events of the step from `before` to `after`, in order.
 *
 * @param before - `null` at creation
 * @param failure - the failed call that this commit keeps note of, with whether there is another attempt
 */
export function eventsOf(
  before: Negotiation | null,
  after: Negotiation,
  failure: Omit<TurnFailed, "negotiation"> | null = null,
): readonly CommitEvent[] {
  const events: CommitEvent[] = [];
  if (before === null) events.push({ type: "negotiation:started", payload: after });
  if (failure !== null)
    events.push({ type: "turn:failed", payload: freeze({ negotiation: after, ...failure }) });
  const turn = after.turns.length > (before?.turns.length ?? 0) ? after.turns.at(-1) : undefined;
  if (turn !== undefined) pushTurn(events, before, after, turn);
  if (after.outcome !== null) {
    const { status } = after.outcome;
    events.push({
      type: status === "accepted" ? "negotiation:agreed" : `negotiation:${status}`,
      payload: after,
    });
    events.push({ type: "negotiation:settled", payload: after });
    return events;
  }
  if (before !== null && before.awaiting !== after.awaiting) pushAwaiting(events, before, after);
  const isTurnBeginning = before === null || turn !== undefined || resumes(before, after);
  if (isTurnBeginning) events.push({ type: "turn:awaited", payload: awaited(after) });
  return events;
}

function pushTurn(events: CommitEvent[], before: Negotiation | null, after: Negotiation, turn: Turn): void {
  events.push({ type: "turn:recorded", payload: freeze({ negotiation: after, turn }) });
  if (turn.coercedFrom !== null) {
    events.push({
      type: "turn:coerced",
      payload: freeze({ negotiation: after, turn, from: turn.coercedFrom }),
    });
  }
  if (after.outcome !== null || before === null) return;
  events.push({ type: "negotiation:updated", payload: after });
  // Told once a run: at the turn that makes it long enough.
  if (turn.action === "counter" || turn.action === "question") {
    const { deadlockAfter } = after.rules;
    // One turn more tells whether the run was long enough before.
    const run = deadlockRun(after.turns, after.consults, deadlockAfter + 1);
    if (run === deadlockAfter) {
      events.push({ type: "turn:deadlocked", payload: freeze({ negotiation: after, run }) });
    }
  }
}

function pushAwaiting(events: CommitEvent[], before: Negotiation, after: Negotiation): void {
  const was = before.awaiting?.kind;
  const is = after.awaiting?.kind;
  // Who had it is told where it is given back or run out, also when the fallback agent gets it at once.
  if (before.awaiting?.kind === "claimed" && (is === "parked" || is === "fallback"))
    events.push({ type: "turn:released", payload: parked(after, before.awaiting.claim.agentId) });
  const consult = after.consults.at(-1);
  if (was === "consult" && consult !== undefined) {
    events.push({ type: "turn:answered", payload: freeze({ negotiation: after, consult }) });
  }
  if (is === "consult" && consult !== undefined) {
    events.push({ type: "turn:consulted", payload: freeze({ negotiation: after, consult }) });
  } else if (is === "parked") {
    if (was !== "claimed") events.push({ type: "turn:parked", payload: parked(after) });
  } else if (is === "claimed") {
    events.push({ type: "turn:claimed", payload: parked(after) });
  } else if (is === "fallback") {
    events.push({ type: "turn:fallback", payload: parked(after) });
  }
}

function resumes(before: Negotiation, after: Negotiation): boolean {
  return before.awaiting?.kind === "consult" && after.awaiting?.kind === "move";
}

function awaited(negotiation: Negotiation): TurnAwaited {
  return freeze({
    negotiation,
    partyId: negotiation.floor ?? "",
    turnNumber: negotiation.turns.length + 1,
    turnsLeft: turnsLeft(negotiation),
    isFinalTurn: isFinalTurn(negotiation),
    deadlineAt: nextDeadline(negotiation)?.at ?? 0,
  });
}

function parked(negotiation: Negotiation, agentId: string | null = null): TurnParked {
  const { awaiting } = negotiation;
  return freeze({
    negotiation,
    partyId: negotiation.floor ?? "",
    turnNumber: negotiation.turns.length + 1,
    agentId: awaiting?.kind === "claimed" ? awaiting.claim.agentId : agentId,
    deadlineAt: nextDeadline(negotiation)?.at ?? 0,
  });
}

const freeze = Object.freeze;
