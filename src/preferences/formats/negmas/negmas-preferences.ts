/**
 * @module
 * A party's utility function in NegMAS, from parsed data: linear additive with mappings, or one mapping of whole
 * outcomes. Other types are not supported.
 */

import { shown } from "../../../errors.js";
import type {
  AdditivePreferences,
  CompleteIssue,
  Fault,
  OutcomeSpace,
  Preferences,
  TableFunction,
} from "../../model/index.js";
import { MOST_VALUES, sizeOfIssue, sortOf, valueOfIssue } from "../../model/index.js";
import type { Fields, ImportReader } from "../index.js";
import { negmasType } from "./negmas-issues.js";
import { negmasMapping } from "./negmas-mapping.js";

/** The preferences of a party; `undefined` when faults were noted. */
export function readNegmasPreferences(
  fields: Fields,
  space: OutcomeSpace,
  path: Fault["path"],
  reader: ImportReader,
): Preferences | undefined {
  const reservation = readReservation(fields["reserved_value"], [...path, "reserved_value"], reader);
  const base = readBase(fields, space, path, reader);
  return base && reservation !== undefined ? { ...base, reservation } : undefined;
}

function readBase(
  fields: Fields,
  space: OutcomeSpace,
  path: Fault["path"],
  reader: ImportReader,
): Preferences | undefined {
  const type = negmasType(fields);
  if (type === "LinearAdditiveUtilityFunction" || type === "LinearAdditiveUFun") {
    return readAdditive(fields, space, path, reader);
  }
  if (type === "MappingUtilityFunction" || type === "MappingUFun") {
    return negmasMapping(fields, space, path, reader);
  }
  if (type === undefined) reader.invalid([...path, "type"], "the name of a class", "none");
  else reader.unsupported([...path, "type"], "LinearAdditive- or MappingUtilityFunction", shown(type));
  return undefined;
}

/** NegMAS's default is minus infinity: every outcome is better than none. */
function readReservation(
  value: unknown,
  path: Fault["path"],
  reader: ImportReader,
): number | null | undefined {
  if (value === undefined || value === null || value === Number.NEGATIVE_INFINITY) return null;
  return reader.number(value, path);
}

function readAdditive(
  fields: Fields,
  space: OutcomeSpace,
  path: Fault["path"],
  reader: ImportReader,
): AdditivePreferences | undefined {
  const given = inIssueOrder(fields["weights"], space, [...path, "weights"], reader);
  const weights = given.flatMap(({ value, path: place }) => reader.number(value, place) ?? []);
  const functions = inIssueOrder(fields["values"], space, [...path, "values"], reader);
  const values = functions.flatMap(({ value, path: place }, position) => {
    const issue = space.issues[position];
    return issue === undefined ? [] : (readTable(value, issue, place, reader) ?? []);
  });
  const bias = fields["bias"] === undefined ? 0 : reader.number(fields["bias"], [...path, "bias"]);
  const count = space.issues.length;
  if (weights.length !== count || values.length !== count || bias === undefined) return undefined;
  return { kind: "additive", weights, values, bias };
}

interface Placed {
  readonly value: unknown;
  readonly path: Fault["path"];
}

/** A list in the order of the issues, or an object by their names; nothing, with a fault, when it is neither. */
function inIssueOrder(
  value: unknown,
  { issues }: OutcomeSpace,
  path: Fault["path"],
  reader: ImportReader,
): readonly Placed[] {
  if (Array.isArray(value)) {
    if (value.length === issues.length)
      return value.map((one, index) => ({ value: one, path: [...path, index] }));
    reader.invalid(path, `a list of ${issues.length}`, sortOf(value));
    return [];
  }
  const fields = reader.object(value, path);
  if (fields === undefined) return [];
  const names = issues.map(({ name }) => name);
  reader.refuseOthers(fields, names, path);
  return names.map((name) => ({
    value: Object.hasOwn(fields, name) ? fields[name] : undefined,
    path: [...path, name],
  }));
}

function readTable(
  value: unknown,
  issue: CompleteIssue,
  path: Fault["path"],
  reader: ImportReader,
): TableFunction | undefined {
  const fields = reader.object(value, path);
  if (fields === undefined) return undefined;
  if (fields["mapping"] === undefined) {
    reader.unsupported(path, "a value function with a mapping", shown(negmasType(fields) ?? "none"));
    return undefined;
  }
  if (issue.kind === "continuous") {
    reader.unsupported(path, "no mapping of a continuous issue", "one");
    return undefined;
  }
  const inner = [...path, "mapping"];
  const mapping = entriesOf(fields["mapping"], inner, reader);
  if (mapping === undefined) return undefined;
  if (sizeOfIssue(issue) > MOST_VALUES && sizeOfIssue(issue) > mapping.size) {
    reader.invalid(inner, `an entry for each of ${sizeOfIssue(issue)} values`, `${mapping.size}`);
    return undefined;
  }
  const left = new Set(mapping.keys());
  const values = Array.from({ length: sizeOfIssue(issue) }, (_, digit) => String(valueOfIssue(issue, digit)));
  if (new Set(values).size < values.length) {
    reader.unsupported(inner, "values that differ as text", "two that are written alike");
    return undefined;
  }
  const table = values.flatMap((text) => {
    left.delete(text);
    return reader.number(mapping.get(text), [...inner, text]) ?? [];
  });
  for (const text of left) reader.invalid([...inner, text], "a value of the issue", "another");
  return table.length === values.length && left.size === 0 ? { kind: "table", values: table } : undefined;
}

/** Keys as text: those of objects are, and a Map of a YAML reader has numbers and booleans. */
function entriesOf(
  value: unknown,
  path: Fault["path"],
  reader: ImportReader,
): ReadonlyMap<string, unknown> | undefined {
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [String(key), one]));
  const fields = reader.object(value, path);
  return fields && new Map(Object.entries(fields));
}
