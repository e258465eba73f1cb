/**
 * @module
 * A GeniusWeb profile: weights and value utilities by name of issue and value. Other profiles than the linear
 * additive ones are not supported.
 */

import { shown } from "../../../errors.js";
import type { AdditivePreferences, Fault, IssueValue, TableFunction } from "../../model/index.js";
import { sortOf } from "../../model/index.js";
import type { ScenarioParty } from "../../scenarios/index.js";
import type { Fields, ImportReader } from "../index.js";
import { type GeniusWebDomain, readGeniusWebDomain } from "./genius-web-domain.js";

/** The party that a profile describes; `undefined` when faults were noted. */
export function readGeniusWebProfile(
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
