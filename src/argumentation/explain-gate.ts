/**
 * @module
 * Tells a party's own side why its gate decides as it does: ids, sorts and labels, never what was said in words.
 */

import type { Argument } from "./arguments.js";
import type { AttackRelation } from "./attacks.js";
import type { Label } from "./grounded.js";
import { type ArguedCall, debateIn, decidingId, labelOf } from "./standing-support.js";

/** An argument with what became of it. Frozen. */
export interface LabelledArgument extends Pick<Argument, "id" | "by" | "round" | "type"> {
  readonly label: Label;
}

/** The arguments as a gate sees them. Frozen; JSON-safe. */
export interface GateExplanation {
  /** All of them, in the order of the turns. */
  readonly arguments: readonly LabelledArgument[];
  /** The argument of the standing proposal; `null` when it has none, or nothing stands. */
  readonly deciding: LabelledArgument | null;
  /** Who attacks the deciding one. */
  readonly attackers: readonly LabelledArgument[];
}

/**
 * All arguments with their labels, the one that decides and its attackers.
 *
 * Of a justification that nobody can read it throws what the gate would have taken for "no support".
 *
 * @param relation - the gate's own; by default `rfcAttacks`
 * @throws {NegotiationError} `invalid_framework` when a justification cannot be read
 * @see docs/requirements/argumentation.md, AR-20
 * @example
 * const agent: Agent<{ price: number }> = (call) => {
 *   console.log(explainGate(call).deciding?.label);
 *   return { action: "reject" };
 * };
 */
export function explainGate(call: ArguedCall, relation?: AttackRelation): GateExplanation {
  const debate = debateIn(call.turns, relation);
  const labelled = new Map(
    debate.arguments.map(({ id, by, round, type }) => [
      id,
      Object.freeze({ id, by, round, type, label: labelOf(debate.labels, id) }),
    ]),
  );
  const deciding = call.standing === null ? null : decidingId(call);
  const attackers = debate.framework.attacks
    .filter(([, target]) => target === deciding)
    .flatMap(([attacker]) => labelled.get(attacker) ?? []);
  return Object.freeze({
    arguments: Object.freeze([...labelled.values()]),
    deciding: (deciding === null ? undefined : labelled.get(deciding)) ?? null,
    attackers: Object.freeze(attackers),
  });
}
