import { describe, expect, it } from "vitest";
import type { NegotiationState } from "../../src/core/record/index.js";
import { commitOf } from "../../src/service/commands/index.js";
import type { NegotiationService } from "../../src/service/room/index.js";
import type { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { decideStep, PARK } from "../kit/builders.js";
import { codeOf, T0 } from "../kit/open-room.js";
import { openStored, plainly, type StoredRoom } from "./hooked-store.js";

const ID = "neg";
const P = { price: 1 };

/** A room in which a negotiation has begun, and its store. */
async function begun(): Promise<StoredRoom> {
  const opened = openStored(plainly, { rules: { park: PARK, totalMs: 120_000 } });
  await opened.room.createNegotiation("a", "b", P, { id: ID, commandId: "create" });
  return opened;
}

/** What a process of the next schema does: b counters, and the record is of a format that nobody here knows. */
function movedByNewer({ memory, room }: StoredRoom): void {
  const record = room.getNegotiation(ID)!;
  const decision = decideStep(record, { action: "counter", terms: P, by: "b" });
  if (!decision.ok || decision.entry === null) throw new Error("Expected a decision.");
  const commit = commitOf(decision.negotiation, decision.entry, []);
  const state = { ...(commit.state as unknown as NegotiationState), schema: 2, unheardOf: true };
  expect(memory.commit({ ...commit, schema: 2, state: state as never })).toMatchObject({ ok: true });
}

/** Another process, which has not seen the negotiation. */
function freshRoom(memory: MemoryStore): StoredRoom {
  return openStored(plainly, { rules: { park: PARK, totalMs: 120_000 } }, new ManualClock(T0), memory);
}

type Call = (room: NegotiationService<any>) => Promise<unknown>;

const COMMANDS: Readonly<Record<string, Call>> = {
  submit: (room) => room.submit(ID, "a", { action: "accept" }),
  cancel: (room) => room.cancel(ID),
  answerConsult: (room) => room.answerConsult(ID, "a", "Yes."),
  respond: (room) => room.respond(ID, { agentId: "x", claimId: "y" }, { action: "accept" }),
  release: (room) => room.release(ID, { agentId: "x", claimId: "y" }),
};
const READS: Readonly<Record<string, Call>> = {
  loadNegotiation: (room) => room.loadNegotiation(ID),
  legalMoves: (room) => room.legalMoves(ID, "a"),
  viewFor: (room) => room.viewFor(ID, "a"),
  turns: (room) => room.turns(ID),
  list: (room) => room.list({ partyId: "a", limit: 5 }),
  "a repeated creation": (room) => room.createNegotiation("a", "b", P, { commandId: "create" }),
};

describe("ST-41: a record of a newer schema", () => {
  it.each(Object.entries({ ...COMMANDS, ...READS }))(
    "is schema_unsupported for a room that has not seen it: %s",
    async (_name, call) => {
      const opened = await begun();
      movedByNewer(opened);
      const before = JSON.stringify([opened.memory.load(ID), opened.memory.entries(ID)]);
      const { room, told } = freshRoom(opened.memory);
      expect(await codeOf(call(room))).toBe("schema_unsupported");
      expect(JSON.stringify([opened.memory.load(ID), opened.memory.entries(ID)])).toBe(before);
      expect(told).toEqual([]);
    },
  );

  it.each([
    ["submit by who had the floor", (room: NegotiationService) => room.submit(ID, "b", { action: "accept" })],
    ["submit by who has it now", COMMANDS["submit"] as Call],
    ["cancel", COMMANDS["cancel"] as Call],
  ])("is never overwritten by a room that knows its last version: %s", async (_name, call) => {
    const opened = await begun();
    movedByNewer(opened);
    const before = JSON.stringify([opened.memory.load(ID), opened.memory.entries(ID)]);
    expect(await codeOf(call(opened.room as never))).toBe("schema_unsupported");
    expect(JSON.stringify([opened.memory.load(ID), opened.memory.entries(ID)])).toBe(before);
  });

  it("drops a message about it with that code", async () => {
    const opened = await begun();
    movedByNewer(opened);
    const fresh = freshRoom(opened.memory);
    await fresh.room.handleAgentMessage({ type: "agent_accept", negotiationId: ID, fromAgent: "a" });
    expect(fresh.payloads("message:dropped")).toMatchObject([{ code: "schema_unsupported" }]);
  });

  it("is left to newer processes when it is due, while older ones go on with theirs", async () => {
    const opened = await begun();
    movedByNewer(opened);
    const { id } = await opened.room.createNegotiation("c", "d", P, { rules: { oneActive: "none" } });
    await opened.clock.advance(600_000);
    expect(opened.memory.load(ID)).toMatchObject({ schema: 2, status: "countered", version: 1 });
    expect(opened.memory.load(id)).toMatchObject({ status: "expired" });
  });

  it("does not keep a new process from resuming the others", async () => {
    const opened = await begun();
    movedByNewer(opened);
    const { id } = await opened.room.createNegotiation("c", "d", P, {
      rules: { oneActive: "none", park: null },
    });
    opened.room.destroy();
    const agentFor = () => () => ({ action: "accept" }) as const;
    const { room, clock } = openStored(plainly, { agentFor }, new ManualClock(T0), opened.memory);
    await room.resume();
    await clock.advance(1);
    expect(opened.memory.load(id)?.status).toBe("accepted");
    expect(opened.memory.load(ID)).toMatchObject({ schema: 2, version: 1 });
  });

  it("does not keep an agent from the parked turns that can be read", async () => {
    const opened = await begun();
    movedByNewer(opened);
    const parked = { partyId: "a", firstParkedAt: T0, claimedBy: null };
    const row = opened.memory.load(ID)!;
    const entry = { kind: "parked", commandId: "park", turnNumber: null, turn: null, details: null };
    const now = T0;
    expect(
      opened.memory.commit({ ...row, expectedVersion: 1, now, parked, entry, outbox: [] }),
    ).toMatchObject({ ok: true });
    opened.clock.advanceSync(5);
    const rules = { oneActive: "none" } as const;
    const personal = { id: "a", kind: "personal" } as const;
    const { id } = await opened.room.createNegotiation("d", personal, P, { rules });
    opened.room.destroy();
    const { room } = freshRoom(opened.memory);
    expect(await room.pickup("a", { agentId: "phone" })).toMatchObject({ ok: true, negotiationId: id });
  });
});
