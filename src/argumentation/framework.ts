/**
 * @module
 * Dung's frameworks as plain data: who is there, and who attacks whom. Which arguments survive is the business of
 * `extensions.ts`, where arguments come from that of `arguments.ts`.
 */

import { NegotiationError, shown } from "../errors.js";

/**
 * A set of arguments and a relation of attack on it. Plain data; `defineFramework` makes a checked, frozen one.
 *
 * @see Dung, On the Acceptability of Arguments, Artificial Intelligence 77(2), 1995, definition 2
 */
export interface ArgumentationFramework {
  /** Unique ids, any strings. Every result lists its ids in this order. */
  readonly arguments: readonly string[];
  /** An argument may attack itself. */
  readonly attacks: readonly (readonly [attacker: string, target: string])[];
}

/** More arguments make no framework. */
export const MAX_ARGUMENTS = 10_000;

/** More attacks make no framework; one that is listed twice counts once. */
export const MAX_ATTACKS = 1_000_000;

/**
 * A checked copy of the parts, frozen at every depth, in which no attack is listed twice.
 *
 * @param argumentIds - at most 10,000
 * @param attacks - at most 1,000,000 different ones
 * @throws {NegotiationError} `invalid_framework` for a repeated argument or an attack that names an unknown one, with
 * its `details.id`, and for too many of either, with `details.limit`
 * @throws {TypeError} when ids are no strings or attacks no pairs
 * @see docs/requirements/argumentation.md, AR-1 and AR-2
 * @example
 * const framework = defineFramework(["a", "b", "c"], [["a", "b"], ["b", "c"]]);
 * console.log(grounded(framework).in); // ["a", "c"]
 */
export function defineFramework(
  argumentIds: ArgumentationFramework["arguments"],
  attacks: ArgumentationFramework["attacks"],
): ArgumentationFramework {
  const positions = positionsOf(argumentIds);
  const kept: (readonly [attacker: string, target: string])[] = [];
  const seen = new Set<number>();
  for (const attack of demandList("attacks", attacks)) {
    const [attacker, target] = demandPair(attack);
    const key = positionOf(positions, attacker) * positions.size + positionOf(positions, target);
    if (seen.has(key)) continue;
    if (seen.size === MAX_ATTACKS) throw tooMany("attacks", MAX_ATTACKS);
    seen.add(key);
    kept.push(Object.freeze([attacker, target] as const));
  }
  return Object.freeze({ arguments: Object.freeze([...positions.keys()]), attacks: Object.freeze(kept) });
}

/**
 * The place of each id in its list.
 *
 * @throws {NegotiationError} `invalid_framework` for a repeated id or too many
 * @throws {TypeError} when one is no string
 */
export function positionsOf(argumentIds: readonly string[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (const id of demandList("arguments", argumentIds)) {
    if (typeof id !== "string") throw new TypeError(`Expected an argument's id, a string, got ${shown(id)}.`);
    if (positions.has(id)) throw invalid("each argument once", `${shown(id)} again`, "Leave it out", { id });
    if (positions.size === MAX_ARGUMENTS) throw tooMany("arguments", MAX_ARGUMENTS);
    positions.set(id, positions.size);
  }
  return positions;
}

/**
 * The place of one id.
 *
 * @throws {NegotiationError} `invalid_framework` for an unknown one, with `details.id`
 */
export function positionOf(positions: ReadonlyMap<string, number>, id: string): number {
  const position = positions.get(id);
  if (position !== undefined) return position;
  throw invalid("the id of an argument of the framework", shown(id), "Add it to `arguments`", { id });
}

/** The error for more than `limit` arguments or attacks. */
export function tooMany(what: "arguments" | "attacks", limit: number): NegotiationError {
  return invalid(`at most ${limit} ${what}`, "more", "Leave some out", { limit });
}

/** An `invalid_framework` that says what was expected, what came and what to do. */
export function invalid(
  expected: string,
  came: string,
  cure: string,
  details: Readonly<Record<string, unknown>>,
): NegotiationError {
  return new NegotiationError("invalid_framework", `Expected ${expected}, got ${came}. ${cure}.`, {
    details,
  });
}

function demandList<T>(name: string, list: readonly T[]): readonly T[] {
  if (Array.isArray(list)) return list;
  throw new TypeError(`Expected ${name} to be a list, got ${shown(list)}.`);
}

function demandPair(attack: readonly [string, string]): readonly [string, string] {
  if (Array.isArray(attack) && attack.length === 2) return attack;
  throw new TypeError(`Expected an attack to be a pair [attacker, target], got ${shown(attack)}.`);
}

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
 * @throws {TypeError} when its ids are no strings or its attacks no pairs
 */
export function attackList(framework: ArgumentationFramework): AttackList {
  const { arguments: ids, attacks } = framework;
  const positions = positionsOf(ids);
  demandList("attacks", attacks);
  const attackers = new Int32Array(attacks.length);
  const targets = new Int32Array(attacks.length);
  let count = 0;
  for (const attack of attacks) {
    const [attacker, target] = demandPair(attack);
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
  for (const id of demandList("members", members)) marks[positionOf(positions, id)] = 1;
  return marks;
}

/** The ids whose places have that mark, in the order of the framework. Frozen. */
export function idsMarked({ ids }: AttackList, marks: Uint8Array, mark: number): readonly string[] {
  return Object.freeze(ids.filter((_, position) => marks[position] === mark));
}
