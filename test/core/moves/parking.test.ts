import { describe, expect, it } from "vitest";
import { claimEndAt, firstParkAt } from "../../../src/core/moves/index.js";
import { CLAIMED, negotiationOf, PARK, PARKED, RELEASED, T0 } from "../../kit/builders.js";

const HOUR = 3_600_000;
const remaining = { ...PARK, parkMs: 300_000 };
const fresh = { ...PARK, parkMs: 24 * HOUR, claimBudget: "fresh", claimMs: 6 * HOUR } as const;

describe("PT-4: how long a claim lasts", () => {
  it.each([
    ["remaining", remaining, 200_000, 300_000],
    ["remaining", remaining, 299_000, 300_000],
    ["remaining", remaining, 299_001, 300_001],
    ["remaining", remaining, 299_800, 300_800],
    ["fresh", fresh, HOUR, 7 * HOUR],
    ["fresh", fresh, 23 * HOUR, 29 * HOUR],
  ] as const)("%s: parked at 0, picked up at %s", (_budget, park, pickedUpAt, end) => {
    expect(claimEndAt(park, park.parkMs, pickedUpAt)).toBe(end);
  });
});

describe("PT-2: the first window", () => {
  it("stands in the record and is moved by no claim and no release", () => {
    const moves = [
      PARKED,
      { ...CLAIMED, after: 5_000 },
      { ...RELEASED, after: 7_000 },
      { ...CLAIMED, after: 9_000 },
    ] as const;
    const rules = { park: PARK, totalMs: null };
    for (const count of [1, 2, 3, 4]) {
      expect(firstParkAt(negotiationOf({ rules, moves: moves.slice(0, count) }).awaiting)).toBe(
        T0 + PARK.parkMs,
      );
    }
  });

  it("is null for a turn that is not parked", () => {
    expect(firstParkAt(negotiationOf().awaiting)).toBeNull();
    expect(firstParkAt(null)).toBeNull();
  });
});
