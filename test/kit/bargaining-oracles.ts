/** The fixtures of bargaining with what an independent tool found about them (test/fixtures/bargaining). */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Scenario } from "../../src/preferences/scenarios/index.js";
import { bargainingScenario } from "../../src/testing/bargaining/index.js";

export interface OraclePoint {
  readonly outcome: readonly number[];
  readonly utilities: readonly number[];
}

export interface OracleTrace {
  readonly strategies: readonly string[];
  readonly deterministic: boolean;
  readonly deterministicPrefix: number;
  readonly status: "agreement" | "timedout";
  /** Cycles begun. */
  readonly rounds: number;
  readonly agreement: readonly number[] | null;
  readonly agreementUtilities: readonly number[] | null;
  /** Cycle from 0, party, outcome as digits. */
  readonly offers: readonly (readonly [number, number, readonly number[]])[];
  readonly offerUtilities: readonly (readonly number[])[];
}

export interface Oracle {
  readonly key: string;
  readonly nOutcomes: number;
  readonly nParties: number;
  readonly reservations: readonly number[];
  readonly ranges: readonly (readonly [number, number])[];
  readonly nRational: number;
  readonly utilityChecksum: { readonly sum: readonly number[]; readonly sumSquares?: readonly number[] };
  readonly pareto: readonly OraclePoint[];
  readonly nash: readonly OraclePoint[];
  readonly nashReservation: readonly OraclePoint[];
  readonly kalaiEgalitarian: readonly OraclePoint[];
  readonly ksNegmasMinSpread: readonly OraclePoint[];
  readonly ksMaxMin: readonly OraclePoint[];
  readonly maxWelfare: readonly OraclePoint[];
  readonly disagreementNegmas: readonly number[];
  readonly oppositionLevel?: number | null;
  /** None where nobody negotiated. */
  readonly traces: readonly OracleTrace[];
}

export interface BargainingCase {
  readonly key: string;
  readonly scenario: Scenario;
  readonly oracle: Oracle;
}

export const fixtureFolder: string = join(
  fileURLToPath(new URL("..", import.meta.url)),
  "fixtures/bargaining",
);

/** Every scenario of a folder with `scenarios/` (KEY.json or KEY/scenario.json) and `oracle/KEY.json`, by key. */
export function bargainingCases(folder: string = fixtureFolder): readonly BargainingCase[] {
  return readdirSync(join(folder, "oracle"))
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => {
      const key = file.slice(0, -".json".length);
      const read = JSON.parse(readFileSync(join(folder, "oracle", file), "utf8")) as Oracle;
      const oracle = { ...read, traces: read.traces ?? [] };
      return { key, scenario: bargainingScenario(scenarioText(folder, key)), oracle };
    });
}

/** The text of one scenario file. */
export function scenarioText(folder: string, key: string): string {
  try {
    return readFileSync(join(folder, "scenarios", `${key}.json`), "utf8");
  } catch {
    return readFileSync(join(folder, "scenarios", key, "scenario.json"), "utf8");
  }
}
