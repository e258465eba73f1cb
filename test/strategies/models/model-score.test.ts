import { expect, it } from "vitest";
import { inverseUtility } from "../../../src/preferences/inverse/index.js";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { boulware } from "../../../src/strategies/agents/index.js";
import {
  bayesian,
  frequencyHardheaded,
  frequencyLinear,
  modelScore,
} from "../../../src/strategies/models/index.js";
import type { OpponentModel, RunningModel } from "../../../src/strategies/play/index.js";
import { inverseOf, soloParty, stubborn } from "../solo-party.js";
import { twoPartyFixtures } from "../two-party-fixtures.js";

const profiles = twoPartyFixtures.flatMap(({ inverses }) => inverses);

/** The first 30 proposals of boulware, with their times. */
const streams = profiles.map((inverse) => {
  const party = soloParty(inverse, stubborn(boulware()));
  return Array.from({ length: 30 }, (_, cycle) => {
    const index = party.propose();
    // The other side's turn of the cycle.
    party.hear(inverse.worst());
    return { index, relativeTime: (cycle + 1) / 101 };
  });
});

function fed(model: OpponentModel, place: number): RunningModel {
  const run = model.start({ space: profiles[place]!.space });
  for (const { index, relativeTime } of streams[place]!) run.observe(index, relativeTime);
  return run;
}

function meanTau(scores: readonly (number | null)[]): number {
  const numbers = scores.filter((score) => score !== null);
  return numbers.reduce((one, other) => one + other, 0) / numbers.length;
}

it("BA-28: boulware's first 30 proposals teach each model as much as the specification says", () => {
  expect(profiles.length).toBe(22);
  const taught = [bayesian(), frequencyHardheaded(), frequencyLinear()].map((model) =>
    meanTau(profiles.map((inverse, place) => modelScore(fed(model, place), inverse).kendallTauB)),
  );
  expect(Math.abs(taught[0]! - 0.38)).toBeLessThan(0.03);
  expect(Math.abs(taught[1]! - 0.6)).toBeLessThan(0.03);
  expect(Math.abs(taught[2]! - 0.62)).toBeLessThan(0.03);
});

it("BA-28: a fresh bayesian model knows next to nothing, a fresh frequency model nothing", () => {
  const fresh = (model: OpponentModel): (number | null)[] =>
    profiles.map((inverse) => modelScore(model.start({ space: inverse.space }), inverse).kendallTauB);
  expect(Math.abs(meanTau(fresh(bayesian())) - 0.05)).toBeLessThan(0.01);
  expect(new Set(fresh(frequencyHardheaded()))).toEqual(new Set([null]));
  expect(new Set(fresh(frequencyLinear()))).toEqual(new Set([null]));
});

it("D-1: no two models rank the outcomes alike", () => {
  const rankings = [bayesian(), frequencyHardheaded(), frequencyLinear()].map((model) =>
    profiles.map(({ space }, place) => {
      const run = fed(model, place);
      const order = Array.from({ length: space.cardinality }, (_, index) => index);
      return order.sort((one, other) => run.utility(one) - run.utility(other) || one - other).join();
    }),
  );
  const [first, second, third] = rankings.map((ranking) => ranking.join(";"));
  expect(new Set([first, second, third]).size).toBe(3);
});

it("BA-28: scores against the truth over all outcomes, and a sample of a large space", () => {
  const truth = inverseOf([0.1, 0.4, 0.2, 0.9]);
  expect(modelScore({ utility: truth.utility.bind(truth) }, truth)).toEqual({
    kendallTauB: 1,
    pearson: 1,
    outcomeCount: 4,
    sampled: false,
  });
  expect(modelScore({ utility: (index) => -truth.utility(index) }, truth).kendallTauB).toBe(-1);
  expect(modelScore({ utility: () => 0.5 }, truth)).toMatchObject({ kendallTauB: null, pearson: null });
  const space = outcomeSpace([{ name: "price", kind: "integer", min: 0, max: 4999 }]);
  const inverse = inverseUtility(space, {
    kind: "additive",
    weights: [1],
    values: [{ kind: "linear", slope: 0.0002 }],
  });
  const score = modelScore({ utility: (index) => index / 5000 }, inverse);
  expect(score).toMatchObject({ kendallTauB: 1, outcomeCount: 1000, sampled: true });
});
