/**
 * @module
 * A bargaining scenario: what is negotiated, and what each party wants. Plain JSON; this file reads it, from texts
 * with a bound to their length and depth, and the importers of other formats make it.
 */

import { isText } from "../../core/checks/index.js";
import { copyJson, isJsonObject, type Json, setOwn } from "../../core/json/index.js";
import { shown } from "../../errors.js";
import {
  completeIssues,
  completePreferences,
  type Fault,
  type FaultKey,
  FaultList,
  type NegotiationIssue,
  type Preferences,
  refusedWith,
  refuseUnknownKeys,
  sortOf,
  spaceOfComplete,
} from "../model/index.js";
import { scenarioShapeFaults } from "./scenario-schema.js";

/** One party of a scenario. */
export interface ScenarioParty {
  /** 1 to 200 characters; each party has its own, since draws at random depend on it. */
  readonly name: string;
  readonly preferences: Preferences;
}

/**
 * What is negotiated, and what each party wants: JSON-safe data.
 *
 * @see docs/requirements/bargaining.md, BA-8
 */
export interface Scenario {
  readonly format: "concordat-scenario";
  readonly version: 1;
  /** 1 to 200 characters. */
  readonly name: string;
  readonly issues: readonly NegotiationIssue[];
  /** 1 to 64, in seat order: the first opens. */
  readonly parties: readonly ScenarioParty[];
  /** Where it comes from, at most 1,000 characters; never a path or a host name. */
  readonly source?: string | undefined;
}

/**
 * The scenario in JSON text or in data parsed from it, as it came: a frozen copy without defaults filled in,
 * so that `JSON.stringify` gives it back.
 *
 * @throws {NegotiationError} `scenario_invalid` with every fault: no JSON, unknown keys, wrong issues, preferences
 * that do not fit them, two parties of one name
 * @see docs/requirements/bargaining.md, BA-8
 * @example
 * const scenario = parseScenario(`{
 *   "format": "concordat-scenario", "version": 1, "name": "one issue",
 *   "issues": [{ "name": "price", "kind": "ordinal", "values": [10, 20, 30] }],
 *   "parties": [{ "name": "buyer", "preferences": {
 *     "kind": "additive", "weights": [1], "values": [{ "kind": "table", "values": [1, 0.5, 0] }]
 *   } }]
 * }`);
 * scenario.parties[0]?.name; // "buyer"
 */
export function parseScenario(json: unknown): Scenario {
  const scenario = typeof json === "string" ? readText(json) : readData(json);
  const faults = scenarioFaults(scenario);
  if (faults.length > 0) throw refusedWith("scenario_invalid", "the scenario", faults);
  return scenario as unknown as Scenario;
}

function readText(text: string): Json {
  const reading = frozenJson(text);
  if (reading.ok) return reading.value;
  const refusal = refusedWith("scenario_invalid", "the scenario", [reading.fault]);
  if (reading.cause !== undefined) refusal.cause = reading.cause;
  throw refusal;
}

function readData(data: unknown): Json {
  const copy = copyJson(data, MOST_BYTES_OF_JSON);
  if (copy.ok) return copy.value;
  const { path, message } = copy.issue;
  throw refusedWith("scenario_invalid", "the scenario", [
    { path, expected: "plain JSON", received: message },
  ]);
}

