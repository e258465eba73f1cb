/**
 * @module
 * What a picture of a scenario shows, before anything is drawn: the outcomes, parties, offers and findings of all,
 * or what one party may see of them.
 */

import { type Analysis, utilitiesOf } from "../../analysis/index.js";
import { integerIn, unmet } from "../../core/checks/index.js";
import { type OutcomeSpace, outcomeSpace, reservationOf } from "../../preferences/model/index.js";
import { sampleIndices } from "../../preferences/random/index.js";
import type { Scenario } from "../../preferences/scenarios/index.js";
import { shownText } from "../drawing/index.js";

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
const MOST_DOTS = 5000;

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

/** A party in a picture. */
export interface ShownParty {
  /** Fit to be shown, and cut where there is no room for more. */
  readonly name: string;
  /** The least and the greatest utility of all outcomes; `null` where it is not the reader's business. */
  readonly range: readonly [minimum: number, maximum: number] | null;
  /** `null` for none, and where it is not the reader's business. */
  readonly reservation: number | null;
}

/** A negotiation as it is shown. */
export interface NegotiationScene extends TraceStory {
  readonly name: string;
  readonly parties: readonly ShownParty[];
  readonly space: OutcomeSpace;
}

/**
 * The scene as the party of that name may see it: of all preferences only its own are read, and of the utilities
 * in a trace only its own are taken.
 *
 * @throws {TypeError} when no party has that name
 * @see docs/requirements/bargaining.md, BA-41
 */
export function ownScene(
  scenario: Scenario,
  trace: readonly ShownTraceRow[] | null,
  viewer: string,
): NegotiationScene {
  const names = scenario.parties.map(({ name }) => name);
  const own = names.indexOf(viewer);
  const party = scenario.parties[own];
  if (party === undefined) {
    throw new TypeError(unmet("viewer", `the name of a party: ${names.join(", ")}`, viewer));
  }
  const { minima, maxima } = utilitiesOf({ ...scenario, parties: [party] });
  const rows = (trace ?? []).map((row) => ({
    ...row,
    utilities: names.map((_, index) => (index === own ? (row.utilities?.[index] ?? null) : null)),
  }));
  return {
    name: shownText(scenario.name, LONGEST_TITLE),
    parties: names.map((name, index) => ({
      name: shownText(name, LONGEST_NAME),
      range: index === own ? [minima[0] as number, maxima[0] as number] : null,
      reservation: index === own ? reservationOf(party.preferences) : null,
    })),
    space: outcomeSpace(scenario.issues),
    ...traceStory(rows, names.length),
  };
}

/** Chosen: characters for which every place in a picture has room. */
const LONGEST_NAME = 24;

/** Chosen, for the heading of a picture. */
const LONGEST_TITLE = 60;

/** A row of a trace, as `runNegotiation` writes it; what came back from JSON serves as well. */
export interface ShownTraceRow {
  /** From 1. */
  readonly turnNumber: number;
  /** 0 to 1. */
  readonly relativeTime: number;
  /** Whose turn it was, by the place in the scenario. */
  readonly party: number;
  /** `propose` and `counter` are offers; `accept` answers the one before. */
  readonly action: string;
  /** The index of the outcome offered or accepted; `null` for other actions. */
  readonly outcome: number | null;
  /** What that outcome is worth to each party; `null` where nobody says. */
  readonly utilities: readonly (number | null)[] | null;
}

/** One offer, or what was agreed. */
export interface ShownOffer {
  readonly turnNumber: number;
  readonly relativeTime: number;
  /** Whose offer it was; of an agreement, who accepted last. */
  readonly party: number;
  readonly outcome: number;
  /** One a party; `null` where it is not known. */
  readonly utilities: readonly (number | null)[];
}

/** A negotiation as it is drawn. */
interface TraceStory {
  readonly offers: readonly ShownOffer[];
  readonly agreement: ShownOffer | null;
}

/**
 * The offers of a trace, and the agreement: the last offer, once all other parties have accepted it in turn.
 *
 * @param partyCount - how many parties the scenario has
 */
function traceStory(trace: readonly ShownTraceRow[], partyCount: number): TraceStory {
  const offers: ShownOffer[] = [];
  let acceptCount = 0;
  let agreement: ShownOffer | null = null;
  for (const row of trace) {
    if (row.action === "accept") {
      const standing = offers.at(-1);
      acceptCount += 1;
      if (standing !== undefined && acceptCount >= partyCount - 1) {
        agreement = {
          ...standing,
          turnNumber: row.turnNumber,
          relativeTime: row.relativeTime,
          party: row.party,
        };
      }
    } else if (row.outcome !== null && (row.action === "propose" || row.action === "counter")) {
      const { turnNumber, relativeTime, party, outcome } = row;
      acceptCount = 0;
      agreement = null;
      const utilities = Array.from({ length: partyCount }, (_, index) => row.utilities?.[index] ?? null);
      offers.push({ turnNumber, relativeTime, party, outcome, utilities });
    }
  }
  return { offers, agreement };
}

/** Chosen: more markers of one party than pixels across cannot be told apart, and make a file of hundreds of megabytes. */
export const MOST_DRAWN = 2000;

/** The first, the last and evenly chosen ones between them, at most `MOST_DRAWN` together, in their order. */
export function drawnOf<Offer>(offers: readonly Offer[]): readonly Offer[] {
  if (offers.length <= MOST_DRAWN) return offers;
  const stride = (offers.length - 1) / (MOST_DRAWN - 1);
  return Array.from({ length: MOST_DRAWN }, (_, index) => offers[Math.round(index * stride)] as Offer);
}
