import { describe, expect, it } from "vitest";
import { repeatedCommand } from "../../../src/core/moves/index.js";
import {
  answerOf,
  CANCEL,
  commandOf,
  decideStep,
  EVERYTHING,
  historyOf,
  type MoveStep,
  negotiationOf,
  T0,
  WAKE,
} from "../../kit/builders.js";

const FIRST: MoveStep = {
  action: "propose",
  by: "ada",
  commandId: "c-1",
  terms: { price: 40, days: 3 },
  message: "Fair.",
};

describe("EN-36: a command that was handed in before", () => {
  it("with the same content is answered with its turn, without commit and without event", () => {
    const history = historyOf({}, [FIRST]);
    const before = history.negotiation;
    const decision = history.play({ ...FIRST, terms: { days: 3, price: 40 } });
    expect(decision).toEqual({
      ok: true,
      applied: "nothing",
      negotiation: before,
      turn: before.turns[0],
      events: [],
      entry: null,
    });
    expect(history.entries.length).toBe(2);
  });

  it("whatever came since: later turns, a new floor, an old version, the end, a due deadline", () => {
    const again = { ...FIRST, expectedVersion: 0 };
    for (const moves of [
      [FIRST, "counter"],
      [FIRST, "counter", "accept"],
      [FIRST, CANCEL],
      [FIRST, { ...WAKE, after: 30_000 }],
    ] as const) {
      const record = negotiationOf({ moves });
      for (const now of [T0, T0 + 1e9]) {
        expect(decideStep(record, again, now)).toMatchObject({
          ok: true,
          applied: "nothing",
          turn: record.turns[0],
        });
      }
    }
  });

  it.each([
    ["action", { action: "withdraw", terms: undefined }],
    ["terms", { terms: { price: 41, days: 3 } }],
    ["terms left out", { terms: undefined }],
    ["terms that are no JSON", { terms: { price: Number.NaN, days: 3 } }],
    ["message", { message: "fair." }],
    ["message left out", { message: null }],
  ] as [string, Partial<MoveStep>][])("with another %s is a conflict, also after the end", (_what, other) => {
    for (const moves of [[FIRST], [FIRST, "accept"]] as const) {
      const decision = decideStep(negotiationOf({ rules: EVERYTHING, moves }), { ...FIRST, ...other });
      expect(decision).toMatchObject({
        ok: false,
        refusal: { code: "command_conflict", details: { commandId: "c-1", turnNumber: 1 } },
      });
    }
  });

  it("a propose that was recorded as a counter is still the same command", () => {
    const again: MoveStep = { action: "propose", by: "smith", commandId: "c-2", terms: { price: 39 } };
    const record = negotiationOf({ moves: ["propose", again] });
    expect(record.turns.at(-1)?.action).toBe("counter");
    expect(decideStep(record, again)).toMatchObject({ applied: "nothing", turn: { number: 2 } });
  });

  it("an answer that was coerced to an opening is still the same command", () => {
    const coerced: MoveStep = {
      action: "propose",
      commandId: "c-1",
      source: "agent",
      coercedFrom: "counter",
    };
    const record = negotiationOf({ moves: [coerced] });
    expect(
      decideStep(record, { ...coerced, by: "ada", action: "counter", terms: { price: 40 } }),
    ).toMatchObject({
      applied: "nothing",
      turn: { number: 1, coercedFrom: "counter" },
    });
  });

  it("the id of the creation is taken too: its opening repeats, anything else conflicts", () => {
    const opened = negotiationOf({ opening: { price: 40 } });
    const opening: MoveStep = { action: "propose", by: "ada", commandId: "create-1", terms: { price: 40 } };
    expect(answerOf(decideStep(opened, opening))).toBe("nothing");
    expect(answerOf(decideStep(opened, { ...opening, action: "withdraw" }))).toBe("command_conflict");
    expect(answerOf(decideStep(negotiationOf(), opening))).toBe("command_conflict");
  });

  it("of the other party is a new command: neither is in the other's way, also with the id of the creation [EN-62]", () => {
    const record = negotiationOf({ moves: [FIRST] });
    const same: MoveStep = { action: "counter", by: "smith", commandId: "c-1", terms: { price: 45 } };
    const moved = decideStep(record, same);
    expect(moved).toMatchObject({
      applied: "command",
      turn: { number: 2, partyId: "smith", commandId: "c-1" },
    });
    if (!moved.ok) throw new Error("unreachable");
    // Each finds its own again.
    expect(decideStep(moved.negotiation, same)).toMatchObject({ applied: "nothing", turn: { number: 2 } });
    expect(decideStep(moved.negotiation, FIRST)).toMatchObject({ applied: "nothing", turn: { number: 1 } });
    const opened = negotiationOf({ opening: { price: 40 } });
    expect(answerOf(decideStep(opened, { action: "accept", commandId: "create-1" }))).toBe("taken");
  });

  it("stands in the entry with the seat of its party, and in the turn as it was given [EN-62]", () => {
    for (const [by, seat] of [
      ["ada", "initiator"],
      ["smith", "responder"],
    ] as const) {
      const record = negotiationOf({ moves: by === "ada" ? [] : ["propose"] });
      const decision = decideStep(record, {
        action: by === "ada" ? "propose" : "accept",
        by,
        commandId: "c",
      });
      expect(decision).toMatchObject({ entry: { commandId: `${seat}:c`, turn: { commandId: "c" } } });
    }
  });

  it("refusals are not remembered", () => {
    const history = historyOf({}, ["propose"]);
    expect(answerOf(history.play({ action: "counter", commandId: "c-2", terms: undefined }))).toBe(
      "terms_required",
    );
    expect(answerOf(history.play({ action: "accept", commandId: "c-2" }))).toBe("taken");
  });

  it("a new id is a new command", () => {
    const record = negotiationOf({ moves: [FIRST] });
    expect(repeatedCommand(record, commandOf(record, { ...FIRST, commandId: "c-2" }))).toBeUndefined();
  });
});
