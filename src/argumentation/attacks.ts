/**
 * @module
 * Which argument attacks which: the two attacks that OAP RFC 0002 names, and how a domain adds its own.
 */

import type { JustificationType } from "../core/record/index.js";
import type { Argument } from "./arguments.js";

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
