import { describe, expect, it } from "vitest";
import { randomDraw } from "../../../src/preferences/random/index.js";
import {
  acceptBest,
  acceptCombined,
  acceptCombinedAverageWindow,
  acceptCombinedMaximum,
  acceptCombinedMaximumWindow,
  acceptConstant,
  acceptGap,
  acceptMicro,
  acceptNext,
  acceptPrevious,
  acceptTarget,
  acceptTime,
  acceptZeuthen,
  all,
  any,
  not,
} from "../../../src/strategies/acceptance/index.js";
import { boulware } from "../../../src/strategies/agents/index.js";
import { offerTimeDependent } from "../../../src/strategies/offering/index.js";
import { ACCEPT, type AcceptanceCondition, type Strategy } from "../../../src/strategies/play/index.js";
import { scenarioInverses } from "../../../src/tournament/index.js";
import { fixturesFolder, oracleCases } from "../../tournament/oracle.js";
import { listed, Scene, scripted } from "../scenes.js";
import { knowing, soloParty } from "../solo-party.js";
import { twoPartyFixtures } from "../two-party-fixtures.js";

describe("every condition", () => {
  const conditions: Readonly<Record<string, AcceptanceCondition>> = {
    next: acceptNext(),
    previous: acceptPrevious(),
    gap: acceptGap(),
    constant: acceptConstant(),
    time: acceptTime(),
    target: acceptTarget({ exponent: 4 }),
    combined: acceptCombined(),
    combinedMaximum: acceptCombinedMaximum(),
    combinedMaximumWindow: acceptCombinedMaximumWindow(),
    combinedAverageWindow: acceptCombinedAverageWindow(),
    best: acceptBest(),
    micro: acceptMicro(),
    all: all(acceptNext(), acceptConstant()),
    any: any(acceptTime(), acceptConstant()),
    not: not(acceptBest()),
  };
  const { scenario } = oracleCases(fixturesFolder)[0]!;
  const inverse = scenarioInverses(scenario)[1]!;

  it.each(Object.entries(conditions))(
    "BA-27, D-2: %s accepts at least once when offered all 125 outcomes of s01 in ascending order",
    (_, acceptance) => {
      const { offering } = boulware();
      const scene = new Scene({ name: "tested", offering, acceptance }, inverse, { turnLimit: 250 });
      let accepted = 0;
      for (let rank = 0; rank < inverse.size; rank += 1) {
        if (scene.answer(inverse.at(rank)) === ACCEPT) {
          accepted += 1;
          break;
        }
      }
      expect(accepted).toBe(1);
    },
  );
});

const EPSILON = 1e-9;

/**
 * The outcomes just below, at and just above a utility, after others: 3 is worth 0, 4 is worth 1, 5 half of it.
 */
function around(threshold: number): ReturnType<typeof listed>["inverse"] {
  return listed([threshold - EPSILON, threshold, threshold + EPSILON, 0, 1, 0.5]).inverse;
}

/** Whether the three outcomes are accepted at a turn, after `before` were received (and 4, 5, 5 ... sent). */
function verdicts(
  acceptance: AcceptanceCondition,
  threshold: number,
  options: {
    readonly before?: readonly number[];
    readonly turn?: number;
    readonly own?: readonly number[];
  } = {},
): readonly boolean[] {
  const { before = [], turn, own = [4, 5] } = options;
  return [0, 1, 2].map((outcome) => {
    const strategy: Strategy = { name: "tested", offering: scripted(...own), acceptance };
    // 198 turns are 99 cycles: turn 2c + 1 is at (c + 1) / 100.
    const scene = new Scene(strategy, around(threshold), { turnLimit: 198 });
    for (const one of before) scene.answer(one);
    if (turn !== undefined) scene.skipTo(turn);
    return scene.answer(outcome) === ACCEPT;
  });
}

const FROM_THRESHOLD: readonly boolean[] = [false, true, true];
const ABOVE_THRESHOLD: readonly boolean[] = [false, false, true];
const NONE: readonly boolean[] = [false, false, false];
const ALL: readonly boolean[] = [true, true, true];

it("BA-27: AC_next compares with what offering would send now", () => {
  expect(verdicts(acceptNext(), 0.5, { before: [3] })).toEqual(FROM_THRESHOLD);
  // 2 u - 0.3 >= 0.5 from 0.4 on.
  expect(verdicts(acceptNext({ scale: 2, shift: -0.3 }), 0.4, { before: [3] })).toEqual(FROM_THRESHOLD);
});

it("BA-27: AC_prev compares with the own previous offer, and accepts nothing before one", () => {
  expect(verdicts(acceptPrevious(), 0.5, { own: [5, 4], before: [3] })).toEqual(FROM_THRESHOLD);
  expect(verdicts(acceptPrevious({ scale: 2, shift: -0.3 }), 0.4, { own: [5, 4], before: [3] })).toEqual(
    FROM_THRESHOLD,
  );
  expect(verdicts(acceptPrevious({ shift: 5 }), 0.5)).toEqual(NONE);
});

