import { describe, expect, it } from "vitest";
import { armed, frozenRecord, NO_DEADLINES, next } from "../../../src/core/record/index.js";
import { negotiationOf, T0 } from "../../kit/builders.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

describe("next", () => {
  const record = negotiationOf({ moves: ["propose"] });

  it("EN-35: is one version on, frozen, and shares what did not change", () => {
    const after = next(record, T0 + 3, { floor: "ada" });
    expect(after).toEqual({ ...record, version: 2, updatedAt: T0 + 3, floor: "ada" });
    for (const key of [
      "turns",
      "standing",
      "deadlines",
      "failures",
      "consults",
      "rules",
      "awaiting",
      "initiator",
    ] as const) {
      expect(after[key]).toBe(record[key]);
    }
    expect(isDeepFrozen(frozenRecord(after))).toBe(true);
    expect(Object.keys(after)).toEqual(Object.keys(record));
  });

  it("takes null for a change", () => {
    expect(next(record, T0, { floor: null, standing: null, awaiting: null })).toMatchObject({
      floor: null,
      standing: null,
      awaiting: null,
    });
  });

  it("is frozen, with a new list of turns, by frozenRecord", () => {
    const after = next(record, T0, { turns: [...record.turns] });
    expect(frozenRecord(after)).toBe(after);
    expect(isDeepFrozen(after)).toBe(true);
  });
});

describe("armed", () => {
  const deadlines = { totalAt: 9, validityAt: 8, turnAt: 7, consultAt: 6, parkAt: 5, claimAt: 4 };

  it("EN-24: never moves the total, keeps the validity unless named, clears all else", () => {
    expect(armed({ deadlines }, {})).toEqual({ ...NO_DEADLINES, totalAt: 9, validityAt: 8 });
    expect(armed({ deadlines }, { validityAt: null, parkAt: 3 })).toEqual({
      ...NO_DEADLINES,
      totalAt: 9,
      parkAt: 3,
    });
    expect(armed({ deadlines }, { validityAt: 2, turnAt: 1, consultAt: 0, claimAt: 1 })).toEqual({
      totalAt: 9,
      validityAt: 2,
      turnAt: 1,
      consultAt: 0,
      parkAt: null,
      claimAt: 1,
    });
    expect(Object.isFrozen(NO_DEADLINES)).toBe(true);
  });
});
