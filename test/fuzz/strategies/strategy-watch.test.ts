import { expect, it } from "vitest";
import { played } from "../../../src/fuzz/strategies/strategy-play.js";
import { partnerOf, partsOf } from "../../../src/fuzz/strategies/strategy-trial.js";
import { watchedStrategy } from "../../../src/fuzz/strategies/strategy-watch.js";
import { linear, micro, timeDependent } from "../../../src/strategies/agents/index.js";
import { bayesian } from "../../../src/strategies/models/index.js";
import type { Strategy } from "../../../src/strategies/play/index.js";
import { aTrial } from "../strategy-trials.js";

const trial = aTrial({ places: [0, 100, 300, 200, 600] });

function notesOf(strategy: Strategy): readonly (readonly string[])[] {
  const watched = watchedStrategy(strategy);
  played(partsOf(trial, watched.strategy), partnerOf(trial));
  return [[...watched.notes.written], [...watched.notes.asked]];
}

it("a watched strategy plays as it does unwatched, and innocent ones leave no note", () => {
  for (const strategy of [
    linear(),
    micro(),
    timeDependent({ exponent: 1, pick: "model", model: bayesian() }),
  ]) {
    const { strategy: watched, notes } = watchedStrategy(strategy);
    const plays = [strategy, watched].map((one) => played(partsOf(trial, one), partnerOf(trial)).turns);
    expect(plays[1]).toEqual(plays[0]);
    expect([notes.written.size, notes.asked.size]).toEqual([0, 0]);
  }
});

it("BA-29, D-7: every component and hook is watched, in its start and in its run", () => {
  const peeks = (): number => performance.now() * 0;
  const writes = (target: object): number => Number(Reflect.set(target, "mine", 1)) * 0;
  const base = linear();
  const parts: readonly ((act: (target: object) => number) => Partial<Strategy>)[] = [
    (act) => ({ offering: { name: "m", start: (setup) => (act(setup), base.offering.start(setup)) } }),
    (act) => ({ offering: { name: "m", start: () => ({ next: (view) => 10 + act(view) }) } }),
    (act) => ({
      offering: { name: "m", start: () => ({ next: () => 10, observe: (offer) => void act(offer) }) },
    }),
    (act) => ({ acceptance: { name: "m", start: (setup) => (act(setup), () => false) } }),
    (act) => ({ acceptance: { name: "m", start: () => (view) => act(view) > 0 } }),
    (act) => ({ model: { name: "m", start: (setup) => (act(setup), bayesian().start(setup)) } }),
    (act) => ({ justify: (view) => void act(view) }),
    (act) => ({
      weigh: (view) => (act(view), "neutral"),
      acceptance: { name: "m", start: () => () => true },
    }),
  ];
  for (const part of parts) {
    expect(notesOf({ ...base, ...part(writes) })).toEqual([["mine"], []]);
    expect(notesOf({ ...base, ...part(peeks) })).toEqual([[], ["performance.now"]]);
  }
});
