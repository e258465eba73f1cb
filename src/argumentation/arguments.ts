/**
 * @module
 * Reads the arguments of a negotiation out of its turns: who said what sort of thing in support of which proposal.
 * What they say in words is never read.
 */

import { JUSTIFICATION_TYPES, type JustificationType, type TurnView } from "../core/record/index.js";
import { shown } from "../errors.js";
import { invalid } from "./framework.js";

/** What a party said in support of a proposal of its own. Frozen. */
export interface Argument {
  /** The id of the proposal that carries it. */
  readonly id: string;
  /** The party's id. */
  readonly by: string;
  /** Of the proposal. */
  readonly round: number;
  readonly type: JustificationType;
  /** The proposals that it names; they need not exist. */
  readonly references: readonly string[];
}

/** As much of a turn as an argument is made of. */
export type ArguedTurn = Pick<TurnView, "number" | "partyId" | "round" | "proposalId" | "justification">;

/**
 * One argument for each proposal that has a justification, in the order of the turns. Frozen.
 *
 * Rationale and `appeals_to` are no part of it: free text never decides an attack. What comes with an acceptance or
 * a rejection supports no proposal, and is left out.
 *
 * @throws {NegotiationError} `invalid_framework`, with `details.id` and `details.turnNumber`, when a justification is
 * no object with one of `JUSTIFICATION_TYPES` and, perhaps, a list of references
 * @see docs/requirements/argumentation.md, AR-9
 * @example
 * const supported = grounded(frameworkOf(argumentsOf(negotiation.turns))).in;
 */
export function argumentsOf(turns: readonly ArguedTurn[]): readonly Argument[] {
  return Object.freeze(turns.filter(isArgued).map(argumentOf));
}

/** Whether the turn is a proposal with a justification of any kind. */
export function isArgued(turn: ArguedTurn): boolean {
  return turn.round !== null && turn.justification !== null && turn.justification !== undefined;
}

function argumentOf(turn: ArguedTurn): Argument {
  const { partyId: by, round, proposalId: id, justification } = turn;
  if (id === null || round === null) throw unreadable(turn, "a proposal with an id", "none");
  if (typeof justification !== "object" || justification === null || Array.isArray(justification)) {
    throw unreadable(turn, "a justification that is an object", sortOf(justification));
  }
  const { type, references = [] } = justification as {
    readonly type?: unknown;
    readonly references?: unknown;
  };
  if (!isJustificationType(type)) {
    throw unreadable(turn, `a justification of type ${JUSTIFICATION_TYPES.join(", ")}`, shown(type));
  }
  if (!isListOfIds(references)) {
    throw unreadable(turn, "references that are a list of ids", sortOf(references));
  }
  return Object.freeze({ id, by, round, type, references: Object.freeze([...references]) });
}

function isJustificationType(type: unknown): type is JustificationType {
  return (JUSTIFICATION_TYPES as readonly unknown[]).includes(type);
}

function isListOfIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((id) => typeof id === "string");
}

/** The sort alone: the rest may be what one party meant for the other only. */
function sortOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return value === null ? "null" : `a value of type ${typeof value}`;
}

function unreadable(turn: ArguedTurn, expected: string, came: string): Error {
  const { proposalId: id, number: turnNumber } = turn;
  return invalid(expected, `${came} on turn ${turnNumber}`, "Mend the turn, or leave it out", {
    id,
    turnNumber,
  });
}
