/**
 * @module
 * What the tables of every SQL store have in common: a prefix, a number, the refusal of numbers that this
 * version cannot work with, and options that are known by name.
 */

import { demandShape, nearestKey } from "../../core/checks/index.js";
import { NegotiationError, shown } from "../../errors.js";

/**
 * The prefix, `concordat_` when there is none.
 *
 * @throws {TypeError} when it is no name that needs no quotes
 */
export function checkedPrefix(prefix = "concordat_"): string {
  if (typeof prefix === "string" && /^[a-z_][a-z0-9_]{0,30}$/.test(prefix)) return prefix;
  throw new TypeError(`Expected tablePrefix to match ^[a-z_][a-z0-9_]{0,30}$, got ${shown(prefix)}.`);
}

/**
 * Passes options whose names are known.
 *
 * @throws {TypeError} that names the nearest known one
 */
export function checkKeys(options: object, known: readonly string[]): void {
  demandShape("options", options ?? null, "object");
  const stray = Object.keys(options).find((key) => !known.includes(key));
  if (stray === undefined) return;
  throw new TypeError(
    `Expected a known option, got ${shown(stray)}. Did you mean ${nearestKey(stray, known)}?`,
  );
}

/**
 * Passes a layout that this version works with, and an older one that may be migrated.
 *
 * @param found - 0 when there are no tables
 * @param ddl - the function that gives the SQL to run by hand in an empty database
 * @throws {NegotiationError} `schema_unsupported` else
 */
export function checkLayout(found: number, supported: number, migrate: boolean, ddl: string): void {
  if (found === supported || (found < supported && migrate)) return;
  const cure =
    found > supported
      ? "Upgrade this process."
      : `${found === 0 ? `Run the SQL of ${ddl}(), or open` : "Open"} the store with migrate: true.`;
  const got = found === 0 ? "none" : `layout ${found}`;
  throw new NegotiationError(
    "schema_unsupported",
    `Expected tables of layout ${supported}, got ${got}. ${cure}`,
    { details: { found, supported } },
  );
}
