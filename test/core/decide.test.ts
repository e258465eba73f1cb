import { describe, expect, it } from "vitest";
import { decide, moveCommand } from "../../src/core/index.js";
import type { Command } from "../../src/core/moves/index.js";
import {
  answerOf,
  CANCEL,
  commandOf,
  createCommand,
  decideStep,
  EVERYTHING,
  FAILED,
  History,
  historyOf,
  negotiationOf,
  readOf,
  type Setup,
  T0,
  WAKE,
} from "../kit/builders.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";

describe("EN-3: decide", () => {
  it("answers a record with its events and the entry of the commit, or a refusal", () => {
    const open = negotiationOf();
    const taken = decideStep(open, "propose");
    expect(taken).toMatchObject({
      ok: true,
      applied: "command",
      turn: { number: 1 },
      entry: { kind: "turn", turnNumber: 1 },
    });
    expect(taken.ok && taken.events.length).toBeGreaterThan(0);
    expect(Object.keys(decideStep(open, "accept"))).toEqual(["ok", "refusal"]);
  });

  it("is pure: the same input gives the same answer, and the input stays as it was", () => {
    const record = negotiationOf({ rules: EVERYTHING, moves: ["propose", "question"] });
    const bytes = JSON.stringify(record);
    for (const step of [
      "propose",
      "counter",
      "accept",
      "reject",
      "question",
      "withdraw",
      FAILED,
      CANCEL,
      WAKE,
    ] as const) {
      expect(decideStep(record, step, T0 + 5)).toEqual(decideStep(record, step, T0 + 5));
      expect(decideStep(record, step, T0 + 1e9)).toEqual(decideStep(record, step, T0 + 1e9));
    }
    expect(JSON.stringify(record)).toBe(bytes);
    expect(isDeepFrozen(record)).toBe(true);
  });

  it("creates from null only, and decides everything else on a record only", () => {
    expect(() => decide(negotiationOf(), createCommand(), T0)).toThrow(TypeError);
    expect(() => decide(null, WAKE, T0)).toThrow(TypeError);
  });

  it("moveCommand fills in what most moves leave out", () => {
    const move = readOf({ action: "accept" }, negotiationOf().rules);
    expect(moveCommand("ada", move, "c-1")).toEqual({
      type: "move",
      partyId: "ada",
      move,
      commandId: "c-1",
      source: "external",
      coercedFrom: null,
      expectedVersion: null,
      claim: null,
    });
  });
});

describe("EN-7: the floor goes to the other party, by identity", () => {
  it.each([
    ["initiator", "ada", "smith"],
    ["responder", "smith", "ada"],
  ] as const)("with opener %s it begins with %s and alternates", (opener, first, second) => {
    const history = historyOf({ rules: { ...EVERYTHING, opener, cap: { limit: 20 } } });
    expect(history.negotiation.floor).toBe(first);
    for (let turn = 1; turn <= 12; turn += 1) {
      const mover = history.negotiation.floor;
      history.play(turn === 1 ? "propose" : turn % 3 === 0 ? "question" : "counter");
      expect(mover).toBe(turn % 2 === 1 ? first : second);
      expect(history.negotiation.floor).toBe(turn % 2 === 1 ? second : first);
    }
  });

  it("a failed turn, a refusal and a consult keep it, whatever the number of turns", () => {
    const history = historyOf({ rules: { ...EVERYTHING, consult: {} } }, ["propose", FAILED]);
    history.play({ action: "counter", by: "ada" });
    history.play({ type: "consult", partyId: "smith", id: "con_1", question: "?" });
    expect(history.negotiation.floor).toBe("smith");
    history.play({ type: "answer", partyId: "smith", answer: "!" });
    expect(history.negotiation.floor).toBe("smith");
  });

  it("B-32: a withdrawal off turn is credited to who withdrew", () => {
    const over = negotiationOf({ preset: "oap", moves: ["propose", { action: "withdraw", by: "ada" }] });
    expect(over.outcome).toMatchObject({ status: "withdrawn", by: "ada", seat: "initiator" });
    expect(over.turns.map((turn) => turn.partyId)).toEqual(["ada", "ada"]);
  });
});

describe("EN-10: accept", () => {
  it("accepts exactly the standing proposal, also after questions", () => {
    const moves = ["propose", "counter", "question", "question", "accept"] as const;
    const { outcome, turns, standing } = negotiationOf({
      rules: { ...EVERYTHING, cap: { limit: 9 } },
      moves,
    });
    expect(outcome?.proposal).toBe(standing);
    expect(outcome?.proposal).toMatchObject({
      id: "neg_1_p2",
      round: 2,
      turn: 2,
      partyId: "smith",
      terms: { price: 41 },
    });
    expect(turns.at(-1)).toMatchObject({
      action: "accept",
      proposalId: "neg_1_p2",
      terms: null,
      round: null,
    });
  });

  it("AS-17: of two that race, one takes effect and the other gets negotiation_over", () => {
    const history = historyOf({}, ["propose"]);
    const [one, other] = ["c-1", "c-2"].map((commandId) =>
      commandOf(history.negotiation, { action: "accept", commandId }),
    );
    expect(answerOf(history.give(one as Command, T0))).toBe("taken");
    expect(answerOf(history.give(other as Command, T0))).toBe("negotiation_over");
    expect(history.negotiation.turns.length).toBe(2);
  });

  it("B-01: nobody accepts the own proposal: no floor, and own_proposal after a question", () => {
    const rules = EVERYTHING;
    expect(
      answerOf(decideStep(negotiationOf({ rules, moves: ["propose"] }), { action: "accept", by: "ada" })),
    ).toBe("not_your_turn");
    expect(answerOf(decideStep(negotiationOf({ rules, moves: ["propose", "question"] }), "accept"))).toBe(
      "own_proposal",
    );
  });
});

