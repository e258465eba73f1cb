/**
 * @module
 * The scenarios whose analysis is known: the fixtures, and those in the folder that `CONCORDAT_ORACLES` names.
 */

import { type BargainingCase, bargainingCases, type Oracle } from "../kit/bargaining-oracles.js";

/** What GENIUS says of a scenario; only some oracles have it. */
export interface GeniusOracle {
  readonly pareto: readonly (readonly number[])[];
  readonly nash: readonly number[];
  readonly kalaiSmorodinskyMinDifference: readonly number[];
}

/** A scenario and what is known of it. */
export interface KnownScenario extends BargainingCase {
  readonly oracle: Oracle & { readonly genius?: GeniusOracle };
}

/** The fourteen fixtures. */
export const fixtures: readonly KnownScenario[] = bargainingCases();

/** The folder of more scenarios with an oracle, `scenarios/KEY/scenario.json` and `oracle/KEY.json`. */
export const oraclesFolder: string | undefined = process.env["CONCORDAT_ORACLES"] || undefined;

/** Those of `CONCORDAT_ORACLES`; empty without it. */
export const others: readonly KnownScenario[] =
  oraclesFolder === undefined ? [] : bargainingCases(oraclesFolder);
