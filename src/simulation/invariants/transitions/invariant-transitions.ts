/**
 * @module
 * I2: every commit is a legal transition. From the record before and the entry it works out what the record
 * after has to be, but for what other invariants see to: version, deadlines and the accepted proposal.
 */

import type {
  Awaiting,
  Consult,
  FailedTurn,
  NegotiationState,
  Proposal,
  Status,
  Turn,
} from "../../../core/record/index.js";
import type { NegotiationRow } from "../../../ports/index.js";
import type { Fault, Invariant, ObservedWrite } from "../../observation/index.js";
import { foundIn, isSame, memberOf, stateIn, unlike } from "../../observation/index.js";
import type { EnteredEvent } from "./invariant-awaiting.js";
import { afterAnswer, afterFailedCall, afterParking, afterQuestion } from "./invariant-awaiting.js";
import { addTurn, emptyTally, type Tally } from "./invariant-caps.js";
import type { EnteredMove } from "./invariant-moves.js";
import {
  afterTurn,
  type Ending,
  faultOfExceeding,
  faultOfMover,
  faultOfOutcome,
  faultOfTurn,
  standingAfter,
  statusByRules,
} from "./invariant-moves.js";
import { ownRulesIn } from "./invariant-rules.js";
import { wakeCourse } from "./invariant-wakes.js";

/** I2, at every write. */
export const transitionsInvariant: Invariant = {
  id: "I2",
  watch: (_, world) => {
    const tallies = new Map<string, Tally>();
    const rules = ownRulesIn(world);
    return {
      onWrite: (observed) => {
        const write = rules.in(observed);
        const { before, after, entry } = write;
        const tally = tallies.get(after.id) ?? emptyTally();
        tallies.set(after.id, tally);
        const expected = before === null ? created(write) : next(stateIn(before), write, tally);
        if (entry.turn !== null) addTurn(tally, entry.turn as unknown as Turn);
        const ofRecord = typeof expected === "string" ? expected : faultOfRecord(write, expected, tally);
        return foundIn(write, rules.faultOf(observed) ?? ofRecord);
      },
    };
  },
};

/** What a record has to be after a commit, as far as commits of that kind change it. */
interface Expected {
  readonly status: Status;
  readonly floor: string | null;
  readonly awaiting: Awaiting | null;
  readonly standing: Proposal | null;
  readonly failures: readonly FailedTurn[];
  readonly consults: readonly Consult[];
  /** More than one where only the rules of moves could tell them apart. */
  readonly endings: readonly (Ending | null)[];
}

/** A creation: open and with the opener, or proposed by the initiator and with the responder. */
function created({ after, entry }: ObservedWrite): Expected | string {
  const state = stateIn(after);
  const { rules, initiator, responder } = state;
  if (entry.kind !== "created") return `expected the first entry to be created, got ${entry.kind}`;
  if (initiator.id === responder.id) return "expected two parties, got one twice";
  const base = { failures: [], consults: [], endings: [null] };
  const open: NegotiationState = {
    ...state,
    ...base,
    status: "open",
    standing: null,
    floor: rules.opener === "initiator" ? initiator.id : responder.id,
    awaiting: { kind: "move", since: entry.at },
    outcome: null,
  };
  if (entry.turn === null) return { ...open, ...base };
  const turn = entry.turn as unknown as Turn;
  if (turn.action !== "propose") return `expected an opening to propose, got ${turn.action}`;
  // The state is all that keeps until when the mover wanted the opening to stand.
  return recorded(open, turn, null, state.standing?.validUntilAt ?? null, emptyTally());
}

