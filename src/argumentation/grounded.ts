/**
 * @module
 * The grounded extension as a labelling: what even the most cautious party takes for settled.
 */

import { type AttackList, attackList, idsMarked } from "./attack-list.js";
import type { ArgumentationFramework } from "./framework.js";

/** What became of an argument. */
export type Label = "in" | "out" | "undecided";

/** The arguments by their label: each stands in exactly one list, in the order of the framework. Frozen. */
export interface Labelling {
  /** The least fixed point of the characteristic function. */
  readonly in: readonly string[];
  /** Attacked by an argument that is `in`. */
  readonly out: readonly string[];
  /** The rest: a self-attacker, say, that nothing `in` attacks. */
  readonly undecided: readonly string[];
}

/**
 * The grounded labelling of a framework.
 *
 * Linear in arguments and attacks, without recursion: it looks at each attack once to count it and once to lift it.
 *
 * @throws {NegotiationError} `invalid_framework` for a framework that was made by hand and is none
 * @see Dung 1995, definition 20 and theorem 25; docs/requirements/argumentation.md, AR-4 to AR-7
 * @example
 * const { in: accepted, undecided } = grounded(
 *   defineFramework(["a", "b", "c", "d"], [["a", "b"], ["c", "d"], ["d", "c"]]),
 * );
 * console.log(accepted, undecided); // ["a"] ["c", "d"]
 */
export function grounded(framework: ArgumentationFramework): Labelling {
  const list = attackList(framework);
  const marks = marksOfGrounded(list);
  return Object.freeze({
    in: idsMarked(list, marks, IN),
    out: idsMarked(list, marks, OUT),
    undecided: idsMarked(list, marks, UNDECIDED),
  });
}

const UNDECIDED = 0;
const IN = 1;
const OUT = 2;

function marksOfGrounded(list: AttackList): Uint8Array {
  const marks = new Uint8Array(list.ids.length);
  const { targets } = list;
  const { liveAttackers, firstAttack, nextAttack } = linked(list);
  // Grows while it is walked: whoever has no live attacker left joins.
  const queue: number[] = [];
  for (const [position, count] of liveAttackers.entries()) if (count === 0) queue.push(position);
  for (const accepted of queue) {
    marks[accepted] = IN;
    for (let attack = at(firstAttack, accepted); attack !== NONE; attack = at(nextAttack, attack)) {
      const target = at(targets, attack);
      if (marks[target] === OUT) continue;
      marks[target] = OUT;
      for (let lifted = at(firstAttack, target); lifted !== NONE; lifted = at(nextAttack, lifted)) {
        const freed = at(targets, lifted);
        // What is `out` never gets here with 0: its attacker that is `in` stays.
        const left = at(liveAttackers, freed) - 1;
        liveAttackers[freed] = left;
        if (left === 0) queue.push(freed);
      }
    }
  }
  return marks;
}

/** The end of a chain of attacks. */
const NONE = -1;

/** For each argument the number of its attackers, and the chain of its own attacks. */
function linked({
  ids,
  attackers,
  targets,
}: AttackList): Record<"liveAttackers" | "firstAttack" | "nextAttack", Int32Array> {
  const liveAttackers = new Int32Array(ids.length);
  const firstAttack = new Int32Array(ids.length).fill(NONE);
  const nextAttack = new Int32Array(attackers.length).fill(NONE);
  for (const [attack, attacker] of attackers.entries()) {
    const target = at(targets, attack);
    liveAttackers[target] = at(liveAttackers, target) + 1;
    nextAttack[attack] = at(firstAttack, attacker);
    firstAttack[attacker] = attack;
  }
  return { liveAttackers, firstAttack, nextAttack };
}

function at(list: Int32Array, position: number): number {
  return list[position] as number;
}
