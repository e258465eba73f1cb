import { describe, expect, it } from "vitest";
import { EVERYTHING, historyOf, negotiationOf, type Step, T0 } from "../../kit/builders.js";

const FULL = {
  reason: "Our budget is 55.",
  message: "Please.",
  assessment: { reasoning: "They need it." },
  justification: { claim: "cheaper elsewhere" },
  extra: { mood: "calm" },
  source: "agent",
  commandId: "c-1",
} as const;

describe("EN-1: turns", () => {
  it("hold what mover, service and core set, every member present", () => {
    const { turns } = negotiationOf({
      moves: [{ action: "propose", terms: { price: 40 }, ...FULL, after: 5 }],
    });
    expect(turns).toEqual([
      {
        number: 1,
        seat: "initiator",
        partyId: "ada",
        action: "propose",
        round: 1,
        proposalId: "neg_1_p1",
        terms: { price: 40 },
        coercedFrom: null,
        at: T0 + 5,
        ...FULL,
      },
    ]);
  });

  it("absent is null", () => {
    const { turns } = negotiationOf({ moves: ["propose", { action: "reject", commandId: "c-2" }] });
    expect(turns.at(-1)).toEqual({
      number: 2,
      seat: "responder",
      partyId: "smith",
      action: "reject",
      round: null,
      proposalId: "neg_1_p1",
      terms: null,
      reason: null,
      message: null,
      assessment: null,
      justification: null,
      extra: null,
      source: "external",
      coercedFrom: null,
      commandId: "c-2",
      at: T0,
    });
  });

  it("number without gaps; round and terms on proposals only; proposalId is the new one there, else the standing one", () => {
    const moves: Step[] = [
      "propose",
      "question",
      { action: "counter", proposalId: "mine" },
      "question",
      "propose",
      "question",
    ];
    const { turns } = negotiationOf({ rules: { ...EVERYTHING, cap: { limit: 9 } }, moves });
    expect(
      turns.map(({ number, action, round, proposalId, terms }) => [
        number,
        action,
        round,
        proposalId,
        terms !== null,
      ]),
    ).toEqual([
      [1, "propose", 1, "neg_1_p1", true],
      [2, "question", null, "neg_1_p1", false],
      [3, "counter", 2, "mine", true],
      [4, "question", null, "mine", false],
      [5, "counter", 3, "neg_1_p3", true],
      [6, "question", null, "neg_1_p3", false],
    ]);
  });

  it("proposalId is null in open", () => {
    expect(negotiationOf({ rules: EVERYTHING, moves: ["withdraw"] }).turns[0]).toMatchObject({
      action: "withdraw",
      proposalId: null,
      round: null,
    });
  });
});

describe("EN-1: proposals", () => {
  it("stand with what their turn said", () => {
    const moves: Step[] = [
      { action: "propose", proposalId: "mine", validUntilAt: T0 + 900, terms: { price: 40 }, after: 5 },
    ];
    expect(negotiationOf({ moves }).standing).toEqual({
      id: "mine",
      round: 1,
      turn: 1,
      partyId: "ada",
      seat: "initiator",
      terms: { price: 40 },
      validUntilAt: T0 + 900,
      at: T0 + 5,
    });
  });

  it("terms are null where the rules know none, or leave them out", () => {
    expect(negotiationOf({ preset: "index", moves: ["propose"] }).standing?.terms).toBeNull();
    const optional = negotiationOf({
      rules: { terms: "optional" },
      moves: [{ action: "propose", terms: undefined }],
    });
    expect(optional.standing?.terms).toBeNull();
  });
});

describe("EN-9: a question", () => {
  it("passes the floor, restarts the turn deadline, leaves standing, validity and status alone", () => {
    const rules = { ...EVERYTHING, validityMs: 60_000 };
    for (const moves of [["propose"], ["propose", "counter"]] as const) {
      const before = negotiationOf({ rules, moves });
      const after = negotiationOf({ rules, moves: [...moves, { action: "question", after: 2_000 }] });
      expect(after).toMatchObject({ status: before.status, standing: before.standing });
      expect(after.floor).not.toBe(before.floor);
      expect(after.deadlines).toEqual({ ...before.deadlines, turnAt: T0 + 32_000 });
      expect(after.awaiting).toEqual({ kind: "move", since: T0 + 2_000 });
    }
  });
});

describe("RM-13: a repeated proposal", () => {
  it("is recorded as a counter", () => {
    const record = negotiationOf({ moves: ["propose", "propose"] });
    expect(record).toMatchObject({ status: "countered", standing: { round: 2, partyId: "smith" } });
    expect(record.turns.at(-1)).toMatchObject({ action: "counter", round: 2, coercedFrom: null });
  });
});

describe("EN-35: what an update leaves alone", () => {
  it("is shared by reference with every earlier record, which never changes", () => {
    const history = historyOf({
      rules: { ...EVERYTHING, cap: { limit: 20 } },
      context: Object.freeze({ query: "gpu" }) as never,
    });
    const seen = [history.negotiation];
    const bytes = [JSON.stringify(history.negotiation)];
    for (const step of [
      "propose",
      "counter",
      "question",
      "counter",
      "question",
      "counter",
      "accept",
    ] as const) {
      history.play(step);
      seen.push(history.negotiation);
      bytes.push(JSON.stringify(history.negotiation));
    }
    for (const [index, record] of seen.entries()) {
      expect(JSON.stringify(record)).toBe(bytes[index]);
      for (const [number, turn] of record.turns.entries())
        expect(history.negotiation.turns[number]).toBe(turn);
      expect(record.rules).toBe(history.negotiation.rules);
      expect(record.context).toBe(history.negotiation.context);
      expect(record.initiator).toBe(history.negotiation.initiator);
    }
    expect(history.negotiation.standing).toBe(seen.at(-2)?.standing);
  });

  it("writing into a record throws at every depth", () => {
    const record = negotiationOf({ moves: [{ action: "propose", terms: { items: [{ price: 40 }] } }] });
    const write = (target: unknown, key: string) => () => {
      (target as Record<string, unknown>)[key] = "forged";
    };
    const [turn] = record.turns;
    const terms = turn?.terms as { items: { price: number }[] };
    const places = [
      record,
      record.turns,
      turn,
      terms,
      terms.items,
      terms.items[0],
      record.standing,
      record.deadlines,
      record.awaiting,
      record.rules.cap,
    ];
    for (const place of places) expect(write(place, "price")).toThrow(TypeError);
    expect(write(record.turns, "0")).toThrow(TypeError);
    expect(() => (record.turns as unknown[]).push(1)).toThrow(TypeError);
  });

  it("the mover's objects may change afterwards", () => {
    const terms = { items: [{ price: 40 }] };
    const record = negotiationOf({ moves: [{ action: "propose", terms, extra: terms }] });
    (terms.items[0] as { price: number }).price = 1;
    expect(record.standing?.terms).toEqual({ items: [{ price: 40 }] });
    expect(record.turns[0]?.extra).toEqual({ items: [{ price: 40 }] });
  });
});
