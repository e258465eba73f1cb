/**
 * @module
 * What a thread needs to play jobs: the strategies, and each scenario in both orders of its parties, sorted and
 * analysed when first played and then shared by all its negotiations.
 */

import { type Analysis, analysisOf } from "../analysis/analysis-of.js";
import type { InverseUtility } from "../preferences/inverse-utility.js";
import type { Scenario } from "../preferences/scenario.js";
import type { Strategy } from "../strategies/strategy.js";
import { scenarioInverses } from "./scenario-inverses.js";

/** One order of the parties of a scenario. */
export interface Side {
  readonly scenario: Scenario;
  readonly inverses: readonly InverseUtility[];
  readonly analysis: Analysis;
}

/** The strategies and scenarios of a tournament, ready to play. */
export class Arena {
  readonly strategies: readonly Strategy[];
  readonly turnLimit: number;
  readonly hasTrace: boolean;
  readonly #scenarios: readonly Scenario[];
  readonly #sides = new Map<string, Side>();

  constructor(
    scenarios: readonly Scenario[],
    strategies: readonly Strategy[],
    settings: { readonly turnLimit: number; readonly trace: boolean },
  ) {
    this.strategies = strategies;
    this.turnLimit = settings.turnLimit;
    this.hasTrace = settings.trace;
    this.#scenarios = scenarios;
  }

  /** The scenario of that index with its parties in that order. */
  side(index: number, profiles: readonly [number, number]): Side {
    const name = `${index} ${profiles[0]}`;
    let side = this.#sides.get(name);
    if (side === undefined) {
      side = sideOf(this.#scenarios[index] as Scenario, profiles);
      this.#sides.set(name, side);
    }
    return side;
  }
}

function sideOf(original: Scenario, profiles: readonly [number, number]): Side {
  const parties = profiles.map((profile) => original.parties[profile] as Scenario["parties"][number]);
  const scenario: Scenario = { ...original, parties };
  return { scenario, inverses: scenarioInverses(scenario), analysis: analysisOf(scenario) };
}
