/**
 * @module
 * The one pure function that decides: a record, a command and an instant give the next record and its
 * events, or a refusal. It knows no clock, no ids, no emitter and no I/O.
 */

import type { Issue, RefusalCode } from "../errors.js";
import { unmet } from "./checks/index.js";
import { type CommitEvent, eventsOf } from "./commit-events.js";
import { nextDeadline } from "./deadlines/index.js";
import type { Json } from "./json/index.js";
import type { MachineConfig, TransitionTable } from "./machine/index.js";
import { compileTable, GUARDS, MACHINE_CONFIG, step, UPDATES } from "./machine/index.js";
import {
  type AwaitingEvent,
  afterFailure,
  assessmentIssues,
  type Command,
  type CreateCommand,
  type FailCommand,
  type MachineEvent,
  type MoveCommand,
  type MoveEvent,
  noSuchClaim,
  notAParty,
  overAlready,
  type Refusal,
  refusal,
  refusalOfMove,
  repeatedCommand,
  staleVersion,
  storedCommandId,
  type TimeoutEvent,
  withMergedTerms,
} from "./moves/index.js";
import { openRecord } from "./open-record.js";
import type { Negotiation, NewEntry, Turn } from "./record/index.js";
import { frozenRecord, recordWith, sealedTurn, seatOf, stateOf, unsealedTurn } from "./record/index.js";

/** The table that the library walks, compiled when this module loads (MA-6). */
export const negotiationTable: TransitionTable<Negotiation, MachineEvent> = compileTable(
  MACHINE_CONFIG as MachineConfig,
  { guards: GUARDS, updates: UPDATES },
  "negotiation",
);

/** What `decide` answers. */
export type Decision<Terms = unknown> =
  | {
      readonly ok: true;
      /**
       * `command`: it took effect. `deadlines`: one was due; commit this and decide the same command
       * again. `nothing`: it had taken effect before, or there was nothing to do.
       */
      readonly applied: "command" | "deadlines" | "nothing";
      readonly negotiation: Negotiation<Terms>;
      /** The recorded turn; `null` if the command recorded none, as when it closes by an exceeded cap. */
      readonly turn: Turn<Terms> | null;
      readonly events: readonly CommitEvent<Terms>[];
      /** What the commit adds to the history; `null` if there is nothing to commit. */
      readonly entry: NewEntry | null;
    }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * The next record and its events, or a refusal; nothing else happens.
 *
 * `create` is decided on `null`, everything else on a record. A deadline that is due takes effect
 * before any other command, in a decision of its own. The same arguments give the same answer. What is
 * sealed is in the entry alone.
 *
 * @param now - epoch ms; an earlier instant than `updatedAt` counts as `updatedAt`
 * @throws {RangeError} when `now` is not a finite safe integer
 * @throws {TypeError} when `create` comes with a record, or another command without one
 * @see docs/requirements/engine.md, EN-3, EN-6
 * @example
 * const read = readMove({ action: "accept" }, negotiation.rules);
 * if (read.ok) {
 *   const command = moveCommand("smith", read.move, "cmd-1");
 *   const decision = decide(negotiation, command, now);
 * }
 */
export function decide<Terms = unknown>(
  negotiation: Negotiation<Terms> | null,
  command: Command,
  now: number,
): Decision<Terms> {
  if (!Number.isSafeInteger(now)) throw new RangeError(unmet("now", "epoch ms, an integer", now));
  return decideAny(negotiation, command, now) as Decision<Terms>;
}

/** A move command with the usual defaults: from outside, no expected version, no claim. */
export function moveCommand(
  partyId: string,
  move: MoveCommand["move"],
  commandId: string,
  options: {
    readonly [Name in "source" | "coercedFrom" | "expectedVersion" | "claim"]?: MoveCommand[Name] | undefined;
  } = {},
): MoveCommand {
  return {
    type: "move",
    partyId,
    move,
    commandId,
    source: options.source ?? "external",
    coercedFrom: options.coercedFrom ?? null,
    expectedVersion: options.expectedVersion ?? null,
    claim: options.claim ?? null,
  };
}

