import { describe, expect, it } from "vitest";
import { deadlockRun, earlierTurnSaying, isDeadlocked } from "../../../src/core/moves/index.js";
import type { Action } from "../../../src/core/record/index.js";
import type { MoveStep, Step } from "../../kit/builders.js";
import {
  ANSWERED,
  answerOf,
  CONSULTED,
  decideStep,
  EVERYTHING,
  historyOf,
  negotiationOf,
} from "../../kit/builders.js";

const GUARDED = { ...EVERYTHING, repetition: "guard" } as const;

describe("EN-31: a message that was said before", () => {
  const before: Step[] = [
    { action: "propose", message: "Caf\u00e9 at  noon,\n is fair." },
    { action: "counter", message: "No." },
  ];
  const record = negotiationOf({ rules: GUARDED, moves: before });
  const silent = negotiationOf({ rules: GUARDED, moves: [{ action: "propose", message: " " }] });

  it.each([
    ["word for word", { action: "counter", message: "No." }, "repeated_message"],
    ["with white space around it", { action: "counter", message: "\t No. \n" }, "repeated_message"],
    [
      "with white space collapsed, decomposed",
      { action: "counter", message: "Cafe\u0301 at noon, is\u00a0fair." },
      "repeated_message",
    ],
    ["as a question", { action: "question", message: "No." }, "repeated_message"],
    ["as a repeated proposal", { action: "propose", message: "No." }, "repeated_message"],
    [
      "by an agent (the service asks it again)",
      { action: "counter", message: "No.", source: "agent" },
      "repeated_message",
    ],
    ["in other letters", { action: "counter", message: "NO." }, "taken"],
    ["with more to it", { action: "counter", message: "No. Never." }, "taken"],
    ["with an acceptance", { action: "accept", message: "No." }, "taken"],
    ["with a rejection", { action: "reject", message: "No." }, "taken"],
    ["with a withdrawal", { action: "withdraw", message: "No." }, "taken"],
    ["nothing at all", { action: "counter", message: null }, "taken"],
  ] as [string, MoveStep, string][])("%s: %j gives %s", (_how, step, answer) => {
    expect(answerOf(decideStep(record, step))).toBe(answer);
  });

  it("empty messages do not count as said", () => {
    expect(answerOf(decideStep(silent, { action: "counter", message: "  " }))).toBe("taken");
    expect(earlierTurnSaying(silent, "")).toBeUndefined();
    expect(earlierTurnSaying(record, "No.")?.number).toBe(2);
  });

  it("without the guard nothing is refused", () => {
    const free = negotiationOf({ rules: EVERYTHING, moves: before });
    expect(answerOf(decideStep(free, { action: "counter", message: "No." }))).toBe("taken");
  });
});

describe("EN-32, AS-55: the deadlock", () => {
  const turns = (...actions: Action[]) => actions.map((action, index) => ({ action, number: index + 1 }));

  it.each([
    [turns(), 0],
    [turns("propose"), 0],
    [turns("propose", "counter"), 1],
    [turns("propose", "counter", "question", "counter"), 3],
    [turns("propose", "counter", "counter", "counter", "question"), 4],
    [turns("propose", "counter", "counter", "propose"), 0],
    [turns("propose", "counter", "counter", "propose", "question"), 1],
    [turns("propose", "counter", "counter", "accept"), 0],
    [turns("propose", "counter", "reject"), 0],
    [turns("propose", "counter", "withdraw"), 0],
  ])("%j has a trailing run of %i", (given, run) => {
    expect(deadlockRun(given)).toBe(run);
  });

  it("a consult resets it: only turns from the one that it was asked for on count", () => {
    const five = turns("propose", "counter", "counter", "counter", "counter");
    expect(deadlockRun(five, [{ turnNumber: 4 }])).toBe(2);
    expect(deadlockRun(five, [{ turnNumber: 2 }, { turnNumber: 5 }])).toBe(1);
    expect(deadlockRun(five, [{ turnNumber: 6 }])).toBe(0);
  });

  it("a trailing run of 3 is none, of 4 is one", () => {
    expect(isDeadlocked(turns("propose", "counter", "counter", "counter"))).toBe(false);
    expect(isDeadlocked(turns("propose", "counter", "counter", "counter", "counter"))).toBe(true);
  });

  it.each([0, 1, -3, 2.5, Number.NaN, Number.POSITIVE_INFINITY, "3" as never, null as never])(
    "a threshold of %s counts as 4",
    (threshold) => {
      expect(isDeadlocked(turns("counter", "counter", "counter"), threshold)).toBe(false);
      expect(isDeadlocked(turns("counter", "counter", "counter", "counter"), threshold)).toBe(true);
    },
  );

  it.each([2, 3, 7])("a threshold of %i counts as itself", (threshold) => {
    const run = Array<Action>(threshold).fill("counter");
    expect(isDeadlocked(turns(...run.slice(1)), threshold)).toBe(false);
    expect(isDeadlocked(turns(...run), threshold)).toBe(true);
  });

  const deadlocks = (rules: object, steps: Step[]) =>
    historyOf({ rules: { ...EVERYTHING, cap: { limit: 20 }, ...rules } }, steps)
      .commits.map((events) => events.find((event) => event.type === "turn:deadlocked"))
      .map((event) => (event?.type === "turn:deadlocked" ? event.payload.run : 0));

  it("is told once a run, at the turn that makes it long enough", () => {
    const steps: Step[] = ["propose", "counter", "question", "counter", "counter", "counter"];
    expect(deadlocks({ deadlockAfter: 3 }, steps)).toEqual([0, 0, 0, 0, 3, 0, 0]);
  });

  it("is told again after a consult has reset it", () => {
    const steps: Step[] = ["propose", "counter", "counter", CONSULTED, ANSWERED, "counter", "counter"];
    expect(deadlocks({ deadlockAfter: 2, consult: {} }, steps)).toEqual([0, 0, 0, 2, 0, 0, 0, 2]);
  });

  it("changes neither what is legal nor the status", () => {
    const moves: Step[] = ["propose", "counter", "counter", "counter", "counter"];
    const [patient, hasty] = [20, 2].map((deadlockAfter) =>
      negotiationOf({ rules: { cap: { limit: 9 }, deadlockAfter }, moves }),
    );
    expect({ ...hasty, rules: null }).toEqual({ ...patient, rules: null });
  });
});
