import { describe, expect, it } from "vitest";
import { decide } from "../../../src/core/index.js";
import { type Command, conservativeMove, failuresOfThisTurn } from "../../../src/core/moves/index.js";
import type { FailureKind } from "../../../src/core/record/index.js";
import type { RulesInput } from "../../../src/core/rules/index.js";
import {
  ANSWERED,
  answerOf,
  CONSULTED,
  commandOf,
  decideStep,
  EVERYTHING,
  FAILED,
  failing,
  historyOf,
  negotiationOf,
  type Step,
  T0,
  WAKE,
} from "../../kit/builders.js";

const CAREFUL: RulesInput = { ...EVERYTHING, onInvalidAnswer: "conservative" };

/** What each commit said of a failed turn: the kind and whether there is another attempt. */
function retries(rules: RulesInput, steps: readonly Step[]) {
  return historyOf({ rules }, steps).commits.flatMap((events) =>
    events.flatMap((event) => (event.type === "turn:failed" ? [event.payload.willRetry] : [])),
  );
}

describe("EN-29: a failed call", () => {
  it.each(["timeout", "threw", "invalid", "illegal"] as const)(
    "%s is no turn: number, cap, floor and deadlines stay",
    (kind) => {
      const before = negotiationOf({ moves: ["propose"] });
      const decision = decideStep(before, failing(kind), T0 + 5);
      if (!decision.ok) throw new Error("refused");
      const after = decision.negotiation;
      const why = { kind, code: kind, error: "boom", issues: [] };
      const failure = { partyId: "smith", turnNumber: 2, attempt: 1, ...why, at: T0 + 5 };
      expect(after).toEqual({ ...before, version: 2, updatedAt: T0 + 5, failures: [failure] });
      expect(after.turns).toBe(before.turns);
      expect(after.deadlines).toBe(before.deadlines);
      expect(decision.turn).toBeNull();
      expect(decision.entry).toMatchObject({ kind: "failed", turn: null, turnNumber: null });
      expect(decision.events).toEqual([
        { type: "turn:failed", payload: { negotiation: after, failure, willRetry: true } },
      ]);
    },
  );

  it.each([1, 2, 3, 5])("%i attempts: the last one ends it with agent_error", (agentAttempts) => {
    const history = historyOf({ rules: { agentAttempts } }, [
      "propose",
      ...Array<Step>(agentAttempts).fill(FAILED),
    ]);
    expect(history.negotiation.outcome).toMatchObject({
      status: "stalled",
      reason: "agent_error",
      turnCount: 1,
    });
    expect(history.negotiation.failures.map((one) => one.attempt)).toEqual(
      [1, 2, 3, 4, 5].slice(0, agentAttempts),
    );
    expect(history.commits.at(-1)?.map((event) => event.type)).toEqual([
      "turn:failed",
      "negotiation:stalled",
      "negotiation:settled",
    ]);
  });

  it("attempts count anew on each turn, for each party, and once the fallback is asked", () => {
    expect(retries({}, ["propose", FAILED, "counter", FAILED, "counter", FAILED])).toEqual([
      true,
      true,
      true,
    ]);
    const steps: Step[] = ["propose", { ...WAKE, after: 1_000 }, FAILED, { ...WAKE, after: 30_000 }, FAILED];
    expect(retries({ onTurnTimeout: "fallback" }, steps)).toEqual([true, true]);
    expect(retries({ onTurnTimeout: "fallback" }, [...steps, FAILED])).toEqual([true, true, false]);
  });

  it.each([
    ["another party", { type: "fail", partyId: "ada", turnNumber: 2, kind: "threw", error: "" }],
    ["a stranger", { type: "fail", partyId: "eve", turnNumber: 2, kind: "threw", error: "" }],
    ["an earlier turn", { type: "fail", partyId: "smith", turnNumber: 1, kind: "threw", error: "" }],
    ["a later turn", { type: "fail", partyId: "smith", turnNumber: 3, kind: "threw", error: "" }],
  ] as const)("of %s is old news and changes nothing", (_whose, command) => {
    const record = negotiationOf({ moves: ["propose"] });
    expect(decide(record, command, T0)).toMatchObject({
      ok: true,
      applied: "nothing",
      events: [],
      entry: null,
    });
  });

  it("of a call from before a consult is old news, also on the same turn [EN-30]", () => {
    const rules: RulesInput = { ...EVERYTHING, consult: { maxPerParty: 1, windowMs: 60_000 } };
    const asked = negotiationOf({ rules, moves: ["propose"] });
    const since = asked.awaiting?.since;
    const resumed = historyOf({ rules }, [
      "propose",
      { ...CONSULTED(asked), after: 5 } as Step,
      { ...ANSWERED(asked), after: 5 } as Step,
    ]).negotiation;
    expect(resumed).toMatchObject({ floor: "smith", turns: { length: 1 }, awaiting: { kind: "move" } });
    const failed = { ...failing("threw")(resumed), since } as Command;
    expect(decide(resumed, failed, T0 + 20)).toMatchObject({ ok: true, applied: "nothing", entry: null });
    const fresh = { ...failed, since: resumed.awaiting?.since } as Command;
    expect(decide(resumed, fresh, T0 + 20)).toMatchObject({ ok: true, applied: "command" });
  });

  it("keeps the last five, and 300 characters of each", () => {
    const moves: Step[] = ["propose"];
    for (let turn = 1; turn <= 4; turn += 1)
      moves.push(failing("threw", "x".repeat(400)), failing("timeout", `turn ${turn}`), "counter");
    const { failures } = negotiationOf({ rules: { cap: { limit: 9 }, agentAttempts: 3 }, moves });
    expect(failures.map((one) => one.turnNumber)).toEqual([3, 4, 4, 5, 5]);
    expect(failures.map((one) => one.error.length)).toEqual([6, 300, 6, 300, 6]);
  });

  it("after the end it is negotiation_over", () => {
    const over = negotiationOf({ moves: ["propose", "accept"] });
    expect(
      answerOf(decide(over, { type: "fail", partyId: "ada", turnNumber: 3, kind: "threw", error: "" }, T0)),
    ).toBe("negotiation_over");
  });
});

