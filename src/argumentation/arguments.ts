/**
 * @module
 * Reads the arguments of a negotiation out of its turns: who said what sort of thing in support of which proposal,
 * and what attacks what. What they say in words is never read.
 */

import { JUSTIFICATION_TYPES, type JustificationType, type TurnView } from "../core/record/index.js";
import { shown } from "../errors.js";
import {
  type ArgumentationFramework,
  defineFramework,
  invalid,
  MAX_ATTACKS,
  positionsOf,
  tooMany,
} from "./framework.js";
import { isPromise, silence } from "./host-functions.js";

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

/**
 * Whether one argument attacks another. Pure, and asked for every ordered pair, itself with itself included.
 *
 * @param among - all arguments of the negotiation by their ids; `frameworkOf` always gives it
 */
export type AttackRelation = (
  attacker: Argument,
  target: Argument,
  among?: ReadonlyMap<string, Argument>,
) => boolean;

/**
 * The default relation: a threat attacks an appeal to self-interest, a counterexample an appeal to prevailing
 * practice, if the other party made that appeal in an earlier round. No other sort attacks anything.
 *
 * An attacker that names arguments of the other party in its references means those; one that names none of them
 * answers all earlier ones. Without `among`, the target is the only one it could name.
 *
 * @see OAP RFC 0002, B.4; docs/requirements/argumentation.md, AR-11 and AR-12
 */
export function rfcAttacks(
  attacker: Argument,
  target: Argument,
  among?: ReadonlyMap<string, Argument>,
): boolean {
  if (ANSWERED_BY[attacker.type] !== target.type) return false;
  if (attacker.by === target.by || attacker.round <= target.round) return false;
  const { references } = attacker;
  if (references.includes(target.id)) return true;
  return !references.some((id) => {
    const named = among?.get(id);
    return named !== undefined && named.by !== attacker.by;
  });
}

/** What each sort of argument attacks. */
const ANSWERED_BY: Readonly<Partial<Record<JustificationType, JustificationType>>> = Object.freeze({
  threat: "appeal_to_self_interest",
  counterexample: "appeal_to_prevailing_practice",
});

/**
 * The union of relations: there is an attack where one of them sees one.
 *
 * @example
 * const strict = combineAttacks(
 *   rfcAttacks,
 *   (attacker, target) => attacker.type === "counterexample" && target.type === "threat",
 * );
 */
export function combineAttacks(...relations: readonly AttackRelation[]): AttackRelation {
  return (attacker, target, among) => relations.some((relation) => relation(attacker, target, among));
}

/**
 * The framework of these arguments: the relation is asked for every ordered pair, each with itself included.
 *
 * What the relation throws comes through.
 *
 * @throws {NegotiationError} `invalid_framework` for a repeated id and for too many arguments or attacks
 * @throws {TypeError} when the relation answers anything but true and false
 * @see docs/requirements/argumentation.md, AR-10
 * @example
 * const framework = frameworkOf([
 *   { id: "p1", by: "ada", round: 1, type: "appeal_to_prevailing_practice", references: [] },
 *   { id: "p2", by: "smith", round: 2, type: "counterexample", references: ["p1"] },
 * ]);
 * console.log(framework.attacks); // [["p2", "p1"]]
 */
export function frameworkOf(
  args: readonly Argument[],
  relation: AttackRelation = rfcAttacks,
): ArgumentationFramework {
  const ids = args.map(({ id }) => id);
  // Before the relation is asked: many arguments make very many pairs.
  positionsOf(ids);
  const among: ReadonlyMap<string, Argument> = new Map(args.map((argument) => [argument.id, argument]));
  const attacks: (readonly [attacker: string, target: string])[] = [];
  for (const attacker of args) {
    for (const target of args) {
      if (!demandAnswer(relation(attacker, target, among))) continue;
      if (attacks.length === MAX_ATTACKS) throw tooMany("attacks", MAX_ATTACKS);
      attacks.push([attacker.id, target.id]);
    }
  }
  return defineFramework(ids, attacks);
}

function demandAnswer(answer: boolean): boolean {
  if (typeof answer === "boolean") return answer;
  silence(answer);
  const came = isPromise(answer) ? "a promise" : shown(answer);
  throw new TypeError(`Expected the relation to answer true or false, got ${came}.`);
}
