/**
 * @module
 * Options that take one of a few texts, and those that are true or false: a misspelt one is refused by name.
 */

import { nearestKey, unmet } from "../../core/checks/index.js";

/**
 * The value, if it is one of those that are known.
 *
 * @param name - of the option
 * @throws {TypeError} else, naming the nearest one
 * @see docs/requirements/bargaining.md, BA-46
 */
export function oneOf<Text extends string>(name: string, value: Text, known: readonly Text[]): Text {
  if (known.includes(value)) return value;
  const wanted = known.map((text) => JSON.stringify(text)).join(" or ");
  const hint = typeof value === "string" ? ` Did you mean ${JSON.stringify(nearestKey(value, known))}?` : "";
  throw new TypeError(`${unmet(name, wanted, value)}${hint}`);
}

/**
 * Passes values that are true or false.
 *
 * @param flags - by the name of their option
 * @throws {TypeError} for any other
 */
export function demandFlags(flags: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(flags)) {
    if (typeof value !== "boolean") throw new TypeError(unmet(name, "true or false", value));
  }
}
