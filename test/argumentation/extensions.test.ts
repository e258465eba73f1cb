import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  characteristic,
  defends,
  defineFramework,
  isAdmissible,
  isComplete,
  isConflictFree,
  isStable,
} from "../../src/argumentation/index.js";
import { expectInvalid } from "./expect-invalid.js";
import { arbitraryFramework, arbitrarySubset, isNaivelyComplete, naiveCharacteristic } from "./textbook.js";

const NIXON = defineFramework(
  ["a", "b"],
  [
    ["a", "b"],
    ["b", "a"],
  ],
);
const REINSTATED = defineFramework(
  ["a", "b", "c"],
  [
    ["a", "b"],
    ["b", "c"],
  ],
);
const SELF = defineFramework(["a", "b"], [["a", "a"]]);

describe("isConflictFree", () => {
  it("is true of the empty set and of sets at peace", () => {
    expect(isConflictFree(NIXON, [])).toBe(true);
    expect(isConflictFree(REINSTATED, ["a", "c"])).toBe(true);
  });

  it("is false where one member attacks another or itself", () => {
    expect(isConflictFree(NIXON, ["b", "a"])).toBe(false);
    expect(isConflictFree(SELF, ["a"])).toBe(false);
  });
});

describe("defends", () => {
  it("is true where every attacker is attacked, or there is none", () => {
    expect(defends(REINSTATED, ["a"], "c")).toBe(true);
    expect(defends(REINSTATED, [], "a")).toBe(true);
    expect(defends(NIXON, ["a"], "a")).toBe(true);
    expect(defends(SELF, ["a"], "a")).toBe(true);
  });

  it("is false where one attacker goes unanswered", () => {
    expect(defends(REINSTATED, ["b"], "c")).toBe(false);
    expect(defends(NIXON, [], "a")).toBe(false);
  });
});

describe("isAdmissible", () => {
  it("wants peace and defence", () => {
    expect(isAdmissible(NIXON, ["a"])).toBe(true);
    expect(isAdmissible(REINSTATED, ["c"])).toBe(false);
    expect(isAdmissible(REINSTATED, ["a", "c"])).toBe(true);
    // Defends itself against itself, but is not at peace.
    expect(isAdmissible(SELF, ["a"])).toBe(false);
    expect(isAdmissible(REINSTATED, [])).toBe(true);
  });
});

describe("characteristic", () => {
  it("AR-3: lists in the order of the framework, frozen", () => {
    expect(characteristic(REINSTATED, ["a"])).toEqual(["a", "c"]);
    expect(Object.isFrozen(characteristic(REINSTATED, []))).toBe(true);
  });

  it("takes sets that are not conflict-free", () => {
    expect(characteristic(NIXON, ["a", "b"])).toEqual(["a", "b"]);
    expect(characteristic(SELF, ["a"])).toEqual(["a", "b"]);
  });
});

describe("isComplete and isStable", () => {
  it("tell sets that leave something open from those that do not", () => {
    expect([isComplete(NIXON, []), isStable(NIXON, [])]).toEqual([true, false]);
    expect([isComplete(NIXON, ["a"]), isStable(NIXON, ["a"])]).toEqual([true, true]);
    expect([isComplete(REINSTATED, ["a"]), isStable(REINSTATED, ["a"])]).toEqual([false, false]);
    expect([isComplete(SELF, ["b"]), isStable(SELF, ["b"])]).toEqual([true, false]);
    // Equals F of itself and attacks all outside it, but is not at peace.
    expect([isComplete(NIXON, ["a", "b"]), isStable(NIXON, ["a", "b"])]).toEqual([false, false]);
  });
});

describe("every semantics", () => {
  const all = { isConflictFree, isAdmissible, isComplete, isStable, characteristic };

  it.each(Object.entries(all))(
    "AR-6: %s refuses an unknown id, and does not mind a repeated one",
    (_, ask) => {
      expectInvalid(() => ask(REINSTATED, ["a", "z"]), { id: "z" });
      expect(ask(REINSTATED, ["c", "a", "c"])).toEqual(ask(REINSTATED, ["a", "c"]));
    },
  );

  it("AR-6: defends refuses an unknown id on either side", () => {
    expectInvalid(() => defends(REINSTATED, ["z"], "a"), { id: "z" });
    expectInvalid(() => defends(REINSTATED, ["a"], "z"), { id: "z" });
  });

  const withSubset = arbitraryFramework().chain((framework) =>
    fc.tuple(fc.constant(framework), arbitrarySubset(framework), arbitrarySubset(framework)),
  );

  it("agrees with its definition, read word by word", () => {
    const property = fc.property(withSubset, ([framework, members]) => {
      const { arguments: ids, attacks } = framework;
      const isAttacked = (id: string) =>
        attacks.some(([attacker, target]) => target === id && members.includes(attacker));
      const isFree = !members.some(isAttacked);
      const defended = naiveCharacteristic(framework, members);
      expect(isConflictFree(framework, members)).toBe(isFree);
      expect(characteristic(framework, members)).toEqual(defended);
      expect(ids.filter((id) => defends(framework, members, id))).toEqual(defended);
      const isSafe = members.every((id) => defended.includes(id));
      expect(isAdmissible(framework, members)).toBe(isFree && isSafe);
      expect(isComplete(framework, members)).toBe(isNaivelyComplete(framework, [...new Set(members)]));
      const hasAll = ids.every((id) => members.includes(id) || isAttacked(id));
      expect(isStable(framework, members)).toBe(isFree && hasAll);
    });
    fc.assert(property, { numRuns: 2_000, seed: 95 });
  });

  it("P9: F is monotone", () => {
    const property = fc.property(withSubset, ([framework, members, more]) => {
      const larger = characteristic(framework, [...members, ...more]);
      for (const id of characteristic(framework, members)) expect(larger).toContain(id);
    });
    fc.assert(property, { numRuns: 2_000, seed: 96 });
  });
});
