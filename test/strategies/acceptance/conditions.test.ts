import { describe, expect, it } from "vitest";
import { randomDraw } from "../../../src/preferences/random.js";
import { acceptBest } from "../../../src/strategies/acceptance/accept-best.js";
import {
  acceptCombined,
  acceptCombinedAverageWindow,
  acceptCombinedMaximum,
  acceptCombinedMaximumWindow,
} from "../../../src/strategies/acceptance/accept-combined.js";
import { acceptConstant, acceptTime } from "../../../src/strategies/acceptance/accept-constant.js";
import { acceptMicro } from "../../../src/strategies/acceptance/accept-micro.js";
import { acceptNext } from "../../../src/strategies/acceptance/accept-next.js";
import { acceptGap, acceptPrevious } from "../../../src/strategies/acceptance/accept-previous.js";
import { acceptTarget } from "../../../src/strategies/acceptance/accept-target.js";
import { all, any, not } from "../../../src/strategies/acceptance/combinators.js";
import { boulware, micro, timeDependent } from "../../../src/strategies/named-strategies.js";
import { ACCEPT } from "../../../src/strategies/player.js";
import type { Acceptance, Offering, Strategy } from "../../../src/strategies/strategy.js";
import { scenarioInverses } from "../../../src/tournament/scenario-inverses.js";
import { fixturesFolder, oracleCases } from "../../tournament/oracle.js";
import { listed, Scene, scripted } from "../scenes.js";

const EPSILON = 1e-9;

/**
 * The outcomes just below, at and just above a utility, after others: 3 is worth 0, 4 is worth 1, 5 half of it.
 */
function around(threshold: number): ReturnType<typeof listed>["inverse"] {
  return listed([threshold - EPSILON, threshold, threshold + EPSILON, 0, 1, 0.5]).inverse;
}

