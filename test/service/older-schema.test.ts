import { describe, expect, it, vi } from "vitest";
import { replay } from "../../src/core/index.js";
import type { Json } from "../../src/core/json/index.js";
import { type Entry, type Negotiation, type Party, SCHEMA, view } from "../../src/core/record/index.js";
import type { NegotiationRow, NegotiationStore } from "../../src/ports/index.js";
import { commitOf, newRow, recordOfRow } from "../../src/service/commands/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { olderEntry, olderState, olderTurn } from "../fixtures/schema-0.js";
import { historyOf, PARK, PARKED, type Setup, type Step, T0 } from "../kit/builders.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";
import { openStored, plainly, type StoredRoom } from "./hooked-store.js";

// As if there had been a format before the first: the library itself has no switch for that.
vi.mock("../../src/core/migrations.js", async () => {
  const { FROM_0 } = await import("../fixtures/schema-0.js");
  return { SCHEMA_STEPS: [FROM_0] };
});

const ID = "neg_1";
const WRITES: readonly (keyof NegotiationStore)[] = ["create", "commit", "delete", "prune", "trimOutbox"];

/** A store in which a process of schema 0 has left this history. */
function leftBehind(setup: Setup, steps: readonly Step[]): { memory: MemoryStore; record: Negotiation } {
  const { entries, negotiation: record } = historyOf(setup, steps);
  const memory = new MemoryStore();
  for (const entry of entries) {
    const after = replay(entries.slice(0, entry.version + 1));
    const { kind, commandId, turnNumber, turn, details } = olderEntry(entry);
    const kept = { kind, commandId: commandId ?? `id-${entry.version}`, turnNumber, turn, details };
    const row = entry.version === 0 ? newRow(after, entry, []) : commitOf(after, entry, []);
    const older = { ...row, schema: 0, state: olderState(row.state), entry: kept };
    const answer = entry.version === 0 ? memory.create(older as never) : memory.commit(older as never);
    expect(answer.ok).toBe(true);
  }
  return { memory, record };
}

function opened(memory: MemoryStore, now: number = T0): StoredRoom {
  return openStored(plainly, {}, new ManualClock(now), memory);
}

/** Everything that the store has of it, as text. */
function stored(memory: MemoryStore): string {
  return JSON.stringify([memory.load(ID), memory.entries(ID)]);
}

const OPENED: Setup = { opening: { price: 40 } };

