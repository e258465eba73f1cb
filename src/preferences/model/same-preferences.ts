/**
 * @module
 * Whether two pieces of data say the same preferences, undiscounted: with defaults written out or not.
 */

import { FaultList } from "./faults.js";
import type { OutcomeSpace } from "./outcome-space.js";
import { completePreferences } from "./preference-checks.js";
import { type Preferences, undiscounted } from "./preferences.js";

/** Whether both give every outcome of the space the same utility by the same data, and have one reservation. */
export function isSamePreferences(one: Preferences, other: Preferences, space: OutcomeSpace): boolean {
  const [first, second] = [one, other].map((preferences) =>
    completePreferences(undiscounted(preferences), space, [], new FaultList()),
  );
  return first !== undefined && second !== undefined && isSameJson(first, second);
}

function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other;
  }
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every(
    (key) => Object.hasOwn(other, key) && isSameJson(memberOf(one, key), memberOf(other, key)),
  );
}

function memberOf(holder: object, key: string): unknown {
  return (holder as Readonly<Record<string, unknown>>)[key];
}