function next(before: NegotiationState, { entry, after }: ObservedWrite, tally: Tally): Expected | string {
  const same: Expected = { ...before, endings: [null] };
  if (before.outcome !== null) return `expected nothing after ${before.status}, got ${entry.kind}`;
  if (entry.kind === "turn") {
    if (entry.turn === null) return "expected a turn in the entry, got none";
    const claim = memberOf(entry.details, "claim") as EnteredMove["claim"];
    const validUntilAt = memberOf(entry.details, "validUntilAt") as number | null;
    return recorded(before, entry.turn as unknown as Turn, claim, validUntilAt, tally);
  }
  if (entry.turn !== null) return `expected no turn in an entry that is ${entry.kind}, got one`;
  const events = (memberOf(entry.details, "events") ?? []) as unknown as readonly EnteredEvent[];
  const [event] = events;
  if (event === undefined) return "expected an event in the entry, got none";
  const { at } = entry;
  switch (entry.kind) {
    case "closed":
      return closedByCap(before, event as never, tally);
    case "cancelled":
      return over(same, statusByRules(before.rules, "cancelled"), { reason: "cancelled", by: null });
    case "failed":
      return failed(before, event, at, tally, stateIn(after).status);
    case "parked":
    case "claimed":
    case "released": {
      const wanted = { parked: "park", claimed: "claim", released: "release" }[entry.kind];
      if (event.type !== wanted) return `expected ${wanted}, got ${event.type}`;
      const awaiting = afterParking(before, event, at);
      return typeof awaiting === "string" ? awaiting : { ...same, awaiting };
    }
    case "consulted": {
      const consults = afterQuestion(before, event, at, tally);
      if (typeof consults === "string") return consults;
      return { ...same, consults, awaiting: { kind: "consult", since: at } };
    }
    case "answered": {
      const consults = afterAnswer(before, event.answer ?? "", at);
      if (typeof consults === "string") return consults;
      return { ...same, consults, awaiting: { kind: "move", since: at } };
    }
    case "woken":
      return woken(before, events, at);
    default:
      return `expected a known kind of entry, got ${entry.kind}`;
  }
}

function recorded(
  before: NegotiationState,
  turn: Turn,
  claim: EnteredMove["claim"],
  validUntilAt: number | null,
  tally: Tally,
): Expected | string {
  const fault = faultOfMover(before, { ...turn, claim }) ?? faultOfTurn(before, turn, tally);
  if (fault !== undefined) return fault;
  if (validUntilAt !== null && validUntilAt <= turn.at) {
    return `expected a proposal to stand for a while, got one until ${validUntilAt} at ${turn.at}`;
  }
  const outcome = afterTurn(before, turn, tally);
  if (typeof outcome === "string") return outcome;
  const { status, ending } = outcome;
  const standing = status === "open" ? null : standingAfter(before, turn, validUntilAt);
  if (ending !== null) return over({ ...before, standing, endings: [] }, status, ending);
  // By identity, never by the parity of the turn count (EN-7).
  const floor = turn.partyId === before.initiator.id ? before.responder.id : before.initiator.id;
  return { ...before, status, floor, standing, awaiting: { kind: "move", since: turn.at }, endings: [null] };
}

function closedByCap(
  before: NegotiationState,
  event: Omit<EnteredMove, "action"> & { readonly type: EnteredMove["action"] },
  tally: Tally,
): Expected | string {
  const { cap, repropose } = before.rules;
  const isCounter = event.type === "propose" && repropose === "counter" && before.standing !== null;
  const move: EnteredMove = { ...event, action: isCounter ? "counter" : event.type };
  const fault = faultOfMover(before, move) ?? faultOfExceeding(before, move, tally);
  if (fault !== undefined || cap.result === "refuse")
    return fault ?? "expected the cap to refuse, got a close";
  return over({ ...before, endings: [] }, cap.result, { reason: "turn_cap", by: null });
}

function failed(
  before: NegotiationState,
  event: EnteredEvent,
  at: number,
  tally: Tally,
  status: Status,
): Expected | string {
  const after = afterFailedCall(before, event, at, tally);
  if (typeof after === "string") return after;
  const { failures, endings } = after;
  const hasEnded = endings.length === 1 ? endings[0] !== null : status !== before.status;
  if (!hasEnded) return { ...before, failures, endings: [null] };
  const ending = endings.find((one) => one !== null) ?? null;
  return over({ ...before, failures, endings: [] }, statusByRules(before.rules, "failure"), ending);
}

