/**
 * @module
 * What a picture of a scenario shows, before anything is drawn: the outcomes, parties, offers and findings.
 */

import { utilitiesOf } from "../../analysis/frontier/index.js";
import type { Analysis } from "../../analysis/solutions/index.js";
import { integerIn } from "../../core/checks/index.js";
import { sampleIndices } from "../../preferences/random/index.js";
import type { Scenario } from "../../preferences/scenarios/index.js";
import { shownText } from "../drawing/index.js";
import { LONGEST_NAME, LONGEST_TITLE, type NegotiationScene } from "./negotiation-scene.js";
import { type ShownTraceRow, traceStory } from "./trace-story.js";

/** What pictures of the utility plane are drawn from. */
export interface PlaneOptions {
  readonly scenario: Scenario;
  /** The turns of a negotiation over it; without them no offers are drawn. */
  readonly trace?: readonly ShownTraceRow[] | null | undefined;
  /** What `analysisOf` gave for it; without it neither frontier nor solution points are drawn. */
  readonly analysis?: Analysis | undefined;
  /**
   * Of the sample that is drawn of more than 5,000 outcomes; any safe integer.
   *
   * @default 0
   */
  readonly seed?: number | undefined;
}

/** All that a picture of the utility plane shows. */
export interface Scene extends NegotiationScene {
  /** How many outcomes are drawn. */
  readonly shownCount: number;
  readonly isSample: boolean;
  readonly seed: number;
  /** What the outcome with that number among those drawn is worth to a party. */
  readonly utility: (party: number, shown: number) => number;
  readonly analysis: Analysis | undefined;
}

/** More would be a grey area, and a big file. @see docs/requirements/bargaining.md, BA-39 */
export const MOST_DOTS = 5000;

/**
 * The scene of a scenario.
 *
 * @throws {NegotiationError} `issue_invalid` or `preferences_invalid` for the scenario
 * @throws {RangeError} when the seed is no safe integer
 */
export function sceneOf({ scenario, trace, analysis, seed = 0 }: PlaneOptions): Scene {
  integerIn("seed", seed, Number.MIN_SAFE_INTEGER);
  const utilities = utilitiesOf(scenario, { seed });
  const { size, space } = utilities;
  const isSample = size > MOST_DOTS;
  const shown = isSample ? sampleIndices(size, MOST_DOTS, seed) : null;
  return {
    name: shownText(scenario.name, LONGEST_TITLE),
    parties: utilities.names.map((name, party) => ({
      name: shownText(name, LONGEST_NAME),
      range: [utilities.minima[party] as number, utilities.maxima[party] as number],
      reservation: utilities.reservations[party] ?? null,
    })),
    space,
    shownCount: shown?.length ?? size,
    isSample,
    seed,
    utility: (party, index) => utilities.utility(party, shown === null ? index : (shown[index] as number)),
    analysis,
    ...traceStory(trace ?? [], utilities.names.length),
  };
}

/** All pairs of parties: the first to the right, the second upward. */
export function pairsOf(partyCount: number): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  for (let first = 0; first < partyCount; first += 1) {
    for (let second = first + 1; second < partyCount; second += 1) pairs.push([first, second]);
  }
  return pairs;
}
