/**
 * @module
 * A bargaining scenario: what is negotiated, and what each party wants. Plain JSON; this file reads it, the
 * importers of other formats make it.
 */

import { copyJson } from "../core/copy-json.js";
import { shown } from "../errors.js";
import { type Fault, refusedWith } from "./faults.js";
import { completeIssues } from "./issue-checks.js";
import type { NegotiationIssue } from "./issues.js";
import { outcomeSpace } from "./outcome-space.js";
import { completePreferences } from "./preference-checks.js";
import type { Preferences } from "./preferences.js";
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
 * @see spec/bargaining.md, BA-8
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
 * @see spec/bargaining.md, BA-8
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
  const copy = copyJson(typeof json === "string" ? parsed(json) : json, MOST_BYTES);
  if (!copy.ok) {
    const { path, message } = copy.issue;
    throw refusedWith("scenario_invalid", "the scenario", [
      { path, expected: "plain JSON", received: message },
    ]);
  }
  const faults = scenarioFaults(copy.value);
  if (faults.length > 0) throw refusedWith("scenario_invalid", "the scenario", faults);
  return copy.value as unknown as Scenario;
}

/** Chosen: four times what the XML importers read, since JSON of many hyper-rectangles is long. */
const MOST_BYTES = 67_108_864;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault: Fault = { path: [], expected: "JSON", received: "text that is none" };
    const refusal = refusedWith("scenario_invalid", "the scenario", [fault]);
    refusal.cause = error;
    throw refusal;
  }
}

/** Shape and meaning are looked at apart, so that a fault of one hides none of the other. */
function scenarioFaults(scenario: unknown): readonly Fault[] {
  const faults: Fault[] = [];
  const { issues, parties } = (scenario ?? {}) as Partial<Scenario>;
  if (Array.isArray(issues)) {
    const complete = completeIssues(issues, ["issues"], faults);
    if (complete !== undefined && Array.isArray(parties)) {
      const space = outcomeSpace(complete);
      parties.forEach((party: Partial<ScenarioParty> | null, index) => {
        const preferences = party?.preferences;
        if (preferences === undefined) return;
        completePreferences(preferences, space, ["parties", index, "preferences"], faults);
      });
    }
  }
  if (Array.isArray(parties)) refuseNamesTwice(parties, faults);
  const known = faults.map(({ path }) => path.join("/"));
  const isNew = ({ path }: Fault): boolean => {
    const place = path.join("/");
    return !known.some((one) => one === place || one.startsWith(`${place}/`) || place.startsWith(`${one}/`));
  };
  return [...scenarioShapeFaults(scenario).filter(isNew), ...faults];
}

function refuseNamesTwice(parties: readonly (Partial<ScenarioParty> | null)[], faults: Fault[]): void {
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
