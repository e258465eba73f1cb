import { describe, expect, it } from "vitest";
import { attackList, idsMarked, marksOf } from "../../src/argumentation/attack-list.js";
import { expectInvalid } from "./expect-invalid.js";

const framework = {
  arguments: ["b", "a", "c"],
  attacks: [
    ["a", "b"],
    ["c", "c"],
  ],
} as const;

describe("attackList", () => {
  it("gives the places of attackers and targets", () => {
    const { attackers, targets } = attackList(framework);
    expect([[...attackers], [...targets]]).toEqual([
      [1, 2],
      [0, 2],
    ]);
  });

  it("AR-1: refuses what was made by hand and is no framework", () => {
    expectInvalid(() => attackList({ arguments: ["a", "a"], attacks: [] }), { id: "a" });
    expectInvalid(() => attackList({ arguments: ["a"], attacks: [["a", "b"]] }), { id: "b" });
    expectInvalid(() => attackList({ arguments: ["a"], attacks: [["b", "a"]] }), { id: "b" });
  });
});

describe("marks", () => {
  it("AR-3, AR-6: stand for ids in the order of the framework, however often they came", () => {
    const list = attackList(framework);
    const marks = marksOf(list, ["c", "b", "c"]);
    expect([...marks]).toEqual([1, 0, 1]);
    expect(idsMarked(list, marks, 1)).toEqual(["b", "c"]);
    expect(idsMarked(list, marks, 0)).toEqual(["a"]);
    expect(Object.isFrozen(idsMarked(list, marks, 1))).toBe(true);
  });

  it("AR-6: refuse an unknown id", () => {
    expectInvalid(() => marksOf(attackList(framework), ["b", "d"]), { id: "d" });
  });
});
