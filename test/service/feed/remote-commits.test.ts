import { describe, expect, it } from "vitest";
import type { ServiceOptions } from "../../../src/index.js";
import { MemoryStore, NegotiationRooms } from "../../../src/index.js";
import type { NegotiationStore, OutboxRecord } from "../../../src/store.js";
import { eventFeed } from "../../../src/store.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { type OpenRoom, openRoom, T0, type Told } from "../../kit/open-room.js";
import { hookedStore } from "../hooked-store.js";

const P = { price: 40 };
const counter = (price: number) => ({ action: "counter", terms: { price } }) as const;

/** Two processes that serve one room over one store and hear each other. */
function processes(options: ServiceOptions<any> = {}, store: NegotiationStore = new MemoryStore()) {
  const clock = new ManualClock(T0);
  const open = (own: ServiceOptions<any> = {}): OpenRoom => {
    const rules = { cap: { limit: "unlimited" } } as const;
    return openRoom({ store, ids: undefined, hearOthers: true, rules, ...options, ...own }, "room-1", clock);
  };
  // A little later each time: nothing that follows is as old as the feed.
  const settle = (): Promise<void> => clock.advance(1).then(() => clock.advance(1));
  return { clock, store, open, settle };
}

/** Whether it was told by another process, what and of which version. */
const line = ({ name, payload }: Told): string =>
  `${payload.remote === true ? "remote " : ""}${name} ${(payload.negotiation ?? payload).version}`;
/** The payloads of the turns that were told. */
const turnsOf = (told: readonly Told[]) =>
  told.filter(({ name }) => name === "turn:recorded").map(({ payload }) => payload);
const versionsOf = (told: readonly Told[]) => turnsOf(told).map(({ negotiation }) => negotiation.version);
const bare = ({ name, payload: { remote: _, cause: __, ...payload } }: Told): unknown => [name, payload];

