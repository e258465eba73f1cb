import { describe, expect, it } from "vitest";
import type { Agent } from "../../src/ports/index.js";
import type { NegotiationService } from "../../src/service/room/index.js";
import { WakeUpTimer } from "../../src/service/timing/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { scriptedAgent } from "../../src/testing/agents/index.js";
import { codeOf, openRoom } from "../kit/open-room.js";
import { processes } from "./hooked-store.js";

const P = { price: 40 };
const counter = { action: "counter", terms: { price: 50 } } as const;
const never: Agent = () => new Promise(() => {});

describe("what another process has stored", () => {
  const reads: [string, (room: NegotiationService, id: string) => Promise<unknown>, unknown][] = [
    ["viewFor", (room, id) => room.viewFor(id, "ada").then((view) => view?.version), 1],
    ["turns", (room, id) => room.turns(id, { after: 1 }).then((turns) => turns.length), 1],
    ["legalMoves", (room, id) => room.legalMoves(id, "ada").then((legal) => legal?.turnNumber), 3],
  ];

  it.each(reads)(
    "EN-43: %s tells it, and reads turns only where something changed",
    async (_, read, told) => {
      const { calls, open } = processes();
      const [one, other] = [open(), open()];
      const { id } = await one.room.createNegotiation("ada", "smith", P);
      await read(other.room, id);
      await one.room.submit(id, "smith", counter);
      expect(await read(other.room, id)).toBe(told);
      expect(other.room.getNegotiation(id)?.version).toBe(1);
      calls.length = 0;
      expect(await read(other.room, id)).toBe(told);
      expect(calls.map(([method]) => method)).toEqual(["load"]);
    },
  );

  it.each(reads)("EN-43: %s asks no store of the room's own", async (_, read, told) => {
    const load = MemoryStore.prototype.load;
    const { room } = openRoom();
    const { id } = await room.createNegotiation("ada", "smith", P);
    await room.submit(id, "smith", counter);
    let loads = 0;
    MemoryStore.prototype.load = function (this: MemoryStore, key) {
      loads += 1;
      return load.call(this, key);
    };
    try {
      expect(await read(room, id)).toBe(told);
    } finally {
      MemoryStore.prototype.load = load;
    }
    expect(loads).toBe(0);
  });
});

describe("who waits here for what another process moves", () => {
  it.each([
    [999, null],
    [1_000, "accepted"],
  ])("EN-41: %i ms after the end its outcome is %s", async (ms, status) => {
    const { clock, open } = processes();
    const [one, other] = [open(), open()];
    let heard: unknown = null;
    const run = one.room.negotiate({ id: "n", initiator: "ada", responder: "smith", proposal: P });
    void run.then((outcome) => {
      heard = outcome.status;
    });
    await clock.advance(0);
    await other.room.submit("n", "smith", { action: "accept" });
    await clock.advance(ms);
    expect(heard).toBe(status);
    if (status !== null) expect(clock.pendingCount).toBe(0);
  });

  it("EN-41: its agent is asked, as often as the sweep would look", async () => {
    const { clock, open } = processes({ sweepIntervalMs: 300 });
    const [one, other] = [open(), open()];
    const agent = scriptedAgent<any>([{ action: "propose", terms: P }, { action: "accept" }]);
    const ada = { id: "ada", kind: "system", agent: agent as Agent } as const;
    const outcome = one.room.negotiate({ id: "n", initiator: ada, responder: "smith" });
    await clock.advance(0);
    await other.room.submit("n", "smith", counter);
    await clock.advance(300);
    expect(await outcome).toMatchObject({ status: "accepted", by: "ada" });
  });

  it("EN-41: nobody looks where nobody waits, nor after the end of the room, nor into a store of its own", async () => {
    const { clock, open, calls } = processes();
    const { room } = open();
    await room.createNegotiation("ada", "smith", P, { id: "n" });
    calls.length = 0;
    await clock.advance(5_000);
    expect(calls).toEqual([]);
    const run = room.negotiate({
      id: "n-2",
      initiator: "bob",
      responder: "eve",
      rules: { oneActive: "none" },
    });
    await clock.advance(2_500);
    expect(calls.filter(([method]) => method === "load")).toHaveLength(2);
    room.destroy();
    expect(await codeOf(run)).toBe("service_closed");
    expect(clock.pendingCount).toBe(0);

    const own = openRoom({ timer: new WakeUpTimer({ clock }) }, "room-2", clock);
    const ended = codeOf(own.room.negotiate({ initiator: "ada", responder: "smith", proposal: P }));
    await clock.advance(0);
    // Its deadline.
    expect(clock.pendingCount).toBe(1);
    own.room.destroy();
    expect(await ended).toBe("service_closed");
  });

  it("ST-35: a wake-up that finds another process's record asks the agent that this process has", async () => {
    const { clock, open } = processes({ fallback: never });
    const [one, other] = [open(), open()];
    const agent = scriptedAgent<any>(() => new Promise(() => {}));
    const ada = { id: "ada", kind: "system", agent: agent as Agent } as const;
    await one.room.createNegotiation(ada, "smith", P, { id: "n" });
    await other.room.submit("n", "smith", counter);
    await clock.advance(29_999);
    expect(agent.calls).toHaveLength(0);
    // The first deadline that this process knows of, which is none any more.
    await one.room.wake("n");
    await clock.advance(1);
    expect(one.room.getNegotiation("n")?.version).toBe(2);
  });
});