describe("ST-40: a record of an older schema", () => {
  it("is read in today's format by every read, and no read writes anything", async () => {
    const { memory, record } = leftBehind(OPENED, ["counter", "counter"]);
    const before = stored(memory);
    expect(memory.load(ID)).toMatchObject({ schema: 0, state: { speaker: record.floor } });
    const { room, calls } = opened(memory);

    const read = await room.loadNegotiation(ID);
    expect(JSON.stringify(read)).toBe(JSON.stringify(record));
    expect(isDeepFrozen(read)).toBe(true);
    expect(await room.legalMoves(ID, "smith")).toMatchObject({ floor: "smith", turnNumber: 4 });
    expect(await room.viewFor(ID, "ada")).toEqual(view(record, "ada"));
    expect(await room.turns(ID, { after: 1 })).toEqual(record.turns.slice(1));
    expect((await room.list({ partyId: "ada", limit: 5 })).items).toMatchObject([{ floor: "smith" }]);
    // Refusals and duplicates change nothing either.
    expect(await room.submit(ID, "ada", { action: "accept" })).toMatchObject({ code: "not_your_turn" });
    await room.wake(ID);

    expect(calls.filter((call) => WRITES.includes(call as keyof NegotiationStore))).toEqual([]);
    expect(stored(memory)).toBe(before);
  });

  it("is written in today's format by the next commit, and by no other way are entries touched", async () => {
    const { memory, record } = leftBehind(OPENED, ["counter", "counter"]);
    const earlier = JSON.stringify(memory.entries(ID));
    const { room } = opened(memory);
    const answer = await room.submit(ID, "smith", { action: "counter", terms: { price: 44 } });
    expect(answer).toMatchObject({ ok: true, turn: { number: 4, partyId: "smith" } });

    const row = memory.load(ID) as NegotiationRow;
    expect(row).toMatchObject({ schema: SCHEMA, version: record.version + 1 });
    expect(row.state).toMatchObject({ schema: SCHEMA, floor: "ada", heldBy: null });
    expect(row.state).not.toHaveProperty("speaker");
    const entries = memory.entries(ID);
    expect(JSON.stringify(entries.slice(0, -1))).toBe(earlier);
    expect(entries.map(({ schema }) => schema)).toEqual([0, 0, 0, SCHEMA]);
    expect(entries.at(-1)?.turn).toMatchObject({ partyId: "smith" });

    // Old turns stand beside new ones now, under a row of today's number: all are read as today's.
    const again = await opened(memory).room.loadNegotiation(ID);
    expect(JSON.stringify(again)).toBe(JSON.stringify(room.getNegotiation(ID)));
    expect(again?.turns.map(({ partyId }) => partyId)).toEqual(["ada", "smith", "ada", "smith"]);
    expect(JSON.stringify(replay(entries as readonly Entry[]))).toBe(JSON.stringify(again));
  });

  it("is decided by its own deadline, and its end is an end", async () => {
    const { memory } = leftBehind(OPENED, []);
    const { room, clock, count } = opened(memory, T0 + 29_999);
    await room.loadNegotiation(ID);
    await room.wake(ID);
    expect(memory.load(ID)).toMatchObject({ schema: 0, status: "proposed" });
    clock.advanceSync(1);
    await room.wake(ID);
    expect(memory.load(ID)).toMatchObject({ schema: SCHEMA, status: "expired", deadline: null });
    expect(count("negotiation:settled")).toBe(1);
    expect(replay(memory.entries(ID)).outcome?.reason).toBe("turn_timeout");
  });

  it("is leased to the sweep like any other when it is due", () => {
    const { memory } = leftBehind(OPENED, []);
    const due = memory.claimDue({ now: T0 + 30_000, limit: 9, leaseMs: 1_000, maxSchema: SCHEMA });
    expect(due.map(({ id }) => id)).toEqual([ID]);
  });

  it("goes on where it waited: a parked turn is picked up and answered", async () => {
    const { memory } = leftBehind({ ...OPENED, rules: { park: PARK, totalMs: null } }, [PARKED]);
    const { room } = opened(memory);
    const turn = await room.pickup("smith", { agentId: "agent-1" });
    if (turn === null || !turn.ok) throw new Error("Expected a turn.");
    const claim = { agentId: "agent-1", claimId: turn.claimId };
    expect(await room.respond(ID, claim, { action: "accept" })).toMatchObject({ ok: true });
    expect(memory.entries(ID).map(({ schema }) => schema)).toEqual([0, 0, SCHEMA, SCHEMA]);
    expect(replay(memory.entries(ID)).status).toBe("accepted");
  });

  it("a row and its turns may be of different schemas, and neither is changed by reading", () => {
    const { memory, record } = leftBehind(OPENED, ["counter"]);
    const row = memory.load(ID) as NegotiationRow;
    const turns = record.turns as unknown as readonly Json[];
    for (const older of [0, 1, 2]) {
      const mixed = turns.map((turn, index) => (index < older ? olderTurn(turn) : turn));
      const text = JSON.stringify(mixed);
      const read = recordOfRow(row, mixed, (rules) => rules);
      expect(JSON.stringify(read)).toBe(JSON.stringify(record));
      expect(JSON.stringify(mixed)).toBe(text);
    }
  });

  it("ST-87: its agent is asked again by a new process", async () => {
    const { memory } = leftBehind(OPENED, ["counter"]);
    const agentFor = ({ id }: Party) => (id === "ada" ? () => ({ action: "accept" }) as const : undefined);
    const { room, clock } = openStored(plainly, { agentFor }, new ManualClock(T0), memory);
    await room.resume();
    await clock.advance(1);
    expect(memory.load(ID)?.status).toBe("accepted");
  });
});
