/**
 * @module
 * What can be said of a set of arguments: whether it is at peace, can defend itself, or leaves nothing open. Each
 * answer takes one walk or two over the attacks. The grounded extension is in `grounded.ts`.
 */

import { type AttackList, attackList, idsMarked, marksOf } from "./attack-list.js";
import { type ArgumentationFramework, positionOf } from "./framework.js";

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