/** Shape and meaning are looked at apart, so that a fault of one hides none of the other. */
function scenarioFaults(scenario: Json): FaultList {
  const inside = new FaultList();
  const { issues, parties } = (scenario ?? {}) as Partial<Scenario>;
  if (isJsonObject(scenario)) refuseUnknownKeys(scenario, KEYS, () => [], inside);
  const isSmall = Array.isArray(parties) && parties.length <= MOST_PARTIES;
  let isChecked = false;
  if (Array.isArray(issues)) {
    const complete = completeIssues(issues, ["issues"], inside);
    if (complete !== undefined && isSmall) {
      isChecked = true;
      const space = spaceOfComplete(complete);
      parties.forEach((party: Partial<ScenarioParty> | null, index) => {
        if (!isJsonObject(party)) return;
        refuseUnknownKeys(party, PARTY_KEYS, () => ["parties", index], inside);
        completePreferences(party["preferences"], space, ["parties", index, "preferences"], inside);
      });
    }
  }
  if (isSmall) refuseNamesTwice(parties, inside);
  const known = inside.kept.map(({ path }) => path.join("/"));
  const isNew = ({ path }: Fault): boolean => {
    const place = path.join("/");
    return !known.some((one) => one === place || one.startsWith(`${place}/`) || place.startsWith(`${one}/`));
  };
  const faults = new FaultList();
  for (const fault of scenarioShapeFaults(scenario, isChecked)) if (isNew(fault)) faults.push(fault);
  faults.append(inside);
  return faults;
}

/** BA-8. */
const MOST_PARTIES = 64;
const KEYS: readonly string[] = ["format", "version", "name", "issues", "parties", "source"];
const PARTY_KEYS: readonly string[] = ["name", "preferences"];

function refuseNamesTwice(parties: readonly (Partial<ScenarioParty> | null)[], faults: FaultList): void {
  const seen = new Set<string>();
  parties.forEach((party, index) => {
    const name = party?.name;
    if (typeof name !== "string") return;
    if (seen.has(name)) {
      faults.push({
        path: ["parties", index, "name"],
        expected: "a name that no other party has",
        received: shown(name),
      });
    }
    seen.add(name);
  });
}

/** BA-42: no file of a scenario is larger, in bytes of UTF-8. */
const MOST_BYTES_OF_JSON = 67_108_864;

/** What was read, or why nothing was. */
type JsonReading =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly fault: Fault; readonly cause?: unknown };

/** The JSON in a text, as `JSON.parse` gives it. */
export function parsedJson(text: string): JsonReading {
  if (isLongerThan(text, MOST_BYTES_OF_JSON)) {
    return refused([], `at most ${MOST_BYTES_OF_JSON} bytes of JSON`, "more");
  }
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (cause) {
    return { ...refused([], "JSON", isText(text) ? "text that is none" : "an empty text"), cause };
  }
}

/** The JSON in a text, frozen at every depth, without -0. */
function frozenJson(text: string): JsonReading {
  const reading = parsedJson(text);
  if (!reading.ok) return reading;
  const fault = frozenInPlace(reading.value, []);
  return fault === undefined ? reading : { ok: false, fault };
}

/** As for every JSON that comes from outside (EN-34). */
const MOST_LEVELS = 32;

function frozenInPlace(value: unknown, path: FaultKey[]): Fault | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (path.length === MOST_LEVELS) {
    return refused(path, `at most ${MOST_LEVELS} levels of objects and arrays`, "more").fault;
  }
  const isList = Array.isArray(value);
  if (!isList && Object.hasOwn(value, "__proto__")) {
    return refused([...path, "__proto__"], 'no key "__proto__"', sortOf(value)).fault;
  }
  const keys = isList ? undefined : Object.keys(value);
  const { length } = keys ?? (value as readonly unknown[]);
  const members = value as Record<FaultKey, unknown>;
  for (let index = 0; index < length; index += 1) {
    const key = keys?.[index] ?? index;
    const member = members[key];
    if (member === 0 && Object.is(member, -0)) setOwn(members, key, 0);
    if (typeof member !== "object" || member === null) continue;
    path.push(key);
    const fault = frozenInPlace(member, path);
    if (fault !== undefined) return fault;
    path.pop();
  }
  Object.freeze(value);
  return undefined;
}

/** Whether a text takes more bytes of UTF-8. */
export function isLongerThan(text: string, most: number): boolean {
  if (text.length > most) return true;
  // A UTF-16 unit takes at most three bytes, so that a short text need not be encoded to be known as short.
  return text.length * 3 > most && new TextEncoder().encode(text).length > most;
}

function refused(path: readonly FaultKey[], expected: string, received: string) {
  return { ok: false as const, fault: { path: [...path], expected, received } };
}
