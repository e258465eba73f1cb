import { describe, expect, it } from "vitest";
import { argumentsOf, JUSTIFICATION_TYPES } from "../../src/argumentation/index.js";
import { expectInvalid } from "./expect-invalid.js";
import { turnOf, turnsOf } from "./scenes.js";

describe("argumentsOf", () => {
  it("AR-9: gives one argument for each proposal with a justification, in the order of the turns", () => {
    const turns = turnsOf(
      { by: "ada", say: "reward", references: ["x", "p9"] },
      { by: "smith" },
      { by: "ada", say: "threat" },
    );
    expect(argumentsOf(turns)).toEqual([
      { id: "p1", by: "ada", round: 1, type: "reward", references: ["x", "p9"] },
      { id: "p3", by: "ada", round: 3, type: "threat", references: [] },
    ]);
    expect(argumentsOf([])).toEqual([]);
  });

  it("AR-9: knows all ten types [OAP-57]", () => {
    const turns = turnsOf(...JUSTIFICATION_TYPES.map((say) => ({ by: "ada", say }) as const));
    expect(argumentsOf(turns).map(({ type }) => type)).toEqual(JUSTIFICATION_TYPES);
    expect(new Set(JUSTIFICATION_TYPES).size).toBe(10);
  });

  it("AR-9: leaves rationale, appeals_to and all else out, and is frozen at every depth", () => {
    const say = { type: "threat", rationale: "Or else.", appeals_to: ["x"], references: ["p1"], more: 1 };
    const [turn] = turnsOf({ by: "ada", say });
    const all = argumentsOf([turn!]);
    expect(Object.keys(all[0]!)).toEqual(["id", "by", "round", "type", "references"]);
    expect([all, all[0], all[0]!.references].every((part) => Object.isFrozen(part))).toBe(true);
    expect(Object.isFrozen(say.references)).toBe(false);
  });

  it("AR-9: leaves out what comes with an answer, which supports no proposal", () => {
    const answer = { ...turnOf({ by: "smith", say: "threat" }, 2), action: "accept", round: null } as const;
    expect(argumentsOf([turnOf({ by: "ada" }, 1), answer])).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["text", "threat!"],
    ["a list", ["threat"]],
    ["false", false],
    ["an unknown type", { type: "bribe" }],
    ["no type", { references: [] }],
    ["a type that only objects have", { type: "constructor" }],
    ["references that are no list", { type: "threat", references: "p1" }],
    ["references that are null", { type: "threat", references: null }],
    ["references to numbers", { type: "threat", references: [1] }],
  ])("AR-9, AR-19: refuses %s, naming proposal and turn", (_, justification) => {
    const turn = { ...turnOf({ by: "smith" }, 2), justification: justification as never };
    expectInvalid(() => argumentsOf([turnOf({ by: "ada" }, 1), turn]), { id: "p2", turnNumber: 2 });
  });

  it("AR-9: refuses a proposal without an id", () => {
    const turn = { ...turnOf({ by: "ada", say: "threat" }, 1), proposalId: null };
    expectInvalid(() => argumentsOf([turn]), { id: null, turnNumber: 1 });
  });

  it("SY-17: no message repeats what was said in words", () => {
    const say = { type: "threat", rationale: "marker-4711", references: "marker-4711" };
    for (const hidden of [say, ["marker-4711"]]) {
      expect(() => argumentsOf(turnsOf({ by: "ada", say: hidden }))).toThrow(/^((?!marker).)*$/);
    }
  });
});
