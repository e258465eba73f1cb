/**
 * @module
 * Checks of plain data that collect what is wrong: each reads one value and says what was expected, and checks of
 * objects are made of those of their members.
 */

import { type Issue, shown } from "../../errors.js";
import { isPlainObject } from "../json/index.js";
import { integerName, isIntegerIn, isText, nearestKey, textName, unmet } from "./argument-checks.js";

/** Keys and indices from the outside in. */
export type Path = readonly (string | number)[];

/** Reads `value`, or adds to `issues` and gives `undefined`. */
export type Check<T> = (value: unknown, path: Path, issues: Issue[]) => T | undefined;

/** Adds "Expected <path> to be <expected>, got <value>." and gives `undefined`. */
export function unexpected(expected: string, value: unknown, path: Path, issues: Issue[]): undefined {
  issues.push({ path, message: unmet(pathName(path), expected, value) });
  return undefined;
}

/** One of some words. */
export function oneOf<const T extends string>(...words: readonly T[]): Check<T> {
  const expected = words.map(shown).join(" or ");
  return (value, path, issues) =>
    words.find((word) => word === value) ?? unexpected(expected, value, path, issues);
}

/** An integer in a range, both ends included. */
export function integer(least: number, most?: number): Check<number> {
  return (value, path, issues) =>
    isIntegerIn(value, least, most) ? value : unexpected(integerName(least, most), value, path, issues);
}

/** Such an integer, or one other value. */
export function integerOr<const Other extends string | null>(
  other: Other,
  least: number,
  most?: number,
): Check<number | Other> {
  const expected = `${integerName(least, most)} or ${shown(other)}`;
  return (value, path, issues) =>
    isIntegerIn(value, least, most) || value === other
      ? (value as number | Other)
      : unexpected(expected, value, path, issues);
}

/** `true` or `false`. */
export const flag: Check<boolean> = (value, path, issues) =>
  typeof value === "boolean" ? value : unexpected("true or false", value, path, issues);

/** Any text but an empty one. */
export const text: Check<string> = (value, path, issues) =>
  isText(value) ? value : unexpected(textName(), value, path, issues);

/** The value that `check` reads, or `absent` where there is none. */
export function optional<T>(check: Check<T>, absent: T): Check<T> {
  return (value, path, issues) => (value === undefined ? absent : check(value, path, issues));
}

/** What `check` reads, or `null`. */
export function nullable<T>(check: Check<T>): Check<T | null> {
  return (value, path, issues) => (value === null ? null : check(value, path, issues));
}

/** What `check` reads for each key, or once for all of them. @see docs/requirements/engine.md, EN-18 */
export function alikeOrEach<Key extends string, T>(
  keys: readonly Key[],
  check: Check<T>,
): Check<{ readonly [K in Key]: T }> {
  const each = shape<{ readonly [K in Key]: T }>(recordOf(keys, check) as never, "");
  return (value, path, issues) => {
    if (isPlainObject(value)) return each(value, path, issues);
    const alike = check(value, path, issues);
    return alike === undefined ? undefined : recordOf(keys, alike);
  };
}

/** The checks of an object's members, by name. */
export type Checks<T> = { readonly [K in keyof T]: Check<T[K]> };

/** A plain object with just these members. */
export function shape<T extends object>(checks: Checks<T>, expected: string): Check<T> {
  return (value, path, issues) => {
    if (!isPlainObject(value)) return unexpected(expected, value, path, issues);
    const before = issues.length;
    const read = membersOf(checks, value, path, issues);
    return issues.length === before ? (read as T) : undefined;
  };
}

/**
 * The members that `checks` name, in that order; one is `undefined` if and only if an issue names it.
 *
 * A member of `value` that they do not name is an issue as well, with the nearest that they do.
 */
export function membersOf<T extends object>(
  checks: Checks<T>,
  value: Readonly<Record<string, unknown>>,
  path: Path,
  issues: Issue[],
): { readonly [K in keyof T]: T[K] | undefined } {
  const read = Object.entries<Check<unknown>>(checks).map(([key, check]) => [
    key,
    check(value[key], [...path, key], issues),
  ]);
  const known = Object.keys(checks);
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const unknown = [...path, key];
    const nearest = pathName([...path, nearestKey(key, known)]);
    const message = `Expected a known option, got ${pathName(unknown)}. The nearest is ${nearest}.`;
    issues.push({ path: unknown, message });
  }
  return Object.fromEntries(read);
}

function recordOf<Key extends string, T>(keys: readonly Key[], value: T): { readonly [K in Key]: T } {
  return Object.fromEntries(keys.map((key) => [key, value])) as { readonly [K in Key]: T };
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
