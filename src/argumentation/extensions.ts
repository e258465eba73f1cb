/**
 * @module
 * What can be said of a set of arguments: whether it is at peace, can defend itself, or leaves nothing open; and the
 * grounded extension, the one set that every view must hold. Each answer takes one walk or two over the attacks.
 */

import {
  type ArgumentationFramework,
  type AttackList,
  attackList,
  idsMarked,
  marksOf,
  positionOf,
} from "./framework.js";

/**
 * Whether no member of the set attacks a member, itself included.
 *
 * @param members - ids; repeated ones have no effect, here and below
 * @throws {NegotiationError} `invalid_framework` for an unknown id, with `details.id`
 * @see Dung 1995, definition 5
 */
export function isConflictFree(framework: ArgumentationFramework, members: readonly string[]): boolean {
  const list = attackList(framework);
  return isAtPeace(list, marksOf(list, members));
}

/**
 * Whether the set attacks every attacker of `id`, which need not be a member.
 *
 * @throws {NegotiationError} `invalid_framework` for an unknown id, with `details.id`
 * @see Dung 1995, definition 6
 */
export function defends(framework: ArgumentationFramework, members: readonly string[], id: string): boolean {
  const list = attackList(framework);
  const defended = defendedBy(list, marksOf(list, members));
  return defended[positionOf(list.positions, id)] === 1;
}

/**
 * Whether the set is conflict-free and defends each of its members.
 *
 * @throws {NegotiationError} `invalid_framework` for an unknown id, with `details.id`
 * @see Dung 1995, definition 6; OAP RFC 0002, B.4
 */
export function isAdmissible(framework: ArgumentationFramework, members: readonly string[]): boolean {
  const list = attackList(framework);
  const marks = marksOf(list, members);
  const defended = defendedBy(list, marks);
  return isAtPeace(list, marks) && marks.every((mark, position) => mark === 0 || defended[position] === 1);
}

/**
 * All arguments that the set defends: the value of the characteristic function F. The set need not be conflict-free.
 *
 * @returns in the order of the framework; frozen
 * @throws {NegotiationError} `invalid_framework` for an unknown id, with `details.id`
 * @see Dung 1995, definition 16
 */
export function characteristic(
  framework: ArgumentationFramework,
  members: readonly string[],
): readonly string[] {
  const list = attackList(framework);
  return idsMarked(list, defendedBy(list, marksOf(list, members)), 1);
}

/**
 * Whether the set is conflict-free and consists of exactly what it defends.
 *
 * @throws {NegotiationError} `invalid_framework` for an unknown id, with `details.id`
 * @see Dung 1995, definition 23 and lemma 24
 */
export function isComplete(framework: ArgumentationFramework, members: readonly string[]): boolean {
  const list = attackList(framework);
  const marks = marksOf(list, members);
  const defended = defendedBy(list, marks);
  return isAtPeace(list, marks) && marks.every((mark, position) => mark === defended[position]);
}

/**
 * Whether the set is conflict-free and attacks every argument outside it.
 *
 * @throws {NegotiationError} `invalid_framework` for an unknown id, with `details.id`
 * @see Dung 1995, definition 13
 */
export function isStable(framework: ArgumentationFramework, members: readonly string[]): boolean {
  const list = attackList(framework);
  const marks = marksOf(list, members);
  const attacked = attackedBy(list, marks);
  // A member that is attacked has its attacker inside, and an outsider that is not is left alone.
  return marks.every((mark, position) => mark !== attacked[position]);
}

function isAtPeace({ attackers, targets }: AttackList, marks: Uint8Array): boolean {
  return attackers.every(
    (attacker, attack) => marks[attacker] === 0 || marks[targets[attack] as number] === 0,
  );
}

function attackedBy({ attackers, targets }: AttackList, marks: Uint8Array): Uint8Array {
  const attacked = new Uint8Array(marks.length);
  for (const [attack, attacker] of attackers.entries()) {
    if (marks[attacker] === 1) attacked[targets[attack] as number] = 1;
  }
  return attacked;
}

function defendedBy(list: AttackList, marks: Uint8Array): Uint8Array {
  const attacked = attackedBy(list, marks);
  const defended = new Uint8Array(marks.length).fill(1);
  for (const [attack, attacker] of list.attackers.entries()) {
    if (attacked[attacker] === 0) defended[list.targets[attack] as number] = 0;
  }
  return defended;
}

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
