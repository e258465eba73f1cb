import { describe, expect, it } from "vitest";
import { standingOf, type TurnSheet } from "../../../src/strategies/play/index.js";
import { offerAtTurn, offerLog } from "../../../src/strategies/play/offer-log.js";
import { listed } from "../scenes.js";

const { inverse } = listed([0.1, 0.2, 0.3]);
/** Turns 1 and 3 are one side's, turn 2 the other's. */
const sheet: TurnSheet = {
  outcomes: [-1, 2, 0, 1],
  relativeTimes: [0, 0.25, 0.25, 0.5],
  proposalIds: ["", "p1", "p2", "p3"],
};

describe("a log", () => {
  const turnNumbers = [1, 3];
  const log = offerLog(sheet, turnNumbers, inverse, false);

  it("reads offers by position, negative ones from the end", () => {
    expect([log.indexAt(0), log.indexAt(1), log.indexAt(-1), log.indexAt(-2)]).toEqual([2, 1, 1, 2]);
    expect([log.utilityAt(0), log.relativeTimeAt(-1), log.turnNumberAt(-1)]).toEqual([0.3, 0.5, 3]);
    expect(log.at(-1)).toEqual({
      index: 1,
      utility: 0.2,
      relativeTime: 0.5,
      turnNumber: 3,
      isOwn: false,
      proposalId: "p3",
    });
  });

  it("has nothing beyond its ends", () => {
    for (const position of [2, -3]) {
      expect(log.at(position)).toBeUndefined();
      expect([log.indexAt(position), log.turnNumberAt(position)]).toEqual([-1, -1]);
      expect([log.utilityAt(position), log.relativeTimeAt(position)]).toEqual([Number.NaN, Number.NaN]);
    }
  });

  it("grows with the turns that its owner adds, and is frozen for everybody else", () => {
    const growing: number[] = [];
    const grown = offerLog(sheet, growing, inverse, true);
    expect(grown.length).toBe(0);
    growing.push(2);
    expect([grown.length, grown.at(0)?.isOwn]).toEqual([1, true]);
    expect(Object.isFrozen(grown) && Object.isFrozen(grown.at(0))).toBe(true);
    expect(() => Object.assign(grown, { length: 7 })).toThrow(TypeError);
  });
});

it("an offer is worth what its terms are exactly worth, where the sheet knows", () => {
  const exact = { ...sheet, exactUtilities: [0, 0.31, 0.11, 0.21] };
  expect(offerAtTurn(exact, 1, inverse, true)).toMatchObject({ index: 2, utility: 0.31 });
  expect(offerLog(exact, [3], inverse, true).utilityAt(0)).toBe(0.21);
  expect(offerAtTurn({ outcomes: [-1, 2], relativeTimes: [0, 1] }, 1, inverse, true).proposalId).toBe(null);
});

it("the standing proposal is the latest one, whatever turns came after it", () => {
  const accepted = { outcomes: [-1, 2, 0, -1, -2], relativeTimes: [] };
  expect(standingOf(accepted)).toBe(0);
  expect(standingOf(accepted, 1)).toBe(2);
  expect(standingOf({ outcomes: [-1], relativeTimes: [] })).toBe(-1);
});