function decideAny(negotiation: Negotiation | null, command: Command, now: number): Decision {
  if (command.type === "create") {
    if (negotiation !== null) throw new TypeError("Expected null to create from, got a record.");
    return decideCreate(command, now);
  }
  if (negotiation === null) throw new TypeError(`Expected a record to decide ${command.type} on, got null.`);
  const at = Math.max(now, negotiation.updatedAt);
  // Check 3: a stranger hears nothing, not even that it is over.
  if (command.type === "move" || command.type === "consult" || command.type === "answer") {
    if (seatOf(negotiation, command.partyId) === undefined)
      return refused(notAParty(negotiation, command.partyId));
  }
  if (command.type === "move") {
    // Of check 1 what the negotiation's own rules ask for.
    const unassessed = refusalOfAssessment(negotiation, command);
    if (unassessed !== undefined) return unassessed;
    // Check 4: a repeated command is answered whatever came since.
    const repeated = repeatedCommand(negotiation, command);
    if (repeated !== undefined) {
      return "code" in repeated ? refused(repeated) : unchanged(negotiation, unsealedTurn(repeated));
    }
  }
  const due = decideDue(negotiation, at);
  if (due !== undefined) return due;
  if (command.type === "wake") return unchanged(negotiation);
  if (negotiation.outcome !== null) return refused(overAlready(negotiation, partyOf(negotiation, command)));
  switch (command.type) {
    case "move":
      return decideMove(negotiation, command, at);
    case "fail":
      return decideFail(negotiation, command, at);
    case "cancel":
      return taken(negotiation, { type: "closed", at, details: command.details }, "cancelled");
    case "consult":
    case "answer":
      return decideConsult(negotiation, command, at);
    default:
      return decideParking(negotiation, { ...command, at } as Parameters<typeof decideParking>[1]);
  }
}

function decideCreate(command: CreateCommand, now: number): Decision {
  const { opening } = command;
  if (opening === null) {
    const created = openRecord(command, now, 0);
    return committed(null, created, createdEntry(command, created, null));
  }
  const open = openRecord(command, now, -1);
  const move = moveCommand(open.initiator.id, opening, command.commandId);
  const unassessed = refusalOfAssessment(open, move);
  if (unassessed !== undefined) return unassessed;
  const event = moveEvent(open, move, now);
  // The initiator hands the opening in; where the responder opens, its action is not allowed (EN-13).
  if (open.rules.opener === "responder") {
    const message = "Expected the responder to open, got a proposal. Leave it out.";
    const details = { action: "propose", allowed: [], by: "seat" };
    return refused(refusal(open, event.partyId, "action_not_allowed", message, details));
  }
  const created = afterMove(open, event);
  if ("ok" in created) return created;
  const turn = sealedTurn(created.turns[0] as Turn, opening.sealed);
  return committed(null, created, createdEntry(command, created, turn));
}

function decideMove(negotiation: Negotiation, command: MoveCommand, at: number): Decision {
  const { expectedVersion } = command;
  if (expectedVersion !== null && expectedVersion !== negotiation.version) {
    return refused(staleVersion(negotiation, command.partyId, expectedVersion));
  }
  const event = moveEvent(negotiation, command, at);
  const after = afterMove(negotiation, event);
  if ("ok" in after) return after;
  const turn = after.turns.length > negotiation.turns.length ? (after.turns.at(-1) ?? null) : null;
  const commandId = storedCommandId(event.seat, command.commandId);
  if (turn === null) return committed(negotiation, after, eventEntry("closed", [event], commandId));
  const stored = sealedTurn(turn, command.move.sealed);
  return committed(negotiation, after, entryOf("turn", commandId, stored, detailsOfTurn(command)));
}

