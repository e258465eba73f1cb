import fc from "fast-check";
import { expect, it } from "vitest";
import type { InverseUtility } from "../../../src/preferences/inverse/index.js";
import { offerNiceTitForTat } from "../../../src/strategies/offering/index.js";
import { inverseOf, knowing, never, type SoloParty, soloParty } from "../solo-party.js";

/** Own utilities 0, 1/4 .. 1; the other side wants the opposite. */
const quarters = inverseOf([0, 0.25, 0.5, 0.75, 1]);

function playing(inverse: InverseUtility, other: (index: number) => number, turnLimit = 200): SoloParty {
  const offering = offerNiceTitForTat();
  return soloParty(
    inverse,
    { name: "nice", offering, acceptance: never, model: knowing(other) },
    1,
    turnLimit,
  );
}

function opposed(inverse: InverseUtility, turnLimit?: number): SoloParty {
  return playing(inverse, (index) => 1 - inverse.utility(index), turnLimit);
}

it("BA-22: opens with its best outcome, in either seat", () => {
  expect(opposed(quarters).propose()).toBe(4);
  const responder = opposed(quarters);
  responder.hear(2);
  expect(responder.propose()).toBe(4);
});

it("BA-22: gives up the share of the way to the Nash point that the other side came", () => {
  // u (1 - u) is largest at 1/2. First offer 0: gap 1, N = max(0.5, 0.5 x 0.8) = 0.5.
  const party = opposed(quarters);
  party.propose();
  party.hear(0);
  expect(party.propose()).toBe(4);
  // Half the way to N: target 1 - 0.5 x 0.5.
  party.hear(1);
  expect(party.propose()).toBe(3);
  // Back again: the best one counts.
  party.hear(0);
  expect(party.propose()).toBe(3);
  // All the way: target 0.5.
  party.hear(2);
  expect(party.propose()).toBe(2);
});

it("BA-22: a good first offer raises what the Nash point is taken to give", () => {
  // First offer 1/2: gap 0.5, multiplier 1.1, N = 0.55. Then 3/4 is past N: target N, met by 3/4.
  const party = opposed(inverseOf([0, 0.25, 0.5, 0.54, 0.56, 0.75, 1]));
  party.propose();
  party.hear(2);
  party.propose();
  party.hear(3);
  // factor 0.8: target 1 - 0.8 x 0.45 = 0.64.
  expect(party.propose()).toBe(5);
  party.hear(4);
  // factor 1: target 0.55, met by 0.56, which was received.
  expect(party.propose()).toBe(4);
});

it("BA-22: where the Nash point gives no more than the first offer, the target is the Nash point", () => {
  // The other side wants what we want least, and opened at 0.75 > N.
  const party = playing(quarters, (index) => [1, 0.9, 0.2, 0.1, 0][index]!);
  party.propose();
  party.hear(3);
  // Nash at 1/4: N = clamp(0.25 x 1.25, 0.5, 1) = 0.5; of u >= 0.5 the likest is 2, but 3 was received and is better.
  expect(party.propose()).toBe(3);
});

it("BA-22: proposes the outcome that the other side likes best, then the better, then the lower index", () => {
  const inverse = inverseOf([1, 0.6, 0.6, 0.7, 0.7, 0]);
  const party = playing(inverse, (index) => [0, 0.8, 0.8, 0.8, 0.8, 1][index]!);
  party.propose();
  party.hear(5);
  party.propose();
  // N: 0.7 x 0.8 is largest: 0.7 x 0.8 = 0.56. After 0.6: factor 1, target 0.56: four outcomes, of equal liking.
  party.hear(1);
  expect(party.propose()).toBe(3);
});

it("BA-22: adds a bonus from relative time 0.91 on", () => {
  const late = (turnLimit: number, cycles: number): number => {
    const party = opposed(quarters, turnLimit);
    party.propose();
    party.hear(0);
    for (let cycle = 1; cycle < cycles - 1; cycle += 1) {
      party.propose();
      party.hear(1);
    }
    return party.propose();
  };
  // t = 36/40 = 0.9: none; t = 39/40 = 0.975: all of it, down to N.
  expect(late(78, 36)).toBe(3);
  expect(late(78, 39)).toBe(2);
});