it("BA-27: AC_gap is content with a little less than the own previous offer, and accepts nothing before one", () => {
  expect(verdicts(acceptGap(), 0.4, { own: [5, 4], before: [3] })).toEqual(FROM_THRESHOLD);
  expect(verdicts(acceptGap({ gap: 0.25 }), 0.25, { own: [5, 4], before: [3] })).toEqual(FROM_THRESHOLD);
  expect(verdicts(acceptGap({ gap: 5 }), 0.5)).toEqual(NONE);
});

it("BA-27: AC_const compares with a number, strictly where asked to", () => {
  expect(verdicts(acceptConstant(), 0.9)).toEqual(FROM_THRESHOLD);
  expect(verdicts(acceptConstant({ threshold: 0.3 }), 0.3)).toEqual(FROM_THRESHOLD);
  expect(verdicts(acceptConstant({ strict: true }), 0.9)).toEqual(ABOVE_THRESHOLD);
});

it("BA-27: AC_time looks at the time only: 0.99 is turn 197 of 198", () => {
  expect(verdicts(acceptTime(), 0.2, { turn: 195 })).toEqual(NONE);
  expect(verdicts(acceptTime(), 0.2, { turn: 197 })).toEqual(ALL);
  expect(verdicts(acceptTime({ strict: true }), 0.2, { turn: 197 })).toEqual(NONE);
  expect(verdicts(acceptTime({ strict: true, from: 0.98 }), 0.2, { turn: 197 })).toEqual(ALL);
});

it("BA-27: AC_target compares with the level of the curve", () => {
  // Turn 99 is at 0.5, and the level of exponent 1 is 0.4999.
  expect(verdicts(acceptTarget({ exponent: 1 }), 0.4999, { turn: 99 })).toEqual(FROM_THRESHOLD);
});

it("BA-18: accepts its maximum less 1e-10", () => {
  const strategy = { name: "tested", offering: scripted(0), acceptance: acceptBest() };
  const { inverse } = listed([1, 1 - 0.9e-10, 1 - 1.1e-10, 0]);
  const accepted = [0, 1, 2, 3].map((outcome) => new Scene(strategy, inverse).answer(outcome) === ACCEPT);
  expect(accepted).toEqual([true, true, false, false]);
});

it("BA-27: AC_combi is AC_next, and takes anything from its time on", () => {
  expect(verdicts(acceptCombined(), 0.5, { before: [3], turn: 193 })).toEqual(FROM_THRESHOLD);
  expect(verdicts(acceptCombined(), 0.2, { before: [3], turn: 195 })).toEqual(ALL);
  expect(verdicts(acceptCombined({ from: 0.5 }), 0.2, { before: [3], turn: 97 })).toEqual(NONE);
  expect(verdicts(acceptCombined({ from: 0.5 }), 0.2, { before: [3], turn: 99 })).toEqual(ALL);
});

it("BA-27: AC_combi_max is late content with the best received, the offer itself included", () => {
  const late = { turn: 195, own: [4, 4] };
  expect(verdicts(acceptCombinedMaximum(), 0.4, { ...late, before: [1, 3] })).toEqual(FROM_THRESHOLD);
  expect(verdicts(acceptCombinedMaximum(), 0.4, late)).toEqual(ALL);
  expect(verdicts(acceptCombinedMaximum(), 0.4, { ...late, before: [5] })).toEqual(NONE);
  expect(verdicts(acceptCombinedMaximum(), 0.4, { ...late, turn: 193, before: [3] })).toEqual(NONE);
});

it("BA-27: AC_combi_max_window forgets what was offered before t - (1 - t)", () => {
  const acceptance = acceptCombinedMaximumWindow();
  const late = { turn: 195, own: [4, 4] };
  // At 0.98 the window begins at 0.96; the offers before came at 0.01 and 0.02.
  expect(verdicts(acceptance, 0.4, { ...late, before: [5, 5] })).toEqual(ALL);
  const recent = (previous: number, turn: number) =>
    [0, 1, 2].map((outcome) => {
      const strategy: Strategy = { name: "tested", offering: scripted(4), acceptance };
      const scene = new Scene(strategy, around(0.4), { turnLimit: 198 }).skipTo(turn);
      scene.answer(previous);
      return scene.skipTo(195).answer(outcome) === ACCEPT;
    });
  expect(recent(1, 191)).toEqual(FROM_THRESHOLD);
  expect(recent(5, 191)).toEqual(NONE);
  expect(recent(5, 189)).toEqual(ALL);
});

it("BA-27: AC_combi_average_window asks for the mean of the window, the offer itself included", () => {
  const acceptance = acceptCombinedAverageWindow();
  const mean = (previous: number, threshold: number) =>
    [0, 1, 2].map((outcome) => {
      const strategy: Strategy = { name: "tested", offering: scripted(4), acceptance };
      const scene = new Scene(strategy, around(threshold), { turnLimit: 198 }).skipTo(193);
      scene.answer(previous);
      return scene.skipTo(195).answer(outcome) === ACCEPT;
    });
  // u >= (0.5 + u) / 2 from 0.5 on.
  expect(mean(5, 0.5)).toEqual(FROM_THRESHOLD);
  expect(mean(3, 0.5)).toEqual(ALL);
  expect(mean(5, 0.4)).toEqual(NONE);
  expect(verdicts(acceptance, 0.4, { turn: 193, own: [4, 4] })).toEqual(NONE);
});

