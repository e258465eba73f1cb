import fc from "fast-check";
import { expect, it } from "vitest";
import { type InverseUtility, inverseUtility } from "../../../src/preferences/inverse/index.js";
import type { Scenario } from "../../../src/preferences/scenarios/index.js";
import { acceptZeuthen } from "../../../src/strategies/acceptance/index.js";
import { zeuthen } from "../../../src/strategies/agents/index.js";
import { offerZeuthen, zeuthenGains } from "../../../src/strategies/offering/index.js";
import { ACCEPT, type OfferLog, type RunningModel, type Setup } from "../../../src/strategies/play/index.js";
import { runNegotiation } from "../../../src/tournament/index.js";
import { additive, categoricalSpace, inverseOf, knowing, never, soloParty } from "../solo-party.js";
import { twoPartyFixtures } from "../two-party-fixtures.js";

type Pair = readonly [InverseUtility, InverseUtility];

function gain(inverse: InverseUtility, index: number): number {
  return inverse.utility(index) - (inverse.reservation ?? inverse.minimum);
}

/** The largest product of gains of an outcome that is rational for both; `null` where there is none. */
function largestProduct([first, second]: Pair): number | null {
  let largest: number | null = null;
  for (let index = 0; index < first.size; index += 1) {
    if (!first.isRational(index) || !second.isRational(index)) continue;
    largest = Math.max(largest ?? 0, gain(first, index) * gain(second, index));
  }
  return largest;
}

/** Each knows the other's true utilities and reservation. */
function played(scenario: Scenario, inverses: Pair, opener: 0 | 1) {
  const order = opener === 0 ? ([0, 1] as const) : ([1, 0] as const);
  const strategies = order.map((party) => {
    const other = inverses[1 - party] as InverseUtility;
    const disagreement = other.reservation ?? other.minimum;
    return zeuthen({ model: knowing((index) => other.utility(index)), disagreement });
  });
  const result = runNegotiation({
    scenario: { ...scenario, parties: order.map((party) => scenario.parties[party]!) },
    strategies,
    turnLimit: 200,
    inverses: order.map((party) => inverses[party]),
    trace: true,
  });
  const { outcome } = result.trace!.at(-1)!;
  const [first, second] = inverses;
  return {
    status: result.status,
    turnCount: result.turnCount,
    product: outcome === null ? null : gain(first, outcome) * gain(second, outcome),
  };
}

const known: Readonly<Record<string, readonly [product: number, turns: readonly [number, number]]>> = {
  "s01-5x5x5": [0.55685, [4, 5]],
  "s12-1000": [0.650902, [9, 10]],
};

it.each(twoPartyFixtures.map((fixture) => [fixture.key, fixture] as const))(
  "BA-25: with true models ends at the largest product from either seat on %s",
  (key, { scenario, inverses }) => {
    const largest = largestProduct(inverses);
    const games = [played(scenario, inverses, 0), played(scenario, inverses, 1)] as const;
    for (const { status, product } of games) {
      expect(status).toBe(largest === null ? "expired" : "accepted");
      if (largest !== null) expect(product).toBe(largest);
    }
    if (known[key] === undefined) return;
    expect(largest).toBeCloseTo(known[key][0], 6);
    expect(games.map(({ turnCount }) => turnCount)).toEqual(known[key][1]);
  },
);

it("BA-25: and on 3,000 random spaces full of ties", () => {
  let count = 0;
  const few = fc.integer({ min: 0, max: 6 }).map((one) => one / 8);
  const size = fc.integer({ min: 1, max: 14 });
  const data = size.chain((length) =>
    fc.record({
      tables: fc.tuple(
        fc.array(few, { minLength: length, maxLength: length }),
        fc.array(few, { minLength: length, maxLength: length }),
      ),
      reservations: fc.tuple(fc.option(few), fc.option(few)),
    }),
  );
  for (const { tables, reservations } of fc.sample(data, { numRuns: 20_000, seed: 25 })) {
    const space = categoricalSpace(tables[0].length);
    const preferences = [0, 1].map((party) => additive([1], [tables[party]!], reservations[party]!));
    const inverses = preferences.map((one) => inverseUtility(space, one)) as unknown as Pair;
    const largest = largestProduct(inverses);
    if (largest === null) continue;
    const scenario: Scenario = {
      format: "concordat-scenario",
      version: 1,
      name: "random",
      issues: space.issues,
      parties: preferences.map((one, party) => ({ name: `p${party}`, preferences: one })),
    };
    for (const opener of [0, 1] as const) {
      const { status, product } = played(scenario, inverses, opener);
      expect([status, product], JSON.stringify({ tables, reservations, opener })).toEqual([
        "accepted",
        largest,
      ]);
    }
    count += 1;
    if (count === 3000) break;
  }
  expect(count).toBe(3000);
});

