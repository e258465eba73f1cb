/**
 * @module
 * A framework in numbers: its attacks as places in the list of arguments. The semantics walk these lists, so that
 * each is linear and none is recursive.
 */

import { type ArgumentationFramework, positionOf, positionsOf } from "./framework.js";

/** Attack number k goes from `attackers[k]` to `targets[k]`, both places in `ids`. */
export interface AttackList {
  readonly ids: readonly string[];
  readonly positions: ReadonlyMap<string, number>;
  readonly attackers: Int32Array;
  readonly targets: Int32Array;
}

/**
 * The attacks of a framework in numbers.
 *
 * @throws {NegotiationError} `invalid_framework` when the framework, made by hand, repeats or lacks an argument
 */
export function attackList(framework: ArgumentationFramework): AttackList {
  const { arguments: ids, attacks } = framework;
  const positions = positionsOf(ids);
  const attackers = new Int32Array(attacks.length);
  const targets = new Int32Array(attacks.length);
  let count = 0;
  for (const [attacker, target] of attacks) {
    attackers[count] = positionOf(positions, attacker);
    targets[count] = positionOf(positions, target);
    count += 1;
  }
  return { ids, positions, attackers, targets };
}

/**
 * A mark of 1 at the place of each member.
 *
 * @throws {NegotiationError} `invalid_framework` for an unknown id
 */
export function marksOf({ ids, positions }: AttackList, members: readonly string[]): Uint8Array {
  const marks = new Uint8Array(ids.length);
  for (const id of members) marks[positionOf(positions, id)] = 1;
  return marks;
}

/** The ids whose places have that mark, in the order of the framework. Frozen. */
export function idsMarked({ ids }: AttackList, marks: Uint8Array, mark: number): readonly string[] {
  return Object.freeze(ids.filter((_, position) => marks[position] === mark));
}