it("BA-22: in a space above 3,000 outcomes the bonus begins at 0.85", () => {
  const utilityAt = (size: number): number => {
    const inverse = inverseOf(Array.from({ length: size }, (_, index) => index / (size - 1)));
    const party = opposed(inverse, 14);
    party.propose();
    party.hear(0);
    for (let cycle = 1; cycle < 6; cycle += 1) {
      party.propose();
      party.hear((size - 1) / 4);
    }
    // t = 7/8: half of the bonus, or none.
    return inverse.utility(party.propose());
  };
  expect(utilityAt(4001)).toBeCloseTo(0.625, 3);
  expect(utilityAt(2001)).toBeCloseTo(0.75, 3);
});

it("BA-22: plays alike on any scale of its own utilities, and never below its reservation", () => {
  const play = (inverse: InverseUtility): number[] => {
    const party = playing(inverse, (index) => 1 - index / 8);
    return [0, 1, 3, 2, 5].map((index) => {
      const sent = party.propose();
      party.hear(index);
      return sent;
    });
  };
  const shape = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const plain = play(inverseOf(shape.map((one) => one / 8)));
  expect(play(inverseOf(shape.map((one) => 16 + 2 * one)))).toEqual(plain);
  const guarded = inverseOf(
    shape.map((one) => one / 8),
    0.9,
  );
  for (const index of play(guarded)) expect(guarded.isRational(index)).toBe(true);
});

it("BA-22: takes the Nash point over the reservation, by brute force", () => {
  // The same model, but a reservation of 0.5: (u - 0.5)(1 - u) is largest at 3/4, so N = 0.75 x 0.8 = 0.6.
  const inverse = inverseOf(
    Array.from({ length: 101 }, (_, index) => index / 100),
    0.5,
  );
  const party = opposed(inverse);
  party.propose();
  party.hear(0);
  party.propose();
  party.hear(30);
  // factor 0.5: target 1 - 0.5 x 0.4 = 0.8.
  expect(inverse.utility(party.propose())).toBeCloseTo(0.8, 10);
});

/** BA-22 as it is written, over all outcomes. */
function proposalByTheBook(
  inverse: InverseUtility,
  other: (index: number) => number,
  received: readonly number[],
  t: number,
): number {
  const all = Array.from({ length: inverse.size }, (_, index) => index);
  const range = inverse.maximum - inverse.minimum;
  const scaled = (index: number): number =>
    range === 0 ? 1 : (inverse.utility(index) - inverse.minimum) / range;
  const better = (one: number, next: number): number =>
    inverse.utility(next) - inverse.utility(one) || one - next;
  const product = (index: number): number =>
    (inverse.utility(index) - (inverse.reservation ?? inverse.minimum)) * other(index);
  const [nash] = [...all].sort((one, next) => product(next) - product(one) || better(one, next));
  const first = scaled(received[0]!);
  const best = Math.max(...received.map(scaled));
  const ambition = Math.min(1, Math.max(0.5, scaled(nash!) * (1.4 - 0.6 * (1 - first))));
  const factor = ambition <= first ? 1 : Math.min(1, Math.max(0, (best - first) / (ambition - first)));
  let target = 1 - factor * (1 - ambition);
  target -= Math.min(1, Math.max(0, 20 * (t - 0.91))) * Math.max(0, target - ambition);
  const least = Math.max(target >= 1 ? inverse.maximum : inverse.minimum + target * range, inverse.floor);
  const [chosen] = all
    .filter((index) => inverse.utility(index) >= least)
    .sort((one, next) => other(next) - other(one) || better(one, next));
  const bestReceived = received.find((index) => scaled(index) === best)!;
  return inverse.utility(bestReceived) >= inverse.utility(chosen!) ? bestReceived : chosen!;
}

it("BA-22: proposes what the formulas give over all outcomes, on data rich in ties", () => {
  const few = fc.integer({ min: 0, max: 8 }).map((one) => one / 8);
  const rows = fc.array(fc.tuple(few, few), { minLength: 1, maxLength: 25 });
  const heard = fc.array(fc.nat(), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(rows, fc.option(few), heard, (list, reservation, numbers) => {
      const inverse = inverseOf(
        list.map(([own]) => own),
        reservation,
      );
      fc.pre(inverse.rationalCount > 0);
      const other = (index: number): number => list[index]![1];
      const party = playing(inverse, other, 24);
      party.propose();
      const received: number[] = [];
      for (const number of numbers) {
        received.push(number % list.length);
        party.hear(number % list.length);
        const t = (received.length + 1) / 13;
        expect(party.propose()).toBe(proposalByTheBook(inverse, other, received, t));
      }
    }),
    { numRuns: 300 },
  );
});