describe("EN-13: creation", () => {
  it("with a proposal: turn 1 in the same commit, status proposed, version 0", () => {
    const history = new History(createCommand({ opening: { price: 40 } }));
    expect(history.negotiation).toMatchObject({
      version: 0,
      status: "proposed",
      floor: "smith",
      createCommandId: "create-1",
      turns: [{ number: 1, action: "propose", partyId: "ada", commandId: "create-1", at: T0 }],
      standing: { id: "neg_1_p1", round: 1, turn: 1, terms: { price: 40 }, at: T0 },
    });
    expect(history.entries).toMatchObject([
      { version: 0, kind: "created", commandId: "initiator:create-1", turnNumber: 1 },
    ]);
  });

  it("without one: open, and the opener is asked", () => {
    const history = new History(createCommand({ rules: { opener: "responder" } }));
    expect(history.negotiation).toMatchObject({
      version: 0,
      status: "open",
      floor: "smith",
      turns: [],
      standing: null,
    });
    expect(history.commits[0]?.map((event) => event.type)).toEqual(["negotiation:started", "turn:awaited"]);
    expect(history.entries).toMatchObject([
      { version: 0, kind: "created", commandId: "initiator:create-1", turnNumber: null },
    ]);
  });

  it("EN-14: an agent may always decline to open, a caller from outside only where the rules let it withdraw", () => {
    const declined = (source: "agent" | "external") =>
      decideStep(negotiationOf(), { action: "withdraw", source });
    expect(declined("agent")).toMatchObject({
      ok: true,
      negotiation: { status: "withdrawn", outcome: { by: "ada" } },
    });
    expect(answerOf(declined("external"))).toBe("action_not_allowed");
    expect(
      answerOf(decideStep(negotiationOf({ moves: ["propose"] }), { action: "withdraw", source: "agent" })),
    ).toBe("action_not_allowed");
  });
});

describe("EN-15: cancel", () => {
  it.each([
    ["open", {}, []],
    ["proposed", {}, ["propose"]],
    ["countered", {}, ["propose", "counter"]],
    ["parked", { preset: "index" }, ["propose", { type: "park" }]],
    ["claimed", { preset: "index" }, [{ type: "park" }, { type: "claim", agentId: "a", claimId: "c" }]],
    ["in fallback", { preset: "index" }, [{ ...WAKE, after: 300_000 }]],
  ] as [string, Setup, never[]][])("ends what is %s, by nobody", (_name, setup, moves) => {
    const decision = decideStep(negotiationOf({ ...setup, moves }), CANCEL);
    expect(decision).toMatchObject({
      ok: true,
      turn: null,
      entry: { kind: "cancelled", turn: null, commandId: null },
      negotiation: { status: "withdrawn", outcome: { reason: "cancelled", by: null, seat: null } },
    });
  });

  it("on a final one is negotiation_over, also when a due deadline has just ended it", () => {
    expect(answerOf(decideStep(negotiationOf({ moves: [CANCEL] }), CANCEL))).toBe("negotiation_over");
    const history = historyOf({}, ["propose"]);
    expect(answerOf(history.give(CANCEL, T0 + 30_000))).toBe("negotiation_over");
    expect(history.negotiation.outcome?.reason).toBe("turn_timeout");
  });
});

describe("EN-37: a move decided on another version is refused", () => {
  it.each([
    [0, "stale_version"],
    [1, "stale_version"],
    [2, "taken"],
    [3, "stale_version"],
    [null, "taken"],
  ])("version 2, expected %s: %s", (expectedVersion, answer) => {
    const record = negotiationOf({ moves: ["propose", FAILED] });
    expect(record.version).toBe(2);
    expect(answerOf(decideStep(record, { action: "accept", expectedVersion }))).toBe(answer);
  });
});

describe("EN-4: a clock that jumps", () => {
  it("back: the record's time stands still, and so do its deadlines", () => {
    const history = historyOf({}, ["propose"]);
    history.give(commandOf(history.negotiation, "counter"), T0 - 3_600_000);
    expect(history.negotiation).toMatchObject({
      updatedAt: T0,
      createdAt: T0,
      deadlines: { turnAt: T0 + 30_000 },
    });
    expect(history.negotiation.turns.at(-1)?.at).toBe(T0);
  });

  it("forth and back: what has expired stays expired", () => {
    const history = historyOf({}, ["propose"]);
    history.give(WAKE, T0 + 30_000);
    expect(
      answerOf(history.give(commandOf(history.negotiation, { action: "accept", by: "smith" }), T0)),
    ).toBe("negotiation_over");
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1.5, 2 ** 53, "1" as never, null as never])(
    "an instant of %s throws a RangeError",
    (now) => {
      expect(() => decide(negotiationOf(), WAKE, now)).toThrow(RangeError);
      expect(() => decide(null, createCommand(), now)).toThrow(RangeError);
    },
  );
});