function woken(before: NegotiationState, events: readonly EnteredEvent[], at: number): Expected | string {
  const { end } = wakeCourse(
    before,
    events.map(({ type }) => type),
    at,
  );
  const consults = end.hasMissedConsult ? afterAnswer(before, null, at) : before.consults;
  if (typeof consults === "string") return consults;
  const after: Expected = {
    ...before,
    status: end.status,
    awaiting: end.awaiting,
    consults,
    endings: [null],
  };
  return end.reason === null ? after : over(after, end.status, { reason: end.reason, by: null });
}

function over(record: Expected, status: Status, ending: Ending | null): Expected {
  return { ...record, status, floor: null, awaiting: null, endings: [ending] };
}

/** What no commit changes. */
const PINNED = [
  "id",
  "createCommandId",
  "roomId",
  "initiator",
  "responder",
  "rules",
  "context",
  "heldBy",
  "createdAt",
] as const;

const CHANGING = ["status", "floor", "awaiting", "standing", "failures", "consults"] as const;

function faultOfRecord(write: ObservedWrite, expected: Expected, tally: Tally): Fault {
  const { before, after, entry } = write;
  const state = stateIn(after);
  for (const name of CHANGING) {
    if (!isSame(expected[name], state[name])) return unlike(name, expected[name], state[name]);
  }
  return (
    faultOfOutcome(state, expected.endings[0] ?? null, entry.at, tally) ??
    faultOfTime(write) ??
    (before === null ? undefined : faultOfPinned(stateIn(before), state)) ??
    faultOfColumns(after)
  );
}

function faultOfTime({ before, after, entry }: ObservedWrite): Fault {
  const { turn } = entry;
  const { createdAt, updatedAt } = stateIn(after);
  if (before !== null && updatedAt < before.updatedAt) {
    return `expected updatedAt not to go back, got ${updatedAt} after ${before.updatedAt}`;
  }
  return (
    unlike("updatedAt", entry.at, updatedAt) ??
    (before === null ? unlike("createdAt", entry.at, createdAt) : undefined) ??
    (turn === null ? undefined : unlike("the turn's instant", entry.at, memberOf(turn, "at")))
  );
}

function faultOfPinned(before: NegotiationState, after: NegotiationState): Fault {
  for (const name of PINNED) {
    if (!isSame(before[name], after[name])) return unlike(`${name} as it was`, before[name], after[name]);
  }
  // During a rolling deploy a newer node may raise the format; nobody may lower it (ST-41).
  if (after.schema >= before.schema) return undefined;
  return `expected a format of ${before.schema} at least, got ${after.schema}`;
}

/** The columns that queries look at say what the record says. */
function faultOfColumns(row: NegotiationRow): Fault {
  const state = stateIn(row);
  const { awaiting } = state;
  const isParked = awaiting?.kind === "parked" || awaiting?.kind === "claimed";
  const parked = isParked
    ? {
        partyId: state.floor,
        firstParkedAt: awaiting.firstParkedAt,
        claimedBy: awaiting.kind === "claimed" ? awaiting.claim.agentId : null,
      }
    : null;
  return (
    unlike("the row's id", state.id, row.id) ??
    unlike("the row's room", state.roomId, row.roomId) ??
    unlike("the row's command of creation", state.createCommandId, row.createCommandId) ??
    unlike("the row's initiator", state.initiator.id, row.initiatorId) ??
    unlike("the row's responder", state.responder.id, row.responderId) ??
    unlike("the row's status", state.status, row.status) ??
    unlike("the row's floor", state.floor, row.floor) ??
    unlike("the row's parked turn", parked, row.parked) ??
    unlike("the row's instants", [state.createdAt, state.updatedAt], [row.createdAt, row.updatedAt])
  );
}