function decideFail(negotiation: Negotiation, command: FailCommand, at: number): Decision {
  // A failure of a turn that has passed, or of a party without the floor, is old news.
  const { since = negotiation.awaiting?.since } = command;
  const isThisTurn =
    command.partyId === negotiation.floor && command.turnNumber === negotiation.turns.length + 1;
  if (!isThisTurn || since !== negotiation.awaiting?.since) return unchanged(negotiation);
  const { failure, willRetry, closes } = afterFailure(negotiation, command, at);
  const event: MachineEvent = { type: "agent.failed", at, failure, closes };
  const after = next(negotiation, event) ?? negotiation;
  const entry = eventEntry("failed", [event]);
  const { cause } = command;
  const told = { failure, willRetry, ...(cause === undefined ? undefined : { cause }) };
  return committed(negotiation, after, entry, told);
}

function decideConsult(
  negotiation: Negotiation,
  command: Extract<Command, { type: "consult" | "answer" }>,
  at: number,
): Decision {
  const { partyId } = command;
  if (partyId !== negotiation.floor) {
    const message = `Expected ${negotiation.floor} to ${command.type}, got ${partyId}. Wait for your turn.`;
    return refused(refusal(negotiation, partyId, "not_your_turn", message, { floor: negotiation.floor }));
  }
  const text = command.type === "consult" ? command.question : command.answer;
  if (text.length > negotiation.rules.maxMessageLength) {
    const message = `Expected at most ${negotiation.rules.maxMessageLength} characters, got ${text.length}. Shorten it.`;
    const issues = [{ path: [command.type === "consult" ? "question" : "answer"], message }];
    return refused(refusal(negotiation, partyId, "move_invalid", message, { issues }));
  }
  const event: AwaitingEvent =
    command.type === "consult"
      ? { type: "consult", at, id: command.id, question: command.question }
      : { type: "answer", at, answer: command.answer };
  const after = next(negotiation, event);
  if (after === undefined) {
    const why = command.type === "answer" ? "no consult is pending" : "the rules allow none here";
    const message = `Expected a ${command.type} that the rules allow, got one where ${why}. Move instead.`;
    return refused(refusal(negotiation, partyId, "consult_unavailable", message, { why }));
  }
  return committed(negotiation, after, eventEntry(`${command.type}ed`, [event]));
}

const KINDS = { park: "parked", claim: "claimed", release: "released" } as const;

function decideParking(
  negotiation: Negotiation,
  event: Extract<AwaitingEvent, { type: keyof typeof KINDS }>,
): Decision {
  const after = next(negotiation, event);
  if (after !== undefined) return committed(negotiation, after, eventEntry(KINDS[event.type], [event]));
  return refused(noSuchClaim(negotiation, null));
}

const TIMEOUTS = {
  total: "total.timeout",
  validity: "proposal.expired",
  turn: "turn.timeout",
  consult: "consult.expired",
  park: "park.expired",
  claim: "claim.expired",
} as const;

/** Applies what is due, the earliest first, until nothing is (EN-22); `undefined` when nothing was. */
function decideDue(negotiation: Negotiation, at: number): Decision | undefined {
  let after = negotiation;
  let events: TimeoutEvent[] | undefined;
  for (;;) {
    const deadline = nextDeadline(after);
    if (deadline === undefined || deadline.at > at) break;
    const event: TimeoutEvent = { type: TIMEOUTS[deadline.kind], at };
    const taken = next(after, event);
    // Cannot be: each deadline is armed together with the state that its timeout leads out of.
    if (taken === undefined) break;
    events = events === undefined ? [event] : [...events, event];
    after = taken;
  }
  if (events === undefined) return undefined;
  // However many took effect, it is one commit.
  const once =
    after.version === negotiation.version + 1 ? after : { ...after, version: negotiation.version + 1 };
  const entry = eventEntry("woken", events);
  return { ...committed(negotiation, once, entry), applied: "deadlines" };
}

function moveEvent(negotiation: Negotiation, command: MoveCommand, at: number): MoveEvent {
  return {
    type: command.move.action,
    at,
    partyId: command.partyId,
    seat: seatOf(negotiation, command.partyId) ?? "responder",
    move: withMergedTerms(command.move, negotiation),
    source: command.source,
    coercedFrom: command.coercedFrom,
    commandId: command.commandId,
    claim: command.claim,
  };
}

