/**
 * @module
 * One trial of a strategy, as plain data: whose preferences it has, where it sits, and what the other side offers.
 */

import type { Arbitrary } from "fast-check";
import type { Seat } from "../../core/record/index.js";
import { type InverseUtility, inverseUtility } from "../../preferences/inverse/index.js";
import { type AdditivePreferences, outcomeSpace } from "../../preferences/model/index.js";
import { generateScenario, type Scenario } from "../../preferences/scenarios/index.js";
import type { Strategy } from "../../strategies/play/index.js";
import { fc } from "../arbitraries/index.js";
import type { PlayParts } from "./strategy-play.js";

/** A trial: everything that the decisions of a strategy may follow from. */
export interface StrategyTrial {
  readonly scenario: Scenario;
  /** Index of the party of the scenario whose preferences the strategy has. */
  readonly party: number;
  readonly seat: Seat;
  readonly turnLimit: number;
  /** Of the strategy's own draws. */
  readonly seed: number;
  /**
   * What the other side offers, offer by offer: 0 the strategy's worst outcome, 1,000 beyond its best. It repeats the
   * last; without any it stays at the worst.
   */
  readonly places: readonly number[];
}

/** A trial with the preferences sorted. */
export interface PreparedTrial extends StrategyTrial {
  readonly inverse: InverseUtility;
  /** The preferences of the next party, for a play of the strategy against itself. */
  readonly otherInverse: InverseUtility;
}

/** Trials on these scenarios, or on small made-up ones, against partners that concede, retract, stay or jump. */
export function arbitraryStrategyTrial(
  scenarios: readonly Scenario[] | null,
  turnLimit: number | null,
): Arbitrary<StrategyTrial> {
  return fc
    .record({
      scenario: scenarios === null ? madeUpScenario() : fc.constantFrom(...scenarios),
      party: fc.nat(63),
      seat: fc.constantFrom<Seat[]>("initiator", "responder"),
      turnLimit: turnLimit === null ? fc.integer({ min: 1, max: MOST_TURNS }) : fc.constant(turnLimit),
      seed: fc.nat(1_000_000),
      places: partnerPlaces(),
    })
    .map((trial) => ({ ...trial, party: trial.party % trial.scenario.parties.length }));
}

/** The trial, ready to play. */
export function preparedTrial(trial: StrategyTrial): PreparedTrial {
  const { scenario, party } = trial;
  const space = outcomeSpace(scenario.issues);
  const inverseOf = (index: number): InverseUtility => {
    const preferences = scenario.parties[index % scenario.parties.length]?.preferences;
    if (preferences === undefined)
      throw new TypeError("Expected scenarios to have parties, got one without.");
    return inverseUtility(space, preferences);
  };
  return { ...trial, inverse: inverseOf(party), otherInverse: inverseOf(party + 1) };
}

/** What a play of this trial is made of. */
export function partsOf(trial: PreparedTrial, strategy: Strategy): PlayParts {
  const { inverse, seat, seed, turnLimit } = trial;
  return { strategy, inverse, seat, seed, turnLimit };
}

/** What the partner of the trial offers at a turn. */
export function partnerOf({
  places,
  inverse,
}: Pick<PreparedTrial, "places" | "inverse">): (turnNumber: number) => number {
  const { size } = inverse;
  return (turnNumber) => {
    const place = places[Math.min(Math.floor((turnNumber - 1) / 2), places.length - 1)] ?? 0;
    return inverse.at(Math.min(size - 1, Math.floor((place * size) / TOP)));
  };
}

/** Places are shares of the way up, in thousandths. */
const TOP = 1_000;

/** Chosen: long enough for every curve to fall and for every window to fill. */
const MOST_TURNS = 40;

function partnerPlaces(): Arbitrary<readonly number[]> {
  const places = fc.array(fc.nat(TOP - 1), { maxLength: MOST_TURNS / 2, size: "max" });
  return fc.oneof(
    { withCrossShrink: true },
    fc.constant([]),
    places,
    places.map((list) => list.toSorted((one, other) => one - other)),
    places.map((list) => list.toSorted((one, other) => other - one)),
  );
}

/** Chosen: from one outcome to 125, with and without ties, from no reservation to one that nothing reaches. */
function madeUpScenario(): Arbitrary<Scenario> {
  return fc
    .record({
      sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
      seed: fc.nat(9_999),
      hasTies: fc.boolean(),
      reservationPercent: fc.option(fc.nat(110)),
    })
    .map(({ sizes, seed, hasTies, reservationPercent }) => {
      const scenario = generateScenario(seed, sizes, 2);
      const reservation = reservationPercent === null ? null : reservationPercent / 100;
      const parties = scenario.parties.map(({ name, preferences }) => ({
        name,
        preferences: { ...(hasTies ? tied(preferences as AdditivePreferences) : preferences), reservation },
      }));
      return { ...scenario, parties } as Scenario;
    });
}

/** The same with evaluations of 0, 0.5 and 1 only. */
function tied(preferences: AdditivePreferences): AdditivePreferences {
  const values = preferences.values.map((one) =>
    one.kind === "table" ? { ...one, values: one.values.map((value) => Math.round(2 * value) / 2) } : one,
  );
  return { ...preferences, values };
}
