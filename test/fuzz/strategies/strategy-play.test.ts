import { describe, expect, it } from "vitest";
import {
  decisionText,
  firstDifference,
  played,
  StrategyPlay,
  unyielding,
} from "../../../src/fuzz/strategies/strategy-play.js";
import { partsOf } from "../../../src/fuzz/strategies/strategy-trial.js";
import { boulware, linear, tough } from "../../../src/strategies/agents/index.js";
import { ACCEPT, type Strategy, WITHDRAW } from "../../../src/strategies/play/index.js";
import { runNegotiation } from "../../../src/tournament/play/index.js";
import { brokenStrategies, doingBeside } from "../broken-strategies.js";
import { aTrial, ramp } from "../strategy-trials.js";

describe("a play", () => {
  it("takes the turns that the headless runner takes", () => {
    const strategies = [boulware(), linear()];
    const { trace } = runNegotiation({ scenario: ramp(11), strategies, turnLimit: 20, trace: true });
    const script = trace!.map(({ action, outcome }) => (action === "accept" ? ACCEPT : Number(outcome)));
    for (const [party, seat] of (["initiator", "responder"] as const).entries()) {
      const parts = { ...partsOf(aTrial({ party, seat }), strategies[party]!), seed: 0 };
      const { turns } = played(parts, (turnNumber) => script[turnNumber - 1]!);
      expect(turns.map(({ decision }) => decision)).toEqual(script);
    }
  });

  it("ends at its limit, at an accept, and where the strategy throws", () => {
    const stubborn = played(partsOf(aTrial(), tough()), () => 0);
    expect(stubborn.turns).toHaveLength(20);
    expect(stubborn.step(() => 0)).toBe(false);
    const agreed = played(partsOf(aTrial(), tough()), () => 10);
    expect(agreed.turns.map(({ decision }) => decision)).toEqual([10, ACCEPT]);
    const failed = played(partsOf(aTrial(), brokenStrategies.threw()), () => 0);
    expect(failed.turns).toHaveLength(5);
    expect(failed.failure).toEqual({ turnNumber: 5, error: "Error: no idea" });
  });

  it("keeps what is thrown at the start, while listening, and by a hook", () => {
    const fails = (): never => {
      throw new TypeError("no");
    };
    const failureOf = (strategy: Strategy, offer = 0) =>
      played(partsOf(aTrial(), strategy), () => offer).failure;
    const error = "TypeError: no";
    expect(failureOf({ ...linear(), offering: { name: "bad", start: fails } })).toEqual({
      turnNumber: 0,
      error,
    });
    const deaf = { name: "bad", start: () => ({ next: () => 10, observe: fails }) };
    expect(failureOf({ ...linear(), offering: deaf })).toEqual({ turnNumber: 1, error });
    expect(failureOf({ ...linear(), justify: fails })).toEqual({ turnNumber: 2, error: `justify: ${error}` });
    expect(failureOf({ ...linear(), weigh: fails }, 10)).toEqual({ turnNumber: 2, error: `weigh: ${error}` });
  });

  it("asks for a decision without recording it", () => {
    const play = new StrategyPlay(partsOf(aTrial({ seat: "initiator" }), tough()));
    expect([play.isOwnTurn, play.decision(), play.turnNumber, play.view?.turnNumber]).toEqual([
      true,
      10,
      1,
      1,
    ]);
    play.record(10, true);
    expect([play.isOwnTurn, play.turnNumber, play.view?.sent.length]).toEqual([false, 2, 1]);
  });
});

it("an unyielding strategy asks its condition as ever, and never accepts", () => {
  let asked = 0;
  const eager: Strategy = { ...tough(), acceptance: { name: "eager", start: () => () => ++asked > 0 } };
  expect(played(partsOf(aTrial(), unyielding(eager)), () => 5).turns).toHaveLength(20);
  expect(asked).toBe(10);
});

it("the first difference of two plays is a turn, also where one is longer", () => {
  const { turns } = played(partsOf(aTrial(), tough()), () => 0);
  expect(firstDifference(turns, turns)).toBeNull();
  expect(firstDifference(turns, turns.slice(0, 7))).toEqual({ turnNumber: 8, one: 10, other: null });
  const other = played(
    partsOf(
      aTrial(),
      doingBeside(() => {}),
    ),
    () => 0,
  ).turns;
  expect(firstDifference(turns, other)).toMatchObject({ turnNumber: 4, one: 10, other: 9 });
});

it("a decision is told with what it is worth", () => {
  const { inverse } = aTrial();
  const texts = [5, ACCEPT, WITHDRAW, null].map((decision) => decisionText(decision, inverse));
  expect(texts).toEqual(["outcome 5 (worth 0.5)", "accept", "withdraw", "nothing"]);
});

it("BA-16: a condition that answers neither yes nor no fails the play, heeded or not", () => {
  for (const given of ["no", undefined, Promise.resolve(false)]) {
    const odd = { ...linear(), acceptance: { name: "odd", start: () => () => given as never } };
    for (const strategy of [odd, unyielding(odd)]) {
      const { failure } = played(partsOf(aTrial(), strategy), () => 10);
      expect(failure?.error).toMatch(/the condition odd to answer true or false at once/);
    }
  }
});