describe("a room that hears others", () => {
  it("tells once, in order and marked, what another process commits, as it was told there [ST-103]", async () => {
    const { open, settle } = processes();
    const [one, other] = [open(), open()];
    await settle();
    const { id } = await one.room.createNegotiation("ada", "smith", P);
    await one.room.submit(id, "smith", counter(50));
    await one.room.submit(id, "ada", counter(45));
    await one.room.submit(id, "smith", { action: "accept" });
    await settle();
    expect(other.told.map(line)).toEqual(one.told.map((told) => `remote ${line(told)}`));
    expect(other.told.map(bare)).toEqual(one.told.map(bare));
    expect(one.told.some(({ payload }) => "remote" in payload)).toBe(false);
  });

  it("shows it in getNegotiation no later than it is told [ST-105]", async () => {
    const { open, settle } = processes();
    const [one, other] = [open(), open()];
    await settle();
    const known: unknown[] = [];
    other.room.on("turn:recorded", ({ negotiation }) => {
      known.push([negotiation.version, other.room.getNegotiation(negotiation.id)?.version]);
    });
    const { id } = await one.room.createNegotiation("ada", "smith", P);
    await one.room.submit(id, "smith", counter(50));
    await settle();
    expect(known).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(other.room.getNegotiation(id)).toEqual(one.room.getNegotiation(id));
    expect(other.room.getActiveNegotiation()?.id).toBe(id);
  });

  it("tells in version order when both move in turn, and nothing twice [ST-103]", async () => {
    const { open, settle } = processes();
    const [one, other] = [open(), open()];
    await settle();
    const { id } = await one.room.createNegotiation("ada", "smith", P);
    for (let round = 0; round < 4; round++) {
      // None waits until the feed has told it of the other's move.
      await other.room.submit(id, "smith", counter(50 + round));
      await one.room.submit(id, "ada", counter(40 + round));
    }
    await settle();
    for (const { told } of [one, other]) {
      expect(versionsOf(told)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }
    const remote = turnsOf(other.told).filter((payload) => payload.remote === true);
    expect(remote.map(({ turn }) => turn.partyId)).toEqual(Array(5).fill("ada"));
  });

  it("tells what it looked up before the feed came by, when the feed comes by [ST-103]", async () => {
    const { open, settle } = processes();
    const [one, other] = [open(), open()];
    await settle();
    const { id } = await one.room.createNegotiation("ada", "smith", P);
    await one.room.submit(id, "smith", counter(50));
    expect((await other.room.viewFor(id, "ada"))?.version).toBe(1);
    await settle();
    expect(turnsOf(other.told).map(({ turn }) => turn.number)).toEqual([1, 2]);
  });

  it("tells nothing of what was committed before it began to hear [ST-103]", async () => {
    const { open, settle } = processes();
    const one = open();
    await settle();
    const { id } = await one.room.createNegotiation("ada", "smith", P);
    await settle();
    const other = open();
    await settle();
    await one.room.submit(id, "smith", counter(50));
    await one.room.submit(id, "ada", counter(45));
    await settle();
    expect(turnsOf(other.told).map(({ turn }) => turn.number)).toEqual([2, 3]);
    expect(other.room.getNegotiation(id)).toEqual(one.room.getNegotiation(id));
  });

  it("tells failed calls, parked turns, claims and ends as they were told there [ST-103]", async () => {
    const { open, settle, clock } = processes({
      rules: { preset: "index", agentAttempts: 2, totalMs: 7_200_000 },
      sweepIntervalMs: 600_000,
      fallback: () => ({ action: "reject", message: "No." }) as never,
    });
    const [one, other] = [open(), open()];
    await settle();
    const failing = () => Promise.reject(new Error("no"));
    const smith = { id: "smith", kind: "system", agent: failing } as const;
    const { id } = await one.room.createNegotiation({ id: "ada", kind: "personal" }, smith);
    await one.room.submit(id, "ada", { action: "propose", message: "Shall we?" });
    await settle();
    await one.room.pickup("ada", { agentId: "phone" });
    await clock.advance(7_300_000);
    expect(one.room.getNegotiation(id)?.outcome).not.toBeNull();
    const names = one.told.filter(({ name }) => name !== "turn:dropped").map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["turn:failed", "negotiation:settled"]));
    // Whoever's sweep was first has committed the ends; both have told all, once.
    const all = (told: readonly Told[]) =>
      told.filter(({ name }) => name !== "turn:dropped" && name !== "listener:error").map(bare);
    expect(all(other.told)).toEqual(all(one.told));
  });

  it("tells nothing twice when it is handed the same again, also after the end [ST-104]", async () => {
    const store = new MemoryStore();
    const feed = store.feed.bind(store);
    const all: OutboxRecord[] = [];
    store.feed = (handler, options) =>
      feed(async (records) => {
        await handler(records);
        all.push(...records);
        await handler(all);
      }, options);
    const { open, settle } = processes({}, store);
    const [one, other] = [open(), open()];
    await settle();
    const { id } = await one.room.createNegotiation("ada", "smith", P);
    await settle();
    await other.room.submit(id, "smith", counter(50));
    await settle();
    await one.room.submit(id, "ada", { action: "accept" });
    await settle();
    await one.room.createNegotiation("ada", "smith", P);
    await settle();
    for (const { told } of [one, other]) {
      expect(versionsOf(told)).toEqual([0, 1, 2, 0]);
    }
  });

  it("misses nothing that is as old as the feed, though it moved before it was told of it [ST-104]", async () => {
    const { open, settle, clock } = processes();
    const [one, other] = [open(), open()];
    await clock.advance(0);
    const { id } = await one.room.createNegotiation("ada", "smith", P);
    await other.room.submit(id, "smith", counter(50));
    await settle();
    expect(versionsOf(other.told).toSorted()).toEqual([0, 1]);
    expect(turnsOf(one.told)).toHaveLength(2);
  });

  it("tells its own commit as its own, though nobody knew that it was stored [ST-103]", async () => {
    const memory = new MemoryStore();
    let failures = 0;
    const store = hookedStore((method, work) => {
      const answer = work();
      if (method === "commit" && failures-- > 0) throw new Error("the answer was lost");
      return answer;
    }, memory);
    const { open, settle, clock } = processes({}, memory);
    const [one, other] = [open({ store }), open()];
    await settle();
    const { id } = await one.room.createNegotiation("ada", "smith", P);
    await settle();
    failures = 3;
    const submitted = one.room.submit(id, "smith", counter(50)).catch(() => undefined);
    await clock.advance(2_000);
    await submitted;
    await settle();
    const turns = (told: readonly Told[]) => told.filter(({ name }) => name === "turn:recorded").map(line);
    expect(turns(one.told)).toEqual(["turn:recorded 0", "turn:recorded 1"]);
    expect(turns(other.told)).toEqual(["remote turn:recorded 0", "remote turn:recorded 1"]);
  });

  it("never tells what is sealed, and gives it back from the store [ST-103]", async () => {
    const { open, settle } = processes();
    const [one, other] = [open(), open()];
    await settle();
    const { id } = await one.room.createNegotiation("ada", "smith", P);
    await one.room.submit(id, "smith", { ...counter(50), sealed: { salt: "MARKER" } });
    await settle();
    expect(other.told.some(({ name }) => name === "turn:recorded")).toBe(true);
    expect(JSON.stringify(other.told)).not.toContain("MARKER");
    expect(JSON.stringify(other.room.getNegotiation(id))).not.toContain("MARKER");
    expect((await other.room.loadNegotiation(id))?.turns[1]?.sealed).toEqual({ salt: "MARKER" });
  });

  it("ends the wait of negotiate at once when another process ends it [ST-105]", async () => {
    const { open, settle } = processes({ sweepIntervalMs: 3_600_000 });
    const [one, other] = [open(), open()];
    await settle();
    const outcome = one.room.negotiate({ initiator: "ada", responder: "smith", proposal: P });
    await settle();
    const id = other.room.getActiveNegotiation()?.id ?? "";
    await other.room.submit(id, "smith", { action: "accept" });
    await settle();
    expect(await outcome).toMatchObject({ status: "accepted" });
  });

  it("asks the agent that a party brought here when the other has moved elsewhere, and no other agent", async () => {
    const calls: string[] = [];
    const agent = (name: string) => () => {
      calls.push(name);
      return counter(40 + calls.length) as never;
    };
    const { open, settle } = processes({ sweepIntervalMs: 3_600_000, rules: { cap: { limit: 4 } } });
    const [one, other] = [open(), open()];
    open({ agentFor: () => agent("elsewhere") });
    await settle();
    const { id } = await one.room.createNegotiation(
      { id: "ada", kind: "system", agent: agent("brought") } as never,
      "smith",
      P,
    );
    await settle();
    expect(calls).toEqual([]);
    await other.room.submit(id, "smith", counter(50));
    await settle();
    expect(calls).toEqual(["brought"]);
  });

  it("passes over a negotiation that cannot be read, says so, and goes on with the others", async () => {
    const memory = new MemoryStore();
    const warnings: unknown[] = [];
    const { open, settle } = processes({ rules: { oneActive: "none" } }, memory);
    const one = open();
    const damaged = hookedStore((method, work) => {
      const answer = work() as never;
      if (method !== "entries") return answer;
      return (answer as { kind: string }[]).map((entry) => ({
        ...entry,
        kind: entry.kind,
        version: 7,
      })) as never;
    }, memory);
    const other = open({ store: damaged, observer: { warn: (...said) => void warnings.push(said) } });
    await settle();
    await one.room.createNegotiation("ada", "smith", P);
    await settle();
    expect(other.told).toEqual([]);
    expect(warnings).toEqual([["commit not heard", expect.objectContaining({ code: "record_damaged" })]]);
  });

  it("tells nothing after close(), and leaves no timer", async () => {
    const { open, settle, clock } = processes();
    const [one, other] = [open(), open()];
    await settle();
    await other.room.close();
    await one.room.createNegotiation("ada", "smith", P);
    await settle();
    expect(other.told).toEqual([]);
    await one.room.close();
    await clock.advance(1);
    expect(clock.pendingCount).toBe(0);
  });

  it("hears nothing without the option, and needs no feed for a store of its own", async () => {
    const { open, settle } = processes({ hearOthers: false, outbox: true });
    const [one, other] = [open(), open()];
    await one.room.createNegotiation("ada", "smith", P);
    await settle();
    expect(other.told).toEqual([]);
    const alone = openRoom({ hearOthers: true });
    await alone.room.createNegotiation("ada", "smith", P);
    expect(alone.told.length).toBeGreaterThan(0);
  });
});

describe("rooms that hear others", () => {
  it("tell what others commit in any room, also in one that they do not hold [ST-103]", async () => {
    const clock = new ManualClock(T0);
    const store = new MemoryStore();
    const feed = eventFeed(store, { clock });
    const open = () => new NegotiationRooms<{ price: number }>({ clock, store, hearOthers: feed });
    const [one, other] = [open(), open()];
    const heard: unknown[] = [];
    other.on("turn:recorded", ({ roomId, payload }) => {
      heard.push([
        roomId,
        payload.turn.number,
        payload.remote,
        other.room(roomId).getNegotiation(payload.negotiation.id)?.version,
      ]);
    });
    await clock.advance(0);
    const { id } = await one.room("red").createNegotiation("ada", "smith", P);
    await one.room("blue").createNegotiation("eve", "bob", P);
    await one.room("red").submit(id, "smith", counter(50));
    await clock.advance(1);
    expect(heard.toSorted()).toEqual([
      ["blue", 1, true, 0],
      ["red", 1, true, 0],
      ["red", 2, true, 1],
    ]);
    await one.close();
    await other.close();
    await clock.advance(1);
    expect(clock.pendingCount).toBe(0);
  });
});