it("BA-25: repeats its offer while its product is the larger one, and else goes just past the other's", () => {
  const own = inverseOf([1, 0.75, 0.5, 0.25, 0]);
  const offering = offerZeuthen();
  const strategy = { name: "z", offering, acceptance: never, model: knowing((index) => index / 4) };
  const party = soloParty(own, strategy);
  // Products 0, 3/16, 4/16, 3/16, 0.
  expect(party.propose()).toBe(0);
  party.hear(4);
  expect(party.propose()).toBe(1);
  party.hear(4);
  expect(party.propose()).toBe(1);
  party.hear(3);
  expect(party.propose()).toBe(2);
  party.hear(2);
  // Nothing beats it: what it said stands.
  expect(party.propose()).toBe(2);
});

it("refuses a disagreement that is no number", () => {
  expect(() => offerZeuthen({ disagreement: Number.NaN })).toThrow(
    expect.objectContaining({ code: "strategy_invalid" }),
  );
});

function gains(
  own: readonly number[],
  reservation: number | null,
  other: readonly number[],
  disagreement = 0,
) {
  const inverse = inverseOf(own, reservation);
  const model: RunningModel = { observe: () => {}, utility: (index) => other[index]!, weights: () => [] };
  return zeuthenGains({ inverse, model } as unknown as Setup, disagreement);
}

it("D-6: never takes the product of two losses for a gain", () => {
  const { productOfLatest } = gains([0.25, 1], 0.5, [0.25, 0.75], 0.5);
  const offers = { length: 1, utilityAt: () => 0.25, indexAt: () => 0, relativeTimeAt: () => 0 };
  expect(productOfLatest(offers as unknown as OfferLog)).toBe(-0.0625);
});

it("BA-25: without a reservation gains begin at the worst outcome; the best own one above a product is found, then the likelier, then the lower index", () => {
  const { highestAbove } = gains([0.5, 1, 0.75, 0.75, 0.75, 0.25], null, [1, 0, 0.5, 0.75, 0.75, 1]);
  expect(highestAbove(-1)).toBe(1);
  expect(highestAbove(0)).toBe(3);
  expect(highestAbove(0.375)).toBe(-1);
});

it("BA-25: looks among outcomes without a loss for either, where there are any", () => {
  const { highestAbove } = gains([1, 0.75, 0.5, 0.25], 0.5, [0.25, 0.5, 1, 1], 0.5);
  expect(highestAbove(Number.NEGATIVE_INFINITY)).toBe(1);
  // None has: then among all own rational ones.
  const none = gains([1, 0.75, 0.5, 0.25], 0.5, [0.25, 0.125, 0, 1], 0.5);
  expect(none.highestAbove(Number.NEGATIVE_INFINITY)).toBe(0);
});

function party(own: readonly number[], other: readonly number[], disagreement = 0) {
  return soloParty(inverseOf(own, 0), {
    name: "zeuthen",
    offering: offerZeuthen({ disagreement }),
    acceptance: acceptZeuthen({ disagreement }),
    model: knowing((index) => other[index]!),
  });
}

it("BA-25: accepts what is as good as its next offer, just at the threshold", () => {
  // After outcome 1 it would go to 2, which is worth the same to itself and more to the other side.
  const other = [0, 0.25, 0.5];
  const equal = party([1, 0.75, 0.75], other);
  equal.propose();
  equal.hear(1);
  expect(equal.decide()).toBe(ACCEPT);
  const worse = party([1, 0.749, 0.75], other);
  worse.propose();
  worse.hear(1);
  expect(worse.decide()).toBe(2);
});

it("BA-25: accepts what no outcome beats in the product of gains, though it would ask for more", () => {
  const own = [1, 0.75, 0.5, 0.25, 0];
  const other = [0, 0.25, 0.5, 0.75, 1];
  const responder = party(own, other);
  responder.hear(2);
  expect(responder.decide()).toBe(ACCEPT);
  const early = party(own, other);
  early.hear(3);
  expect(early.decide()).toBe(0);
});

it("BA-25: measures the other's gain from its disagreement", () => {
  const own = [1, 0.75, 0.5, 0.25, 0];
  const other = [0, 0.25, 0.5, 0.75, 1];
  // Above 0.5 the products are 0, 1/16 and 0 for the last three: 4 is beaten, 3 no more.
  const responder = party(own, other, 0.5);
  responder.hear(4);
  expect(responder.decide()).toBe(2);
  const better = party(own, other, 0.5);
  better.hear(3);
  expect(better.decide()).toBe(ACCEPT);
});
