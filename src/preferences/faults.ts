/**
 * @module
 * What is wrong with data that somebody handed in, listed fault by fault, and the error that carries the list.
 */

import { type Code, NegotiationError } from "../errors.js";

/** A string key or a list index on the way to a value. */
export type FaultKey = string | number;

/** One thing wrong with an input: where, what was expected, what came. */
export interface Fault {
  /** Keys and indices from the outside in; empty for the value itself. */
  readonly path: readonly FaultKey[];
  readonly expected: string;
  /** What came; never a utility, weight or reservation itself, only its sort. */
  readonly received: string;
}

/**
 * The error that lists these faults in `details.issues`; its message shows the first.
 *
 * @param subject - what was checked: "the issues", "the scenario laptop"
 * @param faults - at least one
 */
export function refusedWith(code: Code, subject: string, faults: readonly Fault[]): NegotiationError {
  const first = faults[0];
  const place = first === undefined || first.path.length === 0 ? "" : ` at /${first.path.join("/")}`;
  const rest =
    faults.length > 1 ? ` Mend all ${faults.length} faults listed in details.issues.` : " Mend that.";
  const message = `Expected ${subject} to have ${first?.expected}, got ${first?.received}${place}.${rest}`;
  return new NegotiationError(code, message, { details: { issues: Object.freeze([...faults]) } });
}

/** The sort of a value without the value: what may be said of utilities and reservations. */
export function sortOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value !== "number") return typeof value === "object" ? "an object" : `a ${typeof value}`;
  if (Number.isNaN(value)) return "NaN";
  return Number.isFinite(value) ? "a number out of range" : "an infinite number";
}

/** Adds a fault for each own key that is not known. */
export function refuseUnknownKeys(
  value: object,
  known: readonly string[],
  path: readonly FaultKey[],
  faults: Fault[],
): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    faults.push({ path: [...path, key], expected: `no keys but ${known.join(", ")}`, received: "another" });
  }
}