describe("EN-29: the careful move in place of a failed agent's", () => {
  const last = (cap: RulesInput["cap"]): RulesInput => ({
    ...CAREFUL,
    cap: { mode: "reach", result: "stalled", ...cap },
  });

  it.each([
    ["reject on the final turn", last({ limit: 2 }), ["propose"], "reject"],
    [
      "reject where the final turn must decide",
      { ...last({ limit: 2 }), finalTurn: "decide" },
      ["propose"],
      "reject",
    ],
    ["counter with the own last terms", CAREFUL, ["propose", "counter", "counter"], "counter"],
    ["withdraw without terms of one's own", CAREFUL, ["propose"], "withdraw"],
    ["counter without terms where none are needed", { ...CAREFUL, terms: "none" }, ["propose"], "counter"],
    [
      "counter without terms where they are optional",
      { ...CAREFUL, terms: "optional" },
      ["propose"],
      "counter",
    ],
    ["withdraw instead of opening", CAREFUL, [], "withdraw"],
    [
      "none without withdraw",
      { actions: ["propose", "counter", "accept", "reject"] },
      ["propose"],
      undefined,
    ],
  ] as [string, RulesInput, Step[], string | undefined][])("%s", (_what, rules, moves, action) => {
    const move = conservativeMove(negotiationOf({ rules, moves }));
    expect(move?.action).toBe(action);
    expect(move === undefined || Object.isFrozen(move)).toBe(true);
  });

  it("brings the terms that the party itself offered last, not the standing ones", () => {
    const record = negotiationOf({ rules: CAREFUL, moves: ["propose", "counter", "counter", "question"] });
    expect(record.floor).toBe("ada");
    expect(conservativeMove(record)?.terms).toEqual({ price: 42 });
    expect(
      conservativeMove(negotiationOf({ rules: CAREFUL, moves: ["propose", "counter", "counter"] }))?.terms,
    ).toEqual({ price: 41 });
  });

  it.each(["counter", "question"] as const)(
    "needs no message, but only where it is made for a failed agent (%s)",
    (action) => {
      const record = negotiationOf({ preset: "index", kinds: ["personal", "personal"], moves: ["propose"] });
      const answer = (source: "fallback" | "external") =>
        answerOf(decideStep(record, { action, message: null, source }));
      expect(answer("external")).toBe("message_required");
      // A question always needs one (EN-9); no careful move is a question.
      expect(answer("fallback")).toBe(action === "counter" ? "taken" : "message_required");
    },
  );

  it.each([
    ["invalid", "conservative", true],
    ["illegal", "conservative", true],
    ["timeout", "conservative", false],
    ["threw", "conservative", false],
    ["invalid", "fail", false],
  ] as [FailureKind, "fail" | "conservative", boolean][])(
    "after %s with %s: %s",
    (kind, onInvalidAnswer, isUsed) => {
      const setup = { rules: { ...EVERYTHING, onInvalidAnswer } };
      const failed = negotiationOf({ ...setup, moves: ["propose", FAILED, failing(kind)] });
      expect(failed.outcome?.reason).toBe(isUsed ? undefined : "agent_error");
      expect(failuresOfThisTurn(failed).length).toBe(isUsed ? 2 : 0);
    },
  );

  it("where none is legal it is agent_error after all", () => {
    const record = negotiationOf({
      rules: { onInvalidAnswer: "conservative" },
      moves: ["propose", failing("invalid"), failing("invalid")],
    });
    expect(record.outcome).toMatchObject({
      status: "stalled",
      reason: "agent_error",
      details: { partyId: "smith", kind: "invalid" },
    });
  });

  it("is recorded as the party's turn, with source fallback", () => {
    const record = negotiationOf({
      rules: CAREFUL,
      moves: ["propose", failing("invalid"), failing("illegal")],
    });
    const decision = decide(record, { ...commandOf(record, { action: "withdraw", source: "fallback" }) }, T0);
    expect(decision).toMatchObject({
      ok: true,
      turn: { source: "fallback", partyId: "smith", action: "withdraw" },
    });
  });
});

