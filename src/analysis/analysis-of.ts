/**
 * @module
 * Everything that can be said of a scenario before anybody negotiates, as one piece of plain data.
 */

import { readOptions } from "../core/checks/index.js";
import type { Scenario } from "../preferences/scenarios/index.js";
import { type DisagreementRule, disagreementOf } from "./disagreement.js";
import type { Figure } from "./figure.js";
import { type FrontierOptions, frontier } from "./frontier.js";
import { oppositionAbsolute, oppositionOfMinimumDifference, oppositionRelative } from "./opposition.js";
import {
  type Point,
  type ScenarioUtilities,
  type UtilitiesOptions,
  utilitiesOf,
} from "./scenario-utilities.js";
import {
  kalaiEgalitarian,
  kalaiSmorodinsky,
  maximumRelativeWelfare,
  maximumWelfare,
  minimumGainSpread,
  minimumUtilityDifference,
  nash,
  type Solution,
  type SolutionRule,
} from "./solution-points.js";

/** What is known of one party. */
export interface PartyAnalysis {
  readonly name: string;
  /** `null`: every outcome is rational. */
  readonly reservation: number | null;
  /** The least utility among all outcomes held. */
  readonly minimum: number;
  /** The greatest utility among all outcomes held. */
  readonly maximum: number;
  /** How many outcomes give it at least its reservation. */
  readonly rationalCount: number;
}

/** A scenario analysed. Plain, frozen, JSON-safe: it may be stored, and metrics start from it. */
export interface Analysis {
  /** The scenario's name. */
  readonly scenario: string;
  /** How many outcomes the space has. */
  readonly cardinality: number;
  /** How many were looked at. */
  readonly outcomeCount: number;
  /** Whether these are a sample: then all below is about the sample. */
  readonly sampled: boolean;
  readonly parties: readonly PartyAnalysis[];
  /** How many outcomes are rational for all parties. */
  readonly rationalCount: number;
  readonly disagreement: {
    readonly rule: DisagreementRule;
    /** What each party has without agreement, by that rule. */
    readonly utilities: readonly number[];
  };
  readonly frontier: readonly Point[];
  readonly solutions: Readonly<Record<SolutionRule, Solution>>;
  readonly oppositionRelative: Figure;
  readonly oppositionAbsolute: Figure;
  readonly oppositionOfMinimumDifference: Figure;
}

/** How to analyse. */
export interface AnalysisOptions extends UtilitiesOptions, FrontierOptions {
  /** Where gains start, for every rule that has gains. @default "reservation" */
  readonly disagreement?: DisagreementRule | undefined;
}

/**
 * Ranges, frontier, every solution point and opposition of a scenario.
 *
 * The solution points choose from the rational frontier, whatever `over` and `duplicates` say of the one listed.
 *
 * @param source - a scenario, or what `utilitiesOf` made of one
 * @throws {NegotiationError} as `utilitiesOf`
 * @throws {TypeError} for an option, or a value of one, that is not known
 * @see docs/requirements/bargaining.md, section 6
 * @example
 * const analysis = analysisOf(generateScenario(7, [4, 4], 2));
 * console.log(analysis.frontier.length, analysis.solutions.nash.points[0]?.utilities);
 */
export function analysisOf(source: Scenario | ScenarioUtilities, options: AnalysisOptions = {}): Analysis {
  const {
    disagreement = "reservation",
    over,
    duplicates,
    ...held
  } = readOptions("the options of analysisOf", options, KEYS);
  const utilities = "frontierPositions" in source ? source : utilitiesOf(source, held);
  const by = { disagreement };
  const leastDifference = minimumUtilityDifference(utilities);
  return Object.freeze({
    scenario: utilities.scenario,
    cardinality: utilities.space.cardinality,
    outcomeCount: utilities.size,
    sampled: utilities.sampled,
    parties: Object.freeze(utilities.names.map((name, party) => partyAnalysis(utilities, name, party))),
    rationalCount: utilities.rationalCount,
    disagreement: Object.freeze({ rule: disagreement, utilities: disagreementOf(utilities, disagreement) }),
    frontier: frontier(utilities, { over, duplicates }),
    solutions: Object.freeze({
      nash: nash(utilities, by),
      kalaiEgalitarian: kalaiEgalitarian(utilities, by),
      kalaiSmorodinsky: kalaiSmorodinsky(utilities, by),
      minimumGainSpread: minimumGainSpread(utilities, by),
      minimumUtilityDifference: leastDifference,
      maximumWelfare: maximumWelfare(utilities),
      maximumRelativeWelfare: maximumRelativeWelfare(utilities, by),
    }),
    oppositionRelative: oppositionRelative(utilities),
    oppositionAbsolute: oppositionAbsolute(utilities),
    oppositionOfMinimumDifference: oppositionOfMinimumDifference(leastDifference),
  });
}

const KEYS: readonly (keyof AnalysisOptions)[] = [
  "maxOutcomes",
  "seed",
  "inverses",
  "over",
  "duplicates",
  "disagreement",
];

function partyAnalysis(utilities: ScenarioUtilities, name: string, party: number): PartyAnalysis {
  return Object.freeze({
    name,
    reservation: utilities.reservations[party] ?? null,
    minimum: utilities.minima[party] as number,
    maximum: utilities.maxima[party] as number,
    rationalCount: utilities.rationalCounts[party] as number,
  });
}
