/**
 * @module
 * Reads bargaining scenarios in the neutral form of the fixtures: issues with values, and for each party weights,
 * evaluations, reservation and discount (BA-13).
 */

import { parseScenario, type Scenario } from "../../preferences/scenarios/index.js";

/** One party of a fixture. */
export interface BargainingFixtureParty {
  readonly name: string;
  /** One an issue. */
  readonly weights: readonly number[];
  /** By issue, then by value. */
  readonly evaluations: readonly (readonly number[])[];
  readonly reservation: number;
  /** Above 0, at most 1; 1 is none. */
  readonly discount: number;
}

/** The form of a fixture; other members are passed over. */
export interface BargainingFixture {
  readonly key: string;
  readonly issues: readonly { readonly name: string; readonly values: readonly (string | number)[] }[];
  readonly parties: readonly BargainingFixtureParty[];
}

/**
 * The scenario of a fixture: categorical issues, additive tables, a discount only where it is below 1.
 *
 * @param fixture - the parsed `scenario.json`, or its text
 * @throws {NegotiationError} `scenario_invalid` when the result is no scenario
 * @throws {TypeError} when the fixture lacks a member
 * @see docs/requirements/bargaining.md, BA-13
 */
export function bargainingScenario(fixture: BargainingFixture | string): Scenario {
  const { key, issues, parties } = (
    typeof fixture === "string" ? JSON.parse(fixture) : fixture
  ) as BargainingFixture;
  return parseScenario({
    format: "concordat-scenario",
    version: 1,
    name: key,
    issues: issues.map(({ name, values }) => ({ name, kind: "categorical", values })),
    parties: parties.map((party) => ({ name: party.name, preferences: preferencesOf(party) })),
  });
}

function preferencesOf({ weights, evaluations, reservation, discount }: BargainingFixtureParty): unknown {
  const values = evaluations.map((list) => ({ kind: "table", values: list }));
  const base = { kind: "additive", weights, values, reservation };
  return discount === 1 ? base : { kind: "discounted", base, factor: discount };
}
