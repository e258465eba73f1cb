/**
 * @module
 * A mapping of whole outcomes in NegMAS, from parsed data: outcomes are lists of values in the order of the
 * issues, or objects by issue name; the mapping is a list of pairs, or a Map as YAML readers give it.
 */

import type { Fault, MappingEntry, MappingPreferences, OutcomeSpace } from "../../model/index.js";
import { sortOf } from "../../model/index.js";
import type { Fields, ImportReader } from "../index.js";

/** The mapping; `undefined` when faults were noted. Without a `default` it has to name every outcome. */
export function negmasMapping(
  fields: Fields,
  space: OutcomeSpace,
  path: Fault["path"],
  reader: ImportReader,
): MappingPreferences | undefined {
  const inner = [...path, "mapping"];
  const pairs = pairsOf(fields["mapping"], inner, reader);
  if (pairs === undefined) return undefined;
  const seen = new Set<number>();
  const entries = pairs.flatMap((pair, position): MappingEntry[] => {
    const place = [...inner, position];
    if (!Array.isArray(pair) || pair.length !== 2) {
      reader.invalid(place, "a pair of outcome and utility", sortOf(pair));
      return [];
    }
    const index = indexOf(pair[0], space);
    const utility = reader.number(pair[1], [...place, 1]);
    if (index === -1) reader.invalid([...place, 0], "an outcome of the domain", sortOf(pair[0]));
    else if (seen.has(index)) reader.invalid([...place, 0], "an outcome that no other pair has", "another");
    if (index === -1 || utility === undefined) return [];
    seen.add(index);
    return [{ outcome: space.termsAt(index), utility }];
  });
  const isAll = seen.size === space.cardinality;
  const given = fields["default"];
  const otherwise = isAll && (given ?? null) === null ? 0 : reader.number(given, [...path, "default"]);
  if (otherwise === undefined || entries.length < pairs.length) return undefined;
  return { kind: "mapping", entries, otherwise };
}

function pairsOf(value: unknown, path: Fault["path"], reader: ImportReader): readonly unknown[] | undefined {
  if (value instanceof Map) return [...value];
  if (Array.isArray(value)) return value;
  reader.invalid(path, "a list of pairs or a Map", sortOf(value));
  return undefined;
}

function indexOf(outcome: unknown, space: OutcomeSpace): number {
  if (!Array.isArray(outcome)) return space.indexOf(outcome);
  if (outcome.length !== space.issues.length) return -1;
  return space.indexOf(
    Object.fromEntries(space.issues.map(({ name }, position) => [name, outcome[position]])),
  );
}
