/**
 * @module
 * What the arguments so far make of the proposal that stands: unargued, or its argument's label. Derived from the
 * turns at each call, and kept nowhere.
 */

import type { Proposal } from "../core/record/index.js";
import { type ArguedTurn, type Argument, argumentsOf, isArgued } from "./arguments.js";
import { type AttackRelation, rfcAttacks } from "./attacks.js";
import type { ArgumentationFramework } from "./framework.js";
import { frameworkOf } from "./framework-of.js";
import { grounded, type Label, type Labelling } from "./grounded.js";

/** As much of an agent's call as the arguments need. */
export interface ArguedCall {
  readonly turns: readonly ArguedTurn[];
  readonly standing: Pick<Proposal, "id"> | null;
}

/** All arguments of a call, who attacks whom, and what is left of them. */
export interface Debate {
  readonly arguments: readonly Argument[];
  readonly framework: ArgumentationFramework;
  readonly labels: Labelling;
}

/** The debate in these turns. */
export function debateIn(turns: readonly ArguedTurn[], relation: AttackRelation = rfcAttacks): Debate {
  const all = argumentsOf(turns);
  const framework = frameworkOf(all, relation);
  return { arguments: all, framework, labels: grounded(framework) };
}

/** The label of an argument. */
export function labelOf(labels: Labelling, id: string): Label {
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
export function decidingId({ turns, standing }: ArguedCall): string | null {
  if (standing === null) throw new Error("Expected a standing proposal, got none. Judge an accept only.");
  const turn = turns.find(({ round, proposalId }) => round !== null && proposalId === standing.id);
  if (turn !== undefined) return isArgued(turn) ? standing.id : null;
  throw new Error("Expected the turn of the standing proposal, got none. Hand in all turns.");
}
