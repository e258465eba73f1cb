import { describe, expect, it } from "vitest";
import { legalMoves } from "../../../src/core/moves/index.js";
import { ACTIONS, type Negotiation } from "../../../src/core/record/index.js";
import type { Setup } from "../../kit/builders.js";
import {
  answerOf,
  CONSULTED,
  decideStep,
  EVERYTHING,
  FAILED,
  negotiationOf,
  PARK,
  T0,
} from "../../kit/builders.js";
import { properMove, reachableRecords } from "../reachable.js";

const WORLDS: Readonly<Record<string, Setup>> = {
  room: {},
  "index, both system": { preset: "index" },
  "index, mixed": { preset: "index", kinds: ["system", "personal"] },
  "index, both personal": { preset: "index", kinds: ["personal", "personal"] },
  "index-2026-04": { preset: "index-2026-04", kinds: ["personal", "system"] },
  oap: { preset: "oap" },
  bindu: { preset: "bindu" },
  "two proposals, refused beyond": {
    rules: { ...EVERYTHING, cap: { counts: "proposals", limit: 2, result: "refuse" }, withdrawOffTurn: true },
  },
  "two turns, consults": { rules: { ...EVERYTHING, cap: { limit: 2 }, consult: {}, withdrawOffTurn: true } },
  "the last turn decides, parks": {
    rules: {
      ...EVERYTHING,
      cap: { limit: 4, mode: "reach", result: "stalled" },
      finalTurn: { system: "decide", personal: "record" },
      park: PARK,
      repropose: "refuse",
    },
    kinds: ["system", "personal"],
  },
  "seats differ": {
    rules: {
      actions: {
        all: ["propose", "counter", "accept", "reject", "question"],
        initiator: ["propose", "counter", "question"],
        responder: ["accept", "reject", "question"],
      },
      opener: "initiator",
    },
  },
};

/** EN-11, word by word: the move is taken, recorded, and does not merely close by an exceeded cap. */
function takenActions(record: Negotiation, partyId: string) {
  return ACTIONS.filter((action) => {
    const decision = decideStep(record, properMove(record, partyId, action));
    return decision.ok && decision.turn !== null;
  });
}

describe("legalMoves", () => {
  it.each(Object.entries(WORLDS))(
    "EN-11: lists exactly what decide takes, in every reachable state: %s",
    (_name, setup) => {
      const records = reachableRecords(setup);
      expect(records.length).toBeGreaterThan(10);
      for (const record of records) {
        for (const { id } of [record.initiator, record.responder]) {
          const legal = legalMoves(record, id);
          const where = `${id} in ${record.status}, awaiting ${record.awaiting?.kind}, turns ${record.turns.length}`;
          expect(legal?.actions, where).toEqual(takenActions(record, id));
          expect(legal?.turnNumber).toBe(record.turns.length + 1);
          expect(legal?.floor).toBe(record.floor);
          expect(Object.isFrozen(legal) && Object.isFrozen(legal?.actions)).toBe(true);
        }
      }
    },
  );

  it("EN-11: is nothing for a stranger", () => {
    expect(legalMoves(negotiationOf(), "eve")).toBeUndefined();
  });

  it("EN-11: in a fresh room the opener proposes and the other waits", () => {
    const open = negotiationOf();
    expect(legalMoves(open, "ada")).toEqual({
      actions: ["propose"],
      turnNumber: 1,
      turnsLeft: 5,
      isFinalTurn: false,
      deadlineAt: T0 + 30_000,
      floor: "ada",
    });
    expect(legalMoves(open, "smith")?.actions).toEqual([]);
  });

  it("EN-11: after the end there is nothing to do and no deadline", () => {
    const over = negotiationOf({ moves: ["propose", "accept"] });
    expect(legalMoves(over, "ada")).toEqual({
      actions: [],
      turnNumber: 3,
      turnsLeft: 3,
      isFinalTurn: false,
      deadlineAt: null,
      floor: null,
    });
  });

  it("EN-11: a counter that would only close by an exceeded cap is not offered, though decide takes it", () => {
    const spent = negotiationOf({ rules: { cap: { limit: 1 } }, moves: ["propose"] });
    expect(legalMoves(spent, "smith")).toMatchObject({
      actions: ["accept", "reject"],
      turnsLeft: 0,
      isFinalTurn: true,
    });
    expect(answerOf(decideStep(spent, "counter"))).toBe("taken");
  });

  it("EN-11: during a consult only a withdrawal off turn is offered", () => {
    const rules = { ...EVERYTHING, consult: {}, withdrawOffTurn: true };
    const asking = negotiationOf({ rules, moves: ["propose", CONSULTED] });
    expect(legalMoves(asking, "ada")?.actions).toEqual(["withdraw"]);
    expect(legalMoves(asking, "smith")?.actions).toEqual(["withdraw"]);
  });

  it("EN-11: a refusal carries them for a party", () => {
    const proposed = negotiationOf({ moves: ["propose"] });
    const decision = decideStep(proposed, { action: "accept", by: "ada" });
    expect(decision).toMatchObject({
      ok: false,
      refusal: { legal: { actions: [], floor: "smith" }, version: 1 },
    });
    expect(decision.ok ? null : decision.refusal.legal).toEqual(legalMoves(proposed, "ada"));
  });

  it("EN-29: a failed call changes nothing that is legal", () => {
    const before = negotiationOf({ moves: ["propose"] });
    const after = negotiationOf({ moves: ["propose", FAILED] });
    expect(legalMoves(after, "smith")).toEqual(legalMoves(before, "smith"));
  });
});
