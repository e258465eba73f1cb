/**
 * @module
 * Scenarios with recorded traces, and the comparison of a headless run with a trace. A folder has `scenarios/` and
 * `oracle/`; the layout is that of test/fixtures/bargaining.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Scenario } from "../../src/preferences/scenarios/index.js";
import type { Strategy } from "../../src/strategies/play/index.js";
import { bargainingScenario } from "../../src/testing/bargaining/index.js";
import { runNegotiation, scenarioInverses } from "../../src/tournament/index.js";
import { packageRoot } from "../package/package-root.js";

/** One recorded negotiation. */
export interface OracleTrace {
  readonly strategies: readonly string[];
  readonly deterministic: boolean;
  readonly deterministicPrefix: number;
  readonly status?: "agreement" | "timedout";
  readonly rounds?: number;
  readonly agreement?: readonly number[] | null;
  readonly agreementUtilities?: readonly number[] | null;
  readonly offers: readonly (readonly [number, number, readonly number[]])[];
  readonly offerUtilities: readonly (readonly number[])[];
}

/** A scenario with its traces. */
export interface OracleCase {
  readonly key: string;
  readonly scenario: Scenario;
  readonly traces: readonly OracleTrace[];
}

/** What the recorded negotiations were bounded by: cycles of all parties. */
export const ORACLE_CYCLES = 100;

/** The project's own fixtures. */
export const fixturesFolder: string = join(packageRoot, "test", "fixtures", "bargaining");

/** All scenarios of a folder with their traces, without those of a strategy that does not do what it says. */
export function oracleCases(folder: string): readonly OracleCase[] {
  return readdirSync(join(folder, "oracle"))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => {
      const key = name.slice(0, -".json".length);
      const { traces } = JSON.parse(readFileSync(join(folder, "oracle", name), "utf8"));
      return {
        key,
        scenario: bargainingScenario(readFileSync(scenarioFile(folder, key), "utf8")),
        traces: (traces ?? []).filter((trace: OracleTrace) => !trace.strategies.includes("naive-tft")),
      };
    });
}

function scenarioFile(folder: string, key: string): string {
  const flat = join(folder, "scenarios", `${key}.json`);
  return existsSync(flat) ? flat : join(folder, "scenarios", key, "scenario.json");
}

/**
 * Where a run differs from the trace, in words; empty where it does not.
 *
 * The recorded prefix of one random trace (s09, micro against micro) reaches into a draw, so of those some seed has
 * to play alike.
 */
export function differences(
  one: OracleCase,
  trace: OracleTrace,
  strategyOf: (name: string) => Strategy,
): readonly string[] {
  const seeds = trace.deterministic ? [0] : [0, 1, 2, 3];
  const found = seeds.map((seed) => differencesOf(one, trace, strategyOf, seed));
  return found.find((list) => list.length === 0) ?? found[0] ?? [];
}

function differencesOf(
  { scenario }: OracleCase,
  trace: OracleTrace,
  strategyOf: (name: string) => Strategy,
  seed: number,
): readonly string[] {
  const inverses = scenarioInverses(scenario);
  const space = inverses[0]!.space;
  const result = runNegotiation({
    scenario,
    inverses,
    strategies: trace.strategies.map(strategyOf),
    turnLimit: ORACLE_CYCLES * scenario.parties.length,
    seed,
    trace: true,
  });
  const offers = (result.trace ?? []).filter(({ action }) => action === "propose" || action === "counter");
  const found: string[] = [];
  const compare = (what: string, ours: unknown, theirs: unknown): void => {
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
      found.push(`${what}: ${JSON.stringify(ours)}, not ${JSON.stringify(theirs)}`);
    }
  };
  const told = trace.deterministic ? offers.length : trace.deterministicPrefix;
  if (trace.deterministic) {
    compare("offers", offers.length, trace.offers.length);
    compare("status", result.agreed ? "agreement" : result.status, STATUS[trace.status ?? "timedout"]);
    compare("rounds", result.cycles, trace.rounds);
    const agreement = result.agreement === null ? null : space.digitsAt(result.agreement);
    compare("agreement", agreement, trace.agreement ?? null);
    compare("agreement utilities", result.utilities, trace.agreementUtilities ?? null);
  }
  for (let position = 0; position < Math.min(told, trace.offers.length); position += 1) {
    const row = offers[position];
    const ours = row === undefined ? null : [row.cycle, row.party, space.digitsAt(row.outcome ?? 0)];
    compare(`offer ${position}`, ours, trace.offers[position]);
    compare(`utilities ${position}`, row?.utilities, trace.offerUtilities[position]);
  }
  return found;
}

const STATUS = { agreement: "agreement", timedout: "expired" } as const;
