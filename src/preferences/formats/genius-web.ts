/**
 * @module
 * Reads a scenario of GeniusWeb: the JSON of a domain and of one profile a party. `to-genius-web.ts` writes it.
 */

import { shown } from "../../errors.js";
import {
  type AdditivePreferences,
  type CategoricalIssue,
  type Fault,
  type IssueValue,
  MOST_ISSUES,
  MOST_VALUES,
  type OrdinalIssue,
  sortOf,
  type TableFunction,
} from "../model/index.js";
import { parsedJson, parseScenario, type Scenario, type ScenarioParty } from "../scenarios/index.js";
import { decimalNumber, type Fields, ImportFaults, ImportReader } from "./import-reader.js";

/**
 * A scenario from the JSON of GeniusWeb.
 *
 * Utilities are taken as they are, weights are not renormalised; ranges of numbers become ordinal issues that
 * list them. The utility of a `reservationBid` becomes the reservation; without one there is none.
 *
 * @param domain - parsed JSON, or its text
 * @param profiles - one a party, each parsed JSON or its text
 * @throws {NegotiationError} `scenario_invalid` with every fault and its path; `scenario_unsupported` for
 * profiles that are not linear additive
 * @see bargaining requirements, BA-10; GeniusWeb, `LinearAdditiveUtilitySpace`, `NumberValueSetUtilities`
 * @example
 * const domain = { name: "colours", issuesValues: { colour: { values: ["red", "blue"] } } };
 * const profileOf = (name: string) => ({
 *   LinearAdditiveUtilitySpace: {
 *     name,
 *     issueWeights: { colour: 1 },
 *     issueUtilities: { colour: { DiscreteValueSetUtilities: { valueUtilities: { red: 0.2, blue: 1 } } } },
 *   },
 * });
 * const scenario = fromGeniusWeb(domain, [profileOf("ada"), profileOf("smith")]);
 * scenario.parties[0]?.name; // "ada"
 */
export function fromGeniusWeb(domain: unknown, profiles: readonly unknown[]): Scenario {
  const reader = new ImportReader(new ImportFaults());
  const given = parsed(domain, ["domain"], reader);
  const read = given && readGeniusWebDomain(given.value, ["domain"], reader);
  const parties = profiles.flatMap((profile, index) => {
    const path = ["profiles", index];
    const json = parsed(profile, path, reader);
    if (json === undefined || read === undefined) return [];
    return readGeniusWebProfile(json.value, read, path, reader) ?? [];
  });
  const refusal = reader.faults.refusal("the GeniusWeb scenario");
  if (refusal !== undefined || read === undefined) throw refusal;
  const { name, issues } = read;
  return parseScenario({ format: "concordat-scenario", version: 1, name, issues, parties });
}

function parsed(
  value: unknown,
  path: Fault["path"],
  reader: ImportReader,
): { readonly value: unknown } | undefined {
  if (typeof value !== "string") return { value };
  const reading = parsedJson(value);
  if (reading.ok) return { value: reading.value };
  reader.invalid(path, reading.fault.expected, reading.fault.received);
  return undefined;
}

/** A domain as it was read. */
interface GeniusWebDomain {
  readonly name: string;
  readonly issues: readonly (CategoricalIssue | OrdinalIssue)[];
}

/** The domain; what is wrong with it is noted, and issues that cannot be read are left out. */
function readGeniusWebDomain(
  value: unknown,
  path: Fault["path"],
  reader: ImportReader,
): GeniusWebDomain | undefined {
  const fields = reader.object(value, path);
  if (fields === undefined) return undefined;
  reader.refuseOthers(fields, ["name", "issuesValues"], path);
  const name = reader.name(fields["name"], [...path, "name"]);
  const issuesPath = [...path, "issuesValues"];
  const issuesValues = reader.object(fields["issuesValues"], issuesPath);
  if (issuesValues === undefined) return undefined;
  const entries = Object.entries(issuesValues);
  if (entries.length === 0) reader.invalid(issuesPath, "at least one issue", "none");
  if (entries.length > MOST_ISSUES) {
    reader.invalid(issuesPath, `at most ${MOST_ISSUES} issues`, `${entries.length}`);
    return undefined;
  }
  const issues = entries.flatMap(([issueName, values]) => {
    const issuePath = [...issuesPath, issueName];
    const issue = readIssue(issueName, values, issuePath, reader);
    return reader.name(issueName, issuePath) === undefined || issue === undefined ? [] : [issue];
  });
  return name === undefined || issues.length < entries.length ? undefined : { name, issues };
}

