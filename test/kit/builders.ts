/**
 * @module
 * What the tests of the core have in common: rules of presets, negotiations played by a few words of
 * script, and a history that commits like the service does.
 */

import { type CommitEvent, type Decision, decide, moveCommand } from "../../src/core/index.js";
import type { Json } from "../../src/core/json/index.js";
import type { Command, CreateCommand, MoveCommand, MoveEvent, ReadMove } from "../../src/core/moves/index.js";
import { readMove } from "../../src/core/moves/index.js";
import type { Action, Entry, Negotiation, NegotiationRules, PartyKind } from "../../src/core/record/index.js";
import { seatOf } from "../../src/core/record/index.js";
import { checkRules, mergeRules, type RulesInput, resolveRules } from "../../src/core/rules/index.js";
import { knownPresets, type PresetName } from "../../src/presets/registry/index.js";

/** The instant at which negotiations begin. */
export const T0 = 1_800_000_000_000;

/** A game of two that may do everything: for rules beyond the presets. */
export const EVERYTHING: RulesInput = {
  actions: ["propose", "counter", "accept", "reject", "question", "withdraw"],
};

/** Turns are parked for an hour, claims last until then. */
export const PARK = {
  parkMs: 3_600_000,
  claimBudget: "remaining",
  claimMs: null,
  onClaimExpiry: "repark",
  freshMs: null,
} as const;

/** What `assessmentRequired` asks of every move. */
export const ASSESSMENT = {
  reasoning: "They fit.",
  suggestedRoles: { ownUser: "agent", otherUser: "patient" },
} as const;

/** What a negotiation is made of. Parties are `ada` (initiator) and `smith`. */
export interface Setup {
  readonly preset?: PresetName;
  readonly rules?: RulesInput;
  /** Of initiator and responder. */
  readonly kinds?: readonly [PartyKind, PartyKind];
  /** The terms of an opening in the commit of the creation; else the negotiation begins open. */
  readonly opening?: Json;
  readonly context?: Json;
  readonly heldBy?: string;
}

/** Fields of a move and the circumstances under which it is handed in. */
export type MoveStep = { readonly action: Action; readonly by?: string; readonly after?: number } & Partial<
  Omit<ReadMove, "action" | "termsIssue" | "terms"> &
    Pick<MoveCommand, "source" | "claim" | "coercedFrom" | "commandId" | "expectedVersion"> & {
      /** `undefined` leaves them out where the action would bring some. */
      readonly terms: unknown;
    }
>;

/** A move of the floor holder by its action alone, one with fields, or any other command. */
export type Step =
  | Action
  | MoveStep
  | (Exclude<Command, MoveCommand | CreateCommand> & { readonly after?: number })
  | ((negotiation: Negotiation) => Command);

export const WAKE = { type: "wake" } as const;
export const CANCEL = { type: "cancel", details: null } as const;
export const PARKED = { type: "park" } as const;
export const CLAIM = { agentId: "agent-1", claimId: "clm_1" } as const;
export const CLAIMED = { type: "claim", ...CLAIM } as const;
export const RELEASED = { type: "release", ...CLAIM } as const;
/** The agent of the floor holder throws. */
export const FAILED = failing("threw");
/** The floor holder asks its principal. */
export const CONSULTED = (negotiation: Negotiation): Command => ({
  type: "consult",
  partyId: negotiation.floor ?? "",
  id: `con_${negotiation.consults.length + 1}`,
  question: "How far may I go?",
});
export const ANSWERED = (negotiation: Negotiation): Command => ({
  type: "answer",
  partyId: negotiation.floor ?? "",
  answer: "Up to 55.",
});

/** The agent of the floor holder fails. */
export function failing(kind: Extract<Command, { type: "fail" }>["kind"], error = "boom") {
  return (negotiation: Negotiation): Command => ({
    type: "fail",
    partyId: negotiation.floor ?? "",
    turnNumber: negotiation.turns.length + 1,
    kind,
    error,
  });
}

/** The resolved rules of a preset, changed by `rules`. */
export function rulesOf({
  preset = "room",
  rules,
  kinds = ["system", "system"],
}: Setup = {}): NegotiationRules {
  const checked = checkRules(mergeRules(knownPresets[preset].rules, rules), preset);
  if (!checked.ok) throw new Error(checked.issues.map((issue) => issue.message).join("\n"));
  return resolveRules(checked.rules, { kind: kinds[0] }, { kind: kinds[1] });
}

/** The command that creates it, deep-frozen as the service hands it over. */
export function createCommand(setup: Setup = {}): CreateCommand {
  const { kinds = ["system", "system"], opening, context = null, heldBy = null } = setup;
  const rules = rulesOf(setup);
  return Object.freeze({
    type: "create",
    id: "neg_1",
    commandId: "create-1",
    roomId: "room-1",
    initiator: Object.freeze({ id: "ada", kind: kinds[0] }),
    responder: Object.freeze({ id: "smith", kind: kinds[1] }),
    rules,
    context,
    heldBy,
    opening: opening === undefined ? null : readOf({ action: "propose", terms: opening }, rules),
  });
}

