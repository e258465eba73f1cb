/**
 * @module
 * Reads a scenario of NegMAS from parsed YAML or JSON: a domain and one utility function a party, additive or a
 * mapping.
 */

import { shown } from "../../errors.js";
import {
  type AdditivePreferences,
  type CompleteIssue,
  completeIssues,
  type Fault,
  FaultList,
  type IssueValue,
  type MappingEntry,
  type MappingPreferences,
  MOST_VALUES,
  type NegotiationIssue,
  type OutcomeSpace,
  outcomeSpace,
  type Preferences,
  sizeOfIssue,
  sortOf,
  type TableFunction,
  valueOfIssue,
} from "../model/index.js";
import { parseScenario, type Scenario, type ScenarioParty } from "../scenarios/index.js";
import { type Fields, ImportFaults, ImportReader } from "./import-reader.js";

/**
 * A scenario from the parsed files of NegMAS; read YAML with a YAML package first.
 *
 * Of a class name only the last segment counts. `reserved_value` absent, null or minus infinity is no
 * reservation; weights are taken as they are.
 *
 * @param domain - `{ name?, issues: [{ name, values, type? }] }`
 * @param parties - one object a party: `type`, `weights`, `values[].mapping`, `bias`, or `mapping`, `default`;
 * `name`, else party1, party2, ...
 * @throws {NegotiationError} `scenario_invalid` with every fault and its path; `scenario_unsupported` for other
 * types of issues or functions
 * @see Y. Mohammad, S. Nakadai, A. Greenwald, "NegMAS: a platform for automated negotiations", 2021;
 * bargaining requirements, BA-11
 * @example
 * const party = {
 *   type: "negmas.preferences.LinearAdditiveUtilityFunction",
 *   weights: [1],
 *   values: [{ mapping: { red: 0.2, blue: 1 } }],
 *   reserved_value: 0.1,
 * };
 * const domain = { name: "colours", issues: [{ name: "colour", values: ["red", "blue"] }] };
 * const scenario = fromNegmas(domain, [party, party]);
 * scenario.parties[1]?.name; // "party2"
 */
export function fromNegmas(domain: unknown, parties: readonly unknown[]): Scenario {
  const reader = new ImportReader(new ImportFaults());
  const issues = readNegmasIssues(domain, reader);
  refuseFaulty(reader);
  const faults = new FaultList();
  const complete = completeIssues(issues, ["domain", "issues"], faults);
  for (const fault of faults.kept) reader.faults.invalid(() => fault);
  refuseFaulty(reader);
  const space = outcomeSpace(complete ?? []);
  const read = parties.flatMap((party, index): ScenarioParty[] => {
    const path = ["parties", index];
    const fields = reader.object(party, path);
    if (fields === undefined) return [];
    const given = fields["name"] ?? `party${index + 1}`;
    const name = reader.name(given, [...path, "name"]);
    const preferences = readNegmasPreferences(fields, space, path, reader);
    return name === undefined || preferences === undefined ? [] : [{ name, preferences }];
  });
  refuseFaulty(reader);
  const title = (domain as { readonly name?: unknown }).name;
  const name = typeof title === "string" && title !== "" ? title : "negmas";
  return parseScenario({ format: "concordat-scenario", version: 1, name, issues, parties: read });
}

function refuseFaulty({ faults }: ImportReader): void {
  const refusal = faults.refusal("the NegMAS scenario");
  if (refusal !== undefined) throw refusal;
}

/** The issues of a domain; those that cannot be read are left out, with faults. */
function readNegmasIssues(domain: unknown, reader: ImportReader): readonly NegotiationIssue[] {
  const fields = reader.object(domain, ["domain"]);
  const path = ["domain", "issues"];
  const list = fields && reader.list(fields["issues"], path);
  if (list?.length === 0) reader.invalid(path, "at least one issue", "none");
  return (list ?? []).flatMap((issue, index) => readIssue(issue, [...path, index], reader) ?? []);
}

/**
 * The last segment of a class name: "negmas.outcomes.CategoricalIssue" gives "CategoricalIssue".
 *
 * @returns `undefined` when the data names no class
 */
function negmasType(fields: Fields): string | undefined {
  const name = fields["type"] ?? fields["__python_class__"];
  return typeof name === "string" ? name.split(/[./:]/).at(-1) : undefined;
}

/** The kinds of issues by NegMAS's classes, and by the short names that some files have. */
const KINDS: ReadonlyMap<string, "categorical" | "ordinal" | "integer" | "continuous"> = new Map([
  ["categoricalissue", "categorical"],
  ["categorical", "categorical"],
  ["ordinalissue", "ordinal"],
  ["ordinal", "ordinal"],
  ["cardinalissue", "ordinal"],
  ["discretecardinalissue", "ordinal"],
  ["discreteordinalissue", "ordinal"],
  ["contiguousissue", "integer"],
  ["contiguous", "integer"],
  ["continuousissue", "continuous"],
  ["continuous", "continuous"],
]);

function readIssue(value: unknown, path: Fault["path"], reader: ImportReader): NegotiationIssue | undefined {
  const fields = reader.object(value, path);
  if (fields === undefined) return undefined;
  const name = reader.name(fields["name"], [...path, "name"]);
  const list = reader.list(fields["values"], [...path, "values"]);
  const type = negmasType(fields);
  const kind = type === undefined ? "categorical" : KINDS.get(type.toLowerCase());
  if (kind === undefined) {
    reader.unsupported(
      [...path, "type"],
      "a categorical, ordinal, contiguous or continuous issue",
      "another",
    );
    return undefined;
  }
  if (name === undefined || list === undefined) return undefined;
  if (kind === "categorical" || kind === "ordinal" || list.length !== 2) {
    const values = readValues(list, [...path, "values"], reader);
    const listKind = kind === "categorical" ? "categorical" : "ordinal";
    return values && { name, kind: listKind, values };
  }
  const [min, max] = list.map((bound, index) => reader.number(bound, [...path, "values", index]));
  return min === undefined || max === undefined ? undefined : { name, kind, min, max };
}

function readValues(
  list: readonly unknown[],
  path: Fault["path"],
  reader: ImportReader,
): readonly IssueValue[] | undefined {
  const values = list.filter((value, index) => {
    const isValue = typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
    if (!isValue) reader.invalid([...path, index], "a text, a finite number or a boolean", sortOf(value));
    return isValue;
  });
  return values.length === list.length ? (values as readonly IssueValue[]) : undefined;
}

/** The preferences of a party; `undefined` when faults were noted. */
function readNegmasPreferences(
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

/** The mapping; `undefined` when faults were noted. Without a `default` it has to name every outcome. */
function negmasMapping(
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