function readIssue(
  name: string,
  value: unknown,
  path: Fault["path"],
  reader: ImportReader,
): CategoricalIssue | OrdinalIssue | undefined {
  const fields = reader.object(value, path);
  if (fields === undefined) return undefined;
  if (Object.hasOwn(fields, "range")) {
    reader.refuseOthers(fields, ["range"], path);
    const values = readRange(fields["range"], [...path, "range"], reader);
    return values && { name, kind: "ordinal", values };
  }
  reader.refuseOthers(fields, ["values"], path);
  const values = readTexts(fields["values"], [...path, "values"], reader);
  return values && { name, kind: "categorical", values };
}

function readTexts(value: unknown, path: Fault["path"], reader: ImportReader): readonly string[] | undefined {
  const list = reader.list(value, path);
  if (list === undefined) return undefined;
  if (list.length > MOST_VALUES) {
    reader.invalid(path, `at most ${MOST_VALUES} values`, `${list.length}`);
    return undefined;
  }
  const texts = new Set<string>();
  if (list.length === 0) reader.invalid(path, "at least one value", "none");
  list.forEach((text, index) => {
    if (typeof text !== "string") reader.invalid([...path, index], "a text", typeof text);
    else if (texts.has(text)) reader.invalid([...path, index], "a value that is not listed yet", shown(text));
    else texts.add(text);
  });
  return texts.size === list.length && texts.size > 0 ? [...texts] : undefined;
}

/** Decimals beyond these are not told apart by a double of any use. */
const MOST_DECIMALS = 15;

function readRange(value: unknown, path: Fault["path"], reader: ImportReader): readonly number[] | undefined {
  const fields = reader.object(value, path);
  if (fields === undefined) return undefined;
  reader.refuseOthers(fields, ["low", "high", "step"], path);
  const low = reader.number(fields["low"], [...path, "low"]);
  const high = reader.number(fields["high"], [...path, "high"]);
  const step = reader.number(fields["step"], [...path, "step"]);
  if (low === undefined || high === undefined || step === undefined) return undefined;
  if (step <= 0) reader.invalid([...path, "step"], "a step above 0", "another");
  if (high < low) reader.invalid([...path, "high"], "a high of at least low", "another");
  if (step <= 0 || high < low) return undefined;
  const decimals = Math.max(...["low", "high", "step"].map((key) => decimalsOf(fields, key)));
  const count = Math.floor(Number(((high - low) / step).toPrecision(MOST_DECIMALS))) + 1;
  if (count > MOST_VALUES || decimals > MOST_DECIMALS) {
    const expected = `at most ${MOST_VALUES} values and ${MOST_DECIMALS} decimals`;
    reader.unsupported(path, expected, "more");
    return undefined;
  }
  // GeniusWeb counts in decimals: the third of 0.1, 0.2, ... is 0.3, not 0.30000000000000004.
  return Array.from({ length: count }, (_, index) => Number((low + index * step).toFixed(decimals)));
}

function decimalsOf(fields: Fields, key: string): number {
  const [, decimals = "", exponent = "0"] =
    /^[^.eE]*(?:\.(\d*))?(?:[eE](.*))?$/.exec(String(decimalNumber(fields[key]))) ?? [];
  return Math.max(0, decimals.length - Number(exponent));
}

