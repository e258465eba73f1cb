import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACTIONS, view } from "../../../src/core/record/index.js";
import { fromIndexTurn, toIndexTurn } from "../../../src/presets/index-network/index.js";
import { assessment, record } from "../records.js";

const roles = { ownUser: "agent", otherUser: "patient" } as const;
const wire = { action: "counter", assessment: { reasoning: "because", suggestedRoles: roles } };

describe("toIndexTurn", () => {
  const turnWith = (fields: object) => record({ turns: [{ action: "propose", ...fields }] }).turns[0]!;

  it("IX-7: gives action, assessment and message", () => {
    const turn = turnWith({ assessment: assessment("agent", "patient"), message: "hello" });
    expect(toIndexTurn(turn)).toStrictEqual({
      action: "propose",
      assessment: { reasoning: "because", suggestedRoles: roles },
      message: "hello",
    });
  });

  it("IX-7: shows no message and no score", () => {
    const turn = turnWith({ assessment: { ...(assessment("agent", "patient") as object), fitScore: 80 } });
    expect(toIndexTurn(turn)).toStrictEqual({
      action: "propose",
      assessment: { reasoning: "because", suggestedRoles: roles },
    });
  });

  it("IX-11: shows of the other side what the view left", () => {
    const negotiation = record({
      rules: { assessments: "roles" },
      turns: [{ action: "propose", assessment: assessment("agent", "patient") }],
    });
    const seen = (party: string) => toIndexTurn(view(negotiation, party)!.turns[0]!).assessment;
    expect(seen("b")).toStrictEqual({ suggestedRoles: roles });
    expect(seen("a")).toStrictEqual({ reasoning: "because", suggestedRoles: roles });
    const strict = { ...negotiation, rules: { ...negotiation.rules, assessments: "private" as const } };
    expect(toIndexTurn(view(strict, "b")!.turns[0]!).assessment).toStrictEqual({});
  });

  it("IX-4: shows each action by its word, and a withdrawal as a rejection", () => {
    const words = ACTIONS.map((action) => toIndexTurn({ ...turnWith({}), action }).action);
    expect(words).toEqual(["propose", "counter", "accept", "reject", "question", "reject"]);
  });
});

describe("fromIndexTurn", () => {
  it.each(["propose", "counter", "accept", "reject", "question"])("IX-7: reads %s", (action) => {
    expect(fromIndexTurn({ ...wire, action, message: "why?" })).toStrictEqual({
      ok: true,
      move: { action, assessment: wire.assessment, message: "why?" },
    });
  });

  it("IX-7: a message of null equals none", () => {
    expect(fromIndexTurn({ ...wire, message: null })).toStrictEqual(fromIndexTurn(wire));
    expect(fromIndexTurn(wire)).toStrictEqual({
      ok: true,
      move: { action: "counter", assessment: wire.assessment },
    });
  });

  it("IX-7: a fit score goes into the assessment, from either level, and not into extra", () => {
    const outside = fromIndexTurn({ ...wire, fitScore: 80 });
    expect(outside).toStrictEqual({
      ok: true,
      move: { action: "counter", assessment: { fitScore: 80, ...wire.assessment } },
    });
    const inside = fromIndexTurn({ ...wire, assessment: { ...wire.assessment, fitScore: 80 }, fitScore: 7 });
    expect(inside).toMatchObject({ ok: true, move: { assessment: { fitScore: 80 } } });
  });

  it("AS-34: members that the protocol does not know still make a turn", () => {
    expect(fromIndexTurn({ ...wire, confidence: "high", terms: { x: 1 } })).toStrictEqual({
      ok: true,
      move: {
        action: "counter",
        assessment: wire.assessment,
        extra: { confidence: "high", terms: { x: 1 } },
      },
    });
  });

  it.each<[string, unknown, (string | number)[][]]>([
    ["a withdrawal", { ...wire, action: "withdraw" }, [["action"]]],
    ["no action", { assessment: wire.assessment }, [["action"]]],
    ["no assessment", { action: "accept" }, [["assessment"]]],
    ["no reasoning", { ...wire, assessment: { suggestedRoles: roles } }, [["assessment", "reasoning"]]],
    [
      "empty reasoning",
      { ...wire, assessment: { reasoning: "", suggestedRoles: roles } },
      [["assessment", "reasoning"]],
    ],
    ["no roles", { ...wire, assessment: { reasoning: "r" } }, [["assessment", "suggestedRoles"]]],
    [
      "bad roles",
      { ...wire, assessment: { reasoning: "r", suggestedRoles: { ownUser: "boss" } } },
      [
        ["assessment", "suggestedRoles", "ownUser"],
        ["assessment", "suggestedRoles", "otherUser"],
      ],
    ],
    ["a number as message", { ...wire, message: 7 }, [["message"]]],
    ["nothing", undefined, [[]]],
    ["a list", [wire], [[]]],
    ["a function inside", { ...wire, extra: { f: () => 1 } }, [["extra", "f"]]],
    ["an own __proto__", JSON.parse(`{"__proto__":1,"action":"accept"}`), [["__proto__"]]],
  ])("AS-43: refuses %s and says where", (_, value, paths) => {
    const reading = fromIndexTurn(value);
    expect(reading.ok).toBe(false);
    if (!reading.ok) expect(reading.issues.map(({ path }) => path)).toStrictEqual(paths);
  });

  it("IX-7: never throws", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true }), (value) => {
        expect(typeof fromIndexTurn(value).ok).toBe("boolean");
        expect(typeof fromIndexTurn({ ...wire, assessment: value }).ok).toBe("boolean");
      }),
    );
  });

  it("IX-7: what is written reads back as the move", () => {
    const role = fc.constantFrom("agent", "patient", "peer");
    fc.assert(
      fc.property(
        fc.constantFrom("propose", "counter", "accept", "reject", "question" as const),
        fc.string({ minLength: 1 }),
        role,
        role,
        fc.option(fc.string(), { nil: null }),
        (action, reasoning, own, other, message) => {
          const turn = record({ turns: [{ action, assessment: assessment(own, other, reasoning), message }] })
            .turns[0]!;
          expect(fromIndexTurn(toIndexTurn(turn))).toStrictEqual({
            ok: true,
            move: { action, assessment: turn.assessment, ...(message !== null && { message }) },
          });
        },
      ),
    );
  });
});
