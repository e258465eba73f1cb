import { describe, expect, it } from "vitest";
import { debateIn, decidingId, isSupported, labelOf } from "../../src/argumentation/standing-support.js";
import { expectInvalid } from "./expect-invalid.js";
import { callAfter, type Said, turnsOf } from "./scenes.js";

const practice: Said = { by: "ada", say: "appeal_to_prevailing_practice" };
const counterexample: Said = { by: "smith", say: "counterexample" };

describe("debateIn", () => {
  it("finds arguments, attacks and labels of the turns", () => {
    const { arguments: all, framework, labels } = debateIn(turnsOf(practice, counterexample));
    expect(all.map(({ id }) => id)).toEqual(["p1", "p2"]);
    expect(framework.attacks).toEqual([["p2", "p1"]]);
    expect(labels).toEqual({ in: ["p2"], out: ["p1"], undecided: [] });
    expect(debateIn(turnsOf(practice, counterexample), () => false).labels.out).toEqual([]);
  });
});

describe("labelOf", () => {
  it("is the list that has the argument", () => {
    const labels = { in: ["a"], out: ["b"], undecided: ["c"] };
    expect(["a", "b", "c"].map((id) => labelOf(labels, id))).toEqual(["in", "out", "undecided"]);
  });
});

describe("decidingId", () => {
  it("is the id of the standing proposal, if that was argued for", () => {
    expect(decidingId(callAfter([{ by: "smith", say: "threat" }, practice]))).toBe("p2");
    expect(decidingId(callAfter([practice, { by: "smith" }]))).toBeNull();
  });

  it("AR-19: throws when nothing stands, or when its turn is not there", () => {
    expect(() => decidingId(callAfter([]))).toThrow("standing proposal");
    expect(() => decidingId({ ...callAfter([practice]), turns: [] })).toThrow("Hand in all turns");
    // What answers the proposal has its id as well, and is not its turn.
    const [turn] = turnsOf(practice);
    const answered = { ...callAfter([practice]), turns: [{ ...turn!, round: null }] };
    expect(() => decidingId(answered)).toThrow("Hand in all turns");
  });
});

describe("isSupported", () => {
  it("is true without a justification, whatever else was said", () => {
    expect(isSupported(callAfter([practice, counterexample, { by: "ada" }]))).toBe(true);
    expect(isSupported(callAfter([{ by: "smith", say: "nonsense" as never }, { by: "ada" }]))).toBe(true);
  });

  it("is true of an argument that is in, false of one that is out or undecided", () => {
    const call = callAfter([practice]);
    expect(isSupported(call)).toBe(true);
    expect(isSupported(call, () => true)).toBe(false);
    const beaten = callAfter([
      { by: "smith", say: "reward" },
      { by: "ada", say: "threat" },
    ]);
    expect(isSupported(beaten, (attacker) => attacker.by === "smith")).toBe(false);
  });

  it("AR-19: throws over a justification that cannot be read, anybody's", () => {
    const call = callAfter([{ by: "smith", say: { type: "bribe" } }, practice]);
    expectInvalid(() => isSupported(call), { id: "p1", turnNumber: 1 });
  });
});