/** The party that a profile describes; `undefined` when faults were noted. */
function readGeniusWebProfile(
  value: unknown,
  domain: GeniusWebDomain,
  path: Fault["path"],
  reader: ImportReader,
): ScenarioParty | undefined {
  const wrapper = reader.object(value, path);
  if (wrapper === undefined) return undefined;
  const [type, ...others] = Object.keys(wrapper);
  if (type === undefined || others.length > 0) {
    reader.invalid(
      path,
      "one key, the type of the profile",
      `${others.length + (type === undefined ? 0 : 1)}`,
    );
    return undefined;
  }
  const inner = [...path, type];
  if (type !== "LinearAdditiveUtilitySpace") {
    reader.unsupported(inner, "a LinearAdditiveUtilitySpace", shown(type));
    return undefined;
  }
  const fields = reader.object(wrapper[type], inner);
  if (fields === undefined) return undefined;
  reader.refuseOthers(fields, ["issueUtilities", "issueWeights", "domain", "name", "reservationBid"], inner);
  const name = reader.name(fields["name"], [...inner, "name"]);
  const isSame = saysTheSame(fields["domain"], domain, [...inner, "domain"], reader);
  const preferences = readPreferences(fields, domain, inner, reader);
  if (name === undefined || preferences === undefined || !isSame) return undefined;
  const reservation = readReservation(fields["reservationBid"], domain, preferences, inner, reader);
  return { name, preferences: { ...preferences, reservation } };
}

/** The profile's own copy of the domain, which may be left out. */
function saysTheSame(
  value: unknown,
  domain: GeniusWebDomain,
  path: Fault["path"],
  reader: ImportReader,
): boolean {
  if (value === undefined || value === null) return true;
  const own = readGeniusWebDomain(value, path, reader);
  if (own === undefined) return false;
  const contentOf = ({ issues }: GeniusWebDomain): string =>
    JSON.stringify(issues.map(({ name, kind, values }) => [name, kind, [...values].sort()]).sort());
  if (contentOf(own) === contentOf(domain)) return true;
  reader.invalid(path, "the issues and values of the domain", "others");
  return false;
}

function readPreferences(
  fields: Fields,
  domain: GeniusWebDomain,
  path: Fault["path"],
  reader: ImportReader,
): AdditivePreferences | undefined {
  const names = domain.issues.map(({ name }) => name);
  const weightsPath = [...path, "issueWeights"];
  const utilitiesPath = [...path, "issueUtilities"];
  const given = reader.object(fields["issueWeights"], weightsPath);
  const utilities = reader.object(fields["issueUtilities"], utilitiesPath);
  if (given !== undefined) reader.refuseOthers(given, names, weightsPath);
  if (utilities !== undefined) reader.refuseOthers(utilities, names, utilitiesPath);
  if (given === undefined || utilities === undefined) return undefined;
  const weights = names.flatMap((name) => reader.number(ownOf(given, name), [...weightsPath, name]) ?? []);
  const values = domain.issues.flatMap((issue) => {
    const issuePath = [...utilitiesPath, issue.name];
    return readUtilities(ownOf(utilities, issue.name), issue, issuePath, reader) ?? [];
  });
  const isWhole = weights.length === names.length && values.length === names.length;
  return isWhole ? { kind: "additive", weights, values } : undefined;
}

function readUtilities(
  value: unknown,
  issue: GeniusWebDomain["issues"][number],
  path: Fault["path"],
  reader: ImportReader,
): TableFunction | undefined {
  const wrapper = reader.object(value, path);
  if (wrapper === undefined) return undefined;
  const [type = "", ...others] = Object.keys(wrapper);
  if (others.length > 0) reader.invalid(path, "one key, the type of the utilities", `${others.length + 1}`);
  const inner = [...path, type];
  const isNumeric = issue.kind === "ordinal";
  const known = isNumeric ? NUMBER_TYPES : DISCRETE_TYPES;
  if (!known.includes(type)) {
    const isKnown = [...NUMBER_TYPES, ...DISCRETE_TYPES].includes(type);
    const note = isKnown || type === "" ? "invalid" : "unsupported";
    reader[note](inner, `${known[0]} for this issue`, type === "" ? "none" : shown(type));
    return undefined;
  }
  const fields = reader.object(wrapper[type], inner);
  if (fields === undefined || others.length > 0) return undefined;
  const table = isNumeric
    ? interpolated(fields, issue.values as readonly number[], inner, reader)
    : listed(fields, issue.values as readonly string[], inner, reader);
  return table && { kind: "table", values: table };
}

