/**
 * @module
 * What the arguments so far make of the proposal that stands: unargued, or its argument's label; and why, in words
 * of data. Derived from the turns at each call, and kept nowhere.
 */

import type { Proposal } from "../core/record/index.js";
import {
  type ArguedTurn,
  type Argument,
  type AttackRelation,
  argumentsOf,
  frameworkOf,
  isArgued,
  rfcAttacks,
} from "./arguments.js";
import { grounded, type Label, type Labelling } from "./extensions.js";
import type { ArgumentationFramework } from "./framework.js";

/** As much of an agent's call as the arguments need. */
export interface ArguedCall {
  readonly turns: readonly ArguedTurn[];
  readonly standing: Pick<Proposal, "id"> | null;
}

/** All arguments of a call, who attacks whom, and what is left of them. */
interface Debate {
  readonly arguments: readonly Argument[];
  readonly framework: ArgumentationFramework;
  readonly labels: Labelling;
}

/** The debate in these turns. */
function debateIn(turns: readonly ArguedTurn[], relation: AttackRelation = rfcAttacks): Debate {
  const all = argumentsOf(turns);
  const framework = frameworkOf(all, relation);
  return { arguments: all, framework, labels: grounded(framework) };
}

/** The label of an argument. */
function labelOf(labels: Labelling, id: string): Label {
  if (labels.in.includes(id)) return "in";
  return labels.out.includes(id) ? "out" : "undecided";
}

/**
 * Whether nothing that was argued speaks against the standing proposal: it came without a justification, or its
 * argument is `in` the grounded extension.
 *
 * @throws {Error} when nothing stands, when no turn made what does, and what the relation throws
 * @throws {NegotiationError} `invalid_framework` when a justification cannot be read
 */
export function isSupported(call: ArguedCall, relation?: AttackRelation): boolean {
  const id = decidingId(call);
  return id === null || debateIn(call.turns, relation).labels.in.includes(id);
}

/**
 * The id of the argument for the standing proposal; `null` when it came without.
 *
 * @throws {Error} when nothing stands, or no turn made what does
 */
function decidingId({ turns, standing }: ArguedCall): string | null {
  if (standing === null) throw new Error("Expected a standing proposal, got none. Judge an accept only.");
  const turn = turns.find(({ round, proposalId }) => round !== null && proposalId === standing.id);
  if (turn !== undefined) return isArgued(turn) ? standing.id : null;
  throw new Error("Expected the turn of the standing proposal, got none. Hand in all turns.");
}

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