describe("EN-31: an agent that repeats itself", () => {
  it("is asked once more, then it ends with repetition, whatever the attempts", () => {
    const history = historyOf({ rules: { agentAttempts: 1 } }, [
      "propose",
      failing("repetition"),
      failing("repetition"),
    ]);
    expect(history.negotiation.outcome).toMatchObject({
      status: "stalled",
      reason: "repetition",
      turnCount: 1,
    });
    expect(retries({}, ["propose", failing("repetition"), failing("repetition")])).toEqual([true, false]);
  });

  it("does not use up attempts, nor the other way round", () => {
    expect(retries({}, ["propose", failing("repetition"), FAILED])).toEqual([true, true]);
    expect(retries({}, ["propose", failing("repetition"), FAILED, FAILED])).toEqual([true, true, false]);
    expect(
      retries({ agentAttempts: 3 }, [
        "propose",
        FAILED,
        failing("repetition"),
        FAILED,
        failing("repetition"),
      ]),
    ).toEqual([true, true, true, false]);
  });

  it("has its five attempts beside a repetition, although a record keeps five failures", () => {
    const steps: Step[] = ["propose", failing("repetition"), FAILED, FAILED, FAILED, FAILED, FAILED];
    expect(retries({ agentAttempts: 5 }, steps)).toEqual([true, true, true, true, true, false]);
    const { failures } = negotiationOf({ rules: { agentAttempts: 5 }, moves: steps });
    expect(failures.map((one) => one.attempt)).toEqual([2, 3, 4, 5, 6]);
  });

  it("may repeat itself again on another turn", () => {
    expect(retries({}, ["propose", failing("repetition"), "counter", failing("repetition")])).toEqual([
      true,
      true,
    ]);
  });
});