/** AS-112, of check 1. */
function refusalOfAssessment(negotiation: Negotiation, command: MoveCommand): Decision | undefined {
  const issues = assessmentIssues(negotiation.rules, command);
  if (issues.length === 0) return undefined;
  return unreadable(negotiation, command.partyId, "move_invalid", "a well-formed move", issues);
}

/** The record that a move leads to, or why it leads to none. */
function afterMove(negotiation: Negotiation, event: MoveEvent): Negotiation | Decision {
  const { termsIssue } = event.move;
  const after = next(negotiation, event);
  if (after === undefined) return refused(refusalOfMove(negotiation, event));
  if (termsIssue === null) return after;
  const what = "terms that are plain JSON within the limits";
  return unreadable(negotiation, event.partyId, "terms_invalid", what, [termsIssue]);
}

function unreadable(
  negotiation: Negotiation,
  partyId: string,
  code: RefusalCode,
  what: string,
  issues: readonly Issue[],
): Decision {
  const message = `Expected ${what}, got: ${issues[0]?.message}`;
  return refused(refusal(negotiation, partyId, code, message, { issues: issues as unknown as Json }));
}

/** What the machine makes of an event; `undefined` where it has no transition for it. */
function next(negotiation: Negotiation, event: MachineEvent): Negotiation | undefined {
  return step(negotiationTable, negotiation.status, negotiation, event)?.context;
}

function taken(negotiation: Negotiation, event: MachineEvent, kind: string): Decision {
  const after = next(negotiation, event) ?? negotiation;
  return committed(negotiation, after, eventEntry(kind, [event]));
}

function committed(
  before: Negotiation | null,
  next: Negotiation,
  entry: NewEntry,
  failure: Parameters<typeof eventsOf>[2] = null,
): Decision & { ok: true } {
  // Where a turn was recorded, the others were copied as they may be told; the entry's may hold what is sealed.
  const after = entry.turn === null ? recordWith(next) : next;
  const turn = entry.turn === null ? null : (after.turns.at(-1) as Turn);
  frozenRecord(after);
  return {
    ok: true,
    applied: "command",
    negotiation: after,
    turn,
    events: eventsOf(before, after, failure),
    entry,
  };
}

function unchanged(record: Negotiation, turn: Turn | null = null): Decision & { ok: true } {
  return { ok: true, applied: "nothing", negotiation: recordWith(record), turn, events: [], entry: null };
}

function refused(answer: Refusal): Decision {
  return { ok: false, refusal: answer };
}

function entryOf(kind: string, commandId: string | null, turn: Turn | null, details: Json): NewEntry {
  return Object.freeze({ kind, commandId, turnNumber: turn?.number ?? null, turn: turn as Json, details });
}

function createdEntry({ commandId }: CreateCommand, created: Negotiation, turn: Turn | null): NewEntry {
  return entryOf("created", storedCommandId("initiator", commandId), turn, stateOf(created));
}

/** What the turn itself does not say and replay needs. */
function detailsOfTurn(command: MoveCommand): Json {
  const { claim, move } = command;
  const { validUntilAt } = move;
  if (claim === null) return validUntilAt === null ? null : Object.freeze({ validUntilAt });
  return Object.freeze({ validUntilAt, claim: Object.freeze({ ...claim }) });
}

/** The entry of a commit that records no turn: replay hands its events in again. */
function eventEntry(kind: string, events: readonly MachineEvent[], id: string | null = null): NewEntry {
  const details = { events: Object.freeze(events.map((event) => Object.freeze(event))) };
  return entryOf(kind, id, null, Object.freeze(details) as unknown as Json);
}

function partyOf(negotiation: Negotiation, command: Command): string | null {
  const partyId = "partyId" in command ? command.partyId : null;
  return partyId !== null && seatOf(negotiation, partyId) !== undefined ? partyId : null;
}
