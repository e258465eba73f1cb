import { describe, expect, it } from "vitest";
import {
  type Argument,
  combineAttacks,
  JUSTIFICATION_TYPES,
  rfcAttacks,
} from "../../src/argumentation/index.js";

const made = (id: string, by: string, round: number, rest: Partial<Argument> = {}): Argument => ({
  id,
  by,
  round,
  type: "threat",
  references: [],
  ...rest,
});

const among = (...all: Argument[]): ReadonlyMap<string, Argument> => new Map(all.map((one) => [one.id, one]));

const ROWS = ["threat>appeal_to_self_interest", "counterexample>appeal_to_prevailing_practice"];

describe("rfcAttacks", () => {
  const pairs = JUSTIFICATION_TYPES.flatMap((attacker) =>
    JUSTIFICATION_TYPES.map((target) => [attacker, target] as const),
  );

  it("AR-11, AR-12: has two rows, and no attack in the other 98 pairs", () => {
    expect(pairs).toHaveLength(100);
    const parties = ["ada", "smith"];
    for (const [type, targetType] of pairs) {
      for (const by of parties) {
        for (const targetBy of parties) {
          for (const [round, targetRound] of [
            [1, 2],
            [2, 2],
            [3, 2],
          ] as const) {
            const attacker = made("x", by, round, { type });
            const target = made("y", targetBy, targetRound, { type: targetType });
            const isRow = ROWS.includes(`${type}>${targetType}`);
            const expected = isRow && by !== targetBy && round > targetRound;
            expect(rfcAttacks(attacker, target)).toBe(expected);
            expect(rfcAttacks(attacker, target, among(attacker, target))).toBe(expected);
          }
        }
      }
    }
  });

  it("AR-12: nothing attacks a threat", () => {
    for (const type of JUSTIFICATION_TYPES) {
      expect(rfcAttacks(made("x", "ada", 2, { type }), made("y", "smith", 1))).toBe(false);
    }
  });

  const first = made("p1", "ada", 1, { type: "appeal_to_prevailing_practice" });
  const second = made("p3", "ada", 3, { type: "appeal_to_prevailing_practice" });
  const other = made("p5", "ada", 5, { type: "reward" });
  const own = made("p2", "smith", 2, { type: "reward" });
  const answer = (...references: string[]) => made("p6", "smith", 6, { type: "counterexample", references });
  const all = among(first, own, second, other);

  it.each<[string, string[], boolean, boolean]>([
    ["none", [], true, true],
    ["the first", ["p1"], true, false],
    ["the second", ["p3"], false, true],
    ["both", ["p3", "p1"], true, true],
    ["an unknown id", ["x"], true, true],
    ["an unknown id and the first", ["x", "p1"], true, false],
    ["another argument of the other party", ["p5"], false, false],
    ["an argument of its own only", ["p2"], true, true],
    ["its own proposal", ["p6"], true, true],
    ["an argument of its own and the second", ["p2", "p3"], false, true],
  ])("AR-11: an attacker that names %s", (_, references, hitsFirst, hitsSecond) => {
    const attacker = answer(...references);
    const known = new Map([...all, [attacker.id, attacker]]);
    expect([rfcAttacks(attacker, first, known), rfcAttacks(attacker, second, known)]).toEqual([
      hitsFirst,
      hitsSecond,
    ]);
  });
});

describe("combineAttacks", () => {
  const x = made("x", "ada", 1);
  const y = made("y", "smith", 2);

  it("AR-13: is the union, and of no relations empty", () => {
    const isX = (attacker: Argument) => attacker.id === "x";
    const isY = (attacker: Argument) => attacker.id === "y";
    const union = combineAttacks(isX, isY);
    expect([union(x, y), union(y, x), union(made("z", "ada", 1), x)]).toEqual([true, true, false]);
    expect(combineAttacks(rfcAttacks, isX)(x, y)).toBe(true);
    expect(combineAttacks()(x, y)).toBe(false);
  });

  it("AR-13: hands on what all arguments are, so that rows of the RFC stay as they are", () => {
    const target = made("p1", "ada", 1, { type: "appeal_to_self_interest" });
    const named = made("p2", "ada", 2);
    const attacker = made("p3", "smith", 3, { references: ["p2"] });
    expect(combineAttacks(rfcAttacks)(attacker, target, among(target, named, attacker))).toBe(false);
    expect(combineAttacks(rfcAttacks)(attacker, target, among(target, attacker))).toBe(true);
  });
});
