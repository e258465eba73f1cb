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
  all,
  any,
  not,
} from "../../../src/strategies/acceptance/index.js";
import { boulware, micro, timeDependent } from "../../../src/strategies/agents/index.js";
import { ACCEPT, type AcceptanceCondition, type OfferingPolicy } from "../../../src/strategies/play/index.js";
import { scenarioInverses } from "../../../src/tournament/play/index.js";
import { fixturesFolder, oracleCases } from "../../tournament/oracle.js";
import { Scene } from "../scenes.js";

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
        const offering = offerings[seed % 2] as OfferingPolicy;
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
});
