import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventsOf } from "../../../src/core/commit-events.js";
import { nextDeadline } from "../../../src/core/deadlines/index.js";
import { decide } from "../../../src/core/index.js";
import { type Negotiation, stateOf } from "../../../src/core/record/index.js";
import { NegotiationError } from "../../../src/errors.js";
import type { NegotiationRow } from "../../../src/ports/index.js";
import { commitOf, newRow, recordOfRow } from "../../../src/service/commands/index.js";
import { exclusiveKeyOf, outboxOf } from "../../../src/service/commands/stored-rows.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import {
  CLAIMED,
  createCommand,
  historyOf,
  negotiationOf,
  PARK,
  PARKED,
  type Setup,
  T0,
} from "../../kit/builders.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

const ENTRY = {
  kind: "turn",
  commandId: "c",
  turnNumber: null,
  turn: null,
  details: { state: "here" },
} as const;

function created(setup: Setup = {}): { record: Negotiation; row: ReturnType<typeof newRow> } {
  const decision = decide(null, createCommand(setup), T0);
  if (!decision.ok || decision.entry === null) throw new Error("Expected a creation.");
  return { record: decision.negotiation, row: newRow(decision.negotiation, decision.entry, []) };
}

/** What a store that has just this row would give. */
function rowOf(record: Negotiation, over: Partial<NegotiationRow> = {}): NegotiationRow {
  const { id, version, roomId, createCommandId, status, floor, createdAt, updatedAt } = record;
  return {
    id,
    version,
    schema: 1,
    roomId,
    createCommandId,
    initiatorId: record.initiator.id,
    responderId: record.responder.id,
    exclusiveKey: exclusiveKeyOf(record),
    status,
    isFinal: record.outcome !== null,
    deadline: nextDeadline(record) ?? null,
    parked: null,
    floor,
    turnCount: record.turns.length,
    state: stateOf(record),
    createdAt,
    updatedAt,
    ...over,
  };
}

describe("newRow and commitOf", () => {
  it("ST-1: a new row has the earliest deadline, the lock and the state beside it", () => {
    const { record, row } = created({ opening: { price: 40 } });
    expect(row).toMatchObject({
      id: record.id,
      schema: 1,
      roomId: "room-1",
      createCommandId: "create-1",
      initiatorId: "ada",
      responderId: "smith",
      exclusiveKey: JSON.stringify(["room", "room-1"]),
      status: "proposed",
      isFinal: false,
      deadline: { kind: "turn", at: T0 + 30_000 },
      parked: null,
      floor: "smith",
      createdAt: T0,
    });
    expect(row.state).toEqual(stateOf(record));
    expect(row.state).not.toHaveProperty("turns");
  });

  it("ST-1: a commit has the version it is laid over, and no deadline when it is final", () => {
    const record = negotiationOf({ opening: { price: 40 }, moves: ["accept"] });
    expect(commitOf(record, ENTRY, [])).toMatchObject({
      id: record.id,
      expectedVersion: record.version - 1,
      status: "accepted",
      isFinal: true,
      deadline: null,
      floor: null,
      now: record.updatedAt,
      entry: ENTRY,
    });
  });

  it("ST-36: tells who waits for a pickup, and who holds it", () => {
    const setup: Setup = { opening: { price: 40 }, rules: { park: PARK } };
    const parked = negotiationOf({ ...setup, moves: [PARKED] });
    expect(commitOf(parked, ENTRY, []).parked).toEqual({
      partyId: "smith",
      firstParkedAt: T0,
      claimedBy: null,
    });
    const claimed = negotiationOf({ ...setup, moves: [PARKED, CLAIMED] });
    expect(commitOf(claimed, ENTRY, []).parked).toEqual({
      partyId: "smith",
      firstParkedAt: T0,
      claimedBy: CLAIMED.agentId,
    });
    expect(commitOf(negotiationOf(setup), ENTRY, []).parked).toBeNull();
  });
});

