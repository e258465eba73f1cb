import { describe, expect, it, vi } from "vitest";
import { type Argument, argumentsOf, frameworkOf, grounded } from "../../src/argumentation/index.js";
import { expectInvalid } from "./expect-invalid.js";
import { turnsOf } from "./scenes.js";

const some = (count: number): Argument[] =>
  Array.from({ length: count }, (_, place) => ({
    id: `p${place}`,
    by: "ada",
    round: place + 1,
    type: "threat",
    references: [],
  }));

describe("frameworkOf", () => {
  it("AR-10: asks for every ordered pair, each with itself included, and tells all arguments", () => {
    const args = some(3);
    const relation = vi.fn((attacker: Argument, target: Argument) => attacker === target);
    const framework = frameworkOf(args, relation);
    const asked = relation.mock.calls.map(([attacker, target]) => `${attacker.id}${target.id}`);
    expect(asked.toSorted()).toEqual(
      ["p0p0", "p0p1", "p0p2", "p1p0", "p1p1", "p1p2", "p2p0", "p2p1", "p2p2"].toSorted(),
    );
    const calls: readonly (readonly unknown[])[] = relation.mock.calls;
    expect(calls[0]![2]).toEqual(new Map(args.map((one) => [one.id, one])));
    expect(framework.arguments).toEqual(["p0", "p1", "p2"]);
    expect(framework.attacks).toEqual([
      ["p0", "p0"],
      ["p1", "p1"],
      ["p2", "p2"],
    ]);
    expect(Object.isFrozen(framework)).toBe(true);
  });

  it("AR-10: takes rfcAttacks by default", () => {
    const turns = turnsOf(
      { by: "ada", say: "appeal_to_prevailing_practice" },
      { by: "smith", say: "counterexample" },
    );
    expect(frameworkOf(argumentsOf(turns)).attacks).toEqual([["p2", "p1"]]);
    expect(frameworkOf([])).toEqual({ arguments: [], attacks: [] });
  });

  it("a counterexample flips the label of its target, and a second one does not restore it", () => {
    const said = [
      { by: "ada", say: "appeal_to_prevailing_practice" },
      { by: "smith", say: "counterexample" },
      { by: "ada" },
      { by: "smith", say: "counterexample" },
    ] as const;
    const out = [1, 2, 4].map(
      (count) => grounded(frameworkOf(argumentsOf(turnsOf(...said.slice(0, count))))).out,
    );
    expect(out).toEqual([[], ["p1"], ["p1"]]);
  });

  it("AR-10: lets what the relation throws through", () => {
    const thrown = new Error("of the relation");
    const relation = () => {
      throw thrown;
    };
    expect(() => frameworkOf(some(1), relation)).toThrow(thrown);
  });

  it.each<[string, () => unknown]>([
    ["undefined", () => undefined],
    ["a number", () => 1],
    ["text", () => "true"],
    ["a promise", async () => false],
    ["a promise that fails", async () => Promise.reject(new Error("late"))],
  ])("SY-16: a relation that answers %s is a TypeError", async (_, relation) => {
    expect(() => frameworkOf(some(1), relation as () => boolean)).toThrow(TypeError);
    // An unhandled rejection would fail this run.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it("AR-1, AR-2: refuses repeated ids and too many arguments before the relation is asked", () => {
    const relation = vi.fn(() => false);
    expectInvalid(() => frameworkOf([...some(2), ...some(1)], relation), { id: "p0" });
    expectInvalid(() => frameworkOf(some(10_001), relation), { limit: 10_000 });
    expect(relation).not.toHaveBeenCalled();
  });

  it("AR-2: stops asking at one attack too many", () => {
    const relation = vi.fn(() => true);
    expectInvalid(() => frameworkOf(some(1_001), relation), { limit: 1_000_000 });
    expect(relation).toHaveBeenCalledTimes(1_000_001);
    expect(frameworkOf(some(3), relation).attacks).toHaveLength(9);
  });
});
