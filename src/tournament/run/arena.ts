/**
 * @module
 * What a thread needs to play jobs: the strategies, and each scenario in both orders of its parties, sorted and
 * analysed when first played, shared by all its negotiations, and let go with the last of them.
 */

import { type Analysis, analysisOf } from "../../analysis/solutions/index.js";
import type { InverseUtility } from "../../preferences/inverse/index.js";
import type { Scenario } from "../../preferences/scenarios/index.js";
import type { Strategy } from "../../strategies/play/index.js";
import { scenarioInverses } from "../play/index.js";

/** One order of the parties of a scenario. */
export interface Side {
  readonly scenario: Scenario;
  readonly inverses: readonly InverseUtility[];
  readonly analysis: Analysis;
}

/** Who watches whether strategies still play. */
export interface Pulse {
  /** A turn was made, or the first is about to be. */
  beat(): void;
  /** No strategy has the word. */
  rest(): void;
}

/** The strategies and scenarios of a tournament, ready to play. */
export class Arena {
  readonly strategies: readonly Strategy[];
  readonly turnLimit: number;
  readonly hasTrace: boolean;
  /** Told when strategies begin, at each of their turns, and when they are done. */
  readonly pulse: Pulse | undefined;
  readonly #scenarios: readonly Scenario[];
  /** Of one scenario at a time: jobs come scenario by scenario, and what is prepared may be large. */
  readonly #sides = new Map<number, Side>();
  #prepared = -1;

  constructor(
    scenarios: readonly Scenario[],
    strategies: readonly Strategy[],
    settings: { readonly turnLimit: number; readonly trace: boolean },
    pulse?: Pulse,
  ) {
    this.strategies = strategies;
    this.turnLimit = settings.turnLimit;
    this.hasTrace = settings.trace;
    this.pulse = pulse;
    this.#scenarios = scenarios;
  }

  /** The scenario of that index with its parties in that order. */
  side(index: number, profiles: readonly [number, number]): Side {
    if (index !== this.#prepared) this.#sides.clear();
    this.#prepared = index;
    let side = this.#sides.get(profiles[0]);
    if (side === undefined) {
      side = sideOf(this.#scenarios[index] as Scenario, profiles);
      this.#sides.set(profiles[0], side);
    }
    return side;
  }
}

function sideOf(original: Scenario, profiles: readonly [number, number]): Side {
  const parties = profiles.map((profile) => original.parties[profile] as Scenario["parties"][number]);
  const scenario: Scenario = { ...original, parties };
  return { scenario, inverses: scenarioInverses(scenario), analysis: analysisOf(scenario) };
}