describe("recordOfRow", () => {
  it("ST-4: gives the record again, deep-frozen, with the one object of equal rules", () => {
    const record = negotiationOf({ opening: { price: 40 }, moves: ["counter", "counter"] });
    const text = JSON.stringify(record);
    const row = JSON.parse(JSON.stringify(rowOf(record))) as NegotiationRow;
    const turns = JSON.parse(JSON.stringify(record.turns));
    const read = recordOfRow(row, turns, () => record.rules);
    expect(JSON.stringify(read)).toBe(text);
    expect(read.rules).toBe(record.rules);
    expect(isDeepFrozen(read)).toBe(true);
  });

  it("ST-41: refuses what a newer version wrote", () => {
    const record = negotiationOf({ opening: { price: 40 } });
    try {
      recordOfRow(rowOf(record, { schema: 2 }), [], (rules) => rules);
      expect.unreachable();
    } catch (error) {
      expect(NegotiationError.isInstance(error) && error.code).toBe("schema_unsupported");
      expect(error).toMatchObject({ details: { found: 2, supported: 1 } });
    }
  });

  it("EN-5: what a store keeps of any history is the record again", () => {
    const move = fc.constantFrom("counter" as const, "question" as const);
    fc.assert(
      fc.property(fc.array(move, { maxLength: 8 }), (moves) => {
        const { negotiation } = historyOf(
          {
            opening: { price: 40 },
            rules: {
              actions: ["propose", "counter", "accept", "reject", "question"],
              cap: { counts: "turns", limit: 20, mode: "exceed", result: "expired" },
            },
          },
          moves,
        );
        const read = recordOfRow(rowOf(negotiation), negotiation.turns as never, (rules) => rules);
        expect(JSON.stringify(read)).toBe(JSON.stringify(negotiation));
      }),
    );
  });

  it("a memory store takes both, and gives them back", () => {
    const store = new MemoryStore();
    const { record, row } = created({ opening: { price: 40 } });
    expect(store.create(row)).toEqual({ ok: true });
    const decision = decide(record, { type: "cancel", details: null }, T0 + 5);
    if (!decision.ok || decision.entry === null) throw new Error("Expected a decision.");
    const entry = { ...decision.entry, commandId: "cancel-1" };
    expect(store.commit(commitOf(decision.negotiation, entry, []))).toEqual({ ok: true, version: 1 });
    const read = recordOfRow(store.load(record.id)!, store.turns(record.id), (rules) => rules);
    expect(JSON.stringify(read)).toBe(JSON.stringify(decision.negotiation));
  });
});

describe("exclusiveKeyOf", () => {
  it("RM-8: is the room's, the pair's in either order, or none", () => {
    const of = (oneActive: "room" | "pair" | "none"): Negotiation =>
      negotiationOf({ opening: { price: 40 }, rules: { oneActive } });
    expect(exclusiveKeyOf(of("none"))).toBeNull();
    expect(exclusiveKeyOf(of("room"))).toBe('["room","room-1"]');
    expect(exclusiveKeyOf(of("pair"))).toBe('["pair","room-1","ada","smith"]');
    const pair = of("pair");
    const turned = { ...pair, initiator: pair.responder, responder: pair.initiator };
    expect(exclusiveKeyOf(turned)).toBe(exclusiveKeyOf(pair));
  });

  it("cannot be forged by the characters of an id", () => {
    const pair = negotiationOf({ opening: { price: 40 }, rules: { oneActive: "pair" } });
    const of = (initiator: string, responder: string): string | null =>
      exclusiveKeyOf({
        ...pair,
        initiator: { id: initiator, kind: "system" },
        responder: { id: responder, kind: "system" },
      });
    expect(of('x","y', "z")).not.toBe(of("x", 'y","z'));
  });
});

describe("outboxOf", () => {
  it("ST-22: tells ids, version, status and numbers, and never the record", () => {
    const secret = "marker-of-the-terms";
    const before = negotiationOf({ opening: { price: secret } });
    const after = negotiationOf({ opening: { price: secret }, moves: ["accept"] });
    const drafts = outboxOf(eventsOf(before, after));
    expect(drafts.map(({ type }) => type)).toEqual([
      "turn:recorded",
      "negotiation:agreed",
      "negotiation:settled",
    ]);
    expect(drafts[0]?.body).toEqual({
      negotiationId: "neg_1",
      roomId: "room-1",
      version: 1,
      status: "accepted",
      turnNumber: 2,
      partyId: null,
      at: T0,
    });
    expect(JSON.stringify(drafts)).not.toContain(secret);
    expect(isDeepFrozen(drafts[1])).toBe(true);
  });

  it("ST-22: names the party whose turn is awaited", () => {
    const opened = negotiationOf({ opening: { price: 40 } });
    const awaited = outboxOf(eventsOf(null, opened)).find(({ type }) => type === "turn:awaited");
    expect(awaited?.body).toMatchObject({ partyId: "smith", turnNumber: 1 });
  });
});