/** Whether the three outcomes are accepted at a turn, after `before` were received (and 4, 5, 5 ... sent). */
function verdicts(
  acceptance: Acceptance,
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

const FROM_THRESHOLD = [false, true, true];
const ABOVE_THRESHOLD = [false, false, true];
const NONE = [false, false, false];
const ALL = [true, true, true];

describe("BA-27: just below, at and just above the threshold", () => {
  it("AC_next compares with what offering would send now", () => {
    expect(verdicts(acceptNext(), 0.5, { before: [3] })).toEqual(FROM_THRESHOLD);
    // 2 u - 0.3 >= 0.5 from 0.4 on.
    expect(verdicts(acceptNext({ scale: 2, shift: -0.3 }), 0.4, { before: [3] })).toEqual(FROM_THRESHOLD);
  });

  it("AC_prev compares with the own previous offer, and accepts nothing before one", () => {
    expect(verdicts(acceptPrevious(), 0.5, { own: [5, 4], before: [3] })).toEqual(FROM_THRESHOLD);
    expect(verdicts(acceptPrevious({ scale: 2, shift: -0.3 }), 0.4, { own: [5, 4], before: [3] })).toEqual(
      FROM_THRESHOLD,
    );
    expect(verdicts(acceptPrevious({ shift: 5 }), 0.5)).toEqual(NONE);
  });

  it("AC_gap is content with a little less than the own previous offer, and accepts nothing before one", () => {
    expect(verdicts(acceptGap(), 0.4, { own: [5, 4], before: [3] })).toEqual(FROM_THRESHOLD);
    expect(verdicts(acceptGap({ gap: 0.25 }), 0.25, { own: [5, 4], before: [3] })).toEqual(FROM_THRESHOLD);
    expect(verdicts(acceptGap({ gap: 5 }), 0.5)).toEqual(NONE);
  });

  it("AC_const compares with a number, strictly where asked to", () => {
    expect(verdicts(acceptConstant(), 0.9)).toEqual(FROM_THRESHOLD);
    expect(verdicts(acceptConstant({ threshold: 0.3 }), 0.3)).toEqual(FROM_THRESHOLD);
    expect(verdicts(acceptConstant({ strict: true }), 0.9)).toEqual(ABOVE_THRESHOLD);
  });

  it("AC_time looks at the time only: 0.99 is turn 197 of 198", () => {
    expect(verdicts(acceptTime(), 0.2, { turn: 195 })).toEqual(NONE);
    expect(verdicts(acceptTime(), 0.2, { turn: 197 })).toEqual(ALL);
    expect(verdicts(acceptTime({ strict: true }), 0.2, { turn: 197 })).toEqual(NONE);
    expect(verdicts(acceptTime({ strict: true, from: 0.98 }), 0.2, { turn: 197 })).toEqual(ALL);
  });

  it("AC_target compares with the level of the curve", () => {
    // Turn 99 is at 0.5, and the level of exponent 1 is 0.4999.
    expect(verdicts(acceptTarget({ exponent: 1 }), 0.4999, { turn: 99 })).toEqual(FROM_THRESHOLD);
  });

  it("AC_combi is AC_next, and takes anything from its time on", () => {
    expect(verdicts(acceptCombined(), 0.5, { before: [3], turn: 193 })).toEqual(FROM_THRESHOLD);
    expect(verdicts(acceptCombined(), 0.2, { before: [3], turn: 195 })).toEqual(ALL);
    expect(verdicts(acceptCombined({ from: 0.5 }), 0.2, { before: [3], turn: 97 })).toEqual(NONE);
    expect(verdicts(acceptCombined({ from: 0.5 }), 0.2, { before: [3], turn: 99 })).toEqual(ALL);
  });

  it("AC_combi_max is late content with the best received, the offer itself included", () => {
    const late = { turn: 195, own: [4, 4] };
    expect(verdicts(acceptCombinedMaximum(), 0.4, { ...late, before: [1, 3] })).toEqual(FROM_THRESHOLD);
    expect(verdicts(acceptCombinedMaximum(), 0.4, late)).toEqual(ALL);
    expect(verdicts(acceptCombinedMaximum(), 0.4, { ...late, before: [5] })).toEqual(NONE);
    expect(verdicts(acceptCombinedMaximum(), 0.4, { ...late, turn: 193, before: [3] })).toEqual(NONE);
  });

  it("AC_combi_max_window forgets what was offered before t - (1 - t)", () => {
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

  it("AC_combi_average_window asks for the mean of the window, the offer itself included", () => {
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
});

describe("BA-27: combinators", () => {
  const counted = (answer: boolean) => {
    let calls = 0;
    const acceptance: Acceptance = { name: String(answer), start: () => () => (calls++, answer) };
    return { acceptance, calls: () => calls };
  };
  const answer = (acceptance: Acceptance) =>
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
});

describe("every condition", () => {
  const conditions: Readonly<Record<string, Acceptance>> = {
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

  it("D-1: no two conditions decide alike on 1,000 seeded streams of offers", () => {
    // Up to the last of 99 cycles, poor offers and now and then one of the best; own offers by two policies.
    const offerings = [timeDependent({ exponent: 20 }).offering, micro().offering];
    const rankOf = (seed: number, turn: number) => {
      const [kind, place] = [randomDraw(seed, "kind", turn, 0), randomDraw(seed, "place", turn, 0)];
      return kind < 0.05 ? inverse.size - 1 - Math.floor(4 * place) : Math.floor(place ** 6 * inverse.size);
    };
    const decisions = Object.entries(conditions).map(([name, acceptance]) => {
      const taken: number[] = [];
      for (let seed = 0; seed < 1_000; seed += 1) {
        const offering = offerings[seed % 2] as Offering;
        const scene = new Scene({ name, offering, acceptance }, inverse, { turnLimit: 198, seed });
        scene.skipTo(2 * (85 + (seed % 7)) + 1);
        const turns = [0, 1, 2, 3, 4, 5, 6, 7];
        taken.push(turns.findIndex((turn) => scene.answer(inverse.at(rankOf(seed, turn))) === ACCEPT));
      }
      return [name, taken.join(",")] as const;
    });
    const alike = decisions.filter(([name, one]) =>
      decisions.some(([k, other]) => k !== name && one === other),
    );
    expect(alike.map(([name]) => name)).toEqual([]);
  });

  it("BA-27: refuses a parameter that is no finite number with strategy_invalid", () => {
    const bad = Number.NaN;
    for (const make of [
      () => acceptNext({ scale: bad }),
      () => acceptPrevious({ shift: bad }),
      () => acceptGap({ gap: bad }),
      () => acceptConstant({ threshold: bad }),
      () => acceptTime({ from: bad }),
      () => acceptCombined({ from: bad }),
      () => acceptCombinedMaximum({ from: "1" as never }),
    ]) {
      expect(make).toThrow(expect.objectContaining({ code: "strategy_invalid" }));
    }
  });
});