describe("BA-27: combinators", () => {
  const counted = (answer: boolean) => {
    let calls = 0;
    const acceptance: AcceptanceCondition = { name: String(answer), start: () => () => (calls++, answer) };
    return { acceptance, calls: () => calls };
  };
  const answer = (acceptance: AcceptanceCondition) =>
    new Scene({ name: "tested", offering: scripted(4), acceptance }, around(0.5)).answer(3) === ACCEPT;

  it("all, any and not say what their names say", () => {
    const yes = counted(true).acceptance;
    const no = counted(false).acceptance;
    expect([all(yes, yes), all(yes, no), any(no, yes), any(no, no), not(no), not(yes)].map(answer)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect([all(), any()].map(answer)).toEqual([true, false]);
    expect(all(yes, not(any(no))).name).toBe("all(true, not(any(false)))");
  });

  it("ask from left to right and no further than needed", () => {
    const last = counted(true);
    answer(all(counted(false).acceptance, last.acceptance));
    answer(any(counted(true).acceptance, last.acceptance));
    expect(last.calls()).toBe(0);
    answer(all(counted(true).acceptance, last.acceptance));
    expect(last.calls()).toBe(1);
  });

  it.each([
    ["all", (odd: AcceptanceCondition) => all(odd)],
    ["any", (odd: AcceptanceCondition) => any(odd)],
    ["not", (odd: AcceptanceCondition) => not(odd)],
  ])("BA-16: %s takes neither a promise nor a text for a yes or a no", (_, combined) => {
    for (const given of ["no", undefined, Promise.resolve(false)]) {
      const odd: AcceptanceCondition = { name: "odd", start: () => () => given as never };
      expect(() => answer(combined(odd))).toThrow(/the condition odd to answer true or false/);
    }
  });
});

const conditions: readonly AcceptanceCondition[] = [
  acceptNext(),
  acceptPrevious(),
  acceptGap(),
  acceptConstant(),
  acceptTime(),
  acceptTarget({ exponent: 4 }),
  acceptCombined(),
  acceptCombinedMaximum(),
  acceptCombinedMaximumWindow(),
  acceptCombinedAverageWindow(),
  acceptBest(),
  acceptMicro(),
  acceptZeuthen(),
];

it("D-1: no two acceptance conditions decide alike on 1,000 seeded offer streams", () => {
  const { inverses } = twoPartyFixtures.find(({ key }) => key === "s01-5x5x5")!;
  const [inverse, other] = inverses;
  const decisions = conditions.map((): string[] => []);
  // Asks all conditions at each turn, and goes on whatever they say.
  const asking: AcceptanceCondition = {
    name: "asking",
    start: (setup) => {
      const runs = conditions.map((condition) => condition.start(setup));
      return (view, next) => {
        for (const [place, run] of runs.entries()) decisions[place]!.push(run(view, next) ? "1" : "0");
        return false;
      };
    },
  };
  for (let seed = 0; seed < 1000; seed += 1) {
    const party = soloParty(inverse, {
      name: "asking",
      offering: offerTimeDependent({ exponent: 20 }),
      acceptance: asking,
      model: knowing((index) => other.utility(index)),
    });
    // Partners of all kinds: some never offer anything good.
    const ranks = 1 + (seed % inverse.size);
    for (let cycle = 0; cycle < 100; cycle += 1) {
      party.hear(inverse.at(Math.floor(randomDraw(seed, "stream", cycle + 1, 0) * ranks)));
      party.propose();
    }
  }
  const seen = new Map<string, string>();
  for (const [place, { name }] of conditions.entries()) {
    const text = decisions[place]!.join("");
    expect(text.length).toBe(100_000);
    expect(text, `${name} accepts at least once`).toContain("1");
    expect(seen.get(text), `${name} decides like ${seen.get(text)}`).toBeUndefined();
    seen.set(text, name);
  }
});

it.each([
  () => acceptNext({ scale: Number.NaN }),
  () => acceptPrevious({ shift: Number.NaN }),
  () => acceptGap({ gap: Number.NaN }),
  () => acceptConstant({ threshold: Number.NaN }),
  () => acceptTime({ from: Number.NaN }),
  () => acceptCombined({ from: Number.NaN }),
  () => acceptCombinedMaximum({ from: "1" as never }),
  () => acceptZeuthen({ disagreement: Number.POSITIVE_INFINITY }),
])("BA-27: refuses a parameter that is no finite number with strategy_invalid: %o", (make) => {
  expect(make).toThrow(expect.objectContaining({ code: "strategy_invalid" }));
});

it("lists every number that is none, by its sort only", () => {
  const issues = [
    { path: ["scale"], expected: "a finite number", received: "a string" },
    { path: ["shift"], expected: "a finite number", received: "NaN" },
  ];
  expect(() => acceptNext({ scale: "0.7" as never, shift: Number.NaN })).toThrow(
    expect.objectContaining({ details: { issueCount: 2, issues } }),
  );
});