/** A move, read as at the door; throws where its shape is wrong. */
export function readOf(move: object, rules: NegotiationRules): ReadMove {
  const reading = readMove(move, rules);
  if (!reading.ok) throw new Error(reading.issues.map((issue) => issue.message).join("\n"));
  return reading.move;
}

/**
 * The command of a move. It brings what its action needs under the rules (terms, and a message that
 * nobody has said before), unless the step says otherwise.
 */
export function commandOf(negotiation: Negotiation, step: Action | MoveStep): MoveCommand {
  const { by, after: _, action, ...rest } = typeof step === "string" ? ({ action: step } as MoveStep) : step;
  const { source, claim, coercedFrom, commandId, expectedVersion, ...fields } = rest;
  const { rules, turns, version } = negotiation;
  const partyId = by ?? negotiation.floor ?? "ada";
  const isProposal = action === "propose" || action === "counter";
  const move = readOf(
    {
      action,
      ...(isProposal && rules.terms !== "none" ? { terms: { price: 40 + turns.length } } : {}),
      ...(rules.messageRequiredFor.includes(action) ? { message: `Turn ${turns.length + 1}: why so?` } : {}),
      ...(rules.assessmentRequired ? { assessment: ASSESSMENT } : {}),
      ...fields,
    },
    rules,
  );
  const id = commandId ?? `cmd-${version}-${partyId}-${action}`;
  return moveCommand(partyId, move, id, { source, claim, coercedFrom, expectedVersion } as never);
}

/** The event that `decide` makes of such a move: for tests of guards and updates. */
export function eventOf(
  negotiation: Negotiation,
  step: Action | MoveStep,
  at: number = negotiation.updatedAt,
): MoveEvent {
  const { type: _, expectedVersion: __, ...command } = commandOf(negotiation, step);
  return {
    ...command,
    type: command.move.action,
    at,
    seat: seatOf(negotiation, command.partyId) ?? "responder",
  };
}

/** A negotiation with all its commits, made as the service makes them: what is due comes first. */
export class History {
  negotiation: Negotiation;
  readonly entries: Entry[] = [];
  readonly commits: (readonly CommitEvent[])[] = [];
  now: number;

  constructor(create: CreateCommand, now: number = T0) {
    const decision = decide(null, create, now);
    if (!decision.ok) throw new Error(`Refused: ${decision.refusal.message}`);
    this.now = now;
    this.negotiation = decision.negotiation;
    this.commit(decision);
  }

  /** Decides and commits, again after each commit of deadlines that were due. */
  give(command: Command, now: number): Decision {
    this.now = now;
    const decision = decide(this.negotiation, command, now);
    if (decision.ok) this.commit(decision);
    return decision.ok && decision.applied === "deadlines" ? this.give(command, now) : decision;
  }

  /** The same for a line of script. */
  play(step: Step): Decision {
    const delay = typeof step === "object" ? (step.after ?? 0) : 0;
    return this.give(commandOfStep(this.negotiation, step), this.now + delay);
  }

  /** Appends the entry of a decision, if it has one. */
  commit(decision: Decision & { readonly ok: true }): void {
    if (decision.entry === null) return;
    const { version, updatedAt } = decision.negotiation;
    this.negotiation = decision.negotiation;
    this.entries.push(Object.freeze({ ...decision.entry, version, schema: 1, at: updatedAt }));
    this.commits.push(decision.events);
  }
}

/** A history after these steps; throws when one is refused. */
export function historyOf(setup: Setup, steps: readonly Step[] = []): History {
  const history = new History(createCommand(setup));
  for (const step of steps) {
    const decision = history.play(step);
    if (!decision.ok) throw new Error(`Refused: ${decision.refusal.code}: ${decision.refusal.message}`);
  }
  return history;
}

/** A negotiation after these steps; throws when one is refused. */
export function negotiationOf(setup: Setup & { readonly moves?: readonly Step[] } = {}): Negotiation {
  return historyOf(setup, setup.moves).negotiation;
}

/** What `decide` answers to a line of script at that instant; nothing is committed. */
export function decideStep(
  negotiation: Negotiation,
  step: Step,
  now: number = negotiation.updatedAt,
): Decision {
  return decide(negotiation, commandOfStep(negotiation, step), now);
}

/** In one word: the refusal's code, or `taken`, `deadlines`, `nothing`. */
export function answerOf(decision: Decision): string {
  if (!decision.ok) return decision.refusal.code;
  return decision.applied === "command" ? "taken" : decision.applied;
}

function commandOfStep(negotiation: Negotiation, step: Step): Command {
  if (typeof step === "function") return step(negotiation);
  if (typeof step === "string" || "action" in step) return commandOf(negotiation, step);
  const { after: _, ...command } = step;
  return command;
}