describe("ST-47: what is deleted", () => {
  it("ST-47: a final one is unknown at once, although this room knew it", async () => {
    const { memory, open } = processes();
    const { room } = open();
    const { id } = await room.createNegotiation("ada", "smith", P);
    await room.submit(id, "smith", { action: "accept" });
    memory.delete(id);
    expect(await room.submit(id, "ada", { action: "accept" })).toMatchObject({ code: "unknown_negotiation" });
    expect(await room.viewFor(id, "ada")).toBeUndefined();
    expect(room.getNegotiation(id)).toBeUndefined();
  });

  it.each(["who waits", "the deadline"])("ST-47: of a live one %s learns: nothing goes on", async (who) => {
    const { clock, memory, open } = processes();
    const { room } = open({ sweepIntervalMs: who === "who waits" ? 1_000 : 1_000_000 });
    let signal: AbortSignal | undefined;
    const agent: Agent = (call) => {
      signal = call.signal;
      return new Promise(() => {});
    };
    const smith = { id: "smith", kind: "system", agent } as const;
    const outcome = codeOf(room.negotiate({ id: "n", initiator: "ada", responder: smith, proposal: P }));
    await clock.advance(0);
    expect(signal?.aborted).toBe(false);
    memory.delete("n");
    await clock.advance(who === "who waits" ? 1_000 : 30_000);
    expect(await outcome).toBe("unknown_negotiation");
    expect(signal?.aborted).toBe(true);
    expect(clock.pendingCount).toBe(0);
    expect([room.getNegotiation("n"), room.getActiveNegotiation()]).toEqual([undefined, undefined]);
    // Its agents went with it.
    await room.createNegotiation("ada", "smith", P, { id: "n" });
    signal = undefined;
    await clock.advance(0);
    expect(signal).toBeUndefined();
  });
});

describe("EN-36: a move that closed by an exceeded cap", () => {
  const CAP = { cap: { counts: "turns", limit: 1, mode: "exceed", result: "expired" } } as const;

  it("EN-36: is a duplicate when it is handed in again, at whichever process", async () => {
    const { open } = processes({ rules: CAP });
    const [one, other] = [open(), open()];
    const { id } = await one.room.createNegotiation("ada", "smith", P);
    const first = await one.room.submit(id, "smith", counter, { commandId: "c-1" });
    expect(first).toMatchObject({ ok: true, turn: null, duplicate: false });
    for (const { room } of [one, other]) {
      const again = await room.submit(id, "smith", counter, { commandId: "c-1" });
      expect(again).toMatchObject({ ok: true, turn: null, duplicate: true, negotiation: { version: 1 } });
    }
  });
});
