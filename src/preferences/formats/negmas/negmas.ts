/**
 * @module
 * Reads a scenario of NegMAS from parsed YAML or JSON: a domain and one utility function a party.
 */

import { completeIssues, FaultList, outcomeSpace } from "../../model/index.js";
import { parseScenario, type Scenario, type ScenarioParty } from "../../scenarios/index.js";
import { ImportFaults, ImportReader } from "../index.js";
import { readNegmasIssues } from "./negmas-issues.js";
import { readNegmasPreferences } from "./negmas-preferences.js";

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
