/**
 * @module
 * Makes a framework of the arguments of a negotiation and a relation that says who attacks whom.
 */

import { shown } from "../errors.js";
import type { Argument } from "./arguments.js";
import { type AttackRelation, rfcAttacks } from "./attacks.js";
import type { ArgumentationFramework } from "./framework.js";
import { defineFramework, MAX_ATTACKS, positionsOf, tooMany } from "./framework.js";
import { isPromise, silence } from "./stray-promise.js";

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
