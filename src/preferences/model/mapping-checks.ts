/**
 * @module
 * Checks the entries of a mapping: each names an outcome of the space, none twice.
 */

import { isPlainObject } from "../../core/json/index.js";
import type { FieldCheck } from "./field-check.js";
import type { IssueTerms, OutcomeSpace } from "./outcome-space.js";
import type { MappingEntry } from "./preferences.js";

/** The member `entries` of a mapping. What is faulty is left out. */
export function checkedEntries(check: FieldCheck, space: OutcomeSpace): readonly MappingEntry[] {
  const list = check.list("entries");
  const seen = new Set<number>();
  const entries: MappingEntry[] = [];
  for (let position = 0; position < list.length; position += 1) {
    const inner = check.inside("entries", position);
    if (inner === undefined) continue;
    inner.onlyKeys("outcome", "utility");
    const utility = inner.number("utility");
    const outcome = inner.fields["outcome"];
    const index = isPlainObject(outcome) ? space.indexOf(outcome) : -1;
    if (index === -1) {
      inner.fault("outcome", "terms that are an outcome of the space");
    } else if (seen.has(index)) {
      inner.fault("outcome", "an outcome that no earlier entry has");
    } else {
      entries.push(Object.freeze({ outcome: Object.freeze({ ...(outcome as IssueTerms) }), utility }));
    }
    seen.add(index);
  }
  return Object.freeze(entries);
}