const DISCRETE_TYPES: readonly string[] = ["DiscreteValueSetUtilities", "discreteutils"];
const NUMBER_TYPES: readonly string[] = ["NumberValueSetUtilities", "numberutils"];

function listed(
  fields: Fields,
  values: readonly string[],
  path: Fault["path"],
  reader: ImportReader,
): readonly number[] | undefined {
  reader.refuseOthers(fields, ["valueUtilities"], path);
  const inner = [...path, "valueUtilities"];
  const utilities = reader.object(fields["valueUtilities"], inner);
  if (utilities === undefined) return undefined;
  const known = new Set(values);
  const unknown = Object.keys(utilities).filter((key) => !known.has(key));
  for (const key of unknown) reader.invalid([...inner, key], "a value of the issue", "another");
  const table = values.flatMap((value) => reader.number(ownOf(utilities, value), [...inner, value]) ?? []);
  return table.length === values.length && unknown.length === 0 ? table : undefined;
}

function interpolated(
  fields: Fields,
  values: readonly number[],
  path: Fault["path"],
  reader: ImportReader,
): readonly number[] | undefined {
  const keys = ["lowValue", "lowUtility", "highValue", "highUtility"];
  reader.refuseOthers(fields, keys, path);
  const [low, lowUtility, high, highUtility] = keys.map((key) => reader.number(fields[key], [...path, key]));
  if (low === undefined || lowUtility === undefined || high === undefined || highUtility === undefined) {
    return undefined;
  }
  if (high <= low) reader.invalid([...path, "highValue"], "a highValue above lowValue", "another");
  if (values.some((value) => value < low || value > high)) {
    reader.invalid(path, "a lowValue and highValue that enclose the range of the issue", "others");
    return undefined;
  }
  if (high <= low) return undefined;
  // In this order GeniusWeb computes it, in decimals (NumberValueSetUtilities.getUtility); the end is exact.
  return values.map((value) =>
    value === high ? highUtility : lowUtility + ((highUtility - lowUtility) * (value - low)) / (high - low),
  );
}

/** The utility of the bid that stands for no agreement; issues it leaves out count nothing. `null` without one. */
function readReservation(
  value: unknown,
  { issues }: GeniusWebDomain,
  { weights, values }: AdditivePreferences,
  outer: Fault["path"],
  reader: ImportReader,
): number | null {
  if (value === undefined || value === null) return null;
  const path = [...outer, "reservationBid"];
  const bid = reader.object(value, path);
  if (bid === undefined) return null;
  reader.refuseOthers(bid, ["issuevalues"], path);
  const inner = [...path, "issuevalues"];
  const terms = reader.object(bid["issuevalues"], inner);
  if (terms === undefined) return null;
  reader.refuseOthers(
    terms,
    issues.map(({ name }) => name),
    inner,
  );
  let utility = 0;
  issues.forEach(({ name, values: known }, position) => {
    if (!Object.hasOwn(terms, name)) return;
    const digit = digitIn(known, terms[name]);
    if (digit === -1) reader.invalid([...inner, name], "a value of the issue", sortOf(terms[name]));
    utility += (weights[position] ?? 0) * ((values[position] as TableFunction).values[digit] ?? 0);
  });
  return utility;
}

/** Numbers may come as texts. */
function digitIn(known: readonly IssueValue[], value: unknown): number {
  const digit = known.indexOf(value as IssueValue);
  if (digit !== -1 || typeof value !== "string" || typeof known[0] !== "number") return digit;
  return known.indexOf(Number(value));
}

/** The own member: a value may be called "constructor". */
function ownOf(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
