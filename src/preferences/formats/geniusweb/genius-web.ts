/**
 * @module
 * Reads a scenario of GeniusWeb: the JSON of a domain and of one profile a party. `to-genius-web.ts` writes it.
 */

import type { Fault } from "../../model/index.js";
import { parsedJson, parseScenario, type Scenario } from "../../scenarios/index.js";
import { ImportFaults, ImportReader } from "../index.js";
import { readGeniusWebDomain } from "./genius-web-domain.js";
import { readGeniusWebProfile } from "./genius-web-profile.js";

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
