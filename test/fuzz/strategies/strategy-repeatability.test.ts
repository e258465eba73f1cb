import { expect, it } from "vitest";
import { keptState, sharedState, variedAnswer } from "../../../src/fuzz/strategies/strategy-repeatability.js";
import { micro, random } from "../../../src/strategies/agents/index.js";
import type { Strategy } from "../../../src/strategies/play/index.js";
import { brokenStrategies, offering } from "../broken-strategies.js";
import { aTrial } from "../strategy-trials.js";

const trial = aTrial({ places: [100, 300, 500, 200, 700] });

function same(strategy: Strategy): () => Strategy {
  return () => strategy;
}

it("BA-15: what counts across negotiations answers differently when played again", () => {
  const found = variedAnswer(trial, same(brokenStrategies.varied_answer()));
  expect(found?.reason).toMatch(/^at turn 2 it decides outcome \d .* when played again, outcome 10 /);
  expect(variedAnswer(trial, same(random()))).toBeNull();
});

it("BA-15: what counts its own decisions differs when rebuilt, what counts its offers does not", () => {
  const found = keptState(trial, same(brokenStrategies.kept_state()));
  expect(found?.reason).toBe(
    "at turn 4 it decides outcome 10 (worth 1) when rebuilt from the turns before it, outcome 9 (worth 0.9) otherwise.",
  );
  expect(found?.turns).toHaveLength(4);
  const honest = offering(({ inverse }) => ({
    next: ({ sent }) => inverse.at(inverse.size - 1 - sent.length),
  }));
  for (const strategy of [honest, micro(), random()]) expect(keptState(trial, same(strategy))).toBeNull();
});

it("D-12: what one negotiation leaves behind for another is found when they go on together", () => {
  const shared = brokenStrategies.shared_state();
  expect(variedAnswer(trial, same(shared))).toBeNull();
  expect(keptState(trial, same(shared))).toBeNull();
  expect(sharedState(trial, same(shared))?.reason).toContain("while another negotiation goes on");
  expect(sharedState(trial, brokenStrategies.shared_state)).toBeNull();
});

it("D-7: what tells one side the preferences of the other is found when it plays for both", () => {
  const best = new Set<number>();
  const spy = offering(({ inverse }) => {
    best.add(inverse.best());
    return { next: () => inverse.at(inverse.size - best.size) };
  });
  expect(variedAnswer(trial, same(spy))).toBeNull();
  expect(keptState(trial, same(spy))).toBeNull();
  expect(sharedState(trial, same(spy))?.reason).toContain("while another negotiation goes on");
  expect(sharedState(trial, same(micro()))).toBeNull();
});

it("D-7: what tells one side what the other is about to do is found when it plays against itself", () => {
  let latest = -1;
  // Forgotten as soon as the responder has looked: it must play both sides of one negotiation to give anything away.
  const spy = offering(({ inverse, seat }) => ({
    next: ({ received }) => {
      const isMirrored = seat === "responder" && latest === received.indexAt(-1);
      latest = seat === "initiator" ? inverse.at(3) : -1;
      return seat === "initiator" ? latest : isMirrored ? inverse.worst() : inverse.best();
    },
  }));
  const against = aTrial({ places: [500] });
  expect(variedAnswer(against, same(spy))).toBeNull();
  expect(sharedState(against, same(spy))?.reason).toContain("while it plays the other side as well");
});
