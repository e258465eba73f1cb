/**
 * @module
 * The small checks of which `rules-validation.ts` is made: each reads one value and says what was expected.
 */

import { type Issue, shown } from "../errors.js";
import { ACTIONS } from "./moves.js";
import { nearestKey } from "./nearest-key.js";
import type { Action } from "./negotiation.js";
import { isPlainObject } from "./plain-object.js";
import type { ByPairing } from "./rules.js";

/** Keys and indices from the outside in. */
export type Path = readonly (string | number)[];

/** Reads `value`, or adds to `issues` and gives `undefined`. */
export type Check<T> = (value: unknown, path: Path, issues: Issue[]) => T | undefined;

/** Adds "Expected <path> to be <expected>, got <value>." and gives `undefined`. */
export function unexpected(expected: string, value: unknown, path: Path, issues: Issue[]): undefined {
  issues.push({ path, message: `Expected ${pathName(path)} to be ${expected}, got ${shown(value)}.` });
  return undefined;
}

/** One of some words. */
export function oneOf<const T extends string>(...words: readonly T[]): Check<T> {
  const expected = words.map((word) => `"${word}"`).join(" or ");
  return (value, path, issues) =>
    words.find((word) => word === value) ?? unexpected(expected, value, path, issues);
}

/** An integer in a range, both ends included. */
export function integer(least: number, most: number = Number.MAX_SAFE_INTEGER): Check<number> {
  return (value, path, issues) =>
    isIntegerIn(value, least, most) ? value : unexpected(rangeName(least, most), value, path, issues);
}

/** `true` or `false`. */
export const flag: Check<boolean> = (value, path, issues) =>
  typeof value === "boolean" ? value : unexpected("true or false", value, path, issues);

/** Ten years of 365 days, in ms. @see spec/engine.md, EN-26 */
const LONGEST_MS = 315_360_000_000;

/** Milliseconds of a deadline. @see spec/engine.md, EN-26 */
export const duration: Check<number> = (value, path, issues) =>
  isIntegerIn(value, 1, LONGEST_MS) ? value : unexpected(DURATION, value, path, issues);

/** Milliseconds, or `null` for none. @see spec/engine.md, EN-26 */
export const durationOrNull: Check<number | null> = (value, path, issues) =>
  value === null || isIntegerIn(value, 1, LONGEST_MS)
    ? value
    : unexpected(`${DURATION}, or null`, value, path, issues);

/** A bound of a cap: an integer, or `"unlimited"`. @see spec/engine.md, EN-18 */
export function capLimit(least: number): Check<number | "unlimited"> {
  return (value, path, issues) =>
    value === "unlimited" || isIntegerIn(value, least)
      ? value
      : unexpected(`${rangeName(least)} or "unlimited"`, value, path, issues);
}

/** A list of actions, each named at most once. */
export const actionList: Check<readonly Action[]> = (value, path, issues) => {
  if (!Array.isArray(value)) return unexpected("a list of actions", value, path, issues);
  const before = issues.length;
  const actions = Array.from(value, (element: unknown, index) => action(element, [...path, index], issues));
  actions.forEach((found, index) => {
    if (found === undefined || actions.indexOf(found) === index) return;
    unexpected("named once only", found, [...path, index], issues);
  });
  return issues.length === before ? (actions as Action[]) : undefined;
};

/** The value that `check` reads, or `absent` where there is none. */
export function optional<T>(check: Check<T>, absent: T): Check<T> {
  return (value, path, issues) => (value === undefined ? absent : check(value, path, issues));
}

/** What `check` reads, or `null`. */
export function nullable<T>(check: Check<T>): Check<T | null> {
  return (value, path, issues) => (value === null ? null : check(value, path, issues));
}

/** One value for all pairings, or an object with one for each. @see spec/engine.md, EN-18 */
export function byPairing<T>(check: Check<T>): Check<ByPairing<T>> {
  return (value, path, issues) => {
    if (!isPlainObject(value)) {
      const alike = check(value, path, issues);
      return alike === undefined ? undefined : { system: alike, mixed: alike, personal: alike };
    }
    return members(
      {
        system: check(value["system"], [...path, "system"], issues),
        mixed: check(value["mixed"], [...path, "mixed"], issues),
        personal: check(value["personal"], [...path, "personal"], issues),
      },
      value,
      path,
      issues,
    );
  };
}

/** `read` if every member was read, and no member of `value` is unknown; names the nearest of `read`. */
export function members<T extends object>(
  read: { readonly [K in keyof T]: T[K] | undefined },
  value: Readonly<Record<string, unknown>>,
  path: Path,
  issues: Issue[],
): T | undefined {
  const known = Object.keys(read);
  let isComplete = known.every((key) => read[key as keyof T] !== undefined);
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    isComplete = false;
    const unknown = pathName([...path, key]);
    const message = `Expected a known option, got ${unknown}. The nearest is ${pathName([...path, nearestKey(key, known)])}.`;
    issues.push({ path: [...path, key], message });
  }
  return isComplete ? (read as T) : undefined;
}

const DURATION = "an integer from 1 to 315360000000 (ms)";

const action: Check<Action> = oneOf(...ACTIONS);

function isIntegerIn(value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

function rangeName(least: number, most = Number.MAX_SAFE_INTEGER): string {
  return most === Number.MAX_SAFE_INTEGER
    ? `an integer of at least ${least}`
    : `an integer from ${least} to ${most}`;
}

/** `actions.all[2]`; long keys are cut, as `shown` cuts values. */
function pathName(path: Path): string {
  let name = "";
  for (const key of path) {
    if (typeof key === "number") name += `[${key}]`;
    else name += `${name === "" ? "" : "."}${key.slice(0, 80)}`;
  }
  return name === "" ? "the rules" : name;
}
